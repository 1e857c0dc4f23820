// SPDX-License-Identifier: GPL-2.0-only
/* Event and flow engine count the same phits and packets, once everything has arrived. */
#include <stdlib.h>

#include "netsim/pattern.h"
#include "suite.h"
#include "topo/gemini.h"

static struct net_fabric fabric;
static struct net_config config = {
	.fabric = &fabric, .put_response = 3, .seed = 3, .threads = 1,
};

static void fabric_start(const char *name)
{
	struct gemini_system system;
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, name), 0);
	if (gemini_system(&system, &topo, -1))
		ck_assert_int_eq(net_fabric_even(&fabric, &topo, 4, 160), 0);
	else
		ck_assert_int_eq(net_fabric_gemini(&fabric, &system), 0);
}

static uint64_t net_link(const struct net *net, unsigned int chip, unsigned int port,
			 enum net_counter counter)
{
	bool host = port == topo_ports(&fabric.topo);
	unsigned int lanes = host ? NET_LANES : fabric.lanes[port], lane;
	uint64_t sum = 0;

	for (lane = 0; lane < lanes; lane++)
		sum += net_count(net, chip, port, lane, counter);
	return sum;
}

static uint64_t compare_link(const struct net *net, const struct flow *flow, unsigned int chip,
			     unsigned int port)
{
	enum net_counter counter;
	uint64_t sum = 0;

	for (counter = NET_VC0_PHITS; counter <= NET_VC1_PACKETS; counter++) {
		uint64_t event = net_link(net, chip, port, counter);
		uint64_t is = flow_count(flow, chip, port, counter);

		ck_assert_msg(is == event, "chip %u port %u counter %u: flow %lu, event %lu", chip,
			      port, counter, is, event);
		sum += is;
	}
	return sum;
}

/* Each engine needs its own traffic: both start from its beginning. */
static void expect_agreement(struct net_traffic *for_net, struct net_traffic *for_flow)
{
	unsigned int chip, port;
	uint64_t sum = 0;
	struct flow *flow;
	struct net *net;

	ck_assert_int_eq(net_new(&config, for_net, &net), 0);
	ck_assert_int_eq(flow_new(&config, &flow), 0);
	ck_assert_int_eq(net_run(net, NET_FOREVER), 0);
	ck_assert_int_eq(flow_run(flow, for_flow, NET_FOREVER), 0);
	ck_assert(net_idle(net));
	flow_finish(flow, 0);
	for (chip = 0; chip < fabric.topo.chips; chip++)
		for (port = 0; port <= topo_ports(&fabric.topo); port++)
			sum += compare_link(net, flow, chip, port);
	ck_assert_uint_gt(sum, 0);
	net_free(net);
	flow_free(flow);
	traffic_free(for_net);
	traffic_free(for_flow);
}

static const char *const topos[] = { "4x4x4", "3x2x5", "mesh:4x4", "hypercube:5" };

static const struct net_transfer each[] = {
	{ .op = NET_PUT, .bytes = 200 }, { .op = NET_GET, .bytes = 100, .hashed = true },
	{ .op = NET_PUT, .bytes = 64, .zero = true }, { .op = NET_RAW, .bytes = 3, .phits = 7 },
	{ .op = NET_AMO, .bytes = NET_AMO_BYTES },
};

#define LENGTH(array)	((int)(sizeof(array) / sizeof(*(array))))

static void agree_on(const struct traffic_pattern *pattern)
{
	struct net_traffic for_net, for_flow;

	ck_assert_int_eq(traffic_pattern(&fabric.topo, pattern, &for_net), 0);
	ck_assert_int_eq(traffic_pattern(&fabric.topo, pattern, &for_flow), 0);
	expect_agreement(&for_net, &for_flow);
}

START_TEST(patterns_agree)
{
	struct traffic_pattern pattern = {
		.each = each[_i % LENGTH(each)],
		.gap = 50, .count = suite_share(30), .until = NET_FOREVER, .seed = _i,
		.hot = 3, .share = 1u << 29,
	};

	fabric_start(topos[_i / LENGTH(each)]);
	for (pattern.kind = traffic_kinds; pattern.kind->name; pattern.kind++)
		if (!pattern.kind->fits || pattern.kind->fits(&fabric.topo, &pattern))
			agree_on(&pattern);
	net_fabric_free(&fabric);
}
END_TEST

/* Lanes of one link lost, and whole links of others; and errors, which are counted once. */
START_TEST(faults_agree)
{
	const struct traffic_pattern pattern = {
		.kind = kind_of("uniform"), .each = each[_i % LENGTH(each)],
		.gap = 50, .count = suite_share(30), .until = NET_FOREVER, .seed = _i,
	};

	fabric_start("4x4x4");
	fabric.failed = calloc(64, 6);
	fabric.failed[5 * 6 + 0] = 0xff;
	fabric.failed[4 * 6 + 5] = 0xff;
	fabric.failed[9 * 6 + 3] = 0x05;
	config.crc_rate = 1u << 24;
	agree_on(&pattern);
	config.crc_rate = 0;
	net_fabric_free(&fabric);
}
END_TEST

static const struct stencil stencils[] = {
	{ .grid = { 8, 4, 4 }, .points = 27, .box = { 10, 10, 10 }, .cell = 8, .steps = 1,
	  .node = { 1, 1, 4 }, .mpi = { 17, 4097, 262145, 64, 262144 } },
	{ .grid = { 8, 4, 4 }, .points = 26, .box = { 10, 10, 10 }, .cell = 8, .steps = 1,
	  .node = { 2, 2, 1 }, .mpi = { 17, 500, 800, 64, 256 }, .periodic = true },
	{ .grid = { 8, 4, 4 }, .points = 6, .box = { 10, 10, 10 }, .cell = 8, .steps = 2,
	  .node = { 2, 2, 1 }, .mpi = { 17, 500, 801, 64, 256 }, .random = true, .seed = 5 },
};

/* The flow engine does not know when packets go: exchanges that wait carry the same. */
START_TEST(stencils_agree)
{
	struct stencil stencil = stencils[_i % LENGTH(stencils)];
	struct net_traffic for_net, for_flow;
	unsigned int waits;

	fabric_start(topos[_i / LENGTH(stencils)]);
	for (waits = 0; waits < 2; waits++) {
		ck_assert_int_eq(stencil_traffic(&stencil, &fabric.topo, &for_flow), 0);
		stencil.waits = waits;
		ck_assert_int_eq(stencil_traffic(&stencil, &fabric.topo, &for_net), 0);
		expect_agreement(&for_net, &for_flow);
		stencil.waits = false;
		stencil.steps = 2;
	}
	net_fabric_free(&fabric);
}
END_TEST

static void list_open(const char *line, struct net_traffic *traffic)
{
	FILE *file = fmemopen((char *)line, strlen(line), "r");
	struct traffic_error error;

	ck_assert_int_eq(traffic_list(file, line, &fabric, &mpi_cray, traffic, &error), 0);
	fclose(file);
}

/* 32 phits keep a lane for 33 cycles; 8 lanes serve one in 4, a node sends one in 6. */
static const char * const streams[] = {
	"0 42 160000", "0 2 160000 get", "9 100 16", "5 77 8000 at 100",
};

/* Packets never meet: no stalls at any load. */
START_TEST(lone_stream_stalls_in_neither)
{
	struct net_traffic for_net, for_flow;
	unsigned int chip, port;
	struct flow *flow;
	struct net *net;
	struct topo topo;

	topo_parse(&topo, "4x4x4");
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 8, 128), 0);
	list_open(streams[_i], &for_net);
	list_open(streams[_i], &for_flow);
	ck_assert_int_eq(net_new(&config, &for_net, &net), 0);
	ck_assert_int_eq(flow_new(&config, &flow), 0);
	ck_assert_int_eq(net_run(net, NET_FOREVER), 0);
	ck_assert_int_eq(flow_run(flow, &for_flow, NET_FOREVER), 0);
	flow_finish(flow, 20000);
	for (chip = 0; chip < 64; chip++) {
		for (port = 0; port <= 6; port++) {
			compare_link(net, flow, chip, port);
			ck_assert_uint_eq(net_link(net, chip, port, NET_INQ_STALLS), 0);
			ck_assert_uint_eq(flow_count(flow, chip, port, NET_INQ_STALLS), 0);
			ck_assert_uint_eq(net_link(net, chip, port, NET_CREDIT_STALLS), 0);
			ck_assert_uint_eq(flow_count(flow, chip, port, NET_CREDIT_STALLS), 0);
		}
	}
	net_free(net);
	flow_free(flow);
	traffic_free(&for_net);
	traffic_free(&for_flow);
	net_fabric_free(&fabric);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net-agree");
	TCase *tcase = tcase_create("agree");

	suite_add_tcase(suite, tcase);
	tcase_add_loop_test(tcase, patterns_agree, 0,
			    LENGTH(each) * LENGTH(topos));
	tcase_add_loop_test(tcase, lone_stream_stalls_in_neither, 0, LENGTH(streams));
	tcase_add_loop_test(tcase, faults_agree, 0, LENGTH(each));
	tcase_add_loop_test(tcase, stencils_agree, 0, LENGTH(stencils) * 2);
	return suite_run(suite);
}
