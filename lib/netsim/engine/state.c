// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "state.h"

void net_carry(struct worker *worker, unsigned int place, uint32_t carry)
{
	const struct net *net = worker->net;
	struct chip *chip = worker->window.chip;

	if (!chip->high)
		chip->high = calloc(2 * ((size_t)net->inputs + net->ranks), sizeof(*chip->high));
	if (chip->high)
		chip->high[place] += carry;
	else if (!worker->error)
		worker->error = -ENOMEM;
}

uint64_t net_next(const struct net *net)
{
	uint64_t next = net->window ? NET_FOREVER : net->cycle;
	unsigned int i;

	if (net->parts && net->window)
		next = net->parts->next;
	for (i = 0; i < net->threads && !net->parts; i++)
		if (net->workers[i].next < next)
			next = net->workers[i].next;
	if (net->changes && net_changes_next(net) < next)
		next = net_changes_next(net);
	return next > net->cycle ? next : net->cycle;
}

bool net_idle(const struct net *net)
{
	int64_t work = net->parts ? net->parts->work : 0;
	unsigned int i;

	for (i = 0; i < net->threads && !net->parts; i++)
		work += net->workers[i].work;
	return net->window && !work;
}

/* --- sending --- */

struct packet *net_mail(struct worker *worker, const struct link *link)
{
	struct mail *mail = mailbox_put(net_mailbox(worker, link));

	if (!mail) {
		worker->store.lost = true;
		return (struct packet *)worker->store.waste;
	}
	mail->chip = link->chip;
	worker->next = worker->net->end;
	return &mail->packet;
}

void net_inbox_grow(struct worker *worker, unsigned int chip)
{
	inbox_grow(&worker->inbox[chip], &worker->store);
	net_wake(worker, chip, worker->net->end);
}
