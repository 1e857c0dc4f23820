// SPDX-License-Identifier: LGPL-2.1-or-later
/* Files of metrics: find and read them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpcd/gpcd.h>

#include "folders.h"

#define ENDING	".metrics"

int metrics_read_file(struct metrics *metrics, const char *path, struct metrics_failure *failure)
{
	char name[METRICS_NAME_ROOM];
	struct text text;
	int err;

	err = text_read(path, METRICS_FILE_MOST, &text);
	if (!err) {
		text_base(path, ENDING, name, sizeof(name));
		err = metrics_read(metrics, name, text.begin, text.length, &failure->problem);
		free(text.bytes);
	}
	if (err)
		snprintf(failure->path, sizeof(failure->path), "%s", path);
	return err;
}

/* Where the metrics of files go, and the first failure. */
struct destination {
	struct metrics *metrics;
	struct metrics_failure *failure;
};

static int read_found(void *data, const char *path)
{
	struct destination *to = data;

	return metrics_read_file(to->metrics, path, to->failure);
}

/* Read the files of a folder of each place. */
static int read_folder(const struct destination *to, const char *installed, const char *name)
{
	const struct text_visitor visitor = { read_found, (void *)to };
	char below[GPCD_NAME_MAX], failed[TEXT_PATH_ROOM];
	const struct text_places places = {
		.installed = installed,
		.kind = "metrics",
		.below = below,
		.only = METRICS_FOLDER_ENV,
		.ending = ENDING,
	};
	int err;

	snprintf(below, sizeof(below), "/%s", name);
	err = text_each(&places, &visitor, failed);
	if (err && !to->failure->path[0])
		strcpy(to->failure->path, failed);
	return err;
}

int metrics_read_all(struct metrics *metrics, const char *installed,
		     struct metrics_failure *failure)
{
	const struct destination to = { metrics, failure };
	int err = 0;

	failure->path[0] = '\0';
	if (metrics->chip >= GPCD_CHIPS_LEARNED)
		err = read_folder(&to, installed, METRICS_ANY_NIC);
	return err ? err : read_folder(&to, installed, gpcd_chip_name(metrics->chip));
}
