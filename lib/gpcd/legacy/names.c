// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Descriptors of all registers of both chips: static, so that they live for
 * ever and looking one up needs neither device nor memory.
 */
#include <inttypes.h>
#include <pthread.h>
#include <string.h>

#include "gpcd/legacy/legacy.h"

#define GEMINI_REGS	1552
#define ARIES_REGS	2686

static gpcd_mmr_desc_t gemini_descs[GEMINI_REGS];
static gpcd_mmr_desc_t aries_descs[ARIES_REGS];
static char gemini_names[GEMINI_REGS][GPCD_NAME_MAX];
static char aries_names[ARIES_REGS][GPCD_NAME_MAX];

static const struct {
	gpcd_mmr_desc_t *descs;
	char (*names)[GPCD_NAME_MAX];
	unsigned int count;
} tables[GPCD_CHIPS] = {
	[GPCD_CHIP_GEMINI] = { gemini_descs, gemini_names, GEMINI_REGS },
	[GPCD_CHIP_ARIES] = { aries_descs, aries_names, ARIES_REGS },
};

static void tables_fill(void)
{
	struct gpcd_reg reg;
	unsigned int chip, i;

	for (chip = 0; chip < GPCD_CHIPS; chip++) {
		for (i = 0; i < tables[chip].count; i++) {
			gpcd_catalogue_at(chip, i, &reg);
			gpcd_reg_name(&reg, tables[chip].names[i]);
			tables[chip].descs[i].addr = reg.addr;
			tables[chip].descs[i].name = tables[chip].names[i];
		}
	}
}

static const gpcd_mmr_desc_t *reg_desc(const struct gpcd_reg *reg)
{
	static pthread_once_t filled = PTHREAD_ONCE_INIT;

	pthread_once(&filled, tables_fill);
	return &tables[reg->chip].descs[reg->index];
}

unsigned int gpcd_desc_chip(const gpcd_mmr_desc_t *desc)
{
	uintptr_t at = (uintptr_t)desc;
	unsigned int chip;

	for (chip = GPCD_CHIPS - 1; chip; chip--) {
		if (at - (uintptr_t)tables[chip].descs < tables[chip].count * sizeof(*desc))
			break;
	}
	return chip;
}

const gpcd_mmr_desc_t *gpcd_lookup_mmr_byname(char *name)
{
	const gpcd_mmr_desc_t *desc;
	struct gpcd_reg reg;
	unsigned int chip;

	for (chip = 0; name && chip < GPCD_CHIPS; chip++) {
		if (gpcd_catalogue_by_name(chip, name, &reg))
			continue;
		desc = reg_desc(&reg);
		/* The original library is case sensitive; the catalogue is not. */
		return strcmp(desc->name, name) ? NULL : desc;
	}
	return NULL;
}

static int handle_chip(struct gpcd_handle *handle, void *arg)
{
	struct gpcd_info info;
	int err = gpcd_get_info(handle->list.dev, &info);

	if (!err)
		*(unsigned int *)arg = info.chip;
	return err;
}

static int is_tile(const struct gpcd_reg *reg)
{
	return reg->rule->block->class_ == GPCD_CLASS_LOCAL;
}

static int is_nic(const struct gpcd_reg *reg)
{
	return !is_tile(reg);
}

static int is_filter(const struct gpcd_reg *reg)
{
	static const struct gpcd_query query = {
		.block = "tile-filter*", .kind = -1, .row = -1, .column = -1,
	};

	return gpcd_reg_wanted(reg, &query);
}

static int is_static(const struct gpcd_reg *reg)
{
	return is_tile(reg) && !is_filter(reg);
}

static int print_valid(int (*wanted)(const struct gpcd_reg *reg))
{
	unsigned int chip = GPCD_CHIP_GEMINI;
	const gpcd_mmr_desc_t *desc;
	struct gpcd_reg reg;
	unsigned int i;

	gpcd_shared_call(handle_chip, &chip);
	for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		if (!wanted(&reg))
			continue;
		desc = reg_desc(&reg);
		printf("%-49s 0x%" PRIx64 "\n", desc->name, desc->addr);
	}
	return 0;
}

int gpcd_print_valid_nic_mmrs(void)
{
	return print_valid(is_nic);
}

int gpcd_print_valid_tile_mmrs(void)
{
	return print_valid(is_tile);
}

int gpcd_print_valid_tile_filtering_mmrs(void)
{
	return print_valid(is_filter);
}

int gpcd_print_valid_tile_static_mmrs(void)
{
	return print_valid(is_static);
}
