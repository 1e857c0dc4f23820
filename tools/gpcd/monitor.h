/* SPDX-License-Identifier: GPL-2.0-only */
/* Write events. */
#ifndef MONITOR_H
#define MONITOR_H

#include <gpcd/events.h>

#include "cli/out/out.h"

/* Pseudo event, of no device: events were lost. */
#define MONITOR_LOST UINT32_MAX

/* Return "add", "remove" ..., or NULL for an event of a later kernel. */
const char *monitor_name(const struct gpcd_event *event);

/* Write the header of the chosen format, if it has one. */
void monitor_header(struct out *out);

/* Add an event that has a name to the record, in the chosen format. */
void monitor_event(struct out *out, const struct gpcd_event *event);

#endif /* MONITOR_H */
