/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Values of a machine file: numbers with units, words.
 */
#ifndef HARDWARE_VALUE_H
#define HARDWARE_VALUE_H

#include "hardware.h"

/**
 * enum value_type - what a value is
 * @VALUE_NAME: printable text, char[HARDWARE_NAME]
 * @VALUE_TOPOLOGY: a topology, struct topo
 * @VALUE_COUNT: a number without a unit, uint32_t
 * @VALUE_WORD: one of some words, uint32_t: its number
 * @VALUE_CLOCK: a cycle or a frequency, uint64_t: ps
 * @VALUE_TIME: a time, uint64_t: ps
 * @VALUE_BYTE_TIME: a time for each byte, uint64_t: ps
 * @VALUE_RATE: bytes in a time, struct hardware_rate
 * @VALUE_BYTES: a number of bytes, uint64_t
 * @VALUE_LONG: likewise, or "never", HARDWARE_SHORT
 * @VALUE_FLITS: a number of flits or phits, or bytes that make some, uint32_t
 */
enum value_type {
	VALUE_NAME,
	VALUE_TOPOLOGY,
	VALUE_COUNT,
	VALUE_WORD,
	VALUE_CLOCK,
	VALUE_TIME,
	VALUE_BYTE_TIME,
	VALUE_RATE,
	VALUE_BYTES,
	VALUE_LONG,
	VALUE_FLITS,
};

/**
 * struct value_kind - which values there can be
 * @type: what they are
 * @least: the least; of rates and words it does not matter
 * @most: the most
 * @words: of VALUE_WORD: the words, NULL behind the last
 * @wants: what a value may be, for messages
 */
struct value_kind {
	enum value_type type;
	uint64_t least;
	uint64_t most;
	const char *const *words;
	const char *wants;
};

/**
 * value_parse() - read a value
 * @kind: which it can be
 * @hardware: the machine, whose cycle, flit and topology units refer to
 * @text: the value
 * @place: filled in: what @kind says
 *
 * Return: 0; -EINVAL; -EDOM: it is in cycles, and there is no clock yet, or in bytes, and there are
 * no flits yet.
 */
int value_parse(const struct value_kind *kind, const struct hardware *hardware, const char *text,
		void *place);

/**
 * value_print() - write a value as value_parse() reads it
 * @kind: which it can be
 * @hardware: the machine
 * @place: the value
 * @text: filled in
 */
void value_print(const struct value_kind *kind, const struct hardware *hardware,
		 const void *place, char text[HARDWARE_TEXT]);

/**
 * value_fits() - whether a value is possible
 * @kind: which can be
 * @place: the value
 *
 * Return: true if it is within the limits.
 */
bool value_fits(const struct value_kind *kind, const void *place);

#endif /* HARDWARE_VALUE_H */
