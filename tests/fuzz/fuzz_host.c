// SPDX-License-Identifier: GPL-2.0-only
/*
 * Worms and hosts (lib/netsim/worm, lib/netsim/host): on any small network with any end points, the
 * input's program must run as in the plain implementation.
 */
#include "parts/net.h"
#include "netsim/worm/host_trial.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	struct drawn drawn = { { drawn_below }, &input };

	host_trial(&drawn.chance, "input");
	return 0;
}
