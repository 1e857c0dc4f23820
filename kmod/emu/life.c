// SPDX-License-Identifier: GPL-2.0-only
/*
 * The beginning and the end of an emulated chip, and of its back doors with it.
 */
#include "emu/emu.h"

/* First the doors that it has: nobody can plug it in again after that. */
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
	/* Hold off an unplug by a user of the first back door until the last one exists. */
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
