// SPDX-License-Identifier: GPL-2.0-only
/* Descriptors: opened, closed, inherited, and calls that all files support. */
#include <errno.h>
#include <fcntl.h>
#include <linux/gpcd.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "grammar.h"

static void open_make(struct turn *turn)
{
	static const int modes[] = {
		O_RDWR, O_RDWR, O_RDONLY, O_WRONLY, O_RDWR | O_NONBLOCK, O_RDWR | O_TRUNC,
		O_RDWR | O_APPEND, O_RDWR | O_DIRECTORY,
	};
	unsigned int number = bytes_pick(&turn->bytes, 11);

	turn->number = number < 6 ? THING_DEVICE : number < 10 ? THING_DOOR : THING_CTL;
	sprintf(turn->text, "/dev/gpcd%s%u", number < 6 ? "" : "_emu", number % 6);
	if (turn->number == THING_CTL)
		strcpy(turn->text, "/dev/gpcdctl");
	turn->nr = SYS_openat;
	turn->arg[0] = AT_FDCWD;
	turn->arg[1] = (uintptr_t)turn->text;
	turn->arg[2] = modes[bytes_pick(&turn->bytes, ARRAY_SIZE(modes))] | O_CLOEXEC;
}

static void open_done(struct turn *turn)
{
	struct handle *handle = turn->ret < 0 ? NULL : handle_add(turn->ret, turn->number);

	if (!handle)
		return;
	handle->writable = (turn->arg[2] & O_ACCMODE) != O_RDONLY;
	if (turn->number == THING_DEVICE)
		handle_learn(handle);
	else if (!turn->caller->admin)
		finding(turn, "%s opened to a user", turn->text);
}

/* From now on no call may choose the descriptor. */
static void close_make(struct turn *turn)
{
	handle_choose(turn, THING_ANY);
	turn->nr = SYS_close;
	turn->arg[0] = turn->fd;
	if (turn->handle)
		handle_forget(turn->handle);
	turn->handle = NULL;
}

static void dup_make(struct turn *turn)
{
	handle_choose(turn, THING_ANY);
	turn->nr = SYS_dup;
	turn->arg[0] = turn->fd;
}

static void dup_done(struct turn *turn)
{
	const struct handle *from = turn->handle;
	struct handle *copy = turn->ret < 0 ? NULL : handle_add(turn->ret, from->thing);
	size_t size = from ? from->count * sizeof(*from->addrs) : 0;

	if (!copy)
		return;
	copy->writable = from->writable;
	copy->chip = from->chip;
	copy->nic_addr = from->nic_addr;
	copy->remote = from->remote;
	copy->job = from->job;
	copy->job_id = from->job_id;
	copy->privileged = from->privileged;
	copy->count = from->count;
	if (!from->addrs)
		return;
	copy->addrs = malloc(size);
	memcpy(copy->addrs, from->addrs, size);
}

/* --- a child that inherits all, and is killed at some time ------------------ */

#define CHILD_CALLS	10

static long act_fork(struct turn *turn)
{
	const uint64_t forking[6] = { SIGCHLD };
	long pid = system_call(SYS_clone, forking, false);
	uint64_t killing[6] = { pid, SIGKILL };
	uint64_t waiting[6] = { pid };
	const uint64_t ending[6] = { 0 };

	if (!pid) {
		for (int i = 0; i < CHILD_CALLS; i++)
			system_call(turn->nr, turn->arg, turn->narrow);
		system_call(SYS_exit_group, ending, false);
	}
	if (pid < 0)
		return pid;
	for (uint64_t i = 0; i < turn->number; i++)
		system_call(SYS_sched_yield, waiting, false);
	system_call(SYS_kill, killing, false);
	return system_call(SYS_wait4, waiting, false) == pid ? 0 : -ECHILD;
}

static const char * const inherited[] = { "snapshot", "group_read", "write", "info" };

static void fork_make(struct turn *turn)
{
	unsigned int which = bytes_pick(&turn->bytes, ARRAY_SIZE(inherited));
	const struct call *self = turn->call;

	turn->number = bytes_take(&turn->bytes);
	turn->call = grammar_call(grammar_find(inherited[which]));
	ioctl_make(turn);
	turn->call = self;
	turn->act = act_fork;
}

/* --- what all files know --------------------------------------------------- */

/* Only attributes can be read and written, so they are drawn most of the time. */
static unsigned int file_things(struct turn *turn)
{
	return bytes_pick(&turn->bytes, 4) == 3 ? THING_ANY : THING_ATTR;
}

static void transfer_make(struct turn *turn, long nr, size_t size)
{
	handle_choose(turn, file_things(turn));
	turn->nr = nr;
	turn->arg[0] = turn->fd;
	turn->arg[1] = buffer_place(turn, 0, size);
	turn->arg[2] = size;
	turn->buffers = 1;
	turn->buffer[0].known = false;
}

static void read_make(struct turn *turn)
{
	static const uint16_t sizes[] = { 64, 0, 1, 4096, 8192 };

	transfer_make(turn, SYS_read, sizes[bytes_pick(&turn->bytes, ARRAY_SIZE(sizes))]);
}

static void write_make(struct turn *turn)
{
	static const char * const texts[] = { "none", "unplug", "1", "stuck", "10" };
	size_t length = text_make(turn, texts, ARRAY_SIZE(texts));

	transfer_make(turn, SYS_write, length);
	memcpy(turn->buffer[0].at, turn->text, length);
}

static void write_done(struct turn *turn)
{
	if (turn->ret >= 0)
		model_doubt();
}

static void lseek_make(struct turn *turn)
{
	handle_choose(turn, file_things(turn));
	turn->nr = SYS_lseek;
	turn->arg[0] = turn->fd;
	turn->arg[1] = number_junk(bytes_take(&turn->bytes), 0);
	turn->arg[2] = bytes_pick(&turn->bytes, 5);
}

static void poll_make(struct turn *turn)
{
	struct pollfd *pollfd = (struct pollfd *)turn->text;

	handle_choose(turn, THING_ANY);
	*pollfd = (struct pollfd){ .fd = turn->fd, .events = bytes_take(&turn->bytes) };
	turn->nr = SYS_poll;
	turn->arg[0] = (uintptr_t)pollfd;
	turn->arg[1] = 1;
}

static void flags_make(struct turn *turn)
{
	static const int flags[] = { 0, O_NONBLOCK, O_APPEND, O_ASYNC, O_DIRECT };

	handle_choose(turn, THING_ANY);
	turn->nr = SYS_fcntl;
	turn->arg[0] = turn->fd;
	turn->arg[1] = F_SETFL;
	turn->arg[2] = flags[bytes_pick(&turn->bytes, ARRAY_SIZE(flags))];
}

static void lock_make(struct turn *turn)
{
	handle_choose(turn, THING_ANY);
	turn->nr = SYS_flock;
	turn->arg[0] = turn->fd;
	turn->arg[1] = LOCK_NB | (bytes_pick(&turn->bytes, 2) ? LOCK_EX : LOCK_UN);
}

static void stat_make(struct turn *turn)
{
	handle_choose(turn, THING_ANY);
	turn->nr = SYS_fstat;
	turn->arg[0] = turn->fd;
	turn->arg[1] = (uintptr_t)turn->text;
}

const struct call grammar_files[] = {
	{
		.name = "open",
		.make = open_make,
		.done = open_done,
		.at_once = true,
		.errors = { ENOENT, ENODEV, ENXIO, EACCES, ENOTDIR },
	}, {
		.name = "close",
		.make = close_make,
	}, {
		.name = "dup",
		.make = dup_make,
		.done = dup_done,
		.at_once = true,
	}, {
		.name = "fork",
		.make = fork_make,
		.touches = TOUCH_REGISTERS,
	}, {
		.name = "read",
		.make = read_make,
		.errors = { EINVAL, EBADF, EFAULT, ENODEV, EPERM, EIO },
	}, {
		.name = "write_fd",
		.make = write_make,
		.done = write_done,
		.touches = TOUCH_LIFE,
		.errors = { EINVAL, EBADF, EFAULT, ENODEV, EBUSY, EEXIST, EOPNOTSUPP, ERANGE,
			    ENOSPC },
	}, {
		.name = "lseek",
		.make = lseek_make,
		.errors = { EINVAL, ESPIPE, EOVERFLOW, ENXIO },
	}, {
		.name = "poll",
		.make = poll_make,
	}, {
		.name = "flags",
		.make = flags_make,
		.errors = { EINVAL, EPERM },
	}, {
		.name = "flock",
		.make = lock_make,
		.errors = { EWOULDBLOCK },
	}, {
		.name = "fstat",
		.make = stat_make,
	}, { }
};
