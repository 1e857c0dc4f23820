/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What messages cost that are in each other's way: Moritz and Frank, "LoGPC: Modeling Network
 * Contention in Message-Passing Programs" (2001), equations (3) to (14).
 *
 * All times are cycles of the processor, with fractions. The paper has one B for two things: bytes
 * in (1) and (2), and in (3) to (7) the cycles for which a message is on a channel, although a byte
 * takes G = 0.5 cycles. Here lengths are bytes, and struct logpc_network says how long a byte is on
 * a channel: 1 cycle is the paper's reading.
 */
#ifndef MODEL_LOGPC_H
#define MODEL_LOGPC_H

#include <stdbool.h>

#include "model/logp.h"

/** LOGPC_CHANNEL_BYTE - cycles that a byte is on a channel, as the paper reckons */
#define LOGPC_CHANNEL_BYTE 1.0

/**
 * struct logpc_network - a mesh without ends that meet, and how far messages go
 * @dims: n: its dimensions
 * @distance: k_d: hops that a message goes in each dimension, mean; above 0
 * @channel_byte: cycles that a byte is on a channel; above 0
 */
struct logpc_network {
	unsigned int dims;
	double distance;
	double channel_byte;
};

/**
 * struct logpc_traffic - what each node sends
 * @period: T: from one message to the next without contention, cycles, above 0
 * @delays: how often each message's contention is part of the period: 1 in (7), 2 where the period
 *	of a node has a message sent and one received (m_c = 1 / (v + 2 C_n))
 * @bytes: B: length of each message, bytes
 */
struct logpc_traffic {
	double period;
	double delays;
	double bytes;
};

/**
 * struct logpc_load - what comes of it
 * @period: T_c = 1 / m_c: from one message to the next with contention, cycles
 * @contention: C_n: how long a message waits in the network, cycles
 * @use: rho: part of the time for which a channel is in use
 * @negative: k_d is below 1, where (6) would be below 0: C_n is taken to be 0
 * @saturated: no period has rho < 1: the channels carry less than is sent. This happens only if k_d
 *	is 1 or less, as otherwise contention keeps the nodes from sending. The period is T
 */
struct logpc_load {
	double period;
	double contention;
	double use;
	bool negative;
	bool saturated;
};

/**
 * logpc_use() - equation (4): the use of a channel
 * @network: the network
 * @rate: m: messages a node sends a cycle
 * @bytes: B: length of each, bytes
 *
 * Return: rho = B m k_d / 2: a dimension has two channels.
 */
double logpc_use(const struct logpc_network *network, double rate, double bytes);

/**
 * logpc_wait_by_use() - equation (3): how long a message waits in a switch
 * @network: the network
 * @use: rho, below 1
 * @bytes: B: length of messages, bytes
 *
 * Return: w_b = rho B / (1 - rho) * (k_d - 1) / k_d^2 * (1 + 1/n), cycles; below 0 if k_d < 1.
 */
double logpc_wait_by_use(const struct logpc_network *network, double use, double bytes);

/**
 * logpc_wait() - equation (5): likewise, by the rate of messages
 * @network: the network
 * @rate: m: messages a node sends a cycle, with a use below 1
 * @bytes: B: length of each, bytes
 *
 * Return: w_b = (m B^2 / 2) / (1 - m B k_d / 2) * (k_d - 1) / k_d * (1 + 1/n), cycles.
 */
double logpc_wait(const struct logpc_network *network, double rate, double bytes);

/**
 * logpc_contention() - equation (6): how long a message waits in the network
 * @network: the network
 * @rate: m: messages a node sends a cycle, with a use below 1
 * @bytes: B: length of each, bytes
 *
 * Return: C_n = n k_d w_b, cycles; below 0 if k_d < 1.
 */
double logpc_contention(const struct logpc_network *network, double rate, double bytes);

/**
 * logpc_load() - solve equation (7): messages that wait are followed by later ones
 * @network: the network
 * @traffic: what nodes send
 *
 * With c = delays (n + 1) (k_d - 1) B^2 / 2 and d = B k_d / 2, which is rho T_c, (7) is
 * T_c^2 - (T + d) T_c + T d - c = 0. The root T_c = (T + d + sqrt((T - d)^2 + 4 c)) / 2 is the one
 * with rho = d / T_c < 1.
 *
 * Return: period, contention and use.
 */
struct logpc_load logpc_load(const struct logpc_network *network,
			     const struct logpc_traffic *traffic);

/**
 * logpc_oneway() - equations (8) and (9): the time of a short message with contention
 * @ends: what it costs without
 * @contention: C_n, cycles; (9) has it written out
 *
 * Return: o_s + L + C_n + o_r, cycles.
 */
double logpc_oneway(const struct logp_short *ends, double contention);

/**
 * logpc_roundtrip() - the time of a request and its reply, both short
 * @ends: what each of them costs without contention
 * @contention: C_n of each, cycles
 * @waiting: C_r of both, as logp_waiting(), cycles
 *
 * Return: 2 (o_s + L + C_n + o_r) + C_r, cycles.
 */
double logpc_roundtrip(const struct logp_short *ends, double contention, double waiting);

/**
 * logpc_delivery() - equation (10): the time of a long message with contention
 * @ends: what it costs without
 * @bytes: B: its length, bytes, 1 or more
 * @contention: C_n, cycles; (10) has it written out
 *
 * Return: o_sl + (B - 1) G + L + C_n, cycles.
 */
double logpc_delivery(const struct logp_long *ends, double bytes, double contention);

/**
 * logpc_saturation() - equation (13): as much as nodes can send that do nothing else
 * @network: the network
 * @byte: G, cycles a byte
 * @bytes: B: length of each message, bytes
 *
 * Return: the load where T = 2 G B: a byte sent for each that is received.
 */
struct logpc_load logpc_saturation(const struct logpc_network *network, double byte, double bytes);

/**
 * logpc_inflation() - equation (14): how much longer contention makes the time between messages
 * @network: the network
 * @byte: G, cycles a byte
 *
 * Return: T_c / T of (13), which no length of messages changes.
 */
double logpc_inflation(const struct logpc_network *network, double byte);

/**
 * logpc_distance() - equation (11): how far messages go to nodes that are drawn at random
 * @x: k_x: nodes along one dimension
 * @y: k_y: nodes along the other
 * @self: a node may be drawn by itself, as in the paper
 *
 * Return: 2 k_d: hops, mean; each dimension has (k^2 - 1) / (3 k) of them with @self.
 */
double logpc_distance(unsigned int x, unsigned int y, bool self);

/**
 * enum logpc_ends - where the first and the last node of (12) find a node with a number one less,
 *	or more; the paper does not say
 * @LOGPC_NOWHERE: nowhere: they send half as many messages
 * @LOGPC_AROUND: at the other end: p counts modulo P
 * @LOGPC_BELOW: in a row that would follow: as far away as from the end of every other row
 * @LOGPC_ENDS: number of readings
 */
enum logpc_ends {
	LOGPC_NOWHERE,
	LOGPC_AROUND,
	LOGPC_BELOW,
	LOGPC_ENDS,
};

/**
 * logpc_locality() - equation (12): how far messages go to the node before or behind, by number
 * @x: nodes along the dimension that is numbered first
 * @y: nodes along the other
 * @ends: the reading
 *
 * Return: 2 k_dl: hops, mean. LOGPC_BELOW and x = 8 give the paper's 1.875.
 */
double logpc_locality(unsigned int x, unsigned int y, enum logpc_ends ends);

/**
 * logpc_length() - find the length of messages that a contention is that of
 * @network: the network; k_d above 1
 * @rate: m: messages a node sends a cycle
 * @contention: C_n, cycles, 0 or more
 *
 * Return: B, bytes: (6), solved for it.
 */
double logpc_length(const struct logpc_network *network, double rate, double contention);

#endif /* MODEL_LOGPC_H */
