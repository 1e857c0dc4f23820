// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "netsim/packet.h"
#include "netsim/routing/route.h"
#include "state.h"

static int flow_alloc(struct flow *flow)
{
	size_t links = (size_t)flow->chips * flow->links;
	size_t nodes = topo_nodes(flow->topo);

	flow->sent = calloc(nodes, sizeof(*flow->sent));
	flow->taken = calloc(nodes, sizeof(*flow->taken));
	flow->senders = calloc(nodes, sizeof(*flow->senders));
	flow->arrived = calloc(links, sizeof(*flow->arrived));
	flow->stalls = calloc(links, sizeof(*flow->stalls));
	if (!flow->sent || !flow->taken || !flow->senders || !flow->arrived || !flow->stalls)
		return -ENOMEM;
	return flow->grid ? flow_arcs_new(flow) : 0;
}

int flow_new(const struct net_config *config, struct flow **result)
{
	struct flow *flow;
	int err;

	err = config->changes ? -EINVAL : net_config_check(config);
	if (err)
		return err;
	flow = calloc(1, sizeof(*flow));
	if (!flow)
		return -ENOMEM;
	flow->config = *config;
	flow->topo = &config->fabric->topo;
	flow->grid = topo_is_grid(flow->topo);
	flow->chips = flow->topo->chips;
	flow->dims = flow->topo->dims;
	flow->ports = topo_ports(flow->topo);
	flow->links = flow->ports + 1;
	err = flow_alloc(flow);
	if (err) {
		flow_free(flow);
		return err;
	}
	*result = flow;
	return 0;
}

void flow_free(struct flow *flow)
{
	if (!flow)
		return;
	free(flow->tables);
	free(flow->coord);
	free(flow->starts);
	free(flow->ends);
	free(flow->sent);
	free(flow->taken);
	free(flow->senders);
	free(flow->arrived);
	free(flow->stalls);
	free(flow->pending);
	free(flow);
}

/* Add packets, all of one length but the last one. A sum that 64 bits cannot hold is UINT64_MAX. */
static void add_packets(struct flow_cell *cell, uint64_t times, uint64_t packets,
			unsigned int phits, unsigned int last)
{
	uint64_t all;

	if (__builtin_mul_overflow(packets - 1, phits, &all) ||
	    __builtin_add_overflow(all, last, &all) || __builtin_mul_overflow(all, times, &all) ||
	    __builtin_add_overflow(cell->phits, all, &cell->phits))
		cell->phits = UINT64_MAX;
	cell->packets += times * packets;
}

/*
 * Make sure that no count overflows: none exceeds the sum of all phits over their routes. Returns 0
 * or -EOVERFLOW.
 */
static int flow_claim(struct flow *flow, const struct flow_channels *cells, uint64_t times)
{
	uint64_t all;

	if (__builtin_add_overflow(cells->vc[0].phits, cells->vc[1].phits, &all) ||
	    __builtin_mul_overflow(all, times, &all) || all > FLOW_MOST - flow->total)
		return -EOVERFLOW;
	flow->total += all;
	return 0;
}

void flow_load(const struct net_config *config, const struct net_transfer *transfer, bool pulled,
	       uint64_t times, struct flow_load *load)
{
	uint64_t packets = net_transactions(transfer);
	unsigned int rest = transfer->op == NET_RAW ? 0 : transfer->bytes % NET_PAYLOAD;
	struct net_sizes sizes = net_sizes(config, transfer, NET_PAYLOAD);
	struct net_sizes last = rest ? net_sizes(config, transfer, rest) : sizes;
	struct flow_cell *request = pulled ? &load->back.vc[0] : &load->there.vc[0];
	struct flow_cell *response = pulled ? &load->there.vc[1] : &load->back.vc[1];

	if (!packets)
		return;
	add_packets(request, times, packets, sizes.request, last.request);
	if (sizes.response)
		add_packets(response, times, packets, sizes.response, last.response);
}

static void note_sender(struct flow_senders *senders, uint32_t src,
			const struct flow_channels *cells)
{
	unsigned int vc;

	for (vc = 0; vc < 2; vc++) {
		if (!cells->vc[vc].packets || senders->vc[vc] == src + 1)
			continue;
		senders->vc[vc] = senders->vc[vc] ? FLOW_MANY : src + 1;
	}
}

int flow_add_route(struct flow *flow, uint32_t src, uint32_t dst, const struct flow_channels *cells)
{
	unsigned int from = topo_node_chip(flow->topo, src), to = topo_node_chip(flow->topo, dst);
	int err = flow_claim(flow, cells, 1);

	if (err || from == to)
		;
	else if (!flow->grid)
		err = flow_walk_route(flow, from, to, cells);
	else if (flow->config.fabric->failed)
		err = flow_arcs_detour(flow, from, to, cells);
	else
		flow_arcs_route(flow, from, to, cells);
	if (err)
		return err;
	flow_add_channels(&flow->sent[src], cells);
	flow_add_channels(&flow->taken[dst], cells);
	note_sender(&flow->senders[dst], src, cells);
	return 0;
}

struct flow_channels flow_one_way(const struct flow_load *load)
{
	struct flow_channels cells = load->there;
	unsigned int vc;

	flow_add_channels(&cells, &load->back);
	for (vc = 0; vc < 2; vc++)
		if (cells.vc[vc].phits < load->back.vc[vc].phits)
			cells.vc[vc].phits = UINT64_MAX;
	return cells;
}

static int claim_everyone(struct flow *flow, const struct flow_channels *beside,
			  const struct flow_channels *away)
{
	uint64_t nodes = topo_nodes(flow->topo);
	int err = flow_claim(flow, beside, nodes * (topo_nics(flow->topo) - 1));

	return err ? err : flow_claim(flow, away, nodes * (flow->chips - 1));
}

/* Add what a node sends to all other nodes; it receives as much from them. */
static void exchange_all(struct flow *flow, uint32_t node, const struct flow_channels *near,
			 const struct flow_channels *far)
{
	struct flow_channels all = flow_times(far, flow->chips - 1);
	struct flow_channels beside = flow_times(near, topo_nics(flow->topo) - 1);
	unsigned int other;

	flow_add_channels(&all, &beside);
	flow_add_channels(&flow->sent[node], &all);
	flow_add_channels(&flow->taken[node], &all);
	/* Two senders count as FLOW_MANY already. */
	for (other = 1; other < topo_nics(flow->topo) && other <= 2; other++)
		note_sender(&flow->senders[node], node ^ other, near);
	for (other = 1; other < flow->chips && other <= 2; other++)
		note_sender(&flow->senders[node],
			    (node + other * topo_nics(flow->topo)) % topo_nodes(flow->topo), far);
}

int flow_add_everyone(struct flow *flow, const struct flow_load *near, const struct flow_load *far)
{
	struct flow_channels beside = flow_one_way(near), away = flow_one_way(far);
	struct flow_channels both = flow_times(&away, topo_nics(flow->topo));
	int err = claim_everyone(flow, &beside, &away);
	uint32_t node;

	if (err)
		return err;
	for (node = 0; node < topo_nodes(flow->topo); node++)
		exchange_all(flow, node, &beside, &away);
	return flow->grid ? flow_arcs_everyone(flow, &both) : flow_walk_everyone(flow, &both);
}

int flow_add(struct flow *flow, uint32_t src, const struct net_transfer *transfer, uint64_t times)
{
	struct flow_load load = { 0 };
	int err;

	flow_load(&flow->config, transfer, false, times, &load);
	err = flow_add_route(flow, src, transfer->node, &load.there);
	if (!err && transfer->op != NET_RAW)
		err = flow_add_route(flow, transfer->node, src, &load.back);
	return err;
}

/* Add a node's transfers before a cycle. */
static int run_node(struct flow *flow, const struct net_traffic *traffic, uint32_t node,
		    uint64_t until)
{
	struct net_transfer *transfer = &flow->pending[node];
	int err;

	for (;;) {
		if (!transfer->bytes && !traffic->next(traffic->context, node, transfer))
			return 0;
		err = net_transfer_check(&flow->config, traffic, transfer);
		if (err)
			return err;
		if (transfer->cycle >= until && until != NET_FOREVER)
			return 0;
		err = flow_add(flow, node, transfer, 1);
		if (err)
			return err;
		transfer->bytes = 0;
	}
}

int flow_run(struct flow *flow, const struct net_traffic *traffic, uint64_t until)
{
	uint32_t nodes = topo_nodes(flow->topo), node;
	int err = traffic->step ? -EINVAL : net_traffic_check(traffic);

	if (err)
		return err;
	if (!flow->pending)
		flow->pending = calloc(nodes, sizeof(*flow->pending));
	if (!flow->pending)
		return -ENOMEM;
	if (flow->config.routing != NET_MINIMAL)
		return flow_routed_run(flow, traffic, until);
	for (node = 0; node < nodes && !err; node++)
		err = run_node(flow, traffic, node, until);
	return err;
}

static void carry_host(struct flow *flow, unsigned int chip)
{
	struct flow_channels *host = &flow->arrived[chip * flow->links + flow->ports];
	unsigned int nic;

	*host = (struct flow_channels){ 0 };
	for (nic = 0; nic < topo_nics(flow->topo); nic++)
		flow_add_channels(host, &flow->sent[topo_node(flow->topo, chip, nic)]);
}

void flow_finish(struct flow *flow, uint64_t cycles)
{
	unsigned int chip;

	if (flow->grid)
		flow_arcs_carry(flow);
	for (chip = 0; chip < flow->chips; chip++)
		carry_host(flow, chip);
	flow_stalls_estimate(flow, cycles);
}

uint64_t flow_count(const struct flow *flow, unsigned int chip, unsigned int port,
		    enum net_counter counter)
{
	size_t link = (size_t)chip * flow->links + port;

	switch (counter) {
	case NET_VC0_PHITS:
	case NET_VC1_PHITS:
		return flow->arrived[link].vc[counter - NET_VC0_PHITS].phits;
	case NET_VC0_PACKETS:
	case NET_VC1_PACKETS:
		return flow->arrived[link].vc[counter - NET_VC0_PACKETS].packets;
	case NET_INQ_STALLS:
		return flow->stalls[link].input;
	default:
		return flow->stalls[link].credit;
	}
}
