// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "remap.h"
#include "netsim/net.h"
#include "netsim/routing/route.h"

/* A PUT of 64 bytes, and its response (V.A). */
#define PHITS_THERE	(32 / 64.0)
#define PHITS_BACK	(3 / 64.0)

/* --- who sends how much to whom --- */

/* Count the pairs of a rank: one for each message, to sender and receiver. */
static uint32_t table_count(const struct program *program, uint32_t *count)
{
	uint32_t pairs = 0, rank = 0;

	for (uint32_t i = 0; i < program->ops; i++) {
		while (i >= program->first[rank + 1])
			rank++;
		if (program->op[i].kind != PROGRAM_SEND)
			continue;
		count[rank]++;
		count[program->op[i].peer]++;
		pairs += 2;
	}
	return pairs;
}

static void table_add_pair(struct remap_table *table, uint32_t *filled, uint32_t rank,
			   uint32_t peer, double there, double back)
{
	uint32_t i = table->first[rank], end = i + filled[rank];

	while (i < end && table->peer[i] != peer)
		i++;
	filled[rank] += i == end;
	table->peer[i] = peer;
	table->there[i] += there;
	table->back[i] += back;
}

/* Move the pairs together: several messages of two ranks are one pair. */
static void close_gaps(struct remap_table *table, const uint32_t *filled)
{
	uint32_t to = 0, from;

	for (uint32_t rank = 0; rank < table->ranks; rank++) {
		from = table->first[rank];
		table->first[rank] = to;
		for (uint32_t i = from; i < from + filled[rank]; i++, to++) {
			table->peer[to] = table->peer[i];
			table->there[to] = table->there[i];
			table->back[to] = table->back[i];
		}
	}
	table->first[table->ranks] = to;
}

static void table_fill(const struct program *program, struct remap_table *table,
		       uint32_t *filled)
{
	const struct program_op *op;
	double there, back;

	for (uint32_t rank = 0; rank < program->ranks; rank++) {
		for (uint32_t i = program->first[rank]; i < program->first[rank + 1]; i++) {
			op = &program->op[i];
			if (op->kind != PROGRAM_SEND)
				continue;
			there = op->size * PHITS_THERE;
			back = op->size * PHITS_BACK;
			table_add_pair(table, filled, rank, op->peer, there, back);
			table_add_pair(table, filled, op->peer, rank, back, there);
		}
	}
}

int remap_table_make(const struct program *program, struct remap_table *table)
{
	uint32_t *count = calloc(program->ranks, sizeof(*count)), pairs;
	uint32_t ranks = program->ranks, sum = 0;

	*table = (struct remap_table){ .ranks = ranks };
	if (!count)
		return -ENOMEM;
	pairs = table_count(program, count) + 1;
	table->first = calloc(ranks + 1, sizeof(*table->first));
	table->peer = calloc(pairs, sizeof(*table->peer));
	table->there = calloc(pairs, sizeof(*table->there));
	table->back = calloc(pairs, sizeof(*table->back));
	if (!table->first || !table->peer || !table->there || !table->back) {
		free(count);
		return -ENOMEM;
	}
	for (uint32_t rank = 0; rank < ranks; rank++) {
		table->first[rank] = sum;
		sum += count[rank];
		count[rank] = 0;
	}
	table_fill(program, table, count);
	close_gaps(table, count);
	free(count);
	return 0;
}

void remap_table_free(struct remap_table *table)
{
	free(table->first);
	free(table->peer);
	free(table->there);
	free(table->back);
}

double remap_remote(const struct remap_table *table, const uint32_t *place)
{
	double phits = 0;

	for (uint32_t rank = 0; rank < table->ranks; rank++)
		for (uint32_t i = table->first[rank]; i < table->first[rank + 1]; i++)
			if (place[table->peer[i]] != place[rank])
				phits += table->there[i];
	return phits / (PHITS_THERE + PHITS_BACK);
}

/* --- what links carry --- */

/* A link, or one direction of a node's NIC. */
struct load {
	double cycles; /* for which it is busy, or packets wait for it */
	double price; /* cycles for each phit */
	double before; /* cycles before the exchange that is tried */
	bool touched; /* by that exchange */
};

/* A mapping while it is made. */
struct mapper {
	const struct remap *remap;
	const struct topo *topo;
	uint32_t *place; /* node of each rank */
	size_t *first; /* first link of each route, by source * chips + destination */
	uint32_t *links; /* of routes */
	struct load *loads; /* links, then sending and receiving of each node */
	uint32_t *touched; /* loads that the exchange has changed */
	uint32_t touches;
	uint32_t *members; /* room for the ranks of two nodes */
	uint64_t drawn; /* random numbers so far */
};

static size_t count_loads(const struct topo *topo)
{
	return (size_t)topo->chips * topo_ports(topo) + 2 * (size_t)topo_nodes(topo);
}

/* Follow a route; list its links if links is given. Return how many, or a negative errno. */
static int follow(const struct net_fabric *fabric, unsigned int chip, unsigned int dst,
		  uint32_t *links)
{
	unsigned int to[TOPO_DIMS], count = 0;
	struct net_route route;
	int err;

	topo_coord(&fabric->topo, dst, to);
	for (unsigned int dim = 0; dim < fabric->topo.dims; dim++) {
		err = net_route_find(fabric, chip, dim, to[dim], false, &route);
		if (err)
			return err;
		for (; route.hops; route.hops--, count++) {
			if (links)
				links[count] = chip * topo_ports(&fabric->topo) + route.port;
			chip = topo_neighbour(&fabric->topo, chip, route.port);
		}
	}
	return count;
}

static int list_routes(struct mapper *mapper)
{
	const struct net_fabric *fabric = mapper->remap->fabric;
	size_t chips = fabric->topo.chips, pairs = chips * chips;
	int hops;

	mapper->first = calloc(pairs + 1, sizeof(*mapper->first));
	if (!mapper->first)
		return -ENOMEM;
	for (size_t pair = 0; pair < pairs; pair++) {
		hops = follow(fabric, pair / chips, pair % chips, NULL);
		if (hops < 0)
			return hops;
		mapper->first[pair + 1] = mapper->first[pair] + hops;
	}
	mapper->links = calloc(mapper->first[pairs] + 1, sizeof(*mapper->links));
	if (!mapper->links)
		return -ENOMEM;
	for (size_t pair = 0; pair < pairs; pair++)
		follow(fabric, pair / chips, pair % chips, mapper->links + mapper->first[pair]);
	return 0;
}

static void load_add(struct mapper *mapper, uint32_t number, double phits)
{
	struct load *load = &mapper->loads[number];

	if (!load->touched) {
		load->touched = true;
		load->before = load->cycles;
		mapper->touched[mapper->touches++] = number;
	}
	load->cycles += phits * load->price;
}

/* Add phits from a node to another one; fewer than 0 are taken away. */
static void carry(struct mapper *mapper, uint32_t src, uint32_t dst, double phits)
{
	const struct topo *topo = mapper->topo;
	size_t pair = (size_t)topo_node_chip(topo, src) * topo->chips + topo_node_chip(topo, dst);
	uint32_t nics = topo->chips * topo_ports(topo);

	for (size_t i = mapper->first[pair]; i < mapper->first[pair + 1]; i++)
		load_add(mapper, mapper->links[i], phits);
	load_add(mapper, nics + 2 * src, phits);
	load_add(mapper, nics + 2 * dst + 1, phits);
}

/* Add a rank's traffic (sign 1), or take it away (-1), except with the ranks in except. */
static void carry_rank(struct mapper *mapper, uint32_t rank, double sign, const bool *except)
{
	const struct remap_table *table = mapper->remap->table;
	const uint32_t *place = mapper->place;
	uint32_t peer;

	for (uint32_t i = table->first[rank]; i < table->first[rank + 1]; i++) {
		peer = table->peer[i];
		if (place[peer] == place[rank] || except[peer])
			continue;
		carry(mapper, place[rank], place[peer], sign * table->there[i]);
		carry(mapper, place[peer], place[rank], sign * table->back[i]);
	}
}

/* --- what the counters say --- */

/*
 * Price each link by its speed, all its lanes that work, and each NIC by its turn: router cycles a
 * phit, of packets of 32 (whitepaper).
 */
static void price_links(struct mapper *mapper)
{
	const struct net_fabric *fabric = mapper->remap->fabric;
	unsigned int ports = topo_ports(mapper->topo), lanes;
	size_t loads = count_loads(mapper->topo);

	for (size_t i = 0; i < loads; i++) {
		if (i >= (size_t)mapper->topo->chips * ports) {
			mapper->loads[i].price = net_turn_cycles(fabric) / NET_PACKET;
			continue;
		}
		lanes = __builtin_popcount(net_lanes_left(fabric, i / ports, i % ports));
		if (lanes)
			mapper->loads[i].price = (double)fabric->ticks[i] / NET_TICKS / lanes;
	}
}

/*
 * Return the cycles for which a link was busy with others' phits, and raise its price by the cycles
 * that packets waited for each cycle in which it was busy.
 */
static double price_by_counters(const struct mapper *mapper, size_t link)
{
	const struct remap_seen *seen = &mapper->remap->seen[link];
	struct load *load = &mapper->loads[link];
	unsigned int lanes = __builtin_popcount(net_lanes_left(mapper->remap->fabric,
			link / topo_ports(mapper->topo), link % topo_ports(mapper->topo)));
	double busy = seen->phits * load->price, dearer = 1, others = busy - load->cycles;

	if (mapper->remap->use == REMAP_STALLS && busy > 0)
		dearer += seen->stalls / lanes / busy;
	load->price *= dearer;
	load->cycles *= dearer;
	return others > 0 ? others * dearer : 0;
}

/* Keep what an exchange has changed, or take it back. */
static void exchange_end(struct mapper *mapper, bool undo)
{
	struct load *load;

	for (uint32_t i = 0; i < mapper->touches; i++) {
		load = &mapper->loads[mapper->touched[i]];
		load->touched = false;
		if (undo)
			load->cycles = load->before;
	}
	mapper->touches = 0;
}

static void load_links(struct mapper *mapper, bool *except)
{
	size_t links = (size_t)mapper->topo->chips * topo_ports(mapper->topo);
	uint32_t ranks = mapper->remap->table->ranks;

	price_links(mapper);
	for (uint32_t rank = 0; rank < ranks; rank++) {
		carry_rank(mapper, rank, 1, except);
		except[rank] = true;
	}
	memset(except, 0, ranks * sizeof(*except));
	exchange_end(mapper, false);
	for (size_t link = 0; link < links && mapper->remap->use != REMAP_BYTES; link++)
		mapper->loads[link].cycles += price_by_counters(mapper, link);
}

/* --- exchanges --- */

/*
 * The sum of fourth powers is minimised. The busiest links decide it, but an exchange that spares
 * any other link counts, too.
 */
static double fourth(double cycles)
{
	return cycles * cycles * cycles * cycles;
}

static uint32_t mapper_draw(struct mapper *mapper, uint32_t limit)
{
	return net_mix_below(net_mix(mapper->remap->seed) + mapper->drawn++, limit);
}

static void swap_places(uint32_t *place, uint32_t *const list[2], uint32_t count)
{
	uint32_t node;

	for (uint32_t i = 0; i < count; i++) {
		node = place[list[0][i]];
		place[list[0][i]] = place[list[1][i]];
		place[list[1][i]] = node;
	}
}

/* Exchange the places of the ranks in list[0] and in list[1], count each, if that is a gain. */
static void exchange_places(struct mapper *mapper, uint32_t *const list[2], uint32_t count,
			    bool *except)
{
	double gain = 0;

	for (int sign = -1; sign <= 1; sign += 2) {
		for (uint32_t i = 0; i < 2 * count; i++) {
			carry_rank(mapper, list[i % 2][i / 2], sign, except);
			except[list[i % 2][i / 2]] = true;
		}
		for (uint32_t i = 0; i < 2 * count; i++)
			except[list[i % 2][i / 2]] = false;
		if (sign < 0)
			swap_places(mapper->place, list, count);
	}
	for (uint32_t i = 0; i < mapper->touches; i++)
		gain += fourth(mapper->loads[mapper->touched[i]].before) -
			fourth(mapper->loads[mapper->touched[i]].cycles);
	exchange_end(mapper, gain <= 0);
	if (gain <= 0)
		swap_places(mapper->place, list, count);
}

/* Try to bring a rank to the node of a peer, or to any node. */
static void exchange_ranks(struct mapper *mapper, bool *except)
{
	const struct remap_table *table = mapper->remap->table;
	uint32_t rank = mapper_draw(mapper, table->ranks);
	uint32_t other = mapper_draw(mapper, table->ranks);
	uint32_t peers = table->first[rank + 1] - table->first[rank], peer, steps;

	if (peers && mapper_draw(mapper, 2)) {
		peer = table->peer[table->first[rank] + mapper_draw(mapper, peers)];
		for (steps = 0; steps < table->ranks; steps++, other = (other + 1) % table->ranks)
			if (mapper->place[other] == mapper->place[peer] && other != peer)
				break;
	}
	if (mapper->place[other] != mapper->place[rank])
		exchange_places(mapper, (uint32_t *const[]){ &rank, &other }, 1, except);
}

/* Collect the ranks of a node. Return how many. */
static uint32_t collect(const struct mapper *mapper, uint32_t node, uint32_t *members)
{
	uint32_t count = 0;

	for (uint32_t rank = 0; rank < mapper->remap->table->ranks; rank++)
		if (mapper->place[rank] == node)
			members[count++] = rank;
	return count;
}

/* Try to exchange all ranks of two nodes that have as many. */
static void exchange_nodes(struct mapper *mapper, bool *except)
{
	uint32_t ranks = mapper->remap->table->ranks, count;
	uint32_t one = mapper->place[mapper_draw(mapper, ranks)];
	uint32_t two = mapper->place[mapper_draw(mapper, ranks)];
	uint32_t *const list[2] = { mapper->members, mapper->members + ranks };

	if (one == two)
		return;
	count = collect(mapper, one, list[0]);
	if (collect(mapper, two, list[1]) == count)
		exchange_places(mapper, list, count, except);
}

/*
 * One try in 32 exchanges all ranks of two nodes, which costs several times as much as exchanging
 * two ranks.
 */
#define NODES_EVERY	32

static int try_all(struct mapper *mapper)
{
	uint32_t ranks = mapper->remap->table->ranks;
	bool *except = calloc(ranks, sizeof(*except));

	if (!except)
		return -ENOMEM;
	load_links(mapper, except);
	for (uint64_t i = 0; i < (uint64_t)mapper->remap->tries * ranks; i++) {
		if (i % NODES_EVERY)
			exchange_ranks(mapper, except);
		else
			exchange_nodes(mapper, except);
	}
	free(except);
	return 0;
}

int remap_find(const struct remap *remap, uint32_t *place)
{
	struct mapper mapper = { .remap = remap, .topo = &remap->fabric->topo, .place = place };
	size_t loads = count_loads(mapper.topo);
	int err;

	if (mapper.topo->chips > REMAP_CHIPS)
		return -E2BIG;
	mapper.loads = calloc(loads, sizeof(*mapper.loads));
	mapper.touched = calloc(loads, sizeof(*mapper.touched));
	mapper.members = calloc(remap->table->ranks, 2 * sizeof(*mapper.members));
	err = mapper.loads && mapper.touched && mapper.members ? list_routes(&mapper) : -ENOMEM;
	if (!err)
		err = try_all(&mapper);
	free(mapper.first);
	free(mapper.links);
	free(mapper.loads);
	free(mapper.touched);
	free(mapper.members);
	return err;
}
