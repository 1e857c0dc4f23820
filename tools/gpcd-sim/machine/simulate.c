// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <time.h>

#include "cli/out/complain.h"
#include "cli/out/progress.h"
#include "cli/wait/wait.h"
#include "processes.h"
#include "simulate.h"

#define CYCLES_PER_NS	0.8

/* Bounds for the real time of an engine's step, ns: signals and progress wait until it ends. */
#define STEP_SHORT	20000000ULL
#define STEP_LONG	100000000ULL
#define STEP_LEAST	84		/* cycles; about a hop */
#define STEP_MOST	(1ULL << 24)	/* cycles; after idle ones, busy ones may come */

/* --- the run --- */

/* The speed of a run. */
struct pacing {
	uint64_t start; /* when the run began, CLOCK_MONOTONIC, ns */
	uint64_t written; /* when images were last written, likewise */
	uint64_t step; /* router cycles to simulate at once */
};

static double pace_of(const struct simulation *simulation)
{
	return simulation->drive ? simulation->drive->pace : 0;
}

/* Return the cycle up to which the pace permits to simulate now. */
static uint64_t due(const struct simulation *simulation, const struct pacing *pacing)
{
	double ns = monotonic_ns() - pacing->start;
	double pace = pace_of(simulation), cycles = ns * pace * CYCLES_PER_NS;

	if (pace && cycles < simulation->until)
		return cycles;
	return simulation->until;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* An error of one process is everyone's, but reported once. */
static int step_failed(const struct engine *engine, int err)
{
	const struct net_peers *peers = engine->config.peers;

	if (peers && net_failed(engine->net) != peers->number)
		return exit_code(err);
	return engine_failed(err);
}

static int simulate_step(struct simulation *simulation, struct pacing *pacing, uint64_t until)
{
	struct engine *engine = simulation->engine;
	uint64_t start = monotonic_ns();
	struct net_totals totals;
	uint64_t took;
	int err;

	if (simulation->until == NET_FOREVER)
		err = net_drain(engine->net, until);
	else
		err = net_run(engine->net, until);
	net_totals(engine->net, &totals);
	engine->cycles = totals.cycle;
	took = monotonic_ns() - start;
	if (took < STEP_SHORT && pacing->step < STEP_MOST)
		pacing->step *= 2;
	else if (took > STEP_LONG && pacing->step > STEP_LEAST)
		pacing->step /= 2;
	return step_failed(engine, err);
}

static void nap(uint64_t ns)
{
	nanosleep(&(struct timespec){ .tv_nsec = ns }, NULL);
}

/* Return which part of the run is over, or a negative number: it is unknown. */
static double part_over(const struct simulation *simulation, const struct net_totals *totals)
{
	if (simulation->until != NET_FOREVER)
		return (double)totals->cycle / simulation->until;
	return simulation->bytes ? (double)totals->bytes / simulation->bytes : -1;
}

static void show(const struct simulation *simulation, struct pacing *pacing)
{
	uint64_t cycles = simulation->engine->cycles;
	struct net_totals totals;
	double seconds;

	net_totals(simulation->engine->net, &totals);
	seconds = (monotonic_ns() - pacing->start) / 1e9;
	progress_show(part_over(simulation, &totals), "%.4g us simulated, %.3g M hops/s",
		      cycles / CYCLES_PER_NS / 1e3, totals.hops / seconds / 1e6);
}

static bool finished(const struct simulation *simulation)
{
	if (simulation->over && !(simulation->engine->cycles % SIMULATE_GRAIN) &&
	    simulation->engine->cycles && simulation->over(simulation->context))
		return true;
	if (simulation->until == NET_FOREVER)
		return net_idle(simulation->engine->net);
	return simulation->engine->cycles >= simulation->until;
}

static int write_images(struct simulation *simulation, struct pacing *pacing)
{
	uint64_t now = monotonic_ns();

	if (!simulation->drive || now - pacing->written < simulation->drive->period)
		return 0;
	pacing->written = now;
	return drive_write(simulation->drive, simulation->engine->net, false);
}

/* Return the cycle in which a step ends. Idle time is skipped in one step, however long it is. */
static uint64_t step_end(const struct engine *engine, const struct pacing *pacing)
{
	uint64_t end = engine->cycles + pacing->step;
	uint64_t empty = net_next(engine->net);

	return empty > end ? empty : end;
}

static int go_on(struct simulation *simulation, struct pacing *pacing)
{
	struct engine *engine = simulation->engine;
	uint64_t next = earlier(step_end(engine, pacing), simulation->until);
	int code = 0;

	if (simulation->over)
		next = earlier(next, (engine->cycles / SIMULATE_GRAIN + 1) * SIMULATE_GRAIN);
	next = earlier(next, due(simulation, pacing));
	if (simulation->sampler)
		next = earlier(next, sampler_next(simulation->sampler));
	next = processes_follow(engine->config.peers, next);
	if (next > engine->cycles)
		code = simulate_step(simulation, pacing, next);
	else
		nap(1000000);
	if (!code && simulation->sampler)
		code = sampler_take(simulation->sampler, engine, false);
	if (!code)
		code = write_images(simulation, pacing);
	show(simulation, pacing);
	return code;
}

/* Report a run that was slower than its pace. */
static void report_pace(const struct simulation *simulation, const struct pacing *pacing)
{
	double wanted = pace_of(simulation), seconds = (monotonic_ns() - pacing->start) / 1e9;
	double is = simulation->engine->cycles / CYCLES_PER_NS / 1e9 / seconds;

	if (wanted && is < 0.99 * wanted)
		complain("slower than --pace: %.3g simulated seconds per second, not %.3g", is,
			 wanted);
}

int simulate(struct simulation *simulation)
{
	struct pacing pacing = { .start = monotonic_ns(), .step = 10 * STEP_LEAST };
	const struct net_peers *peers = simulation->engine->config.peers;
	struct progress progress;
	int code = 0;

	progress_begin(&progress, 1);
	if (simulation->drive)
		code = drive_write(simulation->drive, simulation->engine->net, false);
	code = processes_agree(peers, code);
	while (!code && !simulation->asked && !finished(simulation)) {
		code = processes_agree(peers, go_on(simulation, &pacing));
		simulation->asked = processes_any(peers, stop_asked());
	}
	simulation->interrupted = simulation->asked && !finished(simulation);
	progress_end(&progress);
	if (!code && simulation->sampler)
		code = sampler_take(simulation->sampler, simulation->engine, true);
	if (!code && simulation->drive)
		code = drive_write(simulation->drive, simulation->engine->net, true);
	if (processes_is_first(peers))
		report_pace(simulation, &pacing);
	code = processes_agree(peers, code);
	if (!code)
		engine_gather(simulation->engine);
	return code;
}
