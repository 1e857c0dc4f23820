// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli.h"
#include "client.h"

struct client *client_new(int fd)
{
	struct client *client = calloc(1, sizeof(*client));

	if (client)
		client->fd = fd;
	return client;
}

void client_free(struct client *client)
{
	close(client->fd);
	free(client);
}

void client_read(struct client *client)
{
	ssize_t n = recv(client->fd, client->data + client->filled,
			 CLIENT_ROOM - client->filled, MSG_DONTWAIT);

	if (n > 0)
		client->filled += n;
	else if (!n || (errno != EAGAIN && errno != EINTR))
		client->over = true;
}

bool client_take(struct client *client, void *what, size_t size)
{
	if (client->waiting || client->filled < size)
		return false;
	memcpy(what, client->data, size);
	client->filled -= size;
	memmove(client->data, client->data + size, client->filled);
	return true;
}

void client_answer(struct client *client, const struct job_answer *answer)
{
	ssize_t n = send(client->fd, answer, sizeof(*answer), MSG_DONTWAIT | MSG_NOSIGNAL);

	client->waiting = false;
	if (n == sizeof(*answer))
		return;
	client->deaf = n < 0 && (errno == EPIPE || errno == ECONNRESET);
	client->over = !client->deaf;
	if (client->over && client->known)
		complain("rank %u does not read its answers", client->rank);
}
