// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "cli/out/complain.h"
#include "cli/util.h"
#include "meaning.h"

/* Facts that some options need. */
struct rule {
	const char *options; /* their names, with blanks between them */
	unsigned int needs; /* all of these facts */
	const char *reason; /* why they have no meaning otherwise, and a remedy */
};

/*
 * If several rules reject an option, the reason of the first is reported. So the rules for the kind
 * of traffic come before the rules for its details.
 */
static const struct rule rules[] = {
	{
		"pattern load op bytes count zero hashed hot share stencil grid block box cell steps periodic messages background",
		FACT_PACKETS,
		"this machine switches worms, which jobs alone send: take --job",
	}, {
		"engine drain seed threads crc put-response uncompressed turnaround ties fifos routing variant lambda sigma latency latency-svg",
		FACT_PACKETS,
		"this machine switches worms, and that is for packets: leave it out",
	}, {
		"ranks",
		FACT_JOB,
		"only jobs have ranks: add --job",
	}, {
		"background",
		FACT_JOB,
		"it is beside jobs alone: add --job, or take --pattern and --load",
	}, {
		"pattern load",
		FACT_PATTERN,
		"an option of a pattern: leave out --stencil, --messages and --job, or take --background",
	}, {
		"count",
		FACT_PATTERN,
		"an option of a pattern: leave out --stencil, --messages and --job",
	}, {
		"op bytes hashed hot share",
		FACT_DRAWN,
		"an option of a pattern: leave out --stencil, --messages and --job, or add --background",
	}, {
		"grid block box cell steps periodic",
		FACT_STENCIL,
		"an option of a stencil: add --stencil 6, 26 or 27",
	}, {
		"hot share",
		FACT_HOT,
		"this pattern has no hot node: add --pattern hot",
	}, {
		"job",
		FACT_EVENT,
		"the flow engine knows no time: leave out --engine flow",
	}, {
		"zero",
		FACT_NO_JOB,
		"data of a job are no zeros: leave out --job, or add --background",
	}, {
		"zero",
		FACT_NO_LIST,
		"the list says itself which data are zeros: add 'zero' to its lines",
	}, {
		"zero",
		FACT_DATA,
		"raw packets have no data: take --op put or get",
	}, {
		"hashed drain threads crc turnaround fifos routing latency latency-svg",
		FACT_EVENT,
		"an option of the event engine only: leave out --engine flow",
	}, {
		"load",
		FACT_GAPS,
		"the flow engine counts all transfers of --count, at any load: add --time",
	}, {
		"turnaround",
		FACT_DATA,
		"raw packets have no answer: take --op put or get",
	}, {
		"put-response",
		FACT_PUTS,
		"no transfer is a PUT: take --op put, or add a PUT or a message to the list",
	}, {
		"uncompressed",
		FACT_ZEROS,
		"only data of zeros travel compressed: add --zero, or 'zero' to lines of the list",
	}, {
		"drain",
		FACT_PATTERN,
		"a stencil, a list or a job sends all that it has: leave out --drain and --time",
	}, {
		"drain",
		FACT_TIME,
		"without --time a run goes on until all has arrived: add --time",
	},
};

/* Find the first of some options that was given. */
static bool find_given(const struct given *given, const char *options, char name[NEAREST_ROOM])
{
	size_t length;

	for (; *options; options += length + !!options[length]) {
		length = strcspn(options, " ");
		snprintf(name, NEAREST_ROOM, "%.*s", (int)length, options);
		if (given_has(given, name))
			return true;
	}
	return false;
}

/* Return the rule that rejects an option, and the option; NULL if there is none. */
static const struct rule *rule_broken(const struct given *given, unsigned int facts,
				      char name[NEAREST_ROOM])
{
	for (unsigned int i = 0; i < ARRAY_SIZE(rules); i++) {
		if ((facts & rules[i].needs) != rules[i].needs &&
		    find_given(given, rules[i].options, name))
			return &rules[i];
	}
	return NULL;
}

int meaning_check(struct options_state *state, const struct given *given, unsigned int facts)
{
	char name[NEAREST_ROOM];
	const struct rule *rule = rule_broken(given, facts, name);

	return rule ? options_reject(state, "--%s: %s", name, rule->reason) : 0;
}

int meaning_check_later(const struct given *given, unsigned int facts)
{
	char name[NEAREST_ROOM];
	const struct rule *rule = rule_broken(given, facts, name);

	if (!rule)
		return 0;
	complain("--%s: %s", name, rule->reason);
	return EXIT_USAGE;
}
