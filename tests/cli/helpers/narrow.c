// SPDX-License-Identifier: GPL-2.0-only
/*
 * For LD_PRELOAD: a kernel that refuses every alarm because one of its counters is too narrow. No
 * known chip has such counters.
 */
#include <errno.h>

#include <gpcd/gpcd.h>

__attribute__((visibility("default")))
int gpcd_alarm_open(struct gpcd_group *group, struct gpcd_alarm_req *req, struct gpcd_alarm **alarm)
{
	(void)group;
	(void)alarm;
	req->period_min_ns = GPCD_ALARM_PERIOD_MIN_NS;
	return -EOVERFLOW;
}
