/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A chip under the built-in traffic, for tests.
 */
#ifndef TESTS_UNIT_TRAFFIC_H
#define TESTS_UNIT_TRAFFIC_H

#include <string.h>

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

/*
 * Each counter named by a rule of the chip's NICs moves, except waits of responses, because none
 * waits, packets in order, and counts of atomic operations alone, which a chip without a simulator
 * has not. A '#' in a name is the number of the NIC, which equals its view's.
 */
static inline void rules_move(unsigned int view)
{
	__u32 atomic = GPCD_NIC_OUT(GPCD_NIC_AMO) | GPCD_NIC_ANSWERED(GPCD_NIC_AMO) |
		       GPCD_NIC_SERVED(GPCD_NIC_AMO) | GPCD_NIC_ANSWERS(GPCD_NIC_AMO);
	const struct gpcd_nic_rule *rule = gpcd_chip_model(chip.image[0].chip)->nic->rules;
	char name[GPCD_NAME_MAX], *number;

	for (; rule->name; rule++) {
		if (!(rule->packets & ~atomic) || rule->what == GPCD_NIC_ORDERED)
			continue;
		if (rule->what == GPCD_NIC_WAITED &&
		    rule->packets & GPCD_NIC_ANSWERS(GPCD_NIC_ALL))
			continue;
		strcpy(name, rule->name);
		number = strchr(name, '#');
		if (number)
			*number = '0' + view;
		ck_assert_msg(chip_get(&chip, view, name), "%s rests", name);
	}
}

/*
 * Advance time to the beginning of a window, any number of ns after the last one. Return the
 * window's length: 10 us to 20 ms, short ones as often as long ones.
 */
static inline __u64 window_begin(unsigned int i)
{
	static __u64 random;
	__u64 longest;

	random = (i ? random : 1) * 6364136223846793005ULL + 1442695040888963407ULL;
	run_until(traffic.now_ns + (random >> 33) % 3000000);
	longest = 20000ULL << (random >> 24) % 11;
	return 10000 + (random >> 40) % (longest - 10000 > 19990000 ? 19990000 : longest - 10000);
}

#endif /* TESTS_UNIT_TRAFFIC_H */
