// SPDX-License-Identifier: LGPL-2.1-or-later
#include <math.h>

#include "model/logp.h"

double logp_oneway(const struct logp_short *ends)
{
	return ends->send + ends->latency + ends->recv;
}

double logp_roundtrip(const struct logp_short *ends)
{
	return 2 * logp_oneway(ends);
}

double logp_waiting(const struct logp_short *ends)
{
	return ends->send + ends->recv;
}

double logp_delivery(const struct logp_long *ends, double bytes)
{
	return ends->send + ends->latency + (bytes - 1) * ends->byte;
}

double logp_delivery_queued(const struct logp_long *ends, double bytes)
{
	double network = (bytes - 1) * ends->byte;
	double memory = ends->recv + ends->interrupt * ends->byte + bytes * ends->memory_byte;

	return ends->send + ends->latency + fmax(memory, network);
}

/* Time before the first byte is taken, and the one byte that (B - 1) G omits. */
static double break_cost(const struct logp_long *ends)
{
	return ends->recv + (ends->interrupt + 1) * ends->byte;
}

double logp_break(const struct logp_long *ends)
{
	if (ends->memory_byte >= ends->byte)
		return INFINITY;
	return break_cost(ends) / (ends->byte - ends->memory_byte);
}

double logp_break_memory(const struct logp_long *ends, double bytes)
{
	return ends->byte - break_cost(ends) / bytes;
}

double logp_queue(const struct logp_long *ends, double bytes, double time)
{
	double start = ends->interrupt * ends->byte + ends->recv;
	double come = fmin(time / ends->byte, bytes);

	if (time <= start)
		return come;
	return fmax(come - (time - start) / ends->memory_byte, 0);
}

double logp_bandwidth(const struct logp_long *ends, double bytes)
{
	return bytes / logp_delivery_queued(ends, bytes);
}

double logp_send_busy(const struct logp_long *ends, double bytes)
{
	return ends->send + (bytes - 1) * ends->byte;
}

double logp_recv_busy(const struct logp_long *ends, double bytes)
{
	return (bytes - 1 - ends->interrupt) * ends->byte;
}
