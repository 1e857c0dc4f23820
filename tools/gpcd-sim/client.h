/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A connection to a rank of an emulated job, byte by byte.
 */
#ifndef CLIENT_H
#define CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gm/job.h"

/** CLIENT_ROOM: bytes that are taken in at once */
#define CLIENT_ROOM	(64 * sizeof(struct job_record))

/**
 * struct client - a connection
 * @fd: its socket
 * @known: it has said hello
 * @rank: then
 * @ranks: in all, as it says
 * @waiting: in a flush: what it says next belongs to the next round
 * @deaf: nobody is there to read answers, but there may be something left to read
 * @over: to be dropped
 * @error: of the records since its last flush: an errno to answer, or 0
 * @filled: bytes in @data
 * @data: what has come and is not understood yet
 */
struct client {
	int fd;
	bool known;
	uint32_t rank;
	uint32_t ranks;
	bool waiting;
	bool deaf;
	bool over;
	unsigned int error;
	size_t filled;
	unsigned char data[CLIENT_ROOM];
};

/* One for an accepted socket, which it owns; NULL: no memory. */
struct client *client_new(int fd);

/* Close it. */
void client_free(struct client *client);

/* Take in what has come, without waiting. */
void client_read(struct client *client);

/* Move so many bytes of it into @what; false: they are not all there, or their time is not yet. */
bool client_take(struct client *client, void *what, size_t size);

/* Without waiting: one that does not read is over, one that has gone is deaf. */
void client_answer(struct client *client, const struct job_answer *answer);

#endif /* CLIENT_H */
