// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stddef.h>

#include <gpcd/gpcd.h>

#include "internal.h"

/* In the order of struct model_counters. */
static const char * const names[] = {
	"AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS",
	"AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_STALLED",
	"AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_STALLED",
	"AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_NET_TRACK",
	"AR_NIC_ORB_PRF_NET_RSP_TRACK_2",
};

#define COUNTERS	(sizeof(names) / sizeof(*names))

static struct gpcd *device;
static struct gpcd_group *group;
static struct gpcd_snapshot *snapshot;

/* 1: not opened yet; 0: open; otherwise why reading is impossible. */
static int state = 1;

static void release(void)
{
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
	gpcd_close(device);
	snapshot = NULL;
	group = NULL;
	device = NULL;
}

static int prepare(void)
{
	int err = gpcd_open(NULL, &device);

	if (!err)
		err = gpcd_group_create(device, 0, &group);
	for (size_t i = 0; !err && i < COUNTERS; i++) {
		err = gpcd_group_add(group, names[i]);
		if (err == -ENOENT)
			err = -ENXIO;
	}
	return err ? err : gpcd_snapshot_create(group, &snapshot);
}

/* Return an error for the worst status of the values. */
static int status(void)
{
	bool torn = false;

	for (size_t i = 0; i < COUNTERS; i++) {
		switch (gpcd_snapshot_status(snapshot, i)) {
		case GPCD_STATUS_OK:
		case GPCD_STATUS_STALE:
			break;
		case GPCD_STATUS_TORN:
			torn = true;
			break;
		case GPCD_STATUS_DENIED:
			return -EACCES;
		case GPCD_STATUS_ABSENT:
			return -ENXIO;
		case GPCD_STATUS_GONE:
			return -ENODEV;
		default:
			return -EIO;
		}
	}
	return torn ? -EAGAIN : 0;
}

int counters_read(struct model_counters *counters)
{
	int err;

	if (state > 0)
		state = prepare();
	err = state ? state : gpcd_group_read(group, snapshot);
	if (!err)
		err = status();
	if (err == -EAGAIN)
		return err;
	if (err) {
		state = err;
		release();
		return err;
	}
	*counters = (struct model_counters){
		.flits = gpcd_snapshot_value(snapshot, 0),
		.stalled = gpcd_snapshot_value(snapshot, 1),
		.responses_stalled = gpcd_snapshot_value(snapshot, 2),
		.pairs = gpcd_snapshot_value(snapshot, 3),
		.pair_time = gpcd_snapshot_value(snapshot, 4),
	};
	return 0;
}

void counters_close(void)
{
	release();
	state = 1;
}
