/* SPDX-License-Identifier: GPL-2.0-only */
/* A connection to a rank of an emulated job: its bytes in and out. */
#ifndef CLIENT_H
#define CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gm/wire.h"
#include "turns.h"

/* Room for received bytes. */
#define CLIENT_ROOM	(64 * sizeof(struct job_record))

/* A connection to a rank. */
struct client {
	int fd;
	pid_t pid;
	struct turns turns; /* of pid, when the first rank of a round began to wait */
	int memory; /* descriptor of the rank's struct job_unsent, or -1 */
	bool known; /* the rank has sent a valid hello */
	uint32_t rank; /* valid if known */
	uint32_t ranks; /* number of ranks in its job, as its hello says */
	bool waiting; /* in a flush; what it sends next belongs to the next round */
	bool closed; /* the rank hung up and reads no answers; there may be data left to receive */
	bool over; /* the connection is to be dropped */
	uint64_t received; /* number of records */
	enum job_end end; /* how the rank ended, as far as it has said */
	unsigned int error; /* errno for the next flush's answer, for the records before it, or 0 */
	size_t filled; /* bytes in data */
	unsigned char data[CLIENT_ROOM]; /* received, not parsed yet */
};

/*
 * Return a connection that owns an accepted socket, for client_free(), or NULL if memory is short.
 */
struct client *client_new(int fd);

/* Close a connection and free it. */
void client_free(struct client *client);

/* Receive what has arrived, without waiting. */
void client_read(struct client *client);

/* Take size received bytes. Return false if there are fewer, or if the rank waits in a flush. */
bool client_take(struct client *client, void *what, size_t size);

/*
 * Get the first record that a killed rank had logged but not sent, that is, the one that follows
 * those received. Return false if there is none.
 */
bool client_read_unsent(struct client *client, struct job_record *record);

/*
 * Send an answer, without waiting. Afterwards the connection is over if the rank does not read, and
 * closed if the rank hung up.
 */
void client_answer(struct client *client, const struct job_answer *answer);

#endif /* CLIENT_H */
