/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A picture of a whole network: what every link carries, and where packets wait.
 */
#ifndef HEATMAP_H
#define HEATMAP_H

#include "machine/engine.h"

/* Draw it into an SVG file; returns 0 or a negative errno. */
int heatmap_write(const struct engine *engine, const char *title, const char *path);

#endif /* HEATMAP_H */
