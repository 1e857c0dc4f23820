// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/out/complain.h"
#include "job.h"

/* --- processor time of a rank --- */

/* Read the beginning of /proc/PID/NAME; the text is empty if there is none. */
static void proc_read(pid_t pid, const char *name, char text[256])
{
	ssize_t n;
	int fd;

	snprintf(text, 256, "/proc/%d/%s", pid, name);
	fd = open(text, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? 0 : read(fd, text, 255);
	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = '\0';
}

/* The state follows the command's name, which may contain brackets. */
static bool is_ready(pid_t pid)
{
	const char *end;
	char text[256];

	proc_read(pid, "stat", text);
	end = strrchr(text, ')');
	return end && !strncmp(end, ") R", 3);
}

struct cpu_time cpu_time_read(pid_t pid)
{
	struct cpu_time time = { .ready = is_ready(pid) };
	char text[256];

	proc_read(pid, "schedstat", text);
	if (sscanf(text, "%" SCNu64 " %" SCNu64, &time.ran, &time.delayed) != 2)
		return (struct cpu_time){ 0 };
	return time;
}

uint64_t cpu_time_had(pid_t pid, const struct cpu_time *then, uint64_t ns)
{
	struct cpu_time now = cpu_time_read(pid);
	uint64_t delayed = now.delayed - then->delayed;

	if (now.ready)
		return now.ran - then->ran;
	return delayed < ns ? ns - delayed : 0;
}

/* --- connections --- */

struct client *client_new(int fd)
{
	struct client *client = calloc(1, sizeof(*client));
	struct ucred peer = { 0 };

	if (!client)
		return NULL;
	getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &(socklen_t){ sizeof(peer) });
	client->fd = fd;
	client->pid = peer.pid;
	client->cpu = cpu_time_read(client->pid);
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
