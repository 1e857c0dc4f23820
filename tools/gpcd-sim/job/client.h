/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A connection to a rank of an emulated job, byte by byte.
 */
#ifndef CLIENT_H
#define CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gm/wire.h"
#include "turns.h"

/** CLIENT_ROOM: bytes that are taken in at once */
#define CLIENT_ROOM	(64 * sizeof(struct job_record))

/**
 * struct client - a connection
 * @fd: its socket
 * @pid: the rank's process
 * @turns: its own when the first of a round began to wait
 * @memory: a descriptor of its struct job_unsent, or -1
 * @known: it has said hello
 * @rank: then
 * @ranks: in all, as it says
 * @waiting: in a flush: what it says next belongs to the next round
 * @deaf: nobody is there to read answers, but there may be something left to read
 * @over: to be dropped
 * @received: records so far
 * @end: how the rank ended, as far as it has said
 * @error: of the records since its last flush: an errno to answer, or 0
 * @filled: bytes in @data
 * @data: what has come and is not understood yet
 */
struct client {
	int fd;
	pid_t pid;
	struct turns turns;
	int memory;
	bool known;
	uint32_t rank;
	uint32_t ranks;
	bool waiting;
	bool deaf;
	bool over;
	uint64_t received;
	enum job_end end;
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

/*
 * After the rank was killed: copy the record that follows those received, and that it had not
 * sent, into @record; false: there is none.
 */
bool client_read_unsent(struct client *client, struct job_record *record);

/* Without waiting: one that does not read is over, one that has gone is deaf. */
void client_answer(struct client *client, const struct job_answer *answer);

#endif /* CLIENT_H */
