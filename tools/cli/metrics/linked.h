/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Links of a chip as metrics want them.
 */
#ifndef CLI_LINKED_H
#define CLI_LINKED_H

#include "metrics/bound.h"
#include "topo/links.h"

/**
 * linked_take() - describe the links of a chip to metrics
 * @list: room for LINKS_MOST links, all zero; receives as many as @links has
 * @links: the links of the chip
 */
void linked_take(struct metrics_link *list, const struct links *links);

#endif /* CLI_LINKED_H */
