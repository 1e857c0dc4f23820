/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The machine that was measured: a hypercube of 16 chips with 4 cores each, a rank a core. Times
 * are in ps.
 */
#ifndef XMP64_WORLD_H
#define XMP64_WORLD_H

#include "hardware/hardware.h"
#include "netsim/collective/collective.h"
#include "netsim/host/host.h"

/** WORLD_DIMS - dimensions of the chips' hypercube, and most links between two of them */
#define WORLD_DIMS	4

/** WORLD_CORES - cores of a chip */
#define WORLD_CORES	4

/** WORLD_RANKS - cores of the machine */
#define WORLD_RANKS	(WORLD_CORES << WORLD_DIMS)

/** WORLD_HOPS - numbers of links that a message may go over, from 0, which is on a chip */
#define WORLD_HOPS	(WORLD_DIMS + 1)

/** WORLD_SHORT - bytes of a short message: of Table 1, of the barrier, and of clocks; chosen */
#define WORLD_SHORT	1

/** WORLD_NS - ps of a ns */
#define WORLD_NS	1000

/**
 * struct world - the machine
 * @hardware: what its file says
 * @network: its network
 * @host: its cores
 */
struct world {
	struct hardware hardware;
	struct worm_config network;
	struct host_config host;
};

/**
 * world_read() - read the machine
 * @world: filled in; it must not be moved
 * @name: as of machines_read()
 *
 * Return: the exit code, having said what is wrong.
 */
int world_read(struct world *world, const char *name);

/**
 * struct world_run - a program that runs
 * @links: parallel links in each dimension; 0: as the machine's file says
 * @program: the program
 * @place: core of each rank, or NULL: rank i is on core i
 * @start: when each rank starts, or NULL: at 0
 */
struct world_run {
	unsigned int links;
	const struct program *program;
	const uint32_t *place;
	const uint64_t *start;
};

/**
 * world_run() - run a program to its end
 * @world: the machine
 * @run: the program
 * @result: filled in, for host_result_free()
 *
 * Return: 0; as of host_run(); -EDEADLK: a rank waits for ever.
 */
int world_run(const struct world *world, const struct world_run *run, struct host_result *result);

/**
 * world_program() - make a program of all cores
 * @kind: name of its generator, which is there
 * @algorithm: name of its algorithm, which is there
 * @bytes: size of each message
 * @seed: seed, if the algorithm is random
 * @program: filled in, for program_free()
 *
 * Return: 0 or -ENOMEM.
 */
int world_program(const char *kind, const char *algorithm, uint64_t bytes, uint64_t seed,
		  struct program **program);

/**
 * world_hops() - count the links between two cores
 * @from: one of them
 * @to: the other one
 *
 * Return: their number, 0 on a chip.
 */
static inline unsigned int world_hops(uint32_t from, uint32_t to)
{
	return __builtin_popcount((from ^ to) / WORLD_CORES);
}

#endif /* XMP64_WORLD_H */
