/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Alewife, simulated: programs of 32 ranks on a wormhole mesh, with processors that messages
 * interrupt; and the tables and figures of Moritz and Frank, "LoGPC" (2001). Times are in cycles.
 */
#ifndef LOGPC_STUDY_H
#define LOGPC_STUDY_H

#include "hardware/hardware.h"
#include "model/logp.h"
#include "netsim/collective/collective.h"
#include "netsim/host/host.h"
#include "runner/results.h"

/* Nodes along x, which is numbered first. */
#define ALEWIFE_X	8

/* Nodes along y. */
#define ALEWIFE_Y	4

/* Nodes of the machine, with one rank each. */
#define ALEWIFE_NODES	(ALEWIFE_X * ALEWIFE_Y)

/* Most flits of a simulated message; longer messages have larger flits. Our choice. */
#define ALEWIFE_FLITS	1024

/* What a node has between its processor, its memory and the network. */
struct alewife_node {
	uint32_t queue; /* bytes of the input queue, and of the output queue; 0: both have no end */
	double port; /* cycles a byte of a DMA keeps the memory's port busy; 0: never */
};

/* The machine. */
struct alewife {
	struct hardware hardware;
	struct worm_config network;
	struct host_config host;
	struct alewife_node node;
	struct logp_short brief; /* cost of short messages */
	struct logp_long bulk; /* cost of long messages */
};

/*
 * Read the machine that machines_read() finds as @name; @alewife must not be moved afterwards.
 * Report any error and return the exit code.
 */
int alewife_read(struct alewife *alewife, const char *name);

/* A program to run. */
struct alewife_run {
	struct program_plan plan; /* kind and algorithm are filled in from the names */
	const char *kind; /* name of a generator, which must exist */
	const char *algorithm; /* name of an algorithm, which must exist */
	const uint32_t *place; /* node of each rank; NULL: rank i is on node i */
	bool wide; /* as many links per channel as worms can use: hardly any contention */
	const struct alewife_node *node; /* NULL: as in struct alewife */
	void (*watch)(const struct program *program, const struct host_result *result,
		      void *data); /* is called with the result; or NULL */
	void *data; /* for watch */
};

/* Results of a run. */
struct alewife_times {
	double mean; /* when ranks ended, cycles */
	double end; /* when the last rank ended, cycles */
	double blocked; /* mean wait of a header for channels after its node's own, cycles */
	double stall; /* mean time of a rank in sends that stall, cycles */
	double messages;
};

/*
 * Make a program and run it to its end. Return 0; an error of program_generate() or host_run(); or
 * -EDEADLK if a rank waits for ever.
 *
 * Messages of more than ALEWIFE_FLITS flits get larger flits, with the same rate and hop times, so
 * that simulating long messages takes no longer than short ones.
 */
int alewife_run(const struct alewife *alewife, const struct alewife_run *run,
		struct alewife_times *times);

/*
 * Return how long a byte must keep the memory's port busy, cycles, for two DMAs to be as much
 * slower side by side as printed, where each alone is as fast as the network.
 */
double alewife_port(const struct alewife *alewife);

/* Convert cycles to the ns of programs, rounded down. */
uint64_t alewife_ns(const struct alewife *alewife, double cycles);

/* What all figures share; what the paper does not print was chosen. */
struct study {
	struct alewife alewife;
	/* distances for random destinations, and time of a byte on a channel */
	struct logpc_network network;
	uint64_t seed;
	uint32_t count; /* messages per rank in remaps of short messages */
	uint32_t long_count; /* likewise of long messages */
	uint32_t iterations; /* of EM3D, to simulate */
	uint32_t vertices; /* E vertices per rank in EM3D, and as many H vertices */
	double edge; /* cycles per edge in EM3D */
};

/* Bytes of a short message of two arguments, without its header. */
#define STUDY_ARGUMENTS	8

/* Cycles of a task of the diamond DAG, as printed. */
#define STUDY_TASK	100

/* Alpha: cycles to put a value of the diamond DAG into a message; chosen. */
#define STUDY_GATHER	0

/* Bytes of the message of Fig. 3; chosen. */
#define STUDY_QUEUE	2000

/* Bytes of a message of Fig. 8: at these contention begins, as printed. */
#define STUDY_CHART	32000

/* Bytes of a node's queues, as printed. */
#define STUDY_QUEUES	256

/* How much slower a DMA is beside the node's other one, percent; as printed. */
#define STUDY_SLOWER	45

/* Bytes of a value of EM3D, of which ten are a short message; chosen. */
#define STUDY_VALUE	4

/* Cycles of an iteration; cycles per message of contention in the network, and of stalls. */
struct remap {
	double iteration;
	double contention;
	double stall;
};

/* Simulate an all-to-all remap of messages of a size; return an error of alewife_run(). */
int study_remap(const struct study *study, const char *algorithm, uint64_t bytes, bool wide,
		struct remap *remap);

/* Placements of the diamond DAG's stripes on nodes. */
enum mapping { ADJACENT, NUMBERED, RANDOM, MAPPINGS };

/* Return what (15) says of the diamond DAG's blocks with messages of a size. */
struct diamond_times study_blocks(const struct study *study, double bytes);

/*
 * Simulate the diamond DAG, with the wide, watch and data of a run, and find its makespan. Return
 * an error of alewife_run().
 */
int study_diamond(const struct study *study, enum mapping mapping, double bytes,
		  struct alewife_run run, double *makespan);

/* EM3D: cycles of 100 iterations, messages of a node in each, cycles that a node stalls. */
struct graph {
	double cycles;
	double messages;
	double stall;
};

/* Simulate EM3D; return an error of alewife_run(). */
int study_graph(const struct study *study, const char *algorithm, uint32_t span, bool wide,
		struct graph *graph);

/*
 * The tables and figures of the paper, simulated or computed for a struct study. Each adds the
 * tables of results that the study's file names. Return the exit code; errors are reported.
 */
int study_machine(void *study, struct results *results);
int study_table1(void *study, struct results *results);
int study_fig3(void *study, struct results *results);
int study_break(void *study, struct results *results);
int study_fig4(void *study, struct results *results);
int study_fig5(void *study, struct results *results);
int study_distance(void *study, struct results *results);
int study_table4(void *study, struct results *results);
int study_fig6(void *study, struct results *results);
int study_fig8(void *study, struct results *results);
int study_fig9(void *study, struct results *results);
int study_fig11(void *study, struct results *results);

/* What sharing the memory's port costs DMAs, and how results depend on queues and port. */
int study_dma(void *study, struct results *results);
int study_sensitivity(void *study, struct results *results);

/* The values that the paper does not print. */
int study_chosen(void *study, struct results *results);

/* Report an error of a simulation, if there is one; return the exit code. */
int study_failed(int err);

#endif /* LOGPC_STUDY_H */
