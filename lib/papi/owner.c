// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Who stands in front of another library.
 */
#include "next/next.h"

const struct next_owner next_owner = { "libgpcd-papi", "link with -lpapi, too" };
