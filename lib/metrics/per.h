/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The objects that metrics tell something of.
 */
#ifndef METRICS_PER_H
#define METRICS_PER_H

/**
 * enum metrics_per - what a metric tells something of
 * @METRICS_PER_TILE: a tile of the router
 * @METRICS_PER_LINK: a link: the tiles that lead to one neighbour
 * @METRICS_PER_NIC: the NIC of the device
 * @METRICS_PER_CHIP: the chip
 * @METRICS_PERS: how many there are
 */
enum metrics_per {
	METRICS_PER_TILE,
	METRICS_PER_LINK,
	METRICS_PER_NIC,
	METRICS_PER_CHIP,
	METRICS_PERS,
};

/**
 * metrics_per_name() - name what a metric tells something of
 * @per: an &enum metrics_per
 *
 * Return: "tile", "link", "nic", "chip".
 */
const char *metrics_per_name(enum metrics_per per);

#endif /* METRICS_PER_H */
