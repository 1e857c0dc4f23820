/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A chip under the built-in traffic, for tests.
 */
#ifndef TESTS_UNIT_TRAFFIC_H
#define TESTS_UNIT_TRAFFIC_H

#include "chip.h"
#include "image/traffic_chip.h"

#define TILES		48
#define TICKS		300
#define CYCLES		8000000		/* of the router, in a tick */

static struct chip chip;
static struct gpcd_traffic traffic;

static inline void start(unsigned int which, unsigned int views, __u64 seed)
{
	chip_create(&chip, which, views);
	gpcd_traffic_init(&traffic, which, seed, 0);
}

static inline void end(void)
{
	chip_destroy(&chip);
}

static inline void run_until(__u64 ns)
{
	while (gpcd_traffic_step(&traffic, chip.image, chip.views, ns))
		;
}

static inline void run(unsigned int ticks)
{
	run_until(traffic.now_ns + (__u64)ticks * GPCD_TRAFFIC_TICK_NS);
}

#endif /* TESTS_UNIT_TRAFFIC_H */
