/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who sleeps: whom an event is to wake, and who is to wait for nobody.
 */
#ifndef SLEEPS_H
#define SLEEPS_H

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Wait until a process sleeps. */
static inline void asleep_await(pid_t pid)
{
	char path[64], text[64], state;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	do {
		usleep(1000);
		file = fopen(path, "re");
		state = '?';
		if (file && fgets(text, sizeof(text), file) && strrchr(text, ')'))
			state = strrchr(text, ')')[2];
		if (file)
			fclose(file);
	} while (state != 'S');
}

/* How often this thread has gone to sleep by itself: not because others have the processor. */
static inline long sleeps(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_nvcsw;
}

/* There even a spin lock sleeps. */
static inline int preempt_rt(void)
{
	struct utsname name;

	return !uname(&name) && strstr(name.version, "PREEMPT_RT");
}

#endif /* SLEEPS_H */
