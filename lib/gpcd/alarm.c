// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Alarms: the kernel watches how fast a group counts.
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "gpcd/group.h"

/* See gpcd/gpcd.h. */
struct gpcd_alarm {
	const struct gpcd_carrier *carrier;
	int fd;
	int64_t time_offset_ns;	/* added to its time stamps */
};

/* The kernel knows registers only, so it cannot compute the rate of a field. */
static int alarm_make(struct gpcd_alarm *alarm, struct gpcd_group *group,
		      struct gpcd_alarm_req *req)
{
	struct gpcd_list *list = &group->list;

	if (!list->count || group->nfields)
		return -EINVAL;
	alarm->carrier = list->dev->carrier;
	if (!alarm->carrier->list_alarm)
		return -EOPNOTSUPP;
	alarm->fd = alarm->carrier->list_alarm(list, req);
	alarm->time_offset_ns = list->dev->time_offset_ns;
	return alarm->fd < 0 ? alarm->fd : 0;
}

int gpcd_alarm_open(struct gpcd_group *group, struct gpcd_alarm_req *req,
		    struct gpcd_alarm **result)
{
	struct gpcd_alarm *alarm = calloc(1, sizeof(*alarm));
	int err;

	if (!alarm)
		return -ENOMEM;
	group->sealed = 1;
	req->size = sizeof(*req);
	req->period_min_ns = 0;
	req->id = 0;
	err = alarm_make(alarm, group, req);
	if (err)
		free(alarm);
	else
		*result = alarm;
	return err;
}

void gpcd_alarm_close(struct gpcd_alarm *alarm)
{
	if (!alarm)
		return;
	close(alarm->fd);
	free(alarm);
}

int gpcd_alarm_fd(const struct gpcd_alarm *alarm)
{
	return alarm->fd;
}

int gpcd_alarm_read(struct gpcd_alarm *alarm, struct gpcd_alarm_change *change)
{
	int err;

	*change = (struct gpcd_alarm_change) { .size = sizeof(*change) };
	err = alarm->carrier->alarm_read(alarm->fd, change);
	if (!err)
		change->at_ns += alarm->time_offset_ns;
	return err;
}

int gpcd_alarm_remove(uint32_t id)
{
	struct gpcd_alarm_remove remove = { .size = sizeof(remove), .id = id };

	return gpcd_ctl_command(GPCD_IOC_ALARM_REMOVE, &remove);
}
