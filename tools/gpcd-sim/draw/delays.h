/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A picture of latencies: histograms, a row for each number of links that packets crossed.
 */
#ifndef DELAYS_H
#define DELAYS_H

#include "netsim/measure/latency.h"

/**
 * delays_write() - draw latencies into an SVG file
 * @latency: the latencies; those of all groups count together
 * @title: title of the picture
 * @path: path of the file
 *
 * Return: 0 or a negative errno.
 */
int delays_write(const struct latency *latency, const char *title, const char *path);

#endif /* DELAYS_H */
