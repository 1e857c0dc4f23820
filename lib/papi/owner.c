// SPDX-License-Identifier: LGPL-2.1-or-later
/* The name of this library in messages of lib/next, and the remedy that they suggest. */
#include "next/next.h"

const struct next_owner next_owner = { "libgpcd-papi", "link with -lpapi, too" };
