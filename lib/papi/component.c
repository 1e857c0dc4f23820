// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The registers as a component of PAPI.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "component.h"
#include "device.h"
#include "next/next.h"

/* Written by PAPI_disable_component(); PAPI's own reasons are negative. */
#define OFF	1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static PAPI_component_info_t info = {
	.name = COMPONENT_NAME,
	.short_name = COMPONENT_NAME,
	.description = "Counters of Gemini and Aries routers and NICs (gpcd)",
	.default_domain = PAPI_DOM_ALL,
	.available_domains = PAPI_DOM_ALL,
	.default_granularity = PAPI_GRN_SYS,
	.available_granularities = PAPI_GRN_SYS,
	.cntr_umasks = 1,
};

int component_index(void)
{
	return NEXT(PAPI_num_components)();
}

/* Aliases are not counted: each register is listed once. */
static int chip_registers(unsigned int chip)
{
	struct gpcd_reg reg;
	int count = 0;

	for (unsigned int i = 0; !gpcd_catalogue_at(chip, i, &reg); i++)
		count += !(reg.rule->flags & GPCD_RULE_ALIAS);
	return count;
}

static void reason_write(int err)
{
	const char *name = getenv(GPCD_DEVICE_ENV);
	bool named = name && *name;

	snprintf(info.disabled_reason, sizeof(info.disabled_reason), "%s: %s%s",
		 named ? name : "/dev/gpcd0", strerror(-err),
		 named ? "" : "; " GPCD_DEVICE_ENV " may name another device");
}

static void info_update(void)
{
	struct gpcd *dev;
	int err = device_get(&dev);
	unsigned int chip = err ? GPCD_CHIP_NONE : gpcd_chip(dev);

	info.CmpIdx = component_index();
	info.initialized = !err;
	info.disabled = device_error(err);
	if (err)
		reason_write(err);
	else
		info.disabled_reason[0] = '\0';
	info.num_native_events = chip_registers(chip);
	info.num_cntrs = info.num_native_events;
	snprintf(info.support_version, sizeof(info.support_version), "%s",
		 err ? "" : gpcd_chip_name(chip));
}

const PAPI_component_info_t *component_info(void)
{
	pthread_mutex_lock(&lock);
	if (info.disabled != OFF)
		info_update();
	pthread_mutex_unlock(&lock);
	return &info;
}

bool component_is_off(void)
{
	return info.disabled == OFF;
}
