/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A picture of a whole network: a panel for each quantity, with all links in the colours of their
 * values. The caller fills in the values; nothing here depends on counters or engines.
 */
#ifndef DRAW_NETWORK_H
#define DRAW_NETWORK_H

#include <stddef.h>
#include <stdint.h>

#include "cli/draw/draw.h"
#include "topo/topo.h"

/* Size of the longest name of a chip with its NUL. */
#define NETWORK_NAME	200

/* State of a link. */
enum network_state {
	NETWORK_WORKS,
	NETWORK_PARTLY, /* some of its lanes or tiles work */
	NETWORK_FAILED,
};

/* What a panel shows. */
struct network_quantity {
	const char *name; /* heading */
	const char *unit; /* what a share is a share of, for the legend */
	enum colour_ramp ramp;
	/*
	 * 0 or more, at [chip * ports + port] of the sending chip; negative: no such link, or
	 * unknown
	 */
	double *values;
	const char *counted; /* unit of counts: "phits" */
	const uint64_t *counts; /* likewise, what was counted; only a page shows it, else NULL */
};

/* What all commands show of routers' links, without values. */
enum network_quantities {
	NETWORK_LOAD,
	NETWORK_INPUT_STALLS,
	NETWORK_CREDIT_STALLS,
	NETWORK_QUANTITIES, /* number of quantities */
};

extern const struct network_quantity network_quantities[NETWORK_QUANTITIES];

/* What a picture shows. */
struct network {
	const struct topo *topo; /* a grid or a dragonfly */
	const char *title;
	struct network_quantity *quantities;
	size_t count;
	/* enum network_state, at [chip * ports + port] of the sending chip; NULL: all work */
	const unsigned char *states;
	/*
	 * how much each chip's nodes were sent, in any unit; negative: unknown. Chips far above the
	 * mean are marked. NULL: none
	 */
	const double *arrived;
	void (*chip_name)(const void *data, unsigned int chip, char name[NETWORK_NAME]);
	const void *data; /* for chip_name */
};

/* Check if a topology can be drawn: a grid or a dragonfly. */
bool network_can_draw(const struct topo *topo);

/*
 * Draw a network with the scale of @picture in all panels. Up to 2,048 chips have tooltips with the
 * chip's name and the values of its links. Report any error and return the exit code.
 */
int network_write(const struct network *network, const struct picture *picture);

#endif /* DRAW_NETWORK_H */
