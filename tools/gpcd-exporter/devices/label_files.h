/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Labels of devices that others choose: files in a folder, which a scheduler's prolog and epilog
 * write and remove. A file is called after what it labels: TARGET or TARGET@WORD. Its lines are
 * NAME=VALUE.
 */
#ifndef DEVICES_LABEL_FILES_H
#define DEVICES_LABEL_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Most files that are read, and most labels of a file. */
#define LABEL_FILES_MOST	256
#define LABEL_FILE_LABELS	8

/* Most bytes of a file, of a label's name, and of its value. */
#define LABEL_FILE_BYTES	4096
#define LABEL_NAME_BYTES	32
#define LABEL_VALUE_BYTES	128

/* Target of files for all devices that have none of their own. */
#define LABEL_FILES_NODE	"node"

/* A file, or the reason why it is ignored. */
struct label_file {
	char *name;
	char *target;	/* name without "@WORD" */
	char *text;	/* labels for a series, in the order of their names; NULL: it is ignored */
	int err;	/* why; -ENOENT: it was removed while the folder was read */
};

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
