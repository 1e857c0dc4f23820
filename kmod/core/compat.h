/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the kernels we build for differ: all of it. They are 6.1 and those from
 * 6.4 on; 6.2 and 6.3, which lived for months, had only some of it const.
 */
#ifndef GPCD_COMPAT_H
#define GPCD_COMPAT_H

#include <linux/device/class.h>

/*
 * Linux 6.4 gave callbacks of the driver core const arguments, and made a
 * function of the macro class_create().
 */
#ifdef class_create
#define gpcd_driver_const
#else
#define gpcd_driver_const const
#endif

#endif /* GPCD_COMPAT_H */
