/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tables and figures of Moritz and Frank, "LoGPC" (2001): what the model says, what a simulation
 * finds, and what the paper prints.
 */
#ifndef LOGPC_STUDY_H
#define LOGPC_STUDY_H

#include "alewife.h"
#include "cli/out/printed.h"
#include "model/logpc.h"

/**
 * struct study - what all figures have in common; what the paper does not print is chosen
 * @alewife: the machine
 * @network: how far messages go where destinations are drawn at random, and for how long a byte is
 *	on a channel
 * @seed: of what is drawn at random
 * @count: messages of each rank in remaps of short messages
 * @long_count: likewise of long messages
 * @iterations: iterations of EM3D that are simulated
 * @vertices: E vertices of a rank in EM3D, and H vertices
 * @edge: cycles of an edge in EM3D
 */
struct study {
	struct alewife alewife;
	struct logpc_network network;
	uint64_t seed;
	uint32_t count;
	uint32_t long_count;
	uint32_t iterations;
	uint32_t vertices;
	double edge;
};

/** STUDY_ARGUMENTS - bytes of a short message of two arguments, besides its header */
#define STUDY_ARGUMENTS	8

/** STUDY_TASK - cycles of a task of the diamond DAG, as printed */
#define STUDY_TASK	100

/** STUDY_GATHER - alpha: cycles of putting a value of the diamond DAG into a message; chosen */
#define STUDY_GATHER	0

/** STUDY_QUEUE - bytes of the message of figure 3; chosen */
#define STUDY_QUEUE	2000

/** STUDY_VALUE - bytes of a value of EM3D: ten are a short message; chosen */
#define STUDY_VALUE	4

/**
 * struct study_figure - a table or figure of the paper
 * @name: its name
 * @title: its title
 * @columns: columns of its table
 * @ncolumns: how many
 * @curve: number of the first column that a picture draws, over column 0
 * @curves: how many columns it draws; 0: there is no picture
 * @unit: what they are, with their unit
 * @fill: fill in its table, and the rows of it that the paper prints numbers of; returns 0 or a
 *	negative errno
 */
struct study_figure {
	const char *name;
	const char *title;
	const struct column *columns;
	size_t ncolumns;
	size_t curve;
	size_t curves;
	const char *unit;
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

/**
 * study_number() - add a row of a number that the paper prints
 * @verdicts: the table of them
 * @quantity: what it is
 * @ours: what we find
 * @paper: what the paper prints
 * @step: what that is rounded to
 * @remark: a remark
 */
void study_number(struct table *verdicts, const char *quantity, double ours, double paper,
		  double step, const char *remark);

/**
 * study_left_out() - add a row of a number that neither model nor simulation has
 * @verdicts: the table of them
 * @quantity: what it is
 * @paper: what the paper prints
 * @remark: why
 */
void study_left_out(struct table *verdicts, const char *quantity, const char *paper,
		    const char *remark);

/**
 * study_percent() - compare a time with another one
 * @time: the time
 * @with: what it is compared with
 *
 * Return: by how much it is longer, percent.
 */
static inline double study_percent(double time, double with)
{
	return 100 * (time / with - 1);
}

/**
 * study_chosen() - fill in the table of what the paper does not print
 * @study: the study
 * @table: the table, with chosen_columns
 */
void study_chosen(const struct study *study, struct table *table);

#endif /* LOGPC_STUDY_H */
