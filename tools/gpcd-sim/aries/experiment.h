/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The experiments of De Sensi, Di Girolamo and Hoefler, "Mitigating Network Noise on Dragonfly
 * Networks through Application-Aware Routing" (SC '19): each is a file of its own.
 */
#ifndef ARIES_EXPERIMENT_H
#define ARIES_EXPERIMENT_H

#include "allocation.h"
#include "paper/claim.h"
#include "study.h"

/**
 * struct experiment - an experiment
 * @name: its name, as the paper numbers it
 * @title: what it is, in a few words
 * @quantities: what its summaries are of, 1 << enum quantity, by bit
 * @repetitions: how often the paper does it, or as many as we choose where it does not say
 * @prepare: add cells to a study, of the paper's sizes if that is said; it returns the exit code,
 *	having said what is wrong
 * @claims: compare what was found with what the paper says
 * @usual: repetitions unless others are asked for; 0: EXPERIMENT_REPETITIONS
 * @machine: its machine unless another one is asked for, or NULL: that of most
 * @jobs: jobs beside it, likewise; 0: as many as beside most
 * @columns: of the table of details, or NULL: there is none
 * @ncolumns: number of @columns
 * @details: fill in that table
 */
struct experiment {
	const char *name;
	const char *title;
	unsigned int quantities;
	uint32_t repetitions;
	int (*prepare)(struct study *study);
	void (*claims)(const struct study *study, struct table *table);
	uint32_t usual;
	const char *machine;
	unsigned int jobs;
	const struct column *columns;
	unsigned int ncolumns;
	void (*details)(const struct study *study, struct table *table);
};

/** EXPERIMENT_REPETITIONS: repetitions of experiments that say nothing else */
#define EXPERIMENT_REPETITIONS	10

/* The experiments. */
extern const struct experiment experiment_table1;
extern const struct experiment experiment_fig3;
extern const struct experiment experiment_fig5;
extern const struct experiment experiment_fig7;
extern const struct experiment experiment_fig8;
extern const struct experiment experiment_fig9;
extern const struct experiment experiment_fig10;
extern const struct experiment experiment_model;
extern const struct experiment experiment_factors;

/**
 * experiment_pair() - place the two ranks of a ping-pong
 * @study: the study
 * @pair: how far apart
 * @place: filled in: the same for one seed and @pair
 *
 * Return: the exit code, having said what is wrong.
 */
int experiment_pair(const struct study *study, enum allocation_pair pair, uint32_t *place);

/**
 * experiment_allocate() - allocate nodes anew in each repetition; for struct cell
 * @study: the study
 * @cell: the cell; only its program decides, so that routings and sizes have the same nodes
 * @repetition: the repetition
 * @place: filled in: the ranks of a ping-pong are as far apart as each enum allocation_pair in
 *	turn, those of WORK_SHIFT fill routers of one and of two groups in turn, all others are at
 *	random nodes
 *
 * Return: the exit code, having said what is wrong.
 */
int experiment_allocate(const struct study *study, const struct cell *cell, uint32_t repetition,
			uint32_t *place);

/**
 * experiment_refused() - say why ranks could not be placed
 * @what: which ranks: "two nodes inter-groups"
 * @err: what the allocation returned
 *
 * Return: the exit code; 0 if @err is 0.
 */
int experiment_refused(const char *what, int err);

#endif /* ARIES_EXPERIMENT_H */
