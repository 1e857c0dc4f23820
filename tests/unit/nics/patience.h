/* SPDX-License-Identifier: GPL-2.0-only */
/* How long a reader waits for a daemon: for ever, unless a test says that its time is over. */
#ifndef NICS_PATIENCE_H
#define NICS_PATIENCE_H

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include "mark.h"
#include "nics/clock.h"

static bool impatient;

int __wrap_pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock,
				  const struct timespec *end);

/* While the reader holds the lock, nothing can have come that it waits for. */
int __wrap_pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock,
				  const struct timespec *end)
{
	int over = impatient ? ETIMEDOUT : 0;
	struct timespec now;

	clock_gettime(clock, &now);
	/* A tenth of a second, less what has passed since the caller computed it. */
	ck_assert_int_le(nic_timespec_ns(end) - nic_timespec_ns(&now), 100000000);
	return over ? over : pthread_cond_wait(cond, mutex);
}

/* Count the threads of this program. */
static inline unsigned int threads(void)
{
	DIR *tasks = opendir("/proc/self/task");
	unsigned int count = 0;

	while (readdir(tasks))
		count++;
	closedir(tasks);
	return count - 2;
}

/* Wait until no other thread is left. */
static inline void wait_alone(void)
{
	while (threads() > 1)
		usleep(1000);
}

#endif /* NICS_PATIENCE_H */
