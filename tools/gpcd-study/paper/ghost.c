// SPDX-License-Identifier: GPL-2.0-only
#include "ghost.h"

const char *const ghost_names[] = {
	[GHOST_RANDOM] = "Random", [GHOST_NO_REMAP] = "No-Remap", [GHOST_REMAP] = "Remap",
};

const char *const ghost_links[] = { "X", "Y", "Z", "Host" };
