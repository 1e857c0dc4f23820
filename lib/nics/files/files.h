/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counters, each a file: descriptors are kept, and a read is one pread(2) for each. */
#ifndef NICS_FILES_H
#define NICS_FILES_H

#include "nics/nic.h"

struct nic_files;

/* The writer of the files, on which the way of reading depends. */
enum nic_files_owner {
	NIC_FILES_KERNEL,	/* or anybody who writes unsigned numbers */
	NIC_FILES_DAEMON,	/* FUSE: numbers may be negative, and an open file may be cached */
};

/*
 * Open a folder with a file for each counter (value.h). The files themselves are opened when they
 * are first wanted; a daemon's files for each read. Return 0 or a negative errno.
 */
int nic_files_open(struct nic_files **files, const char *path, enum nic_files_owner owner);

/* Return the number of counters, which never changes. */
unsigned int nic_files_count(const struct nic_files *files);

/* Return the name of a counter, in their order. */
const char *nic_files_name(const struct nic_files *files, unsigned int index);

/* Append all counters to the items of an interface. Return 0 or -ENOMEM. */
int nic_files_add(const struct nic_files *files, struct nic *nic, const char *family);

/*
 * Read counters; @wanted and @values begin at the first of them. A file that fails has a status of
 * its own, and is not asked again before a second has passed; the others are read nevertheless.
 * Allocates nothing. Return as the read function of a source.
 */
int nic_files_read(struct nic_files *files, const bool *wanted, const struct nic_values *values);

/* Close all; @files may be NULL. */
void nic_files_close(struct nic_files *files);

#endif /* NICS_FILES_H */
