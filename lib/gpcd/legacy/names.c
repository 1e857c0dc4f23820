// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Descriptors of all registers of all chips that the legacy interface knows. They are static: a
 * look-up needs neither a device nor memory, and its result stays valid.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "gpcd/legacy/legacy.h"

/* Room for the registers of the listed chips, even of those without legacy names. */
#define CHIP_ROOM(number, chip, nics, regs, pages, span) chip[regs],
#define CHIP_FIRST(number, chip, nics, regs, pages, span) \
	[number] = offsetof(struct rooms, chip),

struct rooms { char GPCD_CHIP_LIST(CHIP_ROOM) none[1]; };

/* For each chip: index of its first descriptor; the others follow. */
static const unsigned int chip_first[] = { GPCD_CHIP_LIST(CHIP_FIRST) };

static gpcd_mmr_desc_t descs[sizeof(struct rooms)];
static char names[sizeof(struct rooms)][GPCD_NAME_MAX];

static void descs_fill(void)
{
	unsigned int chip, i, at;
	struct gpcd_reg reg;

	for (chip = GPCD_CHIP_NONE + 1; chip < GPCD_CHIPS; chip++) {
		if (!gpcd_chip_legacy(chip))
			continue;
		at = chip_first[chip];
		for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++, at++) {
			gpcd_reg_name(&reg, names[at]);
			descs[at].addr = reg.addr;
			descs[at].name = names[at];
		}
	}
}

static const gpcd_mmr_desc_t *reg_desc(const struct gpcd_reg *reg)
{
	static pthread_once_t filled = PTHREAD_ONCE_INIT;

	pthread_once(&filled, descs_fill);
	return &descs[chip_first[reg->chip] + reg->index];
}

unsigned int gpcd_desc_chip(const gpcd_mmr_desc_t *desc)
{
	uintptr_t at = (uintptr_t)desc - (uintptr_t)descs;
	unsigned int chip;

	if (at >= sizeof(descs))
		return GPCD_CHIP_NONE;
	for (chip = GPCD_CHIPS - 1; chip; chip--) {
		if (at >= chip_first[chip] * sizeof(*desc))
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
		if (!gpcd_chip_legacy(chip) || gpcd_catalogue_by_name(chip, name, &reg))
			continue;
		desc = reg_desc(&reg);
		/* The original library is case sensitive; the catalogue is not. */
		return strcmp(desc->name, name) ? NULL : desc;
	}
	return NULL;
}

static int handle_chip(struct gpcd_handle *handle, void *arg)
{
	struct gpcd_info info = { .size = sizeof(info) };
	int err = gpcd_get_info(handle->list.dev, &info);

	if (!err)
		*(unsigned int *)arg = info.chip;
	return err;
}

static int is_tile(const struct gpcd_reg *reg)
{
	return reg->rule->block->needs == GPCD_MAY_ROUTER;
}

static int is_nic(const struct gpcd_reg *reg)
{
	return !is_tile(reg);
}

static int is_filter_of_tile(const struct gpcd_reg *reg)
{
	static const struct gpcd_query query = {
		.block = "tile-filter*", .kind = -1, .row = -1, .column = -1,
	};

	return gpcd_reg_wanted(reg, &query);
}

static int is_static(const struct gpcd_reg *reg)
{
	return is_tile(reg) && !is_filter_of_tile(reg);
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
	return print_valid(is_filter_of_tile);
}

int gpcd_print_valid_tile_static_mmrs(void)
{
	return print_valid(is_static);
}
