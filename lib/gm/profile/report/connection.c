// SPDX-License-Identifier: LGPL-2.1-or-later
/* A rank's connection to the simulator. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "gm/profile/report/connection.h"

static int socket_error(void)
{
	return errno == EAGAIN || errno == EWOULDBLOCK ? -ETIMEDOUT : -errno;
}

static int socket_patience(int fd, time_t seconds)
{
	const struct timeval patience = { .tv_sec = seconds };

	if (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience)) ||
	    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)))
		return -errno;
	return 0;
}

static int socket_connect(int fd, const char *path)
{
	struct sockaddr_un address;
	int folder, err = job_address(path, &address, &folder);

	if (err)
		return err;
	if (connect(fd, (struct sockaddr *)&address, sizeof(address)))
		err = socket_error();
	if (folder >= 0)
		close(folder);
	return err;
}

static int socket_open(const char *path)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int err;

	if (fd < 0)
		return -errno;
	err = socket_patience(fd, CONNECTION_PATIENCE);
	if (!err)
		err = socket_connect(fd, path);
	if (!err)
		return fd;
	close(fd);
	return err;
}

static int socket_write(int fd, const void *from, size_t size)
{
	const char *next = from;
	ssize_t n;

	while (size) {
		n = send(fd, next, size, MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return socket_error();
		next += n;
		size -= n;
	}
	return 0;
}

static int socket_read(int fd, void *to, size_t size)
{
	char *next = to;
	ssize_t n;

	while (size) {
		n = recv(fd, next, size, 0);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return socket_error();
		if (!n)
			return -ECONNRESET;
		next += n;
		size -= n;
	}
	return 0;
}

/* Send the hello, and with it the descriptor of the shared memory. */
static int socket_greet(int fd, const struct job_hello *hello, int memory)
{
	union {
		struct cmsghdr header;
		char room[CMSG_SPACE(sizeof(int))];
	} control = { 0 };
	struct iovec data = { .iov_base = (void *)hello, .iov_len = sizeof(*hello) };
	struct msghdr message = {
		.msg_iov = &data, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};
	ssize_t n;

	control.header.cmsg_level = SOL_SOCKET;
	control.header.cmsg_type = SCM_RIGHTS;
	control.header.cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(&control.header), &memory, sizeof(memory));
	do {
		n = sendmsg(fd, &message, MSG_NOSIGNAL);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return socket_error();
	return socket_write(fd, (const char *)hello + n, sizeof(*hello) - n);
}

/* --- the connection --- */

static void connection_lose(struct connection *connection)
{
	struct job_unsent *unsent = connection->unsent;

	for (size_t i = 0; i < unsent->used; i++) {
		if (unsent->records[i].kind < JOB_FLUSH)
			connection->lost += unsent->records[i].count;
	}
	unsent->used = 0;
}

static int connection_hang_up(struct connection *connection, int err)
{
	close(connection->fd);
	connection->fd = -1;
	connection_lose(connection);
	return err;
}

/* Store the record before the count: the simulator reads both if this process is killed. */
static void connection_append(struct job_unsent *unsent, const struct job_record *record)
{
	unsent->records[unsent->used] = *record;
	__atomic_store_n(&unsent->used, unsent->used + 1, __ATOMIC_RELEASE);
}

static int connection_write(struct connection *connection)
{
	struct job_unsent *unsent = connection->unsent;
	size_t used = unsent->used;
	int err;

	err = socket_write(connection->fd, unsent->records, used * sizeof(unsent->records[0]));
	if (err)
		return connection_hang_up(connection, err);
	__atomic_store_n(&unsent->used, 0, __ATOMIC_RELEASE);
	__atomic_store_n(&unsent->sent, unsent->sent + used, __ATOMIC_RELEASE);
	return 0;
}

static int connection_answer(struct connection *connection)
{
	struct job_answer answer;
	int err;

	err = socket_read(connection->fd, &answer, sizeof(answer));
	if (err)
		return connection_hang_up(connection, err);
	return -(int)answer.error;
}

static int connection_greet(struct connection *connection, uint32_t rank, uint32_t ranks,
			    int memory)
{
	const struct job_hello hello = { JOB_MAGIC, rank, ranks };
	int err;

	err = socket_greet(connection->fd, &hello, memory);
	if (err)
		return connection_hang_up(connection, err);
	err = connection_answer(connection);
	/* No timeout any more: a round may take minutes, and a dead simulator closes the socket. */
	if (!err)
		err = socket_patience(connection->fd, 0);
	if (err && connection->fd >= 0)
		return connection_hang_up(connection, err);
	return err;
}

/* Allocate the shared memory. Returns its descriptor, or -errno. */
static int connection_share(struct connection *connection)
{
	int fd = memfd_create("gm-profile", MFD_CLOEXEC), err;

	if (fd < 0)
		return -errno;
	if (!ftruncate(fd, sizeof(*connection->unsent))) {
		connection->unsent = mmap(NULL, sizeof(*connection->unsent), PROT_READ | PROT_WRITE,
					  MAP_SHARED, fd, 0);
		if (connection->unsent != MAP_FAILED)
			return fd;
	}
	err = -errno;
	connection->unsent = NULL;
	close(fd);
	return err;
}

int connection_open(struct connection *connection, const char *path, uint32_t rank, uint32_t ranks)
{
	int memory, err;

	*connection = (struct connection){ .fd = -1 };
	memory = connection_share(connection);
	if (memory < 0)
		return memory;
	err = socket_open(path);
	if (err >= 0) {
		connection->fd = err;
		err = connection_greet(connection, rank, ranks, memory);
	}
	close(memory);
	return err;
}

/* The computing of a thread may be reported in parts. */
static bool compute_merge(struct job_record *last, const struct job_record *record)
{
	if (last->kind != JOB_COMPUTE || record->kind != JOB_COMPUTE ||
	    last->thread != record->thread)
		return false;
	last->bytes += record->bytes;
	return true;
}

static bool records_are_alike(const struct job_record *a, const struct job_record *b)
{
	return a->kind <= JOB_UNSEEN && a->kind == b->kind && a->flags == b->flags &&
	       a->rank == b->rank && a->tag == b->tag && a->bytes == b->bytes &&
	       !memcmp(a->name, b->name, sizeof(a->name));
}

static bool connection_merge(struct job_unsent *unsent, const struct job_record *record)
{
	struct job_record *last;

	if (!unsent->used)
		return false;
	last = &unsent->records[unsent->used - 1];
	if (compute_merge(last, record))
		return true;
	if (!records_are_alike(last, record))
		return false;
	if (last->kind != JOB_UNSEEN && !job_fits(last->count + record->count, last->bytes))
		return false;
	last->count += record->count;
	return true;
}

int connection_add(struct connection *connection, const struct job_record *record)
{
	struct job_unsent *unsent = connection->unsent;

	if (connection->fd < 0) {
		if (record->kind < JOB_FLUSH)
			connection->lost += record->count;
		return 0;
	}
	if (connection_merge(unsent, record))
		return 0;
	connection_append(unsent, record);
	return unsent->used < JOB_UNSENT ? 0 : connection_write(connection);
}

int connection_flush(struct connection *connection)
{
	const struct job_record flush = { .kind = JOB_FLUSH, .count = 1 };
	int err;

	if (connection->fd < 0)
		return -ENOTCONN;
	connection_append(connection->unsent, &flush);
	err = connection_write(connection);
	return err ? err : connection_answer(connection);
}

int connection_close(struct connection *connection, enum job_end end)
{
	const struct job_record bye = { .kind = JOB_BYE, .count = end };
	int err;

	if (connection->fd < 0)
		return 0;
	connection_append(connection->unsent, &bye);
	err = connection_write(connection);
	return err ? err : connection_hang_up(connection, 0);
}
