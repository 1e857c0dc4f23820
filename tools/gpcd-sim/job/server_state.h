/* SPDX-License-Identifier: GPL-2.0-only */
/* Internals of the server of an emulated job. Outside the server, include server.h. */
#ifndef SERVER_STATE_H
#define SERVER_STATE_H

#include <limits.h>
#include <poll.h>

#include "client.h"
#include "rerun/rerun.h"
#include "round.h"

/* The sockets of an emulated job. */
struct server {
	char path[PATH_MAX]; /* of the socket that ranks connect to */
	int listener;
	struct round *round; /* messages are logged here */
	struct rerun *rerun; /* all that ranks do is logged here */
	bool *here; /* by rank: it is connected */
	bool *seen; /* by rank: it was ever connected */
	struct client **clients;
	struct pollfd *polls; /* two more than clients */
	size_t count;
	size_t room; /* room for clients */
	bool crowded; /* more ranks than places, which was reported */
	bool full; /* no rank can connect until another one hangs up */
	uint64_t since; /* CLOCK_MONOTONIC, ns, of the first waiting rank's flush; 0: none */
	bool looked; /* patience is over, and what had arrived by then was received */
	bool ending; /* the job has ended: ranks do not wait in flushes any more */
};

/* Answer a rank's hello or flush with the rank's place, or with an errno. */
void server_reply(const struct server *server, struct client *client, unsigned int error);

/* Act on a record of a rank. */
void server_record(struct server *server, struct client *client, const struct job_record *record);

/* Parse what was received from a rank, and act on it. */
void server_parse(struct server *server, struct client *client);

#endif /* SERVER_STATE_H */
