/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which kernels the modules are built for, and all differences between these kernels.
 */
#ifndef GPCD_COMPAT_H
#define GPCD_COMPAT_H

#include <linux/version.h>

#if LINUX_VERSION_MAJOR < 6 || (LINUX_VERSION_MAJOR == 6 && LINUX_VERSION_PATCHLEVEL < 1)
#error "gpcd needs Linux 6.1 or later"
#endif

/* These releases lived for months only, and gave const arguments to only some of the callbacks. */
#if LINUX_VERSION_MAJOR == 6 && (LINUX_VERSION_PATCHLEVEL == 2 || LINUX_VERSION_PATCHLEVEL == 3)
#error "gpcd builds for Linux 6.1, 6.4 and later: callbacks are half const in 6.2 and 6.3"
#endif

#ifndef CONFIG_CGROUPS
#error "gpcd needs a kernel with CONFIG_CGROUPS: the jobs of its permission table are cgroups"
#endif

#ifndef CONFIG_64BIT
#error "gpcd needs a 64-bit kernel: a register is read by one access, a job is a 64-bit number"
#endif

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
