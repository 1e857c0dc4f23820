/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The text form of most families: numbers with x between them, 16x12x24.
 */
#ifndef TOPO_FAMILY_SIZES_H
#define TOPO_FAMILY_SIZES_H

#include "topo/topo.h"

/**
 * sizes_parse() - read the sizes of all dimensions
 * @topo: its @dims and @size are filled in; a size above TOPO_CHIPS becomes TOPO_CHIPS + 1
 * @text: the sizes, 1 to TOPO_DIMS of them; the case of x is ignored
 *
 * Return: 0, -EINVAL.
 */
int sizes_parse(struct topo *topo, const char *text);

/**
 * sizes_print() - write the sizes of all dimensions
 * @topo: the topology
 * @buf: for the text
 * @size: of @buf
 */
void sizes_print(const struct topo *topo, char *buf, size_t size);

#endif /* TOPO_FAMILY_SIZES_H */
