/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A file to which standard output is appended for as long as it takes: it is renamed when it is
 * large or old enough, and opened anew when someone else has renamed it, as logrotate(8) does.
 */
#ifndef LOGFILE_H
#define LOGFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/options.h"

struct logfile {
	const char *path; /* NULL: standard output stays what it is */
	uint64_t most_bytes; /* begin a new file at this size; 0: never */
	uint64_t most_time; /* begin a new file at whole multiples of this, ns; 0: never */
	uint64_t first; /* time of the file's first record, CLOCK_REALTIME, ns; 0: none yet */
};

/* Options -o, --max-size, --max-age. */
extern const struct options logfile_options;

/*
 * Let standard output be appended to the file, if there is one; its records follow its header, so
 * out_header() judges what is there. From now on SIGHUP asks for a reload (wait.h). Report any
 * error and return the exit code.
 */
int logfile_open(struct logfile *log);

/*
 * Call this before each record, which was read at @time, ns. If the file is complete, rename it and
 * begin another one; if that fails, report it and go on. Return whether another file has begun,
 * which needs a header.
 */
bool logfile_next(struct logfile *log, uint64_t time);

/* The same after a reload was asked for: the file is whatever is at its path now. */
bool logfile_reopen(struct logfile *log);

/*
 * Rename a complete file: the time of its first record, ns, is added to its name, which no other
 * file has. Report any error and return the exit code.
 */
int logfile_aside(const char *path, uint64_t first);

#endif /* LOGFILE_H */
