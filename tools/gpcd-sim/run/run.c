// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim run: simulates a machine under some traffic; prints and draws the results. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/draw/draw.h"
#include "cli/parse.h"
#include "cli/wait/wait.h"
#include "machine/processes.h"
#include "machine/simulate.h"
#include "run.h"
#include "sim.h"

#define TIME_DEFAULT	100000		/* ns */
#define TIME_MAX	1000000000000000ULL
#define TURNAROUND_MAX	1000000000

/* The arguments. */
struct plan {
	struct machine machine;
	struct workload workload;
	struct damage damage; /* failures during the run */
	struct drive drive; /* images of the chips */
	struct sampler sampler; /* recording */
	struct net_config config; /* choices of the engines; the fabric is set later */
	struct routing_choice choice;
	bool flow; /* use the flow engine */
	uint64_t turnaround; /* for config, in cycles */
	uint64_t ns; /* simulated time; 0: until everything has arrived */
	bool drain; /* then continue until everything has arrived */
	bool links; /* print a table of all links */
	bool offered; /* print a table of what is offered to them */
	bool ranks; /* print a table of ranks */
	bool latency; /* print a table of latencies */
	bool processes; /* print a table of processes */
	struct pick pick;
	struct picture picture; /* picture of all links */
	struct windows windows; /* page of all links over time */
	const char *latency_svg; /* path of a picture of latencies, or NULL */
};

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

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.check = check_plan,
	.doc = "Simulate a machine under some traffic.\n"
	       "\vA picture shows all links, their load and stalls.\n"
	       "At SIGINT, SIGTERM or SIGHUP it ends and prints its results so far.",
};

/* Return the first cycle in which no transfer of a pattern may begin. */
static uint64_t sending_until(const struct plan *plan)
{
	return plan->ns ? plan->ns * 4 / 5 : NET_FOREVER;
}

#define WINDOWS	20 /* of a page, if nobody says how long they are */

/* A page takes the times of the recording, if there is one. */
static void sampler_prepare(struct plan *plan)
{
	struct sampler *sampler = &plan->sampler;

	if (!plan->windows.request.path)
		return;
	sampler->watch = windows_add;
	sampler->context = &plan->windows;
	if (!sampler->path && !sampler->every && plan->ns && !plan->drain)
		sampler->every = (sending_until(plan) + WINDOWS - 1) / WINDOWS;
}

/* The images are made last: then nothing else can fail, and a signal finds none half made. */
static int run_engine(struct plan *plan, struct simulation *simulation, const char *title)
{
	const struct net_peers *peers = plan->config.peers;
	int code, closed;

	sampler_prepare(plan);
	stop_catch();
	plan->drive.engine = peers ? simulation->engine : NULL;
	code = processes_agree(peers, sampler_open(&plan->sampler, simulation->engine, title));
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

static int run_event(struct plan *plan, const struct run_traffic *sent, struct engine *engine,
		     struct report *report)
{
	struct simulation simulation = {
		.engine = engine,
		.drive = drive_wanted(&plan->drive) ? &plan->drive : NULL,
		.sampler = &plan->sampler,
		.until = plan->drain ? NET_FOREVER : sending_until(plan),
		.bytes = sent->ranks && !plan->workload.background ?
			 program_sum(sent->ranks->all).bytes : 0,
		.over = plan->workload.background ? jobs_are_over : NULL,
		.context = sent->ranks,
	};
	int err = engine_event(engine, &plan->machine, &plan->config, &sent->traffic), code;

	if (!err && plan->choice.ranks)
		aware_watch(plan->choice.ranks, engine->net);
	if (!err && plan->ranks && sent->ranks)
		err = job_keep_times(sent->ranks->job);
	if (!err && is_measured(plan))
		err = engine_measure(engine);
	if (!err && is_measured(plan) && sent->ranks)
		latency_group(engine->latency, ranks_number, sent->ranks);
	code = processes_agree(plan->config.peers, engine_failed(err));
	if (!code)
		code = windows_open(&plan->windows, engine, report->title);
	if (!code)
		code = run_engine(plan, &simulation, report->title);
	if (!code && sent->ranks)
		code = ranks_check(sent->ranks);
	if (!code && plan->processes)
		report->processes = processes_rows(engine, &report->process_count);
	report->jobs = sent->ranks;
	report->interrupted = simulation.interrupted;
	if (simulation.interrupted && processes_is_first(plan->config.peers))
		complain("ended at %.6g us; the counters end there",
			 engine->cycles * US_PER_CYCLE);
	return code;
}

/* The flow engine knows no time: the page has a single window. */
static int run_flow(struct plan *plan, struct engine *engine, const char *title)
{
	int err = engine_flow(engine, &plan->machine, &plan->config);
	int code;

	if (err)
		return engine_failed(err);
	code = workload_flow(&plan->workload, &plan->config, sending_until(plan), engine->flow);
	if (code)
		return code;
	engine_flow_finish(engine, plan->ns * 4 / 5);
	code = windows_open(&plan->windows, engine, title);
	if (!code && plan->windows.heat)
		windows_add(&plan->windows, engine);
	return code;
}

/* Return the end of the time in which nodes offered something. */
static uint64_t offered_until(const struct plan *plan, const struct report *report)
{
	return plan->ns && !report->interrupted ? sending_until(plan) : report->engine->cycles;
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

/* Print and draw the results; of several processes, the first does. */
static int show_results(struct plan *plan, struct report *report)
{
	const struct engine *engine = report->engine;
	int code = 0;

	if (!processes_is_first(plan->config.peers))
		return 0;
	if (plan->offered)
		code = run_offered(&plan->workload, &plan->config, offered_until(plan, report),
				   &report->offered);
	if (!code)
		code = report_print(report);
	if (!code && plan->picture.path)
		code = draw_heatmap(engine, report->title, &plan->picture);
	if (!code)
		code = windows_write(&plan->windows);
	if (!code && plan->latency_svg)
		code = draw_latencies(engine, report->title, plan->latency_svg);
	if (!code && !report->interrupted)
		damage_report_late(&plan->damage, engine->cycles);
	offered_free(report->offered);
	return code;
}

static int run_plan(struct plan *plan)
{
	struct engine engine = { 0 };
	struct report report = {
		.engine = &engine, .pick = &plan->pick,
		.ranks = plan->workload.messages || plan->workload.stencil.points,
		.links = plan->links, .spent = plan->ranks,
	};
	struct run_traffic sent = { 0 };
	char traffic[256], machine[128], title[416];
	int code = 0;

	plan->config.fabric = &plan->machine.fabric;
	workload_name(&plan->workload, traffic, sizeof(traffic));
	topo_name(&plan->machine.fabric.topo, machine, sizeof(machine));
	snprintf(title, sizeof(title), "%s: %s", machine, traffic);
	report.traffic = traffic;
	report.title = title;
	if (plan->flow)
		code = run_flow(plan, &engine, title);
	else
		code = run_traffic_open(&sent, &plan->workload, &plan->config, sending_until(plan));
	if (!code && plan->choice.wanted)
		code = routing_choice_begin(&plan->choice, sent.ranks);
	report.choice = plan->choice.ranks ? &plan->choice : NULL;
	code = processes_begin(plan->config.peers, code);
	if (!code && !plan->flow)
		code = run_event(plan, &sent, &engine, &report);
	if (!code)
		code = show_results(plan, &report);
	windows_close(&plan->windows);
	free(report.processes);
	engine_free(&engine);
	run_traffic_close(&sent);
	routing_choice_end(&plan->choice);
	return code;
}

/* Return an option that has no meaning with worms and that facts_check() does not know, or NULL. */
static const char *packets_option(const struct plan *plan)
{
	const char *picture = picture_option(&plan->picture);

	if (plan->ns)
		return "--time";
	if (plan->machine.failed.argz)
		return "--fail";
	if (plan->machine.degraded.argz)
		return "--degrade";
	if (plan->damage.wanted.argz)
		return "--at";
	if (plan->sampler.path)
		return "--record";
	if (plan->windows.request.path)
		return "--html";
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
	int code = facts_check_later(&plan->workload.given,
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
		code = workload_build(&plan->workload, &plan->machine.fabric.topo);
	if (!code)
		code = ties_check(plan);
	if (!code)
		code = routing_check(plan);
	if (!code)
		code = fifos_check(plan);
	if (!code)
		code = phits_check(plan);
	if (!code)
		code = processes_fit(plan->machine.fabric.topo.chips);
	if (!code)
		code = damage_build(&plan->damage, &plan->machine,
				    plan->drain ? NET_FOREVER : sending_until(plan));
	plan->config.changes = damage_changes(&plan->damage);
	if (!code)
		code = picture_check(&plan->picture);
	if (!code)
		code = html_check(&plan->windows.request);
	if (!code && plan->latency_svg)
		code = svg_check(plan->latency_svg);
	plan->config.nics = drive_wanted(&plan->drive) || plan->choice.wanted;
	if (!code && drive_wanted(&plan->drive))
		code = drive_check(&plan->drive, &plan->machine);
	if (!code)
		code = processes_join(&plan->config.peers);
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

	plan.config = engine_config(&plan.machine);
	processes_hush();
	options_parse(&options, argc, argv, &plan);
	code = pick_check(&plan.pick);
	if (!code)
		code = machine_describe(&plan.machine);
	if (!code && machine_switches_worms(&plan.machine))
		code = run_worms(&plan);
	else if (!code)
		code = run_packets(&plan);
	lost = drive_close(&plan.drive);
	damage_free(&plan.damage);
	workload_free(&plan.workload);
	machine_free(&plan.machine);
	code = processes_agree(plan.config.peers, code ? code : lost);
	processes_leave(plan.config.peers);
	return code;
}
