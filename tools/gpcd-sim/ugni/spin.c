// SPDX-License-Identifier: GPL-2.0-only
/*
 * A process that polls its own memory makes no call. That it does nothing else is proved: it is
 * stopped, and goes on instruction by instruction, until registers and memory are what they were
 * some instructions before. From there on it repeats itself for ever, whatever the machine's speed,
 * unless its memory is written from outside.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "calls.h"

/*
 * Let it run on, with a signal or 0. If it has ended instead, its parent is not told before its
 * tracer has taken note of that. The end of a child is left for reap().
 */
static void let_go(pid_t pid, bool child, int signal)
{
	if (ptrace(PTRACE_DETACH, pid, NULL, (void *)(uintptr_t)signal) && !child)
		waitpid(pid, NULL, __WALL);
}

#ifdef __x86_64__
#include "insn.h"

/* Instructions that are followed at most, and stores of a loop at most. */
#define STEPS	512
#define STORES	32

/* Where the number of a system call would be. */
#define NO_SYSCALL	(~0ull)

/* A process that is followed. */
struct followed {
	pid_t pid;
	struct user_regs_struct regs;
	struct user_regs_struct mark; /* registers at an earlier instruction */
	struct {
		unsigned long long address;
		uint64_t before; /* what was there at that instruction */
	} store[STORES]; /* memory that was written since */
	unsigned int stores;
	int signal; /* a signal that has come meanwhile, or 0 */
};

/*
 * Wait until it has stopped; false if it has ended. An end is left for others, also one that comes
 * just after the stop was seen.
 */
static bool await_stop(struct followed *it, int *status)
{
	siginfo_t info;
	int err;

	do
		err = waitid(P_PID, it->pid, &info, WSTOPPED | WEXITED | WNOWAIT | __WALL);
	while (err && errno == EINTR);
	if (err || (info.si_code != CLD_TRAPPED && info.si_code != CLD_STOPPED))
		return false;
	info.si_pid = 0;
	if (waitid(P_PID, it->pid, &info, WSTOPPED | WNOHANG | __WALL) || info.si_pid != it->pid)
		return false;
	*status = W_STOPCODE(info.si_status);
	return true;
}

static bool spin_registers(struct followed *it)
{
	return !ptrace(PTRACE_GETREGS, it->pid, NULL, &it->regs);
}

static bool read_word(const struct followed *it, unsigned long long address, uint64_t *word)
{
	struct iovec near = { word, sizeof(*word) };
	struct iovec far = { (void *)(uintptr_t)address, sizeof(*word) };

	return process_vm_readv(it->pid, &near, 1, &far, 1, 0) == sizeof(*word);
}

/* Keep what was at an address at the mark, before it is first written. */
static bool note_store(struct followed *it, unsigned long long address)
{
	for (unsigned int i = 0; i < it->stores; i++) {
		if (it->store[i].address == address)
			return true;
	}
	if (it->stores == STORES || !read_word(it, address, &it->store[it->stores].before))
		return false;
	it->store[it->stores++].address = address;
	return true;
}

/* Stores may overlap: the first one of two has kept what was there before both. */
static bool memory_as_before(const struct followed *it)
{
	uint64_t word;

	for (unsigned int i = 0; i < it->stores; i++) {
		if (!read_word(it, it->store[i].address, &word) || word != it->store[i].before)
			return false;
	}
	return true;
}

static bool spin_step(struct followed *it)
{
	unsigned char code[INSN_BYTES] = { 0 };
	struct iovec near = { code, sizeof(code) }, far = { (void *)it->regs.rip, sizeof(code) };
	unsigned long long address;
	enum insn_effect effect;
	int status;

	if (process_vm_readv(it->pid, &near, 1, &far, 1, 0) <= 0)
		return false;
	effect = insn_effect(code, &it->regs, &address);
	if (effect == INSN_OTHER || (effect == INSN_STORE && !note_store(it, address)))
		return false;
	if (ptrace(PTRACE_SINGLESTEP, it->pid, NULL, NULL) || !await_stop(it, &status))
		return false;
	if (status >> 8 != SIGTRAP) {
		it->signal = status >> 16 ? 0 : WSTOPSIG(status);
		return false;
	}
	return spin_registers(it);
}

static bool same(const struct user_regs_struct *a, const struct user_regs_struct *b)
{
	return !memcmp(a, b, sizeof(*a));
}

/* Return the instructions of the loop that the process is in, or 0. The mark is moved by Brent. */
static unsigned int find_loop(struct followed *it)
{
	unsigned int length = 0, power = 1;

	it->mark = it->regs;
	for (unsigned int i = 0; i < STEPS; i++) {
		if (!spin_step(it))
			return 0;
		length++;
		if (same(&it->regs, &it->mark))
			return memory_as_before(it) ? length : 0;
		if (length < power)
			continue;
		it->mark = it->regs;
		it->stores = 0;
		length = 0;
		power *= 2;
	}
	return 0;
}

static bool before(const struct user_regs_struct *a, const struct user_regs_struct *b)
{
	return a->rip != b->rip ? a->rip < b->rip : memcmp(a, b, sizeof(*a)) < 0;
}

/*
 * Go to the first place of the loop: where it was stopped depends on the machine, and what it reads
 * first of two words that are written at once must not.
 */
static bool go_to_first(struct followed *it, unsigned int length)
{
	struct user_regs_struct first = it->regs;

	for (unsigned int i = 1; i < length; i++) {
		if (!spin_step(it) || same(&it->regs, &first))
			return false;
		if (before(&it->regs, &first))
			first = it->regs;
	}
	for (unsigned int i = 0; i < length && !same(&it->regs, &first); i++) {
		if (!spin_step(it))
			return false;
	}
	return true;
}

/* Has it one thread? The links of a folder are those of its folders, and two. */
static bool is_alone(const struct followed *it)
{
	struct stat tasks;
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d/task", it->pid);
	return !stat(path, &tasks) && tasks.st_nlink == 3;
}

/* Stop it, and return whether it repeats itself. It may have started a thread before it stopped. */
static bool stop_in_loop(struct followed *it)
{
	unsigned int length;
	int status;

	if (ptrace(PTRACE_INTERRUPT, it->pid, NULL, NULL) || !await_stop(it, &status))
		return false;
	if (!(status >> 16))
		it->signal = WSTOPSIG(status);
	if (status >> 16 != PTRACE_EVENT_STOP || WSTOPSIG(status) != SIGTRAP)
		return false;
	/* In a call of the kernel, the next step would repeat it. */
	if (!is_alone(it) || !spin_registers(it) || it->regs.orig_rax != NO_SYSCALL)
		return false;
	length = find_loop(it);
	return length && go_to_first(it, length);
}

bool spin_begin(pid_t pid, bool child)
{
	struct followed it = { .pid = pid };

	if (ptrace(PTRACE_SEIZE, pid, NULL, NULL))
		return false;
	if (stop_in_loop(&it))
		return true;
	let_go(pid, child, it.signal);
	return false;
}

#else

bool spin_begin(pid_t pid, bool child)
{
	(void)pid;
	(void)child;
	return false;
}

#endif

void spin_end(pid_t pid, bool child)
{
	let_go(pid, child, 0);
}
