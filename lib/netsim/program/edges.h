/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Lists of which operation waits for which, made by counting sort: count the length of each list at
 * first[op + 2]; edges_lists_begin() adds up at first[op + 1] where the list begins;
 * edges_list_add() moves that to the list's end, where the next one begins.
 */
#ifndef NETSIM_PROGRAM_EDGES_H
#define NETSIM_PROGRAM_EDGES_H

#include "program.h"

/* Make empty lists, for program_edges_free() even after an error. Returns 0 or -ENOMEM. */
int edges_allocate(struct program_edges *lists, uint32_t ops, size_t edges);

/* Find where lists begin whose lengths have been counted. */
void edges_lists_begin(struct program_edges *lists, uint32_t ops);

/* Add a PROGRAM_EDGE() to an operation's list. */
void edges_list_add(struct program_edges *lists, uint32_t op, uint32_t edge);

#endif /* NETSIM_PROGRAM_EDGES_H */
