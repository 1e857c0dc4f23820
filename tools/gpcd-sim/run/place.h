/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Nodes of the ranks of a program, as the command line names them.
 */
#ifndef PLACE_H
#define PLACE_H

#include <stdint.h>

/**
 * place_parse() - parse a list of nodes
 * @nodes: numbers and ranges with commas between them, as 0,2,4-7; it is taken to pieces
 * @place: receives the nodes
 * @ranks: how many there must be
 *
 * Return: 0, -EINVAL for what is no such list, -E2BIG for more or fewer nodes than @ranks.
 */
int place_parse(char *nodes, uint32_t *place, uint32_t ranks);

#endif /* PLACE_H */
