// SPDX-License-Identifier: GPL-2.0-only
/* All ranks send a message to all others. */
#include <stdlib.h>

#include "motif.h"

int main(int argc, char **argv)
{
	struct motif motif = { .name = "alltoall", .bytes = 4096, .iterations = 10 };
	unsigned int at;
	char *out, *in;

	motif_open(&motif, argc, argv);
	out = motif_alloc(&motif, motif.bytes * motif.ranks);
	in = motif_alloc(&motif, motif.bytes * motif.ranks);
	motif_start(&motif);
	for (unsigned int i = 0; i < motif.iterations; i++) {
		for (at = 0; at < motif.ranks; at++)
			motif_fill(out + at * motif.bytes, motif.bytes, motif.rank,
				   i * motif.ranks + at);
		motif_must(&motif, msg_alltoall(motif.msg, out, in, motif.bytes));
		for (at = 0; at < motif.ranks; at++)
			motif_check(&motif, in + at * motif.bytes, motif.bytes, at,
				    i * motif.ranks + motif.rank);
		motif_compute(&motif);
	}
	motif_end(&motif, motif.iterations, "alltoall");
	free(out);
	free(in);
	return 0;
}
