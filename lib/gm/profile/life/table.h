/* SPDX-License-Identifier: LGPL-2.1-or-later */
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
#ifndef GM_PROFILE_TABLE_H
#define GM_PROFILE_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "gm/profile/calls/exported.h"

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

#endif /* GM_PROFILE_TABLE_H */
