/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * How long a message takes on an Aries network: equations (1) and (2) of De Sensi et al.,
 * "Mitigating Network Noise on Dragonfly Networks through Application-Aware Routing" (SC '19).
 *
 * Times are cycles of the NIC's clock, with fractions. Nothing here allocates, keeps state or
 * fails: a library may call it for each message.
 */
#ifndef MODEL_MESSAGE_H
#define MODEL_MESSAGE_H

#include <stdint.h>

#include "model/variant.h"

/** MODEL_CYCLE_NS - a cycle of the NIC's clock, ns, as the published program has it: 800 MHz */
#define MODEL_CYCLE_NS 1.25

/**
 * enum model_kind - who moves the data of a message
 * @MODEL_PUT: the sender; requests carry it
 * @MODEL_GET: the receiver; responses carry it
 */
enum model_kind {
	MODEL_PUT,
	MODEL_GET,
};

/**
 * struct model_message - a message that is about to be sent
 * @bytes: its size
 * @kind: an enum model_kind
 * @peer: identity of the other end; any number that differs from peer to peer
 */
struct model_message {
	uint64_t bytes;
	enum model_kind kind;
	uint64_t peer;
};

/**
 * struct model_terms - what the time of a message is made of
 * @packets: number of request packets, the paper's p
 * @flits: number of request flits, the paper's f
 * @latencies: how many packet latencies equation (2) counts
 */
struct model_terms {
	uint64_t packets;
	double flits;
	double latencies;
};

/**
 * struct model_network - the state of the network, as a NIC's counters show it
 * @latency: latency of a packet, request and response, cycles: the paper's L
 * @stalls: cycles that a flit waits before it is sent, mean: the paper's s
 */
struct model_network {
	double latency;
	double stalls;
};

/**
 * model_terms() - take a message apart
 * @variant: the reading of the model
 * @message: the message
 *
 * A packet has 64 bytes or fewer, and a message one packet or more. A request of a PUT is a flit
 * of header and one to four of 16 bytes of payload; a request of a GET is one flit.
 *
 * Return: its terms.
 */
struct model_terms model_terms(const struct model_variant *variant,
			       const struct model_message *message);

/**
 * model_time_unbounded() - equation (1): the time of a message if any number of packets may be
 *	outstanding
 * @terms: the message
 * @network: the network
 *
 * Return: L / 2 + f (s + 1), cycles.
 */
static inline double model_time_unbounded(const struct model_terms *terms,
					  const struct model_network *network)
{
	return network->latency / 2 + terms->flits * (network->stalls + 1);
}

/**
 * model_time() - equation (2): the time of a message where 1,024 packets may be outstanding
 * @terms: the message
 * @network: the network
 *
 * Return: (p + 512) / 1024 L + f (s + 1), cycles; with @whole_latencies of the variant the first
 * factor is rounded up.
 */
static inline double model_time(const struct model_terms *terms,
				const struct model_network *network)
{
	return terms->latencies * network->latency + terms->flits * (network->stalls + 1);
}

#endif /* MODEL_MESSAGE_H */
