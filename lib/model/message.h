/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * How long a message takes on an Aries network: equations (1) and (2) of De Sensi et al.,
 * "Mitigating Network Noise on Dragonfly Networks through Application-Aware Routing" (SC '19).
 *
 * Times are cycles of the NIC's clock, with fractions. Nothing here allocates, keeps state or
 * fails, so a library may call it for each message.
 */
#ifndef MODEL_MESSAGE_H
#define MODEL_MESSAGE_H

#include <stdint.h>

#include "model/variant.h"

/* ns of a cycle of the NIC's clock, as in the published program: 800 MHz. */
#define MODEL_CYCLE_NS 1.25

/* Which side moves the data of a message. */
enum model_kind {
	MODEL_PUT,	/* the sender; requests carry it */
	MODEL_GET,	/* the receiver; responses carry it */
};

/* A message that is about to be sent. */
struct model_message {
	uint64_t bytes;
	enum model_kind kind;
	uint64_t peer;	/* any number that differs from peer to peer */
};

/* The terms of a message's time. */
struct model_terms {
	uint64_t packets;	/* p: request packets */
	double flits;		/* f: request flits */
	double latencies;	/* packet latencies counted by (2) */
};

/* The state of the network, as a NIC's counters show it. */
struct model_network {
	double latency;	/* L: of a packet, request and response, cycles */
	double stalls;	/* s: mean cycles that a flit waits before it is sent */
};

/*
 * Take a message apart. A packet has 64 bytes or fewer, and a message one packet or more. A request
 * of a PUT is a header flit and one to four flits of 16 bytes of payload; a request of a GET is one
 * flit.
 */
struct model_terms model_terms(const struct model_variant *variant,
			       const struct model_message *message);

/*
 * Equation (1): return the time of a message if any number of packets may be outstanding, L / 2 + f
 * (s + 1), cycles.
 */
static inline double model_time_unbounded(const struct model_terms *terms,
					  const struct model_network *network)
{
	return network->latency / 2 + terms->flits * (network->stalls + 1);
}

/*
 * Equation (2): return the time of a message if 1,024 packets may be outstanding, (p + 512) / 1024
 * L + f (s + 1), cycles; with the variant's whole_latencies the first factor is rounded up.
 */
static inline double model_time(const struct model_terms *terms,
				const struct model_network *network)
{
	return terms->latencies * network->latency + terms->flits * (network->stalls + 1);
}

#endif /* MODEL_MESSAGE_H */
