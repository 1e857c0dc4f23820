// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "netsim/mix.h"
#include "stream.h"

/* 53-bit numbers times this are below 1: 2^-53. */
#define STREAM_STEP	(1.0 / (1ull << 53))

/* Keys differ, as the mix is a bijection, and job, rank and repetition have separate bits. */
struct stream stream_of(uint64_t seed, uint32_t job, uint32_t rank, uint32_t repetition)
{
	uint64_t who = (uint64_t)job << 48 | (uint64_t)rank << 24 | repetition;

	return (struct stream){ .key = net_mix(net_mix(seed) ^ who) };
}

/* Numbers are mixed before they are added, so no stream is the tail of another one. */
uint64_t stream_next(struct stream *stream)
{
	return net_mix(stream->key + net_mix(stream->drawn++));
}

uint32_t stream_below(struct stream *stream, uint32_t limit)
{
	return net_mix_below(stream_next(stream), limit);
}

uint64_t stream_wait(struct stream *stream, uint64_t mean)
{
	double part = ((stream_next(stream) >> 11) + 0.5) * STREAM_STEP;

	return -log(part) * mean;
}

void stream_shuffle(struct stream *stream, uint32_t *list, uint32_t count)
{
	uint32_t at, kept;

	for (; count > 1; count--) {
		at = stream_below(stream, count);
		kept = list[at];
		list[at] = list[count - 1];
		list[count - 1] = kept;
	}
}
