/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Chips that the catalogue does not know: a program describes them, or the kernel does, whose
 * module is newer than this library (gpcd_open()). <gpcd/gpcd.h> includes this file.
 */
#ifndef GPCD_LEARN_H
#define GPCD_LEARN_H

#include <stdint.h>
#include <gpcd/catalogue.h>

#ifdef __cplusplus
extern "C" {
#endif

/** GPCD_CHIPS_LEARNED: the first number of a learned chip, above all of &enum gpcd_chip. */
#define GPCD_CHIPS_LEARNED 256

/** GPCD_LEARN_MOST: maximum number of counters of a chip that a program describes. */
#define GPCD_LEARN_MOST 65535

/**
 * struct gpcd_counter - a counter of a chip that a program describes
 * @name: any text of 1 to GPCD_NAME_MAX - 1 bytes
 * @help: what it means, one line; NULL: unknown
 * @kind: GPCD_KIND_COUNTER, GPCD_KIND_SATURATING or GPCD_KIND_GAUGE
 * @unit: an &enum gpcd_unit
 * @width: bits after which it wraps, or saturates, 1 to 64
 * @inferred: the meaning is a guess from the name
 */
struct gpcd_counter {
	const char *name;
	const char *help;
	uint8_t kind;
	uint8_t unit;
	uint8_t width;
	uint8_t inferred;
};

/**
 * gpcd_chip_learn() - describe a type of chip that this library does not know
 * @name: the chip's name, such as its driver's
 * @counters: its counters, copied; their addresses are 0, 8, 16 and so on
 * @count: their number, 1 to GPCD_LEARN_MOST
 *
 * All functions of the catalogue know the number that is returned, as long as somebody uses it:
 * each call is to be followed by one of gpcd_chip_forget(), and an open device of the chip keeps it
 * too. The same description has the same number. For example::
 *
 *	static const struct gpcd_counter counters[] = {
 *		{ "rx_bytes", "bytes received", GPCD_KIND_COUNTER, GPCD_UNIT_BYTES, 64 },
 *	};
 *	struct gpcd_info info = { .chip = gpcd_chip_learn("mynic", counters, 1) };
 *
 *	gpcd_open_recorded("mynic0", &info, &dev);
 *	gpcd_chip_forget(info.chip);
 *
 * Return: the number, at least GPCD_CHIPS_LEARNED; -EINVAL no name, no counter, or one that is out
 * of range; -E2BIG too many counters; -EEXIST two counters of one name, letter case ignored;
 * -ENOSPC 4,096 descriptions are in use; -ENOMEM.
 */
int gpcd_chip_learn(const char *name, const struct gpcd_counter *counters, unsigned int count);

/**
 * gpcd_chip_hold() - begin one more use of a known chip
 * @chip: its number
 *
 * For programs that keep registers of a chip longer than a device of it is open. Each call is to be
 * followed by one of gpcd_chip_forget().
 *
 * Return: 0; -EINVAL an unknown number.
 */
int gpcd_chip_hold(unsigned int chip);

/**
 * gpcd_chip_forget() - end one use of a learned chip
 * @chip: its number; numbers of other chips are ignored
 *
 * The last use frees the description: its names and registers must not be used any more, and the
 * number may come to mean another chip.
 */
void gpcd_chip_forget(unsigned int chip);

/**
 * gpcd_chip_numbered() - do addresses of a chip only number its registers?
 * @chip: the number of a known chip
 *
 * Return: 1 for a chip of gpcd_chip_learn(); 0 for a chip whose registers have addresses.
 */
int gpcd_chip_numbered(unsigned int chip);

/**
 * gpcd_chip_next() - the known chips, one after another
 * @chip: GPCD_CHIP_NONE, or a number that this function returned
 *
 * Return: the next number, or GPCD_CHIP_NONE after the last.
 */
unsigned int gpcd_chip_next(unsigned int chip);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_LEARN_H */
