// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ways of packets by each routing (docs/simulator.md, "Routing"): on a small dragonfly by hand, and
 * at full load, without deadlock.
 */
#include <errno.h>
#include <stdlib.h>

#include "netsim/packet.h"
#include "netsim/scenario.h"
#include "netsim/routing/routes.h"
#include "suite.h"

static struct scenario net;

/* --- tables --- */

static const char *const machines[] = {
	"dragonfly:1x1x1", "dragonfly:2x2x3", "dragonfly:3x2x5:4", "dragonfly:1x3x4:3",
	"dragonfly:2x2x9", "dragonfly:4x2x2:20",
};

START_TEST(tables_are_the_topology)
{
	const struct topo *topo = &net.fabric.topo;
	unsigned int chip, dst, bridge, port;
	struct routes routes;

	scenario_even(&net, machines[_i], 1, 128);
	ck_assert_int_eq(routes_new(&routes, &net.fabric, 1), 0);
	for (chip = 0; chip < topo->chips; chip++) {
		for (dst = 0; dst < topo->chips; dst++) {
			for (bridge = 0; bridge < topo->bridges; bridge++) {
				port = topo_route(topo, chip, dst, bridge);
				port = port == TOPO_NONE ? topo_ports(topo) : port;
				ck_assert_msg(routes_port(&routes, chip, dst, bridge) == port,
					      "%s: from %u to %u over %u", machines[_i], chip, dst,
					      bridge);
			}
		}
	}
	routes_free(&routes);
	scenario_end(&net);
}
END_TEST

/* --- one packet, by hand --- */

/*
 * dragonfly:1x2x3: chips 0 and 1 are group 0, and so on; port 0 is black, 1 blue. Links between
 * groups: chip 0 has 0 to 1, chip 1 has 0 to 2, chip 2 has 1 to 0, chip 3 has 1 to 2, chip 4 has 2
 * to 0, chip 5 has 2 to 1. So the one non-minimal way from chip 0 to chip 3 begins black, blue to
 * chip 4, and the intermediate is 4 or 5.
 */
#define SMALL	"dragonfly:1x2x3"
enum { BLACK, BLUE };

/* Links that packets have crossed, by chip and port. */
struct trail {
	unsigned int links[6][2];
};

static void trail_run(struct trail *trail)
{
	struct run *run = run_all(&net, EVENT);
	unsigned int chip, port;

	for (chip = 0; chip < 6; chip++)
		for (port = 0; port < 2; port++)
			trail->links[chip][port] =
				run_link(run, topo_neighbour(&net.fabric.topo, chip, port),
					 topo_far_port(&net.fabric.topo, chip, port),
					 NET_VC0_PACKETS);
	run_end(run);
}

static void send_one(enum net_routing routing, uint32_t from, uint32_t to)
{
	struct net_transfer raw = RAW(4 * to, 1, 1);

	raw.routing = NET_ROUTED(routing);
	scenario_send(&net, 4 * from, raw);
}

static unsigned int links_crossed(const struct trail *trail)
{
	unsigned int sum = 0, chip;

	for (chip = 0; chip < 6; chip++)
		sum += trail->links[chip][BLACK] + trail->links[chip][BLUE];
	return sum;
}

static const enum net_routing minimal_ones[] = {
	NET_MINIMAL, NET_ADAPTIVE0, NET_ADAPTIVE1, NET_ADAPTIVE2, NET_ADAPTIVE3, NET_MIN_HASH,
	NET_IN_ORDER,
};

/* Nothing is loaded: the first of equal ways is minimal, blue to chip 2 and black to 3. */
START_TEST(idle_ways_are_minimal)
{
	struct trail trail;

	scenario_even(&net, SMALL, 1, 128);
	send_one(minimal_ones[_i], 0, 3);
	trail_run(&trail);
	ck_assert_uint_eq(trail.links[0][BLUE], 1);
	ck_assert_uint_eq(trail.links[2][BLACK], 1);
	ck_assert_uint_eq(links_crossed(&trail), 2);
	scenario_end(&net);
}
END_TEST

/*
 * Black to chip 1, blue to 4, black to 5, blue to 3. All intermediates are in group 2, and both are
 * on this way.
 */
static void check_over_group_2(enum net_routing routing)
{
	struct trail trail;

	scenario_even(&net, SMALL, 1, 128);
	send_one(routing, 0, 3);
	trail_run(&trail);
	ck_assert_uint_eq(trail.links[0][BLACK], 1);
	ck_assert_uint_eq(trail.links[1][BLUE], 1);
	ck_assert_uint_eq(trail.links[4][BLACK], 1);
	ck_assert_uint_eq(trail.links[5][BLUE], 1);
	ck_assert_uint_eq(links_crossed(&trail), 4);
	scenario_end(&net);
}

START_TEST(valiant_passes_the_third_group)
{
	check_over_group_2(NET_VALIANT);
	check_over_group_2(NET_NMIN_HASH);
}
END_TEST

/* A group of two chips has no other chip; two groups have no third. */
START_TEST(without_an_intermediate_ways_are_minimal)
{
	struct trail trail;
	struct run *run;

	scenario_even(&net, SMALL, 1, 128);
	send_one(NET_VALIANT, 0, 1);
	trail_run(&trail);
	ck_assert_uint_eq(trail.links[0][BLACK], 1);
	ck_assert_uint_eq(links_crossed(&trail), 1);
	scenario_end(&net);
	scenario_even(&net, "dragonfly:2x2x2", 1, 128);
	send_one(NET_NMIN_HASH, 0, 4);
	run = run_all(&net, EVENT);
	ck_assert_uint_eq(run_totals(run).hops, 1);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* A response goes like its request; under NO_RADAPT by the minimal way, black and blue. */
START_TEST(responses_follow)
{
	struct net_transfer put = PUT(4 * 3, 8);
	struct run *run;
	int steady;

	for (steady = 0; steady < 2; steady++) {
		scenario_even(&net, SMALL, 1, 128);
		put.routing = NET_ROUTED(NET_VALIANT);
		put.no_radapt = steady;
		scenario_send(&net, 0, put);
		run = run_all(&net, EVENT);
		ck_assert_uint_eq(run_totals(run).hops, steady ? 4 + 2 : 4 + 4);
		run_end(run);
		scenario_end(&net);
	}
}
END_TEST

/* Transfers that name no routing use the machine's. */
START_TEST(a_machine_has_a_routing)
{
	struct run *run;

	scenario_even(&net, SMALL, 1, 128);
	net.config.routing = NET_VALIANT;
	scenario_send(&net, 0, RAW(4 * 3, 1, 1));
	send_one(NET_MINIMAL, 0, 3);
	run = run_all(&net, EVENT);
	ck_assert_uint_eq(run_totals(run).hops, 4 + 2);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* --- channels --- */

static void seen_arrive(void *context, unsigned int chip, unsigned int port, unsigned int lane,
			const struct net_header *header)
{
	unsigned int *seen = context;

	(void)chip;
	(void)lane;
	if (port < topo_ports(&net.fabric.topo))
		*seen |= 1u << header->vc;
}

static bool one_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct net_transfer *next = context;

	if (node || !next->bytes)
		return false;
	*transfer = *next;
	next->bytes = 0;
	return true;
}

/* Black and blue keep channel 0; black rises to 1, blue keeps it. */
START_TEST(channels_of_a_long_way)
{
	struct net_transfer transfer = RAW(4 * 3, 1, 1);
	const struct net_traffic traffic = {
		.next = one_next, .context = &transfer, .requests = 1 << NET_RAW, .phits = 1,
	};
	unsigned int seen = 0;		/* channels, by bit */
	const struct net_observer observer = { .arrive = seen_arrive, .context = &seen };
	struct net *run;

	scenario_even(&net, SMALL, 1, 128);
	net.config.routing = NET_VALIANT;
	ck_assert_int_eq(net_new(&net.config, &traffic, &run), 0);
	net_observe(run, &observer);
	ck_assert_int_eq(net_run(run, NET_FOREVER), 0);
	ck_assert_uint_eq(seen, 1 << 0 | 1 << 1);
	net_free(run);
	scenario_end(&net);
}
END_TEST

/* --- judging --- */

/* The loads of ports. */
struct loads {
	uint64_t flits[2][TOPO_PHASES];
};

static uint64_t loads_tell(const void *context, unsigned int port, unsigned int phase)
{
	const struct loads *loads = context;

	return loads->flits[port][phase];
}

static const struct judged {
	enum net_routing routing;
	unsigned int hops;
	struct net_bias bias;
	unsigned int other, most;	/* flits: the minimal route is taken up to this load */
} judged[] = {
	{ NET_ADAPTIVE0, 0, { 0, 0, 0 }, 12, 12 },
	{ NET_ADAPTIVE0, 0, { 1, 7, 0 }, 12, 31 },
	{ NET_ADAPTIVE1, 0, { 0, 0, 16 }, 12, 12 },
	{ NET_ADAPTIVE1, 1, { 0, 0, 16 }, 0, 16 },
	{ NET_ADAPTIVE1, 1, { 3, 5, 1000 }, 2, 1021 },
	{ NET_ADAPTIVE2, 0, { 0, 16, 0 }, 12, 28 },
	{ NET_ADAPTIVE3, 0, { 2, 256, 0 }, 12, 304 },
	{ NET_ADAPTIVE3, 0, { 2, 256, 0 }, 0, 256 },
	{ NET_ADAPTIVE3, 0, { 0, 1000, 0 }, 12, 1012 },
	{ NET_ADAPTIVE3, 0, { 16, 65535, 0 }, 1, 131071 },
};

START_TEST(biases_are_those_that_are_chosen)
{
	struct run *run;
	unsigned int i;

	scenario_even(&net, SMALL, 1, 128);
	for (i = 0; i < NET_BIASES; i++)
		ck_assert_uint_eq(net.fabric.bias[i].hop, i == 1 ? 16 : 0);
	ck_assert_uint_eq(net.fabric.bias[2].add, 16);
	/* What the credits of a channel can add up to. */
	ck_assert_uint_eq(net.fabric.bias[3].add, net.fabric.buffer[BLUE]);
	net.fabric.bias[3].shift = NET_SHIFT_MOST + 1;
	send_one(NET_ADAPTIVE3, 0, 3);
	run = run_start(&net, EVENT);
	ck_assert_int_eq(run_until(run, NET_FOREVER), -EINVAL);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* Return whether a packet takes the minimal route when that has a load. */
static bool goes_minimal(const struct judged *is, unsigned int load)
{
	struct loads loads = { 0 };
	struct routes_head head = {
		.chip = is->hops ? 1 : 0, .in = is->hops ? BLACK : 2, .routing = is->routing,
		.dst = 4 * 3, .to = 3, .load = loads_tell, .context = &loads,
	};
	uint16_t route = ROUTE_RECONSIDER | is->hops;
	unsigned int minimal = is->hops ? BLACK : BLUE, port;
	struct routes routes;

	scenario_even(&net, SMALL, 1, 128);
	net.fabric.bias[is->routing - NET_ADAPTIVE0] = is->bias;
	ck_assert_int_eq(routes_new(&routes, &net.fabric, 1), 0);
	loads.flits[minimal][is->hops] = load;
	loads.flits[!minimal][0] = is->other;
	port = routes_choose(&routes, &head, &route);
	routes_free(&routes);
	scenario_end(&net);
	return port == minimal;
}

/* Chip 0 to 3: minimal is blue, non-minimal black. After a hop the packet came over black. */
START_TEST(the_least_load_wins)
{
	const struct judged *is = &judged[_i];

	ck_assert_msg(goes_minimal(is, is->most) && !goes_minimal(is, is->most + 1),
		      "%s after %u hops, shift %u, add %u: %u flits against %u",
		      net_routing_name(is->routing), is->hops, is->bias.shift, is->bias.add,
		      is->most, is->other);
}
END_TEST

/*
 * dragonfly:2x2x1: chip 0 to 3 is green to 1 and black, or black to 2 and green; ports are 0 and 1.
 * Without loads the order is drawn; with a load on the one, packets begin with the other.
 */
START_TEST(both_orders_are_minimal)
{
	struct loads loads = { 0 };
	struct routes_head head = {
		.in = 2, .routing = NET_ADAPTIVE3, .dst = 4 * 3, .to = 3, .load = loads_tell,
		.context = &loads,
	};
	unsigned int first[2] = { 0 }, port, next;
	struct routes routes;
	uint16_t route;

	scenario_even(&net, "dragonfly:2x2x1", 1, 128);
	ck_assert_int_eq(routes_new(&routes, &net.fabric, 1), 0);
	for (head.birth = 0; head.birth < 100; head.birth++) {
		port = routes_choose(&routes, &head, &route);
		ck_assert_uint_lt(port, 2);
		first[port]++;
		ck_assert(!(route & ROUTE_VIA));
		next = topo_neighbour(&net.fabric.topo, 0, port);
		ck_assert_uint_eq(next, 1 + port);
		ck_assert_uint_eq(routes_step(&routes, 0, next, 3, &route), !port);
		ck_assert_uint_eq(routes_step(&routes, 0, 3, 3, &route), routes.here);
		loads.flits[head.birth % 2][0] = 1;
		ck_assert_uint_eq(routes_choose(&routes, &head, &route), !(head.birth % 2));
		loads.flits[head.birth % 2][0] = 0;
	}
	ck_assert_uint_gt(first[0], 30);
	ck_assert_uint_gt(first[1], 30);
	/* Black and then green changes the channel: circles of buffers would close here. */
	ck_assert(routes_rises(&routes, 1, 0) && !routes_rises(&routes, 0, 1));
	head.routing = NET_MINIMAL;
	ck_assert_uint_eq(routes_choose(&routes, &head, &route), 0);
	routes_free(&routes);
	scenario_end(&net);
}
END_TEST

START_TEST(a_fifth_channel_is_none)
{
	struct loads loads = { 0 };
	struct routes_head head = {
		.chip = 0, .in = BLACK, .routing = NET_ADAPTIVE1, .phase = 1,
		.dst = 4 * 3, .to = 3, .load = loads_tell, .context = &loads,
	};
	uint16_t route = ROUTE_RECONSIDER | 1;
	struct routes routes;

	/*
	 * Non-minimal is black, which rises to channel 2, blue, black, in 3, and blue. From channel
	 * 2 it would rise to 3 and then to 4, which there is not.
	 */
	scenario_even(&net, SMALL, 1, 128);
	ck_assert_int_eq(routes_new(&routes, &net.fabric, 1), 0);
	loads.flits[BLUE][1] = 1000;
	ck_assert_uint_eq(routes_choose(&routes, &head, &route), BLACK);
	ck_assert(route & ROUTE_VIA);
	head.phase = 2;
	route = ROUTE_RECONSIDER | 1;
	loads.flits[BLUE][2] = 1000;
	ck_assert_uint_eq(routes_choose(&routes, &head, &route), BLUE);
	routes_free(&routes);
	scenario_end(&net);
}
END_TEST

/* --- full load --- */

#define LOADED	"dragonfly:3x2x5:4"
#define BURST	12

enum pattern { UNIFORM, TORNADO, ADVERSARIAL, WITHIN, PATTERNS };

static const char *const pattern_name[] = { "uniform", "tornado", "adversarial", "within" };

static uint32_t partner(enum pattern pattern, uint32_t node, unsigned int i)
{
	const struct topo *topo = &net.fabric.topo;
	uint32_t nodes = topo_nodes(topo), group = topo_group(topo) << topo->family->nic_bits;

	if (pattern == WITHIN)
		return node - node % group + (node + 1 + i * 5 % (group - 1)) % group;
	if (pattern == UNIFORM)
		return (node + 1 + (node * 7 + i * 13) % (nodes - 1)) % nodes;
	return (node + (pattern == TORNADO ? (nodes / group + 1) / 2 : 1) * group) % nodes;
}

static void load_fully(enum pattern pattern, enum net_routing routing)
{
	struct net_transfer transfer;
	unsigned int i;
	uint32_t node;

	scenario_even(&net, LOADED, 1, 128);
	net.config.routing = routing;
	for (node = 0; node < topo_nodes(&net.fabric.topo); node++) {
		for (i = 0; i < BURST; i++) {
			transfer = i % 2 ? (struct net_transfer)PUT(0, 256) :
					   (struct net_transfer)GET(0, 256);
			transfer.node = partner(pattern, node, i);
			scenario_send(&net, node, transfer);
		}
	}
}

START_TEST(drains_at_full_load)
{
	enum net_routing routing = _i / PATTERNS;
	enum pattern pattern = _i % PATTERNS;
	struct net_totals totals[2];
	unsigned int threads;
	struct run *run;

	for (threads = 1; threads <= 2; threads++) {
		load_fully(pattern, routing);
		net.config.threads = threads;
		run = run_start(&net, EVENT);
		ck_assert_int_eq(run_until(run, 400000), 0);
		ck_assert_msg(run_idle(run), "%s, %s: stuck", net_routing_name(routing),
			      pattern_name[pattern]);
		totals[threads - 1] = run_totals(run);
		totals[threads - 1].cycle = 0;
		run_end(run);
		scenario_end(&net);
	}
	ck_assert_uint_eq(totals[0].lost + totals[0].failed, 0);
	ck_assert_uint_eq(totals[0].delivered, 2ull * BURST * 4 * 3 * 2 * 5 * 4);
	ck_assert_msg(!memcmp(&totals[0], &totals[1], sizeof(totals[0])),
		      "%s, %s: two threads differ", net_routing_name(routing),
		      pattern_name[pattern]);
}
END_TEST

/* --- order --- */

#define ORDERED	40

/* Transfers of one node, in the order in which their notices came. */
struct order {
	unsigned int sent[2], came[2], next[2], late;
};

static bool order_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct order *order = context;
	unsigned int i;

	if (node >= 2 || order->sent[node] == ORDERED)
		return false;
	i = order->sent[node]++;
	*transfer = (struct net_transfer){
		.op = NET_PUT, .bytes = i % 3 ? 8 : 64, .node = 4 * 3 * 2 * 4 + 1, .id = i,
	};
	return true;
}

static uint64_t order_step(void *context, unsigned int chip, uint64_t cycle,
			   const struct net_notice *notice)
{
	struct order *order = context;

	(void)chip;
	(void)cycle;
	if (notice && notice->event == NET_RETURNED) {
		order->late += notice->id != order->next[notice->node];
		order->next[notice->node] = notice->id + 1;
		order->came[notice->node]++;
	}
	return NET_FOREVER;
}

static unsigned int order_broken(enum net_routing routing, uint32_t crc_rate)
{
	struct order order = { 0 };
	const struct net_traffic traffic = {
		.next = order_next, .step = order_step, .context = &order,
		.requests = 1 << NET_PUT,
	};
	struct net *run;

	scenario_even(&net, LOADED, 2, 128);
	net.config.routing = routing;
	net.config.crc_rate = crc_rate;
	ck_assert_int_eq(net_new(&net.config, &traffic, &run), 0);
	ck_assert_int_eq(net_run(run, NET_FOREVER), 0);
	ck_assert_uint_eq(order.came[0], ORDERED);
	net_free(run);
	scenario_end(&net);
	return order.late;
}

/* Errors make packets be sent again, so that others would overtake them. */
START_TEST(in_order_keeps_order)
{
	ck_assert_uint_eq(order_broken(NET_IN_ORDER, 1u << 30), 0);
	ck_assert_uint_eq(order_broken(NET_IN_ORDER, 0), 0);
	ck_assert_uint_gt(order_broken(NET_VALIANT, 1u << 30), 0);
}
END_TEST

#define count_of(list)	((int)(sizeof(list) / sizeof((list)[0])))

int main(void)
{
	Suite *suite = suite_create("net_adaptive");
	TCase *hand = tcase_create("by_hand"), *load = tcase_create("load");

	tcase_add_loop_test(hand, tables_are_the_topology, 0, count_of(machines));
	tcase_add_loop_test(hand, idle_ways_are_minimal, 0, count_of(minimal_ones));
	tcase_add_test(hand, valiant_passes_the_third_group);
	tcase_add_test(hand, without_an_intermediate_ways_are_minimal);
	tcase_add_test(hand, responses_follow);
	tcase_add_test(hand, a_machine_has_a_routing);
	tcase_add_test(hand, channels_of_a_long_way);
	tcase_add_test(hand, biases_are_those_that_are_chosen);
	tcase_add_loop_test(hand, the_least_load_wins, 0, count_of(judged));
	tcase_add_test(hand, both_orders_are_minimal);
	tcase_add_test(hand, a_fifth_channel_is_none);
	tcase_add_test(hand, in_order_keeps_order);
	suite_add_tcase(suite, hand);
	tcase_set_timeout(load, HANG_SECONDS);
	tcase_add_loop_test(load, drains_at_full_load, 0, PATTERNS * NET_ROUTINGS);
	suite_add_tcase(suite, load);
	return suite_run(suite);
}
