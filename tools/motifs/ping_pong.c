// SPDX-License-Identifier: GPL-2.0-only
/* Rank 0 sends a message to the last rank, which sends one back. */
#include <stdlib.h>

#include "motif.h"

static void send_one(const struct motif *motif, unsigned int to, char *data, unsigned int number)
{
	motif_fill(data, motif->bytes, motif->rank, number);
	motif_must(motif, msg_send(motif->msg, to, 0, data, motif->bytes));
}

static void receive_one(const struct motif *motif, unsigned int from, char *data,
			unsigned int number)
{
	motif_must(motif, msg_receive(motif->msg, from, 0, data, motif->bytes, NULL));
	motif_check(motif, data, motif->bytes, from, number);
}

int main(int argc, char **argv)
{
	struct motif motif = { .name = "ping_pong", .bytes = 8, .iterations = 100 };
	unsigned int last;
	char *data;

	motif_open(&motif, argc, argv);
	last = motif.ranks - 1;
	data = motif_alloc(&motif, motif.bytes);
	motif_start(&motif);
	for (unsigned int i = 0; i < motif.iterations && last; i++) {
		if (!motif.rank) {
			send_one(&motif, last, data, i);
			receive_one(&motif, last, data, i);
		} else if (motif.rank == last) {
			receive_one(&motif, 0, data, i);
			motif_compute(&motif);
			send_one(&motif, 0, data, i);
		}
	}
	motif_end(&motif, 2 * motif.iterations, "message");
	free(data);
	return 0;
}
