// SPDX-License-Identifier: GPL-2.0-only
/* Permissions: what a process may read, and the permission table. */
#include <ctype.h>
#include <errno.h>
#include <gpcd/gpcd.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/devices.h"
#include "cli/out/format.h"
#include "cli/parse.h"
#include "cli/pick.h"
#include "cgroup.h"
#include "commands.h"
#include "device/device.h"
#include "device/options.h"
#include "may.h"

/* What the command line asks for. */
struct request {
	const struct action *action;
	char **args; /* of the action, ended by NULL */
	uint32_t may; /* --may */
	bool ignore; /* --ignore on */
	bool may_given;
	bool ignore_given;
};

/* --- what this process may read, why, and how it could read more --- */

static const struct column query_columns[] = {
	{ "may", COLUMN_LIST, false },
	{ "may_read", COLUMN_TEXT, false },
	{ "source", COLUMN_TEXT, false },
	{ "why", COLUMN_TEXT, false },
	{ "job", COLUMN_WIDE, false },
	{ "entry_job", COLUMN_WIDE, false },
	{ "own", COLUMN_BOOL, false },
	{ "remedy", COLUMN_TEXT, false },
};

#define SOURCE_UNKNOWN	(GPCD_PERMS_PRIVILEGE + 1)

static const struct {
	const char *name;
	const char *why;
} sources[] = {
	[GPCD_PERMS_DEFAULT] = { "default",
		"no entry for the job or a cgroup above it: the module's default" },
	[GPCD_PERMS_ENTRY] = { "entry", "the entry of entry_job: the job or a cgroup above it" },
	[GPCD_PERMS_IGNORED] = { "ignored", "permissions are being ignored" },
	[GPCD_PERMS_PRIVILEGE] = { "privilege", "CAP_PERFMON or CAP_SYS_ADMIN" },
	/* A reason of a newer module. */
	[SOURCE_UNKNOWN] = { "unknown", "a reason that this version does not know" },
};

/* Check if the job may read something, but the device belongs to another job. */
static bool owns_nothing_of_it(const struct gpcd_perms_query *perms)
{
	return !perms->own && perms->may && !(perms->may & GPCD_MAY_OTHERS);
}

static void add_verdict(struct table *table, struct gpcd *device,
			const struct gpcd_perms_query *perms)
{
	unsigned int source = perms->source < SOURCE_UNKNOWN ? perms->source : SOURCE_UNKNOWN;
	char text[MAY_ROOM];

	table_add_may(table, perms->may);
	if (devname_is_image(gpcd_path(device))) {
		table_add(table, "everything");
		table_add(table, "image");
		table_add(table, "anyone who may open the image may read it");
		return;
	}
	table_add(table, "%s%s", owns_nothing_of_it(perms) ? "nothing of this device; " : "",
		  describe_may(perms->may, text));
	table_add(table, "%s", sources[source].name);
	table_add(table, "%s", sources[source].why);
}

static void add_remedy(struct table *table, struct gpcd *device,
		       const struct gpcd_perms_query *perms)
{
	static const char set[] = "as root: gpcd perms set --may";
	char text[MAY_ROOM];

	if (owns_nothing_of_it(perms))
		table_add(table, "%s %s %ju %s and the job's other devices", set,
			  print_may(perms->may, ',', text), (uintmax_t)perms->job,
			  gpcd_path(device));
	else if (next_may(perms->may) != perms->may)
		table_add(table, "%s %s %ju", set, print_may(next_may(perms->may), ',', text),
			  (uintmax_t)perms->job);
	else
		table_skip(table);
}

static int print_answer(struct gpcd *device, const struct gpcd_perms_query *perms)
{
	struct table table = {
		.name = "perms",
		.columns = query_columns,
		.ncolumns = ARRAY_SIZE(query_columns),
		.upright = true,
	};

	add_verdict(&table, device, perms);
	table_number(&table, perms->job);
	if (perms->entry_job)
		table_number(&table, perms->entry_job);
	else
		table_skip(&table);
	table_add(&table, "%s", perms->own ? "yes" : "no");
	add_remedy(&table, device, perms);
	return table_print(&table);
}

static int perms_query(const struct request *request)
{
	struct gpcd_perms_query perms = { .size = sizeof(perms) };
	struct gpcd *device;
	int code = device_open_router(&device);
	int err;

	(void)request;
	if (code)
		return code;
	err = gpcd_perms_query(device, &perms);
	code = err ? device_failed(device, err) : print_answer(device, &perms);
	gpcd_close(device);
	return code;
}

/* --- the permission table, which needs no device --- */

#define CTL "/dev/gpcdctl"
#define ENTRIES 64	/* entries read at a time */
#define NIC_ROOM 24	/* size of a device as DOMAIN:NIC_ADDRESS, with a space */

static const struct column entry_columns[] = {
	{ "job", COLUMN_WIDE, false },
	{ "may", COLUMN_LIST, false },
	{ "devices", COLUMN_LIST, false },
};

static const struct words switch_words = WORDS_OF("off", "on");

static int no_job(const char *text)
{
	complain("no job '%s': the id of a version-2 cgroup, or its directory", text);
	return EXIT_USAGE;
}

static int entry_failed(const char *text, int err)
{
	if (err == -EINVAL || err == -EBADF || err == -ENOENT)
		return no_job(text);
	if (err == -ENODEV)
		complain("no cgroup2 file system at /sys/fs/cgroup: name the job by its directory");
	else if (err == -EPERM)
		complain("a job is found by its id as root; name it by its directory");
	else
		complain("%s: %s", text, strerror(-err));
	return err == -ENODEV ? EXIT_RUNTIME : exit_code(err);
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
	struct gpcd_info info = { .size = sizeof(info) };
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

static void add_nics(struct table *table, const struct gpcd_nic *nics, unsigned int count)
{
	char text[GPCD_PERMS_NICS * NIC_ROOM];
	size_t length = 0;

	for (unsigned int i = 0; i < count; i++)
		length += snprintf(text + length, sizeof(text) - length, "%s%u:%u", i ? " " : "",
				   nics[i].domain, nics[i].nic_addr);
	if (count)
		table_add(table, "%s", text);
	else
		table_skip(table);
}

/* Add entries whose devices follow one another in @nics. */
static void add_entries(struct table *table, const struct gpcd_perms_entry *entries, int count,
			const struct gpcd_nic *nics)
{
	for (int i = 0; i < count; i++) {
		table_number(table, entries[i].job);
		table_add_may(table, entries[i].may);
		add_nics(table, nics, entries[i].nic_count);
		nics += entries[i].nic_count;
	}
}

static int perms_list(const struct request *request)
{
	struct table table = {
		.name = "entries",
		.columns = entry_columns,
		.ncolumns = ARRAY_SIZE(entry_columns),
	};
	struct gpcd_perms_entry entries[ENTRIES];
	struct gpcd_nic nics[GPCD_PERMS_NICS];
	uint64_t after = 0;
	int n;

	(void)request;
	while ((n = gpcd_perms_list(after, entries, sizeof(*entries), ENTRIES, nics,
				    GPCD_PERMS_NICS)) > 0) {
		add_entries(&table, entries, n, nics);
		after = entries[n - 1].job;
	}
	if (n < 0) {
		table_free(&table);
		return perms_failed(n);
	}
	return table_print(&table);
}

static int perms_set(const struct request *request)
{
	const char *job = request->args[0];
	struct gpcd_nic nics[GPCD_PERMS_NICS];
	unsigned int count = 0;
	int cgroup, err, code = 0;

	for (char **device = request->args + 1; !code && *device; device++)
		code = parse_nic(*device, &nics[count++]);
	if (code)
		return code;
	cgroup = cgroup_open(job);
	if (cgroup < 0)
		return entry_failed(job, cgroup);
	err = gpcd_perms_set(cgroup, request->may, nics, count);
	close(cgroup);
	if (err == -EBADF || err == -ENOENT)
		return no_job(job);
	return err ? perms_failed(err) : 0;
}

static int perms_remove(const struct request *request)
{
	const char *arg = request->args[0];
	uint64_t job;
	int err;

	if (!strcasecmp(arg, "all")) {
		err = gpcd_perms_clear();
		return err ? perms_failed(err) : 0;
	}
	err = cgroup_parse(arg, &job);
	if (err)
		return entry_failed(arg, err);
	err = gpcd_perms_remove(job);
	return err ? perms_failed(err) : 0;
}

static const struct column policy_columns[] = {
	{ "may", COLUMN_LIST, false },
	{ "ignored", COLUMN_BOOL, false },
};

static int print_policy(const struct gpcd_perms_policy *policy)
{
	struct table table = {
		.name = "policy",
		.columns = policy_columns,
		.ncolumns = ARRAY_SIZE(policy_columns),
		.upright = true,
	};

	table_add_may(&table, policy->was_may);
	table_add(&table, "%s", policy->was_ignored ? "yes" : "no");
	return table_print(&table);
}

static int perms_policy(const struct request *request)
{
	struct gpcd_perms_policy policy = {
		.size = sizeof(policy),
		.flags = (request->may_given ? GPCD_PERMS_POLICY_MAY : 0) |
			 (request->ignore_given ? GPCD_PERMS_POLICY_IGNORED : 0),
		.may = request->may,
		.ignored = request->ignore,
	};
	int err = gpcd_perms_policy(&policy);

	if (err)
		return perms_failed(err);
	return policy.flags ? 0 : print_policy(&policy);
}

/* --- the command line --- */

/* What `gpcd perms' can do. */
static const struct action {
	const char *name;
	int least; /* number of arguments */
	int most;
	int (*run)(const struct request *request); /* returns an exit code */
} actions[] = {
	{ "query", 0, 0, perms_query },
	{ "list", 0, 0, perms_list },
	{ "set", 1, 1 + GPCD_PERMS_NICS, perms_set },
	{ "remove", 1, 1, perms_remove },
	{ "policy", 0, 0, perms_policy },
};

static const char *action_word(unsigned int i)
{
	return actions[i].name;
}

static const struct words action_words = { .name = action_word, .count = ARRAY_SIZE(actions) };

static int check(struct options_state *state, const struct action *action, int given)
{
	if (given < action->least || (given > action->most && action->least == action->most))
		return options_reject(state, "%s takes %d argument%s%s, not %d", action->name,
				      action->least, action->least == 1 ? "" : "s",
				      action->least == action->most ? "" : " or more", given);
	if (given > action->most)
		return options_reject(state, "%d devices: an entry names %d at most",
				      given - action->least, action->most - action->least);
	if (action->run == perms_set && !options_given(state, "may"))
		return options_reject(state, "set needs --may: what may the job read?");
	if (action->run != perms_set && action->run != perms_policy && options_given(state, "may"))
		return options_reject(state, "--may is for set and policy");
	if (action->run != perms_policy && options_given(state, "ignore"))
		return options_reject(state, "--ignore is for policy");
	if (device_options.name && action->run != perms_query)
		return options_reject(state,
				      "%s takes no -d: the permission table is of all devices",
				      action->name);
	return 0;
}

static int check_perms(struct options_state *state, void *input)
{
	struct request *request = input;
	char offer[WORDS_ROOM];
	int found, given = 0;

	request->may_given = options_given(state, "may");
	request->ignore_given = options_given(state, "ignore");
	if (!request->args)
		return check(state, request->action, 0);
	found = words_find(&action_words, request->args[0]);
	if (found < 0)
		return options_reject(state, "no action '%s': %s", request->args[0],
				      words_offer(&action_words, request->args[0], offer));
	request->action = &actions[found];
	request->args++;
	while (request->args[given])
		given++;
	return check(state, request->action, given);
}

static int take_may(struct options_state *state, const struct option_row *row, const char *arg,
		    void *object)
{
	struct request *request = object;

	return parse_may(state, row->name, arg, &request->may);
}

static const struct option_row rows[] = {
	{ "may", 0, "WORDS", 0, "what the job may read: " MAY_HELP, OPTION_TAKE(take_may, 0) },
	{ "ignore", 0, "on|off", 0, "let everybody read everything, or obey the table again",
	  OPTION_EITHER(struct request, ignore, &switch_words) },
	{ 0 }
};

static const struct options_part parts[] = { DEVICE_NAMED, { .options = &format_options }, { 0 } };

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_ALL(struct request, args, NULL),
	.check = check_perms,
	.args_doc = "[query]\nlist\nset --may WORDS JOB [DEVICE...]\nremove JOB|all\n"
		    "policy [--may WORDS] [--ignore on|off]",
	.doc = "Say what this process may read and why, or manage the permission table (root).\n"
	       "\vJOB is the id of a version-2 cgroup, or its directory under /sys/fs/cgroup.\n"
	       "The nearest entry decides, of the process's cgroup or the cgroups above it.\n"
	       "nic: registers of NICs; router: tiles of their routers; setup: also what\n"
	       "programs and controls counters; others: the same of devices not its own.\n"
	       "The policy is for jobs without an entry, and whether permissions are ignored.\n"
	       "DEVICEs (gpcd0, /dev/gpcd0, or NIC addresses, as 17 or 1:17 with the domain)\n"
	       "become the job's own; without any, all devices that the job may open do.",
};

int cmd_perms(int argc, char **argv)
{
	struct request request = { .action = &actions[0] };

	options_parse(&options, argc, argv, &request);
	return request.action->run(&request);
}
