/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Things that will happen, in the order of their times.
 */
#ifndef NETSIM_AGENDA_H
#define NETSIM_AGENDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct agenda_item - something that will happen
 * @time: when
 * @order: those of one time happen in the order of these
 * @what: what it is, or happens to
 * @kind: what happens, where @what and @order do not say it
 */
struct agenda_item {
	uint64_t time;
	uint64_t order;
	uint32_t what;
	uint32_t kind;
};

/**
 * struct agenda - all that will happen; all 0 is an empty one
 * @item: a binary heap
 * @count: how many there are
 * @room: for how many there is memory
 */
struct agenda {
	struct agenda_item *item;
	size_t count;
	size_t room;
};

/**
 * agenda_reserve() - get memory
 * @agenda: the agenda
 * @count: so many items will be there at once
 *
 * Return: 0, -ENOMEM.
 */
int agenda_reserve(struct agenda *agenda, size_t count);

/**
 * agenda_add() - let something happen
 * @agenda: the agenda, which has memory for it
 * @item: copied
 */
void agenda_add(struct agenda *agenda, struct agenda_item item);

/**
 * agenda_put() - get memory for one more item, and add it
 * @agenda: the agenda
 * @item: copied
 *
 * Return: 0, -ENOMEM.
 */
int agenda_put(struct agenda *agenda, struct agenda_item item);

/**
 * agenda_first() - find when the first item happens
 * @agenda: the agenda
 *
 * Return: its time; UINT64_MAX: there is none.
 */
static inline uint64_t agenda_first(const struct agenda *agenda)
{
	return agenda->count ? agenda->item->time : UINT64_MAX;
}

/**
 * agenda_take() - take the first item
 * @agenda: the agenda, which is not empty
 *
 * Return: the item.
 */
struct agenda_item agenda_take(struct agenda *agenda);

/**
 * agenda_free() - free the memory
 * @agenda: the agenda; it is empty afterwards
 */
void agenda_free(struct agenda *agenda);

#endif /* NETSIM_AGENDA_H */
