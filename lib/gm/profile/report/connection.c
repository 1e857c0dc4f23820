// SPDX-License-Identifier: LGPL-2.1-or-later
/* A rank's connection to the simulator. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "gm/profile/report/connection.h"

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
	line_close(&connection->line);
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

	err = line_write(&connection->line, unsent->records, used * sizeof(unsent->records[0]));
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

	err = line_read(&connection->line, &answer, sizeof(answer));
	if (err)
		return connection_hang_up(connection, err);
	connection->node = answer.node;
	return -(int)answer.error;
}

static int connection_greet(struct connection *connection, uint32_t rank, uint32_t ranks,
			    int memory)
{
	const struct job_hello hello = { JOB_MAGIC, rank, ranks };
	int err;

	err = line_pass(&connection->line, &hello, sizeof(hello), memory);
	if (err)
		return connection_hang_up(connection, err);
	err = connection_answer(connection);
	/* No timeout any more: a round may take minutes, and a dead simulator closes the socket. */
	if (!err)
		err = line_wait_always(&connection->line);
	if (err && connection->line.fd >= 0)
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

	*connection = (struct connection){ .line.fd = -1 };
	memory = connection_share(connection);
	if (memory < 0)
		return memory;
	err = line_open(&connection->line, path, CONNECTION_PATIENCE);
	if (!err)
		err = connection_greet(connection, rank, ranks, memory);
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

	if (connection->line.fd < 0) {
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

	if (connection->line.fd < 0)
		return -ENOTCONN;
	connection_append(connection->unsent, &flush);
	err = connection_write(connection);
	return err ? err : connection_answer(connection);
}

int connection_close(struct connection *connection, enum job_end end)
{
	const struct job_record bye = { .kind = JOB_BYE, .count = end };
	int err;

	if (connection->line.fd < 0)
		return 0;
	connection_append(connection->unsent, &bye);
	err = connection_write(connection);
	return err ? err : connection_hang_up(connection, 0);
}
