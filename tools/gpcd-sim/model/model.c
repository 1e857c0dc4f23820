// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim model: the command line. */
#include <errno.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "cli/parse.h"
#include "cli/pick.h"
#include "model.h"
#include "model/routing.h"
#include "sim.h"

/* The paper's sizes: 128 bytes to 16 MiB. */
#define DEFAULT_FIRST 7
#define DEFAULT_LAST 24

/* What the arguments ask for. */
struct model_arguments {
	const char *action; /* NULL: not yet parsed */
	bool route; /* decisions, not times */
	struct messages messages;
	struct model_network measured; /* state of the network in the current routing */
	struct model_network other; /* state in the other routing, if known */
	double lambda; /* ratio of biased to unbiased latency */
	double sigma; /* ratio of biased to unbiased stalls */
	uint32_t variant; /* index of model_variants[] */
	bool get; /* messages are GETs */
	bool known; /* --other was given */
};

static const char *variant_word(unsigned int i)
{
	return model_variants[i]->name;
}

static const char *model_routing_word(unsigned int i)
{
	return i == MODEL_ADAPTIVE ? "adaptive" : "biased";
}

static const struct words variants = { .name = variant_word, .count = MODEL_VARIANTS };

/* Models that share no arguments with message and route. */
static const struct command others[] = {
	{ "fit", model_fit },
	{ "predict", model_predict },
};

static const char *model_word(unsigned int i)
{
	return i > 1 ? others[i - 2].name : i ? "route" : "message";
}

static const struct words routings = { .name = model_routing_word, .count = MODEL_ROUTINGS };
static const struct words actions = { .name = model_word, .count = 2 + ARRAY_SIZE(others) };

/* A plain number is cycles; with a unit it is a time. */
static int parse_latency(const char *text, void *field)
{
	double *cycles = field;
	uint64_t ns;

	if (!parse_real(text, cycles))
		return 0;
	if (parse_time(text, &ns))
		return -EINVAL;
	*cycles = ns / MODEL_CYCLE_NS;
	return 0;
}

static int parse_network(const char *text, void *field)
{
	struct model_network *network = field;
	char copy[64], *comma;

	if (strlen(text) >= sizeof(copy))
		return -EINVAL;
	strcpy(copy, text);
	comma = strchr(copy, ',');
	if (!comma)
		return -EINVAL;
	*comma = '\0';
	return parse_latency(copy, &network->latency) || parse_real(comma + 1, &network->stalls) ?
	       -EINVAL : 0;
}

static int parse_message_size(const char *text, uint64_t *bytes)
{
	return parse_bytes(text, bytes) || *bytes > MODEL_SIZE_MAX ? -EINVAL : 0;
}

static const struct option_row rows[] = {
	{ "latency", 0, "L", 0,
	  "latency of a packet: NIC cycles, 1600, or a time with its unit, 2us",
	  OPTION_CALL(struct model_arguments, measured.latency, parse_latency) },
	{ "stalls", 0, "S", 0, "cycles that a flit waits, mean, 0 or more; default 0",
	  OPTION_REAL(struct model_arguments, measured.stalls, 0, DBL_MAX) },
	{ "get", 0, NULL, 0, "messages are GETs: responses carry the data",
	  OPTION_FLAG(struct model_arguments, get) },
	{ "variant", 0, "VARIANT", 0,
	  "paper (the default) or published, as the authors' program computes it",
	  OPTION_WORD(struct model_arguments, variant, &variants) },
	{ .help = "Options of route:", .group = 3 },
	{ "current", 0, "ROUTING", 3,
	  "routing that L and S were measured in: adaptive (the default) or biased",
	  OPTION_WORD(struct model_arguments, messages.this.current, &routings) },
	{ "other", 0, "L,S", 3,
	  "what was measured in the other routing; default: an estimate by lambda and sigma",
	  OPTION_CALL(struct model_arguments, other, parse_network) },
	{ "lambda", 0, "FACTOR", 3,
	  "ratio of biased to unbiased latency, 0.001 to 1000; default 1/1.2",
	  OPTION_REAL(struct model_arguments, lambda, 0.001, 1000) },
	{ "sigma", 0, "FACTOR", 3,
	  "ratio of biased to unbiased stalls, 0.001 to 1000; default 5",
	  OPTION_REAL(struct model_arguments, sigma, 0.001, 1000) },
	{ "threshold", 0, "BYTES", 3,
	  "bytes that pass between decisions, up to 1024GiB; default 4KiB",
	  OPTION_BYTES(struct model_arguments, messages.threshold, 0, MODEL_SIZE_MAX) },
	{ 0 }
};

/* The options of route are in a group of their own. */
static const char *route_option(const struct options_state *state)
{
	for (const struct option_row *row = rows; row->help; row++) {
		if (row->name && row->group && options_given(state, row->name))
			return row->name;
	}
	return NULL;
}

static int compare_sizes(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Sort the sizes and drop duplicates. */
static void sizes_order(struct messages *messages)
{
	uint64_t *bytes = messages->bytes;
	size_t kept = 0;

	if (messages->count)
		qsort(bytes, messages->count, sizeof(*bytes), compare_sizes);
	for (size_t i = 0; i < messages->count; i++) {
		if (!i || bytes[i] != bytes[kept - 1])
			bytes[kept++] = bytes[i];
	}
	messages->count = kept;
}

static int take_size(struct options_state *state, const char *arg, struct messages *messages)
{
	uint64_t *bytes = reallocarray(messages->bytes, messages->count + 1, sizeof(*bytes));

	if (!bytes) {
		free(messages->bytes);
		return -ENOMEM;
	}
	messages->bytes = bytes;
	if (parse_message_size(arg, &bytes[messages->count++]))
		return options_reject(state,
				      "SIZE '%s' is not valid: bytes, 4096, or 4KiB, 16MiB; up to 1024GiB",
				      arg);
	return 0;
}

/* The first argument is the action, the others are sizes. */
static int take_action(struct options_state *state, const char *arg, void *input)
{
	struct model_arguments *arguments = input;
	char offer[WORDS_ROOM];

	if (arguments->action)
		return take_size(state, arg, &arguments->messages);
	if (words_find(&actions, arg) < 0)
		return options_reject(state, "no action '%s': %s", arg,
				      words_offer(&actions, arg, offer));
	arguments->action = arg;
	arguments->route = words_find(&actions, arg) == 1;
	return 0;
}

static int check_model(struct options_state *state, void *input)
{
	struct model_arguments *arguments = input;
	const char *for_route = arguments->route ? NULL : route_option(state);

	arguments->known = options_given(state, "other");
	if (for_route)
		return options_reject(state, "--%s is for route: message has one routing",
				      for_route);
	if (!options_given(state, "latency"))
		return options_reject(state,
				      "no --latency: it says how the network is, as in --latency 2us");
	if (arguments->known && (options_given(state, "lambda") || options_given(state, "sigma")))
		return options_reject(state,
				      "--other leaves nothing to estimate: no --lambda and no --sigma");
	sizes_order(&arguments->messages);
	return 0;
}

static const struct options_part parts[] = { { .options = &format_options }, { 0 } };

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_EACH(take_action,
				  "an action is missing: message, route, fit or predict"),
	.check = check_model,
	.args_doc = "message [SIZE...]\nroute [SIZE...]\nfit [FILE]\n"
		    "predict --machine=FILE PROGRAM",
	.doc = "Predict how long messages take on an Aries, and which routing is better for\n"
	       "them; what a job would take: `gpcd-sim model ACTION --help' says more.\n"
	       "\vSIZE is bytes, as 4096, 4KiB or 16MiB; default: 128 to 16MiB by powers of two.\n"
	       "The model is by De Sensi et al., SC '19; no device is read.\n"
	       "route also prints each size between these at which the decision flips.",
};

static int default_sizes(struct messages *messages)
{
	messages->bytes = calloc(DEFAULT_LAST - DEFAULT_FIRST + 1, sizeof(*messages->bytes));
	if (!messages->bytes)
		return -ENOMEM;
	for (unsigned int i = DEFAULT_FIRST; i <= DEFAULT_LAST; i++)
		messages->bytes[messages->count++] = 1ULL << i;
	return 0;
}

static void find_networks(struct model_arguments *arguments)
{
	struct model_case *this = &arguments->messages.this;
	struct model_rules rules;

	this->variant = model_variants[arguments->variant];
	if (arguments->get)
		this->kind = MODEL_GET;
	rules = model_rules_default(this->variant);
	model_rules_scale(&rules, arguments->lambda, arguments->sigma);
	this->networks[this->current] = arguments->measured;
	this->networks[model_other(this->current)] = arguments->known ? arguments->other :
		model_scaled(&arguments->measured, &rules.scale[this->current]);
}

static int run_other(const struct command *other, int argc, char **argv)
{
	static char title[64];

	snprintf(title, sizeof(title), "%s %s", complain_name(), other->name);
	complain_as(title);
	argv[0] = title;
	return other->run(argc, argv);
}

int cmd_model(int argc, char **argv)
{
	struct model_arguments arguments = {
		.messages = { .threshold = MODEL_THRESHOLD },
		.lambda = MODEL_LAMBDA, .sigma = MODEL_SIGMA,
	};
	struct messages *messages = &arguments.messages;
	int code;

	for (size_t i = 0; argc > 1 && i < ARRAY_SIZE(others); i++) {
		if (!strcmp(argv[1], others[i].name))
			return run_other(&others[i], argc - 1, argv + 1);
	}
	options_parse(&options, argc, argv, &arguments);
	if (!messages->count && default_sizes(messages))
		return complain_error("sizes", -ENOMEM);
	find_networks(&arguments);
	code = arguments.route ? messages_routes(messages) : messages_times(messages);
	free(messages->bytes);
	return code;
}
