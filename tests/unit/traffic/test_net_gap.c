// SPDX-License-Identifier: GPL-2.0-only
/* The gap at which a pattern offers a load. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "netsim/pattern.h"
#include "suite.h"

static struct topo topo;

static struct traffic_pattern puts_of(const char *name)
{
	return (struct traffic_pattern){
		.kind = kind_of(name), .each = { .op = NET_PUT, .bytes = 64 }, .until = NET_FOREVER,
		.seed = 7,
	};
}

/*
 * A ring of 4, each to the next: over a link up go 2 nodes' 32 phits, at 256 of 125 ticks, on 8
 * lanes: 16.384 cycles. A NIC needs 2 * 10000 / 13 / 125 = 12.3.
 */
START_TEST(gap_fills_the_busiest_link)
{
	struct traffic_pattern pattern = puts_of("neighbour");
	struct net_fabric fabric;
	const struct net_config config = { .fabric = &fabric, .put_response = 3 };
	double gap;

	topo_parse(&topo, "4");
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 8, 256), 0);
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 0.5, &gap), 0);
	ck_assert_double_eq_tol(gap, 2 * 16.384, 0.000001);
	/* links of twice the speed: now the NICs */
	net_fabric_free(&fabric);
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 8, 128), 0);
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 1, &gap), 0);
	ck_assert_double_eq_tol(gap, 2 * 10000.0 / 13 / 125, 0.000001);
	net_fabric_free(&fabric);
}
END_TEST

/* The same NICs, with links that would be busy far longer. */
START_TEST(gap_of_the_nics_alone)
{
	const struct traffic_pattern pattern = puts_of("neighbour");
	struct net_fabric fabric;
	const struct net_config config = { .fabric = &fabric, .put_response = 3 };
	double gap;

	topo_parse(&topo, "4");
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 1, 256), 0);
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_NIC, 0.25, &gap), 0);
	ck_assert_double_eq_tol(gap, 4 * 2 * 10000.0 / 13 / 125, 0.000001);
	net_fabric_free(&fabric);
}
END_TEST

/*
 * A ring of 5, 10 nodes, uniform: a link carries 3 ordered pairs of chips, of 4 pairs of nodes
 * each; a node sends 1 in 9 to each: 12 / 9 * (32 + 3) phits * 256 / 125 / 8.
 */
START_TEST(gap_of_uniform_traffic)
{
	const struct traffic_pattern pattern = puts_of("uniform");
	struct net_fabric fabric;
	const struct net_config config = { .fabric = &fabric, .put_response = 3 };
	double gap;

	topo_parse(&topo, "5");
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 4, 256), 0);
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 1, &gap), 0);
	ck_assert_double_eq_tol(gap, 12.0 / 9 * 35 * 256 / 125 / 4, 0.000001);
	net_fabric_free(&fabric);
}
END_TEST

/* Packets of one phit load only the NICs: each sends and receives as many. */
START_TEST(gap_of_uniform_traffic_fills_the_nics)
{
	static const char * const systems[] = { "1", "2", "3", "4x4" };
	struct traffic_pattern pattern = puts_of("uniform");
	struct net_fabric fabric;
	const struct net_config config = { .fabric = &fabric, .put_response = 3 };
	double gap;

	pattern.each = (struct net_transfer){ .op = NET_RAW, .bytes = 1, .phits = 1 };
	topo_parse(&topo, systems[_i]);
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 8, 128), 0);
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 1, &gap), 0);
	ck_assert_double_eq_tol(gap, 10000.0 / 13 / 125, 0.000001);
	net_fabric_free(&fabric);
}
END_TEST

static const char *const kinds_of_gap[] = { "uniform", "hot", "neighbour" };

/* 2^40 bytes are 2^34 times 64, and need as many times the time. */
START_TEST(gap_grows_with_the_transfer)
{
	struct traffic_pattern pattern = puts_of(kinds_of_gap[_i]);
	struct net_fabric fabric;
	const struct net_config config = { .fabric = &fabric, .put_response = 3 };
	double small, large;

	pattern.hot = 5;
	pattern.share = UINT32_MAX;
	topo_parse(&topo, "4x4x4");
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 8, 256), 0);
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 1, &small), 0);
	pattern.each.bytes = 1ull << 40;
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 1, &large), 0);
	ck_assert_double_eq_tol(large / small, 0x1p34, 1);
	net_fabric_free(&fabric);
}
END_TEST

/* A load is the healthy machine's, whatever has failed or is degraded. */
START_TEST(gap_is_that_of_the_whole_machine)
{
	static const char * const patterns[] = { "uniform", "hot", "tornado" };
	const struct traffic_pattern pattern = puts_of(patterns[_i]);
	struct net_fabric fabric;
	const struct net_config config = { .fabric = &fabric, .put_response = 3 };
	double whole, damaged;

	topo_parse(&topo, "4x4");
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 8, 256), 0);
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 0.5, &whole), 0);
	ck_assert_int_eq(net_fabric_degrade(&fabric, 0, 0, 1), 0);
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 0.5, &damaged), 0);
	ck_assert_double_eq(damaged, whole);
	fabric.failed = calloc(4 * 4 * 4, 1);
	ck_assert_ptr_nonnull(fabric.failed);
	fabric.failed[5] = 0xff;
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 0.5, &damaged), 0);
	ck_assert_double_eq(damaged, whole);
	net_fabric_free(&fabric);
}
END_TEST

/*
 * All but one node of a ring of 4 send to that one: its NIC takes 7 packets for one of each, in 7
 * turns. If two of them send, 2.
 */
START_TEST(gap_counts_the_nodes_that_send)
{
	struct traffic_pattern pattern = puts_of("hot");
	bool sends[8] = { [3] = true, [6] = true };
	struct net_fabric fabric;
	const struct net_config config = { .fabric = &fabric, .put_response = 3 };
	double gap;

	pattern.each = (struct net_transfer){ .op = NET_RAW, .bytes = 1, .phits = 1 };
	pattern.share = UINT32_MAX;
	topo_parse(&topo, "4");
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 8, 128), 0);
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_NIC, 1, &gap), 0);
	ck_assert_double_eq_tol(gap, 7 * 10000.0 / 13 / 125, 0.001);
	pattern.sends = sends;
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_NIC, 1, &gap), 0);
	ck_assert_double_eq_tol(gap, 2 * 10000.0 / 13 / 125, 0.001);
	net_fabric_free(&fabric);
}
END_TEST

/* Those that send to all, if all of them do: the same as by symmetry. */
START_TEST(gap_of_all_nodes_is_that_of_uniform_traffic)
{
	struct traffic_pattern pattern = puts_of("uniform");
	struct net_fabric fabric;
	const struct net_config config = { .fabric = &fabric, .put_response = 3 };
	double all, each;
	bool sends[40];

	memset(sends, true, sizeof(sends));
	topo_parse(&topo, "4x5");
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 4, 256), 0);
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 1, &all), 0);
	pattern.sends = sends;
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 1, &each), 0);
	ck_assert_double_eq_tol(each, all, 0.000001);
	net_fabric_free(&fabric);
}
END_TEST

/* Nothing; without end; more than can be counted. */
START_TEST(gap_that_there_is_not_is_refused)
{
	struct traffic_pattern pattern = puts_of("uniform");
	struct net_fabric fabric;
	const struct net_config config = { .fabric = &fabric, .put_response = 3 };
	double gap;

	topo_parse(&topo, "4x4");
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 8, 256), 0);
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 0, &gap), -EINVAL);
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, -1, &gap), -EINVAL);
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, NAN, &gap), -EINVAL);
	pattern.each.bytes = 0;
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 1, &gap), -EINVAL);
	pattern.each = (struct net_transfer){ .op = NET_RAW, .bytes = UINT64_MAX, .phits = 1 };
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 1, &gap), -EINVAL);
	net_fabric_free(&fabric);
}
END_TEST

#define LENGTH(array)	((int)(sizeof(array) / sizeof(*(array))))

int main(void)
{
	Suite *suite = suite_create("net_gap");
	TCase *tcase = tcase_create("gap");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, gap_fills_the_busiest_link);
	tcase_add_test(tcase, gap_of_the_nics_alone);
	tcase_add_test(tcase, gap_of_uniform_traffic);
	tcase_add_loop_test(tcase, gap_of_uniform_traffic_fills_the_nics, 0, 4);
	tcase_add_loop_test(tcase, gap_grows_with_the_transfer, 0, LENGTH(kinds_of_gap));
	tcase_add_loop_test(tcase, gap_is_that_of_the_whole_machine, 0, 3);
	tcase_add_test(tcase, gap_counts_the_nodes_that_send);
	tcase_add_test(tcase, gap_of_all_nodes_is_that_of_uniform_traffic);
	tcase_add_test(tcase, gap_that_there_is_not_is_refused);
	return suite_run(suite);
}
