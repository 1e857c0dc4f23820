/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tables and figures of Moritz and Frank, "LoGPC" (2001): results of the model and of a simulation.
 */
#ifndef LOGPC_STUDY_H
#define LOGPC_STUDY_H

#include "alewife.h"
#include "model/logpc.h"
#include "runner/results.h"

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

/* Bytes of a value of EM3D, of which ten are a short message; chosen. */
#define STUDY_VALUE	4

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
int study_fig9(void *study, struct results *results);
int study_fig11(void *study, struct results *results);

/* The values that the paper does not print. */
int study_chosen(void *study, struct results *results);

/* Report an error of a simulation, if there is one; return the exit code. */
int study_failed(int err);

#endif /* LOGPC_STUDY_H */
