// SPDX-License-Identifier: GPL-2.0-only
/* Jobs that exchange the borders of their boxes: places of ranks, and their messages. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/traffic/traffic.h"
#include "suite.h"

static struct topo topo;

static struct stencil small(unsigned int points)
{
	return (struct stencil){
		.grid = { 4, 4, 2 }, .points = points, .box = { 2, 3, 5 }, .cell = 8, .steps = 1,
		.node = { 1, 1, 1 }, .mpi = mpi_cray,
	};
}

static void sum_up(const struct stencil *stencil, uint64_t *transfers, uint64_t *bytes)
{
	struct net_transfer transfer;
	struct net_traffic traffic;
	uint32_t node;

	*transfers = 0;
	*bytes = 0;
	ck_assert_int_eq(topo_parse(&topo, "4x4"), 0);
	ck_assert_int_eq(stencil_traffic(stencil, &topo, &traffic), 0);
	for (node = 0; node < 32; node++) {
		while (traffic.next(traffic.context, node, &transfer)) {
			ck_assert_uint_ne(transfer.node, node);
			++*transfers;
			*bytes += transfer.bytes;
		}
	}
	traffic_free(&traffic);
}

/*
 * Faces of 3*5, 2*5 and 2*3 cells of 8 bytes; along x 2 * 3*4*2 messages, y 2 * 4*3*2, z 2 * 4*4*1:
 * 48 * 120 + 48 * 80 + 32 * 48 = 11136 bytes in 128 messages, each with a header of 64.
 */
START_TEST(faces_add_up)
{
	const struct stencil stencil = small(6);
	uint64_t transfers, bytes;

	sum_up(&stencil, &transfers, &bytes);
	ck_assert_uint_eq(transfers, 256);
	ck_assert_uint_eq(bytes, 11136 + 128 * 64);
}
END_TEST

/*
 * Further edges of 5, 3 and 2 cells, 4 * 3*3*2 along xy, 4 * 3*4*1 along xz, 4 * 4*3*1 along yz,
 * and 8 * 3*3*1 corners of one. Up to 16 bytes (edges of 2, corners) one PUT of 64 has all.
 */
START_TEST(edges_and_corners_add_up)
{
	const struct stencil stencil = small(27);
	uint64_t transfers, bytes;

	sum_up(&stencil, &transfers, &bytes);
	ck_assert_uint_eq(transfers, 256 + 2 * 72 + 2 * 48 + 48 + 72);
	ck_assert_uint_eq(bytes, 11136 + 128 * 64 + 72 * (40 + 64) + 48 * (24 + 64) + 48 * 64 +
			  72 * 64);
}
END_TEST

/* Everyone has 6 faces then: 32 * 2 * (120 + 80 + 48) bytes, 192 headers, in each of 3 steps. */
START_TEST(periodic_grid_has_no_edge)
{
	struct stencil stencil = small(6);
	uint64_t transfers, bytes;

	stencil.periodic = true;
	stencil.steps = 3;
	sum_up(&stencil, &transfers, &bytes);
	ck_assert_uint_eq(transfers, 3 * 2 * 192);
	ck_assert_uint_eq(bytes, 3 * (32 * 2 * 248 + 192 * 64));
}
END_TEST

/* Two ranks along z are one node: their faces, 2 * 16 of them, need no network. */
START_TEST(same_node_needs_no_network)
{
	struct stencil stencil = small(6);
	uint64_t transfers, bytes;

	stencil.node[2] = 2;
	sum_up(&stencil, &transfers, &bytes);
	ck_assert_uint_eq(transfers, 2 * 96);
}
END_TEST

static uint32_t place_of(const struct stencil *stencil, const uint32_t *place, unsigned int x,
			 unsigned int y, unsigned int z)
{
	return place[x + stencil->grid[0] * (y + stencil->grid[1] * z)];
}

/*
 * MiniGhost in Cielo, chip x + 16 y + 192 z. Node j of the job is chip j / 2, z of 24 fastest,
 * then y of 12.
 */
START_TEST(columns_of_16_fill_nodes_z_first)
{
	const struct stencil stencil = {
		.grid = { 64, 64, 32 }, .points = 27, .box = { 1, 1, 1 }, .cell = 8,
		.node = { 1, 1, 16 },
	};
	uint32_t *place = calloc(131072, sizeof(*place));

	ck_assert_int_eq(topo_parse(&topo, "16x12x24"), 0);
	ck_assert_int_eq(stencil_place(&stencil, &topo, place), 0);
	ck_assert_uint_eq(place_of(&stencil, place, 0, 0, 15), 0);
	ck_assert_uint_eq(place_of(&stencil, place, 0, 0, 16), 1);
	ck_assert_uint_eq(place_of(&stencil, place, 0, 1, 0), 2 * 192);
	/* j = 2 * 24: chip (0,1,0); j = 2 * (63 + 64 * 63) + 1: 4095 = (14 * 12 + 2) * 24 + 15 */
	ck_assert_uint_eq(place_of(&stencil, place, 0, 24, 0), 2 * 16);
	ck_assert_uint_eq(place_of(&stencil, place, 63, 63, 31), 2 * (14 + 16 * 2 + 192 * 15) + 1);
	free(place);
}
END_TEST

START_TEST(blocks_of_2x2x4_fill_nodes_z_first)
{
	const struct stencil stencil = {
		.grid = { 64, 64, 32 }, .points = 27, .box = { 1, 1, 1 }, .cell = 8,
		.node = { 2, 2, 4 },
	};
	uint32_t *place = calloc(131072, sizeof(*place));

	ck_assert_int_eq(topo_parse(&topo, "16x12x24"), 0);
	ck_assert_int_eq(stencil_place(&stencil, &topo, place), 0);
	ck_assert_uint_eq(place_of(&stencil, place, 1, 1, 3), 0);
	ck_assert_uint_eq(place_of(&stencil, place, 0, 0, 4), 1);
	ck_assert_uint_eq(place_of(&stencil, place, 0, 0, 8), 2 * 192);
	/* along y a block is 8 nodes on, 4 chips; along x 8 * 32 nodes, 128 chips: (0,5,8) */
	ck_assert_uint_eq(place_of(&stencil, place, 0, 2, 0), 2 * 4 * 192);
	ck_assert_uint_eq(place_of(&stencil, place, 2, 0, 0), 2 * (16 * 5 + 192 * 8));
	free(place);
}
END_TEST

START_TEST(random_placement_deals_as_many_to_each)
{
	struct stencil stencil = small(6);
	unsigned int ranks[32] = { 0 }, moved = 0, i;
	uint32_t place[32], straight[32];

	stencil.node[2] = 2;
	ck_assert_int_eq(topo_parse(&topo, "4x4"), 0);
	ck_assert_int_eq(stencil_place(&stencil, &topo, straight), 0);
	stencil.random = true;
	ck_assert_int_eq(stencil_place(&stencil, &topo, place), 0);
	for (i = 0; i < 32; i++) {
		ranks[place[i]]++;
		ranks[straight[i]] += 4;
		moved += place[i] != straight[i];
	}
	for (i = 0; i < 32; i++)
		ck_assert(ranks[i] == 0 || ranks[i] == 10);
	ck_assert_uint_ge(moved, 16);
}
END_TEST

/* Ranks 0 to 7 of 4 x 2, y fastest, are on nodes 0 2 4 6 1 3 5 7 before. */
static const struct {
	uint64_t seed;
	uint32_t place[8];
} deals[] = {
	{ 5, { 5, 4, 3, 0, 6, 1, 7, 2 } }, { 6, { 3, 6, 1, 5, 7, 0, 4, 2 } },
};

START_TEST(random_placement_is_the_pages)
{
	struct stencil stencil = small(6);
	uint32_t place[8], rank;

	memcpy(stencil.grid, (unsigned int []){ 4, 2, 1 }, sizeof(stencil.grid));
	stencil.random = true;
	stencil.seed = deals[_i].seed;
	ck_assert_int_eq(topo_parse(&topo, "4"), 0);
	ck_assert_int_eq(stencil_place(&stencil, &topo, place), 0);
	for (rank = 0; rank < 8; rank++)
		ck_assert_uint_eq(place[rank], deals[_i].place[rank]);
}
END_TEST

START_TEST(job_that_does_not_fit_is_refused)
{
	struct stencil stencil = small(6);
	uint32_t place[32];

	ck_assert_int_eq(topo_parse(&topo, "5x3"), 0);
	ck_assert_int_eq(stencil_place(&stencil, &topo, place), -E2BIG);
	stencil.node[1] = 3;
	ck_assert_int_eq(stencil_place(&stencil, &topo, place), -EINVAL);
	stencil = small(5);
	ck_assert_int_eq(stencil_place(&stencil, &topo, place), -EINVAL);
	stencil = small(6);
	memcpy(stencil.box, (unsigned int []){ 65536, 65536, 65536 }, sizeof(stencil.box));
	stencil.cell = 1 << 20;
	topo_parse(&topo, "4x4");
	ck_assert_int_eq(stencil_place(&stencil, &topo, place), 0);
	stencil.steps = 2;
	ck_assert_int_eq(stencil_place(&stencil, &topo, place), -EINVAL);
	stencil = small(6);
	stencil.steps = UINT_MAX;
	ck_assert_int_eq(stencil_place(&stencil, &topo, place), 0);
	stencil.grid[0] = 0;
	ck_assert_uint_eq(stencil_ranks(&stencil), 0);
	ck_assert_int_eq(stencil_place(&stencil, &topo, place), -EINVAL);
}
END_TEST

/* Fetched faces and sent ones: 24 * 25 and 20 * 25 cells, 20 * 24. */
static const struct stencil jobs[] = {
	{ .grid = { 8, 4, 4 }, .points = 26, .box = { 20, 24, 25 }, .cell = 8, .steps = 2,
	  .node = { 2, 2, 1 }, .mpi = { 17, 3841, 4000, 64, 1024 } },
	{ .grid = { 8, 4, 4 }, .points = 27, .box = { 20, 24, 25 }, .cell = 8, .steps = 1,
	  .node = { 1, 1, 4 }, .mpi = { 17, 4097, 1 << 20, 64, 0 }, .periodic = true },
	{ .grid = { 8, 4, 4 }, .points = 6, .box = { 20, 24, 25 }, .cell = 8, .steps = 1,
	  .node = { 1, 1, 4 }, .mpi = { 17, 100, 1 << 20, 64, 0 }, .random = true, .zero = true },
};

START_TEST(stencil_at_once_equals_its_traffic)
{
	struct net_fabric fabric;
	const struct net_config config = { .fabric = &fabric, .put_response = 3 };
	struct flow *once, *run;
	struct net_traffic traffic;
	enum net_counter counter;
	unsigned int link;
	uint32_t place[128];

	ck_assert_int_eq(topo_parse(&topo, "3x2x5"), 0);
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 8, 256), 0);
	ck_assert_int_eq(flow_new(&config, &once), 0);
	ck_assert_int_eq(flow_new(&config, &run), 0);
	ck_assert_int_eq(stencil_place(&jobs[_i], &topo, place), 0);
	ck_assert_int_eq(stencil_flow(&jobs[_i], place, &config, once), 0);
	ck_assert_int_eq(stencil_traffic(&jobs[_i], &topo, &traffic), 0);
	ck_assert_int_eq(flow_run(run, &traffic, NET_FOREVER), 0);
	flow_finish(once, 0);
	flow_finish(run, 0);
	for (link = 0; link < 30 * 7; link++)
		for (counter = NET_VC0_PHITS; counter <= NET_VC1_PACKETS; counter++)
			ck_assert_uint_eq(flow_count(once, link / 7, link % 7, counter),
					  flow_count(run, link / 7, link % 7, counter));
	ck_assert_uint_gt(flow_count(run, 0, 6, NET_VC0_PHITS), 0);
	traffic_free(&traffic);
	flow_free(once);
	flow_free(run);
	net_fabric_free(&fabric);
}
END_TEST

/* --- exchanges that wait --- */

#define EXCHANGES	4
#define NODES		32

/* A transfer on a network of this test's own, which delivers packets in any order. */
struct flight {
	uint32_t from, to, exchange;
	uint64_t out, back;	/* packets that have yet to arrive, and to be answered */
};

struct flights {
	struct net_traffic traffic;
	struct flight list[1 << 14];
	unsigned int count, begun[NODES];	/* begun: transfers by node */
	uint64_t expected[NODES];		/* packets that come to a node in an exchange */
	uint64_t come[NODES][EXCHANGES];
};

static uint64_t packets_of(const struct net_transfer *transfer)
{
	return (transfer->bytes + 63) / 64;
}

/* Take what a node sends now. It has all of its exchanges before. */
static void depart(struct flights *flights, uint32_t node)
{
	struct net_transfer transfer;
	unsigned int exchange;

	while (flights->traffic.next(flights->traffic.context, node, &transfer)) {
		for (exchange = 0; exchange < transfer.id; exchange++)
			ck_assert_uint_eq(flights->come[node][exchange], flights->expected[node]);
		flights->list[flights->count++] = (struct flight){
			.from = node, .to = transfer.node, .exchange = transfer.id,
			.out = packets_of(&transfer), .back = packets_of(&transfer),
		};
		flights->begun[node]++;
	}
}

static void land(struct flights *flights, unsigned int i)
{
	struct flight *flight = &flights->list[i];
	bool out = flight->out;
	uint32_t node = out ? flight->to : flight->from;
	const struct net_notice notice = {
		.node = node, .id = flight->exchange, .event = out ? NET_ARRIVED : NET_RETURNED,
	};

	--*(out ? &flight->out : &flight->back);
	flights->come[node][flight->exchange]++;
	if (!flight->back)
		*flight = flights->list[--flights->count];
	ck_assert(flights->traffic.step(flights->traffic.context, node / 2, 1, &notice) ==
		  NET_FOREVER);
	depart(flights, node);
}

/* What comes to nodes in an exchange, counted from one that does not wait. */
static unsigned int expect_packets(const struct stencil *stencil, struct flights *flights)
{
	struct net_transfer transfer;
	struct net_traffic traffic;
	unsigned int transfers = 0;

	ck_assert_int_eq(stencil_traffic(stencil, &topo, &traffic), 0);
	for (uint32_t node = 0; node < NODES; node++) {
		for (; traffic.next(traffic.context, node, &transfer); transfers++) {
			flights->expected[node] += packets_of(&transfer);
			flights->expected[transfer.node] += packets_of(&transfer);
		}
	}
	traffic_free(&traffic);
	return transfers;
}

START_TEST(exchanges_wait)
{
	struct stencil stencil = small(_i % 2 ? 27 : 6);
	struct flights *flights = calloc(1, sizeof(*flights));
	unsigned int once, all = 0;

	stencil.mpi.pulled = _i & 2 ? 80 : stencil.mpi.pulled;
	stencil.periodic = _i & 4;
	ck_assert_int_eq(topo_parse(&topo, "4x4"), 0);
	once = expect_packets(&stencil, flights);
	stencil.steps = EXCHANGES;
	stencil.waits = true;
	ck_assert_int_eq(stencil_traffic(&stencil, &topo, &flights->traffic), 0);
	for (uint32_t node = 0; node < NODES; node++)
		depart(flights, node);
	srandom(_i);
	while (flights->count)
		land(flights, random() % flights->count);
	for (uint32_t node = 0; node < NODES; node++)
		all += flights->begun[node];
	ck_assert_uint_gt(once, 0);
	ck_assert_uint_eq(all, EXCHANGES * once);
	traffic_free(&flights->traffic);
	free(flights);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net-stencil");
	TCase *tcase = tcase_create("stencil");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, faces_add_up);
	tcase_add_test(tcase, edges_and_corners_add_up);
	tcase_add_test(tcase, periodic_grid_has_no_edge);
	tcase_add_test(tcase, same_node_needs_no_network);
	tcase_add_test(tcase, columns_of_16_fill_nodes_z_first);
	tcase_add_test(tcase, blocks_of_2x2x4_fill_nodes_z_first);
	tcase_add_test(tcase, random_placement_deals_as_many_to_each);
	tcase_add_loop_test(tcase, random_placement_is_the_pages, 0,
			    sizeof(deals) / sizeof(*deals));
	tcase_add_test(tcase, job_that_does_not_fit_is_refused);
	tcase_add_loop_test(tcase, stencil_at_once_equals_its_traffic, 0,
			    sizeof(jobs) / sizeof(*jobs));
	tcase_add_loop_test(tcase, exchanges_wait, 0, 8);
	return suite_run(suite);
}
