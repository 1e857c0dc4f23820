/* SPDX-License-Identifier: GPL-2.0-only */
/* A picture of latencies: a histogram for each number of links that packets crossed. */
#ifndef DELAYS_H
#define DELAYS_H

#include "netsim/measure/latency.h"

/* Draw the latencies of all groups together into an SVG file. Return 0 or a negative errno. */
int delays_write(const struct latency *latency, const char *title, const char *path);

#endif /* DELAYS_H */
