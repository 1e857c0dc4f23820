// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The calls by their other names, which Fortran libraries and tools use: form.h.
 */
#define FORM_PMPI

#include "gm/profile/calls_life.c"
#include "gm/profile/calls_p2p.c"
#include "gm/profile/calls_start.c"
#include "gm/profile/calls_collective.c"
#include "gm/profile/calls_neighbour.c"
#include "gm/profile/calls_rma.c"
#include "gm/profile/calls_unseen.c"
#include "gm/profile/calls_unseen_sized.c"
#include "gm/profile/calls_quiet.c"
