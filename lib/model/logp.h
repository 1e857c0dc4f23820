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

#endif /* MODEL_LOGP_H */
