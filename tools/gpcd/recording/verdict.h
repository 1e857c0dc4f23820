/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What two recordings of one number say of their difference, as a table.
 */
#ifndef RECORDING_VERDICT_H
#define RECORDING_VERDICT_H

#include "cli/out/table.h"
#include "stats/welch.h"
#include "tracks.h"

/**
 * struct verdict - a number of two recordings, compared
 * @device: the device
 * @tracks: the number in each of them
 * @median: its median in each; NAN: it has no value there
 * @mean: its mean in each, of the values that batches have; without batches of all
 * @batches: its batches in each
 * @welch: the difference, if both have batches
 * @p: how often it comes by chance, corrected for all that was compared; NAN: not compared
 */
struct verdict {
	const char *device;
	const struct track *tracks[2];
	double median[2];
	double mean[2];
	struct stats_batches batches[2];
	struct stats_welch welch;
	double p;
};

/**
 * struct verdicts - all that is compared
 * @list: the numbers
 * @count: how many
 */
struct verdicts {
	struct verdict *list;
	size_t count;
};

/**
 * verdicts_add() - compare the numbers of a device in two recordings
 * @verdicts: begins as { 0 }; freed by verdicts_free()
 * @device: name of the device
 * @first: its numbers in the first recording, which must outlive @verdicts
 * @second: likewise, in the second
 * @all: also those that have no value in either
 *
 * Return: 0, -ENOMEM.
 */
int verdicts_add(struct verdicts *verdicts, const char *device, const struct tracks *first,
		 const struct tracks *second, bool all);

/**
 * verdicts_print() - correct for the number of comparisons, and print the table
 * @verdicts: what was compared
 *
 * Return: the exit code, having said what is wrong.
 */
int verdicts_print(struct verdicts *verdicts);

/** verdicts_free() - free the verdicts */
void verdicts_free(struct verdicts *verdicts);

#endif /* RECORDING_VERDICT_H */
