// SPDX-License-Identifier: LGPL-2.1-or-later
#include <time.h>

#include "gm/clock/clock.h"
#include "gm/clock/cube.h"

/* Exchanges between each pair of ranks; the one with the shortest round trip is used. */
#define EXCHANGES	8

#define NS		1000000000ULL

uint64_t gm_clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NS + now.tv_nsec;
}

uint64_t gm_clock_now(const struct gm_clock *clock)
{
	return (clock->now ? clock->now(clock->context) : gm_clock_ns()) + clock->offset;
}

/* The ping is as long as the answer, so that both directions take the same time. */
static int ping(const struct gm_cube *cube, int slave, uint64_t *time)
{
	int err = gm_cube_send(cube, slave, 0);

	return err ? err : gm_cube_receive(cube, slave, time);
}

static int answer(const struct gm_clock *clock, const struct gm_cube *cube, int master)
{
	uint64_t word;
	int err = 0;

	for (int i = 0; !err && i <= EXCHANGES; i++) {
		err = gm_cube_receive(cube, master, &word);
		if (!err)
			err = gm_cube_send(cube, master, gm_clock_now(clock));
	}
	return err;
}

/*
 * Measure how far the master, this rank, is ahead of the slave (3.2.1). The last ping of an
 * exchange is the first ping of the next one.
 */
static int measure(struct gm_clock *clock, const struct gm_cube *cube, int slave, int64_t *delta)
{
	uint64_t best = UINT64_MAX;
	uint64_t t0, t1, t2;
	int err;

	err = ping(cube, slave, &t0);
	if (err)
		return err;
	for (int i = 0; i < EXCHANGES; i++, t0 = t2) {
		t1 = gm_clock_now(clock);
		err = ping(cube, slave, &t2);
		if (err)
			return err;
		if (t2 - t0 < best) {
			best = t2 - t0;
			*delta = t1 - t0 - best / 2;
		}
	}
	if (best > clock->trip)
		clock->trip = best;
	return 0;
}

/*
 * Average @delta over a subcube of @ranks ranks. Adds half of the difference, because a sum of
 * clocks that are months apart overflows. Starts from the lower rank's value, so that both ranks of
 * a pair round alike.
 */
static int average(const struct gm_cube *cube, int ranks, int64_t *delta)
{
	uint64_t word;
	int64_t theirs;
	int err;

	for (int bit = 1; bit < ranks; bit *= 2) {
		err = gm_cube_swap(cube, cube->rank ^ bit, *delta, &word);
		if (err)
			return err;
		theirs = word;
		if (cube->rank & bit)
			*delta = theirs + (*delta - theirs) / 2;
		else
			*delta += (theirs - *delta) / 2;
	}
	return 0;
}

/* Set this clock by the slave's. All @ranks ranks of the subcube do so at once. */
static int follow(struct gm_clock *clock, const struct gm_cube *cube, int slave, int ranks)
{
	int64_t delta = 0;
	int err;

	err = measure(clock, cube, slave, &delta);
	if (!err)
		err = average(cube, ranks, &delta);
	if (!err)
		clock->offset -= delta;
	return err;
}

int gm_clock_sync(struct gm_clock *clock, MPI_Comm comm)
{
	struct gm_cube cube;
	int err;

	clock->offset = 0;
	clock->trip = 0;
	err = gm_cube_init(&cube, comm);
	if (err)
		return err;
	if (cube.rank >= cube.corners)
		return follow(clock, &cube, cube.twin, 1);

	for (int bit = 1; !err && bit < cube.corners; bit *= 2) {
		if (cube.rank & bit)
			err = follow(clock, &cube, cube.rank ^ bit, bit);
		else
			err = answer(clock, &cube, cube.rank ^ bit);
	}
	return err ? err : answer(clock, &cube, cube.twin);
}
