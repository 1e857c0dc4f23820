// SPDX-License-Identifier: GPL-2.0-only
/* Which links are roots of congestion, and which nodes it hurts, as lib/explain judges. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "chips.h"
#include "cli/explain/sites.h"
#include "router/router.h"

/* The judged chips and their links. */
struct causes {
	struct sites sites;
	struct explain_counts *counts; /* by link */
	enum model_part *parts; /* by link */
	bool *hurt; /* by chip of sites */
	struct router_sums sums; /* of the chip at hand */
};

static int sites_make(struct causes *causes, const struct chips *chips)
{
	struct links links;
	int err = 0;

	for (size_t i = 0; i < chips->count && !err; i++) {
		const struct chip *chip = &chips->list[i];

		if (chip->judged && !linkmap_find(chips->map, chip->coord, &links))
			err = sites_add(&causes->sites, chip->coord, &links);
	}
	return err ? err : sites_join(&causes->sites);
}

struct causes *causes_open(const struct chips *chips)
{
	struct causes *causes = calloc(1, sizeof(*causes));
	const struct explain_machine *machine;

	if (!causes)
		return NULL;
	machine = &causes->sites.machine;
	if (!sites_make(causes, chips)) {
		causes->counts = calloc(machine->count + 1, sizeof(*causes->counts));
		causes->parts = calloc(machine->count + 1, sizeof(*causes->parts));
		causes->hurt = calloc(machine->chips + 1, sizeof(*causes->hurt));
	}
	if (causes->counts && causes->parts && causes->hurt)
		return causes;
	causes_close(causes);
	return NULL;
}

void causes_close(struct causes *causes)
{
	if (!causes)
		return;
	sites_close(&causes->sites);
	free(causes->counts);
	free(causes->parts);
	free(causes->hurt);
	free(causes);
}

/* --- a sample --- */

/* A chip that came back has been read only once. */
static bool chip_sum(const struct chip *chip, const struct links *links, struct router_sums *sums)
{
	if (chip->failed || chip->readings < 2)
		return false;
	return !router_links(chip->judged, links, chip->before, chip->after, sums) && sums->timed;
}

static void counts_fill(struct causes *causes, const struct chips *chips)
{
	sites_clear(&causes->sites, causes->counts);
	for (size_t i = 0; i < chips->count; i++) {
		const struct chip *chip = &chips->list[i];
		const struct site *site;

		site = chip->judged ? sites_find(&causes->sites, chip->coord) : NULL;
		if (!site || !chip_sum(chip, &site->links, &causes->sums))
			continue;
		for (unsigned int k = 0; k < site->links.count; k++)
			sites_fill(&causes->sites, site, k, causes->sums.link[k].rates,
				   causes->counts);
	}
}

static void parts_find(struct causes *causes, const struct explain_findings *found)
{
	const struct explain_machine *machine = &causes->sites.machine;

	memset(causes->hurt, 0, machine->chips * sizeof(*causes->hurt));
	for (size_t i = 0; i < found->count; i++)
		explain_hurt(causes->sites.explain, causes->counts, &found->list[i], causes->hurt);
	for (uint32_t i = 0; i < machine->count; i++) {
		const struct explain_link *link = &machine->links[i];

		causes->parts[i] = link->from == link->to && causes->hurt[link->from] ?
				   MODEL_HURT : MODEL_APART;
	}
	for (size_t i = 0; i < found->count; i++) {
		for (size_t k = 0; k < found->list[i].count; k++)
			causes->parts[found->list[i].roots[k]] = MODEL_ROOT;
	}
}

/* The rows of a chip's links are in their order. */
static void rows_note(const struct causes *causes, const struct chips *chips, struct model *model)
{
	unsigned int link = 0;

	for (size_t i = 0; i < model->row_count; i++) {
		struct model_row *row = &model->rows[i];
		const struct chip *chip = &chips->list[row->chip];
		const struct site *site;

		row->part = MODEL_APART;
		if (row->kind != MODEL_LINK)
			continue;
		if (!i || model->rows[i - 1].chip != row->chip)
			link = 0;
		site = chip->judged ? sites_find(&causes->sites, chip->coord) : NULL;
		if (site && site->out[link] != EXPLAIN_NONE)
			row->part = causes->parts[site->out[link]];
		link++;
	}
}

int causes_note(struct causes *causes, const struct chips *chips, struct model *model)
{
	struct explain_findings found;
	int err;

	counts_fill(causes, chips);
	err = explain_window(causes->sites.explain, causes->counts, &found);
	if (!err)
		parts_find(causes, &found);
	explain_findings_free(&found);
	if (!err)
		rows_note(causes, chips, model);
	return err;
}
