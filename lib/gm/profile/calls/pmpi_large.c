// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The calls of MPI-4 with counts of MPI_Count, by their PMPI_ names: see form.h.
 */
#define FORM_PMPI

#include "gm/profile/calls/large.c"
