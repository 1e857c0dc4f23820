/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The ranks of MPI_COMM_WORLD that run under gm-profile. A job may have others, which know nothing
 * of us and would never answer: whatever is collective here is so over these peers alone.
 */
#ifndef GM_PEERS_H
#define GM_PEERS_H

#include <stdbool.h>

#include "gm/profile/calls/exported.h"

/** peers_open() - find out who they are. Local. */
void peers_open(void);

/** peers_first() - whether this rank is the lowest of them */
bool peers_first(void);

/**
 * peers_comm() - a communicator of the peers, made at the first call
 *
 * Collective over the peers. It must not take part in what the program does on MPI_COMM_WORLD: so
 * it is made by MPI_Comm_create_group(), which, unlike a duplicate, takes none of the tags that
 * Open MPI's nonblocking collectives share with MPI_Dist_graph_create(); and it must not be made
 * while the program receives from anybody with any tag: at MPI_Init(), or at MPI_Finalize().
 *
 * Return: errors of it return; MPI_COMM_NULL: there is none.
 */
MPI_Comm peers_comm(void);

/** peers_close() - forget them. Local but for the communicator, which all have or none */
void peers_close(void);

#endif /* GM_PEERS_H */
