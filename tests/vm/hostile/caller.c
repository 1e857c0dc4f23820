// SPDX-License-Identifier: GPL-2.0-only
/*
 * Callers: tasks that share the player's memory and descriptors, but not its
 * rights nor its job. The player posts a call and waits, so it sees what hangs.
 *
 * They share its thread-local storage, too: once at work they must not touch errno, and so use bare
 * system calls only.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "hang.h"
#include "hostile.h"

#define STACK		(256 << 10)
#define UNPRIVILEGED	4201	/* no such user needs to exist */

enum { IDLE, POSTED, DONE };

struct caller callers[CALLERS] = {
	[CALLER_ROOT] = { .name = "root", .privileged = true, .admin = true, .home = JOB_ROOT },
	[CALLER_MEMBER] = { .name = "member", .home = JOB_A },
	[CALLER_PERFMON] = { .name = "perfmon", .privileged = true, .home = JOB_B },
	[CALLER_NSROOT] = { .name = "nsroot", .home = JOB_A_X },
};

static long call_64(long nr, const uint64_t arg[6])
{
	register long r10 __asm__("r10") = arg[3];
	register long r8 __asm__("r8") = arg[4];
	register long r9 __asm__("r9") = arg[5];
	long ret;

	__asm__ volatile ("syscall" : "=a" (ret)
			  : "a" (nr), "D" (arg[0]), "S" (arg[1]), "d" (arg[2]),
			    "r" (r10), "r" (r8), "r" (r9) : "rcx", "r11", "memory");
	return ret;
}

static long call_32(long nr, const uint64_t arg[6])
{
	long ret;

	__asm__ volatile ("int $0x80" : "=a" (ret)
			  : "a" (nr), "b" ((uint32_t)arg[0]), "c" ((uint32_t)arg[1]),
			    "d" ((uint32_t)arg[2])
			  : "r8", "r9", "r10", "r11", "memory");
	return (int)ret;
}

long system_call(long nr, const uint64_t arg[6], bool narrow)
{
	return narrow ? call_32(nr, arg) : call_64(nr, arg);
}

long call_syscall(struct turn *turn)
{
	return system_call(turn->nr, turn->arg, turn->narrow);
}

long call_number(struct turn *turn)
{
	return turn->number;
}

/* Write texts to files; return the last result, or the error of a file that does not open. */
long call_stores(struct turn *turn)
{
	long ret = 0;

	for (int i = 0; i < turn->stores; i++) {
		const struct store *store = &turn->store[i];
		uint64_t opening[6] = { AT_FDCWD, (uintptr_t)store->path,
					O_WRONLY | O_CLOEXEC | O_TRUNC };
		long fd = call_64(SYS_openat, opening);
		uint64_t writing[6] = { fd, (uintptr_t)store->text, store->length };
		uint64_t closing[6] = { fd };

		if (fd < 0)
			return fd;
		ret = call_64(SYS_write, writing);
		call_64(SYS_close, closing);
	}
	return ret;
}

/* --- the hand-over --------------------------------------------------------- */

static long futex(int *word, int op, int value, const struct timespec *timeout)
{
	uint64_t arg[6] = { (uintptr_t)word, op, value, (uintptr_t)timeout };

	return call_64(SYS_futex, arg);
}

static void state_set(struct caller *caller, int state)
{
	__atomic_store_n(&caller->state, state, __ATOMIC_RELEASE);
	futex(&caller->state, FUTEX_WAKE, 1, NULL);
}

static int state_get(struct caller *caller)
{
	return __atomic_load_n(&caller->state, __ATOMIC_ACQUIRE);
}

void caller_post(struct caller *caller)
{
	state_set(caller, POSTED);
}

bool caller_wait(struct caller *caller)
{
	const struct timespec patience = { .tv_sec = HANG_SECONDS };

	while (state_get(caller) == POSTED) {
		if (futex(&caller->state, FUTEX_WAIT, POSTED, &patience) == -ETIMEDOUT)
			return false;
	}
	return true;
}

static void caller_work(struct caller *caller)
{
	int state;

	while ((state = state_get(caller)) != POSTED)
		futex(&caller->state, FUTEX_WAIT, state, NULL);
	if (caller->cover)
		caller->cover[0] = 0;
	caller->turn.ret = caller->turn.act(&caller->turn);
	state_set(caller, DONE);
}

/* --- becoming somebody ----------------------------------------------------- */

static void keep_perfmon(void)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2] = { { 0 } };

	data[CAP_TO_INDEX(CAP_PERFMON)].effective = CAP_TO_MASK(CAP_PERFMON);
	data[CAP_TO_INDEX(CAP_PERFMON)].permitted = CAP_TO_MASK(CAP_PERFMON);
	if (syscall(SYS_capset, &header, data))
		err(2, "capset");
}

/* Become a user in root's group, which owns the device nodes. */
static void become_user(bool perfmon)
{
	if (prctl(PR_SET_KEEPCAPS, perfmon) || setgroups(0, NULL) ||
	    setresuid(UNPRIVILEGED, UNPRIVILEGED, UNPRIVILEGED))
		err(2, "becoming a user");
	if (perfmon)
		keep_perfmon();
}

/* Become root of a namespace, an ordinary user outside: possible once the outside has mapped it. */
static void become_nsroot(void)
{
	static const uint64_t ids[6] = { 0 };

	while (call_64(SYS_setresuid, ids))
		call_64(SYS_sched_yield, ids);
}

static int caller_main(void *arg)
{
	struct caller *caller = arg;

	if (caller == &callers[CALLER_MEMBER] || caller == &callers[CALLER_PERFMON])
		become_user(caller->privileged);
	else if (caller == &callers[CALLER_NSROOT])
		become_nsroot();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (caller->cover && !cover_enable(caller))
		errx(2, "%s has no coverage", caller->name);
	state_set(caller, DONE);
	for (;;)
		caller_work(caller);
}

static void map_ids(pid_t pid, const char *file, int outer)
{
	char path[64];
	FILE *map;

	snprintf(path, sizeof(path), "/proc/%d/%s", pid, file);
	map = fopen(path, "w");
	if (!map || fprintf(map, "0 %d 1\n", outer) < 0 || fclose(map))
		err(2, "%s", path);
}

static void caller_start(struct caller *caller)
{
	int flags = CLONE_VM | CLONE_FILES | SIGCHLD;
	uint8_t *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (stack == MAP_FAILED)
		err(2, "a stack");
	arena_make(&caller->arena);
	if (caller == &callers[CALLER_NSROOT])
		flags |= CLONE_NEWUSER;
	caller->state = POSTED;
	caller->pid = clone(caller_main, stack + STACK, flags, caller);
	if (caller->pid < 0)
		err(2, "a caller");
	if (flags & CLONE_NEWUSER) {
		map_ids(caller->pid, "uid_map", UNPRIVILEGED);
		map_ids(caller->pid, "gid_map", 0);
	}
	if (!caller_wait(caller))
		errx(2, "%s does not start", caller->name);
	caller->state = IDLE;
	caller->job = -1;
	if (model_move(caller, caller->home))
		errx(2, "%s finds no job", caller->name);
}

void callers_start(bool guided)
{
	for (int i = 0; i < CALLERS; i++) {
		callers[i].cover = NULL;
		if (guided)
			cover_map(&callers[i]);
		caller_start(&callers[i]);
	}
}

void callers_stop(void)
{
	for (int i = 0; i < CALLERS; i++) {
		kill(callers[i].pid, SIGKILL);
		waitpid(callers[i].pid, NULL, 0);
	}
}
