/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The ranks of a communicator as the corners of a hypercube. The neighbour of a rank in dimension d
 * is the rank whose number differs in bit d (Hanlon, XMP-64 performance measurements, 2). Ranks
 * beyond the largest power of two are no corners; each is paired with a corner, its twin.
 */
#ifndef GM_CUBE_H
#define GM_CUBE_H

#include <stdint.h>
#include <mpi.h>

/**
 * struct gm_cube - the place of this rank in the hypercube
 * @comm: the communicator
 * @rank: this rank's number in @comm
 * @corners: number of corners: the largest power of two that is not above the number of ranks
 * @twin: for a corner, rank + corners; for any other rank, rank - corners; MPI_PROC_NULL if there
 *	is no such rank
 */
struct gm_cube {
	MPI_Comm comm;
	int rank;
	int corners;
	int twin;
};

/**
 * gm_cube_init() - find this rank's place in the hypercube
 * @cube: filled in; nothing has to be released
 * @comm: a communicator that nothing else uses, with MPI_ERRORS_RETURN
 *
 * Local.
 *
 * Return: 0, -EIO for an error of MPI.
 */
int gm_cube_init(struct gm_cube *cube, MPI_Comm comm);

/** gm_cube_send() - send a word to @rank, nothing to MPI_PROC_NULL. Return: 0, -EIO. */
int gm_cube_send(const struct gm_cube *cube, int rank, uint64_t word);

/**
 * gm_cube_receive() - wait for a word from @rank
 * @cube: this rank's place
 * @rank: the sender; with MPI_PROC_NULL the call returns at once and leaves @word as it was
 * @word: filled in
 *
 * Return: 0, -EIO for an error of MPI.
 */
int gm_cube_receive(const struct gm_cube *cube, int rank, uint64_t *word);

/**
 * gm_cube_swap() - exchange a word with another rank, which must call this function too
 * @cube: this rank's place
 * @rank: the other rank
 * @mine: the word to send
 * @theirs: filled in with the word of @rank
 *
 * Return: 0, -EIO for an error of MPI.
 */
int gm_cube_swap(const struct gm_cube *cube, int rank, uint64_t mine, uint64_t *theirs);

#endif /* GM_CUBE_H */
