// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the commands of all files share: fetching and checking an argument and
 * copying it back, arrays whose elements may grow, and logging why a call is
 * rejected.
 */
#include <linux/build_bug.h>
#include <linux/device.h>
#include <linux/ratelimit.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

#include "core/core.h"
#include "layout.h"

/* A register is read by one 64-bit access, and a job id is the index of an xarray. */
static_assert(sizeof(long) == 8);

/* Every structure of the modern ABI begins like this. */
struct argument_head {
	u32 size;
	u32 flags;
};

union argument {
	struct argument_head head;
	struct gpcd_info info;
	struct gpcd_catalogue_page catalogue;
	struct gpcd_snapshot_req snapshot;
	struct gpcd_group_req group;
	struct gpcd_write_req write;
	struct gpcd_perms_query query;
	struct gpcd_perms_set set;
	struct gpcd_perms_list list;
	struct gpcd_perms_remove remove;
	struct gpcd_perms_ignore ignore;
};

static bool argument_valid(const struct gpcd_command *command, const union argument *arg, u32 size)
{
	const void *out = (const void *)arg + command->out;

	return arg->head.size == size && !(arg->head.flags & ~command->flags) &&
	       !memchr_inv(out, 0, command->size - command->out);
}

static int argument_fetch(const struct gpcd_command *command, union argument *arg,
			  void __user *user, u32 *size)
{
	int ret;

	if (get_user(*size, (u32 __user *)user))
		return -EFAULT;
	if (*size < command->first)
		return -EINVAL;
	if (*size > PAGE_SIZE)
		return -E2BIG;
	ret = copy_struct_from_user(arg, command->size, user, *size);
	if (ret)
		return ret;
	return argument_valid(command, arg, *size) ? 0 : -EINVAL;
}

static long command_run(const struct gpcd_command *command, struct file *filp, void __user *user)
{
	union argument arg;
	u32 size;
	long ret;

	ret = argument_fetch(command, &arg, user, &size);
	if (ret)
		return ret;
	ret = command->run(filp, &arg);
	if (command->reply == GPCD_REPLY_NEVER)
		return ret;
	if (ret < 0 && command->reply != GPCD_REPLY_ALWAYS)
		return ret;
	if (copy_to_user(user, &arg, min_t(u32, size, command->size)) && ret >= 0)
		ret = -EFAULT;
	return ret;
}

long gpcd_command_run(const struct gpcd_command *commands, unsigned int count, unsigned int cmd,
		      struct file *filp, void __user *user)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		if (commands[i].cmd == cmd)
			return command_run(&commands[i], filp, user);
	}
	return -ENOTTY;
}

int gpcd_array_put(struct gpcd_array *array, const void *element)
{
	if (copy_to_user(array->to, element, min(array->step, array->size)))
		return -EFAULT;
	array->to += array->step;
	return 0;
}

#define REFUSALS_BURST 10
#define REFUSALS_INTERVAL (5 * HZ)

/* Any user may make a file verbose, so all files share one rate limit. */
int gpcd_refuse(struct gpcd_file *file, int error, const char *fmt, ...)
{
	static DEFINE_RATELIMIT_STATE(told, REFUSALS_INTERVAL, REFUSALS_BURST);
	struct device *dev = &file->device->dev;
	struct va_format vaf = { .fmt = fmt };
	va_list args;

	va_start(args, fmt);
	vaf.va = &args;
	if (!READ_ONCE(file->verbose))
		dev_dbg_ratelimited(dev, "pid %d: %pV\n", task_pid_nr(current), &vaf);
	else if (__ratelimit(&told))
		dev_info(dev, "pid %d: %pV (error %d)\n", task_pid_nr(current), &vaf, error);
	va_end(args);
	return error;
}
