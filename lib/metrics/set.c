// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <gpcd/gpcd.h>

#include "registers.h"
#include "scanner.h"
#include "set.h"

/* --- objects --- */

static const char * const pers[METRICS_PERS] = {
	[METRICS_PER_TILE] = "tile",
	[METRICS_PER_LINK] = "link",
	[METRICS_PER_NIC] = "nic",
	[METRICS_PER_CHIP] = "chip",
};

const char *metrics_per_name(enum metrics_per per)
{
	return pers[per];
}

/* --- whether a formula makes sense --- */

/* Find errors of a formula that its grammar does not. */

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

	if (sight->op == METRICS_VALUE ? kind != GPCD_KIND_PACKED : gpcd_kind_counts(kind))
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

static int reject_registers(unsigned int chip, const struct metrics_step *step, int err,
			    const struct sight *sight, struct metrics_problem *problem)
{
	switch (err) {
	case -ENOENT:
		return metrics_reject(problem, step->at, "a %s has no register '%s'",
				      gpcd_chip_name(chip), step->pattern);
	case -ENXIO:
		return metrics_reject(problem, step->at, "no such field: '%s'", step->pattern);
	default:
		return reject_kind(step, sight, problem);
	}
}

/* Another machine's chip of the same name may be the one that a metric suits. */
static bool may_lack(const struct metrics *metrics)
{
	return metrics->chip >= GPCD_CHIPS_LEARNED && !metrics->strict;
}

static int check_one_pattern(const struct metrics *metrics, const struct metric *metric,
			     const struct metrics_step *step, struct metrics_problem *problem)
{
	bool by_tile = metric->per == METRICS_PER_TILE || metric->per == METRICS_PER_LINK;
	bool tiled = metrics_pattern_tiled(step->pattern);
	struct sight sight = { .op = step->op };
	int err;

	if (tiled && !by_tile)
		return metrics_reject(problem, step->at,
				      "a metric per %s has no {row} and {column}",
				      metrics_per_name(metric->per));
	if (!tiled && by_tile)
		return metrics_reject(problem, step->at,
				      "a metric per %s needs {row} and {column}",
				      metrics_per_name(metric->per));
	err = look_at(metrics->chip, step, &sight);
	if (err && may_lack(metrics))
		return -ENOENT;
	return err ? reject_registers(metrics->chip, step, err, &sight, problem) : 0;
}

/* Has an object of a metric a peak, or tiles? */
static bool has_property(const struct metric *metric, enum metrics_op op)
{
	return metric->per == METRICS_PER_TILE || metric->per == METRICS_PER_LINK ||
	       (metric->per == METRICS_PER_NIC && op == METRICS_PEAK);
}

/*
 * Check a formula against the registers of its chip. Each pattern must match a register, on one
 * tile at least; delta() and rate() take only counters, value() no packed register without a field;
 * {row}, {column} and tiles need a metric per tile or per link, whose patterns all have {row} and
 * {column}; peak needs one of these, or a metric per NIC. Return 0, -EINVAL and fill in @problem,
 * or -ENOENT if the metric is to be left out.
 */
static int metrics_check(const struct metrics *metrics, const struct metric *metric,
			 struct metrics_problem *problem)
{
	bool reads = false;

	for (unsigned int i = 0; i < metric->formula.count; i++) {
		const struct metrics_step *step = &metric->formula.steps[i];
		int err = 0;

		if (metrics_op_has_pattern(step->op))
			err = check_one_pattern(metrics, metric, step, problem);
		else if ((step->op == METRICS_PEAK || step->op == METRICS_TILES) &&
			 !has_property(metric, step->op))
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

/* --- sets --- */

/* Metrics, parsed from text: "metric NAME per OBJECT unit "..." help "..." = FORMULA ;". */

const struct metric *metrics_find(const struct metrics *metrics, const char *name)
{
	for (size_t i = 0; i < metrics->count; i++) {
		if (!strcmp(metrics->list[i].name, name))
			return &metrics->list[i];
	}
	return NULL;
}

void metrics_free(struct metrics *metrics)
{
	for (size_t i = 0; i < metrics->count; i++)
		metrics_known_free(&metrics->list[i].formula);
	free(metrics->list);
	free(metrics->limits);
	memset(metrics, 0, sizeof(*metrics));
}

/* Check that the last word is @word, and read the next. */
static int expect_word(struct metrics_scanner *scanner, const char *word,
		       struct metrics_problem *problem)
{
	if (scanner->token != METRICS_NAME || strcmp(scanner->text, word))
		return metrics_reject(problem, scanner->at, "'%s' belongs here", word);
	return metrics_scan(scanner, problem);
}

/* Copy the last word, if it is of kind @token, and read the next. */
static int copy_word(struct metrics_scanner *scanner, enum metrics_token token, const char *what,
		     char *room, size_t size, struct metrics_problem *problem)
{
	if (scanner->token != token)
		return metrics_reject(problem, scanner->at, "%s belongs here", what);
	if (strlen(scanner->text) >= size)
		return metrics_reject(problem, scanner->at, "%s of more than %zu bytes", what,
				      size - 1);
	strcpy(room, scanner->text);
	return metrics_scan(scanner, problem);
}

static int read_per(struct metrics_scanner *scanner, struct metric *metric,
		    struct metrics_problem *problem)
{
	unsigned int per = 0;

	while (per < METRICS_PERS && strcmp(scanner->text, metrics_per_name(per)))
		per++;
	if (scanner->token == METRICS_NAME && per < METRICS_PERS) {
		metric->per = per;
		return metrics_scan(scanner, problem);
	}
	return metrics_reject(problem, scanner->at, "one of tile, link, nic, chip belongs here");
}

static int read_head(struct metrics_scanner *scanner, struct metric *metric,
		     struct metrics_problem *problem)
{
	int err = 0;

	if (scanner->token != METRICS_NAME || strcmp(scanner->text, "metric"))
		err = metrics_reject(problem, scanner->at, "'metric' or 'limit' belongs here");
	if (!err)
		err = metrics_scan(scanner, problem);
	metric->at = scanner->at;
	if (!err)
		err = copy_word(scanner, METRICS_NAME, "the name of the metric", metric->name,
				sizeof(metric->name), problem);
	if (!err)
		err = expect_word(scanner, "per", problem);
	if (!err)
		err = read_per(scanner, metric, problem);
	if (!err)
		err = expect_word(scanner, "unit", problem);
	if (!err)
		err = copy_word(scanner, METRICS_QUOTED, "a unit in quotes", metric->unit,
				sizeof(metric->unit), problem);
	if (!err)
		err = expect_word(scanner, "help", problem);
	if (!err)
		err = copy_word(scanner, METRICS_QUOTED, "a line of help in quotes", metric->help,
				sizeof(metric->help), problem);
	return err;
}

static int read_sign(struct metrics_scanner *scanner, char sign, struct metrics_problem *problem)
{
	if (!metrics_scan_is(scanner, sign))
		return metrics_reject(problem, scanner->at, "a '%c' belongs here", sign);
	return metrics_scan(scanner, problem);
}

/* Copy the text of a formula, without comments, and with single blanks. */
static int copy_formula(struct metric *metric, const char *from, const char *to,
			struct metrics_problem *problem)
{
	bool comment = false, blank = false, quoted = false, escaped = false;
	size_t length = 0;

	for (; from < to; from++) {
		if (*from == '\n')
			comment = false;
		else if (*from == '#' && !quoted)
			comment = true;
		if (comment || (strchr(" \t\r\n", *from) && !quoted)) {
			blank = true;
			continue;
		}
		quoted ^= *from == '"' && !escaped;
		escaped = quoted && *from == '\\' && !escaped;
		if (length + 2 >= sizeof(metric->text))
			return metrics_reject(problem, metric->at,
					      "the formula of '%s' has more than %zu characters",
					      metric->name, sizeof(metric->text) - 2);
		if (blank && length)
			metric->text[length++] = ' ';
		blank = false;
		metric->text[length++] = *from;
	}
	metric->text[length] = '\0';
	return 0;
}

/* Read the formula, which begins with the last word that was read. */
static int read_formula(struct metrics_scanner *scanner, struct metric *metric,
			struct metrics_problem *problem)
{
	const char *begin = scanner->begin;
	int err = metrics_formula_read(scanner, &metric->formula, problem);

	if (err)
		return err;
	if (!metrics_scan_is(scanner, ';'))
		return metrics_reject(problem, scanner->at, "an operator or a ';' belongs here");
	return copy_formula(metric, begin, scanner->begin, problem);
}

/* Add a metric, or replace its namesake from another file. */
static int place_metric(struct metrics *metrics, const struct metric *metric)
{
	struct metric *place = (struct metric *)metrics_find(metrics, metric->name), *list;

	if (!place) {
		list = reallocarray(metrics->list, metrics->count + 1, sizeof(*list));
		if (!list)
			return -ENOMEM;
		metrics->list = list;
		place = &list[metrics->count++];
	} else {
		metrics_known_free(&place->formula);
	}
	*place = *metric;
	return metrics_known_make(&place->formula);
}

/* Read a definition up to its ';'. Return as metrics_check(). */
static int read_definition(struct metrics *metrics, struct metrics_scanner *scanner,
			   struct metric *metric, struct metrics_problem *problem)
{
	const struct metric *namesake;
	int err = read_head(scanner, metric, problem);

	if (err)
		return err;
	namesake = metrics_find(metrics, metric->name);
	if (namesake && namesake->file == metric->file)
		return metrics_reject(problem, metric->at, "line %u has a metric '%s' already",
				      namesake->at.line, metric->name);
	if (metrics->count == METRICS_MOST)
		return metrics_reject(problem, metric->at, "more than %d metrics", METRICS_MOST);
	err = read_sign(scanner, '=', problem);
	if (!err)
		err = read_formula(scanner, metric, problem);
	return err || metrics->chip == GPCD_CHIP_NONE ?
		       err : metrics_check(metrics, metric, problem);
}

static int read_metric(struct metrics *metrics, struct metrics_scanner *scanner,
		       struct metric *metric, struct metrics_problem *problem)
{
	int err = read_definition(metrics, scanner, metric, problem);
	bool left_out = err == -ENOENT;

	if (!err || left_out)
		err = metrics_scan(scanner, problem);
	return err || left_out ? err : place_metric(metrics, metric);
}

/* --- limits: "limit NAME above NUMBER because "..." ;" --- */

static struct metrics_limit *find_limit(const struct metrics *metrics,
					const struct metrics_limit *like)
{
	for (size_t i = 0; i < metrics->limit_count; i++) {
		struct metrics_limit *limit = &metrics->limits[i];

		if (limit->below == like->below && !strcmp(limit->metric, like->metric))
			return limit;
	}
	return NULL;
}

bool metrics_limited(const struct metrics *metrics, const char *name)
{
	struct metrics_limit like = { 0 };

	strncat(like.metric, name, sizeof(like.metric) - 1);
	if (find_limit(metrics, &like))
		return true;
	like.below = true;
	return find_limit(metrics, &like);
}

static int read_side(struct metrics_scanner *scanner, struct metrics_limit *limit,
		     struct metrics_problem *problem)
{
	limit->below = !strcmp(scanner->text, "below");
	if (scanner->token != METRICS_NAME || (!limit->below && strcmp(scanner->text, "above")))
		return metrics_reject(problem, scanner->at, "'above' or 'below' belongs here");
	return metrics_scan(scanner, problem);
}

static int read_bound(struct metrics_scanner *scanner, struct metrics_limit *limit,
		      struct metrics_problem *problem)
{
	bool negative = metrics_scan_is(scanner, '-');
	int err = negative ? metrics_scan(scanner, problem) : 0;

	if (err)
		return err;
	if (scanner->token != METRICS_NUMBER)
		return metrics_reject(problem, scanner->at, "a number belongs here");
	limit->bound = negative ? -scanner->number : scanner->number;
	return metrics_scan(scanner, problem);
}

/* Check what a limit is about, as far as that is known: see metrics_read(). */
static int check_limit(const struct metrics *metrics, const struct metrics_limit *limit,
		       struct metrics_problem *problem)
{
	const struct metrics_limit *namesake = find_limit(metrics, limit);
	bool all_known = metrics->chip != GPCD_CHIP_NONE && metrics->chip < GPCD_CHIPS_LEARNED &&
			 !metrics->strict;

	if (namesake && namesake->file == limit->file)
		return metrics_reject(problem, limit->at, "line %u has this limit already",
				      namesake->at.line);
	if (all_known && !metrics_find(metrics, limit->metric))
		return metrics_reject(problem, limit->at, "no metric '%s' before its limit",
				      limit->metric);
	if (metrics->limit_count == METRICS_MOST)
		return metrics_reject(problem, limit->at, "more than %d limits", METRICS_MOST);
	return 0;
}

/* Add a limit, or replace another file's. */
static int place_limit(struct metrics *metrics, const struct metrics_limit *limit)
{
	struct metrics_limit *place = find_limit(metrics, limit), *limits;

	if (!place) {
		limits = reallocarray(metrics->limits, metrics->limit_count + 1, sizeof(*limits));
		if (!limits)
			return -ENOMEM;
		metrics->limits = limits;
		place = &limits[metrics->limit_count++];
	}
	*place = *limit;
	return 0;
}

static int read_limit(struct metrics *metrics, struct metrics_scanner *scanner,
		      struct metrics_problem *problem)
{
	struct metrics_limit limit = { .file = metrics->files };
	int err = metrics_scan(scanner, problem);

	limit.at = scanner->at;
	if (!err)
		err = copy_word(scanner, METRICS_NAME, "the name of a metric", limit.metric,
				sizeof(limit.metric), problem);
	if (!err)
		err = read_side(scanner, &limit, problem);
	if (!err)
		err = read_bound(scanner, &limit, problem);
	if (!err)
		err = expect_word(scanner, "because", problem);
	if (!err)
		err = copy_word(scanner, METRICS_QUOTED, "a reason in quotes", limit.why,
				sizeof(limit.why), problem);
	if (!err)
		err = check_limit(metrics, &limit, problem);
	if (!err)
		err = read_sign(scanner, ';', problem);
	return err ? err : place_limit(metrics, &limit);
}

static bool is_limit(const struct metrics_scanner *scanner)
{
	return scanner->token == METRICS_NAME && !strcmp(scanner->text, "limit");
}

int metrics_read(struct metrics *metrics, const char *set, const char *text, size_t length,
		 struct metrics_problem *problem)
{
	struct metrics_scanner scanner;
	int err;

	metrics_scan_start(&scanner, text, length);
	err = metrics_scan(&scanner, problem);
	metrics->files++;
	while (!err && scanner.token != METRICS_END) {
		struct metric metric = { .file = metrics->files };

		if (is_limit(&scanner)) {
			err = read_limit(metrics, &scanner, problem);
			continue;
		}
		strncat(metric.set, set, sizeof(metric.set) - 1);
		err = read_metric(metrics, &scanner, &metric, problem);
	}
	return err;
}
