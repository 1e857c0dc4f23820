// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * MPI-4's forms with counts of MPI_Count, by their other names: form.h.
 */
#define FORM_PMPI

#include "gm/profile/calls/large.c"
