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

#ifndef CONFIG_NET
#error "gpcd needs a kernel with CONFIG_NET: it tells of its devices by netlink"
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

#include <linux/hrtimer.h>

/**
 * gpcd_hrtimer_setup() - prepare a timer
 * @timer: the timer
 * @function: what it calls
 * @clock: its clock
 * @mode: how it will be started
 *
 * Linux 6.13 made one function of the two steps, and 6.15 left only that.
 */
static inline void gpcd_hrtimer_setup(struct hrtimer *timer,
				      enum hrtimer_restart (*function)(struct hrtimer *),
				      clockid_t clock, enum hrtimer_mode mode)
{
#if LINUX_VERSION_MAJOR == 6 && LINUX_VERSION_PATCHLEVEL < 13
	hrtimer_init(timer, clock, mode);
	timer->function = function;
#else
	hrtimer_setup(timer, function, clock, mode);
#endif
}

#include <net/genetlink.h>

/**
 * gpcd_genl_attrs() - return the attributes of the request that a dump answers
 * @cb: the dump
 *
 * Linux 6.6 gave dumps the struct genl_info of other requests.
 */
static inline struct nlattr **gpcd_genl_attrs(struct netlink_callback *cb)
{
#if LINUX_VERSION_MAJOR == 6 && LINUX_VERSION_PATCHLEVEL < 6
	return genl_dumpit_info(cb)->attrs;
#else
	return genl_info_dump(cb)->attrs;
#endif
}

#endif /* GPCD_COMPAT_H */
