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

/* What is to be watched, and the thresholds as they were typed. */
struct alarm_request {
	struct alarm_plan plan;
	const char *above, *below; /* arguments of these options */
};

/* Take a prefix off the end of a number: 1 for none. */
static double take_prefix(char *number)
{
	static const char prefixes[] = "kMGT";
	size_t length = strlen(number);
	const char *prefix = length ? strchr(prefixes, number[length - 1]) : NULL;
	double factor = 1000;

	if (!prefix)
		return 1;
	number[length - 1] = '\0';
	while (prefix-- != prefixes)
		factor *= 1000;
	return factor;
}

/* "1e9", "1e9/s" or "1G/s" */
static int parse_rate(const char *text, uint64_t *rate)
{
	double value, factor;
	char copy[64];
	char *unit;

	if (strlen(text) >= sizeof(copy))
		return -1;
	strcpy(copy, text);
	unit = strchr(copy, '/');
	if (unit && strcmp(unit, "/s"))
		return -1;
	if (unit)
		*unit = '\0';
	factor = take_prefix(copy);
	if (parse_real(copy, &value) || value * factor > 1e18)
		return -1;
	*rate = value * factor + 0.5;
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

	return good && good < ALARM_NAME_MAX && !name[good];
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
	{ "above", 0, "RATE", 0, "raise the alarm above this count per second: 1e9, 1G, 1G/s",
	  OPTION_ONCE(struct alarm_request, above), .valid = is_rate },
	{ "below", 0, "RATE", 0, "raise the alarm below this count per second",
	  OPTION_ONCE(struct alarm_request, below), .valid = is_positive_rate },
	{ "hysteresis", 0, "PART%", 0,
	  "clear the alarm when the rate is back by this part of RATE; default 10%",
	  OPTION_CALL(struct alarm_request, plan.hysteresis, parse_percent) },
	{ "interval", 'i', "TIME", 0, "time over which a rate is measured, 10ms to 1h; default 1s",
	  OPTION_TIME(struct alarm_request, plan.period_ns, GPCD_ALARM_PERIOD_MIN_NS,
		      GPCD_ALARM_PERIOD_MAX_NS) },
	{ "name", 0, "NAME", 0, "letters, digits and _-.: up to 31; default: after the register",
	  OPTION_ONCE(struct alarm_request, plan.name), .valid = is_name },
	{ "once", 0, NULL, 0, "end when the alarm is raised",
	  OPTION_FLAG(struct alarm_request, plan.once) },
	{ "for", 0, "TIME", 0, "end after this time",
	  OPTION_TIME(struct alarm_request, plan.limit_ns, 1, UINT64_MAX) },
	{ "exec", 0, "COMMAND", 0,
	  "have a shell run this at each change; what it prints goes to standard error",
	  OPTION_ONCE(struct alarm_request, plan.command), .valid = is_command },
	{ 0 }
};

static int check_limits(struct options_state *state, void *input)
{
	struct alarm_request *request = input;
	struct alarm_plan *plan = &request->plan;

	if (!request->above == !request->below)
		return options_reject(state, "either --above or --below says when it is raised");
	plan->below = request->below;
	parse_rate(plan->below ? request->below : request->above, &plan->threshold);
	return 0;
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct alarm_request, plan.log, &logfile_options),
	DEVICE_NIC, DEVICE_NAMED, { .options = &format_sample_options }, { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_ALL(struct alarm_request, plan.names,
				 "which registers? NAME or a GLOB"),
	.check = check_limits,
	.args_doc = "NAME|GLOB|0xADDR...",
	.doc = "Watch the rate of counters, and report when it crosses RATE.\n"
	       "\vThe rate is the sum over all the registers, by the chip's own clock, if any.\n"
	       "A record reports each change: raised, clear, and the end of an alarm whose\n"
	       "chip is gone. The command of --exec finds the change in GPCD_ALARM_STATE,\n"
	       "GPCD_ALARM_NAME, GPCD_ALARM_RATE and GPCD_ALARM_NUMBER.\n"
	       "Exit code 0: the alarm was raised; 1: not before --for or a signal ended it.",
};

int cmd_alarm(int argc, char **argv)
{
	struct alarm_request request = {
		.plan = { .period_ns = PERIOD_DEFAULT, .hysteresis = HYSTERESIS_DEFAULT },
	};

	options_parse(&options, argc, argv, &request);
	return alarm_watch(&request.plan);
}
