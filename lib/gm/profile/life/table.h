/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Tables of what the Geminis counted, for a program that does not ask for them: one of the whole
 * run, or one of each region.
 *
 * The environment, the same for all ranks under gm-profile:
 *   GM_OUTPUT   a file for the tables, one after the other; default: standard error
 *   GM_FORMAT   text (the default), head or json
 *   GM_TABLE    0: none
 *   GM_REGIONS  1: MPI_Pcontrol(1) and MPI_Pcontrol(0) begin and end regions
 */
#ifndef GM_PROFILE_TABLE_H
#define GM_PROFILE_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "gm/profile/calls/exported.h"

/** table_open() - take this rank's first sample; local */
void table_open(void);

/** table_has_regions() - whether GM_REGIONS asks for them */
bool table_has_regions(void);

/** table_join() - find the Geminis of @comm; what fails is said, once; collective over @comm */
void table_join(MPI_Comm comm);

/** table_begin() - a region begins: MPI_Pcontrol(1); collective over @comm */
void table_begin(MPI_Comm comm);

/** table_end() - print the table of the open region, if there is one; collective over @comm */
void table_end(MPI_Comm comm);

/**
 * table_last() - the table of a region that is open or, where none ever was, of the whole run
 *
 * Collective over @comm, all ranks of table_join().
 */
void table_last(MPI_Comm comm);

/** table_output() - where the tables go, and what follows them; known to the first rank */
FILE *table_output(void);

/** table_is_json() - whether they are objects of JSON; likewise */
bool table_is_json(void);

/** table_close() - forget it all; collective over @comm; MPI_COMM_NULL: nobody joined */
void table_close(MPI_Comm comm);

#endif /* GM_PROFILE_TABLE_H */
