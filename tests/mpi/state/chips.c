// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "state.h"

#define HOST_COUNTER	"GM_2_3_TILE_PERFORMANCE_COUNTERS_0"

/* An unusable state says why, and nothing else. */
static void stay_unfit(gemini_state_t *state, int err)
{
	expect("read", state, gemini_read_counters(MPI_COMM_WORLD, state), err);
	expect("read", state, gemini_read_counters(MPI_COMM_WORLD, state), err);
	expect("print", state, gemini_print_counters(MPI_COMM_WORLD, state), err);
}

/* init: print the result and the message, at the last rank. */
void run_init(struct gpcd_image_feed *feed, const char *argument)
{
	gemini_state_t state;
	int err = gemini_init_state(MPI_COMM_WORLD, &state), low, high;

	(void)feed;
	(void)argument;
	MPI_Allreduce(&err, &low, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	MPI_Allreduce(&err, &high, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	if (low != high)
		fail("ranks differ", &state, err);
	if (err)
		stay_unfit(&state, err);
	if (rank == ranks - 1)
		printf("%d: %s\n", err, gemini_error(&state));
	end(MPI_COMM_WORLD, &state);
}

/* gone RANK: that rank's chip goes between the samples; then all sample on, twice. */
void run_gone(struct gpcd_image_feed *feed, const char *argument)
{
	gemini_state_t state;

	begin(MPI_COMM_WORLD, &state);
	sample(MPI_COMM_WORLD, &state);
	traffic(feed, 1);
	if (rank == atoi(argument))
		gpcd_image_feed_close(feed);
	else
		gpcd_image_feed_release(feed);
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < 2; i++) {
		sample(MPI_COMM_WORLD, &state);
		check("print", &state, gemini_print_counters(MPI_COMM_WORLD, &state));
	}
	end(MPI_COMM_WORLD, &state);
}

/* torn RANK: that rank's chip is amid an update in the second sample, not in others. */
void run_torn(struct gpcd_image_feed *feed, const char *argument)
{
	bool mine = rank == atoi(argument);
	gemini_state_t state;

	begin(MPI_COMM_WORLD, &state);
	sample(MPI_COMM_WORLD, &state);
	if (mine)
		check("begin", NULL, gpcd_image_feed_begin(feed));
	sample(MPI_COMM_WORLD, &state);
	if (mine)
		check("end", NULL, gpcd_image_feed_end(feed, gpcd_image_feed_time(feed)));
	check("print", &state, gemini_print_counters(MPI_COMM_WORLD, &state));
	sample(MPI_COMM_WORLD, &state);
	traffic(feed, 1);
	sample(MPI_COMM_WORLD, &state);
	check("print", &state, gemini_print_counters(MPI_COMM_WORLD, &state));
	end(MPI_COMM_WORLD, &state);
}

/* between COMMAND: rank 0 runs a shell command between two samples. */
void run_between(struct gpcd_image_feed *feed, const char *command)
{
	gemini_state_t state;

	begin(MPI_COMM_WORLD, &state);
	sample(MPI_COMM_WORLD, &state);
	if (!rank && system(command))
		fail(command, NULL, -EIO);
	traffic(feed, 1);
	sample(MPI_COMM_WORLD, &state);
	check("print", &state, gemini_print_counters(MPI_COMM_WORLD, &state));
	end(MPI_COMM_WORLD, &state);
}

/* Open the device anew, as a program that resets or clears a chip does. */
static struct gpcd *device_open(void)
{
	char where[4096];
	struct gpcd *device;

	snprintf(where, sizeof(where), "image:%s", getenv("GM_WRITE"));
	check(where, NULL, gpcd_open(where, &device));
	return device;
}

/*
 * reset RANK: that rank writes a counter of GM_WRITE between two samples, not between the next two.
 */
void run_reset(struct gpcd_image_feed *feed, const char *argument)
{
	gemini_state_t state;
	struct gpcd *device;

	begin(MPI_COMM_WORLD, &state);
	sample(MPI_COMM_WORLD, &state);
	if (rank == atoi(argument)) {
		device = device_open();
		check("write", NULL, gpcd_write(device, 0, HOST_COUNTER, 5));
		gpcd_close(device);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	sample(MPI_COMM_WORLD, &state);
	check("print", &state, gemini_print_counters(MPI_COMM_WORLD, &state));
	traffic(feed, 1);
	sample(MPI_COMM_WORLD, &state);
	check("print", &state, gemini_print_counters(MPI_COMM_WORLD, &state));
	end(MPI_COMM_WORLD, &state);
}

/* wrap RANK: a counter of GM_WRITE, that rank's chip, wraps between the samples. */
void run_wrap(struct gpcd_image_feed *feed, const char *argument)
{
	bool mine = rank == atoi(argument);
	struct gpcd *device = NULL;
	gemini_state_t state;
	uint64_t value = 0;

	if (mine) {
		device = device_open();
		check("write", NULL, gpcd_write(device, 0, HOST_COUNTER, (1ULL << 48) - 1));
	}
	begin(MPI_COMM_WORLD, &state);
	sample(MPI_COMM_WORLD, &state);
	traffic(feed, 1);
	sample(MPI_COMM_WORLD, &state);
	if (mine)
		check("read", NULL, gpcd_read(device, 0, HOST_COUNTER, &value));
	if (value >= 1ULL << 47)
		fail("the counter went on", NULL, -ERANGE);
	gpcd_close(device);
	check("print", &state, gemini_print_counters(MPI_COMM_WORLD, &state));
	end(MPI_COMM_WORLD, &state);
}

/* die RANK: that rank dies halfway; the launcher must end the job. */
void run_die(struct gpcd_image_feed *feed, const char *argument)
{
	gemini_state_t state;

	(void)feed;
	begin(MPI_COMM_WORLD, &state);
	sample(MPI_COMM_WORLD, &state);
	if (rank == atoi(argument)) {
		fprintf(stderr, "rank %d has sampled, and dies\n", rank);
		abort();
	}
	gemini_read_counters(MPI_COMM_WORLD, &state);
	gemini_print_counters(MPI_COMM_WORLD, &state);
	pause();
}
