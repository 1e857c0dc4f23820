// SPDX-License-Identifier: GPL-2.0-only
/* Write registers. All of a request is checked before any of it reaches the chip. */
#include <linux/capability.h>
#include <linux/ktime.h>
#include <linux/sched/signal.h>

#include "core/core.h"
#include "core/trace.h"
#include "access/access.h"

static int may_write(struct file *filp)
{
	struct gpcd_file *file = filp->private_data;

	if (!(filp->f_mode & FMODE_WRITE))
		return gpcd_refuse(file, -EBADF, "not open for writing");
	if (!capable(CAP_SYS_ADMIN))
		return gpcd_refuse(file, -EPERM, "writing needs CAP_SYS_ADMIN");
	return 0;
}

static int list_write_one(struct gpcd_list *list, u32 i)
{
	struct gpcd_device *device = list->device;
	const struct gpcd_reg *reg = gpcd_slot_reg(&list->slots[i], device->desc.chip);
	int ret = -EOPNOTSUPP;

	if (!gpcd_device_enter(device))
		return -ENODEV;
	if (device->desc.ops->write)
		ret = device->desc.ops->write(device->desc.priv, reg, list->words[i]);
	gpcd_device_leave(device);
	return ret;
}

static int list_write(struct gpcd_list *list, u32 *done)
{
	u64 before, after, duration_ns, begin_ns = ktime_get_ns();
	int ret = 0;

	gpcd_device_epoch(list->device, &before);
	for (*done = 0; *done < list->count; ++*done) {
		cond_resched();
		ret = fatal_signal_pending(current) ? -EINTR : list_write_one(list, *done);
		if (ret)
			break;
	}
	duration_ns = ktime_get_ns() - begin_ns;
	gpcd_device_epoch(list->device, &after);
	trace_gpcd_write(list, after, duration_ns, list->count - *done, ret);
	if (after && after != before)
		gpcd_device_reset(list->device);
	return ret;
}

int gpcd_list_write(struct file *filp, const struct gpcd_list_request *request, u64 from, u32 *done)
{
	const u64 __user *values = u64_to_user_ptr(from);
	struct gpcd_file *file = filp->private_data;
	struct gpcd_list list;
	int ret;

	ret = may_write(filp);
	if (ret)
		return ret;
	ret = gpcd_list_init(&list, file, request);
	if (ret)
		return ret;
	ret = gpcd_list_require(&list, file);
	if (!ret && copy_from_user(list.words, values, list.count * sizeof(*values)))
		ret = -EFAULT;
	if (!ret)
		ret = list_write(&list, done);
	if (!request->legacy)
		ret = gpcd_list_error(&list, ret);
	gpcd_list_destroy(&list);
	return ret;
}

long gpcd_write_command(struct file *filp, void *arg)
{
	struct gpcd_write_req *req = arg;
	struct gpcd_list_request request = {
		.domain = req->domain,
		.nic_addr = req->nic_addr,
		.count = req->count,
		.addrs = req->addrs,
	};

	if (req->reserved)
		return -EINVAL;
	return gpcd_list_write(filp, &request, req->values, &req->done);
}
