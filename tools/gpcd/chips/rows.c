// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chips.h"
#include "cli/cli.h"

/* Names of the numbers in the files of metrics (lib/metrics/sets), by kind of row. */
static const char *const metric_names[MODEL_KINDS][MODEL_NUMBERS] = {
	{ "link_bytes", "link_use", "link_input_stalls", "link_credit_stalls" },
	{ "tile_bytes", "tile_use", "tile_input_stalls", "tile_credit_stalls" },
	{ "nic_rx_bytes", "nic_tx_bytes", "nic_rx_use", "nic_tx_use", "nic_pause_share",
	  "nic_pauses", "nic_congestion_marks", "nic_retransmissions", "nic_drops", "nic_errors" },
};

enum model_kind rows_kind(const struct metric *metric)
{
	switch (metric->per) {
	case METRICS_PER_TILE:
		return MODEL_TILE;
	case METRICS_PER_NIC:
		return MODEL_NIC;
	default:
		return MODEL_LINK;
	}
}

bool rows_have(const struct metric *metric, bool is_nic)
{
	if (is_nic)
		return metric->per == METRICS_PER_NIC;
	return metric->per == METRICS_PER_LINK || metric->per == METRICS_PER_TILE;
}

/* Return which default number a metric is, or MODEL_NUMBERS. */
static enum model_number standard_number(const struct metric *metric)
{
	const char *const *names = metric_names[rows_kind(metric)];
	unsigned int i = 0;

	while (i < MODEL_NUMBERS && (!names[i] || strcmp(metric->name, names[i])))
		i++;
	return i;
}

static bool is_of_peak(const struct metric *metric)
{
	for (unsigned int i = 0; i < metric->formula.count; i++) {
		if (metric->formula.steps[i].op == METRICS_PEAK)
			return !strcmp(metric->unit, "share");
	}
	return false;
}

int rows_choose(struct model *model, const struct metrics *metrics, bool is_nic,
		const struct sets_wanted *wanted)
{
	int err = 0;

	for (size_t i = 0; !err && i < metrics->count; i++) {
		const struct metric *metric = &metrics->list[i];
		struct model_metric chosen = { .number = standard_number(metric) };

		if (!rows_have(metric, is_nic) || !sets_want(wanted, metric) ||
		    (model->faults && !metrics_limited(metrics, metric->name)))
			continue;
		chosen.of_peak = is_of_peak(metric);
		strcpy(chosen.name, metric->name);
		strcpy(chosen.unit, metric->unit);
		err = model_pick(model, rows_kind(metric), &chosen);
	}
	return err;
}

enum model_number rows_number(const struct model *model, const struct metric *metric)
{
	enum model_number number = standard_number(metric);
	const struct model_metric *chosen;

	if (number < MODEL_NUMBERS)
		return number;
	chosen = model_chosen(model, rows_kind(metric), metric->name, metric->unit);
	return chosen ? chosen->number : MODEL_ALL;
}

/* A named metric must have rows, for some chip. */
static int check_name(const struct chips *chips, const char *name)
{
	const struct chips_type *of = NULL;

	for (const struct chips_type *type = chips->types; type; type = type->next) {
		for (size_t i = 0; i < type->metrics.count; i++) {
			const struct metric *metric = &type->metrics.list[i];

			if (!sets_match(name, metric))
				continue;
			if (rows_have(metric, type->is_nic))
				return 0;
			of = type;
		}
	}
	if (!of)
		return sets_unknown(&chips->types->metrics, name);
	complain("%s is no metric per %s: see `gpcd metrics', and `gpcd stat'", name,
		 of->is_nic ? "NIC" : "link or per tile");
	return EXIT_USAGE;
}

int rows_check_wanted(const struct chips *chips, const struct model *model)
{
	int code = 0;

	for (unsigned int i = 0; !code && i < chips->wanted.count; i++)
		code = check_name(chips, chips->wanted.names[i]);
	if (code || !chips->wanted.count || chips->map || model->chosen_count[MODEL_TILE] ||
	    model->chosen_count[MODEL_NIC])
		return code;
	complain("%s: its links need --interconnect, --torus or --dragonfly",
		 chips->wanted.names[0]);
	return EXIT_USAGE;
}

/* Bind the metrics of tiles, or all others. */
static int bind_some(struct chip *chip, const struct model *model, bool tiles)
{
	const struct metrics *metrics = chip->bound.metrics;

	for (size_t i = 0; i < metrics->count; i++) {
		const struct metric *metric = &metrics->list[i];
		int err;

		if ((rows_kind(metric) == MODEL_TILE) != tiles ||
		    !rows_have(metric, chip->is_nic) || rows_number(model, metric) == MODEL_ALL)
			continue;
		err = metrics_bind(&chip->bound, metric);
		if (err && err != -ENODATA)
			return err;
	}
	return 0;
}

/* Tiles are last, as their rows may come later. */
int rows_bind(struct chip *chip, const struct model *model, struct chip *like)
{
	int err;

	if (like && !metrics_bind_like(&chip->bound, &like->bound))
		return 0;
	err = bind_some(chip, model, false);

	if (!err && !(model->tiles_later && chip->judged))
		err = bind_some(chip, model, true);
	metrics_bind_end(&chip->bound);
	return err;
}

/* Count the tiles at the far end of a link: 0 if no link leads back. */
static int count_far(const struct linkmap *map, const struct link *link,
		     const unsigned int own[3], int *count)
{
	const struct link *back;
	struct links far;
	int err;

	*count = MODEL_UNKNOWN;
	if (!link->count)
		return 0;
	if (linkmap_is_whole(map)) {
		*count = link->count;
		return 0;
	}
	err = linkmap_find(map, link->far, &far);
	/* The map may lack the far chip, or be wrong about it. */
	if (err)
		return err == -ENOENT || err == -EBADMSG ? 0 : err;
	back = links_back(&far, link, own);
	*count = back ? back->count : 0;
	return 0;
}

static int add_link_row(const struct chip *chip, struct model *model, const struct links *links,
			unsigned int i, const struct linkmap *map, const unsigned int own[3])
{
	const struct link *link = &links->link[i];
	struct model_row row = {
		.kind = MODEL_LINK,
		.tiles = link->count,
		.lost = link->lost,
		.far = MODEL_UNKNOWN,
	};
	int err = 0;

	strcpy(row.name, chip->bound.links[i].name);
	if (link->direction != links_host(links->aries)) {
		err = count_far(map, link, own, &row.far);
		if (link->count)
			snprintf(row.to, sizeof(row.to), "%u,%u,%u", link->far[0], link->far[1],
				 link->far[2]);
	}
	return err ? err : model_add_row(model, model->chip_count - 1, &row);
}

static int add_link_rows(const struct chip *chip, struct model *model, const struct links *links,
			 const struct linkmap *map)
{
	struct gpcd_info info = { .size = sizeof(info) };
	int err = gpcd_get_info(chip->device, &info);

	for (unsigned int i = 0; !err && i < links->count; i++)
		err = add_link_row(chip, model, links, i, map, info.coord);
	return err;
}

/* Find the link of a tile, "row,column". */
static const char *link_of_tile(const struct chip *chip, const char *tile)
{
	unsigned int row, column;

	if (sscanf(tile, "%u,%u", &row, &column) != 2)
		return "";
	for (size_t i = 0; i < chip->bound.link_count; i++) {
		const struct metrics_link *link = &chip->bound.links[i];

		for (unsigned int j = 0; j < link->count; j++) {
			if (link->tiles[j].row == row && link->tiles[j].column == column)
				return link->name;
		}
	}
	return "";
}

/*
 * Find a row of the last chip, whose rows begin at @first; return the number of rows if there is
 * none.
 */
static size_t row_named(const struct model *model, size_t first, enum model_kind kind,
			const char *name)
{
	while (first < model->row_count &&
	       (model->rows[first].kind != kind || strcmp(model->rows[first].name, name)))
		first++;
	return first;
}

static int add_nic_row(struct model *model)
{
	struct model_row row = { .kind = MODEL_NIC, .far = MODEL_UNKNOWN };

	strcpy(row.name, metrics_per_name(METRICS_PER_NIC));
	return model_add_row(model, model->chip_count - 1, &row);
}

static int add_tile_row(const struct chip *chip, struct model *model, size_t which,
			const char *name)
{
	struct model_row row = { .kind = MODEL_TILE, .tiles = 1, .far = MODEL_UNKNOWN };

	strcpy(row.name, name);
	strcpy(row.to, link_of_tile(chip, name));
	return model_add_row(model, which, &row);
}

/* Where the rows of a chip are. */
struct rows_place {
	size_t which; /* index of the chip */
	size_t first; /* row */
	const struct chip *like; /* its rows are in the same order; or NULL */
	size_t like_first; /* its first row */
};

/* Find the row of number @i of the binding, or return the number of rows if there is none yet. */
static size_t row_of(const struct chip *chip, const struct model *model,
		     const struct rows_place *place, size_t i)
{
	const struct metrics_subject *subject = &chip->bound.subjects[i];
	const struct metric *metric = &chip->bound.metrics->list[subject->metric];

	if (place->like)
		return place->like->targets[i].row - place->like_first + place->first;
	return row_named(model, place->first, rows_kind(metric), subject->object);
}

/* Set the target of a number of the binding; add the row if it is a tile's. */
static int aim(struct chip *chip, struct model *model, const struct rows_place *place, size_t i)
{
	const struct metrics_subject *subject = &chip->bound.subjects[i];
	const struct metric *metric = &chip->bound.metrics->list[subject->metric];
	size_t row = row_of(chip, model, place, i);
	enum model_number number = place->like ? place->like->targets[i].number :
						 rows_number(model, metric);
	int err = 0;

	if (row == model->row_count)
		err = add_tile_row(chip, model, place->which, subject->object);
	if (!err)
		err = model_remember(model, row, number);
	chip->targets[i] = (struct chip_target) { row, number };
	return err;
}

/* Aim the numbers from @from on. */
static int aim_all(struct chip *chip, struct model *model, const struct rows_place *place,
		   size_t from)
{
	struct chip_target *more = reallocarray(chip->targets, chip->bound.count + 1,
						sizeof(*more));
	int err = more ? 0 : -ENOMEM;

	if (more)
		chip->targets = more;
	for (size_t i = from; !err && i < chip->bound.count; i++)
		err = aim(chip, model, place, i);
	return err;
}

/* Return @like if a chip shares its bound metrics, which are numbered in the same way; or NULL. */
static const struct chip *rows_like(const struct chip *chip, const struct chip *like)
{
	return like && like->bound.subjects == chip->bound.subjects ? like : NULL;
}

int rows_add(struct chip *chip, struct model *model, const struct links *links,
	     const struct linkmap *map, const struct chip *like)
{
	const struct rows_place place = {
		.which = model->chip_count - 1,
		.first = model->row_count,
		.like = rows_like(chip, like),
		.like_first = like ? like->first_row : 0,
	};
	int err = chip->is_nic ? add_nic_row(model) : add_link_rows(chip, model, links, map);

	chip->first_row = place.first;
	return err ? err : aim_all(chip, model, &place, 0);
}

int rows_bind_tiles(struct chip *chip, const struct model *model, struct chip *like)
{
	struct metrics_bound bound = {
		.metrics = chip->bound.metrics,
		.links = chip->bound.links,
		.link_count = chip->bound.link_count,
		.nic_peak = chip->bound.nic_peak,
		.group = chip->group,
	};
	int err;

	if (like && !metrics_bind_like(&bound, &like->bound)) {
		metrics_unbind(&chip->bound);
		chip->bound = bound;
		return 0;
	}
	err = bind_some(chip, model, true);
	metrics_bind_end(&chip->bound);
	return err;
}

int rows_add_tiles(struct chip *chip, struct model *model, size_t which, size_t from,
		   const struct chip *like)
{
	const struct rows_place place = {
		.which = which,
		.first = model->row_count,
		.like = rows_like(chip, like),
		.like_first = like ? like->first_tile : 0,
	};

	chip->first_tile = place.first;
	return aim_all(chip, model, &place, from);
}

void rows_fill(const struct chip *chip, struct model *model)
{
	const struct gpcd_snapshot *before = chip->readings > 1 ? chip->before : NULL;

	for (size_t i = 0; i < chip->bound.count; i++) {
		const struct chip_target *target = &chip->targets[i];

		model->rows[target->row].numbers[target->number] =
			metrics_value(&chip->bound, i, before, chip->after);
	}
}
