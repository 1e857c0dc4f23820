// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The event engine: from beginning to end, and what it has counted.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"
#include "netsim/route.h"

#define COUNT_MASK	0xffffffffffffULL

/* --- a chip's tiles --- */

/* Wide ones first: all are aligned then. */
static size_t row_size(unsigned int ranks)
{
	const struct tiles *tiles;
	size_t size = sizeof(*tiles->out_free) * ranks + sizeof(*tiles->fill) * NET_LANES +
		      (sizeof(*tiles->arrived) * VCS + sizeof(*tiles->stalls) +
		       sizeof(*tiles->in_free) * VCS + sizeof(*tiles->slots) * VCS) * ranks;

	return (size + 63) / 64 * 64;
}

void net_tiles(const struct net *net, unsigned int chip, struct tiles *tiles)
{
	unsigned int ranks = net->ranks;

	tiles->out_free = (uint64_t *)(net->tiles + chip * net->row);
	tiles->fill = tiles->out_free + ranks;
	tiles->arrived = (struct arrived *)(tiles->fill + NET_LANES);
	tiles->stalls = (struct stalls *)(tiles->arrived + VCS * ranks);
	tiles->in_free = (uint32_t *)(tiles->stalls + ranks);
	tiles->slots = (uint16_t *)(tiles->in_free + VCS * ranks);
}

/* --- beginning --- */

static int config_check(const struct net_config *config, const struct net_traffic *traffic)
{
	const struct net_fabric *fabric = config->fabric;
	unsigned int ranks = NET_LANES, port;

	if (net_config_check(config) || net_traffic_check(traffic))
		return -EINVAL;
	if (fabric->topo.kind == TOPO_DRAGONFLY)
		return -EINVAL;
	for (port = 0; port < topo_ports(&fabric->topo); port++)
		ranks += fabric->lanes[port];
	return ranks > TILES ? -EINVAL : 0;
}

static void ranks_start(struct net *net)
{
	unsigned int port, lane, lanes, rank = 0, input;

	net->ports = topo_ports(net->topo);
	for (port = 0; port <= net->ports; port++) {
		lanes = port < net->ports ? net->config.fabric->lanes[port] : NET_LANES;
		net->rank[port] = rank;
		net->lanes[port] = lanes;
		for (lane = 0; lane < lanes; lane++)
			net->port[rank++] = port;
	}
	net->ranks = rank;
	for (input = 0; input < VCS * net->rank[net->ports]; input++) {
		port = net->port[input / VCS];
		net->across[input] = VCS * (net->rank[port ^ 1] - net->rank[port]) + input;
	}
}

static int turns_start(struct net *net)
{
	unsigned int dim, all = 0;
	struct net_way way;
	int i, size;

	for (dim = 0; dim < net->topo->dims; dim++)
		all += 2 * net->topo->size[dim] - 1;
	net->turn = calloc(all, sizeof(*net->turn));
	if (!net->turn)
		return -ENOMEM;
	for (dim = 0, all = 0; dim < net->topo->dims; dim++) {
		size = net->topo->size[dim];
		net->straight[dim] = all + size - 1;
		for (i = 1 - size; i < size; i++) {
			net_way_whole(net->config.fabric, dim, i, &way);
			net->turn[all++] = (struct turn){ way.hops, way.port };
		}
	}
	return 0;
}

/* Zeros, on lines of cache of their own. */
static void *lines_alloc(size_t size)
{
	void *lines = aligned_alloc(NET_LINE, size);

	return lines ? memset(lines, 0, size) : NULL;
}

static int memory_start(struct net *net)
{
	size_t chips = net->topo->chips, i, boxes = chips * (net->ports + 1);

	net->row = row_size(net->ranks);
	net->tiles = aligned_alloc(NET_LINE, chips * net->row);
	net->chips = calloc(chips, sizeof(*net->chips));
	net->coord = calloc(chips * net->topo->dims, sizeof(*net->coord));
	net->neighbour = calloc(chips * net->ports, sizeof(*net->neighbour));
	net->wake = calloc(chips, sizeof(*net->wake));
	net->workers = lines_alloc(net->threads * sizeof(*net->workers));
	if (!net->tiles || !net->chips || !net->coord || !net->neighbour || !net->wake ||
	    !net->workers)
		return -ENOMEM;
	for (i = 0; i < 2; i++) {
		net->post.boxes[i] = calloc(boxes, sizeof(*net->post.boxes[i]));
		net->post.flag[i] = calloc(chips, 1);
		if (!net->post.boxes[i] || !net->post.flag[i])
			return -ENOMEM;
	}
	if (!net->config.crc_rate)
		return 0;
	net->sent = calloc(chips * net->ranks, sizeof(*net->sent));
	return net->sent ? 0 : -ENOMEM;
}

static void chip_start(struct net *net, unsigned int chip)
{
	const struct net_fabric *fabric = net->config.fabric;
	unsigned int slots[VCS], coord[TOPO_DIMS], i;
	size_t link = (size_t)chip * net->ports;
	struct tiles tiles;

	for (i = 0; i < VCS; i++)
		slots[i] = net_slots(&net->config, &net->traffic, i);
	net_tiles(net, chip, &tiles);
	memset(tiles.out_free, 0, net->row);
	for (i = 0; i < VCS * net->ranks; i++)
		tiles.slots[i] = slots[i % VCS];
	for (i = 0; i < net->ranks; i++)
		tiles.out_free[i] = i - net->rank[net->port[i]];
	for (i = 0; i < NET_LANES; i++)
		tiles.fill[i] = i;
	topo_coord(net->topo, chip, coord);
	for (i = 0; i < net->topo->dims; i++)
		net->coord[(size_t)chip * net->topo->dims + i] = coord[i];
	for (i = 0; i < net->ports; i++) {
		net->neighbour[link + i] = topo_neighbour(net->topo, chip, i);
		net->faulty |= fabric->failed && fabric->failed[link + i];
	}
}

static void workers_start(struct net *net)
{
	unsigned int i;

	for (i = 0; i < net->threads; i++) {
		net->workers[i].net = net;
		net->workers[i].first = (uint64_t)net->topo->chips * i / net->threads;
		net->workers[i].end = (uint64_t)net->topo->chips * (i + 1) / net->threads;
	}
}

int net_new(const struct net_config *config, const struct net_traffic *traffic,
	    struct net **result)
{
	int err = config_check(config, traffic);
	unsigned int chip;
	struct net *net;

	if (err)
		return err;
	net = calloc(1, sizeof(*net));
	if (!net)
		return -ENOMEM;
	net->config = *config;
	net->traffic = *traffic;
	net->topo = &config->fabric->topo;
	net->room = net->topo->kind == TOPO_TORUS ? 2 : 1;
	net->threads = config->threads ? config->threads : 1;
	if (net->threads > net->topo->chips)
		net->threads = net->topo->chips;
	ranks_start(net);
	err = memory_start(net);
	if (!err)
		err = turns_start(net);
	if (err) {
		net_free(net);
		return err;
	}
	for (chip = 0; chip < net->topo->chips; chip++)
		chip_start(net, chip);
	workers_start(net);
	*result = net;
	return 0;
}

/* --- end --- */

static void worker_free(struct worker *worker)
{
	struct spare *spare;

	while ((spare = worker->spare)) {
		worker->spare = spare->next;
		free(spare);
	}
	mail_free(&worker->mail);
	pool_free(&worker->pool);
}

void net_free(struct net *net)
{
	unsigned int i;

	if (!net)
		return;
	for (i = 0; net->workers && i < net->threads; i++)
		worker_free(&net->workers[i]);
	for (i = 0; net->chips && i < net->topo->chips; i++) {
		free(net->chips[i].queues);
		free(net->chips[i].high);
	}
	for (i = 0; i < 2; i++) {
		free(net->post.boxes[i]);
		free(net->post.flag[i]);
	}
	free(net->tiles);
	free(net->chips);
	free(net->coord);
	free(net->neighbour);
	free(net->wake);
	free(net->workers);
	free(net->turn);
	free(net->sent);
	free(net);
}

/* --- run --- */

int net_run(struct net *net, uint64_t until)
{
	if (net->error)
		return net->error;
	if (until == NET_FOREVER)
		return net_drain(net, until);
	return until > net->cycle ? net_windows_run(net, until, false) : 0;
}

int net_drain(struct net *net, uint64_t until)
{
	if (net->error)
		return net->error;
	return until > net->cycle && !net_idle(net) ? net_windows_run(net, until, true) : 0;
}

bool net_idle(const struct net *net)
{
	int64_t work = 0;
	unsigned int i;

	for (i = 0; i < net->threads; i++)
		work += net->workers[i].work;
	return net->window && !work;
}

/* --- counters --- */

void net_carry(struct worker *worker, unsigned int rank, enum net_counter counter)
{
	struct chip *chip = worker->window.chip;

	if (!chip->high)
		chip->high = calloc((size_t)worker->net->ranks * NET_COUNTERS,
				    sizeof(*chip->high));
	if (chip->high)
		chip->high[rank * NET_COUNTERS + counter]++;
	else if (!worker->error)
		worker->error = -ENOMEM;
}

/* The part so far of the waits that are not over. */
static uint32_t waits(const struct net *net, const struct queues *queues, unsigned int rank,
		      enum net_counter counter)
{
	uint32_t now = net->cycle, sum = 0;
	unsigned int input;

	if (counter == NET_CREDIT_STALLS)
		return (queues->stalled & bit(rank)) ? now - queues->since[rank] : 0;
	for (input = VCS * rank; input < VCS * (rank + 1); input++)
		if (queues->output[input])
			sum += now - queues->asked[input];
	return sum;
}

uint64_t net_count(const struct net *net, unsigned int chip, unsigned int port, unsigned int lane,
		   enum net_counter counter)
{
	unsigned int rank = net->rank[port] + lane, vc = counter % VCS;
	const struct chip *it = &net->chips[chip];
	struct tiles tiles;
	uint64_t count = 0;

	net_tiles(net, chip, &tiles);
	switch (counter) {
	case NET_VC0_PHITS:
	case NET_VC1_PHITS:
		count = tiles.arrived[VCS * rank + vc].phits;
		break;
	case NET_VC0_PACKETS:
	case NET_VC1_PACKETS:
		count = tiles.arrived[VCS * rank + vc].packets;
		break;
	case NET_INQ_STALLS:
		count = tiles.stalls[rank].input;
		break;
	default:
		count = tiles.stalls[rank].credit;
	}
	if (it->high)
		count += (uint64_t)it->high[rank * NET_COUNTERS + counter] << 32;
	if (it->queues && counter >= NET_INQ_STALLS)
		count += waits(net, it->queues, rank, counter);
	return count & COUNT_MASK;
}

void net_observe(struct net *net, const struct net_observer *observer)
{
	net->observer = observer ? *observer : (struct net_observer){ 0 };
}

void net_totals(const struct net *net, struct net_totals *totals)
{
	unsigned int i;

	*totals = (struct net_totals){ .cycle = net->cycle };
	for (i = 0; i < net->threads; i++) {
		const struct net_totals *part = &net->workers[i].totals;

		totals->injected += part->injected;
		totals->delivered += part->delivered;
		totals->hops += part->hops;
		totals->latency += part->latency;
		totals->bytes += part->bytes;
		if (part->longest > totals->longest)
			totals->longest = part->longest;
		if (net->workers[i].last > totals->last)
			totals->last = net->workers[i].last;
	}
}
