// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <sys/socket.h>

#include "clients.h"

void clients_init(struct clients *clients, unsigned int most, uint64_t timeout)
{
	TAILQ_INIT(&clients->list);
	clients->count = 0;
	clients->most = most;
	clients->timeout = timeout;
	clients->crowded = false;
}

struct client *clients_join(struct clients *clients, int fd, uint64_t now)
{
	struct client *client = calloc(1, sizeof(*client));

	if (!client)
		return NULL;
	client->fd = fd;
	client->since = now;
	TAILQ_INSERT_TAIL(&clients->list, client, link);
	clients->count++;
	return client;
}

void clients_answer(struct clients *clients, struct client *client, bool answered, uint64_t now)
{
	if (!client || client->closing)
		return;
	client->answered = answered;
	client->since = now;
	TAILQ_REMOVE(&clients->list, client, link);
	TAILQ_INSERT_TAIL(&clients->list, client, link);
}

static void remove_client(struct clients *clients, struct client *client)
{
	TAILQ_REMOVE(&clients->list, client, link);
	clients->count--;
}

void clients_leave(struct clients *clients, struct client *client)
{
	if (client && !client->closing)
		remove_client(clients, client);
	free(client);
}

/* Libmicrohttpd notices the end of the connection and closes the socket. */
static void shut_down(struct clients *clients, struct client *client)
{
	shutdown(client->fd, SHUT_RDWR);
	client->closing = true;
	remove_client(clients, client);
}

static struct client *find_first(const struct clients *clients, bool answered)
{
	struct client *client = TAILQ_FIRST(&clients->list);

	while (client && client->answered != answered)
		client = TAILQ_NEXT(client, link);
	return client;
}

/* Find the connection to close in favour of another, or NULL if there is room. */
static struct client *find_oldest(const struct clients *clients)
{
	struct client *client;

	if (clients->crowded)
		return find_first(clients, true);
	if (clients->count <= clients->most)
		return NULL;
	client = find_first(clients, false);
	return client ? client : TAILQ_FIRST(&clients->list);
}

void clients_close(struct clients *clients, uint64_t now)
{
	struct client *client;

	while ((client = TAILQ_FIRST(&clients->list)) && now >= client->since + clients->timeout)
		shut_down(clients, client);
	while ((client = find_oldest(clients)) && now >= client->since + CLIENTS_GRACE) {
		shut_down(clients, client);
		clients->crowded = false;
	}
}

uint64_t clients_next(const struct clients *clients)
{
	const struct client *first = TAILQ_FIRST(&clients->list);
	const struct client *oldest = find_oldest(clients);
	uint64_t next = first ? first->since + clients->timeout : UINT64_MAX;

	if (oldest && oldest->since + CLIENTS_GRACE < next)
		next = oldest->since + CLIENTS_GRACE;
	return next;
}
