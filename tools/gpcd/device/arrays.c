// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrays.h"

static bool is_digit(char c)
{
	return isdigit((unsigned char)c);
}

/* Check if two texts differ only in their numbers. */
static bool same_but_numbers(const char *a, const char *b)
{
	while (*a && *b) {
		if (is_digit(*a) && is_digit(*b)) {
			a += strspn(a, "0123456789");
			b += strspn(b, "0123456789");
		} else if (*a++ != *b++) {
			return false;
		}
	}
	return *a == *b;
}

static bool belongs(const struct array *array, const struct gpcd_reg *reg, const char *name)
{
	const struct gpcd_rule *rule = array->first.rule, *other = reg->rule;

	return array->first.chip == reg->chip && rule->kind == other->kind &&
	       rule->unit == other->unit && rule->width == other->width &&
	       rule->flags == other->flags && rule->block == other->block &&
	       same_but_numbers(array->name, name) && same_but_numbers(rule->help, other->help);
}

static void note(struct array_number *number, unsigned long value, bool wide)
{
	if (value < number->low)
		number->low = value;
	if (value > number->high)
		number->high = value;
	number->wide |= wide;
	if (value < 10)
		number->digits |= 1U << value;
}

static void note_numbers(struct array_number numbers[ARRAY_NUMBERS], const char *text, bool first)
{
	unsigned int count = 0;
	unsigned long value;
	char *end;

	while (*text && count < ARRAY_NUMBERS) {
		if (!is_digit(*text)) {
			text++;
			continue;
		}
		value = strtoul(text, &end, 10);
		if (first)
			numbers[count] = (struct array_number){ .low = value, .high = value };
		note(&numbers[count++], value, end > text + 1);
		text = end;
	}
}

static struct array *array_find(struct arrays *arrays, const struct gpcd_reg *reg, const char *name)
{
	for (size_t i = arrays->count; i; i--) {
		if (belongs(&arrays->list[i - 1], reg, name))
			return &arrays->list[i - 1];
	}
	return NULL;
}

/* Return an array without registers, or NULL without memory. */
static struct array *begin(struct arrays *arrays)
{
	size_t room = arrays->room ? 2 * arrays->room : 64;
	struct array *list;

	if (arrays->count == arrays->room) {
		list = reallocarray(arrays->list, room, sizeof(*list));
		if (!list)
			return NULL;
		arrays->list = list;
		arrays->room = room;
	}
	arrays->list[arrays->count] = (struct array){ 0 };
	return &arrays->list[arrays->count++];
}

int arrays_add(struct arrays *arrays, const struct gpcd_reg *reg)
{
	char name[GPCD_NAME_MAX];
	struct array *array;

	gpcd_reg_name(reg, name);
	array = array_find(arrays, reg, name);
	if (!array) {
		array = begin(arrays);
		if (!array)
			return -ENOMEM;
		array->first = *reg;
		strcpy(array->name, name);
	}
	note_numbers(array->names, name, !array->count);
	note_numbers(array->meanings, reg->rule->help, !array->count);
	array->count++;
	return 0;
}

/* Write what a glob has in place of a number: "[0-7]", "[02]", "[0-9]*". */
static int glob_number(const struct array_number *number, char *text, size_t room)
{
	unsigned int span = 0;
	char digits[12] = "";
	size_t length = 0;

	if (number->wide)
		return snprintf(text, room, "[0-9]*");
	span = (2U << number->high) - (1U << number->low);
	if (number->digits == span && number->high > number->low + 1)
		return snprintf(text, room, "[%lu-%lu]", number->low, number->high);
	for (unsigned int i = 0; i < 10; i++) {
		if (number->digits >> i & 1)
			digits[length++] = '0' + i;
	}
	return snprintf(text, room, "[%s]", digits);
}

static int range_number(const struct array_number *number, char *text, size_t room)
{
	return snprintf(text, room, "%lu-%lu", number->low, number->high);
}

/* Copy a text with other words for the numbers that vary. */
static void rewrite(const char *from, const struct array_number numbers[ARRAY_NUMBERS],
		    int (*write)(const struct array_number *number, char *text, size_t room),
		    char text[ARRAY_ROOM])
{
	const struct array_number *number = numbers;
	size_t length = 0, digits;

	while (*from && length < ARRAY_ROOM - 1) {
		digits = strspn(from, "0123456789");
		if (digits && number < numbers + ARRAY_NUMBERS && number->low < number->high) {
			length += write(number++, text + length, ARRAY_ROOM - length);
			from += digits;
			continue;
		}
		number += digits && number < numbers + ARRAY_NUMBERS;
		for (digits += !digits; digits && length < ARRAY_ROOM - 1; digits--)
			text[length++] = *from++;
	}
	text[length < ARRAY_ROOM ? length : ARRAY_ROOM - 1] = '\0';
}

void array_name(const struct array *array, char text[ARRAY_ROOM])
{
	if (array->count == 1)
		snprintf(text, ARRAY_ROOM, "%s", array->name);
	else
		rewrite(array->name, array->names, glob_number, text);
}

void array_meaning(const struct array *array, char text[ARRAY_ROOM])
{
	if (array->count == 1)
		snprintf(text, ARRAY_ROOM, "%s", array->first.rule->help);
	else
		rewrite(array->first.rule->help, array->meanings, range_number, text);
}

void arrays_clear(struct arrays *arrays)
{
	free(arrays->list);
	*arrays = (struct arrays){ 0 };
}
