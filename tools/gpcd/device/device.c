// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <gpcd/nics.h>
#include <limits.h>
#include <search.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/devices.h"
#include "cli/out/complain.h"
#include "cli/wait/wait.h"
#include "dictionary/folders.h"
#include "device.h"
#include "options.h"

static const char *named(void)
{
	const char *name = device_options.name;

	if (!name)
		name = secure_getenv(GPCD_DEVICE_ENV);
	return name && *name ? name : NULL;
}

int device_is_named(void)
{
	return !!named();
}

/* --- the default: a router's node, or where there is none, a network interface --- */

#define NODE	"/dev/gpcd0"

static int keep_first(void *data, const char *name)
{
	char **first = data;

	if (!*first)
		*first = strdup(name);
	return 0;
}

/* With --wait a node is meant, which is about to come. */
static bool is_node_meant(void)
{
	return !access(NODE, F_OK) || device_options.wait_ns;
}

static const char *default_path(void)
{
	static char *first;

	if (is_node_meant())
		return NODE;
	if (!first)
		devname_each(DEVNAME_NICS, keep_first, &first);
	return first ? first : NODE;
}

const char *device_path(void)
{
	static char path[DEVNAME_ROOM];
	const char *name = named();

	return name ? devname_full(name, path) : default_path();
}

static int is_node(const struct dirent *entry)
{
	return !strncmp(entry->d_name, "gpcd", 4) && isdigit((unsigned char)entry->d_name[4]);
}

/* Unlike glob(3), scandir(3) reports that it could not read the folder. */
int device_nodes(struct dirent ***nodes)
{
	int n = scandir("/dev", nodes, is_node, versionsort);

	return n < 0 ? -errno : n;
}

/* Name the line of the dictionary that is wrong. */
static void complain_dictionary(const char *name)
{
	struct dictionary dictionary = { 0 };
	struct dictionary_failure failure = { 0 };
	int err = dictionary_read_all(&dictionary, cli_data("dictionary"), &failure);

	if (err == -EINVAL)
		complain("%s:%u: %s", failure.path, failure.problem.line, failure.problem.text);
	else if (err == -EISDIR)
		complain("%s: not a file", failure.path);
	else if (err)
		complain("%s: %s", failure.path, strerror(-err));
	else
		complain_of(name, "the dictionary of its counters could not be read: try again");
	dictionary_free(&dictionary);
}

void device_complain(const char *name, int err)
{
	char text[DEVNAME_TROUBLE];

	switch (err) {
	case -ENXIO:
		complain_of(name, "no NIC has address %u: see `gpcd list'",
			    device_options.nic_addr);
		break;
	case -EBADMSG:
		complain_dictionary(name);
		break;
	case -ENOENT:
		/* Each that is missing is named. */
		complain("%s: %s", name, devname_trouble(name, err, text));
		break;
	default:
		complain_of(name, "%s", devname_trouble(name, err, text));
	}
}

int device_alone(void)
{
	const char *const *names = device_options.names;

	for (unsigned int i = 1; i < device_options.count; i++) {
		if (!strcmp(names[i], names[0]))
			continue;
		complain("both -d %s and -d %s: this command takes one device", names[0],
			 names[i]);
		return EXIT_USAGE;
	}
	return 0;
}

static int open_path(const char *path, struct gpcd **device)
{
	int err = device_alone();

	if (err)
		return err;
	device_wait(path);
	err = gpcd_open(path, device);
	if (err)
		device_complain(path, err);
	return exit_code(err);
}

int device_open_only(struct gpcd **device)
{
	return open_path(device_path(), device);
}

int device_open_router(struct gpcd **device)
{
	return open_path(named() ? device_path() : NODE, device);
}

int device_check(struct gpcd *device, const struct gpcd_snapshot *before,
		 const struct gpcd_snapshot *now)
{
	if (before && gpcd_snapshot_times(before)->chip_ns != gpcd_snapshot_times(now)->chip_ns)
		return 0;
	return gpcd_abandoned(device) ? device_failed(device, -EOWNERDEAD) : 0;
}

int device_failed(struct gpcd *device, int err)
{
	device_complain(gpcd_path(device), err);
	return exit_code(err);
}

/* --- --wait: wait for a device that another program is about to make --- */

#define PERIOD_NS	20000000ULL	/* between two attempts */

/* A chip that is gone may come back, and its image may be replaced. */
static bool is_awaited(int err)
{
	return err == -ENOENT || err == -ENODEV;
}

static int look(const char *name)
{
	struct gpcd *device;
	struct gpcd_info info = { .size = sizeof(info) };
	int err = gpcd_open(name, &device);

	if (err)
		return err;
	err = gpcd_get_info(device, &info);
	gpcd_close(device);
	return err;
}

/* All devices of a command share one limit. Signals are not caught yet: Ctrl-C ends the command. */
static uint64_t end_of_wait(void)
{
	uint64_t time = device_options.wait_ns;
	static uint64_t end;

	if (!end)
		end = time == DEVICE_WAIT_EVER ? DEVICE_WAIT_EVER : monotonic_ns() + time;
	return end;
}

bool device_wait_again(void)
{
	const struct timespec pause = { .tv_nsec = PERIOD_NS };

	if (!device_options.wait_ns || monotonic_ns() >= end_of_wait())
		return false;
	nanosleep(&pause, NULL);
	return true;
}

void device_wait(const char *name)
{
	while (device_options.wait_ns && is_awaited(look(name)) && device_wait_again())
		;
}

/* --- the devices that a command reads together --- */

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

static bool is_of_nics(const char *pattern)
{
	return devname_is_nic(pattern) || !strcmp(pattern, DEVNAME_NICS);
}

/* Report once that a search failed. A source that cannot be searched hides no other. */
static int check_search(struct device_set *set, const char *what, int result)
{
	int code = set->missed;

	if (result < 0 && !code)
		code = complain_error(what, result);
	if (result == -ENOMEM || !set->count)
		return code;
	set->missed = code;
	return 0;
}

static int add_pattern(struct device_set *set, const char *pattern)
{
	int count = devname_each(pattern, set_add_name, set);

	while (!count && device_wait_again())
		count = devname_each(pattern, set_add_name, set);
	if (is_of_nics(pattern) && count)
		return check_search(set, pattern, count);
	if (count)
		return count < 0 ? complain_error(pattern, count) : 0;
	if (is_of_nics(pattern))
		complain("%s: no network interface of this kind: see `gpcd list'", pattern);
	else
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

static int set_add_port(void *data, const struct gpcd_nic_about *nic)
{
	return nic->same ? 0 : set_add_name(data, nic->name);
}

static int set_add_ports(struct device_set *set)
{
	return check_search(set, "network interfaces", gpcd_nics_each(set_add_port, set));
}

static int set_add_nics(struct device_set *set)
{
	return check_search(set, "network interfaces",
			    devname_each(DEVNAME_NICS, set_add_name, set));
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
	if (!code && !set->count && !device_is_named() && !is_node_meant())
		code = set_add_nics(set);
	/* If there is no device, add the default one; opening it reports that it is missing. */
	return code || set->count ? code : set_add_named(set);
}

int device_set_list(struct device_set *set)
{
	int code;

	*set = (struct device_set) { 0 };
	code = set_add_nodes(set);
	if (!code)
		code = set_add_ports(set);
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
