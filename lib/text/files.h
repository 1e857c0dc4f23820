/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Data files of a kind, such as metrics: where they are on this machine, and their text. */
#ifndef TEXT_FILES_H
#define TEXT_FILES_H

#include <stddef.h>

/* Bytes of the longest path, with its NUL. */
#define TEXT_PATH_ROOM	4096

/* The text of a file. */
struct text {
	char *bytes;	/* for free() */
	const char *begin;	/* after the byte-order mark, if there is one */
	size_t length;	/* from there on */
};

/*
 * Read a file of at most @most bytes. Return 0, -EFBIG if it is larger, -EISDIR if it is no file,
 * -ENOMEM, or as open(2) and read(2).
 */
int text_read(const char *path, size_t most, struct text *text);

/* Where files of a kind are. */
struct text_places {
	const char *installed;	/* folder of the files that were installed */
	const char *kind;	/* name of their folder in /etc/gpcd and in ~/.config/gpcd */
	const char *below;	/* folder in each of these, beginning with '/', or "" */
	const char *only;	/* environment variable that names the only folder to search */
	const char *ending;	/* of their names */
};

/* Called for each file. Any other return value than 0 ends the search. */
struct text_visitor {
	int (*visit)(void *data, const char *path);
	void *data;
};

/*
 * Visit the files, in alphabetical order, of each folder: @installed, /etc/gpcd/KIND, and
 * $XDG_CONFIG_HOME/gpcd/KIND or ~/.config/gpcd/KIND; or only of the folder that the environment
 * variable names. A folder that does not exist has no files, and neither has one in a home that the
 * user may not enter; hidden files are left out. If a folder cannot be read, its path is written to
 * @failed. Return 0, what @visitor returned,
 * -ENAMETOOLONG, -ENOMEM, or as opendir(3).
 */
int text_each(const struct text_places *places, const struct text_visitor *visitor,
	      char failed[TEXT_PATH_ROOM]);

/* Copy a file's name without its folder and its ending, truncated to @room bytes with its NUL. */
void text_base(const char *path, const char *ending, char *base, size_t room);

#endif /* TEXT_FILES_H */
