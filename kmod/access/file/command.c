// SPDX-License-Identifier: GPL-2.0-only
/*
 * Shared by the commands of all files: fetching and checking an argument, copying it back, and
 * arrays whose elements may grow.
 */
#include <linux/build_bug.h>
#include <linux/err.h>
#include <linux/fcntl.h>
#include <linux/file.h>
#include <linux/gpcd_ring.h>
#include <linux/uaccess.h>

#include "core/core.h"
#include "access/access.h"
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
	struct gpcd_ring_req ring;
	struct gpcd_ring_freeze freeze;
	struct gpcd_write_req write;
	struct gpcd_perms_query query;
	struct gpcd_perms_set set;
	struct gpcd_perms_list list;
	struct gpcd_perms_remove remove;
	struct gpcd_perms_policy policy;
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

/*
 * Copy the argument of a command that has ended with @ret back to its caller, if the caller gets
 * it.
 */
static long argument_reply(const struct gpcd_command *command, const union argument *arg,
			   void __user *user, u32 size, long ret)
{
	if (command->reply == GPCD_REPLY_NEVER)
		return ret;
	if (ret < 0 && command->reply != GPCD_REPLY_ALWAYS)
		return ret;
	if (copy_to_user(user, arg, min_t(u32, size, command->size)) && ret >= 0)
		ret = -EFAULT;
	return ret;
}

/*
 * Install the descriptor only if all outputs have reached the caller: otherwise nobody would close
 * it.
 */
static long command_open(const struct gpcd_command *command, struct file *filp,
			 union argument *arg, void __user *user, u32 size)
{
	int fd = get_unused_fd_flags(O_CLOEXEC);
	struct file *made;
	long ret;

	if (fd < 0)
		return fd;
	made = command->open(filp, arg);
	ret = argument_reply(command, arg, user, size, PTR_ERR_OR_ZERO(made));
	if (!ret) {
		fd_install(fd, made);
		return fd;
	}
	if (!IS_ERR(made))
		fput(made);
	put_unused_fd(fd);
	return ret;
}

static long command_run(const struct gpcd_command *command, struct file *filp, void __user *user)
{
	union argument arg;
	u32 size;
	long ret;

	ret = argument_fetch(command, &arg, user, &size);
	if (ret)
		return ret;
	if (command->open)
		return command_open(command, filp, &arg, user, size);
	ret = command->run(filp, &arg);
	return argument_reply(command, &arg, user, size, ret);
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
