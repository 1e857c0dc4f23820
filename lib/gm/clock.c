// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <sched.h>
#include <time.h>

#include "gm/gm.h"

/* One tag is enough: both ranks of a pair know the order of their messages. */
#define TAG	0

/* Tests before the first sched_yield(): about the time that a message needs to arrive. */
#define PATIENCE	100

/* Exchanges between each pair of ranks; the one with the shortest round trip is used. */
#define EXCHANGES	8

#define NS		1000000000ULL

/* --- the hypercube --- */

/*
 * The ranks of a communicator as the corners of a hypercube. The neighbour of a rank in dimension d
 * is the rank whose number differs in bit d (Hanlon, XMP-64 performance measurements, 2). Ranks
 * beyond the largest power of two are not corners; each is paired with a corner, its twin.
 */
struct cube {
	MPI_Comm comm;
	int rank;	/* in comm */
	int corners;	/* largest power of two within the number of ranks */
	int twin;	/* rank + or - corners; MPI_PROC_NULL if there is none */
};

/*
 * Find this rank's place in the hypercube. @comm has MPI_ERRORS_RETURN and no other user. Nothing
 * has to be released. Local. Returns -EIO for an error of MPI.
 */
static int cube_init(struct cube *cube, MPI_Comm comm)
{
	int ranks;

	cube->comm = comm;
	if (PMPI_Comm_rank(comm, &cube->rank) || PMPI_Comm_size(comm, &ranks))
		return -EIO;

	cube->corners = 1 << (31 - __builtin_clz(ranks));
	if (cube->rank >= cube->corners)
		cube->twin = cube->rank - cube->corners;
	else if (cube->rank < ranks - cube->corners)
		cube->twin = cube->rank + cube->corners;
	else
		cube->twin = MPI_PROC_NULL;
	return 0;
}

/* Send a word to @rank, or nothing to MPI_PROC_NULL. Returns 0 or -EIO. */
static int cube_send(const struct cube *cube, int rank, uint64_t word)
{
	return PMPI_Send(&word, 1, MPI_UINT64_T, rank, TAG, cube->comm) ? -EIO : 0;
}

static int expect(const struct cube *cube, int rank, uint64_t *word, MPI_Request *request)
{
	return PMPI_Irecv(word, 1, MPI_UINT64_T, rank, TAG, cube->comm, request) ? -EIO : 0;
}

/*
 * MPICH's own waiting never yields. With more ranks than processors, each message would then take a
 * time slice.
 */
static int wait_for(MPI_Request *request)
{
	int done = 0;

	for (unsigned int i = 0; !done; i++) {
		if (i >= PATIENCE)
			sched_yield();
		if (PMPI_Test(request, &done, MPI_STATUS_IGNORE))
			return -EIO;
	}
	return 0;
}

/*
 * Wait for a word from @rank; MPI_PROC_NULL returns at once and leaves @word unchanged. Returns 0
 * or -EIO.
 */
static int cube_receive(const struct cube *cube, int rank, uint64_t *word)
{
	MPI_Request request;
	int err;

	err = expect(cube, rank, word, &request);
	return err ? err : wait_for(&request);
}

/* Cancel a receive: its buffer is the caller's and will be gone. */
static void give_up(MPI_Request *request)
{
	if (!PMPI_Cancel(request))
		PMPI_Wait(request, MPI_STATUS_IGNORE);
}

/* Exchange a word with another rank, which must call this function too. Returns 0 or -EIO. */
static int cube_swap(const struct cube *cube, int rank, uint64_t mine, uint64_t *theirs)
{
	MPI_Request request;
	int err;

	err = expect(cube, rank, theirs, &request);
	if (err)
		return err;
	err = cube_send(cube, rank, mine);
	if (err) {
		give_up(&request);
		return err;
	}
	return wait_for(&request);
}

/* --- the clock --- */

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
static int ping(const struct cube *cube, int slave, uint64_t *time)
{
	int err = cube_send(cube, slave, 0);

	return err ? err : cube_receive(cube, slave, time);
}

static int answer(const struct gm_clock *clock, const struct cube *cube, int master)
{
	uint64_t word;
	int err = 0;

	for (int i = 0; !err && i <= EXCHANGES; i++) {
		err = cube_receive(cube, master, &word);
		if (!err)
			err = cube_send(cube, master, gm_clock_now(clock));
	}
	return err;
}

/*
 * Measure how far the master, this rank, is ahead of the slave (3.2.1). The last ping of an
 * exchange is the first ping of the next one.
 */
static int measure(struct gm_clock *clock, const struct cube *cube, int slave, int64_t *delta)
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
static int average(const struct cube *cube, int ranks, int64_t *delta)
{
	uint64_t word;
	int64_t theirs;
	int err;

	for (int bit = 1; bit < ranks; bit *= 2) {
		err = cube_swap(cube, cube->rank ^ bit, *delta, &word);
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
static int follow(struct gm_clock *clock, const struct cube *cube, int slave, int ranks)
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
	struct cube cube;
	int err;

	clock->offset = 0;
	clock->trip = 0;
	err = cube_init(&cube, comm);
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

/* --- the barrier --- */

static int cross_dimensions(const struct cube *cube)
{
	uint64_t word;
	int err = 0;

	for (int bit = 1; !err && bit < cube->corners; bit *= 2)
		err = cube_swap(cube, cube->rank ^ bit, 0, &word);
	return err;
}

/* A corner enters after its twin, and releases the twin when the barrier is done. */
int gm_barrier(MPI_Comm comm)
{
	struct cube cube;
	uint64_t word;
	int err;

	err = cube_init(&cube, comm);
	if (err)
		return err;

	if (cube.rank >= cube.corners) {
		err = cube_send(&cube, cube.twin, 0);
		return err ? err : cube_receive(&cube, cube.twin, &word);
	}

	err = cube_receive(&cube, cube.twin, &word);
	if (!err)
		err = cross_dimensions(&cube);
	return err ? err : cube_send(&cube, cube.twin, 0);
}
