/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The files of metrics on this machine. */
#ifndef METRICS_FOLDERS_H
#define METRICS_FOLDERS_H

#include "set.h"
#include "text/files.h"

/* Environment variable that names the only folder to search. */
#define METRICS_FOLDER_ENV	"GPCD_METRICS"

/* Bytes of the largest file. */
#define METRICS_FILE_MOST	(1024 * 1024)

/* The first file that could not be read. */
struct metrics_failure {
	char path[TEXT_PATH_ROOM];
	struct metrics_problem problem;	/* for -EINVAL: the error in its text */
};

/*
 * Add the metrics of a file, whose name without the ending becomes the set's. @metrics is as for
 * metrics_read(). Fills in @failure on error. Return 0, -EINVAL if its text is wrong, -EFBIG if it
 * is larger than METRICS_FILE_MOST, -EISDIR if it is no file, -ENAMETOOLONG, -ENOMEM, or as open(2)
 * and read(2).
 */
int metrics_read_file(struct metrics *metrics, const char *path, struct metrics_failure *failure);

/*
 * Add the metrics of all files of this machine: *.metrics, in alphabetical order, in the folder
 * @name, which is the name of a chip ("gemini", "mlx5_ib"), of each of @installed,
 * /etc/gpcd/metrics, and $XDG_CONFIG_HOME/gpcd/metrics or ~/.config/gpcd/metrics; or only of the
 * folder that METRICS_FOLDER_ENV names. Later metrics replace earlier ones of the same name. A
 * folder that does not exist has no files, and neither has a name that is none of a folder there.
 * @metrics is all zero except chip. Fills in @failure on error. Return as metrics_read_file().
 */
int metrics_read_all(struct metrics *metrics, const char *name, const char *installed,
		     struct metrics_failure *failure);

/*
 * Add the metrics of all files for the type of chip that @metrics has: for a network interface
 * those that any may have, and then its driver's, which replace them. Arguments and results are as
 * for metrics_read_all().
 */
int metrics_read_chip(struct metrics *metrics, const char *installed,
		      struct metrics_failure *failure);

/*
 * Visit the folders of chips in the same places, by their paths; some have no metrics, and some
 * more than once the same name. Fills in @failure on error. Return as metrics_read_file(), or what
 * @visitor returned.
 */
int metrics_each_folder(const char *installed, const struct text_visitor *visitor,
			struct metrics_failure *failure);

#endif /* METRICS_FOLDERS_H */
