// SPDX-License-Identifier: GPL-2.0-only
/*
 * Failures on demand: the kernel's fault injection, for this thread alone.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sweep.h"

#define DEBUGFS	"/sys/kernel/debug/"

static int fail_nth, make_it_fail;

static void setting(const char *name, const char *text)
{
	char path[128];

	snprintf(path, sizeof(path), DEBUGFS "%s", name);
	must(!file_write(path, text), path);
}

/*
 * Caches marked on the kernel's command line: all but the checkers', whose own failures would be
 * counted as ours. Nothing is said in the kernel log, except where a copy fails: how else to know
 * that it was one?
 */
void fault_setup(void)
{
	setting("failslab/cache-filter", "1");
	setting("failslab/verbose", "0");
	setting("failslab/task-filter", "1");
	setting("failslab/times", "-1");
	setting("fail_page_alloc/verbose", "0");
	setting("fail_page_alloc/ignore-gfp-highmem", "0");
	setting("fail_usercopy/verbose", "1");
	setting("fail_usercopy/verbose_ratelimit_interval_ms", "0");
	fail_nth = open("/proc/thread-self/fail-nth", O_RDWR | O_CLOEXEC);
	must(fail_nth >= 0, "/proc/thread-self/fail-nth");
	make_it_fail = open("/proc/thread-self/make-it-fail", O_WRONLY | O_CLOEXEC);
	must(make_it_fail >= 0, "/proc/thread-self/make-it-fail");
	/* A page brought in later would count as an allocation of ours. */
	must(!mlockall(MCL_CURRENT), "mlockall");
}

/*
 * Page failures have no switch: min-order 32 is larger than any request. After the Nth failure the
 * kernel considers probability and task: in a drought, this thread always fails.
 */
void fault_choose(enum fault fault)
{
	setting("failslab/ignore-gfp-wait", fault == FAULT_PAGE ? "1" : "0");
	setting("failslab/probability", fault == FAULT_DROUGHT ? "100" : "0");
	setting("fail_page_alloc/ignore-gfp-wait", fault == FAULT_PAGE ? "0" : "1");
	setting("fail_page_alloc/min-order", fault == FAULT_PAGE ? "0" : "32");
}

bool fault_was_copy(void)
{
	return kmsg_said("name fail_usercopy");
}

void fault_arm(unsigned int nth)
{
	char text[16];
	int length = snprintf(text, sizeof(text), "%u", nth);

	must(pwrite(make_it_fail, "1", 1, 0) == 1, "make-it-fail");
	must(pwrite(fail_nth, text, length, 0) == length, "fail-nth");
}

/* Reading and writing the number left are copies, each of which may be the one that fails. */
unsigned int fault_disarm(void)
{
	char left[16] = "";
	unsigned int steps = pread(fail_nth, left, sizeof(left) - 1, 0) > 0 ? atoi(left) : 1;

	while (pwrite(fail_nth, "0", 1, 0) != 1)
		continue;
	must(pwrite(make_it_fail, "0", 1, 0) == 1, "make-it-fail");
	return steps;
}
