// SPDX-License-Identifier: LGPL-2.1-or-later
#include "wrap.h"

uint64_t metrics_wrap_ns(unsigned int width)
{
	return width < 64 ? 1ULL << width : UINT64_MAX;
}

bool metrics_wrapped(const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
		     unsigned int width)
{
	uint64_t ns;

	return !gpcd_snapshot_elapsed(before, after, &ns) && ns > metrics_wrap_ns(width);
}
