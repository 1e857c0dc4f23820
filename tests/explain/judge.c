// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "explain/windows.h"
#include "judge.h"

#define CYCLES	8000	/* of a sample: 10 us */

/* Roots that are shown. */
#define SHOWN	3

static bool is_root(const struct scenario_cause *cause, uint32_t link)
{
	for (size_t i = 0; i < cause->count; i++) {
		if (cause->roots[i] == link)
			return true;
	}
	return false;
}

/* A finding names a cause if one of its roots is one of the cause. */
static const struct explain_finding *find(const struct scenario_cause *cause,
					  const struct explain_findings *findings, size_t first)
{
	for (size_t i = 0; i < findings->count && i < first; i++) {
		for (size_t k = 0; k < findings->list[i].count; k++) {
			if (is_root(cause, findings->list[i].roots[k]))
				return &findings->list[i];
		}
	}
	return NULL;
}

static void name(const struct scenario *scenario, uint32_t link)
{
	const struct explain_link *it = &scenario->links[link];
	char port[32] = "HH";

	if (it->from != it->to)
		topo_port_name(&scenario->healthy.topo, it->port, port, sizeof(port));
	printf(" %u:%s", it->from, port);
}

static void show_window(const struct scenario *scenario, const struct explain_findings *findings)
{
	static const char *const kinds[] = {
		"end-point", "slow", "link", "degraded", "failed", "sender", "detours", "hold",
	};

	printf("%s %s seed %lu:", scenario_names[scenario->kind], scenario->size,
	       (unsigned long)scenario->seed);
	for (unsigned int i = 0; i < scenario->ncauses; i++) {
		printf(" | truth %s %.2f", kinds[scenario->causes[i].kind],
		       scenario->causes[i].offered);
		for (size_t k = 0; k < scenario->causes[i].count && k < SHOWN; k++)
			name(scenario, scenario->causes[i].roots[k]);
		printf(" (%zu)", scenario->causes[i].count);
	}
	if (findings->busiest != EXPLAIN_NONE) {
		printf(" | busiest");
		name(scenario, findings->busiest);
		printf(" %.2f", findings->use);
	}
	printf("\n");
	for (size_t i = 0; i < findings->count && i < 5; i++) {
		const struct explain_finding *it = &findings->list[i];

		printf("    %-9s %8.2f %3.0f%%", kinds[it->kind], it->waiting, 100 * it->share);
		for (size_t k = 0; k < it->count && k < SHOWN; k++)
			name(scenario, it->roots[k]);
		printf(" (%zu) full", it->count);
		name(scenario, it->full);
		printf(" use %.2f credit %.2f\n", it->counts.use, it->counts.credit);
	}
}

/* --- simple rules --- */

static void mean_of(const struct scenario *scenario, struct explain_counts *mean)
{
	for (uint32_t i = 0; i < scenario->machine.count; i++) {
		mean[i] = (struct explain_counts) { 0 };
		for (unsigned int k = 0; k < SCENARIO_SAMPLES; k++) {
			mean[i].use += scenario->counts[k][i].use / SCENARIO_SAMPLES;
			mean[i].input += scenario->counts[k][i].input / SCENARIO_SAMPLES;
			mean[i].credit += scenario->counts[k][i].credit / SCENARIO_SAMPLES;
		}
	}
}

static uint32_t most_stalled(const struct scenario *scenario, const struct explain_counts *mean)
{
	double most = -1;
	uint32_t link = EXPLAIN_NONE;

	for (uint32_t i = 0; i < scenario->machine.count; i++) {
		double stalls = fmax(mean[i].input, mean[i].credit);

		if (stalls > most) {
			most = stalls;
			link = i;
		}
	}
	return link;
}

static uint32_t simple_rule(const struct scenario *scenario, const struct explain_counts *mean)
{
	double credit = .05, use = -1;
	uint32_t host = EXPLAIN_NONE, busiest = EXPLAIN_NONE;

	for (uint32_t i = 0; i < scenario->machine.count; i++) {
		bool is_host = scenario->links[i].from == scenario->links[i].to;

		if (is_host && mean[i].credit > credit) {
			credit = mean[i].credit;
			host = i;
		}
		if (!is_host && mean[i].use > use) {
			use = mean[i].use;
			busiest = i;
		}
	}
	return host == EXPLAIN_NONE ? busiest : host;
}

/* --- scores --- */

static int judge(const struct scenario *scenario, struct score *score, bool shown)
{
	bool show = shown;
	struct explain_counts *mean = calloc(scenario->machine.count, sizeof(*mean));
	const struct explain_finding *found;
	struct explain_findings findings = { 0 };
	struct explain *explain;
	int err = explain_new(&scenario->machine, &explain);

	if (!err)
		err = mean ? explain_windows(explain, scenario->counts, SCENARIO_SAMPLES,
					     &findings) : -ENOMEM;
	if (err)
		goto out;
	mean_of(scenario, mean);
	score->count++;
	score->quiet += !findings.count;
	if (scenario->ncauses) {
		found = find(&scenario->causes[0], &findings, 2);
		score->root += !!found;
		score->kind += found && found->kind == scenario->causes[0].kind;
		score->stalled += is_root(&scenario->causes[0], most_stalled(scenario, mean));
		score->simple += is_root(&scenario->causes[0], simple_rule(scenario, mean));
		show = show && !(found && found->kind == scenario->causes[0].kind);
	} else {
		show = show && findings.count;
	}
	if (scenario->ncauses > 1) {
		found = find(&scenario->causes[1], &findings, 4);
		score->other += !!found;
		show |= shown && !found;
	}
	if (show)
		show_window(scenario, &findings);
out:
	explain_findings_free(&findings);
	explain_free(explain);
	free(mean);
	return err;
}

int judge_drawn(enum scenario_kind kind, const char *size, uint64_t seed, struct score *score,
		bool shown)
{
	struct scenario scenario;
	int err = scenario_draw(&scenario, kind, size, seed);

	if (!err)
		err = scenario_run(&scenario, CYCLES);
	if (!err)
		err = judge(&scenario, score, shown);
	scenario_free(&scenario);
	return err;
}

static void percent(unsigned int number, unsigned int count)
{
	printf(" %8.0f", 100. * number / count);
}

void scores_print(const struct score *scores)
{
	printf("%-14s %8s %8s %8s %8s %8s %8s\n", "scenario", "runs", "root", "kind", "quiet",
	       "stalled", "simple");
	for (unsigned int i = 0; i < SCENARIO_KINDS; i++) {
		const struct score *score = &scores[i];

		if (!score->count)
			continue;
		printf("%-14s %8u", scenario_names[i], score->count);
		percent(score->root, score->count);
		percent(score->kind, score->count);
		percent(score->quiet, score->count);
		percent(score->stalled, score->count);
		percent(score->simple, score->count);
		if (i == SCENARIO_TWO) {
			printf("  other in the first four:");
			percent(score->other, score->count);
		}
		printf("\n");
	}
}
