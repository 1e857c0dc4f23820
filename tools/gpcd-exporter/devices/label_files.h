/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Labels of devices that others choose: files in a folder, which a scheduler's prolog and epilog
 * write and remove.
 */
#ifndef DEVICES_LABEL_FILES_H
#define DEVICES_LABEL_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "label_file.h"

/* Most files that are read. */
#define LABEL_FILES_MOST	256

/* Target of files for all devices that have none of their own. */
#define LABEL_FILES_NODE	"node"

/* The files of a folder. */
struct label_files {
	char *folder;			/* NULL: there is none */
	struct label_file *files;	/* by target, then text; no two are alike in both */
	size_t count;
	struct stat seen;		/* identity and last change of the folder */
	bool whole;			/* nothing is ignored; a missing folder has no files */
	bool settled;			/* any later change will differ from seen */
	bool crowded;			/* there are more than LABEL_FILES_MOST */
	int err;			/* why there are none: -ENOMEM, or the folder is ignored */
};

/* Begin with a folder, which need not exist, or with NULL. Returns 0 or -ENOMEM. */
int label_files_make(struct label_files *labels, const char *folder);

/*
 * Read the folder again if anything was renamed in it or removed. Hidden files are left alone. What
 * cannot be used is reported once, and ignored.
 */
void label_files_read(struct label_files *labels);

/* Return the first file for a device, by the value of its label, or NULL. */
const struct label_file *label_files_of(const struct label_files *labels, const char *device);

/* Return the next file of the same target, or NULL. */
const struct label_file *label_files_next(const struct label_files *labels,
					  const struct label_file *file);

/* Free what labels own; they are empty afterwards. */
void label_files_free(struct label_files *labels);

#endif /* DEVICES_LABEL_FILES_H */
