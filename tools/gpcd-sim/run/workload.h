/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The workload of a run: what the simulated nodes send, as the command line asks for it.
 */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <argp.h>

#include "netsim/traffic/traffic.h"
#include "ranks.h"

/**
 * struct workload - the workload of a run
 * @pattern: the pattern, if there is neither a stencil nor a list of messages nor a job; or
 *	@background
 * @load: load that @pattern puts on the network, as a part of @limit
 * @limit: what @load is a part of
 * @stencil: the stencil; without points there is none
 * @messages: path of a list of messages, or NULL
 * @job: programs and their nodes, for ranks_open()
 * @jobs: how many
 * @background: @pattern is what nodes send beside jobs
 * @argp: the parser of the command, which knows the names of all options
 * @given: options that were given, by key_bit()
 */
struct workload {
	struct traffic_pattern pattern;
	double load;
	enum traffic_limit limit;
	struct stencil stencil;
	const char *messages;
	const char *job[RANKS_JOBS];
	unsigned int jobs;
	bool background;
	const struct argp *argp;
	uint64_t given;
};

/** workload_default - the workload without any option */
extern const struct workload workload_default;

/** workload_argp - the options of a workload; the input is a struct workload */
extern const struct argp workload_argp;

/**
 * workload_facts() - find what options may need to know of a workload
 * @workload: the workload
 *
 * Return: a mask of enum fact.
 */
unsigned int workload_facts(const struct workload *workload);

/**
 * workload_is_endless() - check if a workload never ends by itself
 * @workload: the workload
 *
 * Return: true if nodes send for as long as they are simulated.
 */
bool workload_is_endless(const struct workload *workload);

/**
 * workload_traffic() - make the traffic of a workload
 * @workload: the workload; of jobs, what there is in their background
 * @config: configuration of the network
 * @until: cycle from which on no transfer of a pattern begins
 * @traffic: the result, for traffic_free()
 *
 * Return: the exit code, having said what is wrong.
 */
int workload_traffic(const struct workload *workload, const struct net_config *config,
		     uint64_t until, struct net_traffic *traffic);

/**
 * workload_flow() - put the traffic of a workload into a flow engine
 * @workload: the workload
 * @config: configuration of the network
 * @until: cycle from which on no transfer of a pattern begins
 * @flow: the flow engine
 *
 * Return: the exit code, having said what is wrong.
 */
int workload_flow(const struct workload *workload, const struct net_config *config,
		  uint64_t until, struct flow *flow);

/**
 * workload_name() - describe a workload in a few words, for titles
 * @workload: the workload
 * @text: receives the words
 * @size: bytes that @text has room for
 */
void workload_name(const struct workload *workload, char *text, size_t size);

#endif /* WORKLOAD_H */
