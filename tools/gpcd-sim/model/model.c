// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim model: the command line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "cli/parse.h"
#include "model/aware.h"
#include "outlook.h"
#include "predict.h"
#include "sim.h"

/* The paper's sizes: 128 bytes to 16 MiB. */
#define DEFAULT_FIRST 7
#define DEFAULT_LAST 24

enum {
	KEY_VARIANT = 0x600, KEY_GET, KEY_LATENCY, KEY_STALLS,
	KEY_CURRENT, KEY_OTHER, KEY_LAMBDA, KEY_SIGMA, KEY_THRESHOLD,
};

/* What the arguments ask for. */
struct request {
	bool route; /* decisions, not times */
	struct prediction prediction;
	struct model_network measured; /* state of the network in the current routing */
	struct model_network other; /* state in the other routing, if known */
	double lambda; /* ratio of biased to unbiased latency */
	double sigma; /* ratio of biased to unbiased stalls */
	bool has_latency;
	bool known; /* --other was given */
	bool scaled; /* --lambda or --sigma was given */
	const char *for_route; /* an option that is for decisions only, or NULL */
};

static const struct argp_option options[] = {
	{ "latency", KEY_LATENCY, "L", 0,
	  "latency of a packet: NIC cycles, 1600, or a time with its unit, 2us", 0 },
	{ "stalls", KEY_STALLS, "S", 0, "cycles that a flit waits, mean, 0 or more; default 0", 0 },
	{ "get", KEY_GET, NULL, 0, "messages are GETs: responses carry the data", 0 },
	{ "variant", KEY_VARIANT, "VARIANT", 0,
	  "paper (the default) or published, as the authors' program computes it", 0 },
	{ NULL, 0, NULL, 0, "Options of route:", 3 },
	{ "current", KEY_CURRENT, "ROUTING", 0,
	  "routing that L and S were measured in: adaptive (the default) or biased", 3 },
	{ "other", KEY_OTHER, "L,S", 0,
	  "what was measured in the other routing; default: an estimate by lambda and sigma", 3 },
	{ "lambda", KEY_LAMBDA, "FACTOR", 0,
	  "ratio of biased to unbiased latency, 0.001 to 1000; default 1/1.2", 3 },
	{ "sigma", KEY_SIGMA, "FACTOR", 0,
	  "ratio of biased to unbiased stalls, 0.001 to 1000; default 5", 3 },
	{ "threshold", KEY_THRESHOLD, "BYTES", 0,
	  "bytes that pass between decisions, up to 1024GiB; default 4KiB", 3 },
	{ 0 }
};

static const char *variant_word(unsigned int i)
{
	return model_variants[i]->name;
}

static const char *routing_word(unsigned int i)
{
	return i == MODEL_ADAPTIVE ? "adaptive" : "biased";
}

static const struct words variants = { .name = variant_word, .count = MODEL_VARIANTS };
/* Models that share no arguments with message and route. */
static const struct command others[] = {
	{ "fit", outlook_fit },
	{ "predict", outlook_predict },
};

static const char *model_word(unsigned int i)
{
	return i > 1 ? others[i - 2].name : i ? "route" : "message";
}

static const struct words routings = { .name = routing_word, .count = MODEL_ROUTINGS };
static const struct words actions = { .name = model_word, .count = 2 + ARRAY_SIZE(others) };

/* A plain number is cycles; with a unit it is a time. */
static int parse_latency(const char *text, double *cycles)
{
	uint64_t ns;

	if (!parse_real(text, cycles))
		return 0;
	if (parse_time(text, &ns))
		return -EINVAL;
	*cycles = ns / MODEL_CYCLE_NS;
	return 0;
}

static int parse_network(const char *text, struct model_network *network)
{
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

static int parse_factor(const char *text, double *factor)
{
	return parse_real(text, factor) || *factor < 0.001 || *factor > 1000 ? -EINVAL : 0;
}

static int parse_message_size(const char *text, uint64_t *bytes)
{
	return parse_bytes(text, bytes) || *bytes > MODEL_SIZE_MAX ? -EINVAL : 0;
}

static int take_value(struct request *request, int key, const char *arg)
{
	switch (key) {
	case KEY_LATENCY:
		request->has_latency = true;
		return parse_latency(arg, &request->measured.latency);
	case KEY_STALLS:
		return parse_real(arg, &request->measured.stalls);
	case KEY_OTHER:
		request->known = true;
		return parse_network(arg, &request->other);
	case KEY_LAMBDA:
		request->scaled = true;
		return parse_factor(arg, &request->lambda);
	case KEY_SIGMA:
		request->scaled = true;
		return parse_factor(arg, &request->sigma);
	default:
		return parse_message_size(arg, &request->prediction.threshold);
	}
}

static const char *option_name(int key)
{
	const struct argp_option *option = options;

	while (option->key != key)
		option++;
	return option->name;
}

static void gather_option(const struct argp_state *state, int key, const char *arg)
{
	struct request *request = state->input;
	struct model_case *this = &request->prediction.this;

	if (key >= KEY_CURRENT)
		request->for_route = option_name(key);
	if (key == KEY_VARIANT)
		this->variant = model_variants[cli_word(state, options, key, arg, &variants)];
	else if (key == KEY_GET)
		this->kind = MODEL_GET;
	else if (key == KEY_CURRENT)
		this->current = cli_word(state, options, key, arg, &routings);
	else if (take_value(request, key, arg))
		cli_refuse(state, options, key, arg, NULL);
}

static int compare_sizes(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Sort the sizes and drop duplicates. Return the number that remains. */
static size_t sizes_order(uint64_t *bytes, size_t count)
{
	size_t kept = 0;

	qsort(bytes, count, sizeof(*bytes), compare_sizes);
	for (size_t i = 0; i < count; i++) {
		if (!i || bytes[i] != bytes[kept - 1])
			bytes[kept++] = bytes[i];
	}
	return kept;
}

static int take_sizes(const struct argp_state *state, struct sizes *sizes, char **args, int count)
{
	uint64_t *bytes = calloc(count, sizeof(*bytes));

	if (!bytes)
		return -ENOMEM;
	for (int i = 0; i < count; i++) {
		if (parse_message_size(args[i], &bytes[i])) {
			free(bytes);
			argp_error(state,
				   "SIZE '%s' is not valid: bytes, 4096, or 4KiB, 16MiB; up to 1024GiB",
				   args[i]);
			return -EINVAL;
		}
	}
	sizes->count = sizes_order(bytes, count);
	sizes->bytes = bytes;
	return 0;
}

static error_t gather_arguments(struct argp_state *state)
{
	struct request *request = state->input;
	char **args = &state->argv[state->next];
	char offer[WORDS_ROOM];
	int count = state->argc - state->next;
	int action = words_find(&actions, args[0]);

	if (action < 0)
		argp_error(state, "no action '%s': %s", args[0],
			   words_offer(&actions, args[0], offer));
	request->route = action == 1;
	return count > 1 ? -take_sizes(state, &request->prediction.sizes, args + 1, count - 1) : 0;
}

static void check_request(const struct argp_state *state, const struct request *request)
{
	if (!request->route && request->for_route)
		argp_error(state, "--%s is for route: message has one routing",
			   request->for_route);
	else if (!request->has_latency)
		argp_error(state, "no --latency: it says how the network is, as in --latency 2us");
	else if (request->known && request->scaled)
		argp_error(state, "--other leaves nothing to estimate: no --lambda and no --sigma");
}

static error_t model_option(int key, char *arg, struct argp_state *state)
{
	char list[WORDS_ROOM];

	switch (key) {
	case ARGP_KEY_ARGS:
		return gather_arguments(state);
	case ARGP_KEY_NO_ARGS:
		words_list(&actions, list);
		argp_error(state, "an action is missing: %s", list);
		return 0;
	case ARGP_KEY_SUCCESS:
		check_request(state, state->input);
		return 0;
	default:
		if (key < KEY_VARIANT || key > KEY_THRESHOLD)
			return ARGP_ERR_UNKNOWN;
		gather_option(state, key, arg);
		return 0;
	}
}

static const struct argp_child children[] = { { .argp = &format_argp }, { 0 } };

static const struct argp argp = {
	.options = options,
	.parser = model_option,
	.args_doc = "message [SIZE...]\nroute [SIZE...]\nfit [FILE]\n"
		    "predict --machine=FILE PROGRAM",
	.doc = "Predict how long messages take on an Aries, and which routing is better for\n"
	       "them; what a job would take: `gpcd-sim model ACTION --help' says more.\n"
	       "\vSIZE is bytes, as 4096, 4KiB or 16MiB; default: 128 to 16MiB by powers of two.\n"
	       "The model is by De Sensi et al., SC '19; no device is read.\n"
	       "route also prints each size between these at which the decision flips.",
	.children = children,
};

static int default_sizes(struct sizes *sizes)
{
	sizes->bytes = calloc(DEFAULT_LAST - DEFAULT_FIRST + 1, sizeof(*sizes->bytes));
	if (!sizes->bytes)
		return -ENOMEM;
	for (unsigned int i = DEFAULT_FIRST; i <= DEFAULT_LAST; i++)
		sizes->bytes[sizes->count++] = 1ULL << i;
	return 0;
}

static void find_networks(struct request *request)
{
	struct model_case *this = &request->prediction.this;
	struct model_rules rules = model_rules_default(this->variant);

	model_rules_scale(&rules, request->lambda, request->sigma);
	this->networks[this->current] = request->measured;
	this->networks[model_other(this->current)] = request->known ? request->other :
		model_scaled(&request->measured, &rules.scale[this->current]);
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
	struct request request = {
		.prediction = {
			.this = { .variant = model_variants[0] },
			.threshold = MODEL_THRESHOLD,
		},
		.lambda = MODEL_LAMBDA,
		.sigma = MODEL_SIGMA,
	};
	struct prediction *prediction = &request.prediction;
	int code;

	for (size_t i = 0; argc > 1 && i < ARRAY_SIZE(others); i++) {
		if (!strcmp(argv[1], others[i].name))
			return run_other(&others[i], argc - 1, argv + 1);
	}
	cli_parse(&argp, argc, argv, &request);
	if (!prediction->sizes.count && default_sizes(&prediction->sizes))
		return complain_error("sizes", -ENOMEM);
	find_networks(&request);
	code = request.route ? predict_routes(prediction) : predict_messages(prediction);
	free(prediction->sizes.bytes);
	return code;
}
