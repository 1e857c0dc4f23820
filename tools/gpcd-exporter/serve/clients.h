/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Connections, and which of them are closed so that others are not kept waiting. The times are the
 * caller's, CLOCK_MONOTONIC in ns.
 */
#ifndef SERVE_CLIENTS_H
#define SERVE_CLIENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

/** CLIENTS_GRACE: a connection that is so old, ns, is closed if there is no room for another */
#define CLIENTS_GRACE	1000000000ULL

/**
 * struct client - a connection
 * @link: the others; a connection that is being closed is not among them
 * @fd: its socket, which belongs to libmicrohttpd
 * @since: when it began to wait for a request, or to be answered
 * @answered: a response is being sent
 * @closing: its socket was shut down
 */
struct client {
	TAILQ_ENTRY(client) link;
	int fd;
	uint64_t since;
	bool answered;
	bool closing;
};

/**
 * struct clients - the connections
 * @list: the connections, the one with the earliest @since first
 * @count: how many
 * @most: how many there may be; one more is let in, and waits for another to be closed
 * @timeout: a request has to arrive in so many ns, and its response has to be taken in as many
 * @crowded: responses have too much memory: one is to be given up
 */
struct clients {
	TAILQ_HEAD(client_list, client) list;
	unsigned int count;
	unsigned int most;
	uint64_t timeout;
	bool crowded;
};

/**
 * clients_init() - begin without a connection
 * @clients: the connections
 * @most: how many there may be
 * @timeout: how long a request may take, and how long its response, ns
 */
void clients_init(struct clients *clients, unsigned int most, uint64_t timeout);

/**
 * clients_join() - add a connection, which waits for a request
 * @clients: the connections
 * @fd: its socket
 * @now: the time
 *
 * Return: the connection, for clients_leave(), or NULL if there is no memory.
 */
struct client *clients_join(struct clients *clients, int fd, uint64_t now);

/**
 * clients_answer() - note that a request has arrived, or that its response was taken
 * @clients: the connections
 * @client: the connection, or NULL
 * @answered: true: its response begins; false: it waits for the next request
 * @now: the time
 */
void clients_answer(struct clients *clients, struct client *client, bool answered, uint64_t now);

/**
 * clients_leave() - forget a connection that was closed
 * @clients: the connections
 * @client: the connection, or NULL
 */
void clients_leave(struct clients *clients, struct client *client);

/**
 * clients_close() - shut down the sockets of connections whose time is over
 * @clients: the connections
 * @now: the time; what came after it is left alone
 *
 * If there is one connection too many, the oldest one is closed that waits for a request; if none
 * waits, the oldest of all. If they are crowded, the response is given up that has taken longest.
 * Each has had CLIENTS_GRACE.
 */
void clients_close(struct clients *clients, uint64_t now);

/**
 * clients_next() - return when clients_close() has something to do, or UINT64_MAX: never
 * @clients: the connections
 */
uint64_t clients_next(const struct clients *clients);

#endif /* SERVE_CLIENTS_H */
