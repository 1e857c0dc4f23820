// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ranks in a grid of three dimensions, without wrap-around, exchange the faces of their parts with
 * their neighbours.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "motif.h"

#define FACES	6	/* X-, X+, Y-, Y+, Z-, Z+ */

/* A face of a rank's part. */
struct face {
	bool there;			/* there is a neighbour */
	unsigned int rank;		/* of the neighbour */
	char *out;			/* data for the neighbour; owned */
	struct msg_sending *sending;	/* the message in progress */
};

static void find_face(const struct motif *motif, unsigned int number, struct face *face)
{
	unsigned int stride = 1, dimension = number / 2, at;

	for (unsigned int i = 0; i < dimension; i++)
		stride *= motif->grid[i];
	at = motif->rank / stride % motif->grid[dimension];
	face->there = number % 2 ? at + 1 < motif->grid[dimension] : at > 0;
	face->rank = number % 2 ? motif->rank + stride : motif->rank - stride;
	face->out = motif_alloc(motif, motif->bytes);
}

static void swap_faces(const struct motif *motif, struct face *face, char *in, unsigned int number)
{
	int i;

	for (i = 0; i < FACES; i++) {
		if (!face[i].there)
			continue;
		motif_fill(face[i].out, motif->bytes, motif->rank, number * FACES + i);
		motif_must(motif, msg_start(motif->msg, face[i].rank, i, face[i].out, motif->bytes,
					    &face[i].sending));
	}
	/* The neighbour has sent over its opposite face. */
	for (i = 0; i < FACES; i++) {
		if (!face[i].there)
			continue;
		motif_must(motif, msg_receive(motif->msg, face[i].rank, i ^ 1, in, motif->bytes,
					      NULL));
		motif_check(motif, in, motif->bytes, face[i].rank, number * FACES + (i ^ 1));
	}
	for (i = 0; i < FACES; i++) {
		if (face[i].there)
			motif_must(motif, msg_finish(motif->msg, face[i].sending));
	}
}

int main(int argc, char **argv)
{
	struct motif motif = { .name = "halo3d", .bytes = 8192, .iterations = 10 };
	struct face face[FACES] = { 0 };
	char *in;

	motif_open(&motif, argc, argv);
	motif_grid(&motif, 3);
	in = motif_alloc(&motif, motif.bytes);
	for (unsigned int i = 0; i < FACES; i++)
		find_face(&motif, i, &face[i]);
	motif_start(&motif);
	for (unsigned int i = 0; i < motif.iterations; i++) {
		swap_faces(&motif, face, in, i);
		motif_compute(&motif);
	}
	motif_end(&motif, motif.iterations, "iteration");
	free(in);
	for (int i = 0; i < FACES; i++)
		free(face[i].out);
	return 0;
}
