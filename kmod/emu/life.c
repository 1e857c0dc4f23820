// SPDX-License-Identifier: GPL-2.0-only
/*
 * Create and destroy an emulated chip and its back doors.
 */
#include "emu/emu.h"

/* Remove the back doors first: without them nobody can plug the chip in again. */
static void chip_end(struct emu_chip *chip, unsigned int doors)
{
	while (doors--)
		emu_backdoor_remove(&chip->view[doors]);
	mutex_lock(&chip->life);
	emu_chip_fault_held(chip, EMU_FAULT_UNPLUG, 0);
	mutex_unlock(&chip->life);
	emu_chip_put(chip);
}

struct emu_chip *emu_chip_create(const struct emu_setup *setup)
{
	struct emu_chip *chip;
	unsigned int doors = 0;
	int ret;

	if (!setup->views || setup->views > gpcd_chip_nics(setup->chip))
		return ERR_PTR(-EINVAL);
	chip = emu_chip_alloc(setup);
	if (!chip)
		return ERR_PTR(-ENOMEM);
	/* A user of the first back door must not unplug the chip before the last one exists. */
	mutex_lock(&chip->life);
	ret = emu_chip_fault_held(chip, EMU_FAULT_NONE, 0);
	while (!ret && doors < setup->views) {
		ret = emu_backdoor_add(&chip->view[doors]);
		doors += !ret;
	}
	mutex_unlock(&chip->life);
	if (ret) {
		chip_end(chip, doors);
		return ERR_PTR(ret);
	}
	return chip;
}

void emu_chip_destroy(struct emu_chip *chip)
{
	chip_end(chip, chip->setup.views);
}
