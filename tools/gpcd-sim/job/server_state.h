/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The server of an emulated job from inside; everybody else includes server.h.
 */
#ifndef SERVER_STATE_H
#define SERVER_STATE_H

#include <limits.h>
#include <poll.h>

#include "client.h"
#include "rerun/rerun.h"
#include "round.h"

/**
 * struct server - the sockets of an emulated job
 * @path: path of the socket that ranks connect to
 * @listener: descriptor of that socket
 * @round: the round that messages are logged in
 * @rerun: the rerun in which all that ranks do is noted
 * @here: by rank: it is connected
 * @seen: by rank: it was ever connected
 * @clients: the connections
 * @polls: what to poll: two descriptors more than @clients
 * @count: number of @clients
 * @room: number of connections that @clients has room for
 * @crowded: there are more ranks than places, and that was reported
 * @full: no rank can connect until another one hangs up
 * @since: when the first rank that waits in a flush began to, CLOCK_MONOTONIC, ns; 0: none waits
 * @looked: since the time to wait for others was over, what had arrived by then was received
 * @ending: the job has ended: ranks do not wait in flushes any more
 */
struct server {
	char path[PATH_MAX];
	int listener;
	struct round *round;
	struct rerun *rerun;
	bool *here;
	bool *seen;
	struct client **clients;
	struct pollfd *polls;
	size_t count;
	size_t room;
	bool crowded;
	bool full;
	uint64_t since;
	bool looked;
	bool ending;
};

/**
 * server_reply() - answer a rank's hello or flush: where the rank is, or what went wrong
 * @server: the server
 * @client: the connection
 * @error: 0 or an errno
 */
void server_reply(const struct server *server, struct client *client, unsigned int error);

/**
 * server_record() - act on a record of a rank
 * @server: the server
 * @client: the connection
 * @record: the record
 */
void server_record(struct server *server, struct client *client, const struct job_record *record);

/**
 * server_parse() - parse what was received from a rank, and act on it
 * @server: the server
 * @client: the connection
 */
void server_parse(struct server *server, struct client *client);

#endif /* SERVER_STATE_H */
