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

#include <linux/mm.h>

/**
 * gpcd_vma_flags() - set and clear flags of a mapping that is being made
 * @vma: the mapping
 * @set: flags to set
 * @clear: flags to clear
 *
 * Linux 6.3 made functions of what was a plain member.
 */
static inline void gpcd_vma_flags(struct vm_area_struct *vma, unsigned long set,
				  unsigned long clear)
{
#if LINUX_VERSION_MAJOR == 6 && LINUX_VERSION_PATCHLEVEL < 3
	vma->vm_flags = (vma->vm_flags | set) & ~clear;
#else
	vm_flags_mod(vma, set, clear);
#endif
}

#endif /* GPCD_COMPAT_H */
