// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/out/complain.h"
#include "client.h"

struct client *client_new(int fd)
{
	struct client *client = calloc(1, sizeof(*client));
	struct ucred peer = { 0 };

	if (!client)
		return NULL;
	getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &(socklen_t){ sizeof(peer) });
	client->fd = fd;
	client->pid = peer.pid;
	client->turns = turns_read(client->pid);
	client->memory = -1;
	return client;
}

void client_free(struct client *client)
{
	if (client->memory >= 0)
		close(client->memory);
	close(client->fd);
	free(client);
}

/* Keep the descriptor that was sent with a message, if it is the connection's first. */
static void keep_memory(struct client *client, struct msghdr *message)
{
	const struct cmsghdr *header = CMSG_FIRSTHDR(message);
	int fd;

	if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
		return;
	memcpy(&fd, CMSG_DATA(header), sizeof(fd));
	if (client->memory < 0)
		client->memory = fd;
	else
		close(fd);
}

void client_read(struct client *client)
{
	union {
		struct cmsghdr header;
		char room[CMSG_SPACE(sizeof(int))];
	} control;
	struct iovec data = {
		.iov_base = client->data + client->filled,
		.iov_len = CLIENT_ROOM - client->filled,
	};
	struct msghdr message = {
		.msg_iov = &data, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};
	ssize_t n = recvmsg(client->fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);

	if (n > 0) {
		keep_memory(client, &message);
		client->filled += n;
	} else if (!n || (errno != EAGAIN && errno != EINTR)) {
		client->over = true;
	}
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

/* The rank's memory is read, not mapped: if the rank truncates it, we take no harm. */
static bool read_at(const struct client *client, size_t offset, void *to, size_t size)
{
	return client->memory >= 0 && pread(client->memory, to, size, offset) == (ssize_t)size;
}

bool client_read_unsent(struct client *client, struct job_record *record)
{
	uint64_t head[2], sent, used, next;
	size_t offset = offsetof(struct job_unsent, records);

	_Static_assert(offsetof(struct job_unsent, used) == sizeof(sent), "head of job_unsent");
	if (!read_at(client, 0, head, sizeof(head)))
		return false;
	sent = head[0];
	used = head[1];
	next = client->received - sent;
	return client->received >= sent && used <= JOB_UNSENT && next < used &&
	       read_at(client, offset + next * sizeof(*record), record, sizeof(*record));
}

void client_answer(struct client *client, const struct job_answer *answer)
{
	ssize_t n = send(client->fd, answer, sizeof(*answer), MSG_DONTWAIT | MSG_NOSIGNAL);

	client->waiting = false;
	if (n == sizeof(*answer))
		return;
	client->closed = n < 0 && (errno == EPIPE || errno == ECONNRESET);
	client->over = !client->closed;
	if (client->over && client->known)
		complain("rank %u does not read its answers", client->rank);
}
