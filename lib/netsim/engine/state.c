// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "state.h"

void net_carry(struct worker *worker, unsigned int rank, enum net_counter counter)
{
	struct chip *chip = worker->window.chip;

	if (!chip->high)
		chip->high = calloc((size_t)worker->net->ranks * NET_COUNTERS,
				    sizeof(*chip->high));
	if (chip->high)
		chip->high[rank * NET_COUNTERS + counter]++;
	else if (!worker->error)
		worker->error = -ENOMEM;
}

bool net_idle(const struct net *net)
{
	int64_t work = 0;
	unsigned int i;

	for (i = 0; i < net->threads; i++)
		work += net->workers[i].work;
	return net->window && !work;
}
