// SPDX-License-Identifier: GPL-2.0-only
/* Alarms: the command line. */
#include <errno.h>
#include <gpcd/gpcd.h>
#include <stdio.h>
#include <string.h>

#include "alarm.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/format.h"
#include "cli/parse.h"
#include "cli/pick.h"
#include "commands.h"
#include "device/options.h"

/* Characters allowed in a name. */
#define LETTERS \
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:"

/*
 * Default of --hysteresis: keeps a rate near its threshold from raising the alarm again and again.
 */
#define HYSTERESIS_DEFAULT 0.1

#define PERIOD_DEFAULT 1000000000ULL

/* What is to be done. */
struct alarm_request {
	struct alarm_plan plan;
	char **args; /* an action and its arguments, or registers; ended by NULL */
	const char *above, *below; /* arguments of these options */
	int action; /* index of action_words; negative: none, use plan */
	const char *number; /* of the alarm to remove */
};

enum { ACTION_LIST, ACTION_REMOVE };

static const struct words action_words = WORDS_OF("list", "remove");

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
static int parse_percent(const char *text, void *field)
{
	double *part = field;
	size_t length = strlen(text);
	char copy[64];

	if (!length || length >= sizeof(copy) || text[length - 1] != '%')
		return -EINVAL;
	memcpy(copy, text, length - 1);
	copy[length - 1] = '\0';
	if (parse_real(copy, part) || *part > 100)
		return -EINVAL;
	*part /= 100;
	return 0;
}

static bool is_name(const char *name)
{
	size_t good = strspn(name, LETTERS);

	return good && good < GPCD_ALARM_NAME && !name[good];
}

static bool is_rate(const char *text)
{
	uint64_t rate;

	return !parse_rate(text, &rate);
}

static bool is_positive_rate(const char *text)
{
	uint64_t rate;

	return !parse_rate(text, &rate) && rate;
}

static bool is_command(const char *text)
{
	return *text;
}

static const struct option_row rows[] = {
	{ "above", 0, "RATE", 0, "raise the alarm above this count per second: 1e9, 1e9/s",
	  OPTION_ONCE(struct alarm_request, above), .valid = is_rate },
	{ "below", 0, "RATE", 0, "raise the alarm below this count per second",
	  OPTION_ONCE(struct alarm_request, below), .valid = is_positive_rate },
	{ "hysteresis", 0, "PART%", 0,
	  "clear the alarm when the rate is back by this part of RATE; default 10%",
	  OPTION_CALL(struct alarm_request, plan.hysteresis, parse_percent) },
	{ "interval", 'i', "TIME", 0, "how often the kernel reads, 10ms to 1h; default 1s",
	  OPTION_TIME(struct alarm_request, plan.period_ns, GPCD_ALARM_PERIOD_MIN_NS,
		      GPCD_ALARM_PERIOD_NS) },
	{ "name", 0, "NAME", 0, "letters, digits and _-.: up to 31; default: after the register",
	  OPTION_ONCE(struct alarm_request, plan.name), .valid = is_name },
	{ "once", 0, NULL, 0, "end when the alarm is raised",
	  OPTION_FLAG(struct alarm_request, plan.once) },
	{ "for", 0, "TIME", 0, "end after this time",
	  OPTION_TIME(struct alarm_request, plan.limit_ns, 1, UINT64_MAX) },
	{ "exec", 0, "COMMAND", 0,
	  "have a shell run this at each change; what it prints goes to standard error",
	  OPTION_ONCE(struct alarm_request, plan.command), .valid = is_command },
	{ "keep", 0, NULL, 0, "leave the alarm to the kernel, and end (root)",
	  OPTION_FLAG(struct alarm_request, plan.keep) },
	{ 0 }
};

/* Was an option of an alarm that is added given? */
static bool is_described(const struct options_state *state)
{
	for (const struct option_row *row = rows; row->name; row++) {
		if (options_given(state, row->name))
			return true;
	}
	return false;
}

/* "list" or "remove NUMBER" */
static int check_action(struct options_state *state, struct alarm_request *request)
{
	if (request->action == ACTION_LIST && request->args[1])
		return options_reject(state, "list takes no argument");
	if (request->action == ACTION_REMOVE && (!request->args[1] || request->args[2]))
		return options_reject(state,
				      "remove takes the number of an alarm: see `gpcd alarm list'");
	if (request->action == ACTION_REMOVE)
		request->number = request->args[1];
	if (is_described(state) || device_options.name || device_options.nic ||
	    device_options.wait_ns)
		return options_reject(state,
				      "list and remove are of all alarms: they take no such option");
	return 0;
}

static int check_alarm(struct options_state *state, struct alarm_request *request)
{
	struct alarm_plan *plan = &request->plan;

	if (!request->above == !request->below)
		return options_reject(state, "either --above or --below says when it is raised");
	if (plan->keep && (plan->once || plan->command || plan->limit_ns))
		return options_reject(state,
				      "with --keep there is nobody left for --once, --for or --exec");
	plan->names = request->args;
	plan->below = request->below;
	parse_rate(plan->below ? request->below : request->above, &plan->threshold);
	return 0;
}

static int check_either(struct options_state *state, void *input)
{
	struct alarm_request *request = input;

	request->action = words_find(&action_words, request->args[0]);
	return request->action < 0 ? check_alarm(state, request) : check_action(state, request);
}

static const struct options_part parts[] = {
	DEVICE_NIC, DEVICE_NAMED, { .options = &format_options }, { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_ALL(struct alarm_request, args,
				 "which registers? NAME, a GLOB, list, or remove NUMBER"),
	.check = check_either,
	.args_doc = "NAME|GLOB|0xADDR...\nlist\nremove NUMBER",
	.doc = "Have the kernel watch the rate of counters, and report when it crosses RATE.\n"
	       "\vThe rate is the sum over all the registers, by the chip's own clock.\n"
	       "A record reports each change: raised, clear, and the end of an alarm whose\n"
	       "chip is gone. The command of --exec finds the change in GPCD_ALARM_STATE,\n"
	       "GPCD_ALARM_NAME, GPCD_ALARM_RATE and GPCD_ALARM_NUMBER.\n"
	       "Exit code 0: the alarm was raised; 1: not before --for or a signal ended it.",
};

int cmd_alarm(int argc, char **argv)
{
	struct alarm_request request = {
		.plan = { .period_ns = PERIOD_DEFAULT, .hysteresis = HYSTERESIS_DEFAULT },
		.action = -1,
	};

	options_parse(&options, argc, argv, &request);
	if (request.action == ACTION_LIST)
		return alarm_list(0);
	return request.number ? alarm_remove(request.number) : alarm_watch(&request.plan);
}
