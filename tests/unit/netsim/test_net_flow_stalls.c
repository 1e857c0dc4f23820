// SPDX-License-Identifier: GPL-2.0-only
/* The flow engine's estimate of stalls: docs/simulator.md has the formulas, these are by hand. */
#include <stdlib.h>

#include "netsim/flow/flow.h"
#include "suite.h"

/* Ports of a chip in two dimensions. */
enum { XP, XM };

static struct net_fabric fabric;
static const struct net_config config = { .fabric = &fabric, .put_response = 3 };
static struct flow *flow;

static void start(const char *name, unsigned int lanes, unsigned int ticks)
{
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, name), 0);
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, lanes, ticks), 0);
	ck_assert_int_eq(flow_new(&config, &flow), 0);
}

static void end(void)
{
	flow_free(flow);
	net_fabric_free(&fabric);
}

static void raw(uint32_t from, uint32_t to, uint64_t packets, unsigned int phits)
{
	const struct net_transfer transfer = {
		.op = NET_RAW, .bytes = packets, .phits = phits, .node = to,
	};

	ck_assert_int_eq(flow_add(flow, from, &transfer, 1), 0);
}

static uint64_t stalls_of_all(enum net_counter counter)
{
	unsigned int links = topo_ports(&fabric.topo) + 1, link;
	uint64_t sum = 0;

	for (link = 0; link < fabric.topo.chips * links; link++)
		sum += flow_count(flow, link / links, link % links, counter);
	return sum;
}

START_TEST(load_of_zero_stalls_nobody)
{
	start("torus:4x4x4", 8, 256);
	raw(0, 42, 1, 32);
	raw(42, 0, 1, 3);
	flow_finish(flow, 1000000);
	ck_assert_uint_eq(stalls_of_all(NET_INQ_STALLS), 0);
	ck_assert_uint_eq(stalls_of_all(NET_CREDIT_STALLS), 0);
	end();
}
END_TEST

/*
 * Chips 0 and 2 send 650 packets each to a node between them: 1300 * 80 / 13 = 8000 cycles of
 * 20000, rho 0.4. 0.4 * 80 / 13 / 1.2 = 2.0513 a packet: 1333.3 at either input, 2666.7 of the
 * node. Host tiles are used to 1 %.
 */
START_TEST(two_senders_wait_for_a_nic)
{
	start("mesh:3", 8, 128);
	raw(0, 2, 650, 1);
	raw(4, 2, 650, 1);
	flow_finish(flow, 20000);
	ck_assert_uint_eq(flow_count(flow, 1, XP, NET_INQ_STALLS), 1333);
	ck_assert_uint_eq(flow_count(flow, 1, XM, NET_INQ_STALLS), 1333);
	ck_assert_uint_eq(flow_count(flow, 1, 2, NET_CREDIT_STALLS), 2666);
	ck_assert_uint_eq(stalls_of_all(NET_INQ_STALLS), 2666);
	ck_assert_uint_eq(stalls_of_all(NET_CREDIT_STALLS), 2666);
	end();
}
END_TEST

/*
 * Both nodes of chip 0 send 100 packets of 32 cycles to different ones of chip 1: 6400 cycles.
 * M/D/1 at rho 0.4: 0.4 * 32 / 1.2 = 10.667 a packet. Two lanes at rho 0.4: Erlang's C(2, 0.8) is
 * 0.5333 / 2.3333; times 32 / (4 * 0.6) it is 3.0476. The other chip's input has as many lanes as
 * before, and either NIC a single sender.
 */
static const struct {
	unsigned int lanes;
	uint64_t cycles, stalls;
} entering[] = { { 1, 16000, 2133 }, { 2, 8000, 609 } };

START_TEST(two_nodes_wait_for_a_lane)
{
	start("mesh:2", entering[_i].lanes, 125);
	raw(0, 2, 100, 32);
	raw(1, 3, 100, 32);
	flow_finish(flow, entering[_i].cycles);
	ck_assert_uint_eq(flow_count(flow, 0, 2, NET_INQ_STALLS), entering[_i].stalls);
	ck_assert_uint_eq(stalls_of_all(NET_INQ_STALLS), entering[_i].stalls);
	ck_assert_uint_eq(stalls_of_all(NET_CREDIT_STALLS), 0);
	end();
}
END_TEST

/*
 * 100 packets of 32 cycles from chip 0 to 2, 100 from 1 to 2, over one lane, in 14000 cycles.
 * Straight on at chip 1: rho(E) = 3200 / 14000; 1.5 * rho * 32 / 2 = 5.4857 a packet. A packet that
 * enters there: rho(A) = 6400 / 14000; rho(E) * 32 / (2 * (1 - rho(A))) = 6.7368. A packet that
 * enters at chip 0: rho * 32 / (2 * (1 - rho)) = 4.7407.
 */
START_TEST(straight_on_waits_for_who_entered)
{
	start("mesh:3", 1, 125);
	raw(0, 4, 100, 32);
	raw(2, 5, 100, 32);
	flow_finish(flow, 14000);
	ck_assert_uint_eq(flow_count(flow, 1, XM, NET_INQ_STALLS), 548);
	ck_assert_uint_eq(flow_count(flow, 1, 2, NET_INQ_STALLS), 673);
	ck_assert_uint_eq(flow_count(flow, 0, 2, NET_INQ_STALLS), 474);
	ck_assert_uint_eq(stalls_of_all(NET_INQ_STALLS), 548 + 673 + 474);
	ck_assert_uint_eq(stalls_of_all(NET_CREDIT_STALLS), 0);
	end();
}
END_TEST

/* From (0,0) to (1,1); the link back from (1,0), which nobody takes, is lost. */
START_TEST(lost_link_back_stalls_nobody)
{
	start("mesh:2x2", 8, 128);
	fabric.failed = calloc(4, 4);
	fabric.failed[1 * 4 + XM] = 0xff;
	raw(0, 6, 1000, 32);
	flow_finish(flow, 7000);
	ck_assert_uint_eq(flow_count(flow, 1, XM, NET_VC0_PACKETS), 1000);
	ck_assert_uint_eq(stalls_of_all(NET_INQ_STALLS), 0);
	end();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_flow_stalls");
	TCase *tcase = tcase_create("stalls");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, load_of_zero_stalls_nobody);
	tcase_add_test(tcase, two_senders_wait_for_a_nic);
	tcase_add_loop_test(tcase, two_nodes_wait_for_a_lane, 0,
			    sizeof(entering) / sizeof(*entering));
	tcase_add_test(tcase, straight_on_waits_for_who_entered);
	tcase_add_test(tcase, lost_link_back_stalls_nobody);
	return suite_run(suite);
}
