/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers for tests: one that is missing fails the test.
 */
#ifndef TESTS_UNIT_REGISTERS_H
#define TESTS_UNIT_REGISTERS_H

#include "catalogue/catalogue.h"
#include "mark.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

static inline const char *name_of(const struct gpcd_reg *reg)
{
	static char name[GPCD_NAME_MAX];

	gpcd_reg_name(reg, name);
	return name;
}

static inline struct gpcd_reg reg_at(unsigned int chip, unsigned int index)
{
	struct gpcd_reg reg;

	ck_assert_msg(!gpcd_catalogue_at(chip, index, &reg), "chip %u has no place %u",
		      chip, index);
	return reg;
}

static inline struct gpcd_reg reg_named(unsigned int chip, const char *name)
{
	struct gpcd_reg reg;

	ck_assert_msg(!gpcd_catalogue_by_name(chip, name, &reg), "no %s", name);
	return reg;
}

#endif /* TESTS_UNIT_REGISTERS_H */
