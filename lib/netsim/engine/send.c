// SPDX-License-Identifier: LGPL-2.1-or-later
#include "send.h"

struct packet *net_mail(struct worker *worker, unsigned int chip)
{
	struct worker *reader = net_chip(worker->net, chip)->worker;
	struct mail *mail = mailbox_put(&worker->outgoing[reader - worker->net->workers]);

	if (!mail) {
		worker->store.lost = true;
		return (struct packet *)worker->store.waste;
	}
	mail->chip = chip;
	worker->next = worker->net->end;
	return &mail->packet;
}

void net_inbox_grow(struct worker *worker, unsigned int chip)
{
	inbox_grow(&worker->inbox[chip], &worker->store);
	net_wake(worker, chip, worker->net->end);
}
