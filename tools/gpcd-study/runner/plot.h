/* SPDX-License-Identifier: GPL-2.0-only */
/* Figures, drawn from tables. */
#ifndef PLOT_H
#define PLOT_H

#include "cli/draw/picture.h"
#include "cli/out/table.h"
#include "values.h"

/* Draw the columns of a printed table. Report any error; return the exit code. */
int plot_curves(const struct plot *plot, const struct table *table, const struct picture *picture);

/* Draw bars into an SVG file. Report any error; return the exit code. */
int plot_bars(struct values *values, const struct plot *plot, const char *path);

#endif /* PLOT_H */
