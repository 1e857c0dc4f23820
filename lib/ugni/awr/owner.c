// SPDX-License-Identifier: LGPL-2.1-or-later
/* How messages of lib/next name this library, and the remedy that they suggest. */
#include "next/next.h"

const struct next_owner next_owner = { "libawr", "link with the library that has it" };
