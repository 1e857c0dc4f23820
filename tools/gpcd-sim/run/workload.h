/* SPDX-License-Identifier: GPL-2.0-only */
/* The workload of a run: what the simulated nodes send. */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include "cli/options.h"
#include "netsim/traffic/traffic.h"
#include "ranks.h"

/* The workload of a run: pattern, stencil, messages or jobs, and a pattern beside jobs. */
struct workload {
	struct traffic_pattern pattern; /* used if there is nothing else, or with background */
	double load; /* of pattern, as a part of limit */
	enum traffic_limit limit;
	struct stencil stencil; /* without points there is none */
	const char *messages; /* path of a list of messages, or NULL */
	const char *job[RANKS_JOBS]; /* programs and their nodes, for ranks_open() */
	unsigned int jobs;
	bool background; /* nodes send pattern beside jobs */
	const char *extra; /* a job beyond these, which is rejected, or NULL */
	struct given given; /* options of the command */
};

/* The workload without any option. */
extern const struct workload workload_default;

extern const struct options workload_options;

/* Return what is known of a workload, a mask of enum fact. */
unsigned int workload_facts(const struct workload *workload);

/* Return true if nodes send for as long as they are simulated. */
bool workload_is_endless(const struct workload *workload);

/*
 * Make the traffic of a workload without jobs, or of the background of its jobs. No transfer of a
 * pattern begins at cycle until or later. Free the traffic with traffic_free(). Return the exit
 * code; errors are reported.
 */
int workload_traffic(const struct workload *workload, const struct net_config *config,
		     uint64_t until, struct net_traffic *traffic);

/*
 * Put the traffic of a workload into a flow engine. No transfer of a pattern begins at cycle until
 * or later. Return the exit code; errors are reported.
 */
int workload_flow(const struct workload *workload, const struct net_config *config,
		  uint64_t until, struct flow *flow);

/* Write a short description of a workload, for titles. */
void workload_name(const struct workload *workload, char *text, size_t size);

#endif /* WORKLOAD_H */
