/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Fake processes of gpcd-sim ugni: requests and memory come from a test. It replaces
 * tools/gpcd-sim/ugni/process.c: include it once in a program.
 */
#ifndef TESTS_UGNI_STAGE_H
#define TESTS_UGNI_STAGE_H

#include <stdlib.h>
#include <string.h>

#include "gpcd-sim/ugni/calls.h"

/* Memory of a rank. */
#define STAGE_BYTES	(2u << 20)
/* The address at which it begins. */
#define STAGE_BASE	0x100000ull

/* A request that is none: the rank polls its memory until that is written. */
#define STAGE_SPIN	0xffffu

/* A job whose ranks are played. */
static struct stage {
	struct world world;
	struct machine machine;
	struct drive drive;	/* no images */
	char *memory[UGNI_RANKS];	/* by rank */
	/* gives a rank's next request; false: it has ended */
	bool (*next)(unsigned int rank, struct ugni_request *request);
	/* receives what a call returns, or NULL */
	void (*answered)(unsigned int rank, const struct ugni_reply *reply);
} stage;

static unsigned int stage_rank(const struct rank *rank)
{
	return rank - stage.world.rank;
}

int process_start(struct world *world, struct rank *rank)
{
	(void)world;
	rank->state = RANK_RUNNING;
	return 0;
}

int process_receive(struct world *world, struct rank *rank)
{
	(void)world;
	rank->request = (struct ugni_request){ 0 };
	rank->state = stage.next(stage_rank(rank), &rank->request) ? RANK_CALLING : RANK_ENDED;
	if (rank->request.call != STAGE_SPIN)
		return 0;
	rank->state = RANK_SPINNING;
	rank->written = false;
	return 0;
}

void process_resume(struct rank *rank)
{
	rank->state = RANK_RUNNING;
}

bool process_claim(struct rank *rank, uint64_t pid)
{
	rank->memory = pid;
	return pid;
}

void process_reply(struct rank *rank, const struct ugni_reply *reply)
{
	rank->state = RANK_RUNNING;
	if (stage.answered)
		stage.answered(stage_rank(rank), reply);
}

void process_kill(struct rank *rank)
{
	rank->state = RANK_ENDED;
}

static char *stage_at(const struct rank *rank, uint64_t address, size_t length)
{
	if (address < STAGE_BASE || length > STAGE_BYTES ||
	    address - STAGE_BASE > STAGE_BYTES - length)
		return NULL;
	return stage.memory[stage_rank(rank)] + (address - STAGE_BASE);
}

bool process_read(const struct rank *rank, uint64_t address, void *to, size_t length)
{
	const char *from = stage_at(rank, address, length);

	if (from && length)
		memcpy(to, from, length);
	return from || !length;
}

bool process_write(struct rank *rank, uint64_t address, const void *from, size_t length)
{
	char *to = stage_at(rank, address, length);

	rank->written = true;
	if (to && length)
		memcpy(to, from, length);
	return to || !length;
}

/* Begin a job of ranks on the first nodes; its requests come by stage.next. */
static int stage_open(const char *topology, unsigned int ranks)
{
	struct net_traffic traffic;
	struct net_config config;
	unsigned int nodes;

	stage.machine = (struct machine){ .usual = topology, .class = -1 };
	stage.world = (struct world){
		.machine = &stage.machine, .drive = &stage.drive, .ranks = ranks,
	};
	if (machine_build(&stage.machine))
		return -1;
	nodes = topo_nodes(&stage.machine.fabric.topo);
	stage.world.owner = malloc(nodes * sizeof(*stage.world.owner));
	for (unsigned int i = 0; i < nodes; i++)
		stage.world.owner[i] = i < ranks ? i : UGNI_NONE;
	for (unsigned int i = 0; i < ranks; i++) {
		stage.world.rank[i].node = i;
		stage.memory[i] = calloc(1, STAGE_BYTES);
	}
	config = engine_config(&stage.machine);
	traffic = transfer_traffic(&stage.world);
	return engine_event(&stage.world.engine, &stage.machine, &config, &traffic);
}

static void stage_close(void)
{
	for (unsigned int i = 0; i < stage.world.ranks; i++)
		free(stage.memory[i]);
	world_free(&stage.world);
	engine_free(&stage.world.engine);
	free(stage.world.owner);
	machine_free(&stage.machine);
}

#endif /* TESTS_UGNI_STAGE_H */
