// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The event engine from beginning to end.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/route.h"
#include "phases.h"
#include "topo/grid.h"

/* --- beginning --- */

static int config_check(const struct net_config *config, const struct net_traffic *traffic)
{
	const struct net_fabric *fabric = config->fabric;
	unsigned int ranks = NET_LANES, port;

	if (net_config_check(config) || net_traffic_check(traffic))
		return -EINVAL;
	for (port = 0; port < topo_ports(&fabric->topo); port++)
		ranks += fabric->lanes[port];
	return ranks > TILES ? -EINVAL : 0;
}

static void ranks_start(struct net *net)
{
	unsigned int port, lane, lanes, rank = 0;

	net->ports = topo_ports(net->topo);
	for (port = 0; port <= net->ports; port++) {
		lanes = port < net->ports ? net->config.fabric->lanes[port] : NET_LANES;
		net->rank[port] = rank;
		net->lanes[port] = lanes;
		for (lane = 0; lane < lanes; lane++)
			net->port[rank++] = port;
	}
	net->ranks = rank;
	net->phases = net->topo->family->phases;
	net->vc_bits = __builtin_ctz(KINDS * net->phases);
	net->vc_mask = KINDS * net->phases - 1;
	net->inputs = rank << net->vc_bits;
	net->nics = topo_nics(net->topo);
	net->nic_bits = net->topo->family->nic_bits;
}

static void hops_start(struct net *net)
{
	unsigned int port;

	net->lookahead = NET_WINDOW;
	for (port = 0; port <= net->ports; port++) {
		net->hop[port] = net->config.fabric->hop[port];
		if (net->hop[port] < net->lookahead)
			net->lookahead = net->hop[port];
	}
}

static void inputs_start(struct net *net)
{
	unsigned int rank, port, input;

	for (rank = 0; rank < net->ranks; rank++) {
		port = net->port[rank];
		net->channel[rank] = rank << net->vc_bits;
		if (port < net->ports)
			net->channel[rank] += topo_rises(net->topo, port);
	}
	for (input = 0; input < net->inputs; input++) {
		rank = input >> net->vc_bits;
		port = net->port[rank];
		net->input_port[input] = port;
		net->across[input] = TILES;
		if (port < net->ports && topo_is_grid(net->topo))
			net->across[input] = rank - net->rank[port] +
					     net->rank[grid_opposite(port)];
	}
}

static int turns_start(struct net *net)
{
	unsigned int dim, all = 0;
	struct net_way way;
	int i, size;

	if (!topo_is_grid(net->topo))
		return 0;
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

/* Allocate zeros, on cache lines of their own. */
static void *lines_alloc(size_t size)
{
	void *lines = aligned_alloc(NET_LINE, size);

	return lines ? memset(lines, 0, size) : NULL;
}

static int memory_start(struct net *net)
{
	size_t chips = net->topo->chips, i, inboxes = chips * (net->ports + 1);

	net->row = tiles_row(net->ranks, net->inputs);
	net->chip_size = sizeof(struct chip) + net->nics * sizeof(struct nic);
	net->queues_size = sizeof(struct queues) + net->inputs * sizeof(struct fifo);
	net->tiles = aligned_alloc(NET_LINE, chips * net->row);
	net->chips = calloc(chips, net->chip_size);
	net->coord = calloc(chips * net->topo->dims, sizeof(*net->coord));
	net->link = calloc(chips * net->ports, sizeof(*net->link));
	net->wake = calloc(chips, sizeof(*net->wake));
	net->workers = lines_alloc(net->threads * sizeof(*net->workers));
	if (!net->tiles || !net->chips || !net->coord || !net->link || !net->wake ||
	    !net->workers)
		return -ENOMEM;
	for (i = 0; i < 2; i++) {
		net->inboxes.last[i] = calloc(inboxes, sizeof(*net->inboxes.last[i]));
		net->inboxes.flag[i] = calloc(chips, 1);
		if (!net->inboxes.last[i] || !net->inboxes.flag[i])
			return -ENOMEM;
	}
	if (!net->config.crc_rate)
		return 0;
	net->sent = calloc(chips * net->ranks, sizeof(*net->sent));
	return net->sent ? 0 : -ENOMEM;
}

static void link_start(struct net *net, unsigned int chip, unsigned int port)
{
	struct link *link = &net->link[(size_t)chip * net->ports + port];

	link->chip = topo_neighbour(net->topo, chip, port);
	if (link->chip == TOPO_NONE)
		return;
	link->port = topo_far_port(net->topo, chip, port);
	link->shift = (net->rank[link->port] - net->rank[port]) * (1 << net->vc_bits);
}

static void tiles_start(struct net *net, unsigned int chip)
{
	unsigned int credits[KINDS], i;
	struct tiles tiles;

	for (i = 0; i < KINDS; i++)
		credits[i] = net_credits(&net->config, &net->traffic, i);
	net_tiles(net, chip, &tiles);
	memset(tiles.out_free, 0, net->row);
	for (i = 0; i < net->inputs; i++)
		tiles.credits[i] = credits[net_kind(net, i)];
	for (i = 0; i < net->ranks; i++)
		tiles.out_free[i] = i - net->rank[net->port[i]];
	for (i = 0; i < NET_LANES; i++)
		tiles.fill[i] = i;
}

static void chip_start(struct net *net, unsigned int chip)
{
	const struct net_fabric *fabric = net->config.fabric;
	unsigned int coord[TOPO_DIMS], i;

	tiles_start(net, chip);
	net_chip(net, chip)->step = net->traffic.step ? 0 : NET_FOREVER;
	topo_coord(net->topo, chip, coord);
	for (i = 0; i < net->topo->dims; i++)
		net->coord[(size_t)chip * net->topo->dims + i] = coord[i];
	for (i = 0; i < net->ports; i++) {
		link_start(net, chip, i);
		net->faulty |= fabric->failed && fabric->failed[(size_t)chip * net->ports + i];
	}
}

/* Links from a worker's chips to those of other workers. */
static size_t borders(const struct worker *worker)
{
	unsigned int ports = worker->net->ports, chip, port, to;
	size_t sum = 0;

	for (chip = worker->first; chip < worker->end; chip++) {
		for (port = 0; port < ports; port++) {
			to = worker->net->link[(size_t)chip * ports + port].chip;
			sum += to != TOPO_NONE && net_is_foreign(worker, to);
		}
	}
	return sum;
}

static int workers_start(struct net *net)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < net->threads && !err; i++) {
		struct worker *worker = &net->workers[i];

		worker->net = net;
		worker->first = (uint64_t)net->topo->chips * i / net->threads;
		worker->end = (uint64_t)net->topo->chips * (i + 1) / net->threads;
		err = mailbox_new(&worker->mailbox, borders(worker));
	}
	return err;
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
	net->room = topo_has_rings(net->topo) ? 2 : 1;
	net->threads = config->threads ? config->threads : 1;
	if (net->threads > net->topo->chips)
		net->threads = net->topo->chips;
	ranks_start(net);
	hops_start(net);
	inputs_start(net);
	err = memory_start(net);
	if (!err)
		err = turns_start(net);
	if (!err)
		err = net_changes_start(net);
	for (chip = 0; !err && chip < net->topo->chips; chip++)
		chip_start(net, chip);
	if (!err)
		err = workers_start(net);
	if (err)
		net_free(net);
	else
		*result = net;
	return err;
}

/* --- end --- */

static void worker_free(struct worker *worker)
{
	struct spare *spare;

	while ((spare = worker->spare)) {
		worker->spare = spare->next;
		free(spare);
	}
	mailbox_free(&worker->mailbox);
	pool_free(&worker->pool);
	free(worker->window.returned);
	toll_free(&worker->toll);
}

void net_free(struct net *net)
{
	unsigned int i;

	if (!net)
		return;
	for (i = 0; net->workers && i < net->threads; i++)
		worker_free(&net->workers[i]);
	for (i = 0; net->chips && i < net->topo->chips; i++) {
		free(net_chip(net, i)->queues);
		free(net_chip(net, i)->high);
	}
	for (i = 0; i < 2; i++) {
		free(net->inboxes.last[i]);
		free(net->inboxes.flag[i]);
	}
	free(net->tiles);
	free(net->chips);
	free(net->coord);
	free(net->link);
	free(net->wake);
	free(net->workers);
	free(net->turn);
	free(net->sent);
	net_notes_free(net);
	net_changes_free(net);
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
