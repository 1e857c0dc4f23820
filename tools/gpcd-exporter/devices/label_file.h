/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A file of labels. It is called after what it labels: TARGET or TARGET@WORD. Its lines are
 * NAME=VALUE.
 */
#ifndef DEVICES_LABEL_FILE_H
#define DEVICES_LABEL_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

/* Most labels of a file, and most bytes of it, of a label's name, and of its value. */
#define LABEL_FILE_LABELS	8
#define LABEL_FILE_BYTES	4096
#define LABEL_NAME_BYTES	32
#define LABEL_VALUE_BYTES	128

/* A file, or the reason why it is ignored. */
struct label_file {
	char *name;
	char *target;	/* name without "@WORD" */
	char *text;	/* labels for a series, in the order of their names; NULL: it is ignored */
	int err;	/* why; -ENOENT: it was removed while the folder was read */
};

/*
 * Read a file of a folder, by the folder's descriptor. Returns 0, or what becomes its err; the
 * caller frees it in both cases.
 */
int label_file_read(struct label_file *file, int folder, const char *name);

/* Whether root or the caller alone can have written a file, or what is in a folder. */
bool label_file_is_trusted(const struct stat *about);

/* Free what a file owns. */
void label_file_free(struct label_file *file);

#endif /* DEVICES_LABEL_FILE_H */
