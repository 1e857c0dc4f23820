/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The cost of messages without contention: LogP (Culler et al., 1993), LogGP (Alexandrov et al.,
 * 1995), and the additions of Moritz and Frank, "LoGPC" (2001), for the DMA of long messages,
 * equations (1) and (2). LoPC (Frank et al., 1997) adds the waiting for a processor.
 *
 * All times are cycles of the processor, with fractions; all sizes are bytes. Nothing here
 * allocates, keeps state or fails.
 */
#ifndef MODEL_LOGP_H
#define MODEL_LOGP_H

#include <stdbool.h>

/* Short messages: LogP. All in cycles. */
struct logp_short {
	double latency;	/* L: from the end of sending to the receiver's interrupt */
	double send;	/* o_s */
	double recv;	/* o_r: with the interrupt */
};

/* Long messages: LogGP, with DMA. */
struct logp_long {
	double latency;		/* L: the first byte's way through the network, cycles */
	double send;		/* o_sl: with setting up the DMA, cycles */
	double recv;		/* o_rl: likewise */
	double byte;		/* G: a byte's way into the network, cycles */
	double memory_byte;	/* G_m: a byte's way from the network's queue into memory, cycles */
	double interrupt;	/* a: bytes that arrive before the receiver is interrupted */
};

/* LogP: return the time of a short message, o_s + L + o_r. */
double logp_oneway(const struct logp_short *ends);

/* LogP: return the time of a request and its reply, both short: 2 (o_s + L + o_r). */
double logp_roundtrip(const struct logp_short *ends);

/*
 * Return LoPC's C_r: how long a request and its reply wait for processors that are busy with other
 * messages, where all send to all. It is o_s + o_r, the time of a handler that replies.
 */
double logp_waiting(const struct logp_short *ends);

/*
 * Equation (1): return the time of a long message in the network, o_sl + L + (B - 1) G. @bytes is 1
 * or more.
 */
double logp_delivery(const struct logp_long *ends, double bytes);

/*
 * Equation (2): likewise, but limited by how fast the receiver empties its queue: o_sl + L + the
 * larger of o_rl + a G + B G_m and (B - 1) G.
 */
double logp_delivery_queued(const struct logp_long *ends, double bytes);

/*
 * Return the length from which (2) equals (1): (o_rl + (a + 1) G) / (G - G_m) bytes; infinity if
 * memory is no faster than the network.
 */
double logp_break(const struct logp_long *ends);

/*
 * Return the G_m, cycles a byte, with which (2) equals (1) from length @bytes (above 0) on;
 * negative if there is none. @ends->memory_byte is not used.
 */
double logp_break_memory(const struct logp_long *ends, double bytes);

/*
 * Return how many bytes of a long message are in the receiver's queue @time cycles after its first
 * byte came: figure 3. The queue fills at 1 / G; from a G + o_rl on it is emptied at 1 / G_m.
 */
double logp_queue(const struct logp_long *ends, double bytes, double time);

/* Return the bandwidth of messages of a length, B over the time by (2), bytes a cycle: figure 5. */
double logp_bandwidth(const struct logp_long *ends, double bytes);

/*
 * Return how long the sender of a long message is busy if it waits for its DMA: o_sl + (B - 1) G.
 */
double logp_send_busy(const struct logp_long *ends, double bytes);

/*
 * Return how long the receiver is busy if it waits for its DMA: (B - 1 - a) G, as the network is
 * slower than memory. @bytes is above a. The paper leaves out o_rl.
 */
double logp_recv_busy(const struct logp_long *ends, double bytes);

/* --- contention: LoGPC --- */

/*
 * The cost of messages under contention: Moritz and Frank, "LoGPC: Modeling Network Contention in
 * Message-Passing Programs" (2001), equations (3) to (14).
 *
 * All times are cycles of the processor, with fractions. The paper uses one B for two things: bytes
 * in (1) and (2), and in (3) to (7) the cycles for which a message occupies a channel, although a
 * byte takes G = 0.5 cycles. Here lengths are bytes, and struct logpc_network says how long a byte
 * occupies a channel: 1 cycle is the paper's reading.
 */

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

/* --- the diamond DAG --- */

/*
 * The diamond DAG of Moritz and Frank, in stripes: equation (15), and its contention. A grid of n x
 * n tasks is cut into P stripes, one for each processor, and each stripe into b blocks. A block
 * waits for the values of the block below it. All times are cycles.
 */

/* The computation. */
struct diamond {
	double side;	/* n: tasks along each side */
	double stripes;	/* P: processors, 2 or more */
	double blocks;	/* b: blocks of a stripe */
	double task;	/* cycles of a task */
	double gather;	/* alpha: cycles to put a value into a message and take it out */
	double bytes;	/* B: length of a message, 1 or more */
};

/* How long each step takes. */
struct diamond_times {
	double work;	/* W = n^2 / (P b) tasks + alpha n / b */
	double send;	/* O_s = o_s + (B - 1) G */
	double recv;	/* O_r = (B - 1 - a) G */
	double notice;	/* d = L + a G: from starting to send to the receiver's interrupt */
	double first;	/* u = O_r + W + d: from a stripe's first block to the next stripe's */
	double next;	/* v = O_s + W + O_r: from a block to the next of its stripe */
};

/* Return how long each step takes, where @ends says what messages cost. */
struct diamond_times diamond_times(const struct diamond *diamond, const struct logp_long *ends);

/*
 * Equation (15): return the time without contention, M = (W + d) + (P - 2) u + (b - 1) v + O_r + W.
 */
double diamond_makespan(const struct diamond *diamond, const struct diamond_times *times);

/* Find period, contention and use with m_c = 1 / (v + 2 C_n). */
struct logpc_load diamond_load(const struct diamond *diamond, const struct diamond_times *times,
			       const struct logpc_network *network);

/*
 * Return how much contention may add if each message of the critical path waits: (P - 1 + 2 (b -
 * 1)) C_n.
 */
double diamond_bound(const struct diamond *diamond, double contention);

#endif /* MODEL_LOGP_H */
