/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The device and the component of PAPI that its registers are. */
#ifndef PAPI_DEVICE_H
#define PAPI_DEVICE_H

#include <gpcd/gpcd.h>
#include <papi.h>
#include <stdbool.h>

/* --- the device --- */

/* The device whose counters PAPI's clients get: the one named by GPCD_DEVICE, else /dev/gpcd0. */

/* Return whether GPCD_DEVICE names a device. */
bool device_is_named(void);

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

/* --- the component --- */

/* The registers as a component of PAPI, cray_npu, numbered after the components of PAPI itself. */

/* The name of Cray's own component, which clients know. */
#define COMPONENT_NAME	"cray_npu"

/* Return the component's number. */
int component_index(void);

/*
 * Describe the component as PAPI does. It tries to open the device; while that fails, disabled is
 * one of PAPI's codes, and disabled_reason gives the reason. The result is valid as long as the
 * process lives; PAPI_disable_component() of PAPI writes 1 to its disabled. Thread-safe.
 */
const PAPI_component_info_t *component_info(void);

/* Return whether the program has disabled the component by PAPI_disable_component(). */
bool component_is_off(void);

#endif /* PAPI_DEVICE_H */
