/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The device whose counters PAPI's clients get: the one that GPCD_DEVICE names, else /dev/gpcd0.
 */
#ifndef PAPI_DEVICE_H
#define PAPI_DEVICE_H

#include <gpcd/gpcd.h>

/**
 * device_get() - open the device, or return the one that is open
 * @dev: filled in; stays open until device_drop()
 *
 * Any thread may call it at any time.
 *
 * Return: 0, or as gpcd_open().
 */
int device_get(struct gpcd **dev);

/** device_drop() - close the device, if it is open; nobody may use it any more */
void device_drop(void);

/**
 * device_error() - say by one of PAPI's codes why something failed
 * @err: a negative errno of libgpcd, or 0
 *
 * Return: PAPI_EPERM no permission; PAPI_ENOEVNT no such register; PAPI_ECLOST the chip is gone, or
 * was reset or written to since it was read; PAPI_ENOMEM; PAPI_ESYS with errno set otherwise;
 * PAPI_OK.
 */
int device_error(int err);

#endif /* PAPI_DEVICE_H */
