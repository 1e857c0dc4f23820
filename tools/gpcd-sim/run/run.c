// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim run: simulates a machine under some traffic; prints and draws the results. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/draw/svg.h"
#include "cli/parse.h"
#include "cli/wait/stop.h"
#include "draw/delays.h"
#include "draw/heatmap.h"
#include "machine/damage.h"
#include "machine/simulate.h"
#include "choices.h"
#include "meaning.h"
#include "offer.h"
#include "report.h"
#include "sim.h"
#include "workload.h"
#include "worms.h"

#define TIME_DEFAULT	100000		/* ns */
#define TIME_MAX	1000000000000000ULL

/* The arguments. */
struct plan {
	struct machine machine;
	struct workload workload;
	struct damage damage; /* failures during the run */
	struct drive drive; /* images of the chips */
	struct sampler sampler; /* recording */
	struct net_config config; /* choices of the engines; the fabric is set later */
	struct choosers choosers;
	bool flow; /* use the flow engine */
	uint64_t ns; /* simulated time; 0: until everything has arrived */
	bool drain; /* then continue until everything has arrived */
	bool links; /* print a table of all links */
	bool ranks; /* print a table of ranks */
	bool latency; /* print a table of latencies */
	struct pick pick;
	struct picture picture; /* picture of all links */
	const char *latency_svg; /* path of a picture of latencies, or NULL */
};

static const struct argp_option options[] = {
	{ "engine", KEY_ENGINE, "NAME", 0, "event (default): packets and time; flow: counts", 0 },
	{ "time", 't', "TIME", 0,
	  "to simulate, with its unit: 100us, 2ms, up to 1000000s; default: until all has arrived; endless patterns 100us",
	  0 },
	{ "drain", KEY_DRAIN, NULL, 0,
	  "with --time and a pattern: go on until all that was sent has arrived", 0 },
	{ "seed", KEY_SEED, "N", 0, "a number, seed of all random ones; default 1", 0 },
	{ "threads", KEY_THREADS, "N", 0,
	  "1 to 256, default 1; the counters do not depend on it", 0 },
	{ "crc", KEY_CRC, "RATE", 0,
	  "error rate per packet and hop, each a retry; 1e-6, up to 0.5", 0 },
	{ "put-response", KEY_PUT, "PHITS", 0, "3 (default, measured) or 2 (whitepaper)", 0 },
	{ "uncompressed", KEY_WHOLE, NULL, 0, "zeros travel like any other data", 0 },
	{ "turnaround", KEY_TURN, "TIME", 0,
	  "from request to response in a node, up to 1s; default 0", 0 },
	{ "ties", KEY_TIES, "NAME", 0,
	  "direction of packets half way round a ring: first (default): plus; split: plus or minus, by a hash of the two chips",
	  0 },
	{ "fifos", KEY_FIFOS, "N", 0,
	  "1 to 8, default 1; FIFOs of a virtual channel of an input, which share its slots", 0 },
	{ "routing", KEY_ROUTING, "NAME", 0,
	  "routing of packets of a dragonfly: minimal (default), adaptive0, valiant ...; aware: ranks of jobs choose",
	  0 },
	{ "variant", KEY_VARIANT, "NAME", 0,
	  "of --routing aware: the model by which ranks choose, paper (default) or published, as the authors' program",
	  0 },
	{ "lambda", KEY_LAMBDA, "FACTOR", 0,
	  "of --routing aware: ratio of biased to unbiased latency, 0.001 to 1000; default 1/1.2",
	  0 },
	{ "sigma", KEY_SIGMA, "FACTOR", 0,
	  "of --routing aware: ratio of biased to unbiased stalls, 0.001 to 1000; default 5",
	  0 },
	{ "links", KEY_LINKS, NULL, 0, "a table of all links", 0 },
	{ "ranks", KEY_RANKS, NULL, 0, "a table of what the ranks of jobs did", 0 },
	{ "latency", KEY_LATENCY, NULL, 0, "a table of latencies, by hops", 0 },
	{ "latency-svg", KEY_LATENCY_SVG, "FILE", 0,
	  "draw a picture of latencies, by hops, and print the table of --latency", 0 },
	{ 0 }
};

static const char *engine_word(unsigned int i)
{
	return i ? "flow" : "event";
}

static const struct words engines = { .name = engine_word, .count = 2 };

static int parse_engine(const char *name, struct plan *plan)
{
	int i = words_find(&engines, name);

	plan->flow = i == 1;
	return i < 0 ? -EINVAL : 0;
}

static int parse_variant(const char *name, struct plan *plan)
{
	int i = words_find(&choosers_variants, name);

	if (i < 0)
		return -EINVAL;
	plan->choosers.variant = model_variants[i];
	return 0;
}

static int parse_plan(int key, char *arg, struct plan *plan)
{
	switch (key) {
	case KEY_ENGINE:
		return parse_engine(arg, plan);
	case 't':
		/* A number alone would be seconds, which hardly anybody simulates. */
		if (isdigit((unsigned char)arg[strlen(arg) - !!*arg]))
			return -EINVAL;
		return parse_time(arg, &plan->ns) || !plan->ns || plan->ns > TIME_MAX ? -EINVAL : 0;
	case KEY_ROUTING:
		plan->choosers.wanted = !strcasecmp(arg, CHOICES_AWARE);
		return ARGP_ERR_UNKNOWN;
	case KEY_VARIANT:
		return parse_variant(arg, plan);
	case KEY_LAMBDA:
		return choosers_factor(arg, &plan->choosers.lambda);
	case KEY_SIGMA:
		return choosers_factor(arg, &plan->choosers.sigma);
	case KEY_DRAIN:
		plan->drain = true;
		return 0;
	case KEY_LINKS:
		plan->links = true;
		return 0;
	case KEY_RANKS:
		plan->ranks = true;
		return 0;
	case KEY_LATENCY:
		plan->latency = true;
		return 0;
	case KEY_LATENCY_SVG:
		plan->latency_svg = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static unsigned int plan_facts(const struct plan *plan)
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
static void check_tables(struct plan *plan, const struct argp_state *state)
{
	const char *name = plan->pick.name;

	if (!name)
		return;
	if (plan->links && strcmp(name, "links"))
		argp_error(state, "--links and table '%s': for the links alone take --table links",
			   name);
	if (plan->ranks && strcmp(name, "ranks"))
		argp_error(state, "--ranks and table '%s': for the ranks alone take --table ranks",
			   name);
	if ((!strcmp(name, "jobs") || !strcmp(name, "ranks")) && !plan->workload.jobs)
		argp_error(state, "--table %s: there is none: add --job", name);
	if (!strcmp(name, "ranks"))
		plan->ranks = true;
	if (!strcmp(name, "routings") && !plan->choosers.wanted)
		argp_error(state, "--table routings: there is none: add --routing aware");
	if (!strcmp(name, "links"))
		plan->links = true;
	if (!strcmp(name, "latency") || !strcmp(name, "histogram")) {
		plan->latency = true;
		plan->workload.given |= key_bit(KEY_LATENCY);
	} else if (plan->latency) {
		argp_error(state,
			   "--latency and table '%s': for the latencies alone take --table latency",
			   name);
	}
}

static void check_plan(struct plan *plan, const struct argp_state *state)
{
	check_tables(plan, state);
	if (plan->flow && drive_wanted(&plan->drive))
		argp_error(state, "registers follow the event engine only");
	if (plan->flow && plan->damage.wanted)
		argp_error(state,
			   "--at: the flow engine knows no time: leave out --engine flow, or let links fail by --fail");
	if (plan->flow && plan->sampler.path)
		argp_error(state,
			   "--record: the flow engine knows no time: leave out --engine flow");
	if (plan->choosers.wanted && !plan->workload.jobs)
		argp_error(state, "--routing aware: ranks of jobs alone choose: add --job");
	if (plan->choosers.variant && !plan->choosers.wanted)
		argp_error(state, "--variant: nothing is chosen by a model: add --routing aware");
	if ((plan->choosers.lambda > 0 || plan->choosers.sigma > 0) && !plan->choosers.wanted)
		argp_error(state,
			   "--lambda, --sigma: nothing is chosen by a model: add --routing aware");
	meaning_check(state, plan->workload.given, plan_facts(plan));
}

static error_t run_option(int key, char *arg, struct argp_state *state)
{
	struct plan *plan = state->input;
	int err;

	if (key == ARGP_KEY_INIT) {
		state->child_inputs[0] = &plan->pick;
		state->child_inputs[1] = &plan->machine;
		state->child_inputs[2] = &plan->workload;
		state->child_inputs[3] = &plan->sampler;
		state->child_inputs[4] = &plan->damage;
		state->child_inputs[5] = &plan->drive;
		state->child_inputs[6] = &plan->picture;
		return 0;
	}
	if (key == ARGP_KEY_END)
		check_plan(plan, state);
	err = parse_plan(key, arg, plan);
	if (err == ARGP_ERR_UNKNOWN)
		err = choices_parse(key, arg, &plan->config);
	if (err == -EINVAL)
		cli_refuse(state, options, key, arg,
			   key == KEY_ENGINE ? &engines :
			   key == KEY_VARIANT ? &choosers_variants : choices_words(key));
	if (!err)
		plan->workload.given |= key_bit(key);
	return err;
}

static const struct argp_child children[] = {
	{ .argp = &pick_argp }, { .argp = &machine_argp }, { .argp = &workload_argp },
	{ .argp = &sampler_argp }, { .argp = &damage_argp }, { .argp = &drive_argp },
	{ .argp = &picture_argp }, { 0 }
};

static const struct argp argp = {
	.options = options,
	.parser = run_option,
	.children = children,
	.doc = "Simulate a machine under some traffic.\n"
	       "\vA picture shows all links, their load and stalls.\n"
	       "At SIGINT, SIGTERM or SIGHUP it ends and prints its results so far.",
};

/* Return the first cycle in which no transfer of a pattern may begin. */
static uint64_t offered(const struct plan *plan)
{
	return plan->ns ? plan->ns * 4 / 5 : NET_FOREVER;
}

/* The images are made last: then nothing else can fail, and a signal finds none half made. */
static int run_engine(struct plan *plan, struct simulation *simulation, const char *title)
{
	int code, closed;

	stop_catch();
	code = sampler_open(&plan->sampler, simulation->engine, title);
	if (!code && simulation->drive)
		code = drive_open(simulation->drive, &plan->machine);
	if (!code)
		code = simulate(simulation);
	closed = sampler_close(&plan->sampler);
	stop_heeded();
	return code ? code : closed;
}

static bool jobs_are_over(const void *context)
{
	const struct ranks *ranks = context;

	return job_is_idle(ranks->job);
}

static bool is_measured(const struct plan *plan)
{
	return plan->latency || plan->latency_svg;
}

static int run_event(struct plan *plan, const struct offer *offer, struct engine *engine,
		     struct report *report)
{
	struct simulation simulation = {
		.engine = engine,
		.drive = drive_wanted(&plan->drive) ? &plan->drive : NULL,
		.sampler = &plan->sampler,
		.until = plan->drain ? NET_FOREVER : offered(plan),
		.over = plan->workload.background ? jobs_are_over : NULL,
		.context = offer->ranks,
	};
	int err = engine_event(engine, &plan->machine, &plan->config, &offer->traffic), code;

	if (!err && plan->choosers.ranks)
		aware_watch(plan->choosers.ranks, engine->net);
	if (!err && is_measured(plan))
		err = engine_measure(engine);
	if (!err && is_measured(plan) && offer->ranks)
		latency_group(engine->latency, ranks_number, offer->ranks);
	if (err) {
		complain("%s", engine_why(err));
		return exit_code(err);
	}
	code = run_engine(plan, &simulation, report->title);
	if (!code && offer->ranks)
		code = ranks_check(offer->ranks);
	report->jobs = offer->ranks;
	report->interrupted = simulation.interrupted;
	if (simulation.interrupted)
		complain("ended at %.6g us; the counters end there",
			 engine->cycles * US_PER_CYCLE);
	return code;
}

static int run_flow(struct plan *plan, struct engine *engine)
{
	int err = engine_flow(engine, &plan->machine, &plan->config);
	int code;

	if (err) {
		complain("%s", engine_why(err));
		return exit_code(err);
	}
	code = workload_flow(&plan->workload, &plan->config, offered(plan), engine->flow);
	if (!code)
		engine_flow_finish(engine, plan->ns * 4 / 5);
	return code;
}

static int draw_heatmap(const struct engine *engine, const char *what,
			const struct picture *picture)
{
	char title[448];

	snprintf(title, sizeof(title), "%s, %.4g us", what, engine->cycles * US_PER_CYCLE);
	return heatmap_write(engine, title, picture);
}

static int draw_latencies(const struct engine *engine, const char *title, const char *path)
{
	int err = delays_write(engine->latency, title, path);

	return err ? complain_output(path, err) : 0;
}

static int ties_check(const struct plan *plan)
{
	if (!(plan->workload.given & key_bit(KEY_TIES)) ||
	    topo_has_ties(&plan->machine.fabric.topo))
		return 0;
	complain("--ties: only a torus with an even dimension has ties: leave out --ties");
	return EXIT_USAGE;
}

static int routing_check(const struct plan *plan)
{
	if (!(plan->workload.given & key_bit(KEY_ROUTING)) ||
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
	uint64_t given = plan->workload.given;
	const char *name = given & key_bit(KEY_PUT) ? "put-response" :
			   given & key_bit(KEY_ZERO) ? "zero" : "uncompressed";

	if (!plan->machine.fabric.topo.family->flits ||
	    !(given & (key_bit(KEY_PUT) | key_bit(KEY_ZERO) | key_bit(KEY_WHOLE))))
		return 0;
	complain("--%s: an Aries's packets have flits of their own: leave out --%s", name, name);
	return EXIT_USAGE;
}

static int run_plan(struct plan *plan)
{
	struct engine engine = { 0 };
	struct report report = {
		.engine = &engine, .pick = &plan->pick,
		.ranks = plan->workload.messages || plan->workload.stencil.points,
		.links = plan->links, .spent = plan->ranks,
	};
	struct offer offer = { 0 };
	char traffic[256], machine[128], title[416];
	int code = 0;

	plan->config.fabric = &plan->machine.fabric;
	workload_name(&plan->workload, traffic, sizeof(traffic));
	topo_name(&plan->machine.fabric.topo, machine, sizeof(machine));
	snprintf(title, sizeof(title), "%s: %s", machine, traffic);
	report.traffic = traffic;
	report.title = title;
	if (plan->flow)
		code = run_flow(plan, &engine);
	else
		code = offer_open(&offer, &plan->workload, &plan->config, offered(plan));
	if (!code && plan->choosers.wanted)
		code = choosers_begin(&plan->choosers, offer.ranks);
	report.choosers = plan->choosers.ranks ? &plan->choosers : NULL;
	if (!code && !plan->flow)
		code = run_event(plan, &offer, &engine, &report);
	if (!code)
		code = report_print(&report);
	if (!code && plan->picture.path)
		code = draw_heatmap(&engine, title, &plan->picture);
	if (!code && plan->latency_svg)
		code = draw_latencies(&engine, title, plan->latency_svg);
	if (!code && !report.interrupted)
		damage_tell(&plan->damage, engine.cycles);
	engine_free(&engine);
	offer_close(&offer);
	choosers_end(&plan->choosers);
	return code;
}

/*
 * Return a given option that has no meaning with worms, and that meaning.h does not know, or NULL.
 */
static const char *packets_option(const struct plan *plan)
{
	const char *picture = picture_option(&plan->picture);

	if (plan->ns)
		return "--time";
	if (plan->machine.failed)
		return "--fail";
	if (plan->damage.wanted)
		return "--at";
	if (plan->sampler.path)
		return "--record";
	if (drive_wanted(&plan->drive))
		return plan->drive.folder ? "--image" : "--device";
	return picture;
}

static int run_worms(const struct plan *plan)
{
	const struct worms worms = {
		.machine = &plan->machine, .workload = &plan->workload, .pick = &plan->pick,
		.links = plan->links, .ranks = plan->ranks,
	};
	const char *option = packets_option(plan);
	int code = meaning_check_later(&argp, plan->workload.given,
				       plan_facts(plan) & ~FACT_PACKETS);

	if (code)
		return code;
	if (option) {
		complain("%s: this machine switches worms, and that is for packets: leave it out",
			 option);
		return EXIT_USAGE;
	}
	return worms_run(&worms);
}

static int run_packets(struct plan *plan)
{
	int code = machine_build(&plan->machine);

	if (!plan->ns && workload_is_endless(&plan->workload))
		plan->ns = TIME_DEFAULT;
	if (!code)
		code = ties_check(plan);
	if (!code)
		code = routing_check(plan);
	if (!code)
		code = fifos_check(plan);
	if (!code)
		code = phits_check(plan);
	if (!code)
		code = damage_build(&plan->damage, &plan->machine,
				    plan->drain ? NET_FOREVER : offered(plan));
	plan->config.changes = damage_changes(&plan->damage);
	if (!code)
		code = picture_check(&plan->picture);
	if (!code && plan->latency_svg)
		code = svg_check(plan->latency_svg);
	plan->config.nics = drive_wanted(&plan->drive) || plan->choosers.wanted;
	if (!code && drive_wanted(&plan->drive))
		code = drive_check(&plan->drive, &plan->machine);
	return code ? code : run_plan(plan);
}

int cmd_run(int argc, char **argv)
{
	struct plan plan = {
		.machine = { .usual = "torus:" MACHINE_SIZE, .class = -1 },
		.workload = workload_default,
		.damage = damage_default,
		.pick = { .tables = &report_tables },
	};
	int code, lost;

	plan.workload.argp = &argp;
	plan.config = engine_config(&plan.machine);
	cli_parse(&argp, argc, argv, &plan);
	code = pick_check(&plan.pick);
	if (!code)
		code = machine_describe(&plan.machine);
	if (!code && machine_switches_worms(&plan.machine))
		code = run_worms(&plan);
	else if (!code)
		code = run_packets(&plan);
	lost = drive_close(&plan.drive);
	damage_free(&plan.damage);
	machine_free(&plan.machine);
	return code ? code : lost;
}
