// SPDX-License-Identifier: LGPL-2.1-or-later
/* Files of metrics: find and read them. */
#include <limits.h>
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

/* Visit the files or folders below folder @below of each place whose names end with @ending. */
static int visit_places(const char *installed, const char *below, const char *ending,
			const struct text_visitor *visitor, struct metrics_failure *failure)
{
	const struct text_places places = {
		.installed = installed,
		.kind = "metrics",
		.below = below,
		.only = METRICS_FOLDER_ENV,
		.ending = ending,
	};
	char folder[TEXT_PATH_ROOM];
	int err;

	failure->path[0] = '\0';
	err = text_each(&places, visitor, folder);
	if (err && !failure->path[0])
		strcpy(failure->path, folder);
	return err;
}

int metrics_read_all(struct metrics *metrics, const char *name, const char *installed,
		     struct metrics_failure *failure)
{
	struct destination to = { metrics, failure };
	const struct text_visitor visitor = { read_found, &to };
	char below[NAME_MAX + 2];

	/* A recording may name a chip as it likes. */
	if (!*name || strchr(name, '/') || name[0] == '.' || strlen(name) > NAME_MAX)
		return 0;
	snprintf(below, sizeof(below), "/%s", name);
	return visit_places(installed, below, ENDING, &visitor, failure);
}

/* Folder of the metrics that any network interface may have. */
#define ANY_NIC	"net"

int metrics_read_chip(struct metrics *metrics, const char *installed,
		      struct metrics_failure *failure)
{
	const char *name = gpcd_chip_name(metrics->chip);
	int err = 0;

	if (gpcd_chip_numbered(metrics->chip) && strcmp(name, ANY_NIC))
		err = metrics_read_all(metrics, ANY_NIC, installed, failure);
	return err ? err : metrics_read_all(metrics, name, installed, failure);
}

int metrics_each_folder(const char *installed, const struct text_visitor *visitor,
			struct metrics_failure *failure)
{
	return visit_places(installed, "", "", visitor, failure);
}
