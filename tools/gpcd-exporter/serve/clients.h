/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Connections, and which of them are closed so that others need not wait. Times are passed by the
 * caller, CLOCK_MONOTONIC in ns.
 */
#ifndef SERVE_CLIENTS_H
#define SERVE_CLIENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

/* Age in ns from which a connection may be closed to make room for another. */
#define CLIENTS_GRACE	1000000000ULL

/* A connection. */
struct client {
	TAILQ_ENTRY(client) link;	/* in the list, unless closing */
	int fd;				/* owned by libmicrohttpd */
	uint64_t since;			/* start of waiting for a request or of its response */
	bool answered;			/* a response is being sent */
	bool closing;			/* its socket was shut down */
};

/* The connections. */
struct clients {
	TAILQ_HEAD(client_list, client) list;	/* by since, the earliest first */
	unsigned int count;
	unsigned int most;			/* one more may wait for another to be closed */
	uint64_t timeout;			/* ns for a request, and for its response */
	bool crowded;				/* responses use too much memory: close one */
};

/* Initialise without connections. @most and @timeout are as in struct clients. */
void clients_init(struct clients *clients, unsigned int most, uint64_t timeout);

/*
 * Add a connection that waits for a request. Returns NULL if there is no memory; end it by
 * clients_leave().
 */
struct client *clients_join(struct clients *clients, int fd, uint64_t now);

/*
 * Note that a request has arrived and its response starts (@answered), or that the response was
 * read and the connection waits for the next request. @client may be NULL.
 */
void clients_answer(struct clients *clients, struct client *client, bool answered, uint64_t now);

/* Free a connection that was closed; NULL is allowed. */
void clients_leave(struct clients *clients, struct client *client);

/*
 * Shut down the sockets of connections whose time is over; later events do not count. If there is
 * one connection too many, the oldest one that waits for a request is closed, or else the oldest of
 * all. If they are crowded, the oldest response is abandoned. Each connection has at least
 * CLIENTS_GRACE.
 */
void clients_close(struct clients *clients, uint64_t now);

/* Return when clients_close() has something to do, or UINT64_MAX: never. */
uint64_t clients_next(const struct clients *clients);

#endif /* SERVE_CLIENTS_H */
