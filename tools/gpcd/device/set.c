// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/out/complain.h"
#include "device.h"
#include "options.h"
#include "set.h"

static bool is_there(const struct device_set *set, const char *name)
{
	for (size_t i = 0; i < set->count; i++) {
		if (!strcmp(set->names[i], name))
			return true;
	}
	return false;
}

/* Add the name of a device, behind a prefix that belongs to it. */
static int set_add_name(struct device_set *set, const char *prefix, const char *name)
{
	char **names = realloc(set->names, (set->count + 1) * sizeof(*names));
	char *whole;

	if (!names)
		return -ENOMEM;
	set->names = names;
	if (asprintf(&whole, "%s%s", prefix, name) < 0)
		return -ENOMEM;
	if (is_there(set, whole))
		free(whole);
	else
		names[set->count++] = whole;
	return 0;
}

static bool is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

static bool has_pattern(const char *path)
{
	struct stat st;

	return strpbrk(path, "*?[") && lstat(path, &st);
}

static int by_number(const void *a, const void *b)
{
	return strverscmp(*(char *const *)a, *(char *const *)b);
}

/* Returns how many there are, or a negative errno. */
static int add_paths(struct device_set *set, const char *prefix, glob_t *found)
{
	int count = 0, err = 0;

	if (!found->gl_pathc)
		return 0;
	qsort(found->gl_pathv, found->gl_pathc, sizeof(*found->gl_pathv), by_number);
	for (size_t i = 0; !err && i < found->gl_pathc; i++) {
		if (is_folder(found->gl_pathv[i]))
			continue;
		err = set_add_name(set, prefix, found->gl_pathv[i]);
		count++;
	}
	return err ? err : count;
}

/*
 * What went wrong while glob(3) read folders, a negative errno, or 0: it does not tell. A folder
 * that is not there has nothing that matches.
 */
static int glob_error;

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
	result = glob(pattern, GLOB_NOSORT | GLOB_ALTDIRFUNC, NULL, found);
	if (glob_error)
		return glob_error;
	return result && result != GLOB_NOMATCH ? -ENOMEM : 0;
}

/* Returns how many files match, or a negative errno. */
static int match_pattern(struct device_set *set, const char *prefix, const char *pattern)
{
	glob_t found;
	int count = find_paths(pattern, &found);

	if (!count)
		count = add_paths(set, prefix, &found);
	globfree(&found);
	return count;
}

static int add_pattern(struct device_set *set, const char *prefix, const char *pattern)
{
	int count = match_pattern(set, prefix, pattern);

	while (!count && device_wait_again())
		count = match_pattern(set, prefix, pattern);
	if (count < 0)
		return complain_error(pattern, count);
	if (count)
		return 0;
	complain("%s%s: no file matches this pattern", prefix, pattern);
	return EXIT_DEVICE;
}

static int set_add(struct device_set *set, const char *name)
{
	const char *prefix = device_is_image(name) ? "image:" : "";
	const char *path = name + strlen(prefix);
	int err;

	if (has_pattern(path))
		return add_pattern(set, prefix, path);
	err = set_add_name(set, prefix, path);
	return err ? complain_error("devices", err) : 0;
}

static int set_add_nodes(struct device_set *set)
{
	struct dirent **nodes;
	int count = device_nodes(&nodes), err = 0;

	if (count < 0)
		return complain_error("/dev", count);
	for (int i = 0; i < count; i++) {
		if (!err)
			err = set_add_name(set, "/dev/", nodes[i]->d_name);
		free(nodes[i]);
	}
	free(nodes);
	return err ? complain_error("devices", err) : 0;
}

static int set_add_named(struct device_set *set)
{
	char path[DEVICE_FULL_ROOM];
	int code = 0;

	if (!device_options.count)
		return set_add(set, device_path());
	for (unsigned int i = 0; !code && i < device_options.count; i++)
		code = set_add(set, device_full(device_options.names[i], path));
	return code;
}

int device_set_find(struct device_set *set, bool all)
{
	int code = 0;

	*set = (struct device_set) { 0 };
	if (all && !device_is_named()) {
		do
			code = set_add_nodes(set);
		while (!code && !set->count && device_wait_again());
	}
	/* Without a node, the default one: that there is none is said when it is opened. */
	return code || set->count ? code : set_add_named(set);
}

int device_set_list(struct device_set *set)
{
	int code;

	*set = (struct device_set) { 0 };
	code = set_add_nodes(set);
	return code || !device_is_named() ? code : set_add_named(set);
}

void device_set_free(struct device_set *set)
{
	for (size_t i = 0; i < set->count; i++)
		free(set->names[i]);
	free(set->names);
	*set = (struct device_set) { 0 };
}
