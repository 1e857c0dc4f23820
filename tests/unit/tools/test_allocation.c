// SPDX-License-Identifier: GPL-2.0-only
/* Placement of applications: distances between their nodes, and no node given twice. */
#include <check.h>
#include <errno.h>
#include <string.h>

#include "aries/trial.h"
#include "suite.h"

#define SEEDS	200

static struct topo dragonfly(const char *size)
{
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, size), 0);
	return topo;
}

/* The coordinates in which two nodes' chips differ: a bit each of blade, chassis, group. */
static unsigned int differ(const struct topo *topo, const uint32_t *place)
{
	unsigned int one[TOPO_DIMS], other[TOPO_DIMS], bits = 0;

	topo_coord(topo, topo_node_chip(topo, place[0]), one);
	topo_coord(topo, topo_node_chip(topo, place[1]), other);
	for (unsigned int i = 0; i < 3; i++)
		bits |= (one[i] != other[i]) << i;
	return bits;
}

/* The highest coordinate that differs is the pair's, and both orders of nodes occur. */
START_TEST(pairs_are_as_far_apart_as_said)
{
	struct topo topo = dragonfly("dragonfly:4x3x5");
	unsigned int bits, lower = 0;
	struct stream stream;
	uint32_t place[2];

	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		stream = stream_of(seed, STREAM_PLACES, 0, 0);
		ck_assert_int_eq(allocation_pair(&topo, _i, &stream, place), 0);
		ck_assert_uint_lt(place[0], topo_nodes(&topo));
		ck_assert_uint_lt(place[1], topo_nodes(&topo));
		ck_assert_uint_ne(place[0], place[1]);
		bits = differ(&topo, place);
		ck_assert_msg(_i ? bits >> (_i - 1) == 1 : !bits, "%s: nodes %u and %u",
			      allocation_pair_name(_i), place[0], place[1]);
		lower += place[0] < place[1];
	}
	ck_assert_uint_gt(lower, SEEDS / 4);
	ck_assert_uint_lt(lower, SEEDS * 3 / 4);
}
END_TEST

START_TEST(pairs_that_are_not_there)
{
	struct stream stream = stream_of(1, 0, 0, 0);
	struct topo topo = dragonfly("dragonfly:1x1x2");
	uint32_t place[2];

	ck_assert_int_eq(allocation_pair(&topo, PAIR_CHASSIS, &stream, place), -EDOM);
	ck_assert_int_eq(allocation_pair(&topo, PAIR_GROUP, &stream, place), -EDOM);
	ck_assert_int_eq(allocation_pair(&topo, PAIR_GROUPS, &stream, place), 0);
}
END_TEST

/* 16 nodes at 5 routers of 2 groups: 4 nodes at one router, 3 at the others; 3 routers and 2. */
START_TEST(spread_over_routers_and_groups)
{
	struct topo topo = dragonfly("dragonfly:4x2x4");
	unsigned int at[32], in[4], routers, groups, most;
	struct stream stream;
	uint32_t place[16];

	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		stream = stream_of(seed, STREAM_PLACES, 0, 0);
		ck_assert_int_eq(allocation_spread(&topo, 2, 5, &stream, place, 16), 0);
		memset(at, 0, sizeof(at));
		memset(in, 0, sizeof(in));
		routers = 0;
		groups = 0;
		most = 0;
		for (unsigned int i = 0; i < 16; i++) {
			for (unsigned int j = 0; j < i; j++)
				ck_assert_uint_ne(place[i], place[j]);
			if (!at[topo_node_chip(&topo, place[i])]++) {
				routers++;
				in[topo_node_chip(&topo, place[i]) / 8]++;
			}
		}
		for (unsigned int i = 0; i < 32; i++)
			most += at[i] == 4;
		for (unsigned int i = 0; i < 4; i++)
			groups += in[i] == 2 || in[i] == 3;
		ck_assert_uint_eq(routers, 5);
		ck_assert_uint_eq(groups, 2);
		ck_assert_uint_eq(most, 1);
	}
}
END_TEST

START_TEST(spread_that_does_not_fit)
{
	struct topo topo = dragonfly("dragonfly:4x2x4");
	struct stream stream = stream_of(1, 0, 0, 0);
	uint32_t place[64];

	ck_assert_int_eq(allocation_spread(&topo, 0, 1, &stream, place, 4), -EDOM);
	ck_assert_int_eq(allocation_spread(&topo, 5, 5, &stream, place, 5), -EDOM);
	ck_assert_int_eq(allocation_spread(&topo, 2, 17, &stream, place, 17), -EDOM);
	ck_assert_int_eq(allocation_spread(&topo, 2, 1, &stream, place, 4), -EDOM);
	ck_assert_int_eq(allocation_spread(&topo, 1, 2, &stream, place, 9), -EDOM);
	ck_assert_int_eq(allocation_spread(&topo, 1, 2, &stream, place, 1), -EDOM);
	ck_assert_int_eq(allocation_spread(&topo, 2, 16, &stream, place, 64), 0);
}
END_TEST

START_TEST(the_rest_is_what_nobody_has)
{
	struct topo topo = dragonfly("dragonfly:2x2x2");
	struct stream stream = stream_of(1, 0, 0, 0);
	bool taken[32] = { [3] = true, [17] = true };
	uint32_t place[31];

	ck_assert_int_eq(allocation_rest(&topo, &stream, taken, place, 20), 0);
	ck_assert_int_eq(allocation_rest(&topo, &stream, taken, place + 20, 10), 0);
	for (unsigned int i = 0; i < 30; i++) {
		ck_assert(place[i] != 3 && place[i] != 17);
		for (unsigned int j = 0; j < i; j++)
			ck_assert_uint_ne(place[i], place[j]);
	}
	ck_assert_int_eq(allocation_rest(&topo, &stream, taken, place, 1), -EDOM);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("allocation");
	TCase *tcase = tcase_create("allocation");

	tcase_add_loop_test(tcase, pairs_are_as_far_apart_as_said, 0, PAIR_KINDS);
	tcase_add_test(tcase, pairs_that_are_not_there);
	tcase_add_test(tcase, spread_over_routers_and_groups);
	tcase_add_test(tcase, spread_that_does_not_fit);
	tcase_add_test(tcase, the_rest_is_what_nobody_has);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
