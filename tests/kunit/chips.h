/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Living chips for a test, which end with it.
 */
#ifndef TESTS_KUNIT_CHIPS_H
#define TESTS_KUNIT_CHIPS_H

#include <kunit/test.h>

#include "emu/emu.h"

#define CHIPS_MAX	4

/* KUnit runs a module's tests before the module's own init: there are no back doors yet. */
static inline int chips_suite_init(struct kunit_suite *suite)
{
	return emu_backdoor_init();
}

static inline void chips_suite_exit(struct kunit_suite *suite)
{
	emu_backdoor_exit();
}

static inline int chips_init(struct kunit *test)
{
	test->priv = kunit_kcalloc(test, CHIPS_MAX, sizeof(struct emu_chip *), GFP_KERNEL);
	return test->priv ? 0 : -ENOMEM;
}

static inline struct emu_chip **chips_of(struct kunit *test)
{
	return test->priv;
}

static inline void chips_end(struct kunit *test, unsigned int i)
{
	if (chips_of(test)[i])
		emu_chip_destroy(chips_of(test)[i]);
	chips_of(test)[i] = NULL;
}

static inline void chips_exit(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < CHIPS_MAX; i++)
		chips_end(test, i);
}

/* Return the set-up of a chip with one view, at rest, whose clock advances on request. */
static inline struct emu_setup chips_setup(unsigned int chip, u32 nic_addr)
{
	return (struct emu_setup){
		.chip = chip, .views = 1, .domain = 1, .nic_addr = { nic_addr },
		.virtual_clock = true,
	};
}

/* Make the test's chip number @i; return 0 or a negative errno. */
static inline int chips_bring(struct kunit *test, unsigned int i, const struct emu_setup *setup)
{
	struct emu_chip *chip = emu_chip_create(setup);

	if (IS_ERR(chip))
		return PTR_ERR(chip);
	chips_of(test)[i] = chip;
	return 0;
}

#endif /* TESTS_KUNIT_CHIPS_H */
