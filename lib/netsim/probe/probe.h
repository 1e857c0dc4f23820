/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Probes: small programs of two ranks whose times say what a message costs (docs/models.md,
 * "Measuring"). A simulated machine and an MPI program run the same ones.
 *
 * The time of a probe is that of rank 0, from the beginning of its first operation to the end of
 * its last one.
 */
#ifndef NETSIM_PROBE_H
#define NETSIM_PROBE_H

#include "netsim/program/program.h"

/** PROBE_RANKS: ranks of a probe */
#define PROBE_RANKS	2

/** PROBE_COUNT: most messages of a probe */
#define PROBE_COUNT	(1u << 20)

/**
 * enum probe_kind - what rank 0 does
 * @PROBE_SEND: it sends messages, one behind the other; rank 1 receives them
 * @PROBE_PING: it sends a message and receives one that rank 1 sends when it has received that
 * @PROBE_DELAY: likewise, but it computes before it receives, so that the answer is there by then
 * @PROBE_KINDS: number of kinds
 */
enum probe_kind {
	PROBE_SEND,
	PROBE_PING,
	PROBE_DELAY,
	PROBE_KINDS,
};

/** probe_words - names of the kinds */
extern const char *const probe_words[PROBE_KINDS];

/**
 * struct probe - a probe
 * @kind: what it does
 * @bytes: of each message, up to PROGRAM_SIZE
 * @count: how often, 1 to PROBE_COUNT
 * @delay: PROBE_DELAY: ns that it computes for, each time; of others 0
 */
struct probe {
	enum probe_kind kind;
	uint64_t bytes;
	uint32_t count;
	uint64_t delay;
};

/** PROBE_SET: probes that together say what a message costs */
#define PROBE_SET	6

/**
 * struct probe_plan - what the probes of a set have in common
 * @bytes: of a short message
 * @long_bytes: of a long one, above @bytes; another is twice as long
 * @burst: messages of a burst, 2 to PROBE_COUNT
 * @delay: ns, at least what a ping of a short message takes
 */
struct probe_plan {
	uint64_t bytes;
	uint64_t long_bytes;
	uint32_t burst;
	uint64_t delay;
};

/**
 * probe_set() - list the probes that together say what a message costs
 * @plan: what they have in common
 * @set: filled in; the first one is a ping of a short message, which does not depend on the delay
 */
void probe_set(const struct probe_plan *plan, struct probe set[PROBE_SET]);

/**
 * probe_program() - make the program of a probe
 * @probe: the probe
 * @program: filled in, for program_free()
 *
 * Return: 0, -EINVAL for what struct probe does not allow, -ENOMEM.
 */
int probe_program(const struct probe *probe, struct program **program);

#endif /* NETSIM_PROBE_H */
