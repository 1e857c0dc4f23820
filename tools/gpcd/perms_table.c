// SPDX-License-Identifier: GPL-2.0-only
/* The permission table: list, set, remove, ignore. It needs no device. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/devname.h"
#include "cli/out/table.h"
#include "cli/parse.h"
#include "device/device.h"
#include "perms.h"

#define CTL "/dev/gpcdctl"
#define ENTRIES 64	/* entries read at a time */

static const struct column columns[] = {
	{ "job", COLUMN_WIDE, false },
	{ "level", COLUMN_TEXT, false },
	{ "devices", COLUMN_LIST, false },
};

static const char *switch_word(unsigned int i)
{
	return i ? "on" : "off";
}

static const struct words switch_words = { .name = switch_word, .count = 2 };

/* Find the index of a word; if there is none, report the valid words and return -1. */
static int find_word(const struct words *words, const char *what, const char *arg)
{
	char offer[WORDS_ROOM];
	int i = words_find(words, arg);

	if (i < 0)
		complain("no %s '%s': %s", what, arg, words_offer(words, arg, offer));
	return i;
}

/* A cgroup's id is the inode number of its directory. */
static int job_of_cgroup(const char *path, uint64_t *job)
{
	char controllers[PATH_MAX];
	struct stat st;

	/* Version-1 cgroups do not have this file. */
	snprintf(controllers, sizeof(controllers), "%s/cgroup.controllers", path);
	if (access(controllers, F_OK) || stat(path, &st))
		return errno == ENOENT || errno == ENOTDIR ? -EINVAL : -errno;
	*job = st.st_ino;
	return 0;
}

static int parse_job(const char *text, uint64_t *job)
{
	int err;

	if (!parse_number(text, job) && *job)
		return 0;
	err = job_of_cgroup(text, job);
	if (err == -EINVAL)
		complain("no job '%s': the id of a version-2 cgroup, or its directory", text);
	else if (err)
		complain("%s: %s", text, strerror(-err));
	return exit_code(err);
}

static int no_nic(const char *text)
{
	complain("no device '%s': gpcd0, /dev/gpcd0, a NIC address, or DOMAIN:NIC_ADDRESS", text);
	return EXIT_USAGE;
}

static bool is_device(const char *text)
{
	return strchr(text, '/') || (!strncmp(text, "gpcd", 4) && isdigit((unsigned char)text[4]));
}

static int nic_of_device(const char *name, struct gpcd_nic *nic)
{
	struct gpcd_info info = { 0 };
	struct gpcd *device = NULL;
	int err;

	if (devname_is_image(name)) {
		complain("%s: an image has no permissions except the mode of its file", name);
		return EXIT_USAGE;
	}
	if (!is_device(name))
		return no_nic(name);
	err = gpcd_open(name, &device);
	if (!err)
		err = gpcd_get_info(device, &info);
	gpcd_close(device);
	if (err)
		device_complain(name, err);
	*nic = (struct gpcd_nic){ .domain = info.domain, .nic_addr = info.nic_addr };
	return exit_code(err);
}

/* A device named by its NIC address need not exist. */
static int parse_nic(const char *text, struct gpcd_nic *nic)
{
	uint32_t domain_nic[2] = { 1 };

	if (parse_u32(text, &domain_nic[1]) && parse_list(text, ":", domain_nic, 2))
		return nic_of_device(text, nic);
	if (!domain_nic[0] || !domain_nic[1])
		return no_nic(text);
	*nic = (struct gpcd_nic){ .domain = domain_nic[0], .nic_addr = domain_nic[1] };
	return 0;
}

static int perms_failed(int err)
{
	switch (err) {
	case -ENODEV:
		complain(CTL ": there is none: load the module (modprobe gpcd)");
		return EXIT_DEVICE;
	case -EPERM:
	case -EACCES:
		complain(CTL ": this needs CAP_SYS_ADMIN: run it as root");
		return EXIT_PERMISSION;
	case -ENOENT:
		complain("no such entry: see `gpcd perms list'");
		return EXIT_RUNTIME;
	case -ENOSPC:
		complain("the permission table is full: `gpcd perms remove' makes room");
		return EXIT_RUNTIME;
	default:
		return complain_error(CTL, err);
	}
}

static void add_nics(struct table *table, const struct gpcd_perms_entry *entry)
{
	char text[GPCD_PERMS_NICS * sizeof("4294967295:4294967295")] = "";
	const struct gpcd_nic *nic = entry->nic;
	size_t length = 0;

	for (; nic < entry->nic + entry->nics && nic < entry->nic + GPCD_PERMS_NICS; nic++)
		length += snprintf(text + length, sizeof(text) - length, "%s%u:%u",
				   length ? " " : "", nic->domain, nic->nic_addr);
	if (length)
		table_add(table, "%s", text);
	else
		table_skip(table);
}

static void add_entry(struct table *table, const struct gpcd_perms_entry *entry)
{
	table_number(table, entry->job);
	table_add(table, "%s", entry->level < perms_levels.count ?
		  perms_levels.name(entry->level) : "unknown");
	add_nics(table, entry);
}

int perms_list(char **args)
{
	struct table table = {
		.name = "entries",
		.columns = columns,
		.ncolumns = ARRAY_SIZE(columns),
	};
	struct gpcd_perms_entry entries[ENTRIES];
	uint64_t after = 0;
	int n;

	(void)args;
	while ((n = gpcd_perms_list(after, entries, ENTRIES)) > 0) {
		for (int i = 0; i < n; i++)
			add_entry(&table, &entries[i]);
		after = entries[n - 1].job;
	}
	if (n < 0) {
		table_free(&table);
		return perms_failed(n);
	}
	return table_print(&table);
}

int perms_set(char **args)
{
	int level = find_word(&perms_levels, "level", args[1]);
	struct gpcd_perms_entry entry = { .level = level };
	uint64_t job;
	int err, code;

	if (level < 0)
		return EXIT_USAGE;
	code = parse_job(args[0], &job);
	for (char **device = args + 2; !code && *device; device++)
		code = parse_nic(*device, &entry.nic[entry.nics++]);
	if (code)
		return code;
	entry.job = job;
	err = gpcd_perms_set(&entry);
	return err ? perms_failed(err) : 0;
}

int perms_remove(char **args)
{
	bool all = !strcasecmp(args[0], "all");
	uint64_t job = 0;
	int err, code;

	code = all ? 0 : parse_job(args[0], &job);
	if (code)
		return code;
	err = all ? gpcd_perms_clear() : gpcd_perms_remove(job);
	return err ? perms_failed(err) : 0;
}

int perms_ignore(char **args)
{
	int on = find_word(&switch_words, "setting", args[0]);
	int was;

	if (on < 0)
		return EXIT_USAGE;
	was = gpcd_perms_ignore(on);
	return was < 0 ? perms_failed(was) : 0;
}
