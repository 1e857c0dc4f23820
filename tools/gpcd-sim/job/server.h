/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulator's end of the sockets of an emulated job; lib/gm/wire.h has the protocol.
 *
 * A client that hangs up or does not read is dropped, and one that sends something invalid gets an
 * error. Other clients are not affected.
 */
#ifndef SERVER_H
#define SERVER_H

#include "rerun/rerun.h"
#include "round.h"

struct server;

/*
 * Listen for ranks at path; server_close() frees the server. Messages are logged in round, and all
 * that ranks do in rerun. Return 0, -ENAMETOOLONG, -EADDRINUSE if there is another file, or another
 * negative errno.
 */
int server_open(const char *path, struct round *round, struct rerun *rerun,
		struct server **result);

/* Close all connections and remove the socket; NULL is allowed. */
void server_close(struct server *server);

/*
 * Wait until ranks send something, a round is due, or a signal arrives. The descriptor ended is
 * readable once the job has ended; return true then.
 */
bool server_serve(struct server *server, int ended);

/*
 * Return true if it is time to run the round: it is full, or all connected ranks wait in a flush,
 * or each of the others could have run for 100 ms since the first began to wait and has sent
 * nothing, so that it is busy with something else. Time that other load of this computer takes from
 * a rank does not count, so that rounds do not depend on other load.
 */
bool server_due(const struct server *server);

/* Answer all ranks that wait: their round is done, or failed with an errno. */
void server_answer(struct server *server, unsigned int error);

/* Receive what ranks had sent when the job ended; flushes are not answered. */
void server_finish(struct server *server);

#endif /* SERVER_H */
