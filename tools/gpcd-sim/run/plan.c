// SPDX-License-Identifier: GPL-2.0-only
/* What a run is asked for: its options, and which of them go together. */
#include <ctype.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/parse.h"
#include "machine/processes.h"
#include "plan.h"
#include "sim.h"

#define TIME_MAX	1000000000000000ULL
#define TURNAROUND_MAX	1000000000

/* Not a routing of the network: ranks of jobs choose the routings of their messages. */
#define ROUTING_AWARE	"aware"

static const struct words engines = WORDS_OF("event", "flow");
static const struct words ties = WORDS_OF("first", "split");

static const char *routing_word(unsigned int i)
{
	return i < NET_ROUTINGS ? net_routing_name(i) : ROUTING_AWARE;
}

static const struct words routings = { .name = routing_word, .count = NET_ROUTINGS + 1 };

static int parse_routing(const char *name, void *input)
{
	struct plan *plan = input;
	int i = words_find(&routings, name);

	if (i < 0)
		return -EINVAL;
	plan->choice.wanted = i == NET_ROUTINGS;
	plan->config.routing = i == NET_ROUTINGS ? NET_ADAPTIVE0 : i;
	return 0;
}

static int parse_crc(const char *text, void *crc_rate)
{
	double rate;

	if (parse_part(text, &rate) || rate > 0.5)
		return -EINVAL;
	*(uint32_t *)crc_rate = rate * 4294967296;
	return 0;
}

/* A number alone would be seconds, which hardly anybody simulates. */
static bool has_unit(const char *time)
{
	return *time && !isdigit((unsigned char)time[strlen(time) - 1]);
}

static const struct option_row rows[] = {
	{ "engine", 0, "NAME", 0, "event (default): packets and time; flow: counts",
	  OPTION_EITHER(struct plan, flow, &engines) },
	{ "time", 't', "TIME", 0,
	  "to simulate, with its unit: 100us, 2ms, up to 1000000s; default: until all has arrived; endless patterns 100us",
	  OPTION_TIME(struct plan, ns, 1, TIME_MAX), .valid = has_unit },
	{ "drain", 0, NULL, 0,
	  "with --time and a pattern: go on until all that was sent has arrived",
	  OPTION_FLAG(struct plan, drain) },
	{ "seed", 0, "N", 0, "a number, seed of all random ones; default 1",
	  OPTION_WIDE(struct plan, config.seed, 0, UINT64_MAX) },
	{ "threads", 0, "N", 0, "1 to 256, default 1; the counters do not depend on it",
	  OPTION_NUMBER(struct plan, config.threads, 1, ENGINE_THREADS) },
	{ "crc", 0, "RATE", 0, "error rate per packet and hop, each a retry; 1e-6, up to 0.5",
	  OPTION_CALL(struct plan, config.crc_rate, parse_crc) },
	{ "put-response", 0, "PHITS", 0, "3 (default, measured) or 2 (whitepaper)",
	  OPTION_NUMBER(struct plan, config.put_response, 2, 3) },
	{ "uncompressed", 0, NULL, 0, "zeros travel like any other data",
	  OPTION_FLAG(struct plan, config.uncompressed) },
	{ "turnaround", 0, "TIME", 0, "from request to response in a node, up to 1s; default 0",
	  OPTION_TIME(struct plan, turnaround, 0, TURNAROUND_MAX), MACHINE_CYCLES },
	{ "ties", 0, "NAME", 0,
	  "direction of packets half way round a ring: first (default): plus; split: plus or minus, by a hash of the two chips",
	  OPTION_EITHER(struct plan, config.split_ties, &ties) },
	{ "fifos", 0, "N", 0,
	  "1 to 8, default 1; FIFOs of a virtual channel of an input, which share its slots",
	  OPTION_NUMBER(struct plan, config.fifos, 1, NET_FIFOS) },
	{ "routing", 0, "NAME", 0,
	  "routing of packets of a dragonfly: minimal (default), adaptive0, valiant ...; aware: ranks of jobs choose",
	  OPTION_CALL_WHOLE(parse_routing), .words = &routings },
	{ "variant", 0, "NAME", 0,
	  "of --routing aware: the model by which ranks choose, paper (default) or published, as the authors' program",
	  OPTION_WORD(struct plan, choice.variant, &routing_choice_variants) },
	{ "lambda", 0, "FACTOR", 0,
	  "of --routing aware: ratio of biased to unbiased latency, 0.001 to 1000; default 1/1.2",
	  OPTION_REAL(struct plan, choice.lambda, 0.001, 1000) },
	{ "sigma", 0, "FACTOR", 0,
	  "of --routing aware: ratio of biased to unbiased stalls, 0.001 to 1000; default 5",
	  OPTION_REAL(struct plan, choice.sigma, 0.001, 1000) },
	{ "links", 0, NULL, 0, "a table of all links", OPTION_FLAG(struct plan, links) },
	{ "offered", 0, NULL, 0,
	  "a table of loads offered to all links and NICs, as parts of capacity",
	  OPTION_FLAG(struct plan, offered) },
	{ "ranks", 0, NULL, 0, "a table of what the ranks of jobs did",
	  OPTION_FLAG(struct plan, ranks) },
	{ "latency", 0, NULL, 0, "a table of latencies, by hops",
	  OPTION_FLAG(struct plan, latency) },
	{ "html", 0, "FILE", 0,
	  "write a page for a browser: all links, in each window of the run",
	  OPTION_TEXT(struct plan, windows.request.path) },
	{ "processes", 0, NULL, 0, "under mpirun: a table of the processes that simulate",
	  OPTION_FLAG(struct plan, processes) },
	{ "latency-svg", 0, "FILE", 0,
	  "draw a picture of latencies, by hops, and print the table of --latency",
	  OPTION_TEXT(struct plan, latency_svg) },
	{ 0 }
};

unsigned int plan_facts(const struct plan *plan)
{
	const struct workload *workload = &plan->workload;
	unsigned int facts = workload_facts(workload);
	bool timed = plan->ns || workload_is_endless(workload);

	facts |= timed ? FACT_TIME : 0;
	facts |= plan->flow ? 0 : FACT_EVENT;
	facts |= timed || !plan->flow ? FACT_GAPS : 0;
	return facts;
}

/* A table that is asked for by an option as well as by name must be the same one. */
static int check_alone(struct options_state *state, const char *option, const char *name)
{
	if (!options_given(state, option) || !strcmp(name, option))
		return 0;
	return options_reject(state, "--%s and table '%s': for the %s alone take --table %s",
			      option, name, strcmp(option, "latency") ? option : "latencies",
			      option);
}

static int check_table(struct plan *plan, struct options_state *state, const char *name)
{
	bool latency = !strcmp(name, "latency") || !strcmp(name, "histogram");
	int err = check_alone(state, "links", name);

	if (!err)
		err = check_alone(state, "ranks", name);
	if (!err)
		err = check_alone(state, "offered", name);
	if (!err)
		err = check_alone(state, "processes", name);
	if (err)
		return err;
	if ((!strcmp(name, "jobs") || !strcmp(name, "ranks")) && !plan->workload.jobs)
		return options_reject(state, "--table %s: there is none: add --job", name);
	if (!strcmp(name, "routings") && !plan->choice.wanted)
		return options_reject(state,
				      "--table routings: there is none: add --routing aware");
	plan->links |= !strcmp(name, "links");
	plan->ranks |= !strcmp(name, "ranks");
	plan->offered |= !strcmp(name, "offered");
	plan->processes |= !strcmp(name, "processes");
	if (!latency)
		return check_alone(state, "latency", name);
	plan->latency = true;
	given_add(&plan->workload.given, "latency");
	return 0;
}

static int check_flow(const struct plan *plan, struct options_state *state)
{
	if (drive_wanted(&plan->drive))
		return options_reject(state, "registers follow the event engine only");
	if (plan->damage.wanted.argz)
		return options_reject(state,
				      "--at: the flow engine knows no time: leave out --engine flow, or let links fail by --fail");
	if (plan->sampler.path)
		return options_reject(state,
				      "--record: the flow engine knows no time: leave out --engine flow");
	return 0;
}

static int check_choice(const struct plan *plan, struct options_state *state)
{
	static const char *const names[] = { "variant", "lambda", "sigma" };

	if (plan->choice.wanted)
		return plan->workload.jobs ? 0 :
		       options_reject(state,
				      "--routing aware: ranks of jobs alone choose: add --job");
	for (unsigned int i = 0; i < ARRAY_SIZE(names); i++) {
		if (options_given(state, names[i]))
			return options_reject(state,
					      "--%s: nothing is chosen by a model: add --routing aware",
					      names[i]);
	}
	return 0;
}

/* Reject what several processes cannot have. */
static int check_processes(const struct plan *plan, struct options_state *state)
{
	static const char alone[] = "start gpcd-sim without mpirun";
	const char *list = plan->workload.messages;
	const struct {
		bool given;
		const char *option, *remedy;
	} rejected[] = {
		{ plan->workload.jobs, "job", alone },
		{ plan->flow, "engine flow", alone },
		{ plan->offered, "offered", alone },
		{ plan->latency || plan->latency_svg, "latency", alone },
		{ plan->windows.request.path, "html",
		  "draw a recording of it: --record FILE, then gpcd-sim replay --html" },
		{ list && !strcmp(list, "-"), "messages -", "name a file that all can read" },
		{ plan->sampler.tiles, "tiles", "leave it out: --record has links" },
		{ plan->drive.devices.argz, "device",
		  "an emulated chip is of one host: take --image and a folder of all hosts" },
	};
	unsigned int number;

	for (unsigned int i = 0; i < ARRAY_SIZE(rejected) && processes_started(&number) > 1; i++) {
		if (rejected[i].given)
			return options_reject(state, "--%s: not with several processes: %s",
					      rejected[i].option, rejected[i].remedy);
	}
	return 0;
}

static int check_plan(struct options_state *state, void *input)
{
	struct plan *plan = input;
	int err = 0;

	if (options_given(state, "turnaround"))
		plan->config.turnaround = plan->turnaround;
	options_list_given(state, &plan->workload.given);
	if (plan->pick.name)
		err = check_table(plan, state, plan->pick.name);
	if (!err && plan->flow)
		err = check_flow(plan, state);
	if (!err)
		err = check_choice(plan, state);
	if (!err)
		err = check_processes(plan, state);
	if (!err && plan->offered && plan->workload.jobs)
		return options_reject(state,
				      "--offered: what a job sends depends on what has arrived: leave out --job");
	return err ? err : facts_check(state, &plan->workload.given, plan_facts(plan));
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct plan, machine, &machine_options),
	OPTIONS_PART(struct plan, workload, &workload_options),
	OPTIONS_PART(struct plan, sampler, &sampler_options),
	OPTIONS_PART(struct plan, damage, &damage_options),
	OPTIONS_PART(struct plan, drive, &drive_options),
	OPTIONS_PART(struct plan, pick, &pick_options),
	OPTIONS_PART(struct plan, picture, &picture_options), { 0 }
};

const struct options plan_options = {
	.rows = rows,
	.parts = parts,
	.check = check_plan,
	.doc = "Simulate a machine under some traffic.\n"
	       "\vA picture shows all links, their load and stalls.\n"
	       "At SIGINT, SIGTERM or SIGHUP it ends and prints its results so far.",
};

/* --- options and the machine --- */

static int ties_check(const struct plan *plan)
{
	if (!given_has(&plan->workload.given, "ties") ||
	    topo_has_ties(&plan->machine.fabric.topo))
		return 0;
	complain("--ties: only a torus with an even dimension has ties: leave out --ties");
	return EXIT_USAGE;
}

static int routing_check(const struct plan *plan)
{
	if (!given_has(&plan->workload.given, "routing") ||
	    topo_bridges_most(&plan->machine.fabric.topo))
		return 0;
	complain("--routing: only a dragonfly has several ways: leave out --routing");
	return EXIT_USAGE;
}

static int fifos_check(const struct plan *plan)
{
	unsigned int most = net_fifos_most(&plan->machine.fabric);

	if (plan->config.fifos <= most)
		return 0;
	complain("--fifos: this machine has room for %u a virtual channel: take --fifos %u",
		 most, most);
	return EXIT_USAGE;
}

/* An Aries has its own packets, to which the options for a Gemini's phits do not apply. */
static int phits_check(const struct plan *plan)
{
	const struct given *given = &plan->workload.given;
	const char *name = given_has(given, "put-response") ? "put-response" :
			   given_has(given, "zero") ? "zero" : "uncompressed";

	if (!plan->machine.fabric.topo.family->flits || !given_has(given, name))
		return 0;
	complain("--%s: an Aries's packets have flits of their own: leave out --%s", name, name);
	return EXIT_USAGE;
}

int plan_check(const struct plan *plan)
{
	int code = ties_check(plan);

	if (!code)
		code = routing_check(plan);
	if (!code)
		code = fifos_check(plan);
	return code ? code : phits_check(plan);
}
