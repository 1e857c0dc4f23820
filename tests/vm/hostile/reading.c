// SPDX-License-Identifier: GPL-2.0-only
/* Judge a reading: only registers that its reader may see, and that exist. */
#include <linux/gpcd.h>

#include "catalogue/catalogue.h"
#include "grammar.h"

unsigned int reading_needs(const struct gpcd_reg *reg)
{
	unsigned int needs = reg->rule->block->needs;

	if (reg->rule->kind == GPCD_KIND_SETUP || reg->rule->kind == GPCD_KIND_CONTROL)
		needs |= GPCD_MAY_SETUP;
	return needs;
}

static bool allowed(const struct reading *reading, const struct gpcd_reg *reg)
{
	return !(reading_needs(reg) & ~reading->reach);
}

/* Judge a delivered value, which may be 0 for other reasons. */
static void value_judge(const struct turn *turn, const struct reading *reading, uint32_t i)
{
	uint64_t addr = reading->addrs[i];
	const struct gpcd_reg *reg = gpcd_catalogue_find(reading->chip, addr);

	if (reading->remote && !reading->reach)
		finding(turn, "%#lx of another device was got without the right to", addr);
	else if (reading->remote)
		return;
	else if (!reg)
		finding(turn, "a value at %#lx, where there is no register", addr);
	else if (!allowed(reading, reg))
		finding(turn, "who may %#x got %#lx", reading->reach, addr);
	else if (turn->values[i] & ~gpcd_width_mask(reg->rule->width))
		finding(turn, "%#lx is wider than %u bits: %#lx", addr, reg->rule->width,
			turn->values[i]);
}

/* Is it an address of kernel memory or modules? A mask of ones is not. */
static bool kernel_address(uint64_t value)
{
	return value >> 47 == 0x1ffff && value < 0xffffffffff000000 &&
	       (uint32_t)value != 0xffffffff;
}

static void status_judge(const struct turn *turn, const struct reading *reading, uint32_t i)
{
	uint8_t status = turn->statuses[i];
	const struct gpcd_reg *reg;

	/* The two statuses after it are of drivers of the host: the kernel never gives them. */
	if (status > GPCD_STATUS_TORN)
		finding(turn, "register %u has status %u", i, status);
	if (status != GPCD_STATUS_DENIED || !model_sure() || !reading->addrs || reading->remote)
		return;
	reg = gpcd_catalogue_find(reading->chip, reading->addrs[i]);
	if (!reg || allowed(reading, reg))
		finding(turn, "who may %#x was denied %#lx", reading->reach, reading->addrs[i]);
}

static bool readable(uint8_t status)
{
	return status == GPCD_STATUS_OK || status == GPCD_STATUS_TORN;
}

void reading_judge(const struct turn *turn, const struct reading *reading, bool all)
{
	for (uint32_t i = 0; turn->values && i < turn->count; i++) {
		bool read = turn->statuses ? readable(turn->statuses[i]) :
					     all || turn->values[i];

		if (turn->statuses)
			status_judge(turn, reading, i);
		if (!read && turn->values[i])
			finding(turn, "register %u is not readable and not 0", i);
		if (kernel_address(turn->values[i]))
			finding(turn, "register %u is %#lx", i, turn->values[i]);
		if (read && model_sure() && reading->addrs && reading->chip)
			value_judge(turn, reading, i);
	}
}
