// SPDX-License-Identifier: GPL-2.0-only
/* --wait: wait for a device that another program is about to make. */
#include <errno.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/wait/clock.h"
#include "device.h"
#include "options.h"

#define PERIOD_NS	20000000ULL	/* between two attempts */

/* A chip that is gone may come back, and its image may be replaced. */
static bool is_awaited(int err)
{
	return err == -ENOENT || err == -ENODEV || err == -ENXIO;
}

static int look(const char *name)
{
	struct gpcd *device;
	struct gpcd_info info;
	int err = gpcd_open(name, &device);

	if (err)
		return err;
	err = gpcd_get_info(device, &info);
	gpcd_close(device);
	return err;
}

/* All devices of a command share one limit. Signals are not caught yet: Ctrl-C ends the command. */
static uint64_t end_of_wait(void)
{
	uint64_t time = device_options.wait_ns;
	static uint64_t end;

	if (!end)
		end = time == DEVICE_WAIT_EVER ? DEVICE_WAIT_EVER : monotonic_ns() + time;
	return end;
}

bool device_wait_again(void)
{
	const struct timespec pause = { .tv_nsec = PERIOD_NS };

	if (!device_options.wait_ns || monotonic_ns() >= end_of_wait())
		return false;
	nanosleep(&pause, NULL);
	return true;
}

void device_wait(const char *name)
{
	while (device_options.wait_ns && is_awaited(look(name)) && device_wait_again())
		;
}
