/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a message costs where nothing is in its way: LogP (Culler et al., 1993), LogGP (Alexandrov
 * et al., 1995), and what Moritz and Frank, "LoGPC" (2001), add for the DMA of long messages:
 * equations (1) and (2). LoPC (Frank et al., 1997) adds the waiting for a processor.
 *
 * All times are cycles of the processor, with fractions; all sizes are bytes. Nothing here
 * allocates, keeps state or fails.
 */
#ifndef MODEL_LOGP_H
#define MODEL_LOGP_H

/**
 * struct logp_short - short messages: LogP
 * @latency: L: from the end of sending to the interrupt of the receiver, cycles
 * @send: o_s: the processor sends a message, cycles
 * @recv: o_r: the processor receives a message, its interrupt included, cycles
 */
struct logp_short {
	double latency;
	double send;
	double recv;
};

/**
 * struct logp_long - long messages: LogGP, with DMA
 * @latency: L: the first byte's way through the network, cycles
 * @send: o_sl: the processor sends a message, with setting up the DMA, cycles
 * @recv: o_rl: the processor receives a message, likewise, cycles
 * @byte: G: a byte's way into the network, cycles a byte
 * @memory_byte: G_m: a byte's way from the network's queue into memory, cycles a byte
 * @interrupt: a: bytes that come before the receiver is interrupted
 */
struct logp_long {
	double latency;
	double send;
	double recv;
	double byte;
	double memory_byte;
	double interrupt;
};

/**
 * logp_oneway() - LogP: the time of a short message
 * @ends: what it costs
 *
 * Return: o_s + L + o_r, cycles.
 */
double logp_oneway(const struct logp_short *ends);

/**
 * logp_roundtrip() - LogP: the time of a request and its reply, both short
 * @ends: what each of them costs
 *
 * Return: 2 (o_s + L + o_r), cycles.
 */
double logp_roundtrip(const struct logp_short *ends);

/**
 * logp_waiting() - LoPC's C_r: how long a request and its reply wait for processors that are busy
 *	with the messages of others, where all send to all
 * @ends: what each of them costs
 *
 * Return: o_s + o_r, the time of a handler that replies, cycles.
 */
double logp_waiting(const struct logp_short *ends);

/**
 * logp_delivery() - equation (1): the time of a long message, as the network takes it
 * @ends: what it costs
 * @bytes: B: its length, bytes, 1 or more
 *
 * Return: o_sl + L + (B - 1) G, cycles.
 */
double logp_delivery(const struct logp_long *ends, double bytes);

/**
 * logp_delivery_queued() - equation (2): likewise, or as the queue of the receiver is emptied
 * @ends: what it costs
 * @bytes: B: its length, bytes, 1 or more
 *
 * Return: o_sl + L + the larger of o_rl + a G + B G_m and (B - 1) G, cycles.
 */
double logp_delivery_queued(const struct logp_long *ends, double bytes);

/**
 * logp_break() - find from which length on (2) is (1)
 * @ends: what messages cost
 *
 * Return: (o_rl + (a + 1) G) / (G - G_m), bytes; infinity, if memory is no faster than the network.
 */
double logp_break(const struct logp_long *ends);

/**
 * logp_break_memory() - find the G_m with which (2) is (1) from a length on
 * @ends: what messages cost; @ends->memory_byte is not looked at
 * @bytes: the length, bytes, above 0
 *
 * Return: G_m, cycles a byte; below 0: with no G_m.
 */
double logp_break_memory(const struct logp_long *ends, double bytes);

/**
 * logp_queue() - find how much of a long message is in the receiver's queue: figure 3
 * @ends: what it costs
 * @bytes: B: its length, bytes
 * @time: since its first byte came, cycles
 *
 * The queue fills at 1 / G; from a G + o_rl on it empties at 1 / G_m, as far as there is anything.
 *
 * Return: bytes.
 */
double logp_queue(const struct logp_long *ends, double bytes, double time);

/**
 * logp_bandwidth() - find the bandwidth of messages of a length: figure 5
 * @ends: what they cost
 * @bytes: B: their length, bytes, 1 or more
 *
 * Return: B over the time by (2), bytes a cycle.
 */
double logp_bandwidth(const struct logp_long *ends, double bytes);

/**
 * logp_send_busy() - find how long the sender of a long message is busy, if it waits for its DMA
 * @ends: what it costs
 * @bytes: B: its length, bytes, 1 or more
 *
 * Return: o_sl + (B - 1) G, cycles.
 */
double logp_send_busy(const struct logp_long *ends, double bytes);

/**
 * logp_recv_busy() - find how long the receiver of a long message is busy, if it waits for its DMA
 * @ends: what it costs
 * @bytes: B: its length, bytes, above a
 *
 * Return: (B - 1 - a) G, cycles: the network is slower than memory. The paper leaves out o_rl.
 */
double logp_recv_busy(const struct logp_long *ends, double bytes);

#endif /* MODEL_LOGP_H */
