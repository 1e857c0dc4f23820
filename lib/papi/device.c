// SPDX-License-Identifier: LGPL-2.1-or-later
/* The device whose counters PAPI's clients get, and the component that it is for them. */
#include <errno.h>
#include <papi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "next/next.h"

/* The name of this library in messages of lib/next, and the remedy that they suggest. */
const struct next_owner next_owner = { "libgpcd-papi", "link with -lpapi, too" };

/* --- the device --- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gpcd *device;

bool device_is_named(void)
{
	const char *name = getenv(GPCD_DEVICE_ENV);

	return name && *name;
}

int device_get(struct gpcd **dev)
{
	int err = 0;

	pthread_mutex_lock(&lock);
	if (!device)
		err = gpcd_open(NULL, &device);
	*dev = device;
	pthread_mutex_unlock(&lock);
	return err;
}

void device_drop(void)
{
	pthread_mutex_lock(&lock);
	gpcd_close(device);
	device = NULL;
	pthread_mutex_unlock(&lock);
}

int device_error(int err)
{
	switch (err) {
	case 0:
		return PAPI_OK;
	case -EPERM:
	case -EACCES:
		return PAPI_EPERM;
	case -ENXIO:
		return PAPI_ENOEVNT;
	case -ENODEV:
	case -ESTALE:
	case -EFAULT:
		return PAPI_ECLOST;
	case -ENOMEM:
		return PAPI_ENOMEM;
	default:
		errno = -err;
		return PAPI_ESYS;
	}
}

/* --- the component --- */

/* Written by PAPI_disable_component(); PAPI's own reasons are negative. */
#define OFF	1

static pthread_mutex_t info_lock = PTHREAD_MUTEX_INITIALIZER;
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
	bool named = device_is_named();

	snprintf(info.disabled_reason, sizeof(info.disabled_reason), "%s: %s%s",
		 named ? getenv(GPCD_DEVICE_ENV) : "/dev/gpcd0", strerror(-err),
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
	pthread_mutex_lock(&info_lock);
	if (info.disabled != OFF)
		info_update();
	pthread_mutex_unlock(&info_lock);
	return &info;
}

bool component_is_off(void)
{
	return info.disabled == OFF;
}
