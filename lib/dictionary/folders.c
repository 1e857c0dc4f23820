// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folders.h"

int dictionary_read_file(struct dictionary *dictionary, const char *path,
			 struct dictionary_failure *failure)
{
	struct text text;
	int err;

	err = text_read(path, DICTIONARY_FILE_MOST, &text);
	if (!err) {
		err = dictionary_read(dictionary, text.begin, text.length, &failure->problem);
		free(text.bytes);
	}
	if (err)
		snprintf(failure->path, sizeof(failure->path), "%s", path);
	return err;
}

/* Where the entries of files go, and the first failure. */
struct destination {
	struct dictionary *dictionary;
	struct dictionary_failure *failure;
};

static int dictionary_found(void *data, const char *path)
{
	struct destination *to = data;

	return dictionary_read_file(to->dictionary, path, to->failure);
}

int dictionary_read_all(struct dictionary *dictionary, const char *installed,
			struct dictionary_failure *failure)
{
	struct destination to = { dictionary, failure };
	const struct text_visitor visitor = { dictionary_found, &to };
	const struct text_places places = {
		.installed = installed,
		.kind = "dictionary",
		.below = "",
		.only = DICTIONARY_FOLDER_ENV,
		.ending = ".counters",
	};
	char folder[TEXT_PATH_ROOM];
	int err;

	failure->path[0] = '\0';
	err = text_each(&places, &visitor, folder);
	if (err && !failure->path[0])
		strcpy(failure->path, folder);
	return err;
}
