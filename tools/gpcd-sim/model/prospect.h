/* SPDX-License-Identifier: GPL-2.0-only */
/* The time of a job on a machine, by the model of netsim/outlook/outlook.h. */
#ifndef PROSPECT_H
#define PROSPECT_H

#include "netsim/fabric.h"
#include "netsim/program/program.h"

/* The time of a job, and what it is spent on; parts are means of its ranks, us. */
struct prospect {
	double us; /* time of the job */
	double compute;
	double waiting; /* for messages that were not sent yet, and idle at the end */
	double overhead; /* of sending and receiving */
	double latency; /* waiting for hops of messages */
	double bandwidth; /* waiting for bytes of messages, apart from contention */
	double contention; /* delays by other nodes' messages */
	double load; /* share of the time that the busiest link is busy, by the flow engine */
};

/* A job on a machine. */
struct prospect_job {
	const struct net_fabric *fabric; /* without failures */
	const struct program *program;
	const uint32_t *place; /* node of each rank */
};

/*
 * Predict the time of a job. Report an error, such as a job that never ends, and return the exit
 * code.
 */
int prospect_find(const struct prospect_job *job, struct prospect *prospect);

/*
 * Simulate the job with the event engine; @us receives its time. Report any error and return the
 * exit code.
 */
int prospect_simulate(const struct prospect_job *job, double *us);

#endif /* PROSPECT_H */
