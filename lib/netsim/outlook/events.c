// SPDX-License-Identifier: LGPL-2.1-or-later
#include "events.h"

/* Bits of an item's order for the number of events before it; the kind is above them. */
#define NUMBER_BITS	56

void events_add(struct events *events, struct event event)
{
	int err = agenda_put(&events->agenda, (struct agenda_item){
		.time = event.cycle, .what = event.what, .kind = event.kind,
		.order = (uint64_t)event.kind << NUMBER_BITS | events->added++,
	});

	if (err)
		events->err = err;
}

bool events_take(struct events *events, struct event *event)
{
	struct agenda_item item;

	if (!events->agenda.count)
		return false;
	item = agenda_take(&events->agenda);
	*event = (struct event){ .cycle = item.time, .what = item.what, .kind = item.kind };
	return true;
}
