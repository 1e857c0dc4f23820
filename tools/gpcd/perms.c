// SPDX-License-Identifier: GPL-2.0-only
/* Permissions: the command line. */
#include <gpcd/gpcd.h>

#include "cli/cli.h"
#include "commands.h"
#include "device/options.h"
#include "perms.h"

static int query(char **args)
{
	(void)args;
	return perms_query();
}

/* What `gpcd perms' can do. */
static const struct action {
	const char *name;
	int least; /* number of arguments */
	int most;
	int (*run)(char **args); /* returns an exit code */
} actions[] = {
	{ "query", 0, 0, query },
	{ "list", 0, 0, perms_list },
	{ "set", 2, 2 + GPCD_PERMS_NICS, perms_set },
	{ "remove", 1, 1, perms_remove },
	{ "ignore", 1, 1, perms_ignore },
};

struct request {
	const struct action *action;
	char **args; /* ended by NULL */
};

static const char *action_word(unsigned int i)
{
	return actions[i].name;
}

static const struct words action_words = { .name = action_word, .count = ARRAY_SIZE(actions) };

static const struct action *action_find(const struct argp_state *state, const char *name)
{
	char offer[WORDS_ROOM];
	int i = words_find(&action_words, name);

	if (i < 0)
		argp_error(state, "no action '%s': %s", name,
			   words_offer(&action_words, name, offer));
	return i < 0 ? NULL : &actions[i];
}

static void check(const struct argp_state *state, const struct action *action, int given)
{
	if (given < action->least || (given > action->most && action->least == action->most))
		argp_error(state, "%s takes %d argument%s%s, not %d", action->name,
			   action->least, action->least == 1 ? "" : "s",
			   action->least == action->most ? "" : " or more", given);
	else if (given > action->most)
		argp_error(state, "%d devices: an entry names %d at most",
			   given - action->least, action->most - action->least);
	else if (device_options.name && action->run != query)
		argp_error(state, "%s takes no -d: the permission table is of all devices",
			   action->name);
}

static error_t perms_argument(int key, char *arg, struct argp_state *state)
{
	struct request *request = state->input;

	(void)arg;
	if (key != ARGP_KEY_ARGS)
		return ARGP_ERR_UNKNOWN;
	request->action = action_find(state, state->argv[state->next]);
	request->args = &state->argv[state->next + 1];
	if (request->action)
		check(state, request->action, state->argc - state->next - 1);
	return 0;
}

static const struct argp argp = {
	.parser = perms_argument,
	.args_doc = "[query]\nlist\nset JOB none|nic|local|all [DEVICE...]\nremove JOB|all\n"
		    "ignore on|off",
	.doc = "Say what this process may read and why, or manage the permission table (root).\n"
	       "\vJOB is the id of a version-2 cgroup, or its directory under /sys/fs/cgroup.\n"
	       "The nearest entry decides, of the process's cgroup or the cgroups above it.\n"
	       "DEVICEs (gpcd0, /dev/gpcd0, or NIC addresses, as 17 or 1:17 with the domain)\n"
	       "become the job's own; without any, all devices that the job may open do.",
	.children = output_children,
};

int cmd_perms(int argc, char **argv)
{
	struct request request = { .action = &actions[0] };

	cli_parse(&argp, argc, argv, &request);
	return request.action->run(request.args);
}
