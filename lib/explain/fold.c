// SPDX-License-Identifier: LGPL-2.1-or-later
/* From roots to findings: equal ones are one; failed links, detours, senders explain full links. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network.h"

/* Findings below this part of the worst are left out. */
#define SHOWN		0.02

/* Roots that hold up this part of the mean of worse ones are equal to them. */
#define EQUAL		0.25

/* A sender sends this much of what goes over the full link, and so many times the usual. */
#define SENDS		0.6
#define UNUSUAL		1.35

/* Beside a sender, nodes of at least this part of the chips wait at most so much of the time. */
#define FREE		0.75
#define WAITS		0.1

/* Full links for which senders are looked for, the worst: no sender fills more. */
#define FILLED		64

/* Links are used evenly if each has this part of their mean use. */
#define EVEN		0.25

/* --- failed links --- */

/* Whether nothing goes over a link, in either direction. */
static bool is_silent(const struct explain *explain, const struct explain_counts *counts,
		      uint32_t link)
{
	uint32_t back = explain->back[link];

	return !explain_is_host(&explain->machine->links[link]) && counts[link].use == 0 &&
	       (back == EXPLAIN_NONE || counts[back].use == 0);
}

/* How links of a dimension or colour are used, and how many of them are silent. */
struct silence {
	uint32_t links[UINT8_MAX + 1];
	uint32_t silent[UINT8_MAX + 1];
	double sum[UINT8_MAX + 1];	/* of their use, both ways */
	double least[UINT8_MAX + 1];	/* least use of one that is not silent */
};

static void silence_find(const struct explain *explain, const struct explain_counts *counts,
			 struct silence *silence)
{
	*silence = (struct silence) { 0 };
	for (uint32_t i = 0; i < explain->machine->count; i++) {
		const struct explain_link *link = &explain->machine->links[i];
		uint32_t back = explain->back[i];
		double use = counts[i].use + (back == EXPLAIN_NONE ? 0 : counts[back].use);
		double *least = &silence->least[link->dim];

		if (explain_is_host(link))
			continue;
		silence->links[link->dim]++;
		silence->silent[link->dim] += is_silent(explain, counts, i);
		if (!(use > 0))
			continue;
		silence->sum[link->dim] += use;
		if (!*least || use < *least)
			*least = use;
	}
}

/* One silent link among others that are used about evenly is not idle. */
static bool is_conspicuous(const struct silence *silence, uint8_t dim)
{
	return silence->silent[dim] <= 2 &&
	       silence->least[dim] * silence->links[dim] > EVEN * silence->sum[dim];
}

/* Silence is a sign where few links are silent; each counts in both directions. */
static bool is_failed(const struct explain *explain, const struct explain_counts *counts,
		      const struct silence *silence, uint32_t link)
{
	const struct explain_link *it = &explain->machine->links[link];

	if (!is_silent(explain, counts, link))
		return false;
	if (!it->lanes)
		return true;
	/* On a dragonfly only links between groups have others in their place. */
	if (!explain->machine->ordered && it->dim != EXPLAIN_BETWEEN_GROUPS)
		return false;
	return silence->silent[it->dim] <= 2 ||
	       silence->silent[it->dim] * 20 <= silence->links[it->dim];
}

/* Find the link of a chip that leads on in the direction of another, or EXPLAIN_NONE. */
static uint32_t link_on(const struct explain *explain, uint32_t link)
{
	const struct explain_link *links = explain->machine->links;
	uint32_t chip = links[link].to;

	for (uint32_t i = explain->out.first[chip]; i < explain->out.first[chip + 1]; i++) {
		uint32_t next = explain->out.list[i];

		if (links[next].port == links[link].port && !explain_is_host(&links[next]))
			return next;
	}
	return EXPLAIN_NONE;
}

/* Whether two links are in one ring of a grid; elsewhere any two. */
static bool is_around(const struct explain *explain, uint32_t failed, uint32_t full)
{
	const struct explain_link *links = explain->machine->links;
	uint32_t link = failed;

	if (!explain->machine->ordered)
		return true;
	if (links[failed].dim != links[full].dim)
		return false;
	do {
		if (link == full || explain->back[link] == full)
			return true;
		link = link_on(explain, link);
	} while (link != EXPLAIN_NONE && link != failed);
	return false;
}

/* Blame a failed link for the full ones around it; returns whether there is any. */
static bool failed_blame(const struct explain *explain, uint32_t failed,
			 struct explain_findings *findings)
{
	bool any = false;

	for (size_t k = 0; k < findings->count; k++) {
		struct explain_finding *finding = &findings->list[k];

		if (finding->kind != EXPLAIN_LINK || !is_around(explain, failed, finding->full))
			continue;
		finding->kind = EXPLAIN_FAILED;
		*finding->roots = failed;
		any = true;
	}
	return any;
}

/* A failed link without a full one around it is found if all others of its like are used. */
static int failed_find(struct explain *explain, const struct explain_counts *counts,
		       struct explain_findings *findings)
{
	struct silence silence;
	int err = 0;

	silence_find(explain, counts, &silence);
	for (uint32_t i = 0; i < explain->machine->count && !err; i++) {
		const struct explain_link *link = &explain->machine->links[i];
		struct explain_finding finding;

		if (explain->back[i] < i || !is_failed(explain, counts, &silence, i) ||
		    failed_blame(explain, i, findings) ||
		    (link->lanes && !is_conspicuous(&silence, link->dim)))
			continue;
		explain_describe(explain, counts, i, &finding);
		finding.kind = EXPLAIN_FAILED;
		finding.minor = true;
		finding.sure = link->lanes ? .5 : 1;
		err = explain_add(findings, &finding, i);
	}
	return err;
}

/* --- senders --- */

/*
 * Find what nodes of a chip usually send, as a share of its tiles: the median. Where many wait,
 * they send what the network lets through, not what they would: then it is INFINITY.
 */
static int usual_find(const struct explain *explain, const struct explain_counts *counts,
		      double *usual)
{
	const struct explain_machine *machine = explain->machine;
	double *sent = calloc(machine->count + (size_t)1, 2 * sizeof(*sent)), *waits;
	size_t count = 0;

	*usual = 0;
	if (!sent)
		return -ENOMEM;
	waits = sent + machine->count;
	for (uint32_t i = 0; i < machine->count; i++) {
		if (!explain_is_host(&machine->links[i]))
			continue;
		sent[count] = counts[i].use;
		waits[count++] = counts[i].input;
	}
	*usual = explain_quantile(waits, count, FREE) > WAITS ?
		INFINITY : explain_quantile(sent, count, EXPLAIN_MEDIAN);
	free(sent);
	return 0;
}

/* Phits or flits a second over a link. */
static double units_sent(const struct explain *explain, const struct explain_counts *counts,
			 uint32_t link)
{
	return counts[link].use * explain->machine->links[link].units;
}

/* The most that nodes of a chip send which send more than usual: no tree has more. */
static double sent_most(const struct explain *explain, const struct explain_counts *counts,
			double usual)
{
	double most = 0;

	for (uint32_t i = 0; i < explain->machine->count; i++) {
		if (explain_is_host(&explain->machine->links[i]) &&
		    counts[i].use >= UNUSUAL * usual)
			most = fmax(most, units_sent(explain, counts, i));
	}
	return most;
}

/* A full link belongs to a sender if the chip's nodes that wait for it send far more than usual. */
static void sender_find(struct explain *explain, const struct explain_counts *counts,
			double usual, double sent, struct explain_finding *finding)
{
	double least = SENDS * units_sent(explain, counts, finding->full);
	uint32_t most = EXPLAIN_NONE;
	struct explain_tree tree;

	if (sent < least)
		return;
	tree = explain_tree(explain, counts, finding->full, true);
	for (uint32_t i = 0; i < tree.count; i++) {
		uint32_t link = tree.links[i];

		if (explain_is_host(&explain->machine->links[link]) &&
		    (most == EXPLAIN_NONE || counts[link].use > counts[most].use))
			most = link;
	}
	if (most == EXPLAIN_NONE || counts[most].use < UNUSUAL * usual ||
	    units_sent(explain, counts, most) < least)
		return;
	finding->kind = EXPLAIN_SENDER;
	*finding->roots = most;
	finding->usual = usual;
}

/* One sender does not fill a link as many do: links that are nearly full need one to be a cause. */
static void not_full_drop(struct explain_findings *findings)
{
	size_t kept = 0;

	for (size_t i = 0; i < findings->count; i++) {
		const struct explain_finding *finding = &findings->list[i];

		if (finding->kind == EXPLAIN_LINK &&
		    finding->counts.use + finding->counts.credit < EXPLAIN_FULL)
			free(finding->roots);
		else
			findings->list[kept++] = *finding;
	}
	findings->count = kept;
}

/* --- folding --- */

bool explain_is_like(const struct explain *explain, const struct explain_finding *worse,
		     const struct explain_finding *other)
{
	const struct explain_link *links = explain->machine->links;

	if (worse->kind != other->kind)
		return false;
	if (*worse->roots == *other->roots)
		return true;
	if (worse->kind != EXPLAIN_LINK && worse->kind != EXPLAIN_DETOURS)
		return false;
	return links[*worse->roots].dim == links[*other->roots].dim &&
	       other->waiting / other->count >= EQUAL * worse->waiting / worse->count;
}

static int fold_into(struct explain *explain, struct explain_finding *finding,
		     const struct explain_finding *other)
{
	finding->waiting += other->waiting;
	finding->share += other->share;
	return explain_add_roots(explain, finding, other);
}

static int join_equal(struct explain *explain, struct explain_findings *findings)
{
	struct explain_finding *list = findings->list;
	size_t kept = 0, k;
	int err = 0;

	for (size_t i = 0; i < findings->count; i++) {
		for (k = 0; k < kept && !explain_is_like(explain, &list[k], &list[i]); k++)
			;
		if (k == kept) {
			list[kept++] = list[i];
			continue;
		}
		if (!err)
			err = fold_into(explain, &list[k], &list[i]);
		free(list[i].roots);
	}
	findings->count = kept;
	return err;
}

static int tree_describe(struct explain *explain, const struct explain_counts *counts,
			 struct explain_finding *finding)
{
	const struct explain_tree tree = explain_tree(explain, counts, finding->full, false);
	unsigned int branches = 0;

	finding->tree = calloc(tree.count + 1, sizeof(*finding->tree));
	if (!finding->tree)
		return -ENOMEM;
	for (unsigned int i = 0; i < EXPLAIN_BRANCHES; i++)
		finding->branches[i] = EXPLAIN_NONE;
	for (uint32_t i = 0; i < tree.count; i++) {
		finding->tree[i] = tree.links[i];
		if (explain_is_host(&explain->machine->links[tree.links[i]]))
			finding->hurt++;
		else if (branches < EXPLAIN_BRANCHES)
			finding->branches[branches++] = tree.links[i];
	}
	finding->links = tree.count - finding->hurt;
	return 0;
}

static void negligible_drop(struct explain_findings *findings)
{
	size_t kept = 0;

	for (size_t i = 0; i < findings->count; i++) {
		const struct explain_finding *finding = &findings->list[i];

		if (finding->waiting < SHOWN * findings->list->waiting && !finding->minor)
			free(finding->roots);
		else
			findings->list[kept++] = *finding;
	}
	findings->count = kept;
}

int explain_fold(struct explain *explain, const struct explain_counts *counts,
		 struct explain_findings *findings)
{
	double usual, sent;
	int err = usual_find(explain, counts, &usual);

	if (!err)
		err = failed_find(explain, counts, findings);
	if (!err)
		err = explain_detours(explain, counts, findings);
	if (err)
		return err;
	explain_sort(findings);
	sent = sent_most(explain, counts, usual);
	for (size_t i = 0; i < findings->count && i < FILLED; i++) {
		if (findings->list[i].kind == EXPLAIN_LINK)
			sender_find(explain, counts, usual, sent, &findings->list[i]);
	}
	not_full_drop(findings);
	explain_sort(findings);
	err = join_equal(explain, findings);
	explain_sort(findings);
	negligible_drop(findings);
	/* End points that have just been dropped are hidden ones, too. */
	if (!err && findings->count)
		err = explain_hidden(explain, counts, findings);
	explain_sort(findings);
	for (size_t i = 0; i < findings->count && !err; i++)
		err = tree_describe(explain, counts, &findings->list[i]);
	return err;
}
