// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim run: simulates a machine under some traffic; prints and draws the results. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/draw/draw.h"
#include "cli/parse.h"
#include "cli/wait/wait.h"
#include "machine/processes.h"
#include "machine/simulate.h"
#include "plan.h"
#include "sim.h"

#define TIME_DEFAULT	100000		/* ns */

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
		code = processes_rows(engine, &report->processes, &report->process_count);
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

static int prepare_packets(struct plan *plan)
{
	int code = machine_build(&plan->machine);

	if (!plan->ns && workload_is_endless(&plan->workload))
		plan->ns = TIME_DEFAULT;
	if (!code)
		code = workload_build(&plan->workload, &plan->machine.fabric.topo);
	if (!code)
		code = plan_check(plan);
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
	return code;
}

/* The machine is described, or that has failed with an exit code. */
static int run_packets(struct plan *plan, int code)
{
	if (!code)
		code = prepare_packets(plan);
	code = processes_join(&plan->config.peers, code);
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
	options_parse(&plan_options, argc, argv, &plan);
	code = pick_check(&plan.pick);
	if (!code)
		code = machine_describe(&plan.machine);
	if (!code && machine_switches_worms(&plan.machine))
		code = run_worms(&plan);
	else
		code = run_packets(&plan, code);
	lost = drive_close(&plan.drive);
	damage_free(&plan.damage);
	workload_free(&plan.workload);
	machine_free(&plan.machine);
	code = processes_agree(plan.config.peers, code ? code : lost);
	processes_leave(plan.config.peers);
	return code;
}
