// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "gm/profile/report/line.h"
#include "gm/wire.h"

/* --- waiting --- */

/* A socket waits in its calls. Its kernel says EAGAIN when the patience has ended. */
static int socket_patience(int fd, time_t seconds)
{
	const struct timeval patience = { .tv_sec = seconds };

	if (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience)) ||
	    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)))
		return -errno;
	return 0;
}

/*
 * A port never waits in its calls, because a write would wait for a simulator that has gone. If
 * nobody holds the other end, the port is hung up.
 */
static int port_wait(const struct line *line, short events)
{
	struct pollfd port = { .fd = line->fd, .events = events };
	int ready;

	do {
		ready = poll(&port, 1, line->patience);
	} while (ready < 0 && errno == EINTR);
	if (ready < 0)
		return -errno;
	if (!ready)
		return -ETIMEDOUT;
	return events == POLLOUT && port.revents & (POLLHUP | POLLERR) ? -EPIPE : 0;
}

/* After a call that failed: whether it has to be made again (0), or why not. */
static int line_again(const struct line *line, short events)
{
	if (errno == EINTR)
		return 0;
	if (errno != EAGAIN)
		return -errno;
	return line->port ? port_wait(line, events) : -ETIMEDOUT;
}

/* --- opening --- */

static int socket_connect(int fd, const char *path)
{
	struct sockaddr_un address;
	int folder, err = job_address(path, &address, &folder);

	if (err)
		return err;
	if (connect(fd, (struct sockaddr *)&address, sizeof(address)))
		err = errno == EAGAIN ? -ETIMEDOUT : -errno;
	if (folder >= 0)
		close(folder);
	return err;
}

static int socket_open(const char *path, time_t seconds)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int err;

	if (fd < 0)
		return -errno;
	err = socket_patience(fd, seconds);
	if (!err)
		err = socket_connect(fd, path);
	if (!err)
		return fd;
	close(fd);
	return err;
}

static int port_open(const char *path)
{
	int fd = open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

static bool is_port(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISCHR(st.st_mode);
}

int line_open(struct line *line, const char *path, unsigned int seconds)
{
	*line = (struct line){ .port = is_port(path), .patience = 1000 * seconds };
	line->fd = line->port ? port_open(path) : socket_open(path, seconds);
	return line->fd < 0 ? line->fd : 0;
}

void line_close(struct line *line)
{
	if (line->fd >= 0)
		close(line->fd);
	line->fd = -1;
}

int line_wait_always(struct line *line)
{
	line->patience = -1;
	return line->port ? 0 : socket_patience(line->fd, 0);
}

/* --- bytes --- */

int line_write(const struct line *line, const void *from, size_t size)
{
	const char *next = from;
	int err = 0;
	ssize_t n;

	while (size && !err) {
		n = line->port ? write(line->fd, next, size) :
		    send(line->fd, next, size, MSG_NOSIGNAL);
		if (n < 0) {
			err = line_again(line, POLLOUT);
			continue;
		}
		next += n;
		size -= n;
	}
	return err;
}

int line_read(const struct line *line, void *to, size_t size)
{
	char *next = to;
	int err = 0;
	ssize_t n;

	while (size && !err) {
		n = read(line->fd, next, size);
		if (n < 0) {
			err = line_again(line, POLLIN);
			continue;
		}
		if (!n)
			return -ECONNRESET;
		next += n;
		size -= n;
	}
	return err;
}

int line_pass(const struct line *line, const void *from, size_t size, int memory)
{
	union {
		struct cmsghdr header;
		char room[CMSG_SPACE(sizeof(int))];
	} control = { 0 };
	struct iovec data = { .iov_base = (void *)from, .iov_len = size };
	struct msghdr message = {
		.msg_iov = &data, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};
	int err = 0;
	ssize_t n;

	if (line->port)
		return line_write(line, from, size);
	control.header.cmsg_level = SOL_SOCKET;
	control.header.cmsg_type = SCM_RIGHTS;
	control.header.cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(&control.header), &memory, sizeof(memory));
	do {
		n = sendmsg(line->fd, &message, MSG_NOSIGNAL);
		err = n < 0 ? line_again(line, POLLOUT) : 0;
	} while (n < 0 && !err);
	return err ? err : line_write(line, (const char *)from + n, size - n);
}
