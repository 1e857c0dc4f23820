/* SPDX-License-Identifier: GPL-2.0-only */
/* Compare quantities of two recordings, as a table. */
#ifndef RECORDING_VERDICT_H
#define RECORDING_VERDICT_H

#include "cli/out/table.h"
#include "stats/welch.h"
#include "tracks.h"

/* A quantity of two recordings, compared. */
struct verdict {
	const char *device;
	const struct track *tracks[2]; /* in each recording */
	double median[2]; /* in each; NAN: no value */
	double mean[2]; /* in each, of the values in batches, or of all without batches */
	struct stats_batches batches[2]; /* in each */
	struct stats_welch welch; /* the difference, if both have batches */
	double p; /* chance probability, corrected for all comparisons; NAN: not compared */
};

/* All comparisons; initialise with { 0 }. */
struct verdicts {
	struct verdict *list;
	size_t count;
};

/*
 * Compare the quantities of a device in two recordings, which must outlive @verdicts. Without @all,
 * leave out those without a value in either. Call verdicts_free(). Return 0 or -ENOMEM.
 */
int verdicts_add(struct verdicts *verdicts, const char *device, const struct tracks *first,
		 const struct tracks *second, bool all);

/*
 * Correct for the number of comparisons, and print the table. Report any error and return the exit
 * code.
 */
int verdicts_print(struct verdicts *verdicts);

/* Free the verdicts. */
void verdicts_free(struct verdicts *verdicts);

#endif /* RECORDING_VERDICT_H */
