// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * MPI-4's forms with counts of MPI_Count: form.h.
 */
#include "gm/profile/exported.h"

#if MPI_VERSION >= 4
#define FORM_LARGE

#include "gm/profile/calls_p2p.c"
#include "gm/profile/calls_collective.c"
#include "gm/profile/calls_neighbour.c"
#include "gm/profile/calls_rma.c"
#include "gm/profile/calls_unseen_sized.c"
#endif
