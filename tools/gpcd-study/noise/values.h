/* SPDX-License-Identifier: GPL-2.0-only */
/* Values of a column in a group of lines. */
#ifndef NOISE_VALUES_H
#define NOISE_VALUES_H

#include <stddef.h>
#include <stdint.h>

/* Values of a column in a group; initialise with { 0 }. */
struct values {
	double *each;
	size_t count;
	size_t room; /* allocated elements of each */
};

/* A group of lines. */
struct value_group {
	char *name; /* text of the column gather_plan.by; "" without one */
	uint64_t lines;
	struct values *columns; /* values by column */
};

/* Add a value. Return 0 or -ENOMEM. */
int values_add(struct values *values, double value);

/*
 * Begin a group of @width columns; @name is copied. Call value_group_free() in any case. Return 0
 * or -ENOMEM.
 */
int value_group_begin(struct value_group *group, const char *name, size_t width);

/* Free a group of @width columns and its values. */
void value_group_free(struct value_group *group, size_t width);

#endif /* NOISE_VALUES_H */
