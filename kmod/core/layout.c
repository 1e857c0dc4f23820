// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ABI's layout, pinned: 32- and 64-bit callers share it.
 */
#include <linux/build_bug.h>
#include <linux/stddef.h>

#include "layout.h"

/* A register is read by one 64-bit access, a job id is an xarray index. */
static_assert(sizeof(long) == 8);
