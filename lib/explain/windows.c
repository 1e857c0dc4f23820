// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "network.h"
#include "windows.h"

/* Findings below this part of the worst one of their time are no news. */
#define SIGNIFICANT	0.25

/* A part of the samples. */
struct part {
	size_t length;			/* samples */
	double share;			/* of all samples */
	size_t of_all;			/* findings of all samples, the first ones of the list */
	struct explain_counts *mean;	/* room for its mean, by link */
};

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

/* Find the finding that has a root. */
static struct explain_finding *find_root(const struct explain_findings *findings, uint32_t root)
{
	for (size_t i = 0; i < findings->count; i++) {
		for (size_t k = 0; k < findings->list[i].count; k++) {
			if (findings->list[i].roots[k] == root)
				return &findings->list[i];
		}
	}
	return NULL;
}

/* What all samples show stays, unless a part shows that it matters; of parts, the worst counts. */
static bool is_news(const struct explain_finding *known, bool of_all,
		    const struct explain_finding *finding)
{
	if (known->minor != finding->minor)
		return known->minor;
	return !of_all && finding->waiting > known->waiting;
}

/* Take findings of a part that all samples, the first ones of the list, do not show. */
static int take_new(struct explain_findings *all, size_t of_all, struct explain_findings *part)
{
	for (size_t i = 0; i < part->count; i++) {
		struct explain_finding *finding = &part->list[i];
		struct explain_finding *known = find_root(all, *finding->roots);

		if (finding->waiting < SIGNIFICANT * part->list->waiting)
			continue;
		if (!known) {
			known = reallocarray(all->list, all->count + 1, sizeof(*known));
			if (!known)
				return -ENOMEM;
			all->list = known;
			known += all->count++;
		} else if (is_news(known, known < all->list + of_all, finding)) {
			free(known->roots);
			free(known->tree);
		} else {
			continue;
		}
		*known = *finding;
		finding->roots = NULL;
		finding->tree = NULL;
	}
	return 0;
}

/* Explain samples from the first one on, and take what is new. */
static int explain_part(struct explain *explain, struct explain_counts *const *counts,
			const struct part *part, struct explain_findings *all)
{
	struct explain_findings findings;
	int err;

	samples_mean(explain, counts, part->length, part->mean);
	err = explain_window(explain, part->mean, &findings);
	for (size_t i = 0; i < findings.count; i++)
		findings.list[i].waiting *= part->share;
	if (!err)
		err = take_new(all, part->of_all, &findings);
	explain_findings_free(&findings);
	return err;
}

int explain_windows(struct explain *explain, struct explain_counts *const *counts, size_t samples,
		    struct explain_findings *findings)
{
	struct part part = {
		.length = samples / EXPLAIN_PART,
		.share = samples ? (double)(samples / EXPLAIN_PART) / samples : 0,
		.mean = calloc(explain->machine->count + 1, sizeof(*part.mean)),
	};
	int err;

	*findings = (struct explain_findings) { 0 };
	if (!part.mean)
		return -ENOMEM;
	samples_mean(explain, counts, samples, part.mean);
	err = explain_window(explain, part.mean, findings);
	part.of_all = findings->count;
	for (size_t i = 0; part.length && i + part.length <= samples && !err; i++)
		err = explain_part(explain, counts + i, &part, findings);
	explain_sort(findings);
	free(part.mean);
	return err;
}
