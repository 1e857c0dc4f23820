/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The dictionaries of this machine. */
#ifndef DICTIONARY_FOLDERS_H
#define DICTIONARY_FOLDERS_H

#include "dictionary.h"
#include "text/files.h"

/* Environment variable that names the only folder to search. */
#define DICTIONARY_FOLDER_ENV	"GPCD_DICTIONARY"

/* Bytes of the largest file. */
#define DICTIONARY_FILE_MOST	(1024 * 1024)

/* The first file that could not be read. */
struct dictionary_failure {
	char path[TEXT_PATH_ROOM];
	struct dictionary_problem problem;	/* for -EINVAL: the error in its text */
};

/*
 * Add the entries of a file. @dictionary is as for dictionary_read(). Fills in @failure on error.
 * Return 0, -EINVAL if its text is wrong, or as text_read().
 */
int dictionary_read_file(struct dictionary *dictionary, const char *path,
			 struct dictionary_failure *failure);

/*
 * Add the entries of all files of this machine: *.counters, in alphabetical order, of @installed,
 * /etc/gpcd/dictionary, and $XDG_CONFIG_HOME/gpcd/dictionary or ~/.config/gpcd/dictionary; or only
 * of the folder that DICTIONARY_FOLDER_ENV names. @dictionary is all zero except driver and source.
 * Fills in @failure on error. Return as dictionary_read_file().
 */
int dictionary_read_all(struct dictionary *dictionary, const char *installed,
			struct dictionary_failure *failure);

#endif /* DICTIONARY_FOLDERS_H */
