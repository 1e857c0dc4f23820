/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Tables of what the Geminis counted, for a program that does not ask for them. All collective
 * over @world, our duplicate of MPI_COMM_WORLD.
 *
 * The environment, rank 0's alone:
 *   GM_OUTPUT  a file for the tables, one after the other; default: standard error
 *   GM_FORMAT  text (the default), head or json
 *   GM_TABLE   0: none
 */
#ifndef GM_PROFILE_TABLE_H
#define GM_PROFILE_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "gm/profile/exported.h"

/** table_open() - find the Geminis and take the first sample; what fails is said, once */
void table_open(MPI_Comm world);

/** table_begin() - a region begins: MPI_Pcontrol(1) */
void table_begin(MPI_Comm world);

/** table_end() - it ends, its table is printed: MPI_Pcontrol(0); without a region: nothing */
void table_end(MPI_Comm world);

/** table_last() - the table of a region that is open or, where none ever was, of the whole run */
void table_last(MPI_Comm world);

/** table_output() - where the tables go, and what follows them; known to rank 0 */
FILE *table_output(void);

/** table_is_json() - whether they are objects of JSON; likewise */
bool table_is_json(void);

/** table_close() - forget it all */
void table_close(MPI_Comm world);

#endif /* GM_PROFILE_TABLE_H */
