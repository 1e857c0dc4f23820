/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How changes of an alarm are written.
 */
#ifndef ALARM_FORMAT_H
#define ALARM_FORMAT_H

#include <gpcd/gpcd.h>

#include "cli/out/out.h"

/**
 * alarm_header() - write what comes before all changes, if the chosen format has such a thing
 * @out: where
 */
void alarm_header(struct out *out);

/**
 * alarm_change() - add a change to the record, in the chosen format
 * @out: the record
 * @req: the alarm, as it was made
 * @path: path of its device
 * @change: the change
 */
void alarm_change(struct out *out, const struct gpcd_alarm_req *req, const char *path,
		  const struct gpcd_alarm_change *change);

#endif /* ALARM_FORMAT_H */
