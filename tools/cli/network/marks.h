/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a network's picture says besides the colours of its links: nodes that are sent far more than
 * others, links that have failed, and what is under the pointer.
 */
#ifndef DRAW_MARKS_H
#define DRAW_MARKS_H

#include "panel.h"

/**
 * marks_failed() - count the links that have failed, wholly or in part
 * @network: the network
 *
 * Return: how many; each way of a link counts.
 */
unsigned int marks_failed(const struct network *network);

/**
 * marks_title() - say which chips are marked, if any are
 * @svg: the picture
 * @network: the network
 * @x: where the text begins
 * @y: its first baseline
 * @line: height of a line
 *
 * Return: the baseline behind what was said.
 */
double marks_title(struct svg *svg, const struct network *network, double x, double y,
		   double line);

/**
 * marks_draw() - ring the chips that are marked, and say what is under the pointer
 * @panel: the panel, drawn already
 */
void marks_draw(const struct panel *panel);

#endif /* DRAW_MARKS_H */
