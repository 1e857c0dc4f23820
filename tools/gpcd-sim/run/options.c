// SPDX-License-Identifier: GPL-2.0-only
/* The options of a workload, and which options have a meaning for which traffic and engine. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/out/complain.h"
#include "cli/parse.h"
#include "cli/util.h"
#include "run.h"

/* --- facts about a run, and the options that need them --- */

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
		"pattern load op bytes count zero hashed hot share traffic stencil grid block box cell steps periodic messages background",
		FACT_PACKETS,
		"this machine switches worms, which jobs alone send: take --job",
	}, {
		"engine drain seed threads crc put-response uncompressed turnaround ties fifos routing variant lambda sigma latency latency-svg",
		FACT_PACKETS,
		"this machine switches worms, and that is for packets: leave it out",
	}, {
		"pattern load op bytes count zero hashed hot share",
		FACT_SINGLE,
		"--traffic says it for each of its patterns: write it there",
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
		"hashed drain threads crc turnaround fifos latency latency-svg",
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

int facts_check(struct options_state *state, const struct given *given, unsigned int facts)
{
	char name[NEAREST_ROOM];
	const struct rule *rule = rule_broken(given, facts, name);

	return rule ? options_reject(state, "--%s: %s", name, rule->reason) : 0;
}

int facts_check_later(const struct given *given, unsigned int facts)
{
	char name[NEAREST_ROOM];
	const struct rule *rule = rule_broken(given, facts, name);

	if (!rule)
		return 0;
	complain("--%s: %s", name, rule->reason);
	return EXIT_USAGE;
}

/* --- options of a workload --- */

const struct workload workload_default = {
	.sending = SENDING_DEFAULT,
	.stencil = {
		.grid = { 8, 8, 16 }, .node = { 1, 1, 16 }, .box = { 10, 10, 10 }, .cell = 8,
		.steps = 1,
	},
};

static const char *pattern_word(unsigned int i)
{
	return traffic_kinds[i].name;
}

static const struct words pattern_words = { .name = pattern_word, .count = WORDS_ALL };

int sending_parse_pattern(const char *name, void *kind)
{
	int i = words_find(&pattern_words, name);

	if (i < 0)
		return -EINVAL;
	*(const struct traffic_kind **)kind = &traffic_kinds[i];
	return 0;
}

static const char *op_word(unsigned int i)
{
	static const char *const names[] = {
		[NET_PUT] = "put", [NET_GET] = "get", [NET_RAW] = "raw",
	};

	return names[i];
}

static const struct words op_words = { .name = op_word, .count = NET_RAW + 1 };

int sending_parse_op(const char *name, void *op)
{
	int i = words_find(&op_words, name);

	if (i < 0)
		return -EINVAL;
	*(uint8_t *)op = i;
	return 0;
}

int sending_parse_share(const char *text, void *share)
{
	double part;
	int err = parse_part(text, &part);

	if (!err)
		*(uint32_t *)share = part * UINT32_MAX;
	return err;
}

int sending_parse_load(const char *text, void *input)
{
	struct sending *sending = input;
	static const char nic[] = "nic:";
	bool of_nic = !strncmp(text, nic, strlen(nic));

	sending->limit = of_nic ? TRAFFIC_NIC : TRAFFIC_BUSIEST;
	return parse_real(of_nic ? text + strlen(nic) : text, &sending->load) ||
	       sending->load <= 0 ? -EINVAL : 0;
}

static int parse_block(const char *arg, void *stencil)
{
	return place_block(arg, stencil);
}

static int parse_job(const char *arg, void *input)
{
	struct workload *workload = input;

	if (workload->jobs < RANKS_JOBS)
		workload->job[workload->jobs++] = arg;
	else
		workload->extra = arg;
	return 0;
}

int sending_parse(const char *text, struct sending *sending)
{
	const char *load = strchr(text, ':');
	char name[32];
	int err;

	if (!load || (size_t)(load - text) >= sizeof(name))
		return -EINVAL;
	snprintf(name, sizeof(name), "%.*s", (int)(load - text), text);
	err = sending_parse_pattern(name, &sending->pattern.kind);
	return err ? err : sending_parse_load(load + 1, sending);
}

static int parse_background(const char *text, void *input)
{
	struct workload *workload = input;

	workload->background = true;
	return sending_parse(text, &workload->sending);
}

static const struct option_row rows[] = {
	{ .help = "Traffic of a pattern:", .group = 3 },
	{ "pattern", 0, "NAME", 3, "where nodes send to, see below; default uniform",
	  OPTION_CALL(struct workload, sending.pattern.kind, sending_parse_pattern),
	  .words = &pattern_words },
	{ "load", 0, "[nic:]PART", 3,
	  "above 0: of what the busiest link or NIC can take, or nic: the busiest NIC; default 0.3",
	  OPTION_CALL(struct workload, sending, sending_parse_load) },
	{ "op", 0, "OP", 3, "put (default), get, or raw: packets without an answer",
	  OPTION_CALL(struct workload, sending.pattern.each.op, sending_parse_op),
	  .words = &op_words },
	{ "bytes", 0, "N", 3, "of a transfer; raw: phits of a packet; default 64, 32",
	  OPTION_BYTES(struct workload, sending.pattern.each.bytes, 1, UINT64_MAX) },
	{ "count", 0, "N", 3, "transfers of a node, then it is silent",
	  OPTION_WIDE(struct workload, sending.pattern.count, 1, UINT64_MAX) },
	{ "zero", 0, NULL, 3, "the data are zeros, which travel compressed",
	  OPTION_FLAG(struct workload, stencil.zero) },
	{ "hashed", 0, NULL, 3, "packets keep a lane instead of adapting",
	  OPTION_FLAG(struct workload, sending.pattern.each.hashed) },
	{ "hot", 0, "NODE", 3, "pattern hot: the node; default 0",
	  OPTION_NUMBER(struct workload, sending.pattern.hot, 0, UINT32_MAX) },
	{ "share", 0, "PART", 3, "pattern hot: of all transfers; default 0.1",
	  OPTION_CALL(struct workload, sending.pattern.share, sending_parse_share) },
	{ "traffic", 0, "'NAME:[nic:]LOAD WORD...'", 3,
	  "in place of --pattern; WORD is op=, bytes=, hot=, share=, nodes=, from=, to=, on=, off=, zero or hashed; repeated for several patterns",
	  OPTION_LIST(struct workload, several) },
	{ .help = "Traffic of a stencil, one exchange of borders a step:", .group = 4 },
	{ "stencil", 0, "POINTS", 4, "6, 26 or 27",
	  OPTION_NUMBER(struct workload, stencil.points, 1, UINT32_MAX) },
	{ "grid", 0, "XxYxZ", 4, "of ranks; default 8x8x16",
	  OPTION_SIZE(struct workload, stencil.grid) },
	{ "block", 0, "XxYxZ", 4,
	  "ranks of a node: no-remap (1x1x16, default), remap (2x2x4), or random: any 16",
	  OPTION_CALL(struct workload, stencil, parse_block) },
	{ "box", 0, "XxYxZ", 4, "cells of a rank; default 10x10x10",
	  OPTION_SIZE(struct workload, stencil.box) },
	{ "cell", 0, "N", 4, "bytes of a cell; default 8",
	  OPTION_NUMBER(struct workload, stencil.cell, 0, UINT32_MAX) },
	{ "steps", 0, "N", 4, "exchanges; default 1",
	  OPTION_NUMBER(struct workload, stencil.steps, 1, UINT32_MAX) },
	{ "periodic", 0, NULL, 4, "the grid is a torus",
	  OPTION_FLAG(struct workload, stencil.periodic) },
	{ .help = "Traffic of a list:", .group = 5 },
	{ "messages", 0, "FILE", 5,
	  "lines of SRC DST BYTES [put|get|mpi] [at CYCLE] [zero]; - is standard input",
	  OPTION_TEXT(struct workload, messages) },
	{ .help = "Traffic of jobs, whose ranks wait for each other:", .group = 6 },
	{ "job", 0, "FILE[@NODES]", 6,
	  "a program in the format GOAL; its ranks are on nodes 0, 1, ..., or @0,2,4-7, or, a grid of ranks, @remap:8x8x16; for several jobs repeated",
	  OPTION_CALL_WHOLE(parse_job) },
	{ "background", 0, "NAME:[nic:]PART", 6,
	  "a pattern and its load, beside the jobs until they end",
	  OPTION_CALL_WHOLE(parse_background) },
	{ 0 }
};

static int check_workload(struct options_state *state, void *input)
{
	struct workload *workload = input;

	workload->sending.pattern.each.zero = workload->stencil.zero;
	if (workload->extra)
		return options_reject(state, "--job %s: a run has %u jobs at most",
				      workload->extra, RANKS_JOBS);
	if (!!workload->messages + !!workload->stencil.points + !!workload->jobs > 1)
		return options_reject(state, "of --stencil, --messages and --job one is enough");
	if (workload->several.argz &&
	    (workload->messages || workload->stencil.points || workload->jobs))
		return options_reject(state,
				      "--traffic: other traffic goes alone: leave out --stencil, --messages and --job");
	return 0;
}

static void list_patterns(FILE *stream)
{
	const struct traffic_kind *kind;

	fputs("Patterns, by where a node sends:\n", stream);
	for (kind = traffic_kinds; kind->name; kind++)
		fprintf(stream, "  %-12s%s\n", kind->name, kind->help);
}

const struct options workload_options = {
	.rows = rows, .check = check_workload, .epilogue = list_patterns,
};
