/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The files of metrics on this machine.
 */
#ifndef METRICS_FOLDERS_H
#define METRICS_FOLDERS_H

#include "set.h"

/** METRICS_FOLDER_ENV: environment variable that names the only folder to look in */
#define METRICS_FOLDER_ENV	"GPCD_METRICS"

/** METRICS_PATH_ROOM: bytes of the longest path, with its NUL */
#define METRICS_PATH_ROOM	4096

/** METRICS_FILE_MOST: bytes of the largest file */
#define METRICS_FILE_MOST	(1024 * 1024)

/**
 * struct metrics_failure - the first file that could not be read
 * @path: its path
 * @problem: -EINVAL: what is wrong with its text
 */
struct metrics_failure {
	char path[METRICS_PATH_ROOM];
	struct metrics_problem problem;
};

/**
 * metrics_read_file() - add the metrics of a file
 * @metrics: as for metrics_read()
 * @path: the file, whose name without the ending is that of the set
 * @failure: filled in after an error
 *
 * Return: 0; -EINVAL its text is wrong, -EFBIG it is larger than METRICS_FILE_MOST, -EISDIR it is
 * no file, -ENAMETOOLONG, -ENOMEM, or as open(2) and read(2).
 */
int metrics_read_file(struct metrics *metrics, const char *path, struct metrics_failure *failure);

/**
 * metrics_read_all() - add the metrics of all files of this machine
 * @metrics: all zero but @chip
 * @installed: folder of what was installed
 * @failure: filled in after an error
 *
 * That is *.metrics, in alphabetical order, in the folder CHIP ("gemini", "aries") of each of
 * these: @installed; /etc/gpcd/metrics; $XDG_CONFIG_HOME/gpcd/metrics, or ~/.config/gpcd/metrics.
 * Or of the folder that METRICS_FOLDER_ENV names, in place of them all. What comes later takes the
 * place of metrics with the same name. A folder that does not exist has no files.
 *
 * Return: as metrics_read_file().
 */
int metrics_read_all(struct metrics *metrics, const char *installed,
		     struct metrics_failure *failure);

#endif /* METRICS_FOLDERS_H */
