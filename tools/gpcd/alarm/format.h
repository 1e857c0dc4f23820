/* SPDX-License-Identifier: GPL-2.0-only */
/* Write changes of an alarm. */
#ifndef ALARM_FORMAT_H
#define ALARM_FORMAT_H

#include <gpcd/gpcd.h>

#include "cli/out/out.h"

/* Write the header of the chosen format, if it has one. */
void alarm_header(struct out *out);

/*
 * Add a change to the record, in the chosen format. @req is the alarm as it was made, @path its
 * device.
 */
void alarm_change(struct out *out, const struct gpcd_alarm_req *req, const char *path,
		  const struct gpcd_alarm_change *change);

#endif /* ALARM_FORMAT_H */
