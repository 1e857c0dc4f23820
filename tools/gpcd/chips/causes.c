// SPDX-License-Identifier: GPL-2.0-only
/* Which links are roots of congestion, and which nodes it hurts, as lib/explain judges. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "chips.h"
#include "cli/explain/sites.h"
#include "router/router.h"

/* The chips, each opened apart from what rows show, and their links. */
struct causes {
	struct router *routers; /* by chip */
	bool *is_open; /* by chip */
	size_t count;
	struct sites sites; /* those that have links */
	struct explain_counts *counts; /* by link */
	enum model_part *parts; /* by link */
	bool *hurt; /* by chip of sites */
};

static bool is_linked(const struct chip *chip)
{
	return !chip->is_nic && chip->bound.link_count;
}

static int sites_make(struct causes *causes, const struct chips *chips)
{
	struct links links;
	int err = 0;

	for (size_t i = 0; i < chips->count && !err; i++) {
		const struct chip *chip = &chips->list[i];

		if (is_linked(chip) && !linkmap_find(chips->map, chip->coord, &links))
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
	causes->routers = calloc(chips->count + 1, sizeof(*causes->routers));
	causes->is_open = calloc(chips->count + 1, sizeof(*causes->is_open));
	if (!sites_make(causes, chips)) {
		causes->counts = calloc(machine->count + 1, sizeof(*causes->counts));
		causes->parts = calloc(machine->count + 1, sizeof(*causes->parts));
		causes->hurt = calloc(machine->chips + 1, sizeof(*causes->hurt));
	}
	causes->count = chips->count;
	if (causes->routers && causes->is_open && causes->counts && causes->parts && causes->hurt)
		return causes;
	causes_close(causes);
	return NULL;
}

void causes_close(struct causes *causes)
{
	if (!causes)
		return;
	for (size_t i = 0; i < causes->count && causes->is_open && causes->routers; i++) {
		if (causes->is_open[i])
			router_close(&causes->routers[i]);
	}
	sites_close(&causes->sites);
	free(causes->routers);
	free(causes->is_open);
	free(causes->counts);
	free(causes->parts);
	free(causes->hurt);
	free(causes);
}

/* --- a sample --- */

/* A chip that went is opened again; rows say that it is gone. */
static bool router_sample(struct causes *causes, size_t i, const struct chip *chip)
{
	struct router *router = &causes->routers[i];
	bool *is_open = &causes->is_open[i];

	if (*is_open && (chip->failed || router_read(router))) {
		router_close(router);
		*is_open = false;
	}
	if (*is_open)
		return !router_sum(router) && router->sums.timed;
	if (chip->failed)
		return false;
	*is_open = !router_open(router, gpcd_path(chip->device)) && !router_read(router);
	if (!*is_open)
		router_close(router);
	return false;
}

static void counts_fill(struct causes *causes, const struct chips *chips)
{
	sites_clear(&causes->sites, causes->counts);
	for (size_t i = 0; i < chips->count; i++) {
		const struct chip *chip = &chips->list[i];
		const struct site *site;

		site = is_linked(chip) ? sites_find(&causes->sites, chip->coord) : NULL;
		if (!site)
			continue;
		causes->routers[i].links = site->links;
		if (!router_sample(causes, i, chip))
			continue;
		for (unsigned int k = 0; k < site->links.count; k++)
			sites_fill(&causes->sites, site, k, causes->routers[i].sums.link[k].rates,
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
		site = is_linked(chip) ? sites_find(&causes->sites, chip->coord) : NULL;
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
