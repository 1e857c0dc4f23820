// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Detours of adaptive routing: packets that go round a full link between two groups pass a third
 * one, to which they do not belong. What leaves a group and is more than its nodes send passes it.
 */
#include <errno.h>
#include <stdlib.h>

#include "network.h"

/* Packets make detours if at least this part of those that leave a group only pass it. */
#define PASS		0.03

/* The groups of a machine, and what leaves them, in packets a second. */
struct groups {
	uint32_t *of;		/* by chip: a chip of the same group, nearer to its first one */
	uint32_t *list;		/* the first chips of the groups */
	uint32_t count;
	double *left;		/* by first chip: over links between groups */
	double *sent;		/* what its nodes send */
};

/* Find the first chip of a chip's group, and shorten the way there. */
static uint32_t chip_group(const struct groups *groups, uint32_t chip)
{
	uint32_t *of = groups->of;

	while (of[chip] != chip) {
		of[chip] = of[of[chip]];
		chip = of[chip];
	}
	return chip;
}

/* Chips are in one group if links join them that are not between groups. */
static void groups_join(const struct explain_machine *machine, struct groups *groups)
{
	for (uint32_t chip = 0; chip < machine->chips; chip++)
		groups->of[chip] = chip;
	for (uint32_t i = 0; i < machine->count; i++) {
		const struct explain_link *link = &machine->links[i];

		if (link->dim != EXPLAIN_BETWEEN_GROUPS)
			groups->of[chip_group(groups, link->from)] = chip_group(groups, link->to);
	}
	for (uint32_t chip = 0; chip < machine->chips; chip++) {
		if (groups->of[chip] == chip)
			groups->list[groups->count++] = chip;
	}
}

static void groups_count(const struct explain_machine *machine, const struct explain_counts *counts,
			 struct groups *groups)
{
	for (uint32_t i = 0; i < machine->count; i++) {
		const struct explain_link *link = &machine->links[i];
		uint32_t group = chip_group(groups, link->from);

		if (explain_is_host(link))
			groups->sent[group] += counts[i].packets;
		else if (link->dim == EXPLAIN_BETWEEN_GROUPS)
			groups->left[group] += counts[i].packets;
	}
}

static int groups_find(const struct explain_machine *machine, const struct explain_counts *counts,
		       struct groups *groups)
{
	*groups = (struct groups) {
		.of = calloc(machine->chips + 1, sizeof(*groups->of)),
		.list = calloc(machine->chips + 1, sizeof(*groups->list)),
		.left = calloc(machine->chips + 1, sizeof(*groups->left)),
		.sent = calloc(machine->chips + 1, sizeof(*groups->sent)),
	};
	if (!groups->of || !groups->list || !groups->left || !groups->sent)
		return -ENOMEM;
	groups_join(machine, groups);
	groups_count(machine, counts, groups);
	return 0;
}

static void groups_free(struct groups *groups)
{
	free(groups->of);
	free(groups->list);
	free(groups->left);
	free(groups->sent);
}

static bool joins_groups(const struct explain *explain, const struct explain_finding *finding)
{
	return finding->kind == EXPLAIN_LINK &&
	       explain->machine->links[finding->full].dim == EXPLAIN_BETWEEN_GROUPS;
}

/* Find the group of which the largest part of what leaves only passes. */
static uint32_t passed_find(const struct groups *groups, double *passing)
{
	uint32_t passed = EXPLAIN_NONE;

	*passing = PASS;
	for (uint32_t i = 0; i < groups->count; i++) {
		uint32_t group = groups->list[i];
		double part = 1 - groups->sent[group] / groups->left[group];

		/* What is not known, NAN, is no sign. */
		if (!(part > *passing))
			continue;
		*passing = part;
		passed = group;
	}
	return passed;
}

int explain_detours(struct explain *explain, const struct explain_counts *counts,
		    struct explain_findings *findings)
{
	uint32_t passed = EXPLAIN_NONE;
	struct groups groups;
	double passing;
	size_t first = 0;
	int err;

	while (first < findings->count && !joins_groups(explain, &findings->list[first]))
		first++;
	if (explain->machine->ordered || first == findings->count)
		return 0;
	err = groups_find(explain->machine, counts, &groups);
	if (!err)
		passed = passed_find(&groups, &passing);
	groups_free(&groups);
	for (size_t i = first; i < findings->count && passed != EXPLAIN_NONE; i++) {
		struct explain_finding *finding = &findings->list[i];

		if (!joins_groups(explain, finding))
			continue;
		finding->kind = EXPLAIN_DETOURS;
		finding->passed = passed;
		finding->passing = passing;
	}
	return err;
}
