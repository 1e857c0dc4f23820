/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A picture of a whole network: what every link carries, and where packets wait.
 */
#ifndef HEATMAP_H
#define HEATMAP_H

#include "machine/engine.h"

/**
 * heatmap_write() - draw a network into an SVG file: load and stalls of all links
 * @engine: the network
 * @title: title of the picture
 * @path: path of the file
 *
 * Return: 0 or a negative errno.
 */
int heatmap_write(const struct engine *engine, const char *title, const char *path);

#endif /* HEATMAP_H */
