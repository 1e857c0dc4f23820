/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers that differ only in numbers, such as the registers of a chip's tiles or of an
 * interface's rings: an array has one name, which is a glob, and one meaning.
 */
#ifndef DEVICE_ARRAYS_H
#define DEVICE_ARRAYS_H

#include <gpcd/gpcd.h>
#include <stdbool.h>

/* Most numbers of a name or a meaning that are told apart; later ones stay as in the first. */
#define ARRAY_NUMBERS	6

/* A number of a text: the values that it has in the texts of an array. */
struct array_number {
	unsigned long low, high;
	unsigned int digits; /* bits of the values from 0 to 9 that occur */
	bool wide; /* one has more digits than one */
};

/* An array of registers; a register that is like no other is an array of one. */
struct array {
	struct gpcd_reg first;
	char name[GPCD_NAME_MAX]; /* of the first */
	struct array_number names[ARRAY_NUMBERS], meanings[ARRAY_NUMBERS];
	unsigned int count; /* of registers */
};

/* Arrays in the order of their first registers; initialise with { 0 }. */
struct arrays {
	struct array *list; /* owned */
	size_t count;
	size_t room; /* allocated entries */
};

/* Add a register to the array of those like it, or begin one. Return 0 or -ENOMEM. */
int arrays_add(struct arrays *arrays, const struct gpcd_reg *reg);

/* Size of an array's name or meaning with its NUL; longer text is cut off. */
#define ARRAY_ROOM	512

/*
 * Write the name: "GM_[0-5]_[0-7]_TILE_PERFORMANCE_COUNTERS_4", "rx[0-9]*_drops". As a glob, it
 * matches all registers of the array.
 */
void array_name(const struct array *array, char text[ARRAY_ROOM]);

/* Write the meaning: "Packets dropped on arrival by ring 0-15". */
void array_meaning(const struct array *array, char text[ARRAY_ROOM]);

void arrays_clear(struct arrays *arrays);

#endif /* DEVICE_ARRAYS_H */
