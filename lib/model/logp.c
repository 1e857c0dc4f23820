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

/* --- contention: LoGPC --- */

static double channel_cycles(const struct logpc_network *network, double bytes)
{
	return bytes * network->channel_byte;
}

double logpc_use(const struct logpc_network *network, double rate, double bytes)
{
	return channel_cycles(network, bytes) * rate * network->distance / 2;
}

double logpc_wait_by_use(const struct logpc_network *network, double use, double bytes)
{
	double far = network->distance;

	return use * channel_cycles(network, bytes) / (1 - use) * (far - 1) / (far * far) *
	       (1 + 1.0 / network->dims);
}

double logpc_wait(const struct logpc_network *network, double rate, double bytes)
{
	double cycles = channel_cycles(network, bytes), far = network->distance;

	return rate * cycles * cycles / 2 / (1 - rate * cycles * far / 2) * (far - 1) / far *
	       (1 + 1.0 / network->dims);
}

double logpc_contention(const struct logpc_network *network, double rate, double bytes)
{
	return network->dims * network->distance * logpc_wait(network, rate, bytes);
}

/* (n + 1) (k_d - 1) B^2 / 2: the factor of the rate in the numerator of (6). */
static double contention_factor(const struct logpc_network *network, double bytes)
{
	double cycles = channel_cycles(network, bytes);

	return (network->dims + 1) * (network->distance - 1) * cycles * cycles / 2;
}

struct logpc_load logpc_load(const struct logpc_network *network,
			     const struct logpc_traffic *traffic)
{
	double use = logpc_use(network, 1, traffic->bytes), period = traffic->period;
	double factor = traffic->delays * contention_factor(network, traffic->bytes);
	struct logpc_load load = { .period = period, .negative = factor < 0 };

	if (factor > 0)
		load.period = (period + use + sqrt(pow(period - use, 2) + 4 * factor)) / 2;
	load.contention = (load.period - period) / traffic->delays;
	load.use = use / load.period;
	load.saturated = load.use >= 1;
	return load;
}

double logpc_oneway(const struct logp_short *ends, double contention)
{
	return logp_oneway(ends) + contention;
}

double logpc_roundtrip(const struct logp_short *ends, double contention, double waiting)
{
	return 2 * logpc_oneway(ends, contention) + waiting;
}

double logpc_delivery(const struct logp_long *ends, double bytes, double contention)
{
	return logp_delivery(ends, bytes) + contention;
}

struct logpc_load logpc_saturation(const struct logpc_network *network, double byte, double bytes)
{
	const struct logpc_traffic traffic = {
		.period = 2 * byte * bytes, .delays = 1, .bytes = bytes,
	};

	return logpc_load(network, &traffic);
}

double logpc_inflation(const struct logpc_network *network, double byte)
{
	return logpc_saturation(network, byte, 1).period / (2 * byte);
}

static double dimension_distance(unsigned int nodes)
{
	return (nodes - 1.0 / nodes) / 3;
}

double logpc_distance(unsigned int x, unsigned int y, bool self)
{
	double far = dimension_distance(x) + dimension_distance(y), nodes = (double)x * y;

	return self ? far : far * nodes / (nodes - 1);
}

/* Hops from a node to the one with the next number, along x first. */
static double hops_on(unsigned int x, unsigned int y, unsigned int node, enum logpc_ends ends)
{
	if ((node + 1) % x)
		return 1;
	if (node + 1 < x * y || ends == LOGPC_BELOW)
		return x;
	return ends == LOGPC_AROUND ? x + y - 2.0 : 0;
}

/* The way back is as long: each way counts twice, halved. */
double logpc_locality(unsigned int x, unsigned int y, enum logpc_ends ends)
{
	unsigned int nodes = x * y, node;
	double hops = 0;

	for (node = 0; node < nodes; node++)
		hops += hops_on(x, y, node, ends);
	return hops / nodes;
}

/*
 * Solves m f B^2 + C_n (m k_d / 2) B - C_n = 0 with B in cycles, where f B^2 is the numerator of
 * (6).
 */
double logpc_length(const struct logpc_network *network, double rate, double contention)
{
	double square = rate * (network->dims + 1) * (network->distance - 1) / 2;
	double linear = contention * rate * network->distance / 2;

	return (sqrt(linear * linear + 4 * square * contention) - linear) / (2 * square) /
	       network->channel_byte;
}

/* --- the diamond DAG --- */

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
