// SPDX-License-Identifier: LGPL-2.1-or-later
#include "model/message.h"

/* Bytes of payload of a packet, and of a flit. */
#define PACKET 64
#define FLIT 16

/* Packets that a NIC may have outstanding. */
#define OUTSTANDING 1024

/* Packets and flits stay below 2^63: signed, they convert to floating point without a branch. */
static int64_t started_packets(uint64_t bytes)
{
	return bytes / PACKET + (bytes % PACKET || !bytes);
}

static double put_flits(const struct model_variant *variant, uint64_t bytes, int64_t packets)
{
	int64_t payload = bytes / FLIT + (bytes % FLIT || !bytes);

	return variant->whole_flits ? packets + payload : bytes * 5.0 / PACKET;
}

static double get_flits(const struct model_variant *variant, uint64_t bytes, int64_t packets)
{
	return variant->whole_flits ? packets : (double)bytes / PACKET;
}

/*
 * The published program rounds (p - 1 + 512) / 1024 up: one latency for the first 513 packets, and
 * one for each started 1,024 after them.
 */
static double latencies_of(const struct model_variant *variant, int64_t packets)
{
	if (variant->whole_latencies)
		return (packets - 1 + OUTSTANDING / 2 + OUTSTANDING - 1) / OUTSTANDING;
	return (packets + OUTSTANDING / 2.0) / OUTSTANDING;
}

struct model_terms model_terms(const struct model_variant *variant,
			       const struct model_message *message)
{
	int64_t packets = started_packets(message->bytes);

	return (struct model_terms){
		.packets = packets,
		.flits = message->kind == MODEL_GET ?
			 get_flits(variant, message->bytes, packets) :
			 put_flits(variant, message->bytes, packets),
		.latencies = latencies_of(variant, packets),
	};
}
