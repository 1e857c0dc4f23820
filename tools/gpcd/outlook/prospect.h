/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How long a job would take on a machine, by the model of netsim/outlook/outlook.h.
 */
#ifndef PROSPECT_H
#define PROSPECT_H

#include "netsim/fabric.h"
#include "netsim/program/program.h"

/**
 * struct prospect - how long a job would take, and what for
 * @us: time of the job, us
 * @compute: of this, the mean of its ranks: they compute
 * @waiting: they wait for messages that have not been sent, or have come to their end
 * @overhead: they are busy to send and to receive
 * @latency: they wait for messages whose hops take their time
 * @bandwidth: and for what messages take for their bytes, without other nodes' messages
 * @contention: and for other nodes' messages
 * @load: the part of that time that the busiest link is busy, by the flow engine
 */
struct prospect {
	double us;
	double compute;
	double waiting;
	double overhead;
	double latency;
	double bandwidth;
	double contention;
	double load;
};

/**
 * struct prospect_job - a job on a machine
 * @fabric: the machine, without failures
 * @program: what its ranks do
 * @place: by rank: its node
 */
struct prospect_job {
	const struct net_fabric *fabric;
	const struct program *program;
	const uint32_t *place;
};

/**
 * prospect_find() - predict how long a job takes
 * @job: the job
 * @prospect: filled in
 *
 * Return: the exit code, having said what is wrong: a job that never ends, or no memory.
 */
int prospect_find(const struct prospect_job *job, struct prospect *prospect);

/**
 * prospect_simulate() - let the event engine say how long a job takes
 * @job: the job
 * @us: filled in: the time, us
 *
 * Return: the exit code, having said what is wrong.
 */
int prospect_simulate(const struct prospect_job *job, double *us);

#endif /* PROSPECT_H */
