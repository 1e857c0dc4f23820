// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/* Look-ups over the chips' tables. */
#include "catalogue/places.h"

/* Chips */

const struct gpcd_chip_tables *gpcd_chip_find(unsigned int chip)
{
	if (chip >= GPCD_CHIPS)
		return gpcd_chip_learned(chip);
	gpcd_chip_ready(chip);
	return gpcd_chip_tables[chip].count ? &gpcd_chip_tables[chip] : NULL;
}

static const struct gpcd_chip_row *chip_row(unsigned int chip)
{
	const struct gpcd_chip_tables *c = gpcd_chip_find(chip);

	return c ? c->row : NULL;
}

const char *gpcd_chip_name(unsigned int chip)
{
	const struct gpcd_chip_row *row = chip_row(chip);

	return row ? row->name : NULL;
}
EXPORT_SYMBOL_GPL(gpcd_chip_name);

unsigned int gpcd_chip_by_name(const char *name)
{
	unsigned int chip;

	for (chip = GPCD_CHIPS - 1; chip; chip--) {
		if (gpcd_text_equal(gpcd_chip_rows[chip].name, name))
			break;
	}
	return gpcd_chip_find(chip) ? chip : GPCD_CHIP_NONE;
}
EXPORT_SYMBOL_GPL(gpcd_chip_by_name);

unsigned int gpcd_chip_nics(unsigned int chip)
{
	const struct gpcd_chip_row *row = chip_row(chip);

	return row ? row->nics : 0;
}
EXPORT_SYMBOL_GPL(gpcd_chip_nics);

const char *gpcd_chip_coord(unsigned int chip)
{
	const struct gpcd_chip_row *row = chip_row(chip);

	return row ? row->registers->coord : NULL;
}

int gpcd_chip_legacy(unsigned int chip)
{
	const struct gpcd_chip_row *row = chip < GPCD_CHIPS ? chip_row(chip) : NULL;

	return row && !row->registers->modern;
}

const char *gpcd_chip_static_counters(unsigned int chip, unsigned int i)
{
	const struct gpcd_chip_row *row = chip_row(chip);
	const char *const *glob = row ? row->registers->static_counters : NULL;

	while (glob && *glob && i--)
		glob++;
	return glob ? *glob : NULL;
}

const struct gpcd_total *gpcd_chip_total(unsigned int chip, unsigned int i)
{
	const struct gpcd_chip_row *row = chip_row(chip);
	const struct gpcd_total *total = row ? row->registers->totals : NULL;

	while (total && total->name && i--)
		total++;
	return total && total->name ? total : NULL;
}
EXPORT_SYMBOL_GPL(gpcd_chip_total);

/* Registers */

const struct gpcd_reg *gpcd_chip_addressed(const struct gpcd_chip_tables *c, __u64 addr)
{
	const struct gpcd_reg *reg;
	unsigned int slot;

	for (slot = addr_slot(c, addr); c->by_addr[slot]; slot = addr_next(c, slot)) {
		reg = &c->regs[c->by_addr[slot] - 1];
		if (reg->addr == addr)
			return reg;
	}
	return NULL;
}

const struct gpcd_reg *gpcd_catalogue_find(unsigned int chip, __u64 addr)
{
	const struct gpcd_chip_tables *c = gpcd_chip_find(chip);

	return c ? gpcd_chip_addressed(c, addr) : NULL;
}
EXPORT_SYMBOL_GPL(gpcd_catalogue_find);

int gpcd_catalogue_by_addr(unsigned int chip, __u64 addr, struct gpcd_reg *reg)
{
	const struct gpcd_reg *found = gpcd_catalogue_find(chip, addr);

	if (!found)
		return -1;
	*reg = *found;
	return 0;
}

const struct gpcd_reg *gpcd_chip_named(const struct gpcd_chip_tables *c, const char *name)
{
	const struct gpcd_reg *found;
	char candidate[GPCD_NAME_MAX];
	unsigned int slot;

	for (slot = name_slot(c, name); c->by_name[slot]; slot = name_next(c, slot)) {
		found = &c->regs[c->by_name[slot] - 1];
		gpcd_reg_name(found, candidate);
		if (gpcd_text_equal(candidate, name))
			return found;
	}
	return NULL;
}

int gpcd_catalogue_by_name(unsigned int chip, const char *name, struct gpcd_reg *reg)
{
	const struct gpcd_chip_tables *c = gpcd_chip_find(chip);
	const struct gpcd_reg *found = c ? gpcd_chip_named(c, name) : NULL;

	if (!found)
		return -1;
	*reg = *found;
	return 0;
}
EXPORT_SYMBOL_GPL(gpcd_catalogue_by_name);

int gpcd_catalogue_at(unsigned int chip, unsigned int index, struct gpcd_reg *reg)
{
	const struct gpcd_chip_tables *c = gpcd_chip_find(chip);

	if (!c || index >= c->count)
		return -1;
	*reg = c->regs[index];
	return 0;
}
EXPORT_SYMBOL_GPL(gpcd_catalogue_at);

unsigned int gpcd_catalogue_count(unsigned int chip)
{
	const struct gpcd_chip_tables *c = gpcd_chip_find(chip);

	return c ? c->count : 0;
}
EXPORT_SYMBOL_GPL(gpcd_catalogue_count);

__u64 gpcd_catalogue_hash(unsigned int chip)
{
	const struct gpcd_chip_tables *c = gpcd_chip_find(chip);

	return c ? c->hash : 0;
}

unsigned int gpcd_total_addrs(unsigned int chip, const struct gpcd_total *total, __u64 *addrs,
			      unsigned int max)
{
	unsigned int count = 0;
	struct gpcd_reg reg;
	unsigned int i;

	for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		/* An alias is not another counter. */
		if (reg.rule->flags & GPCD_RULE_ALIAS || !gpcd_reg_match(&reg, total->glob))
			continue;
		if (count < max)
			addrs[count] = reg.addr;
		count++;
	}
	return count;
}
EXPORT_SYMBOL_GPL(gpcd_total_addrs);
