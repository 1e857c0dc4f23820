/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a message costs, from the times of probes: the parameters of LogP (Culler et al., "LogP
 * Quantified", 1996) and the G of LogGP (Alexandrov et al., 1995). netsim/probe/probe.h has the
 * probes; the time of one is that of the rank that asks.
 *
 * With T(kind, bytes, count) the time of a probe and s the smallest size,
 *
 *   o_s = T(send, s, 1)
 *   o_r = T(delay, s, 1) - delay - o_s            the answer is there when the delay is over
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

/**
 * struct fit_value - a time with an interval, ns
 * @ns: the time
 * @low: the interval begins here: of what is computed from others, as low as any values within
 *	their intervals make it, so that it covers at least what they cover
 * @high: it ends here
 */
struct fit_value {
	double ns;
	double low;
	double high;
};

/**
 * enum fit_kind - what was done: kinds of probes, in their order
 * @FIT_SEND: messages one way
 * @FIT_PING: a message and its answer
 * @FIT_DELAY: likewise, with a computation before the answer is received
 */
enum fit_kind {
	FIT_SEND,
	FIT_PING,
	FIT_DELAY,
};

/**
 * struct fit_probe - a probe that was run
 * @kind: what was done
 * @bytes: of each message
 * @count: how often, 1 or more
 * @delay: ns of the computation, each time; 0 of other kinds
 * @time: of the whole
 */
struct fit_probe {
	enum fit_kind kind;
	uint64_t bytes;
	uint32_t count;
	double delay;
	struct fit_value time;
};

/**
 * struct fit_ends - what a message costs
 * @send: o_s, busy time of who sends
 * @recv: o_r, busy time of who receives
 * @latency: L, from the end of sending to the beginning of receiving
 * @gap: g, from one message to the next of one sender, at least @send
 * @byte: G, time of each further byte of a long message, ns a byte
 */
struct fit_ends {
	struct fit_value send;
	struct fit_value recv;
	struct fit_value latency;
	struct fit_value gap;
	struct fit_value byte;
};

/**
 * fit_ends() - find what a message costs
 * @probes: what was measured; each time and its interval finite, ns
 * @count: how many
 * @ends: filled in
 *
 * Return: NULL, or what is missing or contradicts itself, to end a message with.
 */
const char *fit_ends(const struct fit_probe *probes, size_t count, struct fit_ends *ends);

#endif /* MODEL_FIT_H */
