/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulator's end of the sockets of an emulated job: lib/gm/wire.h.
 *
 * A client that goes, says what makes no sense, or does not read is told so or dropped; the others
 * do not notice.
 */
#ifndef SERVER_H
#define SERVER_H

#include "round.h"

struct server;

/**
 * server_open() - listen
 * @path: of the socket, which is removed at the end
 * @round: what ranks tell goes there
 * @result: the server, for server_close()
 *
 * Return: 0, -ENAMETOOLONG, -EADDRINUSE: there is something else, -ENOMEM, -errno.
 */
int server_open(const char *path, struct round *round, struct server **result);

/** server_close() - NULL: nothing */
void server_close(struct server *server);

/**
 * server_serve() - wait until ranks say something, a round is due, or a signal comes
 * @ended: a descriptor that is readable when the job is at its end
 *
 * Return: that it is.
 */
bool server_serve(struct server *server, int ended);

/**
 * server_due() - is it time to run the round?
 *
 * That is when all ranks that are connected wait in a flush, or when each of the others could have
 * run for 100 ms since the first began to wait and said nothing: by then it is busy elsewhere. What
 * other load of the machine takes from it does not count, so that rounds do not depend on that.
 */
bool server_due(const struct server *server);

/** server_answer() - to all that wait: their round is done; @error: or an errno */
void server_answer(struct server *server, unsigned int error);

/** server_finish() - the job is at its end: take in what it had said, and answer nobody */
void server_finish(struct server *server);

#endif /* SERVER_H */
