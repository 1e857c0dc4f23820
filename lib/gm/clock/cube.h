/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The ranks of a communicator as the corners of a hypercube. The neighbour of a rank in dimension d
 * is the rank whose number differs in bit d (Hanlon, XMP-64 performance measurements, 2). Ranks
 * beyond the largest power of two are not corners; each is paired with a corner, its twin.
 */
#ifndef GM_CUBE_H
#define GM_CUBE_H

#include <stdint.h>
#include <mpi.h>

/* The place of this rank in the hypercube. */
struct gm_cube {
	MPI_Comm comm;
	int rank;	/* in comm */
	int corners;	/* largest power of two within the number of ranks */
	int twin;	/* rank + or - corners; MPI_PROC_NULL if there is none */
};

/*
 * Find this rank's place in the hypercube. @comm has MPI_ERRORS_RETURN and no other user. Nothing
 * has to be released. Local. Returns -EIO for an error of MPI.
 */
int gm_cube_init(struct gm_cube *cube, MPI_Comm comm);

/* Send a word to @rank, or nothing to MPI_PROC_NULL. Returns 0 or -EIO. */
int gm_cube_send(const struct gm_cube *cube, int rank, uint64_t word);

/*
 * Wait for a word from @rank; MPI_PROC_NULL returns at once and leaves @word unchanged. Returns 0
 * or -EIO.
 */
int gm_cube_receive(const struct gm_cube *cube, int rank, uint64_t *word);

/* Exchange a word with another rank, which must call this function too. Returns 0 or -EIO. */
int gm_cube_swap(const struct gm_cube *cube, int rank, uint64_t mine, uint64_t *theirs);

#endif /* GM_CUBE_H */
