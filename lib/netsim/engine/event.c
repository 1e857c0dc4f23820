// SPDX-License-Identifier: LGPL-2.1-or-later
/* The event engine from beginning to end. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/routing/route.h"
#include "phases.h"
#include "topo/grid.h"

/* --- beginning --- */

static unsigned int fabric_ranks(const struct net_fabric *fabric)
{
	unsigned int ranks = NET_LANES, port;

	for (port = 0; port < topo_ports(&fabric->topo); port++)
		ranks += fabric->lanes[port];
	return ranks;
}

unsigned int net_fifos_most(const struct net_fabric *fabric)
{
	unsigned int inputs = fabric_ranks(fabric) * KINDS * fabric->topo.family->phases;
	unsigned int most = NET_FIFOS;

	while (most > 1 && most * inputs > INPUTS)
		most /= 2;
	return most;
}

static int config_check(const struct net_config *config, const struct net_traffic *traffic)
{
	if (net_config_check(config) || net_traffic_check(traffic))
		return -EINVAL;
	if (fabric_ranks(config->fabric) > TILES)
		return -EINVAL;
	if (config->peers && config->peers->count > 1 &&
	    (traffic->step || config->peers->count > config->fabric->topo.chips ||
	     config->threads > NET_PEER_THREADS))
		return -EINVAL;
	return config->fifos > net_fifos_most(config->fabric) ? -E2BIG : 0;
}

static void channels_start(struct net *net)
{
	unsigned int kind, port;

	if (!net->config.fifos)
		net->config.fifos = 1;
	for (kind = 0; kind < KINDS; kind++) {
		net->slot[kind] = net_slot(&net->config, &net->traffic, kind);
		for (port = 0; port <= net->ports; port++)
			net->credits[kind][port] =
				net_credits(&net->config, &net->traffic, kind, port);
	}
	while (net->config.fifos > 1u << net->fifo_bits)
		net->fifo_bits++;
	net->phases = net->topo->family->phases;
	net->vc_bits = __builtin_ctz(KINDS * net->phases) + net->fifo_bits;
	net->channel_mask = -1u << net->fifo_bits;
	net->vc_mask = ((1u << net->vc_bits) - 1) & net->channel_mask;
	net->inputs = net->ranks << net->vc_bits;
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
	net->host = net->rank[net->ports];
	net->nics = topo_nics(net->topo);
	net->nic_bits = net->topo->family->nic_bits;
}

static void hosts_start(struct net *net)
{
	unsigned int nic, lanes;

	net->nic_turn = net->config.fabric->host.turn;
	net->nic_injects = NET_WINDOW * NET_NIC_CYCLE / net->nic_turn + 2;
	for (nic = 0; nic < net->nics; nic++) {
		lanes = net_host_lanes(net->topo, nic);
		net->host_first[nic] = __builtin_ctz(lanes);
		net->host_lanes = __builtin_popcount(lanes);
	}
}

static void hops_start(struct net *net)
{
	unsigned int port;

	net->lookahead = NET_WINDOW;
	for (port = 0; port <= net->ports; port++) {
		if (net->config.fabric->hop[port] < net->lookahead)
			net->lookahead = net->config.fabric->hop[port];
	}
}

static void inputs_start(struct net *net)
{
	unsigned int rank, port, input;

	for (rank = 0; rank < net->ranks; rank++)
		net->channel[rank] = rank << net->vc_bits;
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

static void places_start(struct net *net)
{
	unsigned int dim, bits = 0;
	struct axis *axis;

	for (dim = 0; dim < net->topo->dims; dim++) {
		axis = &net->axis[dim];
		axis->shift = bits;
		while (net->topo->size[dim] > 1u << (bits - axis->shift)) {
			axis->bits |= 1u << bits;
			net->dim[bits++] = dim;
		}
	}
}

static int turns_start(struct net *net)
{
	unsigned int dim, all = 0;
	struct net_route route;
	int i, size;

	for (dim = 0; dim < net->topo->dims; dim++)
		all += 2 * net->topo->size[dim] - 1;
	net->turn = calloc(all, sizeof(*net->turn));
	if (!net->turn)
		return -ENOMEM;
	for (dim = 0, all = 0; dim < net->topo->dims; dim++) {
		size = net->topo->size[dim];
		net->axis[dim].straight = &net->turn[all + size - 1];
		for (i = 1 - size; i < size; i++) {
			net_route_whole(net->config.fabric, dim, i, &route);
			net->turn[all++] = (struct turn){
				route.hops, route.port,
				net->config.split_ties && topo_is_tie(net->topo, dim, i),
			};
		}
	}
	return 0;
}

/* Find which channels packets enter by the classes of the links that they come and go through. */
static void rows_start(struct net *net)
{
	const uint8_t *class = net->routes->class;
	unsigned int port, rank, input;
	uint16_t *channel;

	for (port = 0; port < net->ports; port++) {
		channel = &net->channel[class[port] * TILES];
		for (rank = 0; rank < net->ranks; rank++)
			channel[rank] = net->channel[rank] +
					(routes_rises(net->routes, port, net->port[rank]) <<
					 net->fifo_bits);
	}
	for (input = 0; input < net->inputs; input++)
		net->row[input] = class[net->input_port[input]] * TILES;
}

static int routes_start(struct net *net)
{
	int err;

	if (topo_is_grid(net->topo))
		return turns_start(net);
	net->routes = calloc(1, sizeof(*net->routes));
	if (!net->routes)
		return -ENOMEM;
	err = routes_new(net->routes, net->config.fabric, net->config.seed);
	if (!err)
		rows_start(net);
	return err;
}

static int memory_start(struct net *net)
{
	size_t chips = net->topo->chips, first = net->first_chip, end = net->end_chip;

	net->tiles = whole_lines(sizeof(struct chip) + net->nics * sizeof(struct nic));
	net->chip_size = net->tiles + tiles_row(net->ranks, net->inputs);
	net->queues_size = whole_lines(sizeof(struct queues) +
				       net->inputs * (sizeof(struct list) + sizeof(struct wait)) +
				       net->ranks * sizeof(struct waiters));
	net->chips = memory_part(chips, net->chip_size, first, end);
	net->queues = calloc(chips, sizeof(*net->queues));
	net->own = memory_part(chips, sizeof(*net->own), first, end);
	net->inboxes[0] = memory_part(chips, sizeof(*net->inboxes[0]), first, end);
	net->inboxes[1] = memory_part(chips, sizeof(*net->inboxes[1]), first, end);
	net->place = calloc(chips, sizeof(*net->place));
	net->link = memory_part(chips, (net->ports + 1) * sizeof(*net->link), first, end);
	net->wake = calloc(chips, sizeof(*net->wake));
	net->workers = memory_alloc(net->threads * sizeof(*net->workers));
	if (!net->chips || !net->queues || !net->own || !net->inboxes[0] ||
	    !net->inboxes[1] || !net->place || !net->link || !net->wake || !net->workers)
		return -ENOMEM;
	if (!net->config.crc_rate)
		return 0;
	net->sent = calloc(chips * net->ranks, sizeof(*net->sent));
	return net->sent ? 0 : -ENOMEM;
}

static void link_start(struct net *net, unsigned int chip, unsigned int port)
{
	struct link *link = &net->link[(size_t)chip * (net->ports + 1) + port];
	const struct net_fabric *fabric = net->config.fabric;
	unsigned int far;

	link->hop = fabric->hop[port];
	link->reach = link->hop * NET_TICKS;
	link->ticks = NET_TICKS;
	link->chip = TOPO_NONE;
	if (port == net->ports)
		return;
	link->ticks = fabric->ticks[(size_t)chip * net->ports + port];
	link->chip = topo_neighbour(net->topo, chip, port);
	if (link->chip == TOPO_NONE)
		return;
	far = topo_far_port(net->topo, chip, port);
	link->shift = (net->rank[far] - net->rank[port]) * (1 << net->vc_bits);
}

static void tiles_start(struct net *net, unsigned int chip)
{
	struct tiles tiles;
	unsigned int i;

	net_tiles(net, chip, &tiles);
	for (i = 0; i < net->inputs; i++)
		tiles.credits[i] = net->credits[net_kind(net, i)][net->input_port[i]];
	for (i = 0; i < net->ranks; i++)
		tiles.out_free[i] = i - net->rank[net->port[i]];
	for (i = 0; i < NET_LANES; i++)
		tiles.fill[i] = i;
}

/* What is known of all chips, simulated here or not. */
static void place_start(struct net *net, unsigned int chip)
{
	const struct net_fabric *fabric = net->config.fabric;
	unsigned int coord[TOPO_DIMS], i;

	topo_coord(net->topo, chip, coord);
	for (i = 0; i < net->topo->dims; i++)
		net->place[chip] |= coord[i] << net->axis[i].shift;
	for (i = 0; i < net->ports; i++)
		net->faulty |= fabric->failed && fabric->failed[(size_t)chip * net->ports + i];
}

static void chip_start(struct net *net, unsigned int chip)
{
	unsigned int i;

	tiles_start(net, chip);
	net_chip(net, chip)->step = net->traffic.step ? 0 : NET_FOREVER;
	for (i = 0; i <= net->ports; i++)
		link_start(net, chip, i);
}

static void chips_start(struct net *net)
{
	unsigned int chip;

	for (chip = 0; chip < net->topo->chips; chip++)
		place_start(net, chip);
	for (chip = net->first_chip; chip < net->end_chip; chip++)
		chip_start(net, chip);
}

/* Return link.mailbox for a worker's link to a chip, which may be TOPO_NONE. */
static unsigned int mailbox_number(const struct worker *worker, unsigned int chip)
{
	const struct net *net = worker->net;
	const struct parts *parts = net->parts;
	unsigned int i;

	if (chip == TOPO_NONE || !net_is_foreign(worker, chip))
		return 0;
	for (i = 0; i < net->threads; i++)
		if (!net_is_foreign(&net->workers[i], chip))
			return 1 + i;
	i = net_partition_find(&parts->partition, parts->peers->count, chip);
	return 1 + net->threads + parts->neighbour[i];
}

/* Take a chip, and note which of its links lead to chips of others. */
static void worker_take(struct worker *worker, unsigned int chip)
{
	struct net *net = worker->net;
	struct link *link = &net->link[(size_t)chip * (net->ports + 1)];
	unsigned int port;

	net_chip(net, chip)->worker = worker;
	for (port = 0; port < net->ports; port++)
		link[port].mailbox = mailbox_number(worker, link[port].chip);
}

static int workers_start(struct net *net)
{
	uint64_t chips = net->end_chip - net->first_chip;
	unsigned int i, chip;

	for (i = 0; i < net->threads; i++) {
		struct worker *worker = &net->workers[i];

		worker->net = net;
		worker->mailbox = mailboxes_new(2 * net->threads);
		if (!worker->mailbox || net_parts_worker(worker))
			return -ENOMEM;
		worker->first = net->first_chip + chips * i / net->threads;
		worker->end = net->first_chip + chips * (i + 1) / net->threads;
	}
	for (i = 0; i < net->threads; i++)
		for (chip = net->workers[i].first; chip < net->workers[i].end; chip++)
			worker_take(&net->workers[i], chip);
	return 0;
}

/* Return a number of threads, but not more than so many; results do not depend on it. */
static unsigned int threads_most(unsigned int threads, unsigned int most)
{
	return threads < most ? threads : most;
}

int net_new(const struct net_config *config, const struct net_traffic *traffic,
	    struct net **result)
{
	int err = config_check(config, traffic);
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
	net->threads = threads_most(config->threads ? config->threads : 1, THREADS);
	ranks_start(net);
	channels_start(net);
	hosts_start(net);
	hops_start(net);
	inputs_start(net);
	places_start(net);
	err = net_parts_start(net);
	net->threads = threads_most(net->threads, net->end_chip - net->first_chip);
	if (!err)
		err = memory_start(net);
	if (!err && net->config.nics)
		err = net_notes_start(net);
	if (!err && net->config.nics)
		err = net_nics_count(net);
	if (!err)
		err = routes_start(net);
	if (!err)
		err = net_changes_start(net);
	if (!err) {
		chips_start(net);
		err = workers_start(net);
	}
	if (err)
		net_free(net);
	else
		*result = net;
	return err;
}

/* --- end --- */

static void worker_free(struct worker *worker)
{
	if (worker->mailbox)
		mailboxes_free(worker->mailbox, 2 * worker->net->threads);
	net_parts_worker_free(worker);
	pool_free(&worker->pool);
	slabs_free(&worker->queues);
	slabs_free(&worker->notes);
	store_free(&worker->store);
	free(worker->window.returned);
	toll_free(&worker->toll);
}

static void chip_free(struct net *net, unsigned int chip)
{
	if (net->chips)
		free(net_chip(net, chip)->high);
}

void net_free(struct net *net)
{
	unsigned int i;

	if (!net)
		return;
	for (i = 0; net->workers && i < net->threads; i++)
		worker_free(&net->workers[i]);
	for (i = net->first_chip; i < net->end_chip; i++)
		chip_free(net, i);
	free(net->chips);
	free(net->queues);
	free(net->own);
	free(net->inboxes[0]);
	free(net->inboxes[1]);
	free(net->place);
	free(net->link);
	free(net->wake);
	free(net->workers);
	free(net->turn);
	if (net->routes)
		routes_free(net->routes);
	free(net->routes);
	free(net->sent);
	free(net->stalls);
	net_notes_free(net);
	net_changes_free(net);
	free(net->activity);
	net_parts_free(net);
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
