// SPDX-License-Identifier: LGPL-2.1-or-later
/* Find errors of a formula that its grammar does not. */
#include <errno.h>

#include "check.h"
#include "registers.h"

/* State of a check of a pattern's registers. */
struct sight {
	enum metrics_op op;	/* the operation on them */
	struct gpcd_reg bad;	/* a register for which it makes no sense */
	bool is_bad;	/* there is one */
};

static int look_at_one(void *data, const struct gpcd_reg *reg, const struct gpcd_field *field)
{
	struct sight *sight = data;
	unsigned int kind = field ? field->kind : reg->rule->kind;

	if (sight->op == METRICS_VALUE ? kind != GPCD_KIND_PACKED : kind == GPCD_KIND_COUNTER)
		return 0;
	sight->bad = *reg;
	sight->is_bad = true;
	return -EDOM;
}

/*
 * Check the pattern's registers; if it depends on the tile, on the first tile that has any.
 */
static int look_at(unsigned int chip, const struct metrics_step *step, struct sight *sight)
{
	const struct metrics_visitor visitor = { look_at_one, sight };
	struct metrics_tile tile;
	int err = -ENOENT;

	if (!metrics_pattern_tiled(step->pattern))
		return metrics_registers(chip, step->pattern, NULL, &visitor);
	for (tile.row = 0; tile.row < METRICS_TILES_MOST; tile.row++) {
		for (tile.column = 0; tile.column < METRICS_TILES_MOST; tile.column++) {
			err = metrics_registers(chip, step->pattern, &tile, &visitor);
			if (err != -ENOENT)
				return err;
		}
	}
	return err;
}

static int reject_kind(const struct metrics_step *step, const struct sight *sight,
		       struct metrics_problem *problem)
{
	char name[GPCD_NAME_MAX];

	gpcd_reg_name(&sight->bad, name);
	if (step->op == METRICS_VALUE)
		return metrics_reject(problem, step->at, "%s is packed: a field belongs after it",
				      name);
	return metrics_reject(problem, step->at, "%s is no counter: value() reads it", name);
}

static int check_one_pattern(unsigned int chip, const struct metric *metric,
			     const struct metrics_step *step, struct metrics_problem *problem)
{
	bool by_tile = metric->per == METRICS_PER_TILE || metric->per == METRICS_PER_LINK;
	bool tiled = metrics_pattern_tiled(step->pattern);
	struct sight sight = { .op = step->op };

	if (tiled && !by_tile)
		return metrics_reject(problem, step->at,
				      "a metric per %s has no {row} and {column}",
				      metrics_per_name(metric->per));
	if (!tiled && by_tile)
		return metrics_reject(problem, step->at,
				      "a metric per %s needs {row} and {column}",
				      metrics_per_name(metric->per));
	switch (look_at(chip, step, &sight)) {
	case 0:
		return 0;
	case -ENOENT:
		return metrics_reject(problem, step->at, "a %s has no register '%s'",
				      gpcd_chip_name(chip), step->pattern);
	case -ENXIO:
		return metrics_reject(problem, step->at, "no such field: '%s'", step->pattern);
	default:
		return reject_kind(step, &sight, problem);
	}
}

int metrics_check(unsigned int chip, const struct metric *metric, struct metrics_problem *problem)
{
	bool reads = false;

	for (unsigned int i = 0; i < metric->formula.count; i++) {
		const struct metrics_step *step = &metric->formula.steps[i];
		int err = 0;

		if (metrics_op_has_pattern(step->op))
			err = check_one_pattern(chip, metric, step, problem);
		else if ((step->op == METRICS_PEAK || step->op == METRICS_TILES) &&
			 metric->per != METRICS_PER_TILE && metric->per != METRICS_PER_LINK)
			err = metrics_reject(problem, step->at, "a metric per %s has no %s",
					     metrics_per_name(metric->per),
					     step->op == METRICS_PEAK ? "peak" : "tiles");
		if (err)
			return err;
		reads |= metrics_op_has_pattern(step->op);
	}
	if (!reads)
		return metrics_reject(problem, metric->at, "metric '%s' reads no register",
				      metric->name);
	return 0;
}
