// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cli.h"
#include "cli/out/complain.h"
#include "cli/util.h"
#include "meaning.h"

#define BIT_OF(key)	(1ull << ((key) - KEY_PATTERN))

/* Facts that some options need. */
struct rule {
	uint64_t options; /* the options, by key_bit() */
	unsigned int needs; /* all of these facts */
	const char *reason; /* why they have no meaning otherwise, and a remedy */
};

/*
 * If several rules reject an option, the reason of the first is reported. So the rules for the kind
 * of traffic come before the rules for its details.
 */
static const struct rule rules[] = {
	{
		BIT_OF(KEY_PATTERN) | BIT_OF(KEY_LOAD) | BIT_OF(KEY_OP) | BIT_OF(KEY_BYTES) |
		BIT_OF(KEY_COUNT) | BIT_OF(KEY_ZERO) | BIT_OF(KEY_HASHED) | BIT_OF(KEY_HOT) |
		BIT_OF(KEY_SHARE) | BIT_OF(KEY_STENCIL) | BIT_OF(KEY_GRID) | BIT_OF(KEY_BLOCK) |
		BIT_OF(KEY_BOX) | BIT_OF(KEY_CELL) | BIT_OF(KEY_STEPS) | BIT_OF(KEY_PERIODIC) |
		BIT_OF(KEY_MESSAGES) | BIT_OF(KEY_BACKGROUND),
		FACT_PACKETS,
		"this machine switches worms, which jobs alone send: take --job",
	}, {
		BIT_OF(KEY_ENGINE) | BIT_OF(KEY_DRAIN) | BIT_OF(KEY_SEED) | BIT_OF(KEY_THREADS) |
		BIT_OF(KEY_CRC) | BIT_OF(KEY_PUT) | BIT_OF(KEY_WHOLE) | BIT_OF(KEY_TURN) |
		BIT_OF(KEY_TIES) | BIT_OF(KEY_FIFOS) | BIT_OF(KEY_ROUTING) | BIT_OF(KEY_VARIANT) |
		BIT_OF(KEY_LAMBDA) | BIT_OF(KEY_SIGMA) | BIT_OF(KEY_LATENCY) |
		BIT_OF(KEY_LATENCY_SVG),
		FACT_PACKETS,
		"this machine switches worms, and that is for packets: leave it out",
	}, {
		BIT_OF(KEY_RANKS),
		FACT_JOB,
		"only jobs have ranks: add --job",
	}, {
		BIT_OF(KEY_BACKGROUND),
		FACT_JOB,
		"it is beside jobs alone: add --job, or take --pattern and --load",
	}, {
		BIT_OF(KEY_PATTERN) | BIT_OF(KEY_LOAD),
		FACT_PATTERN,
		"an option of a pattern: leave out --stencil, --messages and --job, or take --background",
	}, {
		BIT_OF(KEY_COUNT),
		FACT_PATTERN,
		"an option of a pattern: leave out --stencil, --messages and --job",
	}, {
		BIT_OF(KEY_OP) | BIT_OF(KEY_BYTES) | BIT_OF(KEY_HASHED) | BIT_OF(KEY_HOT) |
		BIT_OF(KEY_SHARE),
		FACT_DRAWN,
		"an option of a pattern: leave out --stencil, --messages and --job, or add --background",
	}, {
		BIT_OF(KEY_GRID) | BIT_OF(KEY_BLOCK) | BIT_OF(KEY_BOX) | BIT_OF(KEY_CELL) |
		BIT_OF(KEY_STEPS) | BIT_OF(KEY_PERIODIC),
		FACT_STENCIL,
		"an option of a stencil: add --stencil 6, 26 or 27",
	}, {
		BIT_OF(KEY_HOT) | BIT_OF(KEY_SHARE),
		FACT_HOT,
		"this pattern has no hot node: add --pattern hot",
	}, {
		BIT_OF(KEY_JOB),
		FACT_EVENT,
		"the flow engine knows no time: leave out --engine flow",
	}, {
		BIT_OF(KEY_ZERO),
		FACT_NO_JOB,
		"data of a job are no zeros: leave out --job, or add --background",
	}, {
		BIT_OF(KEY_ZERO),
		FACT_NO_LIST,
		"the list says itself which data are zeros: add 'zero' to its lines",
	}, {
		BIT_OF(KEY_ZERO),
		FACT_DATA,
		"raw packets have no data: take --op put or get",
	}, {
		BIT_OF(KEY_DRAIN) | BIT_OF(KEY_THREADS) | BIT_OF(KEY_CRC) | BIT_OF(KEY_TURN) |
		BIT_OF(KEY_HASHED) | BIT_OF(KEY_LATENCY) | BIT_OF(KEY_FIFOS) |
		BIT_OF(KEY_ROUTING) | BIT_OF(KEY_LATENCY_SVG),
		FACT_EVENT,
		"an option of the event engine only: leave out --engine flow",
	}, {
		BIT_OF(KEY_LOAD),
		FACT_GAPS,
		"the flow engine counts all transfers of --count, at any load: add --time",
	}, {
		BIT_OF(KEY_TURN),
		FACT_DATA,
		"raw packets have no answer: take --op put or get",
	}, {
		BIT_OF(KEY_PUT),
		FACT_PUTS,
		"no transfer is a PUT: take --op put, or add a PUT or a message to the list",
	}, {
		BIT_OF(KEY_WHOLE),
		FACT_ZEROS,
		"only data of zeros travel compressed: add --zero, or 'zero' to lines of the list",
	}, {
		BIT_OF(KEY_DRAIN),
		FACT_PATTERN,
		"a stencil, a list or a job sends all that it has: leave out --drain and --time",
	}, {
		BIT_OF(KEY_DRAIN),
		FACT_TIME,
		"without --time a run goes on until all has arrived: add --time",
	},
};

static const char *option_name(const struct argp *argp, int key)
{
	const struct argp_option *option = argp->options;
	const struct argp_child *child = argp->children;
	const char *name = NULL;

	for (; option && (option->name || option->doc); option++)
		if (option->key == key)
			return option->name;
	for (; child && child->argp && !name; child++)
		name = option_name(child->argp, key);
	return name;
}

/* Return the rule that rejects an option, and the option; NULL if there is none. */
static const struct rule *rule_broken(uint64_t given, unsigned int facts, int *key)
{
	uint64_t wrong;

	for (unsigned int i = 0; i < ARRAY_SIZE(rules); i++) {
		wrong = given & rules[i].options;
		if (!wrong || (facts & rules[i].needs) == rules[i].needs)
			continue;
		*key = KEY_PATTERN + __builtin_ctzll(wrong);
		return &rules[i];
	}
	return NULL;
}

void meaning_check(const struct argp_state *state, uint64_t given, unsigned int facts)
{
	int key;
	const struct rule *rule = rule_broken(given, facts, &key);

	if (rule)
		argp_error(state, "--%s: %s", option_name(state->root_argp, key), rule->reason);
}

int meaning_check_later(const struct argp *argp, uint64_t given, unsigned int facts)
{
	int key;
	const struct rule *rule = rule_broken(given, facts, &key);

	if (!rule)
		return 0;
	complain("--%s: %s", option_name(argp, key), rule->reason);
	return EXIT_USAGE;
}
