// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>

#include "mix.h"
#include "packet.h"

/* The packet format of the whitepaper, in phits. */
#define REQUEST_HEADER	7
#define RESPONSE_HEADER	2
#define END		1
#define WORD		3
#define WORD_SHORT	1
#define ERROR_RESPONSE	3

/* Below this, times kept in 32 bits distinguish past from future. */
#define TURNAROUND	(1u << 30)

/* At most every other sending fails, so that each packet arrives in the end. */
#define CRC_RATE	(1u << 31)

/* The transfers with the largest packets of each op; their data are not compressed. */
static const struct net_transfer largest[] = {
	[NET_PUT] = { .op = NET_PUT, .bytes = NET_PAYLOAD },
	[NET_GET] = { .op = NET_GET, .bytes = NET_PAYLOAD },
	[NET_AMO] = { .op = NET_AMO, .bytes = NET_AMO_BYTES },
};

/*
 * Flits of an Aries's tiles for a packet with so much payload: 2.4 for each flit of its NIC,
 * rounded up (our choice). One flit of the NIC is the header.
 */
static unsigned int packet_flits(unsigned int payload)
{
	unsigned int flits = 1 + (payload + NET_FLIT - 1) / NET_FLIT;

	return (12 * flits + 4) / 5;
}

static struct net_sizes flit_sizes(const struct net_transfer *transfer, unsigned int bytes)
{
	bool there = transfer->op != NET_GET, back = transfer->op != NET_PUT;

	return (struct net_sizes){ packet_flits(there * bytes), packet_flits(back * bytes) };
}

static struct net_sizes phit_sizes(const struct net_config *config,
				   const struct net_transfer *transfer, unsigned int bytes)
{
	bool shortened = transfer->zero && !config->uncompressed;
	unsigned int data = (bytes + 7) / 8 * (shortened ? WORD_SHORT : WORD);

	switch (transfer->op) {
	case NET_PUT:
		return (struct net_sizes){ REQUEST_HEADER + data + END, config->put_response };
	case NET_GET:
		return (struct net_sizes){ REQUEST_HEADER + END, RESPONSE_HEADER + data + END };
	default:
		return (struct net_sizes){
			REQUEST_HEADER + data + END, RESPONSE_HEADER + data + END,
		};
	}
}

struct net_sizes net_sizes(const struct net_config *config, const struct net_transfer *transfer,
			   unsigned int bytes)
{
	if (transfer->op == NET_RAW)
		return (struct net_sizes){ transfer->phits, 0 };
	if (config->fabric->topo.family->flits)
		return flit_sizes(transfer, bytes);
	return phit_sizes(config, transfer, bytes);
}

unsigned int net_error_phits(const struct net_config *config)
{
	return config->fabric->topo.family->flits ? packet_flits(0) : ERROR_RESPONSE;
}

uint64_t net_transactions(const struct net_transfer *transfer)
{
	uint64_t bytes = transfer->bytes;

	return transfer->op == NET_RAW ? bytes : bytes / NET_PAYLOAD + !!(bytes % NET_PAYLOAD);
}

unsigned int net_slot(const struct net_config *config, const struct net_traffic *traffic,
		      unsigned int kind)
{
	unsigned int most = 0, phits;
	struct net_sizes sizes;
	enum net_op op;

	if (traffic->requests & 1 << NET_RAW && !kind)
		most = traffic->phits;
	for (op = NET_PUT; op < NET_OPS; op++) {
		if (op == NET_RAW || !(traffic->requests & 1 << op))
			continue;
		sizes = net_sizes(config, &largest[op], largest[op].bytes);
		phits = kind ? sizes.response : sizes.request;
		most = phits > most ? phits : most;
	}
	if (kind && most && config->changes && most < net_error_phits(config))
		most = net_error_phits(config);
	return most;
}

unsigned int net_credits(const struct net_config *config, const struct net_traffic *traffic,
			 unsigned int kind, unsigned int port)
{
	unsigned int most = net_slot(config, traffic, kind);

	return most ? config->fabric->buffer[port] / most : 0;
}

/* Whether both ends of a chip's links are alike, and each has a rate. */
static bool links_match(const struct net_fabric *fabric, unsigned int chip, unsigned int ports)
{
	unsigned int port, far;

	for (port = 0; port < ports; port++) {
		if (!fabric->ticks[(size_t)chip * ports + port])
			return false;
		far = topo_far_port(&fabric->topo, chip, port);
		if (far != TOPO_NONE && (fabric->lanes[port] != fabric->lanes[far] ||
					 fabric->hop[port] != fabric->hop[far] ||
					 fabric->buffer[port] != fabric->buffer[far]))
			return false;
	}
	return true;
}

_Static_assert(NET_BUFFER_LEAST == 2 * NET_PACKET, "two slots");

static bool has_buffer(const struct net_fabric *fabric, unsigned int port)
{
	return fabric->buffer[port] >= NET_BUFFER_LEAST &&
	       fabric->buffer[port] <= NET_BUFFER_MOST;
}

static bool has_host(const struct net_host *host)
{
	return host->turn >= NET_NIC_CYCLE && host->rate.bytes && host->rate.ps &&
	       host->rate.bytes <= NET_RATE_MOST && host->rate.ps <= NET_RATE_MOST;
}

static bool is_whole(const struct net_fabric *fabric)
{
	unsigned int ports = topo_ports(&fabric->topo), chip, port, i;

	for (i = 0; i < NET_BIASES; i++)
		if (fabric->bias[i].shift > NET_SHIFT_MOST)
			return false;
	for (port = 0; port < ports; port++)
		if (!fabric->lanes[port] || fabric->lanes[port] > NET_LANES ||
		    !fabric->hop[port] || !has_buffer(fabric, port))
			return false;
	for (chip = 0; chip < fabric->topo.chips; chip++)
		if (!links_match(fabric, chip, ports))
			return false;
	return fabric->hop[ports] && has_buffer(fabric, ports) && has_host(&fabric->host);
}

/* Only machines of groups have more than one kind of route. */
static bool knows_routing(const struct net_config *config, unsigned int routing)
{
	return routing < NET_ROUTINGS &&
	       (routing == NET_MINIMAL || config->fabric->topo.bridges);
}

static bool is_sound(const struct net_fabric *fabric, const struct net_change *change)
{
	const struct topo *topo = &fabric->topo;

	if (change->kind == NET_TAKE)
		return change->chip < topo->chips && change->lanes && change->ticks &&
		       !(change->lanes >> topo_nics(topo));
	if (change->chip >= topo->chips || change->port >= topo_ports(topo) ||
	    topo_neighbour(topo, change->chip, change->port) == TOPO_NONE)
		return false;
	if (!change->lanes || change->lanes >> fabric->lanes[change->port])
		return false;
	return change->kind < NET_WIDTH || (change->kind == NET_WIDTH && change->ticks);
}

/*
 * Check a configuration's changes, if any. Returns 0, or -EINVAL for what struct net_change or
 * struct net_changes do not allow.
 */
static int net_changes_check(const struct net_config *config)
{
	const struct net_changes *changes = config->changes;
	uint64_t cycle = 0;
	size_t i;

	if (!changes)
		return 0;
	if (changes->detect > NET_LAST_CYCLE || changes->quiesce > NET_LAST_CYCLE ||
	    changes->timeout < NET_TIMEOUT || changes->timeout > NET_LAST_CYCLE)
		return -EINVAL;
	for (i = 0; i < changes->count; i++) {
		if (changes->list[i].cycle < cycle || changes->list[i].cycle > NET_LAST_CYCLE ||
		    !is_sound(config->fabric, &changes->list[i]))
			return -EINVAL;
		cycle = changes->list[i].cycle;
	}
	return 0;
}

int net_config_check(const struct net_config *config)
{
	if (!config->fabric || !config->fabric->topo.chips || !is_whole(config->fabric))
		return -EINVAL;
	if (!knows_routing(config, config->routing))
		return -EINVAL;
	if (!config->put_response || config->put_response > NET_PACKET)
		return -EINVAL;
	if (config->fifos > NET_FIFOS)
		return -EINVAL;
	if (config->turnaround >= TURNAROUND || config->crc_rate > CRC_RATE)
		return -EINVAL;
	return net_changes_check(config);
}

int net_traffic_check(const struct net_traffic *traffic)
{
	return traffic->phits <= NET_PACKET ? 0 : -EINVAL;
}

int net_transfer_check(const struct net_config *config, const struct net_traffic *traffic,
		       const struct net_transfer *transfer)
{
	if (transfer->op >= NET_OPS || !(traffic->requests & 1u << transfer->op) ||
	    transfer->node >= topo_nodes(&config->fabric->topo) ||
	    transfer->cycle > NET_LAST_CYCLE)
		return -EINVAL;
	if (transfer->routing && !knows_routing(config, transfer->routing - 1))
		return -EINVAL;
	if (transfer->op == NET_AMO)
		return transfer->bytes == NET_AMO_BYTES ? 0 : -EINVAL;
	if (transfer->op != NET_RAW)
		return 0;
	return transfer->phits && transfer->phits <= traffic->phits ? 0 : -EINVAL;
}

unsigned int net_hash(uint32_t src, uint32_t dst, unsigned int port, unsigned int lanes)
{
	uint64_t pair = net_mix((uint64_t)src << 32 | dst);
	uint32_t skip = net_mix_below(pair + port, __builtin_popcount(lanes));

	while (skip--)
		lanes &= lanes - 1;
	return __builtin_ctz(lanes);
}

bool net_crc_error(const struct net_config *config, unsigned int chip, unsigned int port,
		   unsigned int lane, uint64_t number)
{
	uint64_t link = (uint64_t)chip << 32 | port << 8 | lane;

	return net_mix(net_mix(net_mix(config->seed) + link) + number) >> 32 < config->crc_rate;
}
