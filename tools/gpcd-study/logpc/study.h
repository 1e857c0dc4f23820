/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tables and figures of Moritz and Frank, "LoGPC" (2001): results of the model, of a simulation,
 * and as printed in the paper.
 */
#ifndef LOGPC_STUDY_H
#define LOGPC_STUDY_H

#include "alewife.h"
#include "cli/out/table.h"
#include "model/logp.h"

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

/* A table or figure of the paper. */
struct study_figure {
	const char *name;
	const char *title;
	const struct column *columns;
	size_t ncolumns;
	size_t curve; /* first column that a picture draws, over column 0 */
	size_t curves; /* columns that it draws; 0: no picture */
	const char *unit; /* what these columns are, with their unit */
	/* also adds verdicts on printed numbers; returns 0 or a negative errno */
	int (*fill)(const struct study *study, struct table *table, struct table *verdicts);
};

extern const struct study_figure study_table1;
extern const struct study_figure study_table2;
extern const struct study_figure study_distance;
extern const struct study_figure study_break;
extern const struct study_figure study_fig3;
extern const struct study_figure study_fig4;
extern const struct study_figure study_fig5;
extern const struct study_figure study_table4;
extern const struct study_figure study_fig6;
extern const struct study_figure study_fig9;
extern const struct study_figure study_fig11;

/* Add a row for a number printed in the paper, which is rounded to @step. */
void study_number(struct table *verdicts, const char *quantity, double ours, double paper,
		  double step, const char *remark);

/* Add a row for a printed number that neither model nor simulation has; @remark says why. */
void study_left_out(struct table *verdicts, const char *quantity, const char *paper,
		    const char *remark);

/* Return by how many percent @time is longer than @with. */
static inline double study_percent(double time, double with)
{
	return 100 * (time / with - 1);
}

/* Fill in the table, with chosen_columns, of the values that the paper does not print. */
void study_chosen(const struct study *study, struct table *table);

#endif /* LOGPC_STUDY_H */
