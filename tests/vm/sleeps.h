/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Check whether processes and threads sleep.
 */
#ifndef SLEEPS_H
#define SLEEPS_H

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "hang.h"

/* Wait until a process sleeps. */
static inline void asleep_await(pid_t pid)
{
	char path[64], text[64], state;
	int waited = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	do {
		ck_assert_msg(waited++ < 1000 * HANG_SECONDS, "process %d does not sleep", pid);
		usleep(1000);
		file = fopen(path, "re");
		state = '?';
		if (file && fgets(text, sizeof(text), file) && strrchr(text, ')'))
			state = strrchr(text, ')')[2];
		if (file)
			fclose(file);
	} while (state != 'S');
}

/* Count how often this thread went to sleep by itself; losing the processor does not count. */
static inline long sleeps(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_nvcsw;
}

/* Check for PREEMPT_RT, where even waiting for a spin lock is sleep. */
static inline int preempt_rt(void)
{
	struct utsname name;

	return !uname(&name) && strstr(name.version, "PREEMPT_RT");
}

#endif /* SLEEPS_H */
