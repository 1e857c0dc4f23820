/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Peers are the ranks of MPI_COMM_WORLD that run under gm-profile. A job may have other ranks,
 * which do not know libgm-profile and would never answer. So collective functions include only the
 * peers.
 */
#ifndef GM_PEERS_H
#define GM_PEERS_H

#include <stdbool.h>

#include "gm/profile/calls/exported.h"

/*
 * Find out which ranks are peers, in MPI_Init(). With @meet they also create their communicator.
 * Collective over the peers if @meet, or if a rank is not a peer; else local.
 */
void peers_open(bool meet);

/* Return whether this rank is the lowest peer. */
bool peers_first(void);

/*
 * Return a communicator of the peers, which has MPI_ERRORS_RETURN and belongs to this file, or
 * MPI_COMM_NULL if it could not be made. If peers_open() made none, all ranks are peers, and it is
 * made here: this is then collective over them and must be in MPI_Finalize(). Other ranks may still
 * run the program: making the communicator matches no receive, not even one from any source with
 * any tag.
 */
MPI_Comm peers_comm(void);

/* Forget the peers. Collective over them after peers_comm(), else local. */
void peers_close(void);

#endif /* GM_PEERS_H */
