/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A clock that all ranks share, and a barrier, both by the dimensions of a hypercube (Hanlon,
 * XMP-64 performance measurements, 3). Times are in ns. Communicators are the library's own, with
 * errors that return.
 */
#ifndef GM_CLOCK_H
#define GM_CLOCK_H

#include <stdint.h>
#include <mpi.h>

/**
 * struct gm_clock - a rank's clock, and how far it is from rank 0's
 * @offset: what makes @now rank 0's time; 0 before the first synchronisation
 * @now: the rank's own clock; NULL: CLOCK_MONOTONIC
 * @context: handed to @now
 * @trip: the longest round trip that the last synchronisation relied on here: each difference this
 *	rank measured was wrong by half of that at most. 0 at rank 0, which measures none
 */
struct gm_clock {
	int64_t offset;
	uint64_t (*now)(void *context);
	void *context;
	uint64_t trip;
};

/**
 * gm_clock_sync() - agree with rank 0's clock
 * @clock: @now and @context are set; the rest is filled in, and undefined after an error
 * @comm: any number of ranks
 *
 * Collective. In dimension d the ranks with bit d set learn how far they are ahead of their
 * neighbours. All 2^d of a subcube should learn the same (3.2.2), so all take the mean. Ranks
 * beyond a power of two follow those that many below in the end. Clocks may be 2^62 ns apart.
 *
 * Return: 0, -EIO for an error of MPI.
 */
int gm_clock_sync(struct gm_clock *clock, MPI_Comm comm);

/** gm_clock_ns() - CLOCK_MONOTONIC. Local. */
uint64_t gm_clock_ns(void);

/** gm_clock_now() - the common time. Local. */
uint64_t gm_clock_now(const struct gm_clock *clock);

/**
 * gm_barrier() - none leaves before all have entered
 * @comm: any number of ranks
 *
 * Collective: an exchange a dimension (3.1), and one before and one after for the ranks beyond a
 * power of two.
 *
 * Return: 0, -EIO for an error of MPI.
 */
int gm_barrier(MPI_Comm comm);

#endif /* GM_CLOCK_H */
