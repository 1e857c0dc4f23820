/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The cost of messages under contention: Moritz and Frank, "LoGPC: Modeling Network Contention in
 * Message-Passing Programs" (2001), equations (3) to (14).
 *
 * All times are cycles of the processor, with fractions. The paper uses one B for two things: bytes
 * in (1) and (2), and in (3) to (7) the cycles for which a message occupies a channel, although a
 * byte takes G = 0.5 cycles. Here lengths are bytes, and struct logpc_network says how long a byte
 * occupies a channel: 1 cycle is the paper's reading.
 */
#ifndef MODEL_LOGPC_H
#define MODEL_LOGPC_H

#include <stdbool.h>

#include "model/logp.h"

/* Cycles for which a byte occupies a channel, in the paper's reading. */
#define LOGPC_CHANNEL_BYTE 1.0

/* A mesh without wrap-around links, and how far messages go. */
struct logpc_network {
	unsigned int dims;	/* n */
	double distance;	/* k_d: mean hops in each dimension, above 0 */
	double channel_byte;	/* cycles that a byte occupies a channel, above 0 */
};

/*
 * The traffic of each node. The period contains a message's contention @delays times: 1 in (7), 2
 * where a node sends and receives a message in a period (m_c = 1 / (v + 2 C_n)).
 */
struct logpc_traffic {
	double period;	/* T: between messages without contention, cycles, above 0 */
	double delays;
	double bytes;	/* B: length of each message */
};

/*
 * The resulting load. Saturated means that no period has rho < 1, so the channels carry less than
 * is sent and the period is T. This happens only if k_d is 1 or less; otherwise contention slows
 * the nodes down.
 */
struct logpc_load {
	double period;		/* T_c = 1 / m_c: between messages with contention, cycles */
	double contention;	/* C_n: how long a message waits in the network, cycles */
	double use;		/* rho: share of time for which a channel is in use */
	bool negative;		/* k_d < 1, where (6) is negative: C_n is taken to be 0 */
	bool saturated;
};

/*
 * Equation (4): return the use of a channel, rho = B m k_d / 2: a dimension has two channels. @rate
 * is m: messages that a node sends in a cycle.
 */
double logpc_use(const struct logpc_network *network, double rate, double bytes);

/*
 * Equation (3): return how long a message waits in a switch, w_b = rho B / (1 - rho) * (k_d - 1) /
 * k_d^2 * (1 + 1/n), cycles; negative if k_d < 1. @use is rho, below 1.
 */
double logpc_wait_by_use(const struct logpc_network *network, double use, double bytes);

/*
 * Equation (5): likewise by the rate m, w_b = (m B^2 / 2) / (1 - m B k_d / 2) * (k_d - 1) / k_d *
 * (1 + 1/n). The use must be below 1.
 */
double logpc_wait(const struct logpc_network *network, double rate, double bytes);

/*
 * Equation (6): return how long a message waits in the network, C_n = n k_d w_b, cycles; negative
 * if k_d < 1. The use must be below 1.
 */
double logpc_contention(const struct logpc_network *network, double rate, double bytes);

/*
 * Solve equation (7), in which messages that wait delay later ones. With c = delays (n + 1) (k_d -
 * 1) B^2 / 2 and d = B k_d / 2, which is rho T_c, (7) is T_c^2 - (T + d) T_c + T d - c = 0. The
 * root T_c = (T + d + sqrt((T - d)^2 + 4 c)) / 2 is the one with rho = d / T_c < 1.
 */
struct logpc_load logpc_load(const struct logpc_network *network,
			     const struct logpc_traffic *traffic);

/*
 * Equations (8) and (9): return the time of a short message with contention, o_s + L + C_n + o_r.
 * (9) has C_n written out.
 */
double logpc_oneway(const struct logp_short *ends, double contention);

/*
 * Return the time of a request and its reply, both short: 2 (o_s + L + C_n + o_r) + C_r.
 * @contention is C_n of each, @waiting C_r of both, as from logp_waiting().
 */
double logpc_roundtrip(const struct logp_short *ends, double contention, double waiting);

/*
 * Equation (10): return the time of a long message with contention, o_sl + (B - 1) G + L + C_n.
 * @bytes is 1 or more. (10) has C_n written out.
 */
double logpc_delivery(const struct logp_long *ends, double bytes, double contention);

/*
 * Equation (13): return the load of nodes that do nothing but send, where T = 2 G B: one byte is
 * sent for each that is received. @byte is G.
 */
struct logpc_load logpc_saturation(const struct logpc_network *network, double byte, double bytes);

/*
 * Equation (14): return by what factor contention extends the time between messages, T_c / T of
 * (13), which does not depend on their length. @byte is G.
 */
double logpc_inflation(const struct logpc_network *network, double byte);

/*
 * Equation (11): return the mean hops of messages to random nodes, 2 k_d. With @self, a node may
 * draw itself, as in the paper: then each dimension has (k^2 - 1) / (3 k) hops.
 */
double logpc_distance(unsigned int x, unsigned int y, bool self);

/*
 * Where, in (12), the first and the last node find the node with the previous or next number. The
 * paper does not say.
 */
enum logpc_ends {
	LOGPC_NOWHERE,	/* nowhere: they send half as many messages */
	LOGPC_AROUND,	/* at the other end: p counts modulo P */
	LOGPC_BELOW,	/* in an imagined further row, as far away as from any row's end */
	LOGPC_ENDS,
};

/*
 * Equation (12): return the mean hops of messages to the node with the previous or next number, 2
 * k_dl. @x is the dimension that is numbered first. LOGPC_BELOW and x = 8 give the paper's 1.875.
 */
double logpc_locality(unsigned int x, unsigned int y, enum logpc_ends ends);

/*
 * Solve (6) for the length: return B, bytes, at which messages wait @contention cycles (0 or more).
 * @rate is m; k_d must be above 1.
 */
double logpc_length(const struct logpc_network *network, double rate, double contention);

#endif /* MODEL_LOGPC_H */
