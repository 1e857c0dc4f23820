// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Binding: turn patterns into indices in a group. A register that several formulas read is in the
 * group once.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bound.h"

/* Make room for one more element in an array. */
static int bound_grow(void *array, size_t count, size_t size)
{
	void *larger, **place = array;

	/* The array is full at each power of two; then double its size. */
	if (count & (count - 1))
		return 0;
	larger = reallocarray(*place, count ? 2 * count : 1, size);
	if (!larger)
		return -ENOMEM;
	*place = larger;
	return 0;
}

static int add_whole(struct metrics_bound *bound, const struct gpcd_reg *reg, unsigned int *slot)
{
	int err;

	if (bound->known[reg->index]) {
		*slot = bound->known[reg->index] - 1;
		return 0;
	}
	*slot = gpcd_group_count(bound->group);
	err = gpcd_group_add_addr(bound->group, reg->addr);
	if (!err)
		bound->known[reg->index] = *slot + 1;
	return err;
}

/* Several fields of a register are rare: only the one that was added last is looked for. */
static int add_field(struct metrics_bound *bound, const struct gpcd_reg *reg,
		     const struct gpcd_field *field, unsigned int *slot)
{
	unsigned int *known = &bound->known[bound->known_count + reg->index];
	char name[2 * GPCD_NAME_MAX];
	unsigned int length;
	int err;

	if (*known && gpcd_group_field(bound->group, *known - 1) == field) {
		*slot = *known - 1;
		return 0;
	}
	length = gpcd_reg_name(reg, name);
	snprintf(name + length, sizeof(name) - length, ":%s", field->name);
	*slot = gpcd_group_count(bound->group);
	err = gpcd_group_add(bound->group, name);
	if (!err)
		*known = *slot + 1;
	return err;
}

static int bind_register(void *data, const struct gpcd_reg *reg, const struct gpcd_field *field)
{
	struct metrics_bound *bound = data;
	unsigned int slot;
	int err;

	err = field ? add_field(bound, reg, field, &slot) : add_whole(bound, reg, &slot);
	if (!err)
		err = bound_grow(&bound->slots, bound->slot_count, sizeof(*bound->slots));
	if (err)
		return err;
	bound->slots[bound->slot_count++] = slot;
	bound->operands[bound->operand_count - 1].count++;
	return 0;
}

/* Add the registers of a step on the tiles of an object. */
static int add_operand(struct metrics_bound *bound, const struct metrics_step *step,
		       const struct metrics_tile *tiles, unsigned int count)
{
	const struct metrics_visitor visitor = { bind_register, bound };
	unsigned int chip = bound->metrics->chip, i;
	struct metrics_operand *operand;
	int err;

	err = bound_grow(&bound->operands, bound->operand_count, sizeof(*bound->operands));
	if (err)
		return err;
	operand = &bound->operands[bound->operand_count++];
	operand->first = bound->slot_count;
	operand->count = 0;
	if (!count)
		return metrics_step_registers(chip, step, NULL, &visitor);
	for (i = 0; !err && i < count; i++)
		err = metrics_step_registers(chip, step, &tiles[i], &visitor);
	return err;
}

static int add_subject(struct metrics_bound *bound, const struct metric *metric,
		       const struct metrics_link *link)
{
	struct metrics_subject subject = {
		.metric = metric - bound->metrics->list,
		.first = bound->operand_count,
		.peak = link->peak,
		.tiles = link->count,
	};
	int err = 0;

	for (unsigned int i = 0; !err && i < metric->formula.count; i++) {
		const struct metrics_step *step = &metric->formula.steps[i];

		if (metrics_op_has_pattern(step->op))
			err = add_operand(bound, step, link->tiles, link->count);
	}
	if (!err)
		err = bound_grow(&bound->subjects, bound->count, sizeof(*bound->subjects));
	if (err)
		return err;
	strcpy(subject.object, link->name);
	bound->subjects[bound->count++] = subject;
	return 0;
}

/* Return 1 if a tile has all registers of a metric, 0 if not, or -ENOMEM. */
static int has_tile(const struct metrics_bound *bound, const struct metric *metric,
		    const struct metrics_tile *tile)
{
	int has = 1;

	for (unsigned int i = 0; has == 1 && i < metric->formula.count; i++) {
		const struct metrics_step *step = &metric->formula.steps[i];

		if (metrics_op_has_pattern(step->op))
			has = metrics_step_has(bound->metrics->chip, step, tile);
	}
	return has;
}

/* Return the peak of a tile: its share of its link's. */
static double tile_peak(const struct metrics_bound *bound, const struct metrics_tile *tile)
{
	for (size_t i = 0; i < bound->link_count; i++) {
		const struct metrics_link *link = &bound->links[i];

		for (unsigned int j = 0; j < link->count; j++) {
			if (link->tiles[j].row == tile->row &&
			    link->tiles[j].column == tile->column)
				return link->peak / link->count;
		}
	}
	return 0;
}

static int bind_tile(struct metrics_bound *bound, const struct metric *metric,
		     const struct metrics_tile *tile)
{
	int has = has_tile(bound, metric, tile);
	struct metrics_link one;

	if (has <= 0)
		return has;
	one.tiles[0] = *tile;
	one.count = 1;
	snprintf(one.name, sizeof(one.name), "%u,%u", tile->row, tile->column);
	one.peak = tile_peak(bound, tile);
	return add_subject(bound, metric, &one);
}

static int bind_tiles(struct metrics_bound *bound, const struct metric *metric)
{
	struct metrics_tile tile;
	int err = 0;

	for (tile.row = 0; tile.row < METRICS_TILES_MOST; tile.row++) {
		for (tile.column = 0; !err && tile.column < METRICS_TILES_MOST; tile.column++)
			err = bind_tile(bound, metric, &tile);
	}
	return err;
}

/* Bind a link if all of its tiles have the metric's registers. Host tiles may lack some. */
static int bind_link(struct metrics_bound *bound, const struct metric *metric,
		     const struct metrics_link *link)
{
	int has = link->count > 0;

	for (unsigned int i = 0; has == 1 && i < link->count; i++)
		has = has_tile(bound, metric, &link->tiles[i]);
	return has == 1 ? add_subject(bound, metric, link) : has;
}

static int bind_links(struct metrics_bound *bound, const struct metric *metric)
{
	int err = 0;

	for (size_t i = 0; !err && i < bound->link_count; i++)
		err = bind_link(bound, metric, &bound->links[i]);
	return err;
}

static int add_whole_object(struct metrics_bound *bound, const struct metric *metric)
{
	struct metrics_link object = { 0 };

	strcpy(object.name, metrics_per_name(metric->per));
	if (metric->per == METRICS_PER_NIC)
		object.peak = bound->nic_peak;
	return add_subject(bound, metric, &object);
}

/* The group may have registers already. */
static int know_registers(struct metrics_bound *bound)
{
	bound->known_count = gpcd_catalogue_count(bound->metrics->chip) + 1;
	bound->known = calloc(bound->known_count, 2 * sizeof(*bound->known));
	if (!bound->known)
		return -ENOMEM;
	for (unsigned int i = 0; i < gpcd_group_count(bound->group); i++) {
		unsigned int index = gpcd_group_reg(bound->group, i)->index;

		if (gpcd_group_field(bound->group, i))
			index += bound->known_count;
		bound->known[index] = i + 1;
	}
	return 0;
}

/* Replace an array by a copy, which is full when bound_grow() expects it. */
static int bound_copy(void *array, size_t count, size_t size)
{
	void *copy, **place = array;
	size_t room = 1;

	while (room < count)
		room *= 2;
	copy = reallocarray(NULL, room, size);
	if (!copy)
		return -ENOMEM;
	if (count)
		memcpy(copy, *place, count * size);
	*place = copy;
	return 0;
}

/* Let go of arrays that others have, too. Return whether there are others. */
static bool leave_others(struct metrics_bound *bound)
{
	if (bound->users && --*bound->users)
		return true;
	free(bound->users);
	bound->users = NULL;
	return false;
}

/* Give a binding arrays of its own, to which numbers can be added. */
static int part_from_others(struct metrics_bound *bound)
{
	struct metrics_bound own = *bound;
	int err;

	if (*bound->users == 1) {
		leave_others(bound);
		return 0;
	}
	err = bound_copy(&own.subjects, own.count, sizeof(*own.subjects));
	if (err)
		return err;
	err = bound_copy(&own.operands, own.operand_count, sizeof(*own.operands));
	if (err)
		goto free_subjects;
	err = bound_copy(&own.slots, own.slot_count, sizeof(*own.slots));
	if (err)
		goto free_operands;
	leave_others(bound);
	*bound = own;
	bound->users = NULL;
	return 0;

free_operands:
	free(own.operands);
free_subjects:
	free(own.subjects);
	return err;
}

static bool has_nic_numbers(const struct metrics_bound *bound)
{
	for (size_t i = 0; i < bound->count; i++) {
		if (bound->metrics->list[bound->subjects[i].metric].per == METRICS_PER_NIC)
			return true;
	}
	return false;
}

/* Groups that share their entries have the same slots. */
static bool has_slots_of(const struct gpcd_group *group, const struct gpcd_group *like)
{
	unsigned int count = gpcd_group_count(group);

	return count == gpcd_group_count(like) &&
	       (!count || gpcd_group_reg(group, 0) == gpcd_group_reg(like, 0));
}

int metrics_bind_like(struct metrics_bound *bound, struct metrics_bound *like)
{
	if (bound->metrics != like->metrics || bound->links != like->links ||
	    bound->link_count != like->link_count || !has_slots_of(bound->group, like->group) ||
	    has_nic_numbers(like))
		return -EINVAL;
	if (!like->users) {
		like->users = malloc(sizeof(*like->users));
		if (!like->users)
			return -ENOMEM;
		*like->users = 1;
	}
	bound->users = like->users;
	++*bound->users;
	bound->subjects = like->subjects;
	bound->count = like->count;
	bound->operands = like->operands;
	bound->operand_count = like->operand_count;
	bound->slots = like->slots;
	bound->slot_count = like->slot_count;
	return 0;
}

static int prepare_binding(struct metrics_bound *bound)
{
	int err = bound->users ? part_from_others(bound) : 0;

	return err || bound->known ? err : know_registers(bound);
}

int metrics_bind(struct metrics_bound *bound, const struct metric *metric)
{
	size_t before = bound->count;
	int err = prepare_binding(bound);

	if (err)
		return err;
	if (metric->per == METRICS_PER_TILE)
		err = bind_tiles(bound, metric);
	else if (metric->per == METRICS_PER_LINK)
		err = bind_links(bound, metric);
	else
		err = add_whole_object(bound, metric);
	if (!err && bound->count == before)
		err = -ENODATA;
	return err;
}

void metrics_bind_end(struct metrics_bound *bound)
{
	free(bound->known);
	bound->known = NULL;
}

void metrics_set_nic_peak(struct metrics_bound *bound, double peak)
{
	bound->nic_peak = peak;
	for (size_t i = 0; i < bound->count; i++) {
		struct metrics_subject *subject = &bound->subjects[i];

		if (bound->metrics->list[subject->metric].per == METRICS_PER_NIC)
			subject->peak = peak;
	}
}

void metrics_unbind(struct metrics_bound *bound)
{
	if (!leave_others(bound)) {
		free(bound->subjects);
		free(bound->operands);
		free(bound->slots);
	}
	free(bound->known);
	memset(bound, 0, sizeof(*bound));
}
