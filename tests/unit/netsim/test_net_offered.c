// SPDX-License-Identifier: GPL-2.0-only
/* What a traffic offers to links and NICs. A turn of a NIC is 80/13 cycles. */
#include "netsim/flow/offered.h"
#include "netsim/scenario.h"
#include "suite.h"

#define TURN	(80 / 13.)
#define END	8000

static struct scenario scenario;
static struct offered *offered;
static size_t place[64];

static bool next(void *context, uint32_t node, struct net_transfer *transfer)
{
	(void)context;
	while (place[node] < scenario.count && scenario.sent[place[node]].node != node)
		place[node]++;
	if (place[node] == scenario.count)
		return false;
	*transfer = scenario.sent[place[node]++].transfer;
	return true;
}

static int find(const uint64_t *border, size_t borders)
{
	struct net_traffic traffic = scenario.traffic;

	memset(place, 0, sizeof(place));
	traffic.next = next;
	return offered_find(&scenario.config, &traffic, border, borders, &offered);
}

static void end(void)
{
	offered_free(offered);
	scenario_end(&scenario);
}

static void is_part(struct offered_part part, double mean, double most)
{
	ck_assert_double_eq_tol(part.mean, mean, 0.000001);
	ck_assert_double_eq_tol(part.most, most, 0.000001);
}

/* 100 packets of 20 phits over 2 lanes of 250 ticks: 20 cycles each on the link. */
START_TEST(packets_are_offered_to_their_way)
{
	const uint64_t border[] = { END };

	scenario_even(&scenario, "mesh:3", 2, 250);
	scenario_send(&scenario, 1, RAW(2, 100, 20));
	ck_assert_int_eq(find(border, 1), 0);
	is_part(offered_link(offered, 0, XP), 2000. / END, 2000. / END);
	is_part(offered_link(offered, 1, XM), 0, 0);
	is_part(offered_link(offered, 1, XP), 0, 0);
	is_part(offered_host(offered, 0), 100 * 20 / 8. / END, 100 * 20 / 8. / END);
	is_part(offered_link(offered, 1, 2), 100 * 20 / 8. / END, 100 * 20 / 8. / END);
	is_part(offered_sent(offered, 1), 100 * TURN / END, 100 * TURN / END);
	is_part(offered_taken(offered, 2), 100 * TURN / END, 100 * TURN / END);
	is_part(offered_taken(offered, 3), 0, 0);
	end();
}
END_TEST

/* Nothing of what begins later is offered. */
START_TEST(transfers_after_the_end_are_left_out)
{
	struct net_transfer late = RAW(2, 100, 20);
	const uint64_t border[] = { END };

	late.cycle = END;
	scenario_even(&scenario, "mesh:3", 2, 250);
	scenario_send(&scenario, 0, RAW(2, 1, 20));
	scenario_send(&scenario, 0, late);
	ck_assert_int_eq(find(border, 1), 0);
	is_part(offered_sent(offered, 0), TURN / END, TURN / END);
	end();
}
END_TEST

/*
 * Each half has 100 packets. In the second one the receiver is 3 times as slow, and one of two
 * lanes of the link takes 1,000 ticks a phit instead of 250.
 */
START_TEST(changes_begin_stretches)
{
	struct net_transfer late = RAW(2, 100, 20);
	const uint64_t border[] = { END / 2, END };
	double first = 100 * TURN / (END / 2), slow = 3 * first;
	double fast = 2000. / (END / 2), narrow = 100 * 20 / (0.5 + 0.125) / (END / 2);

	late.cycle = END / 2;
	scenario_even(&scenario, "mesh:3", 2, 250);
	scenario_send(&scenario, 0, RAW(2, 100, 20));
	scenario_send(&scenario, 0, late);
	scenario_change(&scenario, TAKE(END / 2, 1, 1, 3));
	scenario_change(&scenario, WIDTH(END / 2, 0, XP, 2, 1000));
	ck_assert_int_eq(find(border, 2), 0);
	is_part(offered_taken(offered, 2), (first + slow) / 2, slow);
	is_part(offered_sent(offered, 0), first, first);
	is_part(offered_link(offered, 0, XP), (fast + narrow) / 2, narrow);
	end();
}
END_TEST

/* A ring of 4: when a link is dead, its packets go the other way round; once mended, again here. */
START_TEST(failed_links_are_gone_round)
{
	const uint64_t border[] = { 1000, 2000, 3000 };
	struct net_transfer each = RAW(2, 10, 20);

	scenario_even(&scenario, "torus:4", 1, 125);
	for (each.cycle = 0; each.cycle < 3000; each.cycle += 1000)
		scenario_send(&scenario, 0, each);
	scenario_change(&scenario, FAIL(1000, 0, XP, 1));
	scenario_change(&scenario, MEND(2000, 0, XP, 1));
	ck_assert_int_eq(find(border, 3), 0);
	is_part(offered_link(offered, 0, XP), 2 * 0.2 / 3, 0.2);
	is_part(offered_link(offered, 0, XM), 0.2 / 3, 0.2);
	is_part(offered_link(offered, 3, XM), 0.2 / 3, 0.2);
	is_part(offered_taken(offered, 2), 10 * TURN / 1000, 10 * TURN / 1000);
	end();
}
END_TEST

/* On a line there is no way round: what has no route is not offered, if machines change. */
START_TEST(transfers_without_a_route_offer_nothing)
{
	const uint64_t border[] = { 1000, 2000 };
	struct net_transfer late = PUT(2, 64);

	late.cycle = 1000;
	scenario_even(&scenario, "mesh:2", 1, 125);
	scenario_send(&scenario, 0, PUT(2, 64));
	scenario_send(&scenario, 0, late);
	scenario_change(&scenario, FAIL(1000, 1, XM, 1));
	ck_assert_int_eq(find(border, 2), 0);
	is_part(offered_sent(offered, 0), TURN / 2000, TURN / 1000);
	end();
	scenario_even(&scenario, "mesh:2", 1, 125);
	scenario_fail(&scenario, 0, XP, 1);
	scenario_send(&scenario, 0, PUT(2, 64));
	ck_assert_int_eq(find(border, 2), -EHOSTUNREACH);
	scenario_end(&scenario);
}
END_TEST

/* Borders less than 1 us after another one, or before the end, are none. */
START_TEST(short_stretches_are_joined)
{
	const uint64_t border[] = { 1000, 1400, 3500, 4000 };
	struct net_transfer each = RAW(2, 10, 20);

	scenario_even(&scenario, "mesh:3", 1, 125);
	scenario_send(&scenario, 0, RAW(2, 1, 20));
	each.cycle = 1400;
	scenario_send(&scenario, 0, each);
	ck_assert_int_eq(find(border, 4), 0);
	is_part(offered_sent(offered, 0), 11 * TURN / 4000, 10 * TURN / 3000);
	end();
}
END_TEST

/* On a dragonfly NICs 0 and 1 have 4 host tiles to themselves, 2 and 3 the others. */
START_TEST(busier_half_of_the_host_tiles_counts)
{
	const uint64_t border[] = { END };

	scenario_even(&scenario, "dragonfly:2x2x1", 1, 125);
	scenario_send(&scenario, 0, RAW(4, 10, 20));
	scenario_send(&scenario, 1, RAW(5, 10, 20));
	scenario_send(&scenario, 2, RAW(6, 15, 20));
	ck_assert_int_eq(find(border, 1), 0);
	is_part(offered_host(offered, 0), 20 * 20 / 4. / END, 20 * 20 / 4. / END);
	end();
}
END_TEST

START_TEST(there_is_some_time)
{
	const uint64_t border[] = { 0 };

	scenario_even(&scenario, "mesh:3", 1, 125);
	ck_assert_int_eq(find(border, 1), -EINVAL);
	ck_assert_int_eq(find(border, 0), -EINVAL);
	scenario_end(&scenario);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_offered");
	TCase *tcase = tcase_create("offered");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, packets_are_offered_to_their_way);
	tcase_add_test(tcase, transfers_after_the_end_are_left_out);
	tcase_add_test(tcase, changes_begin_stretches);
	tcase_add_test(tcase, failed_links_are_gone_round);
	tcase_add_test(tcase, transfers_without_a_route_offer_nothing);
	tcase_add_test(tcase, short_stretches_are_joined);
	tcase_add_test(tcase, busier_half_of_the_host_tiles_counts);
	tcase_add_test(tcase, there_is_some_time);
	return suite_run(suite);
}
