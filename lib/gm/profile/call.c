// SPDX-License-Identifier: LGPL-2.1-or-later
/* The next function of a wrapper's name, and the computing between calls. */
#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gm/profile/call.h"

/* --- the next function of a name --- */

__thread int call_depth;

void *call_find(void **next, const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);

	if (!found) {
		fprintf(stderr,
			"gm-profile: this MPI has no %s: use the libgm-profile that was built for it\n",
			name);
		abort();
	}
	/* Racing threads store the same value. */
	__atomic_store_n(next, found, __ATOMIC_RELAXED);
	return found;
}

/* --- computing between calls --- */

#define BILLION	1000000000ULL

bool compute_timed;

#define TRIES	64

static double factor = 1;
static uint64_t cost;	/* of two successive readings, ns */

/*
 * This thread's processor time when it left the last call, and the time that it has computed
 * before.
 */
static __thread uint64_t left __attribute__((tls_model("initial-exec")));
static __thread uint64_t computed __attribute__((tls_model("initial-exec")));

static uint64_t thread_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return time.tv_sec * BILLION + time.tv_nsec;
}

/* The C library's functions use the program's locale, which may have another decimal point. */
static int parse_factor(const char *text, double *value)
{
	double unit = 0;

	*value = 0;
	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	for (; *text; text++) {
		if (*text == '.' && unit == 0) {
			unit = 1;
			continue;
		}
		if (!isdigit((unsigned char)*text))
			return -EINVAL;
		unit /= 10;
		*value = unit == 0 ? 10 * *value + (*text - '0') : *value + unit * (*text - '0');
	}
	return isfinite(*value) ? 0 : -EINVAL;
}

/* Interrupts between two readings only lengthen the time, so the minimum is the cost. */
static uint64_t readings_cost(void)
{
	uint64_t least = UINT64_MAX, then, took;

	for (int i = 0; i < TRIES; i++) {
		then = thread_ns();
		took = thread_ns() - then;
		least = took < least ? took : least;
	}
	return least;
}

int compute_open(const char *how)
{
	int err = 0;

	if (how && !strcmp(how, "none"))
		return 0;
	factor = 1;
	if (how && *how && strcmp(how, "cpu"))
		err = parse_factor(how, &factor);
	cost = readings_cost();
	compute_timed = !err && factor > 0;
	return err;
}

void compute_close(void)
{
	compute_timed = false;
}

void compute_pause(void)
{
	uint64_t ns = thread_ns() - left;

	computed += ns > cost ? ns - cost : 0;
}

void compute_resume(void)
{
	left = thread_ns();
}

uint64_t compute_take(void)
{
	double ns = computed * factor;

	if (!compute_timed)
		return 0;
	computed = 0;
	left = thread_ns();
	return ns < (double)(1ULL << 52) ? ns : 1ULL << 52;
}
