/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The text form of most families: numbers with x between them, 16x12x24. */
#ifndef TOPO_FAMILY_SIZES_H
#define TOPO_FAMILY_SIZES_H

#include "topo/topo.h"

/*
 * Parse 1 to TOPO_DIMS sizes into dims (0 before) and size, ignoring the case of x. A size above
 * TOPO_CHIPS becomes TOPO_CHIPS + 1. Returns 0 or -EINVAL.
 */
int sizes_parse(struct topo *topo, const char *text);

/* Write the sizes of all dimensions. */
void sizes_print(const struct topo *topo, char *buf, size_t size);

#endif /* TOPO_FAMILY_SIZES_H */
