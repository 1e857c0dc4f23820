// SPDX-License-Identifier: GPL-2.0-only
/*
 * Several FIFOs per virtual channel: where packets wait, and for what. test_net_random checks that
 * the engine and the reference count the same with them.
 */
#include "netsim/agree.h"
#include "suite.h"

static struct scenario net;

static int made(const char *topo, unsigned int lanes, unsigned int fifos)
{
	struct run *run;
	int err;

	scenario_even(&net, topo, lanes, 256);
	net.config.fifos = fifos;
	run = run_start(&net, EVENT);
	err = run_until(run, 10);
	run_end(run);
	scenario_end(&net);
	return err;
}

START_TEST(a_chip_has_room_for_so_many)
{
	ck_assert_int_eq(made("torus:3x3x3", 6, 8), 0);
	ck_assert_int_eq(made("torus:3x3x3", 6, 7), 0);
	ck_assert_int_eq(made("torus:3x3x3", 6, 9), -EINVAL);
	ck_assert_int_eq(made("dragonfly:4x4x2", 4, 2), 0);
	ck_assert_int_eq(made("dragonfly:4x4x2", 4, 3), -E2BIG);
	ck_assert_int_eq(made("dragonfly:4x4x2", 4, 8), -E2BIG);
}
END_TEST

/*
 * Chips 0, 1, 2 in a line with a branch: node 0 sends to the end of a busy link, and then to where
 * nothing is under way. Ports: X+ leads on to chip 2, Y+ to chip 4, which is beside chip 1.
 */
static uint64_t free_packet_arrives(unsigned int fifos)
{
	const struct topo *topo = &net.fabric.topo;
	struct run *run;
	uint64_t cycle;

	scenario_even(&net, "mesh:3x2", 1, 256);
	net.config.fifos = fifos;
	/* The link from chip 1 to chip 2 is slow, so that packets for chip 2 wait in chip 1. */
	net.fabric.ticks[1 * topo_ports(topo) + XP] = 20000;
	scenario_send(&net, 0, RAW(topo_node(topo, 2, 0), 2, 32));
	scenario_send(&net, 0, RAW(topo_node(topo, 4, 0), 1, 32));
	run = run_start(&net, EVENT);
	for (cycle = 1; !run_link(run, 4, YM, NET_VC0_PACKETS); cycle++)
		ck_assert_int_eq(run_until(run, cycle), 0);
	run_end(run);
	scenario_end(&net);
	return cycle;
}

START_TEST(a_packet_passes_those_that_go_elsewhere)
{
	/* The second packet for chip 2 waits for 32 phits of 160 cycles each. */
	ck_assert_uint_gt(free_packet_arrives(1), 5120);
	ck_assert_uint_lt(free_packet_arrives(8), 700);
}
END_TEST

START_TEST(engine_and_reference_agree)
{
	struct pair pair;

	scenario_even(&net, "torus:4x4", 1, 256);
	net.config.fifos = 3;
	scenario_send(&net, 0, PUT(10, 2000));
	scenario_send(&net, 2, PUT(10, 2000));
	scenario_send(&net, 8, GET(10, 2000));
	pair_start(&pair, &net, "three senders");
	pair_until(&pair, NET_FOREVER);
	pair_end(&pair);
	scenario_end(&net);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_fifos");
	TCase *tcase = tcase_create("fifos");

	tcase_add_test(tcase, a_chip_has_room_for_so_many);
	tcase_add_test(tcase, a_packet_passes_those_that_go_elsewhere);
	tcase_add_test(tcase, engine_and_reference_agree);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
