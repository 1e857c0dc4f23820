/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The life of libgm-profile in a process, from MPI_Init() to its exit. */
#ifndef GM_LIFE_H
#define GM_LIFE_H

#include <stdbool.h>
#include <stdio.h>

#include "gm/profile/call.h"
#include "gm/wire.h"

/* --- calls that begin and end --- */

/*
 * Reactions of libgm-profile to the program's MPI_Init(), MPI_Finalize() and MPI_Pcontrol(), in C
 * or in Fortran. Calls that another tool makes inside one of these do nothing here.
 */

/*
 * Start profiling, after MPI_Init(). Local; with GM_REGIONS, collective over the peers. Returns
 * MPI_SUCCESS or an error of MPI.
 */
int profile_open(void);

/* Print the tables, before MPI_Finalize(). Collective over the peers. */
void profile_close(void);

/*
 * End profiling in a process that exits without MPI_Finalize(). @words describes how, such as "by
 * exit()". Local.
 */
void profile_leave(enum job_end how, const char *words);

/*
 * Begin (1) or end (0) a region, at MPI_Pcontrol(). Collective over the peers with GM_REGIONS;
 * otherwise, and for other levels, does nothing.
 */
void profile_level(int level);

/* --- the peers --- */

/*
 * Peers are the ranks of MPI_COMM_WORLD that run under gm-profile. A job may have other ranks,
 * which do not know libgm-profile and would never answer. So collective functions include only the
 * peers.
 */

/*
 * Find out which ranks are peers, in MPI_Init(). With @meet they also create their communicator.
 * Collective over the peers if @meet, or if a rank is not a peer; else local.
 */
void peers_open(bool meet);

/* Return whether this rank is the lowest peer. */
bool peers_first(void);

/*
 * Return a communicator of the peers, which has MPI_ERRORS_RETURN and belongs to peers.c, or
 * MPI_COMM_NULL if it could not be made. If peers_open() made none, all ranks are peers, and it is
 * made here: this is then collective over them and must be in MPI_Finalize(). Other ranks may still
 * run the program: making the communicator matches no receive, not even one from any source with
 * any tag.
 */
MPI_Comm peers_comm(void);

/* Forget the peers. Collective over them after peers_comm(), else local. */
void peers_close(void);

/* --- tables --- */

/*
 * Tables of what the chips counted, for a program that does not use libgm itself: one table of the
 * whole run, or one of each region.
 *
 * The environment, which must be the same for all ranks under gm-profile:
 *
 *   GM_OUTPUT   a file for the tables, one after the other; default: standard error
 *   GM_FORMAT   text (the default), head or json
 *   GM_TABLE    0: no table
 *   GM_REGIONS  1: MPI_Pcontrol(1) and MPI_Pcontrol(0) begin and end regions
 */

/* Read the environment and take this rank's first sample. Local. */
void table_open(void);

/* Return whether GM_REGIONS asks for a table of each region. */
bool table_has_regions(void);

/* Find the chips of @comm; one rank prints an error. Collective over @comm. */
void table_join(MPI_Comm comm);

/* Begin a region, at MPI_Pcontrol(1). Collective over @comm. */
void table_begin(MPI_Comm comm);

/* Print the table of the open region, if there is one. Collective over @comm. */
void table_end(MPI_Comm comm);

/*
 * Print the table of the open region, or of the whole run if there never was a region. @comm is as
 * for table_join(). Collective over @comm.
 */
void table_last(MPI_Comm comm);

/* Return the stream of the tables; valid at the first peer only. */
FILE *table_output(void);

/* Return whether the tables are JSON; valid at the first peer only. */
bool table_is_json(void);

/*
 * Release the samples and close the output. @comm is MPI_COMM_NULL if table_join() was never
 * called. Collective over @comm.
 */
void table_close(MPI_Comm comm);

#endif /* GM_LIFE_H */
