// SPDX-License-Identifier: LGPL-2.1-or-later
/* What drivers count, by the dictionaries of this machine. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include <gpcd/nics.h>

#include "gpcd/nics/dictionary.h"
#include "gpcd/nics/unique.h"
#include "nics/describe.h"
#include "nics/drivers.h"

#ifndef DICTIONARY_FOLDER
#define DICTIONARY_FOLDER "/usr/local/share/gpcd/dictionary"
#endif

static char installed[PATH_MAX] = DICTIONARY_FOLDER;

void gpcd_nics_dictionary(const char *folder)
{
	snprintf(installed, sizeof(installed), "%s", folder ? folder : DICTIONARY_FOLDER);
}

/* --- an open interface --- */

int gpcd_nic_describe(const struct nic *nic, struct gpcd_nic_described *described)
{
	int err = nic_describe(nic, installed, &described->counters, described->driver);

	if (err)
		return err;
	err = gpcd_names_unique(described->counters, nic->count, &described->names);
	if (err)
		free(described->counters);
	return err;
}

void gpcd_nic_described_free(struct gpcd_nic_described *described)
{
	free(described->counters);
	free(described->names);
}

/* --- all drivers --- */

/* The function that is called with the chip of each driver. */
struct drivers_visit {
	int (*take)(void *data, unsigned int chip);
	void *data;
};

static int driver_learn(void *data, const char *driver, struct gpcd_counter *counters,
			unsigned int count)
{
	const struct drivers_visit *visit = data;
	char *names;
	int chip = gpcd_names_unique(counters, count, &names);

	if (chip)
		return chip;
	chip = gpcd_chip_learn(driver, counters, count);
	free(names);
	return chip < 0 ? chip : visit->take(visit->data, chip);
}

int gpcd_nics_drivers(int (*take)(void *data, unsigned int chip), void *data)
{
	struct drivers_visit visit = { take, data };
	const struct nic_driver_visitor visitor = { driver_learn, &visit };

	return nic_drivers(installed, &visitor);
}

static int number_take(void *data, unsigned int chip)
{
	*(unsigned int *)data = chip;
	return 0;
}

int gpcd_nics_driver(const char *name)
{
	unsigned int chip = GPCD_CHIP_NONE;
	struct drivers_visit visit = { number_take, &chip };
	const struct nic_driver_visitor visitor = { driver_learn, &visit };
	int err = nic_driver(installed, name, &visitor);

	return err ? err : (int)chip;
}
