/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A rank's connection to the simulator. Records are sent in blocks of 64 KiB. Only one thread at a
 * time may use the connection.
 */
#ifndef GM_CONNECTION_H
#define GM_CONNECTION_H

#include <stddef.h>
#include <stdint.h>

#include "gm/profile/report/line.h"
#include "gm/wire.h"

/* Seconds to wait for the answer to a hello, which may come after a round. */
#define CONNECTION_PATIENCE	600

/* A connection to the simulator. */
struct connection {
	struct line line;		/* none, or hung up after an error */
	uint64_t lost;			/* messages and unseen calls that could not be sent */
	uint32_t node;			/* of the rank, after connection_open() */
	struct job_unsent *unsent;	/* shared with the simulator; NULL: never connected */
};

/*
 * Connect to the simulator's socket, or to a port that leads to it, and exchange the hello. @rank
 * and @ranks are of MPI_COMM_WORLD. After an error @connection is still valid: records that are
 * added count as lost. Returns 0, -ENAMETOOLONG, -ETIMEDOUT, an error of the line, or the
 * simulator's answer.
 */
int connection_open(struct connection *connection, const char *path, uint32_t rank, uint32_t ranks);

/*
 * Add a record, which is copied and sent at once or later. Returns 0, or why the connection broke.
 * Only the call that notices this returns the error; later calls return 0 and count the record as
 * lost.
 */
int connection_add(struct connection *connection, const struct job_record *record);

/*
 * Send all records and wait until the registers reflect them. Returns 0, why the connection broke,
 * -ENOTCONN if there is none, or -EIO or -EPROTO: an error that the simulator reports and that
 * leaves the connection open.
 */
int connection_flush(struct connection *connection);

/*
 * Send the remaining records and a bye, and close the connection. Returns 0, also if there is none,
 * or why the connection broke.
 */
int connection_close(struct connection *connection, enum job_end end);

#endif /* GM_CONNECTION_H */
