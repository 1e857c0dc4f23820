// SPDX-License-Identifier: GPL-2.0-only
/* Alarms: the command line. */
#include <gpcd/gpcd.h>
#include <stdio.h>
#include <string.h>

#include "alarm.h"
#include "cli/cli.h"
#include "cli/parse.h"
#include "commands.h"
#include "device/options.h"

enum {
	KEY_ABOVE = 0x500, KEY_BELOW, KEY_HYSTERESIS, KEY_NAME, KEY_ONCE, KEY_FOR, KEY_EXEC,
	KEY_KEEP,
};

/* Characters allowed in a name. */
#define LETTERS \
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:"

/*
 * Default of --hysteresis: keeps a rate near its threshold from raising the alarm again and again.
 */
#define HYSTERESIS_DEFAULT 0.1

#define PERIOD_DEFAULT 1000000000ULL

static const struct argp_option options[] = {
	{ "above", KEY_ABOVE, "RATE", 0, "raise it above this count per second: 1e9, 1e9/s", 0 },
	{ "below", KEY_BELOW, "RATE", 0, "raise it below this count per second", 0 },
	{ "hysteresis", KEY_HYSTERESIS, "PART%", 0,
	  "clear it when the rate is back by this part of RATE; default 10%", 0 },
	{ "interval", 'i', "TIME", 0, "how often the kernel reads, 10ms to 1h; default 1s", 0 },
	{ "name", KEY_NAME, "NAME", 0,
	  "letters, digits and _-.: up to 31; default: after the register", 0 },
	{ "once", KEY_ONCE, NULL, 0, "end when it is raised", 0 },
	{ "for", KEY_FOR, "TIME", 0, "end after this time", 0 },
	{ "exec", KEY_EXEC, "COMMAND", 0,
	  "have a shell run this at each change; what it prints goes to standard error", 0 },
	{ "keep", KEY_KEEP, NULL, 0, "leave the alarm to the kernel, and end (root)", 0 },
	{ 0 }
};

/* What is to be done. */
struct alarm_request {
	struct alarm_plan plan;
	/* arguments of options by key, from KEY_ABOVE on */
	const char *given[KEY_KEEP - KEY_ABOVE + 1];
	const char *interval; /* argument of --interval */
	bool optional; /* some option was given */
	int action; /* index of action_words; negative: none, use plan */
	const char *number; /* of the alarm to remove */
};

enum { ACTION_LIST, ACTION_REMOVE };

static const char *alarm_word(unsigned int i)
{
	static const char * const names[] = {
		[ACTION_LIST] = "list", [ACTION_REMOVE] = "remove",
	};

	return names[i];
}

static const struct words action_words = { .name = alarm_word, .count = 2 };

/* "1e9" or "1e9/s" */
static int parse_rate(const char *text, uint64_t *rate)
{
	char copy[64];
	char *unit;
	double value;

	if (strlen(text) >= sizeof(copy))
		return -1;
	strcpy(copy, text);
	unit = strchr(copy, '/');
	if (unit && strcmp(unit, "/s"))
		return -1;
	if (unit)
		*unit = '\0';
	if (parse_real(copy, &value))
		return -1;
	*rate = value + 0.5;
	return 0;
}

/* "10%" */
static int parse_percent(const char *text, double *part)
{
	size_t length = strlen(text);
	char copy[64];

	if (!length || length >= sizeof(copy) || text[length - 1] != '%')
		return -1;
	memcpy(copy, text, length - 1);
	copy[length - 1] = '\0';
	if (parse_real(copy, part) || *part > 100)
		return -1;
	*part /= 100;
	return 0;
}

static bool period_valid(const char *arg, uint64_t *ns)
{
	return !parse_time(arg, ns) && *ns >= GPCD_ALARM_PERIOD_MIN_NS &&
	       *ns <= GPCD_ALARM_PERIOD_NS;
}

static bool name_valid(const char *name)
{
	size_t good = strspn(name, LETTERS);

	return good && good < GPCD_ALARM_NAME && !name[good];
}

/* Reject an option that is given twice with different arguments. */
static void once(const struct argp_state *state, struct alarm_request *request, int key,
		 const char *arg)
{
	const char **before = key == 'i' ? &request->interval : &request->given[key - KEY_ABOVE];
	const struct argp_option *option = options;
	char name[32];

	while (option->key != key)
		option++;
	snprintf(name, sizeof(name), "--%s", option->name);
	cli_once(state, name, *before, arg);
	*before = arg;
}

/* Parse the options whose argument may be wrong. */
static bool value_good(struct alarm_request *request, int key, char *arg)
{
	struct alarm_plan *plan = &request->plan;

	switch (key) {
	case KEY_ABOVE:
		return !parse_rate(arg, &plan->threshold);
	case KEY_BELOW:
		plan->below = true;
		return !parse_rate(arg, &plan->threshold) && plan->threshold;
	case KEY_HYSTERESIS:
		return !parse_percent(arg, &plan->hysteresis);
	case 'i':
		return period_valid(arg, &plan->period_ns);
	case KEY_FOR:
		return !parse_time(arg, &plan->limit_ns) && plan->limit_ns;
	case KEY_EXEC:
		plan->command = arg;
		return *arg;
	default:
		plan->name = arg;
		return name_valid(arg);
	}
}

/* "list", "remove NUMBER", or registers. */
static void take_arguments(struct argp_state *state, struct alarm_request *request)
{
	char **args = &state->argv[state->next];
	int count = state->argc - state->next;

	request->action = words_find(&action_words, args[0]);
	if (request->action < 0)
		request->plan.names = args;
	if (request->action == ACTION_LIST && count != 1)
		argp_error(state, "list takes no argument");
	if (request->action == ACTION_REMOVE && count != 2)
		argp_error(state, "remove takes the number of an alarm: see `gpcd alarm list'");
	if (request->action == ACTION_REMOVE)
		request->number = args[1];
}

static void check_action(const struct argp_state *state, const struct alarm_request *request)
{
	if (request->optional || device_options.name || device_options.nic ||
	    device_options.wait_ns)
		argp_error(state, "list and remove are of all alarms: they take no such option");
}

static void check_plan(const struct argp_state *state, const struct alarm_request *request)
{
	const struct alarm_plan *plan = &request->plan;

	if (!plan->names)
		argp_error(state, "which registers? NAME, a GLOB, list, or remove NUMBER");
	if (!request->given[0] == !request->given[KEY_BELOW - KEY_ABOVE])
		argp_error(state, "either --above or --below says when it is raised");
	if (plan->keep && (plan->once || plan->command || plan->limit_ns))
		argp_error(state, "with --keep there is nobody left for --once, --for or --exec");
}

static error_t take_option(int key, char *arg, struct argp_state *state)
{
	struct alarm_request *request = state->input;

	request->optional = true;
	if (key == KEY_ONCE) {
		request->plan.once = true;
	} else if (key == KEY_KEEP) {
		request->plan.keep = true;
	} else {
		once(state, request, key, arg);
		if (!value_good(request, key, arg))
			cli_refuse(state, options, key, arg, NULL);
	}
	return 0;
}

static error_t alarm_option(int key, char *arg, struct argp_state *state)
{
	struct alarm_request *request = state->input;

	switch (key) {
	case ARGP_KEY_ARGS:
		take_arguments(state, request);
		return 0;
	case ARGP_KEY_SUCCESS:
		if (request->action < 0)
			check_plan(state, request);
		else
			check_action(state, request);
		return 0;
	default:
		return key == 'i' || (key >= KEY_ABOVE && key <= KEY_KEEP) ?
		       take_option(key, arg, state) : ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = alarm_option,
	.args_doc = "NAME|GLOB|0xADDR...\nlist\nremove NUMBER",
	.doc = "Have the kernel watch the rate of counters, and report when it crosses RATE.\n"
	       "\vThe rate is the sum over all the registers, by the chip's own clock.\n"
	       "A record reports each change: raised, clear, and the end of an alarm whose\n"
	       "chip is gone. The command of --exec finds the change in GPCD_ALARM_STATE,\n"
	       "GPCD_ALARM_NAME, GPCD_ALARM_RATE and GPCD_ALARM_NUMBER.\n"
	       "Exit code 0: the alarm was raised; 1: not before --for or a signal ended it.",
	.children = series_children,
};

int cmd_alarm(int argc, char **argv)
{
	struct alarm_request request = {
		.plan = { .period_ns = PERIOD_DEFAULT, .hysteresis = HYSTERESIS_DEFAULT },
		.action = -1,
	};

	cli_parse(&argp, argc, argv, &request);
	if (request.action == ACTION_LIST)
		return alarm_list(0);
	return request.number ? alarm_remove(request.number) : alarm_watch(&request.plan);
}
