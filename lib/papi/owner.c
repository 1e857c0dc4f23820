// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What messages of lib/next call this library, and the remedy that they name.
 */
#include "next/next.h"

const struct next_owner next_owner = { "libgpcd-papi", "link with -lpapi, too" };
