/* SPDX-License-Identifier: GPL-2.0-only */
/* Random numbers, from a seed. */
#ifndef TESTS_UNIT_WORM_DICE_H
#define TESTS_UNIT_WORM_DICE_H

#include "netsim/mix.h"
#include "netsim/random_program.h"

struct dice {
	struct chance chance;
	uint64_t draws;
};

static inline unsigned int dice_below(struct chance *chance, unsigned int limit)
{
	struct dice *dice = (struct dice *)chance;

	return net_mix_below(dice->draws++, limit);
}

static inline struct dice dice_new(unsigned int seed)
{
	return (struct dice){ { dice_below }, 1000000ull * seed };
}

#endif /* TESTS_UNIT_WORM_DICE_H */
