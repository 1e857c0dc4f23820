/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A picture of a whole network: a panel a quantity, each with all links in the colours of their
 * values. It knows neither counters nor engines: who draws fills in the values.
 */
#ifndef DRAW_NETWORK_H
#define DRAW_NETWORK_H

#include <stddef.h>

#include "cli/draw/colour.h"
#include "cli/draw/picture.h"
#include "topo/topo.h"

/** NETWORK_NAME - bytes of the longest name of a chip, with a NUL */
#define NETWORK_NAME	200

/**
 * enum network_state - whether a link works
 * @NETWORK_WORKS: it does
 * @NETWORK_PARTLY: some of its lanes or tiles do
 * @NETWORK_FAILED: it does not
 */
enum network_state {
	NETWORK_WORKS,
	NETWORK_PARTLY,
	NETWORK_FAILED,
};

/**
 * struct network_quantity - what a panel shows
 * @name: its heading
 * @unit: what a share is a share of, for the legend
 * @ramp: its colours
 * @values: a share from 0 on of each link, at [chip * ports + port] of the chip that it leaves;
 *	below 0: there is no such link, or nobody knows
 */
struct network_quantity {
	const char *name;
	const char *unit;
	enum colour_ramp ramp;
	double *values;
};

/**
 * struct network - what a picture shows
 * @topo: the topology: a grid or a dragonfly
 * @title: title of the picture
 * @quantities: the panels
 * @count: how many
 * @states: enum network_state of each link, at [chip * ports + port] of the chip that it leaves;
 *	NULL: all work
 * @arrived: how much the nodes of each chip were sent, in any unit; below 0: nobody knows. Chips
 *	that were sent far more than the mean are marked. NULL: none
 * @chip_name: writes the name of a chip
 * @data: for @chip_name
 */
struct network {
	const struct topo *topo;
	const char *title;
	struct network_quantity *quantities;
	size_t count;
	const unsigned char *states;
	const double *arrived;
	void (*chip_name)(const void *data, unsigned int chip, char name[NETWORK_NAME]);
	const void *data;
};

/**
 * network_can_draw() - check if there is a way to draw a topology
 * @topo: the topology
 *
 * Return: true for grids and dragonflies.
 */
bool network_can_draw(const struct topo *topo);

/**
 * network_write() - draw a network into a file
 * @network: what is shown
 * @picture: the file, and the scale of all panels
 *
 * Where there are at most 2,048 chips, what a viewer shows of a chip under the pointer is its name
 * and the values of its links.
 *
 * Return: the exit code, having said what is wrong.
 */
int network_write(const struct network *network, const struct picture *picture);

#endif /* DRAW_NETWORK_H */
