// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/out/unicode.h"
#include "layout.h"

static const struct description_column states[LAYOUT_STATES] = {
	[LAYOUT_REALTIME] = { "realtime_ns", "ns", DESCRIPTION_GAUGE, 64, false },
	[LAYOUT_MONOTONIC] = { "monotonic_ns", "ns", DESCRIPTION_GAUGE, 64, false },
	[LAYOUT_SWEEP] = { "sweep_ns", "ns", DESCRIPTION_GAUGE, 64, false },
	[LAYOUT_CHIP] = { "chip_ns", "ns", DESCRIPTION_GAUGE, 64, false },
	[LAYOUT_EPOCH] = { "epoch", "", DESCRIPTION_EPOCH, 64, false },
	[LAYOUT_SEQUENCE] = { "sequence", "", DESCRIPTION_GAUGE, 64, false },
	[LAYOUT_TORN] = { "torn", "", DESCRIPTION_TORN, 1, false },
	[LAYOUT_MISSED] = { "missed", "", DESCRIPTION_MISSED, 64, false },
};

static const uint8_t absences[] = {
	[GPCD_STATUS_OK] = DESCRIPTION_THERE,
	[GPCD_STATUS_DENIED] = DESCRIPTION_DENIED,
	[GPCD_STATUS_ABSENT] = DESCRIPTION_UNKNOWN,
	[GPCD_STATUS_GONE] = DESCRIPTION_GONE,
	[GPCD_STATUS_TORN] = DESCRIPTION_THERE,
	[GPCD_STATUS_REFUSED] = DESCRIPTION_REFUSED,
	[GPCD_STATUS_STALE] = DESCRIPTION_STALE,
};

/* --- to columns --- */

static enum description_kind kind_to(unsigned int kind)
{
	return kind == GPCD_KIND_COUNTER ? DESCRIPTION_COUNTER :
	       kind == GPCD_KIND_SATURATING ? DESCRIPTION_SATURATING : DESCRIPTION_GAUGE;
}

/*
 * Write a name in UTF-8: as other output shows it, but if that is too long or another counter's
 * name, as the number of the counter. A field of a register has its own name after it.
 */
static int name_put(const struct gpcd_group *group, unsigned int i, char text[GPCD_NAME_MAX])
{
	const struct gpcd_field *field = gpcd_group_field(group, i);
	const struct gpcd_reg *reg = gpcd_group_reg(group, i);
	const char *name = gpcd_group_name(group, i);
	char *shown = unicode_escape(name);
	struct gpcd_reg other;

	if (!shown)
		return -ENOMEM;
	if (strlen(shown) >= GPCD_NAME_MAX ||
	    (strcmp(shown, name) && !gpcd_catalogue_by_name(reg->chip, shown, &other)))
		snprintf(text, GPCD_NAME_MAX, "#%u%s%s", reg->index, field ? ":" : "",
			 field ? field->name : "");
	else
		strcpy(text, shown);
	free(shown);
	return 0;
}

static void column_put(const struct gpcd_group *group, unsigned int i,
		       struct description_column *column)
{
	const struct gpcd_rule *rule = gpcd_group_reg(group, i)->rule;

	*column = (struct description_column) {
		.name = gpcd_group_name(group, i),
		.unit = gpcd_unit_name(rule->unit),
		.kind = kind_to(gpcd_group_kind(group, i)),
		.bits = gpcd_group_width(group, i),
	};
}

struct description_column *layout_columns(const struct gpcd_group *group)
{
	unsigned int count = gpcd_group_count(group);
	struct description_column *columns = calloc(LAYOUT_STATES + count, sizeof(*columns));

	if (!columns)
		return NULL;
	memcpy(columns, states, sizeof(states));
	for (unsigned int i = 0; i < count; i++)
		column_put(group, i, &columns[LAYOUT_STATES + i]);
	return columns;
}

struct description_meaning *layout_meanings(const struct gpcd_group *group,
					    struct description_column *columns)
{
	unsigned int count = gpcd_group_count(group);
	struct description_meaning *meanings = calloc(LAYOUT_STATES + count,
						      sizeof(*meanings) + GPCD_NAME_MAX);
	char (*names)[GPCD_NAME_MAX] = (void *)(meanings + LAYOUT_STATES + count);
	int err = meanings ? 0 : -ENOMEM;

	for (unsigned int i = 0; i < count && !err; i++) {
		const struct gpcd_reg *reg = gpcd_group_reg(group, i);
		struct description_column *column = &columns[LAYOUT_STATES + i];

		err = name_put(group, i, names[i]);
		column->name = names[i];
		meanings[LAYOUT_STATES + i] = (struct description_meaning) {
			.help = *reg->rule->help ? reg->rule->help : NULL,
			.inferred = reg->rule->flags & GPCD_RULE_INFERRED,
		};
	}
	if (!err)
		return meanings;
	free(meanings);
	return NULL;
}

/* --- to values --- */

static void states_put(const struct gpcd_times *times, uint64_t missed, uint64_t *values)
{
	values[LAYOUT_REALTIME] = times->realtime_ns;
	values[LAYOUT_MONOTONIC] = times->end_ns;
	values[LAYOUT_SWEEP] = times->end_ns - times->start_ns;
	values[LAYOUT_CHIP] = times->chip_ns;
	values[LAYOUT_EPOCH] = times->epoch;
	values[LAYOUT_SEQUENCE] = times->sequence;
	values[LAYOUT_TORN] = !!times->torn;
	values[LAYOUT_MISSED] = missed;
}

void layout_put(const struct gpcd_snapshot *snapshot, const struct gpcd_group *group,
		uint64_t missed, uint64_t *values, uint8_t *absent)
{
	unsigned int count = gpcd_group_count(group);

	if (!snapshot) {
		memset(values, 0, (LAYOUT_STATES + count) * sizeof(*values));
		memset(absent, DESCRIPTION_GONE, LAYOUT_STATES + count);
		return;
	}
	states_put(gpcd_snapshot_times(snapshot), missed, values);
	memset(absent, DESCRIPTION_THERE, LAYOUT_STATES);
	for (unsigned int i = 0; i < count; i++) {
		unsigned int status = gpcd_snapshot_status(snapshot, i);

		values[LAYOUT_STATES + i] = gpcd_snapshot_value(snapshot, i);
		absent[LAYOUT_STATES + i] = status < sizeof(absences) ? absences[status] :
					    DESCRIPTION_NOT_THERE;
	}
}

/* --- from columns --- */

static bool has_states(const struct description_group *group)
{
	if (group->ncolumns <= LAYOUT_STATES)
		return false;
	for (unsigned int i = 0; i < LAYOUT_STATES; i++) {
		if (strcmp(group->columns[i].name, states[i].name) ||
		    group->columns[i].kind != states[i].kind)
			return false;
	}
	return true;
}

static unsigned int kind_from(unsigned int kind)
{
	switch (kind) {
	case DESCRIPTION_COUNTER:
		return GPCD_KIND_COUNTER;
	case DESCRIPTION_SATURATING:
		return GPCD_KIND_SATURATING;
	case DESCRIPTION_GAUGE:
		return GPCD_KIND_GAUGE;
	default:
		return GPCD_KINDS;
	}
}

/* Another version of gpcd may know more units. */
static unsigned int unit_from(const char *name)
{
	unsigned int unit = 0;

	while (unit < GPCD_UNITS && strcmp(name, gpcd_unit_name(unit)))
		unit++;
	return unit < GPCD_UNITS ? unit : GPCD_UNIT_UNKNOWN;
}

static int by_counter(const void *a, const void *b)
{
	return strcasecmp(((const struct gpcd_counter *)a)->name,
			  ((const struct gpcd_counter *)b)->name);
}

static void keep_counter(void *counter)
{
	(void)counter;
}

/* Fill in the counters of the columns, each once. Return their number. */
static int counters_get(const struct description_group *group, struct gpcd_counter *counters)
{
	unsigned int count = 0;
	void *known = NULL;

	for (size_t i = LAYOUT_STATES; i < group->ncolumns; i++) {
		const struct description_column *column = &group->columns[i];
		struct gpcd_counter *counter = &counters[count], **found;

		*counter = (struct gpcd_counter) {
			.name = column->name, .help = group->meanings[i].help,
			.kind = kind_from(column->kind), .unit = unit_from(column->unit),
			.width = column->bits, .inferred = group->meanings[i].inferred,
		};
		found = tsearch(counter, &known, by_counter);
		if (!found) {
			tdestroy(known, keep_counter);
			return -ENOMEM;
		}
		count += *found == counter;
	}
	tdestroy(known, keep_counter);
	return count;
}

/* Describe the chip as the device did, or of its counters those that were recorded. */
static int chip_learn(const struct description_group *group)
{
	struct gpcd_counter *counters = calloc(group->ncolumns, sizeof(*counters));
	int chip = counters ? counters_get(group, counters) : -ENOMEM;

	if (chip > 0)
		chip = gpcd_chip_learn(group->name, counters, chip);
	free(counters);
	return chip;
}

int layout_chip(const struct description_group *group)
{
	unsigned int chip;

	if (!has_states(group))
		return -EINVAL;
	if (group->meanings)
		return chip_learn(group);
	chip = gpcd_chip_by_name(group->name);
	return chip == GPCD_CHIP_NONE ? -EINVAL : (int)chip;
}

/* --- from values --- */

static uint8_t status_of(uint8_t absence, bool torn)
{
	switch (absence) {
	case DESCRIPTION_THERE:
		return torn ? GPCD_STATUS_TORN : GPCD_STATUS_OK;
	case DESCRIPTION_DENIED:
		return GPCD_STATUS_DENIED;
	case DESCRIPTION_GONE:
		return GPCD_STATUS_GONE;
	case DESCRIPTION_REFUSED:
		return GPCD_STATUS_REFUSED;
	case DESCRIPTION_STALE:
		return GPCD_STATUS_STALE;
	default:
		return GPCD_STATUS_ABSENT;
	}
}

/* A reading has all columns that describe it, or none if the device was gone. */
static int states_check(const uint8_t *absent)
{
	unsigned int there = 0;

	for (unsigned int i = 0; i < LAYOUT_STATES; i++)
		there += absent[i] == DESCRIPTION_THERE;
	return there == LAYOUT_STATES ? 0 : there ? -EBADMSG : -ENODATA;
}

int layout_get(struct gpcd_snapshot *snapshot, const struct gpcd_group *group,
	       const uint64_t *values, const uint8_t *absent, uint8_t *statuses,
	       uint64_t *missed)
{
	const struct gpcd_times times = {
		.realtime_ns = values[LAYOUT_REALTIME],
		.start_ns = values[LAYOUT_MONOTONIC] - values[LAYOUT_SWEEP],
		.end_ns = values[LAYOUT_MONOTONIC],
		.chip_ns = values[LAYOUT_CHIP],
		.epoch = values[LAYOUT_EPOCH],
		.sequence = values[LAYOUT_SEQUENCE],
		.torn = !!values[LAYOUT_TORN],
	};
	int err = states_check(absent);

	if (err)
		return err;
	for (unsigned int i = 0; i < gpcd_group_count(group); i++)
		statuses[i] = status_of(absent[LAYOUT_STATES + i], times.torn);
	*missed = values[LAYOUT_MISSED];
	err = gpcd_snapshot_fill(snapshot, &times, values + LAYOUT_STATES, statuses);
	return err ? -EBADMSG : 0;
}
