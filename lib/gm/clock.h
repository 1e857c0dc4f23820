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

/*
 * The clock of this rank, and its difference from rank 0's. Each difference that this rank measured
 * was wrong by at most half of @trip.
 */
struct gm_clock {
	int64_t offset;			/* ns to add for rank 0's time; 0 until synchronised */
	uint64_t (*now)(void *context);	/* reads the rank's own clock, ns; NULL: CLOCK_MONOTONIC */
	void *context;			/* for now */
	uint64_t trip;			/* ns, longest round trip that was used; 0 at rank 0 */
};

/*
 * Synchronise this rank's clock with rank 0's. Collective. In dimension d each rank with bit d set
 * measures how far it is ahead of its neighbour. All 2^d ranks of a subcube should measure the same
 * (3.2.2), so they take the mean. At last each rank beyond the largest power of two sets its clock
 * by its twin's. Clocks may be up to 2^62 ns apart. Returns -EIO for an error of MPI; offset and
 * trip are then undefined.
 */
int gm_clock_sync(struct gm_clock *clock, MPI_Comm comm);

/* Return CLOCK_MONOTONIC in ns. Local. */
uint64_t gm_clock_ns(void);

/* Return the common time in ns, by the last gm_clock_sync(). Local. */
uint64_t gm_clock_now(const struct gm_clock *clock);

/*
 * Wait until all ranks of a communicator have entered. Collective. Takes one exchange for each
 * dimension (3.1), and for the ranks beyond the largest power of two one message before and one
 * after. Returns -EIO for an error of MPI.
 */
int gm_barrier(MPI_Comm comm);

#endif /* GM_CLOCK_H */
