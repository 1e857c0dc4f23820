// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A rank's line to the simulator.
 */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "gm/profile/report.h"

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

static int socket_open(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd, err;

	if (strlen(path) >= sizeof(address.sun_path))
		return -ENAMETOOLONG;
	strcpy(address.sun_path, path);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -errno;
	err = socket_patience(fd, REPORT_PATIENCE);
	if (!err && connect(fd, (struct sockaddr *)&address, sizeof(address)))
		err = socket_error();
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

static void report_lose(struct report *report)
{
	for (size_t i = 0; i < report->used; i++) {
		if (report->records[i].kind != JOB_FLUSH)
			report->lost += report->records[i].count;
	}
	report->used = 0;
}

static int report_hang_up(struct report *report, int err)
{
	close(report->fd);
	report->fd = -1;
	report_lose(report);
	return err;
}

static int report_write(struct report *report)
{
	size_t size = report->used * sizeof(report->records[0]);
	int err;

	err = socket_write(report->fd, report->records, size);
	if (err)
		return report_hang_up(report, err);
	report->used = 0;
	return 0;
}

static int report_answer(struct report *report)
{
	struct job_answer answer;
	int err;

	err = socket_read(report->fd, &answer, sizeof(answer));
	if (err)
		return report_hang_up(report, err);
	return -(int)answer.error;
}

int report_open(struct report *report, const char *path, uint32_t rank, uint32_t ranks)
{
	const struct job_hello hello = { JOB_MAGIC, rank, ranks };
	int err;

	report->used = 0;
	report->lost = 0;
	report->fd = -1;
	err = socket_open(path);
	if (err < 0)
		return err;
	report->fd = err;
	err = socket_write(report->fd, &hello, sizeof(hello));
	if (err)
		return report_hang_up(report, err);
	err = report_answer(report);
	/* A round may take minutes; a simulator that dies meanwhile closes the socket. */
	if (!err)
		err = socket_patience(report->fd, 0);
	if (err && report->fd >= 0)
		return report_hang_up(report, err);
	return err;
}

static int report_merge(struct report *report, const struct job_record *record)
{
	struct job_record *last;

	if (!report->used)
		return 0;
	last = &report->records[report->used - 1];
	if (last->kind != record->kind || last->flags != record->flags ||
	    last->rank != record->rank || last->bytes != record->bytes ||
	    memcmp(last->name, record->name, sizeof(last->name)))
		return 0;
	if (last->kind != JOB_UNSEEN && !job_fits(last->count + record->count, last->bytes))
		return 0;
	last->count += record->count;
	return 1;
}

int report_add(struct report *report, const struct job_record *record)
{
	if (report_merge(report, record))
		return 0;
	report->records[report->used++] = *record;
	if (report->fd < 0) {
		report_lose(report);
		return 0;
	}
	return report->used < REPORT_RECORDS ? 0 : report_write(report);
}

int report_flush(struct report *report)
{
	const struct job_record flush = { .kind = JOB_FLUSH, .count = 1 };
	int err;

	if (report->fd < 0)
		return -ENOTCONN;
	report->records[report->used++] = flush;
	err = report_write(report);
	return err ? err : report_answer(report);
}

int report_close(struct report *report)
{
	int err;

	if (report->fd < 0)
		return 0;
	err = report_write(report);
	if (err)
		return err;
	return report_hang_up(report, 0);
}
