/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Probes: small programs of two ranks whose times show what a message costs (docs/models.md,
 * "Measuring"). A simulated machine and an MPI program run the same ones.
 *
 * The time of a probe is measured at rank 0, from the beginning of its first operation to the end
 * of its last one.
 */
#ifndef NETSIM_PROBE_H
#define NETSIM_PROBE_H

#include "netsim/program/program.h"

/* Ranks of a probe. */
#define PROBE_RANKS	2

/* Most messages of a probe. */
#define PROBE_COUNT	(1u << 20)

/* What rank 0 does. */
enum probe_kind {
	PROBE_SEND,	/* sends messages, one after the other; rank 1 receives them */
	PROBE_PING,	/* sends a message, which rank 1 answers, and receives the answer */
	PROBE_DELAY,	/* likewise, but computes first, so that the answer is there */
	PROBE_KINDS,
};

/* Names of the kinds. */
extern const char *const probe_words[PROBE_KINDS];

/* A probe. */
struct probe {
	enum probe_kind kind;
	uint64_t bytes;	/* of each message, up to PROGRAM_SIZE */
	uint32_t count;	/* how often, 1 to PROBE_COUNT */
	uint64_t delay;	/* PROBE_DELAY: ns of computing, each time; otherwise 0 */
};

/* Number of probes that together show what a message costs. */
#define PROBE_SET	6

/* What the probes of a set have in common. */
struct probe_plan {
	uint64_t bytes;		/* of a short message */
	uint64_t long_bytes;	/* of a long message, above bytes; another is twice as long */
	uint32_t burst;		/* messages of a burst, 2 to PROBE_COUNT */
	uint64_t delay;		/* ns, at least what a ping of a short message takes */
};

/*
 * List the probes that together show what a message costs. The first one is a ping of a short
 * message, which does not depend on the delay.
 */
void probe_set(const struct probe_plan *plan, struct probe set[PROBE_SET]);

/*
 * Make the program of a probe; free it with program_free(). Returns 0, -EINVAL for what struct
 * probe does not allow, or -ENOMEM.
 */
int probe_program(const struct probe *probe, struct program **program);

#endif /* NETSIM_PROBE_H */
