/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Values of a column, of a group of lines.
 */
#ifndef NOISE_VALUES_H
#define NOISE_VALUES_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct values - values of a column, of a group; begin as { 0 }
 * @each: the values
 * @count: number of values
 * @room: number of values that @each has room for
 */
struct values {
	double *each;
	size_t count;
	size_t room;
};

/**
 * struct value_group - a group of lines
 * @name: what the column gather_plan.by says in these lines; "" without one
 * @lines: number of lines
 * @columns: their values, by column
 */
struct value_group {
	char *name;
	uint64_t lines;
	struct values *columns;
};

/**
 * values_add() - add a value
 * @values: the values
 * @value: the value
 *
 * Return: 0 or -ENOMEM.
 */
int values_add(struct values *values, double value);

/**
 * value_group_begin() - begin a group
 * @group: filled in, for value_group_free() in any case
 * @name: its name, which is copied
 * @width: number of columns
 *
 * Return: 0 or -ENOMEM.
 */
int value_group_begin(struct value_group *group, const char *name, size_t width);

/**
 * value_group_free() - free a group and all of its values
 * @group: the group
 * @width: number of columns
 */
void value_group_free(struct value_group *group, size_t width);

#endif /* NOISE_VALUES_H */
