// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "network.h"
#include "windows.h"

/* Findings below this part of the worst one of their time are no news. */
#define SIGNIFICANT	0.25

static void samples_mean(const struct explain *explain, struct explain_counts *const *counts,
			 size_t samples, struct explain_counts *mean)
{
	for (uint32_t i = 0; i < explain->machine->count; i++) {
		struct explain_counts sum = { 0 };

		for (size_t k = 0; k < samples; k++) {
			sum.use += counts[k][i].use;
			sum.packets += counts[k][i].packets;
			sum.input += counts[k][i].input;
			sum.credit += counts[k][i].credit;
		}
		mean[i] = (struct explain_counts) {
			sum.use / samples, sum.packets / samples, sum.input / samples,
			sum.credit / samples,
		};
	}
}

static bool has_root(const struct explain_findings *findings, uint32_t root)
{
	for (size_t i = 0; i < findings->count; i++) {
		for (size_t k = 0; k < findings->list[i].count; k++) {
			if (findings->list[i].roots[k] == root)
				return true;
		}
	}
	return false;
}

/* Move findings of a part, which is this share of the time, that all samples do not show. */
static int take_new(struct explain_findings *all, struct explain_findings *part, double share)
{
	struct explain_finding *list;

	for (size_t i = 0; i < part->count; i++) {
		struct explain_finding *finding = &part->list[i];

		if (has_root(all, *finding->roots) ||
		    finding->waiting < SIGNIFICANT * part->list->waiting)
			continue;
		list = reallocarray(all->list, all->count + 1, sizeof(*list));
		if (!list)
			return -ENOMEM;
		all->list = list;
		list[all->count] = *finding;
		list[all->count++].waiting *= share;
		finding->roots = NULL;
	}
	return 0;
}

static int explain_part(struct explain *explain, struct explain_counts *const *counts,
			size_t samples, double share, struct explain_counts *mean,
			struct explain_findings *all)
{
	struct explain_findings part;
	int err;

	samples_mean(explain, counts, samples, mean);
	err = explain_window(explain, mean, &part);
	if (!err)
		err = take_new(all, &part, share);
	explain_findings_free(&part);
	return err;
}

int explain_windows(struct explain *explain, struct explain_counts *const *counts, size_t samples,
		    struct explain_findings *findings)
{
	struct explain_counts *mean = calloc(explain->machine->count + 1, sizeof(*mean));
	size_t length = samples / EXPLAIN_PART;
	int err;

	*findings = (struct explain_findings) { 0 };
	if (!mean)
		return -ENOMEM;
	samples_mean(explain, counts, samples, mean);
	err = explain_window(explain, mean, findings);
	for (size_t i = 0; length && i + length <= samples && !err; i++)
		err = explain_part(explain, counts + i, length, (double)length / samples, mean,
				   findings);
	explain_sort(findings);
	free(mean);
	return err;
}
