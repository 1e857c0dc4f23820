// SPDX-License-Identifier: LGPL-2.1-or-later
#include "model/fit.h"

static struct fit_value time_less(struct fit_value a, struct fit_value b)
{
	return (struct fit_value){ a.ns - b.ns, a.low - b.high, a.high - b.low };
}

static struct fit_value time_over(struct fit_value a, double by)
{
	return (struct fit_value){ a.ns / by, a.low / by, a.high / by };
}

static struct fit_value time_shifted(struct fit_value a, double by)
{
	return (struct fit_value){ a.ns - by, a.low - by, a.high - by };
}

/*
 * Find a probe of a kind and size, the shortest or the longest of several; NULL if there is none.
 */
static const struct fit_probe *find_probe(const struct fit_probe *probes, size_t count,
					  enum fit_kind kind, uint64_t bytes, int longest)
{
	const struct fit_probe *found = NULL;

	for (const struct fit_probe *probe = probes; probe < probes + count; probe++) {
		if (probe->kind != kind || probe->bytes != bytes)
			continue;
		if (!found || (longest ? probe->count > found->count : probe->count < found->count))
			found = probe;
	}
	return found;
}

static uint64_t smallest_size(const struct fit_probe *probes, size_t count)
{
	uint64_t bytes = UINT64_MAX;

	for (size_t i = 0; i < count; i++)
		bytes = probes[i].bytes < bytes ? probes[i].bytes : bytes;
	return bytes;
}

/* Find the largest size of pings below @below; returns @below if there is none. */
static uint64_t largest_ping(const struct fit_probe *probes, size_t count, uint64_t below)
{
	uint64_t bytes = 0;
	int found = 0;

	for (size_t i = 0; i < count; i++) {
		if (probes[i].kind != FIT_PING || probes[i].bytes >= below)
			continue;
		bytes = probes[i].bytes > bytes ? probes[i].bytes : bytes;
		found = 1;
	}
	return found ? bytes : below;
}

static const char *fit_short(const struct fit_probe *probes, size_t count, struct fit_ends *ends)
{
	uint64_t bytes = smallest_size(probes, count);
	const struct fit_probe *one = find_probe(probes, count, FIT_SEND, bytes, 0);
	const struct fit_probe *many = find_probe(probes, count, FIT_SEND, bytes, 1);
	const struct fit_probe *ping = find_probe(probes, count, FIT_PING, bytes, 0);
	const struct fit_probe *delay = find_probe(probes, count, FIT_DELAY, bytes, 0);
	struct fit_value trip;

	if (!one || one->count != 1)
		return "a probe `send' of one message of the smallest size is missing";
	if (many->count == 1)
		return "a probe `send' of several messages of the smallest size is missing";
	if (!ping || !delay)
		return "probes `ping' and `delay' of the smallest size are missing";
	trip = time_over(ping->time, ping->count);
	if (delay->delay < trip.ns)
		return "the delay of `delay' is shorter than a `ping': the answer may come later";
	ends->send = one->time;
	ends->recv = time_shifted(time_over(delay->time, delay->count), delay->delay);
	ends->recv = time_less(ends->recv, ends->send);
	ends->latency = time_less(time_less(time_over(trip, 2), ends->send), ends->recv);
	ends->gap = time_over(time_less(many->time, one->time), many->count - 1);
	return NULL;
}

static const char *fit_long(const struct fit_probe *probes, size_t count, struct fit_ends *ends)
{
	uint64_t long_bytes = largest_ping(probes, count, UINT64_MAX);
	uint64_t bytes = largest_ping(probes, count, long_bytes);
	const struct fit_probe *more, *fewer;
	struct fit_value added;

	if (long_bytes == UINT64_MAX || bytes == long_bytes)
		return "probes `ping' of two sizes are missing";
	more = find_probe(probes, count, FIT_PING, long_bytes, 0);
	fewer = find_probe(probes, count, FIT_PING, bytes, 0);
	added = time_less(time_over(more->time, more->count), time_over(fewer->time, fewer->count));
	ends->byte = time_over(added, 2 * (double)(long_bytes - bytes));
	return NULL;
}

const char *fit_ends(const struct fit_probe *probes, size_t count, struct fit_ends *ends)
{
	const char *wrong;

	if (!count)
		return "there are no probes";
	wrong = fit_short(probes, count, ends);
	return wrong ? wrong : fit_long(probes, count, ends);
}
