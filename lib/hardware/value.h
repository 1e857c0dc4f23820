/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values of a machine file: numbers with units, words. */
#ifndef HARDWARE_VALUE_H
#define HARDWARE_VALUE_H

#include "hardware.h"

/* Types of values, and what they are stored as. */
enum value_type {
	VALUE_NAME,		/* printable text, char[HARDWARE_NAME] */
	VALUE_TOPOLOGY,		/* struct topo */
	VALUE_COUNT,		/* a number without a unit, uint32_t */
	VALUE_WORD,		/* index of one of the words, uint32_t */
	VALUE_CLOCK,		/* a cycle or a frequency, uint64_t, ps */
	VALUE_TIME,		/* uint64_t, ps */
	VALUE_BYTE_TIME,	/* time for each byte, uint64_t, ps */
	VALUE_RATE,		/* struct hardware_rate */
	VALUE_BYTES,		/* uint64_t */
	VALUE_LONG,		/* likewise, or "never": HARDWARE_SHORT */
	VALUE_FLITS,		/* flits or phits, or bytes that make whole ones, uint32_t */
};

/* Which values are allowed. */
struct value_kind {
	enum value_type type;
	uint64_t least;			/* limits; of rates, ps for a MiB; not of words */
	uint64_t most;
	const char *const *words;	/* of VALUE_WORD, ended by NULL */
	const char *wants;		/* allowed values, for messages */
};

/*
 * Parse a value into @place, which has the type that @kind says. Units refer to the machine's
 * cycle, flit and topology: -EDOM if the value is in cycles and no clock is set yet, or in bytes
 * and no flit is. Returns -EINVAL if it is not valid.
 */
int value_parse(const struct value_kind *kind, const struct hardware *hardware, const char *text,
		void *place);

/* Write a value as value_parse() reads it. */
void value_print(const struct value_kind *kind, const struct hardware *hardware,
		 const void *place, char text[HARDWARE_TEXT]);

/* Return whether a value is within the limits of its kind. */
bool value_fits(const struct value_kind *kind, const void *place);

#endif /* HARDWARE_VALUE_H */
