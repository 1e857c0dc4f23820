/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How events are written.
 */
#ifndef MONITOR_FORMAT_H
#define MONITOR_FORMAT_H

#include <gpcd/events.h>

#include "cli/out/out.h"

/** MONITOR_LOST - @what of an event that says that events were lost: it is of no device */
#define MONITOR_LOST UINT32_MAX

/**
 * monitor_name() - name what happens
 * @event: the event
 *
 * Return: "add", "remove" ...; NULL: a later kernel tells more than we know.
 */
const char *monitor_name(const struct gpcd_event *event);

/**
 * monitor_header() - write what comes before all events, if the chosen format has such a thing
 * @out: where
 */
void monitor_header(struct out *out);

/**
 * monitor_event() - add an event to the record, in the chosen format
 * @out: the record
 * @event: an event with a name
 */
void monitor_event(struct out *out, const struct gpcd_event *event);

#endif /* MONITOR_FORMAT_H */
