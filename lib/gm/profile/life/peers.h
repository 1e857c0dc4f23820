/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Peers are the ranks of MPI_COMM_WORLD that run under gm-profile. A job may have other ranks, to
 * which libgm-profile is unknown and which would never answer. So collective functions include only
 * the peers.
 */
#ifndef GM_PEERS_H
#define GM_PEERS_H

#include <stdbool.h>

#include "gm/profile/calls/exported.h"

/** peers_open() - find out which ranks are peers. Local. */
void peers_open(void);

/** peers_first() - return whether this rank is the lowest peer */
bool peers_first(void);

/**
 * peers_comm() - return a communicator of the peers, made at the first call
 *
 * Collective over the peers at the first call, which must be in MPI_Init() or MPI_Finalize():
 * making the communicator would match a receive of the program from any source with any tag.
 *
 * The communicator must not disturb what the program does on MPI_COMM_WORLD. So it is made by
 * MPI_Comm_create_group(). Unlike MPI_Comm_dup(), that takes none of the tags that Open MPI's
 * nonblocking collectives share with MPI_Dist_graph_create().
 *
 * Return: the communicator, which has MPI_ERRORS_RETURN and belongs to this file; MPI_COMM_NULL: it
 * could not be made.
 */
MPI_Comm peers_comm(void);

/** peers_close() - forget the peers. Collective over them after peers_comm(), else local. */
void peers_close(void);

#endif /* GM_PEERS_H */
