/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the simulated nodes do, as the command line asks for it.
 */
#ifndef JOB_H
#define JOB_H

#include <argp.h>

#include "netsim/traffic/traffic.h"

/**
 * struct job - the traffic
 * @pattern: without a stencil or messages
 * @load: of @pattern
 * @stencil: if it has points
 * @messages: a file of them, or NULL
 * @of_pattern: an option of @pattern or @load was given
 * @of_stencil: of @stencil
 * @of_hot: an option of the pattern hot
 */
struct job {
	struct traffic_pattern pattern;
	double load;
	struct stencil stencil;
	const char *messages;
	bool of_pattern;
	bool of_stencil;
	bool of_hot;
};

extern const struct job job_default;

/* --pattern and all the rest; its input is a struct job. */
extern const struct argp job_argp;

/* Does it go on for as long as one lets it? */
bool job_is_endless(const struct job *job);

/*
 * Make its traffic; @until: no transfer of a pattern begins from that cycle on.
 * Returns the exit code, having said what is wrong.
 */
int job_traffic(const struct job *job, const struct net_config *config, uint64_t until,
		struct net_traffic *traffic);

/* Give it to a flow engine, up to a cycle; likewise. */
int job_flow(const struct job *job, const struct net_config *config, uint64_t until,
	     struct flow *flow);

/* It in a few words. */
void job_name(const struct job *job, char *text, size_t size);

#endif /* JOB_H */
