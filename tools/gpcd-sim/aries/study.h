/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A study: cells that are compared, each tried once a repetition. In a repetition all cells see the
 * same other jobs on the same nodes, and the same delays of hosts (docs/decisions/0018).
 */
#ifndef ARIES_STUDY_H
#define ARIES_STUDY_H

#include "cli/out/table.h"
#include "stats/summary.h"
#include "trial.h"

/** STUDY_CELLS: most cells of a study */
#define STUDY_CELLS	64

/** STUDY_RANKS: most ranks of an application */
#define STUDY_RANKS	256

/** STUDY_REPETITIONS: most repetitions */
#define STUDY_REPETITIONS	100000

struct study;

/**
 * struct cell - one of the things that are compared
 * @name: its name, which outlives the study
 * @work: the application
 * @place: node of each of its ranks, unless @allocate is there
 * @allocate: fill in the node of each of its ranks in a repetition, or NULL; it returns the exit
 *	code, having said what is wrong
 * @routing: enum net_routing or enum trial_routing of its messages
 */
struct cell {
	const char *name;
	struct work work;
	uint32_t place[STUDY_RANKS];
	int (*allocate)(const struct study *study, const struct cell *cell, uint32_t repetition,
			uint32_t *place);
	unsigned int routing;
};

/**
 * struct study - cells, and what was found
 * @machine: a dragonfly
 * @seed: of everything random
 * @threads: how many trials run at once
 * @repetitions: how often each cell is tried
 * @jobs: other jobs
 * @beside: what each of them does; its steps are found by what the cells do
 * @beside_routing: enum net_routing of their messages
 * @rules: by which ranks choose their routing
 * @paper: sizes are those of the paper
 * @cell: the cells
 * @cells: how many
 * @result: by cell and repetition, or NULL: it has not run
 * @values: room for values while they are summarised, two for each of @result; allocated before
 *	anything runs, so that no summary can fail
 */
struct study {
	const struct machine *machine;
	uint64_t seed;
	unsigned int threads;
	uint32_t repetitions;
	unsigned int jobs;
	struct beside beside;
	unsigned int beside_routing;
	struct model_rules rules;
	bool paper;
	struct cell cell[STUDY_CELLS];
	unsigned int cells;
	struct trial_result *result;
	double *values;
};

/**
 * enum quantity - what is looked at
 * @QUANTITY_TIME: us; of a ping-pong, of a round
 * @QUANTITY_LATENCY: NIC cycles
 * @QUANTITY_STALLS: cycles a flit
 * @QUANTITY_MODEL: us that equation (2) gives both messages of a round of a ping-pong, by what the
 *	registers of its NICs show; variant "paper"
 * @QUANTITY_UNBOUNDED: likewise, equation (1)
 * @QUANTITY_PUBLISHED: equation (2), variant "published"
 * @QUANTITY_PUBLISHED_UNBOUNDED: equation (1), variant "published"
 * @QUANTITY_FLITS: of requests
 * @QUANTITY_TILE_FLITS: at routers
 * @QUANTITY_TILE_STALLS: cycles at routers
 * @QUANTITY_TILE_RATE: flits at routers a us
 * @QUANTITY_SHARE: bytes that were sent by default, of all, where ranks chose
 * @QUANTITIES: how many there are
 */
enum quantity {
	QUANTITY_TIME,
	QUANTITY_LATENCY,
	QUANTITY_STALLS,
	QUANTITY_MODEL,
	QUANTITY_UNBOUNDED,
	QUANTITY_PUBLISHED,
	QUANTITY_PUBLISHED_UNBOUNDED,
	QUANTITY_FLITS,
	QUANTITY_TILE_FLITS,
	QUANTITY_TILE_STALLS,
	QUANTITY_TILE_RATE,
	QUANTITY_SHARE,
	QUANTITIES,
};

/**
 * study_add() - add a cell
 * @study: the study
 * @cell: it is copied
 */
void study_add(struct study *study, const struct cell *cell);

/**
 * study_run() - try all cells, in each repetition one after the other
 * @study: the study; receives what was found, for study_free()
 *
 * Return: the exit code, having said what is wrong.
 */
int study_run(struct study *study);

/**
 * study_estimate() - find how long a study at the paper's scale takes, by trying small cells once
 * @small: the same study with the usual sizes, which has not run
 * @large: the study
 * @seconds: filled in
 *
 * The time of a cell is taken to grow with the time that is simulated.
 *
 * Return: the exit code, having said what is wrong.
 */
int study_estimate(struct study *small, const struct study *large, double *seconds);

/**
 * study_free() - free what study_run() has found
 * @study: the study
 */
void study_free(struct study *study);

/**
 * study_values() - take one quantity of a cell out
 * @study: the study, which has run
 * @cell: the cell
 * @quantity: what
 * @values: filled in: one a repetition, in their order
 */
void study_values(const struct study *study, unsigned int cell, enum quantity quantity,
		  double *values);

/**
 * study_summary() - summarise one quantity of a cell
 * @study: the study, which has run
 * @cell: the cell
 * @quantity: what
 *
 * Return: the summary.
 */
struct stats_summary study_summary(const struct study *study, unsigned int cell,
				   enum quantity quantity);

/**
 * study_correlation() - correlate two quantities over the repetitions of a cell
 * @study: the study, which has run
 * @cell: the cell
 * @one: what
 * @other: with what
 *
 * Return: Pearson's correlation, -1 to 1; 0 if one does not vary.
 */
double study_correlation(const struct study *study, unsigned int cell, enum quantity one,
			 enum quantity other);

/**
 * study_log_correlation() - correlate the logarithms of two quantities
 * @study: the study, which has run
 * @cell: the cell
 * @one: what, above 0
 * @other: with what, above 0
 *
 * Return: as study_correlation().
 */
double study_log_correlation(const struct study *study, unsigned int cell, enum quantity one,
			     enum quantity other);

/**
 * study_network() - find the state of the network in a trial, by the registers of the NICs
 * @study: the study, which has run
 * @cell: the cell
 * @repetition: which trial of it
 * @variant: the reading of the model
 * @network: filled in; all is 0 after an error
 *
 * Return: 0, -ENODATA: nothing was sent.
 */
int study_network(const struct study *study, unsigned int cell, uint32_t repetition,
		  const struct model_variant *variant, struct model_network *network);

/** study_columns - columns of the table of summaries; there are STUDY_COLUMNS */
extern const struct column study_columns[];

/** STUDY_COLUMNS - number of study_columns */
#define STUDY_COLUMNS	13

/**
 * study_tell() - add summaries of all cells to a table
 * @study: the study, which has run
 * @quantities: which, 1 << enum quantity, by bit
 * @table: its columns are study_columns
 */
void study_tell(const struct study *study, unsigned int quantities, struct table *table);

/** study_sample_columns - columns of the table of samples; there are STUDY_SAMPLE_COLUMNS */
extern const struct column study_sample_columns[];

/** STUDY_SAMPLE_COLUMNS - number of study_sample_columns */
#define STUDY_SAMPLE_COLUMNS	(4 + QUANTITIES)

/**
 * study_samples() - add each trial to a table
 * @study: the study, which has run
 * @table: its columns are study_sample_columns
 */
void study_samples(const struct study *study, struct table *table);

#endif /* ARIES_STUDY_H */
