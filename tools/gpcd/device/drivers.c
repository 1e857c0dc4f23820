// SPDX-License-Identifier: GPL-2.0-only
#include <argz.h>
#include <gpcd/nics.h>
#include <stdlib.h>
#include <strings.h>

#include "cli/cli.h"
#include "device.h"
#include "drivers.h"
#include "names.h"

/* They are known until the command ends. */
static int keep_chip(void *data, unsigned int chip)
{
	(void)data;
	(void)chip;
	return 0;
}

int drivers_learn(void)
{
	int err = gpcd_nics_drivers(keep_chip, NULL);

	if (err)
		device_complain("drivers", err);
	return exit_code(err);
}

/* Find a driver among the chips that were learned; GPCD_CHIP_NONE: there is none. */
static unsigned int find_driver(const char *name, struct nearest *nearest)
{
	unsigned int chip = GPCD_CHIP_NONE;

	while ((chip = gpcd_chip_next(chip)) != GPCD_CHIP_NONE) {
		if (!strcasecmp(gpcd_chip_name(chip), name))
			break;
		nearest_offer(nearest, gpcd_chip_name(chip));
	}
	return chip;
}

int drivers_chip(const char *name, unsigned int *chip)
{
	char hint[NEAREST_ROOM + 32], chips[WORDS_ROOM];
	struct nearest nearest;
	int code;

	if (!names_chip(name, chip))
		return 0;
	code = drivers_learn();
	if (code)
		return code;
	nearest_begin(&nearest, name);
	*chip = find_driver(name, &nearest);
	if (*chip != GPCD_CHIP_NONE)
		return 0;
	words_list(&names_chips, chips);
	complain("--chip '%s' is not a valid CHIP: %s (or a driver: gpcd-dictionary(5))%s", name,
		 chips, nearest_hint(&nearest, hint));
	return EXIT_USAGE;
}

int drivers_complete(unsigned int *chip)
{
	int whole;

	if (*chip < GPCD_CHIPS_LEARNED)
		return 0;
	whole = gpcd_nics_driver(gpcd_chip_name(*chip));
	if (whole < 0) {
		device_complain(gpcd_chip_name(*chip), whole);
		return exit_code(whole);
	}
	*chip = whole;
	return 0;
}

/* --- all drivers --- */

/* Names of drivers. */
struct driver_names {
	char *argz;
	size_t size;
};

static int add_driver_name(void *data, unsigned int chip)
{
	struct driver_names *names = data;
	int err = argz_add(&names->argz, &names->size, gpcd_chip_name(chip));

	gpcd_chip_forget(chip);
	return -err;
}

int drivers_each(int (*take)(void *data, unsigned int chip), void *data)
{
	struct driver_names names = { 0 };
	int err = gpcd_nics_drivers(add_driver_name, &names), chip, code = 0;
	const char *name = NULL;

	while (!err && !code && (name = argz_next(names.argz, names.size, name))) {
		chip = gpcd_nics_driver(name);
		if (chip < 0) {
			err = chip;
			break;
		}
		code = take(data, chip);
		gpcd_chip_forget(chip);
	}
	free(names.argz);
	if (err)
		device_complain("drivers", err);
	return err ? exit_code(err) : code;
}
