/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs that tests run on a machine, in the event engine.
 */
#ifndef TESTS_UNIT_JOB_PLAYED_H
#define TESTS_UNIT_JOB_PLAYED_H

#include "netsim/job/job.h"
#include "suite.h"
#include "text.h"
#include "topo/gemini.h"

#define LENGTH(array)	((int)(sizeof(array) / sizeof(*(array))))

static struct net_fabric fabric;
static struct net_config config;

/* A program that ran: when it ended, and what the network did. */
struct played {
	struct program *program;
	struct job *job;
	uint64_t end;
	struct net_totals totals;
	struct net_nic nic;	/* of node 0 */
};

static inline void machine_start(const char *name)
{
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, name), 0);
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
	config = (struct net_config){
		.fabric = &fabric, .put_response = 3, .threads = 1, .nics = true,
	};
}

static inline void gemini_start(const char *name, struct gemini_system *system)
{
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, name), 0);
	ck_assert_int_eq(gemini_system(system, &topo, -1), 0);
	ck_assert_int_eq(net_fabric_gemini(&fabric, system), 0);
	config = (struct net_config){
		.fabric = &fabric, .put_response = 3, .threads = 1, .nics = true,
	};
}

static inline struct played play_program(struct program *program, const uint32_t *place)
{
	struct played played = { .program = program };
	struct net_traffic traffic;
	struct net *net;

	ck_assert_int_eq(job_new(program, &fabric, place, &mpi_cray, &played.job, &traffic),
			 0);
	ck_assert_int_eq(net_new(&config, &traffic, &net), 0);
	ck_assert_int_eq(net_drain(net, 1ull << 40), 0);
	ck_assert(net_idle(net));
	ck_assert_int_eq(job_error(played.job), 0);
	played.end = job_end(played.job);
	net_totals(net, &played.totals);
	ck_assert(net_nic(net, 0, &played.nic));
	net_free(net);
	return played;
}

static inline struct played play(const char *text, const uint32_t *place)
{
	return play_program(read_program(text), place);
}

static inline void played_end(struct played *played)
{
	job_free(played->job);
	program_free(played->program);
}

static inline void expect_end(const char *text, const uint32_t *place, uint64_t cycles)
{
	struct played played = play(text, place);
	const struct program_op *op;

	ck_assert_uint_eq(job_waiting(played.job, 0, &op), played.program->ranks);
	ck_assert_uint_eq(played.end, cycles);
	played_end(&played);
}

/* --- two nodes of a Gemini system --- */

/* What lies between the two: only a chip, or a link. */
enum way { CHIP, MEZZANINE, BACKPLANE, CABLE };

/* Find a link of this kind, in this dimension, somewhere in the machine. */
static inline void find_link(const struct gemini_system *system, unsigned int port,
			     enum gemini_medium medium, uint32_t place[2])
{
	unsigned int chip;

	for (chip = 0; chip < system->torus.chips; chip++) {
		if (gemini_medium(system, chip, port) != medium)
			continue;
		place[0] = topo_node(&system->torus, chip, 0);
		place[1] = topo_node(&system->torus,
				     topo_neighbour(&system->torus, chip, port), 0);
		return;
	}
	ck_abort_msg("no such link");
}

/* Place the pair on one chip, or at the ends of such a link. */
static inline void pair_place(const struct gemini_system *system, enum way over, uint32_t *place)
{
	place[0] = 0;
	place[1] = 1;
	if (over == MEZZANINE)
		find_link(system, 2, GEMINI_MEZZANINE, place);
	else if (over == BACKPLANE)
		find_link(system, 4, GEMINI_BACKPLANE, place);
	else if (over == CABLE)
		find_link(system, 0, GEMINI_CABLE, place);
}

#endif /* TESTS_UNIT_JOB_PLAYED_H */
