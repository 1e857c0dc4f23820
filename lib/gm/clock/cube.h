/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The ranks of a communicator as the corners of a hypercube, where a rank's neighbour in dimension
 * d is the one whose number differs in bit d (Hanlon, XMP-64 performance measurements, 2).
 */
#ifndef GM_CUBE_H
#define GM_CUBE_H

#include <stdint.h>
#include <mpi.h>

/**
 * struct gm_cube - a rank's place
 * @comm: the communicator
 * @rank: the rank
 * @corners: the largest power of two that is not above the number of ranks
 * @twin: of a corner, the rank that many above; of a rank that is no corner, the one that many
 *	below; MPI_PROC_NULL if there is none
 */
struct gm_cube {
	MPI_Comm comm;
	int rank;
	int corners;
	int twin;
};

/**
 * gm_cube_init() - find this rank's place
 * @cube: filled in; nothing to release
 * @comm: no one else's; errors of it must return
 *
 * Local. Return: 0, -EIO for an error of MPI.
 */
int gm_cube_init(struct gm_cube *cube, MPI_Comm comm);

/** gm_cube_send() - send a word; to MPI_PROC_NULL, nothing. Return: 0, -EIO. */
int gm_cube_send(const struct gm_cube *cube, int rank, uint64_t word);

/** gm_cube_receive() - wait for one; from MPI_PROC_NULL, do not. Return: 0, -EIO. */
int gm_cube_receive(const struct gm_cube *cube, int rank, uint64_t *word);

/** gm_cube_swap() - both at once, for two ranks that call it alike. Return: 0, -EIO. */
int gm_cube_swap(const struct gm_cube *cube, int rank, uint64_t mine, uint64_t *theirs);

#endif /* GM_CUBE_H */
