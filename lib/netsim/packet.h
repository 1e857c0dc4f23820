/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Transactions: what a transfer puts on the wire (docs/simulator.md, "Packets").
 */
#ifndef NETSIM_PACKET_H
#define NETSIM_PACKET_H

#include "net.h"

/** NET_PAYLOAD: most bytes of a transaction */
#define NET_PAYLOAD	64

/** NET_FLIT: bytes of payload that a flit of a NIC holds */
#define NET_FLIT	16

/**
 * struct net_sizes - phits of a transaction's two packets, of an Aries flits of its tiles
 * @request: of the request
 * @response: of the response; 0: there is none
 */
struct net_sizes {
	uint8_t request;
	uint8_t response;
};

/**
 * net_sizes() - find the phits of a transaction, of an Aries the flits of its tiles
 * @config: its fabric says which; of phits, whether zeros are compressed, and how long a PUT's
 *	response is
 * @transfer: what the transaction belongs to
 * @bytes: of payload, 1 to NET_PAYLOAD
 *
 * Return: the sizes of its packets.
 */
struct net_sizes net_sizes(const struct net_config *config, const struct net_transfer *transfer,
			   unsigned int bytes);

/**
 * net_error_phits() - find how long an error response is
 * @config: choices
 *
 * Return: 3 phits (whitepaper), or flits: a header alone, whatever it stands for.
 */
unsigned int net_error_phits(const struct net_config *config);

/**
 * net_class() - find the class of a transfer's packets
 * @transfer: the transfer
 *
 * Return: the class.
 */
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

/**
 * net_request_bytes() - find the payload of a transaction
 * @transfer: what it belongs to
 * @left: transactions of the transfer from this one on, above 0
 *
 * Return: its bytes; RAW: 0.
 */
static inline unsigned int net_request_bytes(const struct net_transfer *transfer, uint64_t left)
{
	if (transfer->op == NET_RAW)
		return 0;
	return left > 1 ? NET_PAYLOAD : (transfer->bytes - 1) % NET_PAYLOAD + 1;
}

/**
 * net_transactions() - count the transactions of a transfer
 * @transfer: the transfer
 *
 * Return: how many.
 */
uint64_t net_transactions(const struct net_transfer *transfer);

/**
 * net_slot() - find the phits of the largest packet of a kind
 * @config: choices
 * @traffic: says which packets there may be
 * @kind: 0: of requests, 1: of responses
 *
 * Return: how many: a slot of an input buffer has room for them; 0: nothing comes there.
 */
unsigned int net_slot(const struct net_config *config, const struct net_traffic *traffic,
		      unsigned int kind);

/**
 * net_credits() - credits of an input buffer, for one virtual channel
 * @config: choices
 * @traffic: says which packets there may be
 * @kind: 0: of requests, 1: of responses
 * @port: of the buffer, or of the output that leads to it; topo_ports(): of a host tile
 *
 * Return: net_fabric.buffer / the largest packet there can be; 0: nothing comes there.
 */
unsigned int net_credits(const struct net_config *config, const struct net_traffic *traffic,
			 unsigned int kind, unsigned int port);

/**
 * net_config_check() - check choices
 * @config: the choices
 *
 * Return: 0, -EINVAL without a fabric, or for a fabric or a choice that net.h refuses.
 */
int net_config_check(const struct net_config *config);

/**
 * net_traffic_check() - check the sizes of packets
 * @traffic: the traffic
 *
 * Return: 0, -EINVAL for packets above NET_PACKET phits.
 */
int net_traffic_check(const struct net_traffic *traffic);

/**
 * net_transfer_check() - check that a transfer was announced, in time, and for an existing node
 * @config: choices
 * @traffic: whose @requests and @phits announce it
 * @transfer: the transfer
 *
 * Return: 0, -EINVAL.
 */
int net_transfer_check(const struct net_config *config, const struct net_traffic *traffic,
		       const struct net_transfer *transfer);

/**
 * net_hash() - find the lane of a hashed packet
 * @src: node that sent it
 * @dst: node that gets it
 * @port: of the link
 * @lanes: usable lanes, by bit
 *
 * Return: the lane.
 */
unsigned int net_hash(uint32_t src, uint32_t dst, unsigned int port, unsigned int lanes);

/**
 * net_crc_error() - does a packet have to be sent over a link once more?
 * @config: has the rate and the seed
 * @chip: which sends
 * @port: the link
 * @lane: lane of the link
 * @number: of the packet, counted from 0 on that lane; each sending is one
 *
 * Return: whether it has to.
 */
bool net_crc_error(const struct net_config *config, unsigned int chip, unsigned int port,
		   unsigned int lane, uint64_t number);

#endif /* NETSIM_PACKET_H */
