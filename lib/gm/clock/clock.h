/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A clock that all ranks share, and a barrier. Both exchange messages along the dimensions of a
 * hypercube (Hanlon, XMP-64 performance measurements, 3). Times are in ns. Communicators belong to
 * the library and have MPI_ERRORS_RETURN.
 */
#ifndef GM_CLOCK_H
#define GM_CLOCK_H

#include <stdint.h>
#include <mpi.h>

/**
 * struct gm_clock - the clock of this rank, and its difference from the clock of rank 0
 * @offset: ns to add to @now to get the time of rank 0; 0 before the first synchronisation
 * @now: reads this rank's own clock; NULL: CLOCK_MONOTONIC
 * @context: handed to @now
 * @trip: the longest round trip, in ns, on which the last synchronisation of this rank relied.
 *	Each difference that this rank measured was wrong by at most half of it. 0 at rank 0,
 *	which measures nothing
 */
struct gm_clock {
	int64_t offset;
	uint64_t (*now)(void *context);
	void *context;
	uint64_t trip;
};

/**
 * gm_clock_sync() - synchronise this rank's clock with the clock of rank 0
 * @clock: @now and @context are set; @offset and @trip are filled in, and undefined after an error
 * @comm: a communicator of any number of ranks
 *
 * Collective. In dimension d each rank with bit d set measures how far it is ahead of its
 * neighbour. All 2^d ranks of a subcube should measure the same (3.2.2), so all of them take the
 * mean. In the end each rank beyond the largest power of two sets its clock by its twin's. Clocks
 * may be up to 2^62 ns apart.
 *
 * Return: 0, -EIO for an error of MPI.
 */
int gm_clock_sync(struct gm_clock *clock, MPI_Comm comm);

/** gm_clock_ns() - return CLOCK_MONOTONIC in ns. Local. */
uint64_t gm_clock_ns(void);

/** gm_clock_now() - return the common time in ns, by the last gm_clock_sync(). Local. */
uint64_t gm_clock_now(const struct gm_clock *clock);

/**
 * gm_barrier() - wait until all ranks of a communicator have entered
 * @comm: a communicator of any number of ranks
 *
 * Collective. It takes one exchange for each dimension (3.1), and for the ranks beyond the largest
 * power of two one message before and one after.
 *
 * Return: 0, -EIO for an error of MPI.
 */
int gm_barrier(MPI_Comm comm);

#endif /* GM_CLOCK_H */
