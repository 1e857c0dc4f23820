/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A picture of a simulated network: what every link carries, and where packets wait.
 */
#ifndef HEATMAP_H
#define HEATMAP_H

#include "cli/draw/picture.h"
#include "machine/engine.h"

/**
 * heatmap_write() - draw a network: load and stalls of all links
 * @engine: the network
 * @title: title of the picture
 * @picture: its file and scale
 *
 * Return: the exit code, having said what is wrong.
 */
int heatmap_write(const struct engine *engine, const char *title, const struct picture *picture);

#endif /* HEATMAP_H */
