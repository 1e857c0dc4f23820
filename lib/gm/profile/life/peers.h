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

/**
 * peers_open() - find out which ranks are peers, in MPI_Init()
 * @meet: whether the peers make their communicator at once
 *
 * Collective over the peers if @meet, or if a rank is no peer; else local.
 */
void peers_open(bool meet);

/** peers_first() - return whether this rank is the lowest peer */
bool peers_first(void);

/**
 * peers_comm() - return a communicator of the peers
 *
 * If peers_open() made none, all ranks are peers, and it is made here. Then this is collective over
 * them and must be in MPI_Finalize(). Other ranks may still be in the program: making it matches no
 * receive, not even one from any source with any tag.
 *
 * Return: the communicator, which has MPI_ERRORS_RETURN and belongs to this file; MPI_COMM_NULL: it
 * could not be made.
 */
MPI_Comm peers_comm(void);

/** peers_close() - forget the peers. Collective over them after peers_comm(), else local. */
void peers_close(void);

#endif /* GM_PEERS_H */
