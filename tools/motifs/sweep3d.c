// SPDX-License-Identifier: GPL-2.0-only
/*
 * Waves run through ranks in a grid of two dimensions, twice from each corner: a rank computes a
 * block when it has received the edges of two neighbours, and sends its own edges to the other two.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "motif.h"

#define OCTANTS	8

/* A rank's place in a wave; all indexed by X and Y. */
struct sweep {
	unsigned int from[2];	/* neighbour that the wave comes from */
	bool comes[2];		/* there is such a neighbour */
	unsigned int to[2];	/* neighbour that the wave goes to */
	bool goes[2];		/* there is such a neighbour */
	char *edge[2];		/* data sent on; owned */
};

static void turn(const struct motif *motif, struct sweep *sweep, unsigned int octant)
{
	unsigned int stride = 1, at, last;
	bool back;

	for (int i = 0; i < 2; i++) {
		at = motif->rank / stride % motif->grid[i];
		last = motif->grid[i] - 1;
		back = octant >> i & 1;
		sweep->comes[i] = back ? at < last : at > 0;
		sweep->goes[i] = back ? at > 0 : at < last;
		sweep->from[i] = back ? motif->rank + stride : motif->rank - stride;
		sweep->to[i] = back ? motif->rank - stride : motif->rank + stride;
		stride *= motif->grid[i];
	}
}

static void step(const struct motif *motif, struct sweep *sweep, char *in, unsigned int number)
{
	struct msg_sending *sending[2] = { NULL };
	int i;

	for (i = 0; i < 2; i++) {
		if (!sweep->comes[i])
			continue;
		motif_must(motif, msg_receive(motif->msg, sweep->from[i], i, in, motif->bytes,
					      NULL));
		motif_check(motif, in, motif->bytes, sweep->from[i], number * 2 + i);
	}
	motif_compute(motif);
	for (i = 0; i < 2; i++) {
		if (!sweep->goes[i])
			continue;
		motif_fill(sweep->edge[i], motif->bytes, motif->rank, number * 2 + i);
		motif_must(motif, msg_start(motif->msg, sweep->to[i], i, sweep->edge[i],
					    motif->bytes, &sending[i]));
	}
	for (i = 0; i < 2; i++) {
		if (sending[i])
			motif_must(motif, msg_finish(motif->msg, sending[i]));
	}
}

int main(int argc, char **argv)
{
	struct motif motif = { .name = "sweep3d", .bytes = 2048, .iterations = 10 };
	struct sweep sweep = { 0 };
	unsigned int steps;
	char *in;

	motif_open(&motif, argc, argv);
	motif_grid(&motif, 2);
	in = motif_alloc(&motif, motif.bytes);
	for (int i = 0; i < 2; i++)
		sweep.edge[i] = motif_alloc(&motif, motif.bytes);
	steps = OCTANTS * motif.iterations;
	motif_start(&motif);
	for (unsigned int i = 0; i < steps; i++) {
		turn(&motif, &sweep, i / motif.iterations);
		step(&motif, &sweep, in, i);
	}
	motif_end(&motif, steps, "block");
	free(in);
	for (int i = 0; i < 2; i++)
		free(sweep.edge[i]);
	return 0;
}
