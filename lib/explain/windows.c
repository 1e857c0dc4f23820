// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <math.h>
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
			sum.most = fmax(sum.most, counts[k][i].use);
			sum.use += counts[k][i].use;
			sum.packets += counts[k][i].packets;
			sum.input += counts[k][i].input;
			sum.credit += counts[k][i].credit;
		}
		mean[i] = (struct explain_counts) {
			sum.use / samples, sum.packets / samples, sum.input / samples,
			sum.credit / samples, sum.most,
		};
	}
}

/* Mark the roots of a finding as seen in this search. */
static void roots_mark(struct explain *explain, const struct explain_finding *finding)
{
	explain->search++;
	for (size_t i = 0; i < finding->count; i++)
		explain->seen[finding->roots[i]] = explain->search;
}

/* Whether a finding has a root that is marked. */
static bool has_marked(const struct explain *explain, const struct explain_finding *finding)
{
	for (size_t i = 0; i < finding->count; i++) {
		if (explain->seen[finding->roots[i]] == explain->search)
			return true;
	}
	return false;
}

static bool has_root(const struct explain_finding *finding, uint32_t root)
{
	for (size_t i = 0; i < finding->count; i++) {
		if (finding->roots[i] == root)
			return true;
	}
	return false;
}

/* Find the finding to which another belongs: of its kind, and with equal or common roots. */
static struct explain_finding *find_like(struct explain *explain,
					 const struct explain_findings *findings,
					 const struct explain_finding *finding)
{
	roots_mark(explain, finding);
	for (size_t i = 0; i < findings->count; i++) {
		struct explain_finding *known = &findings->list[i];
		bool worse = known->waiting >= finding->waiting;

		if (known->kind == finding->kind &&
		    (has_marked(explain, known) ||
		     explain_is_like(explain, worse ? known : finding, worse ? finding : known)))
			return known;
	}
	return NULL;
}

/* Find the finding to which one of a part belongs, perhaps of another kind. */
static struct explain_finding *find_known(struct explain *explain,
					  const struct explain_findings *findings,
					  const struct explain_finding *finding)
{
	struct explain_finding *known = find_like(explain, findings, finding);

	for (size_t i = 0; i < findings->count && !known; i++) {
		if (has_root(&findings->list[i], *finding->roots))
			known = &findings->list[i];
	}
	return known;
}

/* What all samples show stays, unless a part shows that it matters; of parts, the worst counts. */
static bool is_news(const struct explain_finding *known, bool of_all,
		    const struct explain_finding *finding)
{
	if (known->minor != finding->minor)
		return known->minor;
	return !of_all && finding->waiting > known->waiting;
}

/* Make one of two findings, whose numbers are those of the one that counts. */
static int take_known(struct explain *explain, struct explain_finding *known, bool of_all,
		      struct explain_finding *finding)
{
	struct explain_finding other = *finding;

	if (is_news(known, of_all, finding)) {
		other = *known;
		*known = *finding;
		*finding = other;
	}
	if (other.kind != known->kind)
		return 0;
	known->share = fmax(known->share, other.share);
	return explain_add_roots(explain, known, &other);
}

/* Take findings of a part that all samples, the first ones of the list, do not show. */
static int take_new(struct explain *explain, struct explain_findings *all, size_t of_all,
		    struct explain_findings *part)
{
	double least = part->count ? SIGNIFICANT * part->list->waiting : 0;
	int err = 0;

	for (size_t i = 0; i < part->count && !err; i++) {
		struct explain_finding *finding = &part->list[i];
		struct explain_finding *known;

		if (finding->waiting < least)
			continue;
		known = find_known(explain, all, finding);
		if (known) {
			err = take_known(explain, known, known < all->list + of_all, finding);
			continue;
		}
		known = reallocarray(all->list, all->count + 1, sizeof(*known));
		if (!known)
			return -ENOMEM;
		all->list = known;
		known[all->count++] = *finding;
		finding->roots = NULL;
		finding->tree = NULL;
	}
	return err;
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
		err = take_new(explain, all, part->of_all, &findings);
	explain_findings_free(&findings);
	return err;
}

/* Findings to which parts have added common roots are one. */
static int join_known(struct explain *explain, struct explain_findings *findings)
{
	struct explain_findings kept = { .list = findings->list };
	int err = 0;

	for (size_t i = 0; i < findings->count; i++) {
		struct explain_finding *finding = &findings->list[i];
		struct explain_finding *known = find_like(explain, &kept, finding);

		if (!known || err) {
			kept.list[kept.count++] = *finding;
			continue;
		}
		known->share = fmax(known->share, finding->share);
		err = explain_add_roots(explain, known, finding);
		free(finding->roots);
		free(finding->tree);
	}
	findings->count = kept.count;
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
	if (!err)
		err = join_known(explain, findings);
	free(part.mean);
	return err;
}
