/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The device whose counters PAPI's clients get: the one named by GPCD_DEVICE, else /dev/gpcd0. */
#ifndef PAPI_DEVICE_H
#define PAPI_DEVICE_H

#include <gpcd/gpcd.h>

/*
 * Return the device, which stays open until device_drop(), after opening it if necessary.
 * Thread-safe. Return 0, or as gpcd_open().
 */
int device_get(struct gpcd **dev);

/* Close the device, if it is open. Nobody may use it any more. */
void device_drop(void);

/*
 * Convert a negative errno of libgpcd, or 0, to one of PAPI's codes: PAPI_EPERM if there is no
 * permission; PAPI_ENOEVNT if there is no such register; PAPI_ECLOST if the chip is gone, or was
 * reset or written to since it was read; PAPI_ENOMEM; PAPI_ESYS otherwise, with errno set; PAPI_OK.
 */
int device_error(int err);

#endif /* PAPI_DEVICE_H */
