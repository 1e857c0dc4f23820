// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who may read what: query, list, set, remove, ignore.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "device.h"
#include "parse.h"
#include "table.h"

#define ENTRIES 64	/* of the permission table, read at a time */

static const struct column query_columns[] = {
	{ "level", COLUMN_TEXT, false },
	{ "may_read", COLUMN_TEXT, false },
	{ "source", COLUMN_TEXT, false },
	{ "why", COLUMN_TEXT, false },
	{ "job", COLUMN_WIDE, false },
	{ "entry_job", COLUMN_WIDE, false },
	{ "default_level", COLUMN_TEXT, false },
	{ "ignored", COLUMN_BOOL, false },
	{ "remedy", COLUMN_TEXT, false },
};

static const struct column list_columns[] = {
	{ "job", COLUMN_WIDE, false },
	{ "level", COLUMN_TEXT, false },
};

static const struct {
	const char *name;
	const char *may_read;
} levels[] = {
	[GPCD_LEVEL_NONE] = { "none", "nothing" },
	[GPCD_LEVEL_NIC] = { "nic", "the registers of the own NIC" },
	[GPCD_LEVEL_LOCAL] = { "local", "the own NIC and the tiles of its router" },
	[GPCD_LEVEL_ALL] = { "all", "everything; other devices by --nic-addr too" },
};

static const struct {
	const char *name;
	const char *why;
} sources[] = {
	[GPCD_PERMS_DEFAULT] = { "default",
		"no entry for the job or a cgroup above it: the module's default" },
	[GPCD_PERMS_ENTRY] = { "entry", "the entry of entry_job: the job or a cgroup above it" },
	[GPCD_PERMS_IGNORED] = { "ignored", "permissions are being ignored" },
	[GPCD_PERMS_PRIVILEGE] = { "privilege", "CAP_PERFMON or CAP_SYS_ADMIN" },
};

static const char *level_word(unsigned int i)
{
	return levels[i].name;
}

static const struct words level_words = { level_word, ARRAY_SIZE(levels) };

static const char *switch_word(unsigned int i)
{
	return i ? "on" : "off";
}

static const struct words switch_words = { switch_word, 2 };

/* The place of an argument among words; -1: none, having said what there is. */
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

	/* A file that cgroups of version 1 do not have. */
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

static int failed(struct gpcd *device, int err)
{
	switch (err) {
	case -EPERM:
	case -EACCES:
		complain("%s: this needs CAP_SYS_ADMIN: run it as root", gpcd_path(device));
		return EXIT_PERMISSION;
	case -EOPNOTSUPP:
		complain("%s: an image has no permissions but those of its file",
			 gpcd_path(device));
		return EXIT_RUNTIME;
	case -ENOENT:
		complain("no such entry: see `gpcd perms list'");
		return EXIT_RUNTIME;
	default:
		return device_failed(device, err);
	}
}

static void add_remedy(struct table *table, const struct gpcd_perms_query *perms)
{
	if (perms->level >= GPCD_LEVEL_ALL)
		table_skip(table);
	else
		table_add(table, "as root: gpcd perms set %ju %s", (uintmax_t)perms->job,
			  levels[perms->level + 1].name);
}

static void add_verdict(struct table *table, struct gpcd *device,
			const struct gpcd_perms_query *perms)
{
	table_add(table, "%s", levels[perms->level].name);
	if (device_is_image(gpcd_path(device))) {
		table_add(table, "everything");
		table_add(table, "image");
		table_add(table, "whoever may open the image may read it");
		return;
	}
	table_add(table, "%s", levels[perms->level].may_read);
	table_add(table, "%s", sources[perms->source].name);
	table_add(table, "%s", sources[perms->source].why);
}

static int query(struct gpcd *device, char **args)
{
	struct table table = {
		.name = "perms",
		.columns = query_columns,
		.ncolumns = ARRAY_SIZE(query_columns),
	};
	struct gpcd_perms_query perms = { 0 };
	int err = gpcd_perms_query(device, &perms);

	(void)args;
	if (!err && (perms.level > GPCD_LEVEL_ALL || perms.default_level > GPCD_LEVEL_ALL ||
		     perms.source > GPCD_PERMS_PRIVILEGE))
		err = -EPROTO;
	if (err)
		return failed(device, err);

	table.upright = true;
	add_verdict(&table, device, &perms);
	table_number(&table, perms.job);
	if (perms.entry_job)
		table_number(&table, perms.entry_job);
	else
		table_skip(&table);
	table_add(&table, "%s", levels[perms.default_level].name);
	table_add(&table, "%s", perms.ignored ? "yes" : "no");
	add_remedy(&table, &perms);
	return table_print(&table);
}

static int list(struct gpcd *device, char **args)
{
	struct table table = {
		.name = "entries",
		.columns = list_columns,
		.ncolumns = ARRAY_SIZE(list_columns),
	};
	struct gpcd_perms_entry entries[ENTRIES];
	uint64_t after = 0;
	int n;

	(void)args;
	while ((n = gpcd_perms_list(device, after, entries, ENTRIES)) > 0) {
		for (int i = 0; i < n; i++) {
			table_number(&table, entries[i].job);
			table_add(&table, "%s", entries[i].level <= GPCD_LEVEL_ALL ?
				  levels[entries[i].level].name : "unknown");
		}
		after = entries[n - 1].job;
	}
	if (n < 0) {
		table_free(&table);
		return failed(device, n);
	}
	return table_print(&table);
}

static int set(struct gpcd *device, char **args)
{
	int level = find_word(&level_words, "level", args[1]);
	uint64_t job;
	int err, code;

	if (level < 0)
		return EXIT_USAGE;
	code = parse_job(args[0], &job);
	if (code)
		return code;
	err = gpcd_perms_set(device, job, level);
	return err ? failed(device, err) : 0;
}

static int remove_entry(struct gpcd *device, char **args)
{
	uint64_t job = 0;
	int err, code;

	code = strcasecmp(args[0], "all") ? parse_job(args[0], &job) : 0;
	if (code)
		return code;
	err = gpcd_perms_remove(device, job);
	return err ? failed(device, err) : 0;
}

/* The device only toggles; people say what they want. */
static int ignore(struct gpcd *device, char **args)
{
	struct gpcd_perms_query perms = { 0 };
	int on = find_word(&switch_words, "setting", args[0]);
	int err;

	if (on < 0)
		return EXIT_USAGE;
	err = gpcd_perms_query(device, &perms);
	if (!err && !!perms.ignored != on)
		err = gpcd_perms_ignore(device);
	return err ? failed(device, err) : 0;
}

static const struct action {
	const char *name;
	int nargs;
	int (*run)(struct gpcd *device, char **args);
} actions[] = {
	{ "query", 0, query },
	{ "list", 0, list },
	{ "set", 2, set },
	{ "remove", 1, remove_entry },
	{ "ignore", 1, ignore },
};

/**
 * struct request - what is to be done
 * @action: how
 * @args: to what
 */
struct request {
	const struct action *action;
	char **args;
};

static const char *action_word(unsigned int i)
{
	return actions[i].name;
}

static const struct words action_words = { action_word, ARRAY_SIZE(actions) };

static const struct action *action_find(const struct argp_state *state, const char *name)
{
	char offer[WORDS_ROOM];
	int i = words_find(&action_words, name);

	if (i < 0)
		argp_error(state, "no action '%s': %s", name,
			   words_offer(&action_words, name, offer));
	return i < 0 ? NULL : &actions[i];
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *request = state->input;
	int given;

	(void)arg;
	if (key != ARGP_KEY_ARGS)
		return ARGP_ERR_UNKNOWN;
	request->action = action_find(state, state->argv[state->next]);
	request->args = &state->argv[state->next + 1];
	given = state->argc - state->next - 1;
	if (request->action && given != request->action->nargs)
		argp_error(state, "%s takes %d argument%s, not %d", request->action->name,
			   request->action->nargs, request->action->nargs == 1 ? "" : "s", given);
	return 0;
}

static const struct argp argp = {
	.parser = parse,
	.args_doc = "[query]\nlist\nset JOB none|nic|local|all\nremove JOB|all\nignore on|off",
	.doc = "Say what this process may read and why, or see to the permission table (root).\n"
	       "\vJOB is the id of a version-2 cgroup, or its directory under /sys/fs/cgroup.\n"
	       "Of a process's cgroup and those above it the nearest with an entry decides.",
	.children = cli_output_options,
};

int cmd_perms(int argc, char **argv)
{
	struct request request = { .action = &actions[0] };
	struct gpcd *device;
	int code;

	cli_parse(&argp, argc, argv, &request);
	code = device_open(&device);
	if (code)
		return code;
	code = request.action->run(device, request.args);
	gpcd_close(device);
	return code;
}
