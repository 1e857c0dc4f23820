/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernels that the modules can be built for, and all differences between these kernels. */
#ifndef GPCD_COMPAT_H
#define GPCD_COMPAT_H

#include <linux/version.h>

#if LINUX_VERSION_MAJOR < 6 || (LINUX_VERSION_MAJOR == 6 && LINUX_VERSION_PATCHLEVEL < 1)
#error "gpcd needs Linux 6.1 or later"
#endif

/* These short-lived releases gave const arguments to only some of the callbacks. */
#if LINUX_VERSION_MAJOR == 6 && (LINUX_VERSION_PATCHLEVEL == 2 || LINUX_VERSION_PATCHLEVEL == 3)
#error "gpcd builds for Linux 6.1, 6.4 and later: callbacks are half const in 6.2 and 6.3"
#endif

#ifndef CONFIG_CGROUPS
#error "gpcd needs a kernel with CONFIG_CGROUPS: the jobs of its permission table are cgroups"
#endif

#ifndef CONFIG_NET
#error "gpcd needs a kernel with CONFIG_NET: it reports its devices by netlink"
#endif

#ifndef CONFIG_64BIT
#error "gpcd needs a 64-bit kernel: a register is read by one access, a job is a 64-bit number"
#endif

#include <linux/device/class.h>

/*
 * Linux 6.4 gave callbacks of the driver core const arguments, and turned the macro class_create()
 * into a function.
 */
#ifdef class_create
#define gpcd_driver_const
#else
#define gpcd_driver_const const
#endif

#include <linux/mm.h>

/*
 * Set and clear flags of a mapping that is being made. Linux 6.3 replaced the plain member by
 * functions.
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

/*
 * Prepare a timer. Linux 6.13 merged the two steps into one function, and 6.15 removed the old way.
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

/*
 * Linux 6.12 gave perf's core the choice of the processor on which a PMU counts for the whole
 * machine (PERF_PMU_SCOPE_SYS_WIDE).
 */
#if LINUX_VERSION_MAJOR == 6 && LINUX_VERSION_PATCHLEVEL < 12
#define GPCD_PMU_OWN_CPU
#endif

#include <net/genetlink.h>

/*
 * Return the attributes of the request that a dump answers. Linux 6.6 gave dumps the struct
 * genl_info of other requests.
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
