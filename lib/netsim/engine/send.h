/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sending: writing into inboxes of neighbours. */
#ifndef NETSIM_SEND_H
#define NETSIM_SEND_H

#include "state.h"

/* Make sure that a chip is simulated in the window of a cycle. */
static inline void net_wake(struct worker *worker, unsigned int chip, uint64_t cycle)
{
	uint64_t *wake = &worker->net->wake[chip];

	if (cycle < *wake)
		*wake = cycle;
	if (cycle < worker->next)
		worker->next = cycle;
}

/*
 * Return memory for a packet to a chip of another worker, or for a credit that looks like one, to
 * be filled in. If there is no memory, store.lost is set.
 */
struct packet *net_mail(struct worker *worker, unsigned int chip);

/* Get memory for the inbox of a neighbour, which then has something to read. */
void net_inbox_grow(struct worker *worker, unsigned int chip);

/* Return memory for a packet to a neighbour, to be filled in. */
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

/* Send a credit to a neighbour. */
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
