/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Which registers of a type of chip are a tile's counters: a row a chip, in kind.c.
 */
#ifndef ROUTER_KIND_H
#define ROUTER_KIND_H

#include <stdbool.h>
#include <stddef.h>

/** ROUTER_COUNTERS: number of counters of a tile, and of a link */
#define ROUTER_COUNTERS	6

/**
 * enum router_counter - a tile's counters
 * @ROUTER_IN_REQUESTS: phits or flits that arrived, of requests
 * @ROUTER_IN_RESPONSES: the same of responses
 * @ROUTER_REQUESTS: packets of requests; of an Aries what the filters of their virtual channels
 *	count
 * @ROUTER_RESPONSES: the same of responses
 * @ROUTER_INQ_STALLS: cycles that packets waited at the input
 * @ROUTER_OUTQ_STALLS: cycles that they waited for credits; of an Aries on the virtual channels
 *	that its registers name
 */
enum router_counter {
	ROUTER_IN_REQUESTS,
	ROUTER_IN_RESPONSES,
	ROUTER_REQUESTS,
	ROUTER_RESPONSES,
	ROUTER_INQ_STALLS,
	ROUTER_OUTQ_STALLS,
};

/**
 * struct router_source - registers of a tile that are alike
 * @name: their name, with # for row, column and index
 * @first: the first tile that has them
 * @end: behind the last one
 * @index: of the first register
 * @registers: how many
 * @counter: which counter they add up to
 */
struct router_source {
	const char *name;
	unsigned int first, end;
	unsigned int index, registers;
	enum router_counter counter;
};

/**
 * struct router_kind - a type of chip
 * @chip: its number in the catalogue
 * @aries: its links are those of an Aries, not of a Gemini
 * @name: its name, as a person writes it
 * @names: names of the counters, in JSON and CSV; the first two are what arrives, by @unit_bytes,
 *	the last two cycles of stalls
 * @units: their units
 * @axes: what its coordinate is made of
 * @unit_bytes: bytes of what it counts at its tiles
 * @sources: its registers, ended by one without a name
 */
struct router_kind {
	unsigned int chip;
	bool aries;
	const char *name;
	const char *names[ROUTER_COUNTERS];
	const char *units[ROUTER_COUNTERS];
	const char *axes[3];
	double unit_bytes;
	const struct router_source *sources;
};

/**
 * struct router_at - a register in the order in which a group has them: tile by tile
 * @source: which registers
 * @tile: of which tile
 * @index: the index in their name
 */
struct router_at {
	const struct router_source *source;
	unsigned int tile;
	unsigned int index;
};

/**
 * router_kind() - find a type of chip
 * @chip: its number in the catalogue
 *
 * Return: the type, or NULL if it has no links that are known.
 */
const struct router_kind *router_kind(unsigned int chip);

/**
 * router_kind_links() - find the type of chip whose links are of a kind
 * @is_aries: of an Aries, not of a Gemini
 *
 * Return: the type.
 */
const struct router_kind *router_kind_links(bool is_aries);

/**
 * router_first() - begin with the first register
 * @kind: the type of chip
 * @at: receives it
 */
void router_first(const struct router_kind *kind, struct router_at *at);

/**
 * router_next() - go on to the next register
 * @kind: the type of chip
 * @at: a register; receives the next one
 *
 * Return: false if there is none.
 */
bool router_next(const struct router_kind *kind, struct router_at *at);

/**
 * router_at_name() - name a register, or the field of one
 * @at: the register
 * @name: receives NAME or NAME:FIELD, cut where it is too long
 * @size: of @name, in bytes
 */
void router_at_name(const struct router_at *at, char *name, size_t size);

#endif /* ROUTER_KIND_H */
