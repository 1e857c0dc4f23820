// SPDX-License-Identifier: GPL-2.0-only
/* Log why calls are rejected. */
#include <linux/device.h>
#include <linux/ratelimit.h>
#include <linux/sched.h>

#include "core/core.h"

#define REFUSALS_BURST 10
#define REFUSALS_INTERVAL (5 * HZ)

/* Any user may make a file verbose, so all files share one rate limit. */
int gpcd_refuse(struct gpcd_file *file, int error, const char *fmt, ...)
{
	static DEFINE_RATELIMIT_STATE(refusals, REFUSALS_INTERVAL, REFUSALS_BURST);
	struct device *dev = &file->device->dev;
	struct va_format vaf = { .fmt = fmt };
	va_list args;

	va_start(args, fmt);
	vaf.va = &args;
	if (!READ_ONCE(file->verbose))
		dev_dbg_ratelimited(dev, "pid %d: %pV\n", task_pid_nr(current), &vaf);
	else if (__ratelimit(&refusals))
		dev_info(dev, "pid %d: %pV (error %d)\n", task_pid_nr(current), &vaf, error);
	va_end(args);
	return error;
}
