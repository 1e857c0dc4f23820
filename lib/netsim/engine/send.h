/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What chips send: into inboxes of their neighbours.
 */
#ifndef NETSIM_SEND_H
#define NETSIM_SEND_H

#include "state.h"

/**
 * net_wake() - see to it that a chip runs, and in which window
 * @worker: simulates the chip
 * @chip: number of the chip
 * @cycle: of that window
 */
static inline void net_wake(struct worker *worker, unsigned int chip, uint64_t cycle)
{
	uint64_t *wake = &worker->net->wake[chip];

	if (cycle < *wake)
		*wake = cycle;
	if (cycle < worker->next)
		worker->next = cycle;
}

/**
 * net_mail() - send something to a chip of another worker
 * @worker: sends it; store.lost is set if there is no memory
 * @chip: number of the chip
 *
 * Return: memory for a packet, or for a credit that looks like one; the caller fills it in.
 */
struct packet *net_mail(struct worker *worker, unsigned int chip);

/**
 * net_inbox_grow() - make room in the inbox of a neighbour, which then has something to read
 * @worker: writes into it
 * @chip: number of the neighbour
 */
void net_inbox_grow(struct worker *worker, unsigned int chip);

/**
 * net_packet_new() - send a packet to a neighbour
 * @worker: sends it
 * @chip: number of the neighbour
 *
 * Return: memory for the packet, which the caller fills in.
 */
static inline struct packet *net_packet_new(struct worker *worker, unsigned int chip)
{
	struct inbox *inbox;

	if (net_is_foreign(worker, chip))
		return net_mail(worker, chip);
	inbox = &worker->inbox[chip];
	if (!inbox_has_room(inbox, sizeof(*inbox->packet)))
		net_inbox_grow(worker, chip);
	return inbox->packet++;
}

/**
 * net_credit_send() - send a credit to a neighbour
 * @worker: sends it
 * @chip: number of the neighbour
 * @credit: the credit
 */
static inline void net_credit_send(struct worker *worker, unsigned int chip, uint32_t credit)
{
	struct inbox *inbox;

	if (net_is_foreign(worker, chip)) {
		*net_mail(worker, chip) = (struct packet){ .cycle = credit };
		return;
	}
	inbox = &worker->inbox[chip];
	if (!inbox_has_room(inbox, sizeof(credit)))
		net_inbox_grow(worker, chip);
	*--inbox->credit = credit;
}

#endif /* NETSIM_SEND_H */
