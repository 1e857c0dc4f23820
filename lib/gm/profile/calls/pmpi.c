// SPDX-License-Identifier: LGPL-2.1-or-later
/* The calls by their PMPI_ names, which Fortran libraries and tools use: see form.h. */
#define FORM_PMPI

#include "gm/profile/calls/plain.c"
#include "gm/profile/calls/p2p.c"
#include "gm/profile/calls/collective.c"
#include "gm/profile/calls/rma.c"
#include "gm/profile/calls/unseen.c"
