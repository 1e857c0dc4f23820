/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All links of a grid, each in the colour of its value.
 */
#ifndef TRACKS_H
#define TRACKS_H

#include "panel.h"

/**
 * tracks_draw() - draw all links that there are, those that have failed over their colours
 * @panel: the panel, whose scale is known
 */
void tracks_draw(const struct panel *panel);

#endif /* TRACKS_H */
