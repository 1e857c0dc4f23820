// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <gpcd/nics.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "devices.h"

#define IMAGE	"image:"
#define COUNTERS	"counters:"

/* Check for the name of a node, or a pattern of such names. */
static bool is_short(const char *name)
{
	return !strncmp(name, "gpcd", 4) && name[4] &&
	       !name[4 + strspn(name + 4, "0123456789*?[]-")] &&
	       strlen(name) < DEVNAME_ROOM - strlen("/dev/");
}

const char *devname_full(const char *name, char path[DEVNAME_ROOM])
{
	if (!is_short(name))
		return name;
	snprintf(path, DEVNAME_ROOM, "/dev/%s", name);
	return path;
}

bool devname_is_image(const char *name)
{
	return !strncmp(name, IMAGE, strlen(IMAGE));
}

bool devname_is_nic(const char *name)
{
	return gpcd_nic_named(name);
}

static const char *prefix_of(const char *name)
{
	return devname_is_image(name) ? IMAGE : "";
}

/* Where a name of the form PREFIX:REST has its rest, else the name. */
static const char *without_prefix(const char *name)
{
	return devname_is_image(name) || devname_is_nic(name) ? strchr(name, ':') + 1 : name;
}

/* A search for an interface of exactly this name. */
struct whole {
	const char *name;
	bool found;
};

static int match_whole(void *data, const struct gpcd_nic_about *nic)
{
	struct whole *whole = data;

	whole->found |= !strcmp(whole->name, nic->name);
	return 0;
}

/* A folder of counters is a file; files have nothing to do with the names of other interfaces. */
static bool is_there(const char *name)
{
	struct whole whole = { .name = name };
	struct stat st;

	if (!devname_is_nic(name) || !strncmp(name, COUNTERS, strlen(COUNTERS)))
		return !lstat(without_prefix(name), &st);
	gpcd_nics_each(match_whole, &whole);
	return whole.found;
}

bool devname_is_pattern(const char *name)
{
	if (!strcmp(name, DEVNAME_NICS))
		return true;
	return strpbrk(without_prefix(name), "*?[") && !is_there(name);
}

/* A ']' that comes first is one of the characters. */
bool devname_is_closed(const char *name)
{
	while ((name = strchr(name, '['))) {
		name++;
		name += *name == '!' || *name == '^';
		name += *name == ']';
		name = strchr(name, ']');
		if (!name)
			return false;
	}
	return true;
}

/* Compare paths that begin with the same folders, which end at @folders. */
static int by_number(const void *a, const void *b, void *folders)
{
	const size_t skipped = *(const size_t *)folders;

	return strverscmp(*(char *const *)a + skipped, *(char *const *)b + skipped);
}

/* Return the bytes, up to a slash, with which all paths begin. */
static size_t count_folders(const glob_t *found)
{
	const char *first = found->gl_pathv[0], *slash;
	size_t same = strlen(first);

	for (size_t i = 1; i < found->gl_pathc; i++) {
		const char *path = found->gl_pathv[i];
		size_t length = 0;

		while (length < same && path[length] == first[length])
			length++;
		same = length;
	}
	slash = memrchr(first, '/', same);
	return slash ? slash + 1 - first : 0;
}

static bool is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* Last error while glob(3) read folders, a negative errno, or 0; glob(3) does not report it. */
static int glob_error;

/* All entries that glob(3) read are regular files, and so is all that it found. */
static bool glob_regular;

/* What a last part without a pattern names is not read as an entry; "." and ".." do not count. */
static bool ends_in_pattern(const char *pattern)
{
	const char *last = strrchr(pattern, '/');

	last = last ? last + 1 : pattern;
	return *last != '.' && strpbrk(last, "*?[");
}

static void *open_folder(const char *path)
{
	DIR *folder = opendir(path);

	if (!folder && errno != ENOENT && errno != ENOTDIR)
		glob_error = -errno;
	return folder;
}

static struct dirent *next_entry(void *folder)
{
	struct dirent *entry;

	errno = 0;
	entry = readdir(folder);
	if (!entry && errno)
		glob_error = -errno;
	if (entry && entry->d_type != DT_REG && strcmp(entry->d_name, ".") &&
	    strcmp(entry->d_name, ".."))
		glob_regular = false;
	return entry;
}

static void close_folder(void *folder)
{
	closedir(folder);
}

static int find_paths(const char *pattern, glob_t *found)
{
	int result;

	*found = (glob_t) {
		.gl_opendir = open_folder,
		.gl_readdir = next_entry,
		.gl_closedir = close_folder,
		.gl_stat = stat,
		.gl_lstat = lstat,
	};
	glob_error = 0;
	glob_regular = ends_in_pattern(pattern);
	result = glob(pattern, GLOB_NOSORT | GLOB_ALTDIRFUNC, NULL, found);
	return result && result != GLOB_NOMATCH ? -ENOMEM : 0;
}

/* Return room for the longest name, which begins with the prefix, or NULL. */
static char *name_room(const char *prefix, const glob_t *found)
{
	size_t longest = 0;
	char *name;

	for (size_t i = 0; i < found->gl_pathc; i++) {
		size_t length = strlen(found->gl_pathv[i]);

		longest = length > longest ? length : longest;
	}
	name = malloc(strlen(prefix) + longest + 1);
	if (name)
		strcpy(name, prefix);
	return name;
}

/* Return the number of files, or a negative errno. */
static int take_paths(const char *prefix, const glob_t *found,
		      int (*take)(void *data, const char *name), void *data)
{
	int count = 0, err = 0;
	size_t folders;
	char *name;

	if (!found->gl_pathc)
		return 0;
	name = name_room(prefix, found);
	if (!name)
		return -ENOMEM;
	folders = count_folders(found);
	qsort_r(found->gl_pathv, found->gl_pathc, sizeof(*found->gl_pathv), by_number, &folders);
	for (size_t i = 0; !err && i < found->gl_pathc; i++) {
		if (!glob_regular && is_folder(found->gl_pathv[i]))
			continue;
		strcpy(name + strlen(prefix), found->gl_pathv[i]);
		err = take(data, name);
		count++;
	}
	free(name);
	return err ? err : count;
}

/* Network interfaces whose names match a pattern. */
struct nic_search {
	const char *pattern;
	int (*take)(void *data, const char *name);
	void *data;
	int count;
};

static bool nic_is_meant(const char *pattern, const struct gpcd_nic_about *nic)
{
	if (!strcmp(pattern, DEVNAME_NICS))
		return !nic->minor && !nic->same;
	return !fnmatch(pattern, nic->name, 0);
}

static int take_nic(void *data, const struct gpcd_nic_about *nic)
{
	struct nic_search *search = data;

	if (!nic_is_meant(search->pattern, nic))
		return 0;
	search->count++;
	return search->take(search->data, nic->name);
}

static int each_nic(struct nic_search search)
{
	int result = gpcd_nics_each(take_nic, &search);

	return result < 0 ? result : search.count;
}

int devname_each(const char *pattern, int (*take)(void *data, const char *name), void *data)
{
	const char *prefix = prefix_of(pattern);
	glob_t found;
	int count;

	if (devname_is_nic(pattern) || !strcmp(pattern, DEVNAME_NICS))
		return each_nic((struct nic_search) { pattern, take, data, 0 });
	count = find_paths(pattern + strlen(prefix), &found);
	if (!count)
		count = take_paths(prefix, &found, take, data);
	globfree(&found);
	return count >= 0 && glob_error ? glob_error : count;
}
