/* SPDX-License-Identifier: GPL-2.0-only */
/* Convert the links of a chip for the metrics library. */
#ifndef CLI_LINKED_H
#define CLI_LINKED_H

#include "metrics/bound.h"
#include "topo/links.h"

/*
 * Describe a chip's links. @list has room for LINKS_MOST links, all zero; as many as @links has are
 * filled in.
 */
void linked_take(struct metrics_link *list, const struct links *links);

#endif /* CLI_LINKED_H */
