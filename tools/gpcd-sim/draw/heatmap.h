/* SPDX-License-Identifier: GPL-2.0-only */
/* A picture of a simulated network: the load of every link, and where packets wait. */
#ifndef HEATMAP_H
#define HEATMAP_H

#include "cli/draw/picture.h"
#include "machine/engine.h"

/* Draw the load and stalls of all links. Return the exit code; errors are reported. */
int heatmap_write(const struct engine *engine, const char *title, const struct picture *picture);

#endif /* HEATMAP_H */
