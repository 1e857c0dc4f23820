// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <search.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/devname.h"
#include "cli/out/complain.h"
#include "device.h"
#include "options.h"
#include "set.h"

/* Descriptors reserved for other uses than devices, such as timers and output files. */
#define OWN_DESCRIPTORS	64

static int by_name(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Add the name of a device to the set @data. */
static int set_add_name(void *data, const char *name)
{
	struct device_set *set = data;
	char **names, *copy;

	if (tfind(name, &set->known, by_name))
		return 0;
	copy = strdup(name);
	names = copy ? realloc(set->names, (set->count + 1) * sizeof(*names)) : NULL;
	if (!names) {
		free(copy);
		return -ENOMEM;
	}
	names[set->count] = copy;
	set->names = names;
	if (!tsearch(copy, &set->known, by_name)) {
		free(copy);
		return -ENOMEM;
	}
	set->count++;
	return 0;
}

static int add_pattern(struct device_set *set, const char *pattern)
{
	int count = devname_each(pattern, set_add_name, set);

	while (!count && device_wait_again())
		count = devname_each(pattern, set_add_name, set);
	if (count < 0)
		return complain_error(pattern, count);
	if (count)
		return 0;
	complain("%s: no file matches this pattern", pattern);
	return EXIT_DEVICE;
}

static int set_add(struct device_set *set, const char *name)
{
	int err;

	if (devname_is_pattern(name))
		return add_pattern(set, name);
	err = set_add_name(set, name);
	return err ? complain_error("devices", err) : 0;
}

static int set_add_nodes(struct device_set *set)
{
	char path[sizeof("/dev/") + NAME_MAX];
	struct dirent **nodes;
	int count = device_nodes(&nodes), err = 0;

	if (count < 0)
		return complain_error("/dev", count);
	for (int i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "/dev/%s", nodes[i]->d_name);
		if (!err)
			err = set_add_name(set, path);
		free(nodes[i]);
	}
	free(nodes);
	return err ? complain_error("devices", err) : 0;
}

static int set_add_named(struct device_set *set)
{
	char path[DEVNAME_ROOM];
	int code = 0;

	if (!device_options.count)
		return set_add(set, device_path());
	for (unsigned int i = 0; !code && i < device_options.count; i++)
		code = set_add(set, devname_full(device_options.names[i], path));
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
	/* If there is no node, add the default one; opening it reports that it is missing. */
	return code || set->count ? code : set_add_named(set);
}

int device_set_list(struct device_set *set)
{
	int code;

	*set = (struct device_set) { 0 };
	code = set_add_nodes(set);
	return code || !device_is_named() ? code : set_add_named(set);
}

/* An image takes one descriptor; a node takes a second one for its group of registers. */
int device_set_check(const struct device_set *set)
{
	size_t needed = OWN_DESCRIPTORS;
	struct rlimit files;

	for (size_t i = 0; i < set->count; i++)
		needed += devname_is_image(set->names[i]) ? 1 : 2;
	if (getrlimit(RLIMIT_NOFILE, &files) || needed <= files.rlim_cur)
		return 0;
	complain("%zu devices need %zu open files; %ju may be open: ulimit -n, LimitNOFILE=",
		 set->count, needed, (uintmax_t)files.rlim_cur);
	return EXIT_RUNTIME;
}

static void keep_name(void *name)
{
	(void)name;
}

void device_set_free(struct device_set *set)
{
	tdestroy(set->known, keep_name);
	for (size_t i = 0; i < set->count; i++)
		free(set->names[i]);
	free(set->names);
	*set = (struct device_set) { 0 };
}
