// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "cli/wait/wait.h"
#include "logfile.h"

#define NS_PER_S	1000000000ULL

static const struct option_row rows[] = {
	{ "output", 'o', "FILE", 0, "append to this file; SIGHUP opens it anew",
	  OPTION_ONCE(struct logfile, path) },
	{ "max-size", 0, "SIZE", 0,
	  "begin a new FILE when it has so many bytes: 4KiB or more, as 64MiB",
	  OPTION_BYTES(struct logfile, most_bytes, 4096, UINT64_MAX), .with = "output" },
	{ "max-age", 0, "TIME", 0,
	  "begin a new FILE at whole multiples of this time: 1s or more, as 24h",
	  OPTION_TIME(struct logfile, most_time, NS_PER_S, UINT64_MAX), .with = "output" },
	{ 0 }
};

const struct options logfile_options = { .rows = rows };

/* --- names of complete files --- */

/* The name of a complete file ends with the time of its first record, UTC. */
static int name_aside(const char *path, uint64_t first, char **name)
{
	time_t seconds = first / NS_PER_S;
	char when[32];
	struct tm tm;

	gmtime_r(&seconds, &tm);
	strftime(when, sizeof(when), "%Y%m%dT%H%M%S", &tm);
	return asprintf(name, "%s.%s.%06uZ", path, when,
			(unsigned int)(first % NS_PER_S / 1000)) < 0 ? -ENOMEM : 0;
}

/* Some file systems can only rename with replacement: check first. */
static int rename_new(const char *from, const char *to)
{
	if (!renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE))
		return 0;
	if (errno != EINVAL)
		return -errno;
	if (!access(to, F_OK))
		return -EEXIST;
	return rename(from, to) ? -errno : 0;
}

int logfile_aside(const char *path, uint64_t first)
{
	char *name;
	int err = name_aside(path, first, &name);

	if (err)
		return complain_output(path, err);
	err = rename_new(path, name);
	if (err)
		complain_output(name, err);
	free(name);
	return err ? EXIT_OUTPUT : 0;
}

/* --- the file --- */

/* The first record of a file that is continued is about as old as its last change. */
static int take_file(struct logfile *log, int fd)
{
	struct stat about;

	if (fstat(fd, &about))
		return -errno;
	if (!S_ISREG(about.st_mode) && (log->most_bytes || log->most_time))
		return -ESPIPE;
	if (dup2(fd, STDOUT_FILENO) < 0)
		return -errno;
	log->first = about.st_size ? about.st_mtim.tv_sec * NS_PER_S + about.st_mtim.tv_nsec : 0;
	return 0;
}

static int log_open(struct logfile *log)
{
	int fd = open(log->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666), err;

	if (fd < 0)
		return complain_output(log->path, -errno);
	err = take_file(log, fd);
	close(fd);
	if (err != -ESPIPE)
		return err ? complain_output(log->path, err) : 0;
	complain("%s: no regular file: it has no size and no age", log->path);
	return EXIT_USAGE;
}

int logfile_open(struct logfile *log)
{
	if (!log->path)
		return 0;
	stop_reloads();
	return log_open(log);
}

bool logfile_reopen(struct logfile *log)
{
	return !log_open(log);
}

static bool is_due(const struct logfile *log, uint64_t time)
{
	struct stat about;

	if (!log->first)
		return false;
	if (log->most_time && time / log->most_time > log->first / log->most_time)
		return true;
	return log->most_bytes && !fstat(STDOUT_FILENO, &about) &&
	       (uint64_t)about.st_size >= log->most_bytes;
}

/* Someone else may have renamed the file already, and made another one. */
static bool is_own(const struct logfile *log)
{
	struct stat own, there;

	return !fstat(STDOUT_FILENO, &own) && !stat(log->path, &there) &&
	       own.st_dev == there.st_dev && own.st_ino == there.st_ino;
}

static bool replace(struct logfile *log, uint64_t first)
{
	if (is_own(log) && logfile_aside(log->path, first))
		return false;
	return !log_open(log);
}

bool logfile_next(struct logfile *log, uint64_t time)
{
	uint64_t first = log->first;
	bool begun = false;

	if (!log->path)
		return false;
	if (is_due(log, time)) {
		/* If it stays, try again when it would be complete once more. */
		log->first = time;
		begun = replace(log, first);
	}
	if (!log->first)
		log->first = time;
	return begun;
}
