// SPDX-License-Identifier: LGPL-2.1-or-later
#include "model/diamond.h"

struct diamond_times diamond_times(const struct diamond *diamond, const struct logp_long *ends)
{
	double tasks = diamond->side * diamond->side / (diamond->stripes * diamond->blocks);
	struct diamond_times times = {
		.work = tasks * diamond->task + diamond->gather * diamond->side / diamond->blocks,
		.send = logp_send_busy(ends, diamond->bytes),
		.recv = logp_recv_busy(ends, diamond->bytes),
		.notice = ends->latency + ends->interrupt * ends->byte,
	};

	times.first = times.recv + times.work + times.notice;
	times.next = times.send + times.work + times.recv;
	return times;
}

double diamond_makespan(const struct diamond *diamond, const struct diamond_times *times)
{
	return times->work + times->notice + (diamond->stripes - 2) * times->first +
	       (diamond->blocks - 1) * times->next + times->recv + times->work;
}

struct logpc_load diamond_load(const struct diamond *diamond, const struct diamond_times *times,
			       const struct logpc_network *network)
{
	const struct logpc_traffic traffic = {
		.period = times->next, .delays = 2, .bytes = diamond->bytes,
	};

	return logpc_load(network, &traffic);
}

double diamond_bound(const struct diamond *diamond, double contention)
{
	return (diamond->stripes - 1 + 2 * (diamond->blocks - 1)) * contention;
}
