// SPDX-License-Identifier: GPL-2.0-only
/*
 * The descriptor of an alarm: making it, waiting for changes, reading them.
 */
#include <linux/anon_inodes.h>
#include <linux/capability.h>
#include <linux/compat.h>
#include <linux/ctype.h>
#include <linux/file.h>
#include <linux/module.h>
#include <linux/nsproxy.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <net/net_namespace.h>

#include "access/file/alarm.h"
#include "access/file/ring.h"
#include "access/access.h"

/* Listeners may print a name, so it has only characters that are harmless on a terminal. */
static bool name_valid(const char *name)
{
	size_t length = strnlen(name, GPCD_ALARM_NAME), i;

	for (i = 0; i < length; i++) {
		if (!isascii(name[i]) || (!isalnum(name[i]) && !strchr("_-.:", name[i])))
			return false;
	}
	return length && !memchr_inv(name + length, 0, GPCD_ALARM_NAME - length) &&
	       length < GPCD_ALARM_NAME;
}

static bool rule_valid(const struct gpcd_alarm_req *req)
{
	if (req->flags & GPCD_ALARM_BELOW)
		return req->raise && req->clear >= req->raise;
	return req->clear <= req->raise;
}

static int alarm_check(const struct gpcd_alarm_req *req)
{
	if (req->reserved || req->reserved2)
		return -EINVAL;
	if (!(req->flags & GPCD_ALARM_FREEZE) && req->ring)
		return -EINVAL;
	if (req->flags & GPCD_ALARM_FREEZE && req->flags & GPCD_ALARM_KEEP)
		return -EINVAL;
	if (!name_valid(req->name) || !rule_valid(req))
		return -EDOM;
	return req->flags & GPCD_ALARM_KEEP && !capable(CAP_SYS_ADMIN) ? -EPERM : 0;
}

/* A rate needs values of all registers, and all must be counters. */
static int list_check(const struct gpcd_list *list)
{
	const struct gpcd_slot *slot;
	u32 i;

	for (i = 0; i < list->count; i++) {
		slot = &list->slots[i];
		if (slot->status != GPCD_STATUS_OK)
			return slot->status == GPCD_STATUS_ABSENT ? -ENXIO : -EPERM;
		if (gpcd_slot_reg(slot, list->device->desc.chip)->rule->kind != GPCD_KIND_COUNTER)
			return -EDOM;
		gpcd_pause(i);
	}
	return 0;
}

struct gpcd_alarm *gpcd_alarm_create(const struct gpcd_list *list, const struct gpcd_reader *reader)
{
	struct gpcd_alarm *alarm = kzalloc(sizeof(*alarm), GFP_KERNEL_ACCOUNT);

	if (!alarm)
		return ERR_PTR(-ENOMEM);
	alarm->before = kvcalloc(list->count, sizeof(*alarm->before), GFP_KERNEL_ACCOUNT);
	if (!alarm->before || gpcd_list_copy(&alarm->list, list)) {
		kvfree(alarm->before);
		kfree(alarm);
		return ERR_PTR(-ENOMEM);
	}
	gpcd_reader_copy(&alarm->reader, reader);
	kref_init(&alarm->refs);
	INIT_DELAYED_WORK(&alarm->work, gpcd_alarm_look);
	init_waitqueue_head(&alarm->wait);
	spin_lock_init(&alarm->lock);
	alarm->state = GPCD_ALARM_CLEAR;
	return alarm;
}

static int alarm_ring(struct gpcd_alarm *alarm, int fd)
{
	alarm->ring = gpcd_ring_file(fd);
	return alarm->ring ? 0 : -EBADF;
}

/*
 * Plan how often to look: once a period, or so often that no counter wraps twice between two looks.
 * If looks cannot come that often, none of them could ever give a rate.
 */
static int alarm_plan(struct gpcd_alarm *alarm, const struct gpcd_alarm_req *req)
{
	u64 often_ns = gpcd_list_pace(&alarm->list);

	alarm->wrap_ns = min_t(u64, often_ns, S64_MAX / 4) * 4;
	alarm->period_ns = req->period_ns;
	alarm->parts = DIV64_U64_ROUND_UP(req->period_ns, often_ns);
	alarm->interval_ns = max(div_u64(req->period_ns, alarm->parts), req->period_min_ns);
	alarm->pace_ns = alarm->interval_ns;
	return alarm->interval_ns > alarm->wrap_ns ? -EOVERFLOW : 0;
}

/* Find out how long a look takes, and whether there is time for the request; then begin to look. */
static int alarm_admit(struct gpcd_alarm *alarm, struct gpcd_alarm_req *req)
{
	u64 look_ns;
	int ret = gpcd_alarm_begin(alarm, &look_ns);

	if (ret)
		return ret;
	req->period_min_ns = gpcd_alarm_period_min(look_ns);
	if (req->period_ns < req->period_min_ns || req->period_ns > GPCD_ALARM_PERIOD_NS)
		return -EDOM;
	ret = alarm_plan(alarm, req);
	if (ret)
		return ret;
	alarm->shortest_ns = U64_MAX;
	ret = gpcd_alarms_add(alarm, look_ns);
	if (!ret)
		req->id = alarm->id;
	return ret;
}

static int alarm_set_up(struct gpcd_alarm *alarm, const struct gpcd_alarm_req *req)
{
	int ret;

	memcpy(alarm->name, req->name, sizeof(alarm->name));
	alarm->keep = req->flags & GPCD_ALARM_KEEP;
	alarm->net = current->nsproxy->net_ns->net_cookie;
	alarm->rule = (struct gpcd_alarm_rule){
		.raise = req->raise,
		.clear = req->clear,
		.below = req->flags & GPCD_ALARM_BELOW,
	};
	gpcd_list_refresh(&alarm->list, &alarm->reader);
	ret = list_check(&alarm->list);
	if (!ret && req->flags & GPCD_ALARM_FREEZE)
		ret = alarm_ring(alarm, req->ring);
	return ret;
}

static int alarm_release(struct inode *inode, struct file *filp)
{
	struct gpcd_alarm *alarm = filp->private_data;

	gpcd_alarms_close(alarm);
	gpcd_alarm_put(alarm);
	return 0;
}

static __poll_t alarm_poll(struct file *filp, struct poll_table_struct *wait)
{
	struct gpcd_alarm *alarm = filp->private_data;
	__poll_t events;

	poll_wait(filp, &alarm->wait, wait);
	spin_lock(&alarm->lock);
	events = gpcd_alarm_running(alarm->state) ? 0 : EPOLLHUP | EPOLLERR;
	if (alarm->read != alarm->number)
		events |= EPOLLIN | EPOLLRDNORM;
	spin_unlock(&alarm->lock);
	return events;
}

static long alarm_read_serve(struct file *filp, void *arg)
{
	struct gpcd_alarm *alarm = filp->private_data;
	struct gpcd_alarm_change *change = arg;
	u32 size = change->size;
	long ret = -EAGAIN;

	spin_lock(&alarm->lock);
	if (alarm->read != alarm->number) {
		*change = alarm->changes[++alarm->read % GPCD_ALARM_CHANGES];
		change->size = size;
		ret = 0;
	}
	spin_unlock(&alarm->lock);
	return ret;
}

static const struct gpcd_command read_command = {
	.cmd = GPCD_IOC_ALARM_READ,
	.first = GPCD_ALARM_CHANGE_SIZE_1,
	.size = sizeof(struct gpcd_alarm_change),
	.out = offsetof(struct gpcd_alarm_change, number),
	.reply = GPCD_REPLY_ON_SUCCESS,
	.run = alarm_read_serve,
};

static long alarm_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	return gpcd_command_run(&read_command, 1, cmd, filp, (void __user *)arg);
}

static void alarm_show_fdinfo(struct seq_file *seq, struct file *filp)
{
	struct gpcd_alarm *alarm = filp->private_data;
	struct gpcd_alarm_status status;

	gpcd_alarm_status(alarm, &status);
	seq_printf(seq, "gpcd-device:\t%u\n", status.device);
	seq_printf(seq, "gpcd-registers:\t%u\n", alarm->list.count);
	seq_printf(seq, "gpcd-alarm:\t%u\n", status.id);
	seq_printf(seq, "gpcd-name:\t%s\n", status.name);
	seq_printf(seq, "gpcd-period-ns:\t%llu\n", alarm->period_ns);
	seq_printf(seq, "gpcd-cpu-ppm:\t%u\n", alarm->ppm);
	seq_printf(seq, "gpcd-changes:\t%llu\n", status.number);
	seq_printf(seq, "gpcd-blind:\t%llu\n", READ_ONCE(alarm->blind));
}

static const struct file_operations alarm_ops = {
	.owner = THIS_MODULE,
	.release = alarm_release,
	.poll = alarm_poll,
	.unlocked_ioctl = alarm_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.show_fdinfo = alarm_show_fdinfo,
};

struct file *gpcd_alarm_open(struct gpcd_alarm *alarm, struct gpcd_alarm_req *req)
{
	int ret = alarm_check(req);
	struct file *made;

	if (!ret && gpcd_device_gone(alarm->list.device))
		ret = -ENODEV;
	if (!ret)
		ret = alarm_set_up(alarm, req);
	made = ret ? ERR_PTR(ret) : anon_inode_getfile("[gpcd-alarm]", &alarm_ops, alarm, O_RDONLY);
	if (IS_ERR(made)) {
		gpcd_alarm_put(alarm);
		return made;
	}
	/* From now on the alarm belongs to the file. */
	ret = alarm_admit(alarm, req);
	if (!ret)
		return made;
	fput(made);
	return ERR_PTR(ret);
}
