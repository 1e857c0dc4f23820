// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network.h"

/* --- the machine --- */

/* Sort links by chip, by counting; @chip is where they belong. */
static int index_make(const struct explain_machine *machine, bool ends,
		      struct explain_index *index)
{
	index->first = calloc(machine->chips + 2, sizeof(*index->first));
	index->list = calloc(machine->count + 1, sizeof(*index->list));
	if (!index->first || !index->list)
		return -ENOMEM;
	for (uint32_t i = 0; i < machine->count; i++) {
		const struct explain_link *link = &machine->links[i];

		if (link->from >= machine->chips || link->to >= machine->chips)
			return -EINVAL;
		index->first[(ends ? link->to : link->from) + 2]++;
	}
	for (uint32_t chip = 0; chip < machine->chips; chip++)
		index->first[chip + 2] += index->first[chip + 1];
	for (uint32_t i = 0; i < machine->count; i++) {
		const struct explain_link *link = &machine->links[i];

		index->list[index->first[(ends ? link->to : link->from) + 1]++] = i;
	}
	return 0;
}

/*
 * Pair the directions of links. If several links join two chips, the n-th there belongs to the n-th
 * back.
 */
static void back_find(struct explain *explain, uint32_t link)
{
	const struct explain_machine *machine = explain->machine;
	const struct explain_link *it = &machine->links[link];

	explain->back[link] = EXPLAIN_NONE;
	for (uint32_t i = explain->out.first[it->to]; i < explain->out.first[it->to + 1]; i++) {
		uint32_t other = explain->out.list[i];

		if (machine->links[other].to != it->from || explain_is_host(it) ||
		    machine->links[other].dim != it->dim ||
		    (machine->ordered && machine->links[other].port == it->port) ||
		    explain->seen[other])
			continue;
		explain->seen[other] = 1;
		explain->back[link] = other;
		return;
	}
}

int explain_new(const struct explain_machine *machine, struct explain **result)
{
	struct explain *explain = calloc(1, sizeof(*explain));
	int err;

	*result = explain;
	if (!explain)
		return -ENOMEM;
	explain->machine = machine;
	explain->back = calloc(machine->count + 1, sizeof(*explain->back));
	explain->states = calloc(machine->count + 1, sizeof(*explain->states));
	explain->queue = calloc(machine->count + 1, sizeof(*explain->queue));
	explain->seen = calloc(machine->count + 1, sizeof(*explain->seen));
	err = index_make(machine, true, &explain->in);
	if (!err)
		err = index_make(machine, false, &explain->out);
	if (!err && (!explain->back || !explain->states || !explain->queue || !explain->seen))
		err = -ENOMEM;
	for (uint32_t i = 0; i < machine->count && !err; i++)
		back_find(explain, i);
	explain->search = 1;
	if (!err)
		return 0;
	explain_free(explain);
	*result = NULL;
	return err;
}

void explain_free(struct explain *explain)
{
	if (!explain)
		return;
	free(explain->in.first);
	free(explain->in.list);
	free(explain->out.first);
	free(explain->out.list);
	free(explain->back);
	free(explain->states);
	free(explain->queue);
	free(explain->seen);
	free(explain);
}

/* --- a window --- */

static void busiest_find(const struct explain *explain, const struct explain_counts *counts,
			 struct explain_findings *findings)
{
	*findings = (struct explain_findings) { .busiest = EXPLAIN_NONE };
	for (uint32_t i = 0; i < explain->machine->count; i++) {
		const struct explain_link *link = &explain->machine->links[i];

		findings->unread += isnan(counts[i].use) || isnan(counts[i].credit);
		if (explain_is_host(link) || !(counts[i].use > findings->use))
			continue;
		findings->use = counts[i].use;
		findings->busiest = i;
	}
}

int explain_window(struct explain *explain, const struct explain_counts *counts,
		   struct explain_findings *findings)
{
	int err = 0;

	busiest_find(explain, counts, findings);
	explain_walk(explain, counts);
	for (uint32_t i = 0; i < explain->machine->count && !err; i++) {
		struct explain_finding finding;

		if (explain_judge(explain, counts, i, &finding))
			err = explain_add(findings, &finding, i);
	}
	if (!err)
		err = explain_fold(explain, counts, findings);
	return err;
}

void explain_hurt(struct explain *explain, const struct explain_counts *counts,
		  const struct explain_finding *finding, bool *hurt)
{
	for (size_t i = 0; i < finding->count; i++) {
		/* What shows the finding is known of its worst root only. */
		uint32_t root = i ? finding->roots[i] : finding->full;
		const struct explain_tree tree = explain_tree(explain, counts, root, false);

		for (uint32_t k = 0; k < tree.count; k++) {
			const struct explain_link *link = &explain->machine->links[tree.links[k]];

			if (explain_is_host(link))
				hurt[link->from] = true;
		}
	}
}

void explain_findings_free(struct explain_findings *findings)
{
	for (size_t i = 0; i < findings->count; i++) {
		free(findings->list[i].roots);
		free(findings->list[i].tree);
	}
	free(findings->list);
	*findings = (struct explain_findings) { 0 };
}
