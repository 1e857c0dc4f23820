/* SPDX-License-Identifier: GPL-2.0-only */
/* Values that tests read, with a file that fails or hangs, and a clock that tests turn. */
#ifndef NICS_READING_H
#define NICS_READING_H

#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <linux/gpcd.h>

#include "mark.h"
#include "nics/nic.h"
#include "wrap.h"

#define READ_MOST	4096

#define SECOND	1000000000ULL

static uint64_t read_values[READ_MOST], read_ns[READ_MOST];
static uint8_t read_statuses[READ_MOST];
static const struct nic_values reading = { read_values, read_ns, read_statuses };

/* What a value was before a read: none of those that tests expect. */
#define UNTOUCHED	0xa5a5a5a5a5a5a5a5

static inline void read_clear(void)
{
	memset(read_values, 0xa5, sizeof(read_values));
	memset(read_ns, 0xa5, sizeof(read_ns));
	memset(read_statuses, 0xa5, sizeof(read_statuses));
}

/* A value that was read. */
static inline void read_is(unsigned int index, uint64_t value)
{
	ck_assert_msg(read_statuses[index] == GPCD_STATUS_OK && read_values[index] == value,
		      "item %u: %llu, status %u instead of %llu", index,
		      (unsigned long long)read_values[index], read_statuses[index],
		      (unsigned long long)value);
}

/* An earlier value. */
static inline void read_is_stale(unsigned int index, uint64_t value)
{
	ck_assert_msg(read_statuses[index] == GPCD_STATUS_STALE && read_values[index] == value,
		      "item %u: %llu, status %u instead of a stale %llu", index,
		      (unsigned long long)read_values[index], read_statuses[index],
		      (unsigned long long)value);
}

/* No value, and why. */
static inline void read_is_none(unsigned int index, enum gpcd_status status)
{
	ck_assert_msg(read_statuses[index] == status, "item %u: status %u instead of %u", index,
		      read_statuses[index], status);
	ck_assert_uint_eq(read_values[index], 0);
	ck_assert_uint_eq(read_ns[index], 0);
}

/* --- calls for files --- */

static unsigned int preads, openats;

/* A file that fails when it is read, or that hangs until the test lets it go. */
static const char *failing, *hanging;
static int failing_errno;
static sem_t hangs, let_go;

/* Called at each pread, if it is not NULL. */
static void (*at_pread)(void);

static inline bool is_named(int fd, const char *name)
{
	char link[32], path[4096];
	ssize_t length;

	if (!name)
		return false;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	length = readlink(link, path, sizeof(path) - 1);
	path[length < 0 ? 0 : length] = '\0';
	return length > 0 && !strcmp(strrchr(path, '/') + 1, name);
}

ssize_t __wrap_pread(int fd, void *buffer, size_t size, off_t offset)
{
	preads++;
	if (at_pread)
		at_pread();
	if (is_named(fd, hanging)) {
		sem_post(&hangs);
		sem_wait(&let_go);
	}
	if (is_named(fd, failing)) {
		errno = failing_errno;
		return -1;
	}
	return __real_pread(fd, buffer, size, offset);
}

int __wrap_openat(int folder, const char *path, int flags, ...)
{
	openats++;
	return __real_openat(folder, path, flags);
}

#endif /* NICS_READING_H */
