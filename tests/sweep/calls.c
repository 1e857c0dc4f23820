// SPDX-License-Identifier: GPL-2.0-only
/*
 * System calls that fail: a traced child stops at the entry and at the exit of
 * each; between the two we may change its mind.
 */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sweep.h"

/* A system call, and how it may fail. */
struct call {
	int nr;	/* number in the system's table */
	const char *name;
	int error;	/* a plausible errno; 0: with these arguments it never fails */
	bool interruptible;	/* it may sleep, and be interrupted */
	bool sized;	/* its third argument is a number of bytes */
	bool takes_effect;	/* even when it fails */
};

#define CALL(call, err, ...) { .nr = SYS_##call, .name = #call, .error = err, __VA_ARGS__ }

static const struct call calls[] = {
	CALL(access, EIO),
	CALL(alarm, 0),
	CALL(brk, ENOMEM),
	CALL(clock_nanosleep, EINTR),
	CALL(close, EIO, .takes_effect = true),
	CALL(exit_group, 0),
	CALL(fcntl, ENOLCK),
	CALL(fstat, EIO),
	CALL(ftruncate, EFBIG),
	CALL(futex, 0),
	CALL(getdents64, EIO),
	CALL(getpid, 0),
	CALL(getrandom, 0),
	CALL(gettid, 0),
	CALL(ioctl, EIO),
	CALL(kill, 0),
	CALL(lseek, EIO),
	CALL(lstat, EIO),
	CALL(mmap, ENOMEM),
	CALL(munmap, ENOMEM),
	CALL(newfstatat, EIO),
	CALL(openat, EMFILE),
	CALL(poll, ENOMEM, .interruptible = true),
	CALL(ppoll, ENOMEM, .interruptible = true),
	CALL(pread64, EIO, .interruptible = true, .sized = true),
	CALL(pwrite64, ENOSPC, .interruptible = true, .sized = true),
	CALL(read, EIO, .interruptible = true, .sized = true),
	CALL(readlink, EIO),
	CALL(rename, ENOSPC),
	CALL(rt_sigaction, 0),
	CALL(rt_sigprocmask, 0),
	CALL(rt_sigreturn, 0),
	CALL(stat, EIO),
	CALL(timerfd_create, EMFILE),
	CALL(timerfd_settime, ENOMEM),
	CALL(uname, 0),
	CALL(unlink, EIO),
	CALL(write, ENOSPC, .interruptible = true, .sized = true),
};

/* Any other call: of it we know no more than that it may fail. */
static const struct call other = { .name = "system call", .error = EIO };

static const struct call *call_find(int nr)
{
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		if (calls[i].nr == nr)
			return &calls[i];
	}
	return &other;
}

/* A timer's eight bytes are there already when they are read, and all of them. */
static bool is_timer(const struct made *made)
{
	return made->nr == SYS_read && made->bytes == sizeof(uint64_t);
}

bool call_suffers(const struct made *made, enum harm harm)
{
	const struct call *call = call_find(made->nr);

	switch (harm) {
	case HARM_FAIL:
		return call->error;
	case HARM_INTERRUPT:
		return call->interruptible && !is_timer(made);
	case HARM_SHORTEN:
		return call->sized && !is_timer(made);
	case HARM_FILL:
		return made->nr == SYS_write && made->fd != STDERR_FILENO;
	default:
		return false;
	}
}

int call_error(int nr)
{
	return -call_find(nr)->error;
}

void call_describe(int nr, enum harm harm, char *text, size_t room)
{
	const struct call *call = call_find(nr);
	const char * const what[HARMS] = {
		[HARM_FAIL] = strerror(call->error),
		[HARM_INTERRUPT] = strerror(EINTR),
		[HARM_SHORTEN] = "half of the bytes",
		[HARM_FILL] = "half of the bytes, then a full disk",
	};

	snprintf(text, room, "%s: %s", call->name, what[harm]);
}

/* Let the call be none; at its exit it returns what we say. */
static void call_skip(struct user_regs_struct *regs)
{
	regs->orig_rax = -1;
}

/* At the entry of a call that can fail: return what it is to return, or 0: what it will. */
static int call_harm(struct user_regs_struct *regs, const struct call *call, enum harm harm)
{
	switch (harm) {
	case HARM_FAIL:
		if (regs->orig_rax == SYS_brk) {
			/* It does not return errors, but the end that stays. */
			regs->rdi = 0;
			return 0;
		}
		if (!call->takes_effect)
			call_skip(regs);
		return -call->error;
	case HARM_INTERRUPT:
		call_skip(regs);
		return -EINTR;
	case HARM_SHORTEN:
	case HARM_FILL:
		regs->rdx = (regs->rdx + 1) / 2;
		return 0;
	default:
		return 0;
	}
}

/* What is known between the stops of a child. */
struct tracer {
	const struct injection *injection;	/* what goes wrong */
	struct trace *trace;
	int error;	/* what the present call returns at its exit, or 0 */
	struct user_regs_struct call;	/* as the child made it */
	bool inside;	/* the next stop is the call's exit */
	bool full;	/* the disk is */
};

static bool writes_to(const struct tracer *tracer, unsigned int fd)
{
	return tracer->call.orig_rax == SYS_write && tracer->call.rdi == fd;
}

/* The same call; a write to another descriptor is another one. */
static bool made_same(const struct made *a, const struct made *b)
{
	return a->nr == b->nr && (a->nr != SYS_write || a->fd == b->fd);
}

static void call_enter(struct tracer *tracer, struct user_regs_struct *regs)
{
	const struct injection *injection = tracer->injection;
	const struct call *call = call_find(regs->orig_rax);
	struct trace *trace = tracer->trace;

	tracer->call = *regs;
	tracer->error = 0;
	if (!call->error)
		return;
	trace->call[trace->count++] = (struct made) {
		.nr = regs->orig_rax,
		.fd = regs->rdi,
		.bytes = regs->rdx,
	};
	if (tracer->full && writes_to(tracer, STDOUT_FILENO)) {
		tracer->error = call_harm(regs, call, HARM_FAIL);
		tracer->full = false;
	}
	if (trace->count != injection->call)
		return;
	trace->strayed = !made_same(&trace->call[trace->count - 1],
				    &(struct made){ .nr = injection->nr, .fd = injection->fd });
	if (trace->strayed)
		return;
	tracer->error = call_harm(regs, call, injection->harm);
	if (injection->harm == HARM_FILL)
		tracer->full = true;
}

/* But for its result a call leaves the registers as they were. */
static void call_exit(struct tracer *tracer, struct user_regs_struct *regs)
{
	struct trace *trace = tracer->trace;
	long bytes;

	regs->rdi = tracer->call.rdi;
	regs->rdx = tracer->call.rdx;
	if (tracer->error)
		regs->rax = tracer->error;
	bytes = regs->rax;
	if (!writes_to(tracer, STDOUT_FILENO) || bytes <= 0)
		return;
	trace->writes++;
	trace->written[trace->writes] = trace->written[trace->writes - 1] + bytes;
}

static void call_stop(struct tracer *tracer, int child)
{
	struct user_regs_struct regs, before;

	ptrace(PTRACE_GETREGS, child, NULL, &regs);
	before = regs;
	if (tracer->inside)
		call_exit(tracer, &regs);
	else
		call_enter(tracer, &regs);
	if (memcmp(&before, &regs, sizeof(regs)))
		ptrace(PTRACE_SETREGS, child, NULL, &regs);
	tracer->inside = !tracer->inside;
}

/* Nothing is left to be seen or done: let the child run. */
static bool is_over(const struct tracer *tracer)
{
	const struct injection *injection = tracer->injection;

	return injection->call && tracer->trace->count >= injection->call &&
	       !tracer->inside && !tracer->full;
}

bool trace_same(const struct trace *a, const struct trace *b)
{
	bool same = a->count == b->count;

	for (unsigned int i = 0; same && i < a->count; i++)
		same = made_same(&a->call[i], &b->call[i]);
	return same;
}

int trace_child(int child, const struct injection *injection, struct trace *trace)
{
	struct tracer tracer = { .injection = injection, .trace = trace };
	int status, sig;

	waitpid(child, &status, 0);
	ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
	for (sig = 0; WIFSTOPPED(status); waitpid(child, &status, 0)) {
		if (WSTOPSIG(status) == (SIGTRAP | 0x80))
			call_stop(&tracer, child);
		else if (WSTOPSIG(status) != SIGSTOP)
			sig = WSTOPSIG(status);
		if (trace->count == CALLS_MAX)
			kill(child, SIGALRM);
		ptrace(is_over(&tracer) ? PTRACE_CONT : PTRACE_SYSCALL, child, NULL, sig);
		sig = 0;
	}
	trace->strayed |= trace->count < injection->call;
	return status;
}
