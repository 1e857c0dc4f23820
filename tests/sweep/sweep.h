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

/* Called by a program's first instructions. */
int __libc_start_main(main_t main, int argc, char **argv, void (*init)(void),
		      void (*fini)(void), void (*rtld_fini)(void), void *stack);

/* Longest description of what is wrong with a run: one line. */
#define VERDICT_MAX 1024

/*
 * What is done to a system call. HARM_INTERRUPT: a signal interrupts it: -EINTR. HARM_SHORTEN: it
 * moves half of the bytes. HARM_FILL: it writes half of the bytes, and the next write finds the
 * disk full.
 */
enum harm {
	HARM_NONE,
	HARM_FAIL,
	HARM_INTERRUPT,
	HARM_SHORTEN,
	HARM_FILL,
	HARMS,
};

/* What goes wrong in a run. */
struct injection {
	unsigned int allocation;	/* number of the one that fails, from 1; 0: none */
	unsigned int call;	/* number of the one that is harmed, from 1; 0: none */
	int nr;	/* which call that must be, in the system's table */
	int fd;	/* if it is write(2): to which descriptor */
	enum harm harm;
	bool look;	/* harm nothing; note where allocations are made, too */
};

#define PLACES_MAX	65536

/* What a child reports about its memory. */
struct heap {
	unsigned int allocations;	/* so far */
	unsigned int fail;	/* number of the one that fails, from 1; 0: none */
	bool look;	/* note in @places where each allocation is made */
	int live;	/* blocks that are not freed yet */
	bool ended;	/* all atexit() handlers have run: @live is final */
};

/*
 * Shared with the child. Two allocations of an undisturbed run whose backtraces are equal
 * have the same value in @places, whose index is the allocation's number, from 1.
 */
extern struct heap *heap;
extern uint64_t *places;

/* In a child, from now on: count, and fail. */
void heap_arm(void);

#define CALLS_MAX	4096

/* A system call that was made. */
struct made {
	int nr;	/* number in the system's table */
	int fd;	/* its first argument, a descriptor of most calls */
	size_t bytes;	/* its third argument, a size of some calls */
};

/* The system calls of a run. */
struct trace {
	unsigned int count;	/* calls that can fail */
	struct made call[CALLS_MAX + 1];
	unsigned int writes;	/* records on standard output */
	/* output bytes after each record; the first is 0: none yet */
	size_t written[CALLS_MAX + 1];
	bool strayed;	/* the call to harm was another one or was not made: no harm done */
};

/* Let a child that stopped itself go on to its end; return its wait status. */
int trace_child(int child, const struct injection *injection, struct trace *trace);

/* Do two runs make the same system calls? */
bool trace_same(const struct trace *a, const struct trace *b);

/* Can a system call be harmed like that? */
bool call_suffers(const struct made *made, enum harm harm);

/* Return what a failing call returns: a negative errno. */
int call_error(int nr);

/* "openat: Too many open files" */
void call_describe(int nr, enum harm harm, char *text, size_t room);

/* What a child did. */
struct run {
	int status;	/* wait status */
	struct heap heap;
	struct trace trace;	/* only when traced */
	char *out;	/* standard output */
	size_t out_size;	/* with a NUL */
	char *err;	/* standard error */
	size_t err_size;	/* with a NUL */
};

/* The program that runs. */
struct program {
	main_t main;
	int argc;
	char **argv;
	char **envp;
	unsigned int patience;	/* seconds that a run may take */
};

/* The error that is injected: a negative errno, or 0: none. */
int injected(const struct injection *injection);

/* Run to the end. Pair with run_forget(). */
void run_start(const struct program *program, const struct injection *injection, struct run *run);

void run_forget(struct run *run);

/* What a run is judged by. */
struct judgement {
	const struct run *reference;	/* the undisturbed run */
	int error;	/* what was injected, a negative errno */
	bool may_fail;	/* false: the run must go on after any injected error */
	bool mute;	/* it kept a message from being written */
};

/* Is a run as it should be? If not, @verdict says why. */
bool run_good(const struct run *run, const struct judgement *by, char verdict[VERDICT_MAX]);

#endif /* SWEEP_H */
