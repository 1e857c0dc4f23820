/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulator's end of the sockets of an emulated job, whose protocol is lib/gm/wire.h.
 *
 * A client that hangs up or does not read is dropped, and one that sends what makes no sense gets
 * an error; the others do not notice.
 */
#ifndef SERVER_H
#define SERVER_H

#include "rerun/rerun.h"
#include "round.h"

struct server;

/**
 * server_open() - listen for ranks
 * @path: path of the socket, which is removed at the end
 * @round: the round that messages are logged in
 * @rerun: the rerun in which all that ranks do is noted
 * @result: receives the server, for server_close()
 *
 * Return: 0, -ENAMETOOLONG, -EADDRINUSE if there is another file, or another negative errno.
 */
int server_open(const char *path, struct round *round, struct rerun *rerun,
		struct server **result);

/**
 * server_close() - close all connections and remove the socket
 * @server: the server, or NULL
 */
void server_close(struct server *server);

/**
 * server_serve() - wait until ranks send something, a round is due, or a signal arrives
 * @server: the server
 * @ended: descriptor that is readable when the job has ended
 *
 * Return: true if the job has ended.
 */
bool server_serve(struct server *server, int ended);

/**
 * server_due() - check if it is time to run the round
 * @server: the server
 *
 * It is when all connected ranks wait in a flush, or when each of the others could have run for
 * 100 ms since the first rank began to wait, and has sent nothing: by then it is busy elsewhere.
 * Time that other load of this computer takes from a rank does not count, so that rounds do not
 * depend on other load.
 *
 * Return: true if it is.
 */
bool server_due(const struct server *server);

/**
 * server_answer() - tell all ranks that wait that their round is done
 * @server: the server
 * @error: 0, or an errno if the round failed
 */
void server_answer(struct server *server, unsigned int error);

/**
 * server_finish() - receive what ranks had sent when the job ended; flushes are not answered
 * @server: the server
 */
void server_finish(struct server *server);

#endif /* SERVER_H */
