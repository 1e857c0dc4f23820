// SPDX-License-Identifier: GPL-2.0-only
/*
 * In place of main(): many of them. What is swept is said by the environment:
 *
 *   SWEEP=allocations|calls	what fails in turn
 *   SWEEP_AT=N			only the N-th, and show that run's output
 *   SWEEP_EVERY=N		every N-th only
 *   SWEEP_PART=K/N		the K-th of N parts: K, K + N, K + 2N and so on
 *   SWEEP_ALL=1		every allocation; else, and without SWEEP_EVERY, of those
 *				with equal backtraces the first, the second and the last
 *   SWEEP_PATIENCE=S		seconds that a run may take (HANG_SECONDS)
 *   SWEEP_CALM=1		no signal is caught: nothing is interrupted
 *   SWEEP_BEFORE, SWEEP_AFTER	shell commands around each run; AFTER must succeed
 *   SWEEP_AGAIN=1		the kernel's time decides which calls are made: a run that
 *				strays was not harmed, and is repeated until one does not,
 *				for as long as a single run may take
 *   SWEEP_PARTIAL, SWEEP_BLUR, SWEEP_KEPT	see judge.c
 *   SWEEP_STOP			see time.c
 *
 * Standard output gets the number of failures, or what was wrong with the first
 * run that was not as it should be.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "hang.h"
#include "sweep.h"

static main_t real_main;

/* The sweep. */
struct sweep {
	struct program program;
	unsigned int every;	/* one failure is picked of so many */
	unsigned int part, parts;	/* only these of them; parts 1: all */
	unsigned int at;	/* the only failure wanted, from 1; 0: all */
	bool again;	/* repeat a run that makes unexpected calls */
	bool all;	/* include allocations from places that failed already */
	unsigned int done;	/* runs in which something failed */
	struct run reference;	/* the undisturbed run */
};

static void *map_shared(size_t size)
{
	void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (shared == MAP_FAILED)
		abort();
	return shared;
}

static bool shell(const char *variable)
{
	const char *command = getenv(variable);

	return !command || !system(command);
}

static void prepare(void)
{
	if (shell("SWEEP_BEFORE"))
		return;
	dprintf(STDOUT_FILENO, "SWEEP_BEFORE fails\n");
	exit(1);
}

/* Is it a message that does not get out? */
static bool is_message(const struct trace *trace, const struct injection *injection)
{
	const struct made *made = &trace->call[injection->call - 1];

	return injection->call && made->nr == SYS_write && made->fd == STDERR_FILENO;
}

/* Run, and again as long as the run strays and may be repeated. */
static void run_on_track(const struct sweep *sweep, const struct injection *injection,
			 struct run *run)
{
	time_t end = time(NULL) + (sweep->again ? sweep->program.patience : 0);

	for (;;) {
		prepare();
		run_start(&sweep->program, injection, run);
		if (sweep->again && !injection->call && !injection->allocation)
			run->trace.strayed = !trace_same(&run->trace, &sweep->reference.trace);
		if (!run->trace.strayed || time(NULL) >= end)
			return;
		run_forget(run);
	}
}

/* Run once; if that is not as it should be, say so. */
static bool try(struct sweep *sweep, const struct injection *injection, const char *what)
{
	const struct judgement by = {
		.reference = &sweep->reference,
		.error = injected(injection),
		.may_fail = injection->allocation || injection->harm == HARM_FAIL ||
			    injection->harm == HARM_FILL,
		.mute = is_message(&sweep->reference.trace, injection),
	};
	char verdict[VERDICT_MAX];
	struct run run;
	bool good;

	run_on_track(sweep, injection, &run);
	good = run_good(&run, &by, verdict);
	if (good && !shell("SWEEP_AFTER")) {
		snprintf(verdict, sizeof(verdict), "leaves behind what it should not");
		good = false;
	}
	if (sweep->at)
		dprintf(STDOUT_FILENO, "%s%s", run.out, run.err);
	if (!good)
		dprintf(STDOUT_FILENO, "%s: %s\n", what, verdict);
	run_forget(&run);
	sweep->done++;
	return good;
}

static bool wanted(const struct sweep *sweep, unsigned int n)
{
	if (sweep->at)
		return n == sweep->at;
	return n % sweep->every == 0 &&
	       n / sweep->every % sweep->parts == sweep->part % sweep->parts;
}

/* Is it the first, the second or the last allocation of its place? */
static bool place_new(const struct sweep *sweep, unsigned int n)
{
	unsigned int count = sweep->reference.heap.allocations, before = 0;
	bool last = true;

	if (sweep->at || sweep->all || sweep->every > 1 || count > PLACES_MAX)
		return true;
	for (unsigned int i = 1; i <= count; i++) {
		if (places[i] != places[n])
			continue;
		before += i < n;
		last &= i <= n;
	}
	return before < 2 || last;
}

static bool sweep_allocations(struct sweep *sweep)
{
	struct injection injection = { 0 };
	char what[64];

	for (unsigned int n = 1; n <= sweep->reference.heap.allocations; n++) {
		injection.allocation = n;
		snprintf(what, sizeof(what), "allocation %u", n);
		if (wanted(sweep, n) && place_new(sweep, n) && !try(sweep, &injection, what))
			return false;
	}
	return true;
}

static bool harm_call(struct sweep *sweep, unsigned int n, enum harm harm)
{
	const struct trace *trace = &sweep->reference.trace;
	const struct injection injection = { .call = n, .nr = trace->call[n - 1].nr,
					     .fd = trace->call[n - 1].fd, .harm = harm };
	char what[128];
	int length = snprintf(what, sizeof(what), "call %u, ", n);

	call_describe(trace->call[n - 1].nr, harm, what + length, sizeof(what) - length);
	return try(sweep, &injection, what);
}

static bool sweep_call(struct sweep *sweep, unsigned int n)
{
	const struct made *made = &sweep->reference.trace.call[n - 1];
	bool calm = getenv("SWEEP_CALM");

	for (enum harm harm = HARM_FAIL; harm < HARMS; harm++) {
		if (!call_suffers(made, harm) || (calm && harm == HARM_INTERRUPT))
			continue;
		if (!harm_call(sweep, n, harm))
			return false;
	}
	return true;
}

static bool sweep_calls(struct sweep *sweep)
{
	for (unsigned int n = 1; n <= sweep->reference.trace.count; n++) {
		if (wanted(sweep, n) && !sweep_call(sweep, n))
			return false;
	}
	return true;
}

/* With SWEEP_AGAIN, repeat until two runs in a row make the same calls; else any run will do. */
static void reference_find(struct sweep *sweep)
{
	const struct injection none = { .look = true };
	time_t end = time(NULL) + sweep->program.patience;
	bool same = !sweep->again;
	struct run next;

	prepare();
	run_start(&sweep->program, &none, &sweep->reference);
	while (!same && time(NULL) < end) {
		prepare();
		run_start(&sweep->program, &none, &next);
		same = trace_same(&next.trace, &sweep->reference.trace);
		run_forget(&sweep->reference);
		sweep->reference = next;
	}
}

/* The reference run must be good itself, and the same every time. */
static bool sweep_begin(struct sweep *sweep)
{
	const struct injection none = { 0 };
	bool good;

	heap = map_shared(sizeof(*heap));
	places = map_shared((PLACES_MAX + 1) * sizeof(*places));
	reference_find(sweep);
	good = try(sweep, &none, "undisturbed");
	sweep->done = 0;
	return good;
}

/* Which part: all is the first of one. */
static void part_set(struct sweep *sweep)
{
	const char *part = getenv("SWEEP_PART");

	sweep->part = 1;
	sweep->parts = 1;
	if (part && (sscanf(part, "%u/%u", &sweep->part, &sweep->parts) != 2 || !sweep->parts))
		abort();
}

static unsigned int patience(void)
{
	const char *seconds = getenv("SWEEP_PATIENCE");

	return seconds ? atoi(seconds) : HANG_SECONDS;
}

static int sweep_main(int argc, char **argv, char **envp)
{
	bool calls = !strcmp(getenv("SWEEP") ?: "", "calls");
	struct sweep sweep = {
		.program = { .main = real_main, .argc = argc, .argv = argv, .envp = envp,
			     .patience = patience() },
		.every = atoi(getenv("SWEEP_EVERY") ?: "1"),
		.at = atoi(getenv("SWEEP_AT") ?: "0"),
		.again = getenv("SWEEP_AGAIN"),
		.all = getenv("SWEEP_ALL"),
	};
	bool good;

	part_set(&sweep);
	unsetenv("LD_PRELOAD");
	good = sweep_begin(&sweep);
	if (good)
		good = calls ? sweep_calls(&sweep) : sweep_allocations(&sweep);
	if (good)
		dprintf(STDOUT_FILENO, "%u\n", sweep.done);
	return !good;
}

int __libc_start_main(main_t main, int argc, char **argv, void (*init)(void),
		      void (*fini)(void), void (*rtld_fini)(void), void *stack)
{
	typeof(__libc_start_main) *real = dlsym(RTLD_NEXT, "__libc_start_main");

	real_main = main;
	return real(sweep_main, argc, argv, init, fini, rtld_fini, stack);
}
