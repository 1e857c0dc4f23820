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
	const struct site **places; /* by chip of those that are shown; NULL: it is not judged */
	bool *known; /* by chip of sites: this sample has its counts */
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

/* Make what is known by link, by chip of the machine, and by chip that is shown. */
static int causes_make(struct causes *causes, const struct chips *chips)
{
	const struct explain_machine *machine = &causes->sites.machine;

	causes->counts = calloc(machine->count + 1, sizeof(*causes->counts));
	causes->parts = calloc(machine->count + 1, sizeof(*causes->parts));
	causes->hurt = calloc(machine->chips + 1, sizeof(*causes->hurt));
	causes->known = calloc(machine->chips + 1, sizeof(*causes->known));
	causes->places = calloc(chips->count + 1, sizeof(*causes->places));
	if (!causes->counts || !causes->parts || !causes->hurt || !causes->known || !causes->places)
		return -ENOMEM;
	for (size_t i = 0; i < chips->count; i++) {
		if (chips->list[i].judged)
			causes->places[i] = sites_find(&causes->sites, chips->list[i].coord);
	}
	return 0;
}

struct causes *causes_open(const struct chips *chips)
{
	struct causes *causes = calloc(1, sizeof(*causes));

	if (!causes)
		return NULL;
	if (!sites_make(causes, chips) && !causes_make(causes, chips))
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
	free(causes->known);
	free(causes->places);
	free(causes);
}

/* --- a sample --- */

/* A chip that came back has been read only once; while its time stands still there are no rates. */
static bool chip_sum(const struct chip *chip, const struct links *links, struct router_sums *sums)
{
	uint64_t ns;

	if (chip->failed || chip->readings < 2 ||
	    gpcd_snapshot_elapsed(chip->before, chip->after, &ns))
		return false;
	return !router_links(chip->judged, links, chip->before, chip->after, sums);
}

/* Several devices may be views of a chip: the first one that was read will do. */
static void counts_fill(struct causes *causes, const struct chips *chips)
{
	sites_clear(&causes->sites, causes->counts);
	memset(causes->known, 0, causes->sites.count * sizeof(*causes->known));
	for (size_t i = 0; i < chips->count; i++) {
		const struct site *site = causes->places[i];
		bool *known = site ? &causes->known[site - causes->sites.list] : NULL;

		if (!site || *known || !chip_sum(&chips->list[i], &site->links, &causes->sums))
			continue;
		*known = true;
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
static void rows_note(const struct causes *causes, struct model *model)
{
	unsigned int link = 0;

	for (size_t i = 0; i < model->row_count; i++) {
		struct model_row *row = &model->rows[i];
		const struct site *site = causes->places[row->chip];

		row->part = MODEL_APART;
		if (row->kind != MODEL_LINK)
			continue;
		if (!i || model->rows[i - 1].chip != row->chip)
			link = 0;
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
		rows_note(causes, model);
	return err;
}
