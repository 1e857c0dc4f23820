/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The objects of metrics. */
#ifndef METRICS_PER_H
#define METRICS_PER_H

/* Objects of a metric. */
enum metrics_per {
	METRICS_PER_TILE,	/* a tile of the router */
	METRICS_PER_LINK,	/* the tiles that lead to one neighbour */
	METRICS_PER_NIC,	/* the NIC of the device */
	METRICS_PER_CHIP,
	METRICS_PERS,
};

/* Return "tile", "link", "nic" or "chip". */
const char *metrics_per_name(enum metrics_per per);

#endif /* METRICS_PER_H */
