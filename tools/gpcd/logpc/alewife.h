/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Alewife, simulated: programs of 32 ranks on a mesh that switches worms, with processors that
 * messages interrupt. All times are cycles.
 */
#ifndef LOGPC_ALEWIFE_H
#define LOGPC_ALEWIFE_H

#include "hardware/hardware.h"
#include "model/logp.h"
#include "netsim/collective/collective.h"
#include "netsim/host/host.h"

/** ALEWIFE_X - nodes along x, which is numbered first */
#define ALEWIFE_X	8

/** ALEWIFE_Y - nodes along y */
#define ALEWIFE_Y	4

/** ALEWIFE_NODES - nodes of the machine, a rank each */
#define ALEWIFE_NODES	(ALEWIFE_X * ALEWIFE_Y)

/** ALEWIFE_FLITS - most flits of a simulated message: longer ones have larger flits; chosen */
#define ALEWIFE_FLITS	1024

/**
 * struct alewife - the machine
 * @hardware: what its file says
 * @network: its network
 * @host: its processors
 * @brief: what short messages cost
 * @bulk: what long ones cost
 */
struct alewife {
	struct hardware hardware;
	struct worm_config network;
	struct host_config host;
	struct logp_short brief;
	struct logp_long bulk;
};

/**
 * alewife_read() - read the machine
 * @alewife: filled in; it must not be moved
 * @name: as for machines_read()
 *
 * Return: the exit code, having said what is wrong.
 */
int alewife_read(struct alewife *alewife, const char *name);

/**
 * struct alewife_run - a program that runs
 * @plan: the program; ranks, and kind and algorithm by the names, are filled in
 * @kind: name of its generator, which is there
 * @algorithm: name of its algorithm, which is there
 * @place: node of each rank, or NULL: rank i is on node i
 * @wide: each channel has as many links as worms may take: nearly no contention
 */
struct alewife_run {
	struct program_plan plan;
	const char *kind;
	const char *algorithm;
	const uint32_t *place;
	bool wide;
};

/**
 * struct alewife_times - what came of it
 * @mean: when ranks ended, mean, cycles
 * @end: when the last one ended, cycles
 * @blocked: how long headers waited for channels behind their node's own, for each message, cycles
 * @messages: messages that were sent
 */
struct alewife_times {
	double mean;
	double end;
	double blocked;
	double messages;
};

/**
 * alewife_run() - make a program, and run it to its end
 * @alewife: the machine
 * @run: the program
 * @times: filled in
 *
 * Messages of more than ALEWIFE_FLITS flits have larger ones, at the same rate and hop times, so
 * that a simulation of large messages takes no longer than that of small ones.
 *
 * Return: 0; as program_generate() or host_run(); -EDEADLK: a rank waits for ever.
 */
int alewife_run(const struct alewife *alewife, const struct alewife_run *run,
		struct alewife_times *times);

/**
 * alewife_ns() - convert cycles to ns, as programs have them
 * @alewife: the machine
 * @cycles: the cycles
 *
 * Return: ns, rounded down.
 */
uint64_t alewife_ns(const struct alewife *alewife, double cycles);

#endif /* LOGPC_ALEWIFE_H */
