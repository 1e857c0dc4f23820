// SPDX-License-Identifier: GPL-2.0-only
/*
 * The commands of gpcd_pub.h, of both generations, for 64- and 32-bit callers.
 */
#include <linux/capability.h>
#include <linux/compat.h>
#include <linux/string.h>

#include "core/core.h"
#include "core/level.h"
#include "access/access.h"
#include "gpcd_pub.h"

/* struct gpcd_args of a 32-bit caller */
struct compat_args {
	u32 num_mmrs;
	u32 nic_addr;
	compat_uptr_t mmr_addrs;
	compat_uptr_t mmr_data;
};

/* struct gpcd_args in one form, for 64- and 32-bit callers */
struct legacy_args {
	struct gpcd_list_request request;
	u64 values;
};

static int args_fetch_compat(struct legacy_args *args, void __user *user)
{
	struct compat_args from;

	if (copy_from_user(&from, user, sizeof(from)))
		return -EFAULT;
	*args = (struct legacy_args){
		.request.count = from.num_mmrs,
		.request.nic_addr = from.nic_addr,
		.request.addrs = from.mmr_addrs,
		.values = from.mmr_data,
	};
	return 0;
}

static int args_fetch_native(struct legacy_args *args, void __user *user)
{
	struct gpcd_args from;

	if (copy_from_user(&from, user, sizeof(from)))
		return -EFAULT;
	*args = (struct legacy_args){
		.request.count = from.num_mmrs,
		.request.nic_addr = from.nic_addr,
		.request.addrs = (uintptr_t)from.mmr_addrs,
		.values = (uintptr_t)from.mmr_data,
	};
	return 0;
}

static int args_fetch(struct legacy_args *args, struct gpcd_file *file, void __user *user,
		      bool compat)
{
	int ret = compat ? args_fetch_compat(args, user) : args_fetch_native(args, user);

	args->request.legacy = true;
	if (!ret && args->request.count > MAX_NUM_MMRS)
		ret = gpcd_refuse(file, -E2BIG, "%u registers in one call", args->request.count);
	return ret;
}

/*
 * Read all registers or none: this ABI has no status of a single register. Values of a torn sweep
 * are delivered: hardware promises no more.
 */
static int list_read_all(struct gpcd_list *list, struct gpcd_file *file, u64 values)
{
	struct gpcd_snapshot_req req = { .values = values };
	int ret;

	ret = gpcd_list_require(list, file);
	if (ret)
		return ret;
	ret = gpcd_list_snapshot(list, &req);
	if (ret)
		return ret;
	if (req.failed && memchr(list->statuses, GPCD_STATUS_GONE, list->count))
		return gpcd_refuse(file, -ENODEV, "the chip answers with all ones");
	return gpcd_list_deliver(list, &req);
}

static int legacy_read(struct gpcd_file *file, void __user *user, bool compat)
{
	struct legacy_args args;
	struct gpcd_list list;
	int ret;

	ret = args_fetch(&args, file, user, compat);
	if (ret)
		return ret;
	ret = gpcd_list_init(&list, file, &args.request);
	if (ret)
		return ret;
	gpcd_list_authorise_caller(&list);
	ret = list_read_all(&list, file, args.values);
	gpcd_list_destroy(&list);
	return ret;
}

static int legacy_write(struct file *filp, void __user *user, bool compat)
{
	struct legacy_args args;
	u32 done;
	int ret;

	ret = args_fetch(&args, filp->private_data, user, compat);
	if (ret)
		return ret;
	ret = gpcd_list_write(filp, &args.request, args.values, &done);
	/* Callers of this ABI know no device that can only be read. */
	return ret == -EOPNOTSUPP ? -EPERM : ret;
}

static int require_admin(struct gpcd_file *file)
{
	if (capable(CAP_SYS_ADMIN))
		return 0;
	return gpcd_refuse(file, -EPERM, "permissions are CAP_SYS_ADMIN's to manage");
}

/* The entry names the device of the open file, which thus becomes the job's own. */
static int legacy_set_perms(struct gpcd_file *file, void __user *user)
{
	const struct gpcd_device_desc *desc = &file->device->desc;
	const struct gpcd_nic nic = { .domain = desc->domain, .nic_addr = desc->nic_addr };
	struct gpcd_perms_entry entry = { .nic_count = 1 };
	struct gpcd_perms perms;
	int ret = require_admin(file);

	if (ret)
		return ret;
	if (copy_from_user(&perms, user, sizeof(perms)))
		return -EFAULT;
	entry.job = perms.job_id;
	entry.may = gpcd_level_may(perms.perms);
	ret = gpcd_jobs_set(&entry, &nic);
	if (ret)
		return gpcd_refuse(file, ret, "job %llu cannot have level %llu", perms.job_id,
				   perms.perms);
	return 0;
}

static int legacy_verbose(struct gpcd_file *file, void __user *user)
{
	int on;

	if (get_user(on, (int __user *)user))
		return -EFAULT;
	if (on != 1 && on != -1)
		return gpcd_refuse(file, -EINVAL, "verbose is 1 or -1, not %d", on);
	WRITE_ONCE(file->verbose, on == 1);
	return 0;
}

static int legacy_ignore_perms(struct gpcd_file *file)
{
	int ret = require_admin(file);

	if (!ret)
		gpcd_policy_toggle();
	return ret;
}

/* Print to the kernel log. A mask that is no level is shown as the highest that it contains. */
static int legacy_list_perms(struct gpcd_file *file)
{
	struct gpcd_policy policy = gpcd_policy_get();
	struct gpcd_perms_entry entry = {};
	int ret = require_admin(file);

	if (ret)
		return ret;
	pr_info("gpcd: permissions: default level %u%s\n", gpcd_level_within(policy.may),
		policy.ignored ? ", ignored" : "");
	while (gpcd_perms_next(entry.job, &entry, NULL)) {
		pr_info("gpcd: permissions: job %llu level %u\n", entry.job,
			gpcd_level_within(entry.may));
		cond_resched();
	}
	return 0;
}

/* GPC_OLD_WRITE_REG never gets here: the VFS takes it for FIGETBSZ. */
long gpcd_legacy_ioctl(struct file *filp, unsigned int cmd, void __user *user, bool compat)
{
	struct gpcd_file *file = filp->private_data;

	if (!gpcd_chip_legacy(file->device->desc.chip))
		return -ENOTTY;
	switch (cmd) {
	case GPC_OLD_READ_REG:
	case GPC_IOC_READ_REG:
		return legacy_read(file, user, compat);
	case GPC_IOC_WRITE_REG:
		return legacy_write(filp, user, compat);
	case GPC_OLD_SET_PERMS:
	case GPC_IOC_SET_PERMS:
		return legacy_set_perms(file, user);
	case GPC_OLD_VERBOSE:
	case GPC_IOC_VERBOSE:
		return legacy_verbose(file, user);
	case GPC_OLD_IGNORE_PERMS:
	case GPC_IOC_IGNORE_PERMS:
		return legacy_ignore_perms(file);
	case GPC_OLD_LIST_PERMS:
	case GPC_IOC_LIST_PERMS:
		return legacy_list_perms(file);
	default:
		return -ENOTTY;
	}
}
