// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cli/out/complain.h"
#include "cli/wait/wait.h"
#include "processes.h"
#include "simulate.h"

#define CYCLES_PER_NS	0.8

/* Bounds for the real time of an engine's step, ns: signals and the bar wait until it ends. */
#define STEP_SHORT	20000000ULL
#define STEP_LONG	100000000ULL
#define STEP_LEAST	84		/* cycles; about a hop */
#define STEP_MOST	(1ULL << 24)	/* cycles; after idle ones, busy ones may come */

#define BAR_FIRST	1000000000ULL	/* ns before the bar is drawn, and between two times */
#define BAR_AGAIN	200000000ULL
#define BAR_WIDTH	16
#define LEFT		32
#define LINE		256
#define COLUMNS		80		/* if the terminal does not report them */

/* --- the progress bar --- */

void progress_begin(struct progress *progress)
{
	*progress = (struct progress){ .start = monotonic_ns() };
	if (isatty(STDERR_FILENO))
		progress->next = progress->start + BAR_FIRST;
}

/* Format a time: "45 s", "2:05 min", "3:20 h", "50 days". */
static void left_text(double seconds, char left[LEFT])
{
	/* An estimate by the first moments may be far off. */
	bool days = seconds >= 1000 * 3600.0;
	unsigned int minutes = days ? 0 : seconds / 60;

	if (days)
		snprintf(left, LEFT, "%.0f days", seconds / 86400);
	else if (seconds < 60)
		snprintf(left, LEFT, "%.0f s", ceil(seconds));
	else if (minutes < 60)
		snprintf(left, LEFT, "%u:%02u min", minutes, (unsigned int)seconds % 60);
	else
		snprintf(left, LEFT, "%u:%02u h", minutes / 60, minutes % 60);
}

/* Return the terminal's columns: a longer line would wrap, and its first part would stay. */
static unsigned int columns(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? COLUMNS : size.ws_col;
}

__printf(3, 4) static size_t line_add(char line[LINE], size_t length, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	length += vsnprintf(line + length, LINE - length, fmt, args);
	va_end(args);
	return length < LINE ? length : LINE - 1;
}

static void progress_draw(const struct progress *progress, double part, const char *text)
{
	double seconds = (monotonic_ns() - progress->start) / 1e9;
	char bar[BAR_WIDTH + 1], left[LEFT], line[LINE];
	size_t length = 0;

	memset(bar, '.', BAR_WIDTH);
	bar[BAR_WIDTH] = '\0';
	if (part >= 0) {
		memset(bar, '#', part * BAR_WIDTH);
		length = line_add(line, length, "[%s] %3.0f %%", bar, 100 * part);
	}
	if (part > 0) {
		left_text(seconds / part - seconds, left);
		length = line_add(line, length, ", %s left", left);
	}
	line_add(line, length, "%s%s", part < 0 ? "" : "  ", text);
	fprintf(stderr, "\r\033[K%.*s", (int)columns() - 1, line);
}

void progress_show(struct progress *progress, double part, const char *fmt, ...)
{
	char text[128];
	va_list args;

	if (!progress->next || monotonic_ns() < progress->next)
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	progress_draw(progress, part, text);
	progress->drawn = true;
	progress->next = monotonic_ns() + BAR_AGAIN;
}

void progress_end(struct progress *progress)
{
	if (progress->drawn)
		fputs("\r\033[K", stderr);
	progress->drawn = false;
}

/* --- the run --- */

/* The speed of a run. */
struct pacing {
	uint64_t start; /* when the run began, CLOCK_MONOTONIC, ns */
	uint64_t written; /* when images were last written, likewise */
	uint64_t step; /* router cycles to simulate at once */
	struct progress progress;
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

static void show(const struct simulation *simulation, struct pacing *pacing)
{
	uint64_t cycles = simulation->engine->cycles;
	struct net_totals totals;
	double seconds;

	if (!pacing->progress.next)
		return;
	net_totals(simulation->engine->net, &totals);
	seconds = (monotonic_ns() - pacing->start) / 1e9;
	progress_show(&pacing->progress,
		      simulation->until == NET_FOREVER ? -1 : (double)cycles / simulation->until,
		      "%.4g us simulated, %.3g M hops/s", cycles / CYCLES_PER_NS / 1e3,
		      totals.hops / seconds / 1e6);
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
	int code = 0;

	progress_begin(&pacing.progress);
	if (simulation->drive)
		code = drive_write(simulation->drive, simulation->engine->net, false);
	code = processes_agree(peers, code);
	while (!code && !simulation->asked && !finished(simulation)) {
		code = processes_agree(peers, go_on(simulation, &pacing));
		simulation->asked = processes_any(peers, stop_asked());
	}
	simulation->interrupted = simulation->asked && !finished(simulation);
	progress_end(&pacing.progress);
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
