// SPDX-License-Identifier: LGPL-2.1-or-later
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "mark.h"

/* --- one file --- */

/* Read up to the end of the file. Return the number of bytes, or a negative errno. */
static ssize_t read_whole(int fd, char *bytes, size_t room)
{
	size_t length = 0;
	ssize_t got;

	while (length < room) {
		got = read(fd, bytes + length, room - length);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			break;
		length += got;
	}
	return length;
}

static int open_file(const char *path, size_t most, struct stat *about)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), err = 0;

	if (fd < 0)
		return -errno;
	if (fstat(fd, about))
		err = -errno;
	else if (!S_ISREG(about->st_mode))
		err = -EISDIR;
	else if (about->st_size > (off_t)most)
		err = -EFBIG;
	if (!err)
		return fd;
	close(fd);
	return err;
}

int text_read(const char *path, size_t most, struct text *text)
{
	struct stat about;
	ssize_t length;
	size_t mark;
	int fd;

	fd = open_file(path, most, &about);
	if (fd < 0)
		return fd;
	/* One byte more than the size, so that even an empty file is read, which may fail. */
	text->bytes = malloc(about.st_size + 1);
	length = text->bytes ? read_whole(fd, text->bytes, about.st_size + 1) : -ENOMEM;
	close(fd);
	if (length < 0) {
		free(text->bytes);
		return length;
	}
	mark = text_mark(text->bytes, length);
	text->begin = text->bytes + mark;
	text->length = length - mark;
	return 0;
}

/* --- folders --- */

static bool ends_with(const char *name, const char *ending)
{
	size_t length = strlen(name);

	return length > strlen(ending) && !strcmp(name + length - strlen(ending), ending);
}

void text_base(const char *path, const char *ending, char *base, size_t room)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	size_t length = strlen(name);

	if (ends_with(name, ending))
		length -= strlen(ending);
	snprintf(base, room, "%.*s", (int)length, name);
}

/* Turn the length of a path, from snprintf(3), into 0 or -ENAMETOOLONG. */
static int check_length(int length)
{
	return length < TEXT_PATH_ROOM ? 0 : -ENAMETOOLONG;
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int visit_folder(const char *folder, const char *ending, const struct text_visitor *visitor)
{
	char path[TEXT_PATH_ROOM];
	struct dirent **entries;
	int count, i, err = 0;

	count = scandir(folder, &entries, is_visible, alphasort);
	if (count < 0)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -errno;
	for (i = 0; i < count; i++) {
		if (!err && ends_with(entries[i]->d_name, ending)) {
			err = check_length(snprintf(path, sizeof(path), "%s/%s", folder,
						    entries[i]->d_name));
			if (!err)
				err = visitor->visit(visitor->data, path);
		}
		free(entries[i]);
	}
	free(entries);
	return err;
}

/* A search, until its first error. */
struct search {
	const struct text_places *places;
	const struct text_visitor *visitor;
	char *failed;
	int err;
};

/* Search @top with the folders @rest and the kind's folders below it. */
static void search_below(struct search *search, const char *top, const char *rest)
{
	const struct text_places *places = search->places;
	const char *kind = *rest ? places->kind : "";
	char path[TEXT_PATH_ROOM];

	if (search->err)
		return;
	search->err = check_length(snprintf(path, sizeof(path), "%s%s%s%s", top, rest, kind,
					    places->below));
	if (!search->err)
		search->err = visit_folder(path, places->ending, search->visitor);
	if (search->err)
		snprintf(search->failed, TEXT_PATH_ROOM, "%s%s%s", top, rest, kind);
}

/*
 * A folder that the user may not enter is another's, as after su(1) or setpriv(1): nothing in it is
 * the user's own.
 */
static bool may_enter(const char *folder)
{
	return !faccessat(AT_FDCWD, folder, X_OK, AT_EACCESS) || errno != EACCES;
}

int text_each(const struct text_places *places, const struct text_visitor *visitor,
	      char failed[TEXT_PATH_ROOM])
{
	const char *only = getenv(places->only), *config = getenv("XDG_CONFIG_HOME"),
		   *home = getenv("HOME");
	struct search search = { .places = places, .visitor = visitor, .failed = failed };

	if (only && *only) {
		search_below(&search, only, "");
		return search.err;
	}
	search_below(&search, places->installed, "");
	search_below(&search, "/etc", "/gpcd/");
	if (!config || *config != '/')
		config = NULL;
	if (config && may_enter(config))
		search_below(&search, config, "/gpcd/");
	if (!config && home && *home == '/' && may_enter(home))
		search_below(&search, home, "/.config/gpcd/");
	return search.err;
}
