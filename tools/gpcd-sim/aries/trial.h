/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A trial: an application runs once on its nodes, from an empty network on, beside other jobs.
 * Counters are those of the application's NICs and routers.
 */
#ifndef ARIES_TRIAL_H
#define ARIES_TRIAL_H

#include "machine/machine.h"
#include "model/sample.h"
#include "work.h"

/** TRIAL_BEGIN: ns that other jobs have run when the application begins */
#define TRIAL_BEGIN	10000

/** TRIAL_JOBS: most jobs beside the application */
#define TRIAL_JOBS	16

/**
 * struct trial - what is tried
 * @machine: a dragonfly
 * @work: the application
 * @place: node of each of its ranks
 * @routing: enum net_routing of its messages
 * @beside: what each of the other jobs does; their nodes are drawn among those that are left,
 *	and are the same in all repetitions; their messages go as @beside_routing says
 * @jobs: how many other jobs there are, up to TRIAL_JOBS
 * @beside_routing: enum net_routing
 * @seed: of the experiment
 * @threads: of the engine
 * @repetition: which one this is
 */
struct trial {
	const struct machine *machine;
	struct work work;
	const uint32_t *place;
	unsigned int routing;
	struct beside beside;
	unsigned int jobs;
	unsigned int beside_routing;
	uint64_t seed;
	unsigned int threads;
	uint32_t repetition;
};

/**
 * struct trial_result - what the application has seen
 * @time: us from its beginning to the end of its last rank
 * @latency: NIC cycles from a request to its response, mean: the paper's L; 0: no response came
 * @stalls: cycles that a flit of a request waited for its turn, mean: the paper's s
 * @flits: flits of requests that its NICs sent
 * @packets: requests that they sent
 * @tile_flits: flits that came in over network links of its routers, from its beginning on
 * @tile_stalls: router cycles that packets waited there for the way to their output, or for
 *	credits, likewise
 * @counters: what the registers of its NICs show, added up
 */
struct trial_result {
	double time;
	double latency;
	double stalls;
	double flits;
	double packets;
	double tile_flits;
	double tile_stalls;
	struct model_counters counters;
};

/**
 * trial_run() - run a trial
 * @trial: what is tried
 * @result: filled in
 *
 * Between stop_catch() and stop_heeded() it ends when a signal asks for that.
 *
 * Return: the exit code, having said what is wrong; also where it was ended, which stop_asked()
 * tells.
 */
int trial_run(const struct trial *trial, struct trial_result *result);

#endif /* ARIES_TRIAL_H */
