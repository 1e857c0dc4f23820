/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A library to preload: it makes of a program a sweep of itself. main() runs in
 * one child after another, undisturbed first; then in turn each of its
 * allocations, or each of its system calls, fails.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/user.h>

typedef int (*main_t)(int argc, char **argv, char **envp);

/* What the first instructions of a program call. */
int __libc_start_main(main_t main, int argc, char **argv, void (*init)(void),
		      void (*fini)(void), void (*rtld_fini)(void), void *stack);

/* What is wrong with a run, in one line. */
#define VERDICT_MAX 1024

/**
 * enum harm - what is done to a system call
 * @HARM_NONE: nothing
 * @HARM_FAIL: it fails
 * @HARM_INTERRUPT: a signal interrupts it: -EINTR
 * @HARM_SHORTEN: it moves half of the bytes
 * @HARM_FILL: it writes half of the bytes, and the next write finds the disk full
 */
enum harm {
	HARM_NONE,
	HARM_FAIL,
	HARM_INTERRUPT,
	HARM_SHORTEN,
	HARM_FILL,
	HARMS,
};

/**
 * struct injection - what goes wrong in a run
 * @allocation: the number of the allocation that fails, from 1; 0: none
 * @call: the number of the system call that is harmed, from 1; 0: none
 * @nr: which one it is to be, by its number in the system's table
 * @fd: if it is write(2): to which descriptor
 * @harm: how
 * @look: nothing: this is a run to look at, where its allocations are made, too
 * @branch: nothing in this run, which asks it at each allocation: see heap_branch
 */
struct injection {
	unsigned int allocation;
	unsigned int call;
	int nr;
	int fd;
	enum harm harm;
	bool look;
	bool (*branch)(void);
};

#define PLACES_MAX	65536

/**
 * struct heap - what a child reports about its memory
 * @allocations: so far
 * @fail: the number of the one that fails, from 1; 0: none
 * @look: note in @places where each allocation is made
 * @live: blocks that are not freed yet
 * @ended: all atexit() handlers have run: @live is final
 */
struct heap {
	unsigned int allocations;
	unsigned int fail;
	bool look;
	int live;
	bool ended;
};

/*
 * Shared with the child. Two allocations of an undisturbed run whose backtraces are equal
 * have the same value in @places, whose index is the allocation's number, from 1.
 */
extern struct heap *heap;
extern uint64_t *places;

/* In a child: asked at each allocation whether it fails; NULL: heap->fail says so. */
extern bool (*heap_branch)(void);

/* In a child, from now on: count, and fail. */
void heap_arm(void);

#define CALLS_MAX	4096

/**
 * struct made - a system call that was made
 * @nr: its number in the system's table
 * @fd: its first argument, of most a descriptor
 * @bytes: its third argument, of some a number of bytes
 */
struct made {
	int nr;
	int fd;
	size_t bytes;
};

/**
 * struct trace - the system calls of a run
 * @count: those that can fail
 * @call: what they were
 * @writes: records on standard output
 * @written: bytes of it after each record; the first is 0: none yet
 * @strayed: the call to harm was another one, or was not made: nothing was harmed
 */
struct trace {
	unsigned int count;
	struct made call[CALLS_MAX + 1];
	unsigned int writes;
	size_t written[CALLS_MAX + 1];
	bool strayed;
};

/* Let a child that stopped itself go on to its end; return its wait status. */
int trace_child(int child, const struct injection *injection, struct trace *trace);

/* Do two runs make the same system calls? */
bool trace_same(const struct trace *a, const struct trace *b);

/* Can a system call be harmed like that? */
bool call_suffers(const struct made *made, enum harm harm);

/* What a call that fails returns: a negative errno. */
int call_error(int nr);

/* "openat: Too many open files" */
void call_describe(int nr, enum harm harm, char *text, size_t room);

/**
 * struct run - what a child did
 * @status: its wait status
 * @heap: of its memory
 * @trace: of its system calls; only when traced
 * @out: its standard output
 * @out_size: its bytes, and a NUL
 * @err: its standard error
 * @err_size: its bytes, and a NUL
 */
struct run {
	int status;
	struct heap heap;
	struct trace trace;
	char *out;
	size_t out_size;
	char *err;
	size_t err_size;
};

/**
 * struct program - what runs
 * @main: its main()
 * @argc: of main()
 * @argv: of main()
 * @envp: of main()
 * @patience: seconds that a run may take
 */
struct program {
	main_t main;
	int argc;
	char **argv;
	char **envp;
	unsigned int patience;
};

/* The error that is injected: a negative errno, or 0: none. */
int injected(const struct injection *injection);

/* Run to the end. Pair with run_forget(). */
void run_start(const struct program *program, const struct injection *injection, struct run *run);

/*
 * In a run, at an allocation: another child goes on from here, and the allocation fails there.
 * Returns true in that child, and false when it has ended, with what it did in @run, for
 * run_forget(). The program has one thread, and no files but its output.
 */
bool run_branch(const struct program *program, struct run *run);

void run_forget(struct run *run);

/**
 * struct judgement - what a run is judged by
 * @reference: the undisturbed run
 * @error: what was injected, a negative errno
 * @may_fail: false: the run must go on after any injected error
 * @mute: it kept a message from being written
 */
struct judgement {
	const struct run *reference;
	int error;
	bool may_fail;
	bool mute;
};

/* Is a run as it should be? If not, @verdict says why. */
bool run_good(const struct run *run, const struct judgement *by, char verdict[VERDICT_MAX]);

#endif /* SWEEP_H */
