/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A trial: an application runs once on its nodes, from an empty network on, beside other jobs.
 * Counters are those of the application's NICs and routers.
 */
#ifndef ARIES_TRIAL_H
#define ARIES_TRIAL_H

#include "machine/machine.h"
#include "model/aware.h"
#include "work.h"

/** TRIAL_BEGIN: ns that other jobs have run when the application begins */
#define TRIAL_BEGIN	10000

/** TRIAL_JOBS: most jobs beside the application */
#define TRIAL_JOBS	16

/**
 * enum trial_routing - how messages go, besides all enum net_routing
 * @TRIAL_DEFAULT: by NET_ADAPTIVE0, those of an alltoall by NET_ADAPTIVE1, as Cray's MPI has it
 * @TRIAL_AWARE: as their ranks choose, between that and NET_ADAPTIVE3
 */
enum trial_routing {
	TRIAL_DEFAULT = NET_ROUTINGS,
	TRIAL_AWARE,
};

/**
 * trial_routing_name() - find what a routing of trials is called
 * @routing: enum net_routing or enum trial_routing
 *
 * Return: its name.
 */
const char *trial_routing_name(unsigned int routing);

/**
 * struct trial - what is tried
 * @machine: a dragonfly
 * @work: the application
 * @place: node of each of its ranks
 * @routing: enum net_routing or enum trial_routing of its messages
 * @rules: of TRIAL_AWARE: the rules by which ranks choose
 * @beside: what each of the other jobs does; their nodes are drawn among those that are left,
 *	and are the same in all repetitions; their messages go as @beside_routing says
 * @jobs: how many other jobs there are, up to TRIAL_JOBS
 * @beside_routing: enum net_routing
 * @seed: of the experiment
 * @repetition: which one this is
 */
struct trial {
	const struct machine *machine;
	struct work work;
	const uint32_t *place;
	unsigned int routing;
	struct model_rules rules;
	struct beside beside;
	unsigned int jobs;
	unsigned int beside_routing;
	uint64_t seed;
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
 * @share: bytes of its messages that went by default, of those that use the network, where its
 *	ranks chose; else 0
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
	double share;
};

/**
 * trial_run() - run a trial
 * @trial: what is tried
 * @result: filled in
 *
 * Between stop_catch() and stop_heeded() it ends when a signal asks for that. Trials may run beside
 * each other.
 *
 * Return: 0, -EDOM: the machine has too few nodes, -EINTR: it was ended, -ENOMEM or what the engine
 * returned.
 */
int trial_run(const struct trial *trial, struct trial_result *result);

/**
 * trial_failed() - say what went wrong
 * @trial: the trial
 * @err: what trial_run() returned
 *
 * Return: the exit code.
 */
int trial_failed(const struct trial *trial, int err);

#endif /* ARIES_TRIAL_H */
