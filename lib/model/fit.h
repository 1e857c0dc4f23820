/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a message costs, from the times of probes: the parameters of LogP (Culler et al., "LogP
 * Quantified", 1996) and the G of LogGP (Alexandrov et al., 1995). netsim/probe/probe.h has the
 * probes; a probe's time is measured by the rank that starts it.
 *
 * With T(kind, bytes, count) the time of a probe and s the smallest size,
 *
 *   o_s = T(send, s, 1)
 *   o_r = T(delay, s, 1) - delay - o_s            the answer has arrived when the delay is over
 *   L   = T(ping, s, 1) / 2 - o_s - o_r
 *   g   = (T(send, s, n) - T(send, s, 1)) / (n - 1)
 *   G   = (T(ping, b2, 1) - T(ping, b1, 1)) / (2 (b2 - b1))        the two largest sizes
 *
 * where T of n pings or delays is divided by n. A gap below o_s cannot be seen from outside: g is
 * then o_s. All times are ns.
 */
#ifndef MODEL_FIT_H
#define MODEL_FIT_H

#include <stddef.h>
#include <stdint.h>

/*
 * A time with an interval, ns. The interval of a computed time spans the results for all values
 * within the intervals of its inputs, so it covers at least as much as they do.
 */
struct fit_value {
	double ns;
	double low;
	double high;
};

/* Kinds of probes, in their order. */
enum fit_kind {
	FIT_SEND,	/* messages one way */
	FIT_PING,	/* a message and its answer */
	FIT_DELAY,	/* likewise, with a computation before the answer is received */
};

/* A probe that was run. */
struct fit_probe {
	enum fit_kind kind;
	uint64_t bytes;		/* of each message */
	uint32_t count;		/* repetitions, 1 or more */
	double delay;		/* ns of each computation; 0 for other kinds */
	struct fit_value time;	/* of all repetitions */
};

/* The cost of a message. */
struct fit_ends {
	struct fit_value send;		/* o_s: busy time of the sender */
	struct fit_value recv;		/* o_r: busy time of the receiver */
	struct fit_value latency;	/* L: from the end of sending to the start of receiving */
	struct fit_value gap;		/* g: between messages of one sender, at least o_s */
	struct fit_value byte;		/* G: ns for each further byte of a long message */
};

/*
 * Find what a message costs; each time and its interval must be finite. Returns NULL, or text for
 * the end of a message that says what is missing or contradictory.
 */
const char *fit_ends(const struct fit_probe *probes, size_t count, struct fit_ends *ends);

#endif /* MODEL_FIT_H */
