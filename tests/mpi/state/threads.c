// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "state.h"

#define THREADS	4
#define TURNS	10

/* A thread's own communicator and state. */
struct worker {
	pthread_t thread;
	MPI_Comm comm;
	int number;
};

/* All threads meet here twice: before and after the counting between their samples. */
static pthread_barrier_t turn;

static void *work(void *argument)
{
	struct worker *worker = argument;
	char path[4096];
	gemini_state_t state;

	for (int i = 0; i < TURNS; i++) {
		begin(worker->comm, &state);
		sample(worker->comm, &state);
		pthread_barrier_wait(&turn);
		pthread_barrier_wait(&turn);
		sample(worker->comm, &state);
		snprintf(path, sizeof(path), "%s.%d.%d", getenv("GM_TABLES"), worker->number, i);
		check(path, &state,
		      gemini_write_counters(worker->comm, &state, path, GEMINI_TEXT));
		end(worker->comm, &state);
	}
	return NULL;
}

/* threads: each has its own state, at once; files GM_TABLES.THREAD.TURN. */
void run_threads(struct gpcd_image_feed *feed, const char *argument)
{
	struct worker workers[THREADS];

	(void)argument;
	pthread_barrier_init(&turn, NULL, THREADS + 1);
	for (int i = 0; i < THREADS; i++) {
		workers[i].number = i;
		MPI_Comm_dup(MPI_COMM_WORLD, &workers[i].comm);
	}
	for (int i = 0; i < THREADS; i++) {
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			fail("pthread_create", NULL, -EAGAIN);
	}
	for (int i = 0; i < TURNS; i++) {
		pthread_barrier_wait(&turn);
		traffic(feed, 1);
		pthread_barrier_wait(&turn);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(workers[i].thread, NULL);
		MPI_Comm_free(&workers[i].comm);
	}
	pthread_barrier_destroy(&turn);
}
