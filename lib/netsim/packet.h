/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Transactions: what a transfer puts on the wire (docs/simulator.md, "Packets").
 */
#ifndef NETSIM_PACKET_H
#define NETSIM_PACKET_H

#include "net.h"

/** NET_PAYLOAD: most bytes of a transaction */
#define NET_PAYLOAD	64

/**
 * struct net_sizes - phits of a transaction's two packets
 * @request: on VC0
 * @response: on VC1; 0: none
 */
struct net_sizes {
	uint8_t request;
	uint8_t response;
};

/**
 * net_sizes() - phits of a transaction
 * @config: compression, response of a PUT
 * @transfer: what it belongs to
 * @bytes: of payload, 1 to NET_PAYLOAD
 */
struct net_sizes net_sizes(const struct net_config *config, const struct net_transfer *transfer,
			   unsigned int bytes);

/** net_transactions() - how many transactions a transfer is made of */
uint64_t net_transactions(const struct net_transfer *transfer);

/**
 * net_credits() - slots of an input buffer, for one virtual channel
 *
 * Return: NET_BUFFER / the largest packet there can be; 0: nothing comes there.
 */
unsigned int net_credits(const struct net_config *config, const struct net_traffic *traffic,
		       unsigned int vc);

/** net_config_check() - 0, -EINVAL without a fabric, or for one or a choice that net.h refuses */
int net_config_check(const struct net_config *config);

/** net_traffic_check() - 0, -EINVAL for larger packets than there are */
int net_traffic_check(const struct net_traffic *traffic);

/**
 * net_transfer_check() - is a transfer one that its traffic announced, in time, to a node there is?
 *
 * Return: 0, -EINVAL.
 */
int net_transfer_check(const struct net_config *config, const struct net_traffic *traffic,
		       const struct net_transfer *transfer);

/**
 * net_hash() - the lane of a hashed packet
 * @src: node that sent it; @dst: node that gets it; @port: of the link; @lanes: usable, by bit
 */
unsigned int net_hash(uint32_t src, uint32_t dst, unsigned int port, unsigned int lanes);

/**
 * net_crc_error() - does a packet have to be sent over a link once more?
 * @chip: which sends; @port: over this link; @lane: of it
 * @number: of the packet, counted from 0 on that lane; each sending is one
 */
bool net_crc_error(const struct net_config *config, unsigned int chip, unsigned int port,
		   unsigned int lane, uint64_t number);

#endif /* NETSIM_PACKET_H */
