/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A queue of future events, ordered by time. */
#ifndef NETSIM_AGENDA_H
#define NETSIM_AGENDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An event; events of equal time are taken by order. */
struct agenda_item {
	uint64_t time;
	uint64_t order;
	uint32_t what;	/* subject; its meaning is the caller's */
	uint32_t kind;	/* what happens, where order and what do not say it */
};

/* A binary heap of events; all 0 is an empty agenda. */
struct agenda {
	struct agenda_item *item;
	size_t count;
	size_t room;	/* allocated items */
};

/* Reserve memory for so many items in all. Returns 0 or -ENOMEM. */
int agenda_reserve(struct agenda *agenda, size_t count);

/* Add an item, for which there is memory (agenda_reserve()). */
void agenda_add(struct agenda *agenda, struct agenda_item item);

/* Add an item; get memory for it if need be. Returns 0 or -ENOMEM. */
int agenda_put(struct agenda *agenda, struct agenda_item item);

/* Return the time of the first item; UINT64_MAX: there is none. */
static inline uint64_t agenda_first(const struct agenda *agenda)
{
	return agenda->count ? agenda->item->time : UINT64_MAX;
}

/* Remove and return the first item of an agenda that is not empty. */
struct agenda_item agenda_take(struct agenda *agenda);

/* Free the items; leaves an empty agenda. */
void agenda_free(struct agenda *agenda);

#endif /* NETSIM_AGENDA_H */
