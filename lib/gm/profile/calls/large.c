// SPDX-License-Identifier: LGPL-2.1-or-later
/* The calls of MPI-4 with counts of MPI_Count: see form.h. */
#include "gm/profile/call.h"

#if MPI_VERSION >= 4
#define FORM_LARGE

#include "gm/profile/calls/p2p.c"
#include "gm/profile/calls/collective.c"
#include "gm/profile/calls/rma.c"
#include "gm/profile/calls/unseen.c"
#endif
