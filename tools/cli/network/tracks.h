/* SPDX-License-Identifier: GPL-2.0-only */
/* Draw the links of a grid, each in the colour of its value. */
#ifndef TRACKS_H
#define TRACKS_H

#include "panel.h"

/* Draw all links, then mark the failed ones; the panel's scale is known. */
void tracks_draw(const struct panel *panel);

#endif /* TRACKS_H */
