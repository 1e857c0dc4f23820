// SPDX-License-Identifier: LGPL-2.1-or-later
/* An estimate: docs/simulator.md, "The flow engine's stalls", has the formulas. */
#include "netsim/routing/route.h"
#include "state.h"
#include "topo/grid.h"

/*
 * A packet that enters takes the lane that was idle longest. Where lanes are used in turn, that is
 * the lane which the next packet straight on will need soonest. The figure is fitted.
 */
#define CROWDING	1.5

/* Utilisation is cut off here: nothing is estimated beyond saturation. */
#define RHO_MOST	0.95

/* Work of a server: packets, the cycles that they take, and the squares of these. */
struct work {
	double packets;
	double cycles;
	double squares;
};

/* An input of a chip, and its traffic that has not found its output yet. */
struct feed {
	unsigned int port;
	unsigned int lanes;	/* of a link; 0: the host link, which NICs fill */
	unsigned int ticks;	/* a phit */
	bool alone;		/* one NIC fills it */
	struct flow_channels left;
};

/* The inputs that an output's traffic may come from, except straight on. */
struct inputs {
	unsigned int count;
	struct feed feeds[1 + NET_PORTS];
};

/* An estimate in progress. */
struct estimate {
	struct flow *flow;
	double cycles;	/* over which the traffic is spread */
	double turn;	/* cycles from packet to packet of a NIC */
	/*
	 * Ticks a phit of the slowest link of a dimension and the ones before it, anywhere; used
	 * for every packet that came over the dimension.
	 */
	unsigned int slowest[TOPO_DIMS];
};

/* An output, and the cycles that it has. */
struct output {
	unsigned int lanes;
	unsigned int ticks;
	double cycles;
	double turn;	/* cycles from packet to packet of a NIC */
};

static unsigned int lanes_working(const struct flow *flow, unsigned int chip, unsigned int port)
{
	return __builtin_popcount(net_lanes_left(flow->config.fabric, chip, port));
}

static unsigned int ticks_of(const struct flow *flow, unsigned int chip, unsigned int port)
{
	return flow->config.fabric->ticks[chip * flow->ports + port];
}

/* What leaves over a link arrives at its far end; the edge of a mesh has none. */
static struct flow_channels leaving(const struct flow *flow, unsigned int chip, unsigned int port)
{
	const struct flow_channels none = { 0 };
	unsigned int next = topo_neighbour(flow->topo, chip, port);

	return next == TOPO_NONE ? none :
	       flow->arrived[next * flow->links + topo_far_port(flow->topo, chip, port)];
}

static struct flow_channels without(struct flow_channels all, const struct flow_channels *some)
{
	flow_sub_channels(&all, some);
	return all;
}

static void work_add(struct work *work, const struct flow_cell *cell, double share,
		     unsigned int ticks)
{
	double cycles = share * cell->phits * ticks / NET_TICKS;

	if (!cell->packets)
		return;
	work->packets += share * cell->packets;
	work->cycles += cycles;
	work->squares += cycles * cell->phits * ticks / NET_TICKS / cell->packets;
}

static double utilisation(const struct work *work, const struct output *output)
{
	double rho = work->cycles / (output->lanes * output->cycles);

	return rho < RHO_MOST ? rho : RHO_MOST;
}

/* Mean wait of a packet that chooses among lanes: M/D/c, by half of Erlang's formula. */
static double wait_entering(const struct work *entering, const struct work *all,
			    const struct output *output)
{
	double rho = utilisation(all, output), blocked = 1, queued;
	unsigned int lane;

	if (!entering->packets)
		return 0;
	for (lane = 1; lane <= output->lanes; lane++)
		blocked = rho * output->lanes * blocked / (lane + rho * output->lanes * blocked);
	queued = blocked / (1 - rho * (1 - blocked));
	return queued * entering->cycles / all->cycles *
	       all->squares / all->cycles / (2 * output->lanes * (1 - rho));
}

/* Mean wait of a packet that keeps its lane, for one that has entered it. */
static double wait_straight(const struct work *entering, const struct output *output)
{
	if (!entering->packets)
		return 0;
	return CROWDING * utilisation(entering, output) * entering->squares / entering->cycles / 2;
}

static unsigned int slower(unsigned int ticks, unsigned int other)
{
	return ticks > other ? ticks : other;
}

static double share_of(const struct flow_cell *part, uint64_t all)
{
	return all ? (double)part->packets / all : 0;
}

static uint64_t inputs_packets(const struct inputs *inputs, unsigned int vc)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < inputs->count; i++)
		sum += inputs->feeds[i].left.vc[vc].packets;
	return sum;
}

/* What enters an output comes from these inputs, in proportion to what each has. */
static void inputs_work(const struct inputs *inputs, const struct flow_channels *entering,
			unsigned int ticks, struct work *work)
{
	unsigned int vc, i;

	for (vc = 0; vc < 2; vc++) {
		for (i = 0; i < inputs->count; i++)
			work_add(work, &entering->vc[vc],
				 share_of(&inputs->feeds[i].left.vc[vc],
					  inputs_packets(inputs, vc)),
				 slower(ticks, inputs->feeds[i].ticks));
	}
}

static uint64_t at_most(double value, uint64_t most)
{
	return value < most ? value : most;
}

static void feed_take(struct feed *feed, unsigned int vc, const struct flow_cell *entering,
		      double share)
{
	struct flow_cell *left = &feed->left.vc[vc];

	left->phits -= at_most(share * entering->phits, left->phits);
	left->packets -= at_most(share * entering->packets, left->packets);
}

/*
 * Return the share of an output's packets for which an input's own do not wait: an input with no
 * more lanes, and no faster ones, or a lone NIC, sends packets no more densely than they can be
 * served.
 */
static double own_share(const struct feed *feed, const struct output *output, double packets,
			const struct work *all)
{
	bool paced = feed->alone && all->squares <= all->cycles * output->lanes * output->turn;
	bool narrow = feed->lanes && feed->lanes <= output->lanes && feed->ticks >= output->ticks;

	return paced || narrow ? packets / all->packets : 0;
}

/* What enters waits at its inputs: for a lane, and for its NIC. */
static void inputs_wait(struct flow_stalls *stalls, struct inputs *inputs,
			const struct flow_channels *entering, const struct output *output,
			const struct work *all, double lane, double nic)
{
	const uint64_t packets[] = { inputs_packets(inputs, 0), inputs_packets(inputs, 1) };
	double share, taken, lane_wait;
	unsigned int vc, i;

	for (i = 0; i < inputs->count; i++) {
		taken = 0;
		for (vc = 0; vc < 2; vc++) {
			share = share_of(&inputs->feeds[i].left.vc[vc], packets[vc]);
			taken += share * entering->vc[vc].packets;
			feed_take(&inputs->feeds[i], vc, &entering->vc[vc], share);
		}
		lane_wait = lane * (1 - own_share(&inputs->feeds[i], output, taken, all));
		stalls[inputs->feeds[i].port].input += taken * (lane_wait + nic);
	}
}

/* A network output; what goes straight on has its input to itself. */
static void stall_port(const struct estimate *estimate, unsigned int chip, unsigned int port,
		       struct inputs *inputs)
{
	struct flow *flow = estimate->flow;
	const struct output output = {
		lanes_working(flow, chip, port), ticks_of(flow, chip, port), estimate->cycles,
		estimate->turn,
	};
	const struct flow_channels *entering = &flow->starts[port * flow->chips + chip];
	const struct flow_channels all = leaving(flow, chip, port);
	const struct flow_channels straight = without(all, entering);
	struct work enter = { 0 }, sum;
	double packets = straight.vc[0].packets + straight.vc[1].packets;

	if (!all.vc[0].packets && !all.vc[1].packets)
		return;
	inputs_work(inputs, entering, output.ticks, &enter);
	sum = enter;
	work_add(&sum, &straight.vc[0], 1, estimate->slowest[grid_dim(port)]);
	work_add(&sum, &straight.vc[1], 1, estimate->slowest[grid_dim(port)]);
	flow->stalls[chip * flow->links + (grid_opposite(port))].input +=
		packets * wait_straight(&enter, &output);
	inputs_wait(&flow->stalls[chip * flow->links], inputs, entering, &output, &sum,
		    wait_entering(&enter, &sum, &output), 0);
}

/* Add what arrived in a dimension and does not go straight on to the inputs. */
static void inputs_join(const struct estimate *estimate, unsigned int chip, unsigned int port,
			struct inputs *inputs)
{
	const struct flow *flow = estimate->flow;
	unsigned int before = topo_neighbour(flow->topo, chip, port);
	const struct flow_channels on = leaving(flow, chip, grid_opposite(port));
	const struct flow_channels straight =
		without(on, &flow->starts[(grid_opposite(port)) * flow->chips + chip]);

	inputs->feeds[inputs->count++] = (struct feed){
		.port = port,
		.lanes = before == TOPO_NONE ? 0 : lanes_working(flow, before, grid_opposite(port)),
		.ticks = estimate->slowest[grid_dim(port)],
		.left = without(flow->arrived[chip * flow->links + port], &straight),
	};
}

/* M/D/1 at a NIC: cycles that all its packets wait. Packets from one NIC do not collide there. */
static double nic_wait(const struct estimate *estimate, uint32_t node)
{
	const struct flow_channels *taken = &estimate->flow->taken[node];
	double packets = taken->vc[0].packets + taken->vc[1].packets;
	double rho = packets * estimate->turn / estimate->cycles, meet = 1, share;
	unsigned int vc;

	if (!packets)
		return 0;
	for (vc = 0; vc < 2; vc++) {
		share = taken->vc[vc].packets / packets;
		if (estimate->flow->senders[node].vc[vc] != FLOW_MANY)
			meet -= share * share;
	}
	rho = rho < RHO_MOST ? rho : RHO_MOST;
	return meet * packets * rho * estimate->turn / (2 * (1 - rho));
}

static void stall_host(const struct estimate *estimate, unsigned int chip, struct inputs *inputs)
{
	const struct output output = { NET_LANES, NET_TICKS, estimate->cycles, estimate->turn };
	struct flow *flow = estimate->flow;
	struct flow_channels all = { 0 };
	struct work work = { 0 };
	unsigned int i;
	double nics = 0;

	for (i = 0; i < inputs->count; i++)
		flow_add_channels(&all, &inputs->feeds[i].left);
	if (!all.vc[0].packets && !all.vc[1].packets)
		return;
	inputs_work(inputs, &all, output.ticks, &work);
	for (i = 0; i < topo_nics(flow->topo); i++)
		nics += nic_wait(estimate, topo_node(flow->topo, chip, i));
	inputs_wait(&flow->stalls[chip * flow->links], inputs, &all, &output, &work,
		    wait_entering(&work, &work, &output), nics / work.packets);
	flow->stalls[chip * flow->links + flow->ports].credit = nics;
}

static uint64_t sent_by(const struct flow *flow, uint32_t node)
{
	return flow->sent[node].vc[0].packets + flow->sent[node].vc[1].packets;
}

/* Whether at most one NIC of a chip sends. */
static bool sends_alone(const struct flow *flow, unsigned int chip)
{
	unsigned int nic, senders = 0;

	for (nic = 0; nic < topo_nics(flow->topo); nic++)
		senders += sent_by(flow, topo_node(flow->topo, chip, nic)) != 0;
	return senders <= 1;
}

static void stall_chip(const struct estimate *estimate, unsigned int chip)
{
	const struct flow *flow = estimate->flow;
	struct inputs inputs = {
		.count = 1,
		.feeds = { {
			.port = flow->ports,
			.ticks = NET_TICKS,
			.alone = sends_alone(flow, chip),
			.left = flow->arrived[chip * flow->links + flow->ports],
		} },
	};
	unsigned int dim;

	for (dim = 0; dim < flow->dims; dim++) {
		stall_port(estimate, chip, grid_up(dim), &inputs);
		stall_port(estimate, chip, grid_down(dim), &inputs);
		inputs_join(estimate, chip, grid_up(dim), &inputs);
		inputs_join(estimate, chip, grid_down(dim), &inputs);
	}
	stall_host(estimate, chip, &inputs);
}

/*
 * A packet does not get shorter after the slowest link that it came over; which one that was is not
 * known.
 */
static void find_slowest(struct estimate *estimate)
{
	const struct flow *flow = estimate->flow;
	unsigned int chip, dim, ticks = NET_TICKS;

	for (dim = 0; dim < flow->dims; dim++) {
		for (chip = 0; chip < flow->chips; chip++) {
			ticks = slower(ticks, ticks_of(flow, chip, grid_up(dim)));
			ticks = slower(ticks, ticks_of(flow, chip, grid_down(dim)));
		}
		estimate->slowest[dim] = ticks;
	}
}

void flow_stalls_estimate(struct flow *flow, uint64_t cycles)
{
	struct estimate estimate = {
		.flow = flow, .cycles = cycles, .turn = net_turn_cycles(flow->config.fabric),
	};
	unsigned int chip;

	for (chip = 0; chip < flow->chips * flow->links; chip++)
		flow->stalls[chip] = (struct flow_stalls){ 0 };
	if (!cycles || !flow->grid)
		return;
	find_slowest(&estimate);
	for (chip = 0; chip < flow->chips; chip++)
		stall_chip(&estimate, chip);
}

double flow_link_busy(const struct flow *flow, unsigned int chip, unsigned int port)
{
	struct flow_channels all;
	unsigned int lanes;

	lanes = lanes_working(flow, chip, port);
	all = leaving(flow, chip, port);
	return lanes ? (double)(all.vc[0].phits + all.vc[1].phits) *
		       ticks_of(flow, chip, port) / NET_TICKS / lanes : 0;
}

double flow_nic_busy(const struct flow *flow, uint32_t node)
{
	const struct flow_channels *sent = &flow->sent[node], *taken = &flow->taken[node];
	uint64_t out = sent->vc[0].packets + sent->vc[1].packets;
	uint64_t in = taken->vc[0].packets + taken->vc[1].packets;

	return (out > in ? out : in) * net_turn_cycles(flow->config.fabric);
}
