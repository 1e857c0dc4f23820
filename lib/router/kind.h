/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which registers are a tile's counters, for each type of chip: one row a chip, in kind.c. */
#ifndef ROUTER_KIND_H
#define ROUTER_KIND_H

#include <stdbool.h>
#include <stddef.h>

/* Counters of a tile, and of a link. */
#define ROUTER_COUNTERS	6

/*
 * A tile's counters. An Aries counts cycles without credits only on the virtual channels that the
 * registers name.
 */
enum router_counter {
	ROUTER_IN_REQUESTS,	/* phits or flits of requests that arrived */
	ROUTER_IN_RESPONSES,	/* likewise, of responses */
	ROUTER_REQUESTS,	/* packets; of an Aries, what the channels' filters count */
	ROUTER_RESPONSES,	/* likewise */
	ROUTER_INQ_STALLS,	/* cycles in which packets waited at the input */
	ROUTER_OUTQ_STALLS,	/* cycles in which they waited for credits */
};

/* Similar registers of a tile. */
struct router_source {
	const char *name;		/* with # for row, column and index */
	unsigned int first, end;	/* tiles first to end - 1 have them */
	unsigned int index, registers;	/* of the first register; their number */
	enum router_counter counter;	/* that they add up to */
};

/*
 * A type of chip. The first two counters are what arrives, in units of unit_bytes, the last two are
 * cycles of stalls.
 */
struct router_kind {
	unsigned int chip;			/* number in the catalogue */
	bool aries;				/* links of an Aries, not of a Gemini */
	const char *name;			/* for people */
	const char *names[ROUTER_COUNTERS];	/* of the counters, in JSON and CSV */
	const char *units[ROUTER_COUNTERS];
	const char *axes[3];			/* parts of its coordinate */
	double unit_bytes;			/* bytes of a phit or flit */
	const struct router_source *sources;	/* the last has no name */
};

/* A register, in the order in which a group has them: tile by tile. */
struct router_at {
	const struct router_source *source;
	unsigned int tile;
	unsigned int index;	/* in the register's name */
};

/* Find a type of chip by its number in the catalogue. Returns NULL if its links are not known. */
const struct router_kind *router_kind(unsigned int chip);

/* Return the type of chip that has links of an Aries, or of a Gemini. */
const struct router_kind *router_kind_links(bool is_aries);

/* Start at the first register. */
void router_first(const struct router_kind *kind, struct router_at *at);

/* Go on to the next register; return false if there is none. */
bool router_next(const struct router_kind *kind, struct router_at *at);

/* Write the register's NAME or NAME:FIELD, truncated to @size bytes. */
void router_at_name(const struct router_at *at, char *name, size_t size);

#endif /* ROUTER_KIND_H */
