/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Transactions: what a transfer puts on the wire (docs/simulator.md, "Packets"). */
#ifndef NETSIM_PACKET_H
#define NETSIM_PACKET_H

#include "net.h"

/* Most bytes of a transaction. */
#define NET_PAYLOAD	64

/* Bytes of a word of payload. */
#define NET_WORD	8

_Static_assert(NET_WORD * NET_WORDS == NET_PAYLOAD, "the largest payload is NET_WORDS words");

/* Bytes of payload in a flit of a NIC. */
#define NET_FLIT	16

/* Phits of a transaction's two packets; on an Aries, flits of its tiles. */
struct net_sizes {
	uint8_t request;
	uint8_t response;	/* 0: there is none */
};

/* Return the packet sizes of a transaction with 1 to NET_PAYLOAD bytes, of a transfer. */
struct net_sizes net_sizes(const struct net_config *config, const struct net_transfer *transfer,
			   unsigned int bytes);

/* Return the length of an error response: 3 phits (whitepaper), or the flits of a lone header. */
unsigned int net_error_phits(const struct net_config *config);

/* Return the class of a transfer's packets. */
static inline enum net_class net_class(const struct net_transfer *transfer)
{
	if (transfer->op == NET_RAW)
		return NET_UNANSWERED;
	if (transfer->op == NET_AMO)
		return NET_FMA_AMO;
	if (transfer->op == NET_GET)
		return transfer->bte ? NET_BTE_GET : NET_FMA_GET;
	return transfer->bte ? NET_BTE_PUT : NET_FMA_PUT;
}

/*
 * Return the payload in bytes of a transaction, with which so many (above 0) are left of its
 * transfer; RAW: 0.
 */
static inline unsigned int net_request_bytes(const struct net_transfer *transfer, uint64_t left)
{
	if (transfer->op == NET_RAW)
		return 0;
	return left > 1 ? NET_PAYLOAD : (transfer->bytes - 1) % NET_PAYLOAD + 1;
}

/* Return the number of transactions of a transfer. */
uint64_t net_transactions(const struct net_transfer *transfer);

/*
 * Return the phits of the largest packet that the traffic may send, of requests (kind 0) or
 * responses (1): the size of a slot of an input buffer. 0: there are none.
 */
unsigned int net_slot(const struct net_config *config, const struct net_traffic *traffic,
		      unsigned int kind);

/*
 * Return the credits for one virtual channel of an input buffer, of requests (kind 0) or responses
 * (1): net_fabric.buffer / net_slot(), or 0 if no packets come. The port is the buffer's, or the
 * output's that leads to it; topo_ports(): a host tile.
 */
unsigned int net_credits(const struct net_config *config, const struct net_traffic *traffic,
			 unsigned int kind, unsigned int port);

/*
 * Check a configuration. Returns 0, or -EINVAL for a fabric that is missing, or anything that net.h
 * does not allow.
 */
int net_config_check(const struct net_config *config);

/* Check the sizes of packets. Returns 0, or -EINVAL for packets above NET_PACKET phits. */
int net_traffic_check(const struct net_traffic *traffic);

/*
 * Check that the traffic announced a transfer, and that its time, node and routing exist. Returns 0
 * or -EINVAL.
 */
int net_transfer_check(const struct net_config *config, const struct net_traffic *traffic,
		       const struct net_transfer *transfer);

/*
 * Return the lane of a hashed packet from one node to another, among usable lanes (by bit) of a
 * port's link.
 */
unsigned int net_hash(uint32_t src, uint32_t dst, unsigned int port, unsigned int lanes);

/*
 * Whether a packet has to be sent over a link once more. Packets are numbered from 0 on each lane;
 * each sending counts.
 */
bool net_crc_error(const struct net_config *config, unsigned int chip, unsigned int port,
		   unsigned int lane, uint64_t number);

/*
 * Whether routes follow a change, once the NICs have stopped: true for a failure and its mending.
 */
static inline bool net_change_moves_routes(const struct net_change *change)
{
	return change->kind == NET_FAIL || change->kind == NET_MEND;
}

#endif /* NETSIM_PACKET_H */
