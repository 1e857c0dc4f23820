// SPDX-License-Identifier: GPL-2.0-only
/* Jobs: atomic operations and puts of programs, in the event engine. */
#include "played.h"

static const uint32_t together[] = { 0, 0 }, apart[] = { 0, 1 };

/*
 * There a packet of n phits takes 85 + n cycles on one chip, and 169 + floor(n * ticks / 125) over
 * a link. The request has 11 phits, the response 6.
 */
static const struct {
	enum way over;
	uint64_t there, back;
} amo_cases[] = {
	{ CHIP, 96, 91 },
	{ MEZZANINE, 169 + 11, 169 + 6 },
	{ BACKPLANE, 169 + 14, 169 + 7 },
	{ CABLE, 169 + 22, 169 + 12 },
};

START_TEST(an_amo_goes_there_and_back)
{
	struct gemini_system system;
	uint32_t place[2];

	gemini_start("4x4x16", &system);
	pair_place(&system, amo_cases[_i].over, place);
	expect_end("num_ranks 2 rank 0 {\n amo 8b to 1\n}", place,
		   JOB_AMO + amo_cases[_i].there + amo_cases[_i].back);
	net_fabric_free(&fabric);
}
END_TEST

/* 1.0 us less what a PUT of 8 bytes, which is as long as the request, takes on one chip. */
START_TEST(an_amo_takes_a_rank_as_long_as_a_put)
{
	ck_assert_uint_eq(JOB_AMO + amo_cases[0].there, 800);
}
END_TEST

START_TEST(an_amo_within_a_node_needs_no_network)
{
	struct played played;

	machine_start("torus:2");
	played = play("num_ranks 2 rank 0 {\n amo 8b to 1\n}", together);
	ck_assert_uint_eq(played.end, JOB_AMO);
	ck_assert_uint_eq(played.totals.injected, 0);
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

/* The third waits for the first, the second goes beside it. */
START_TEST(amos_count_at_the_nic)
{
	const struct net_nic_packets *out, *back;
	struct played played;

	machine_start("torus:2");
	played = play("num_ranks 2 rank 0 {\n a: amo 8b to 1\n amo 8b to 1 cpu 1\n"
		      " c: amo 8b to 1\n c requires a\n}", apart);
	out = &played.nic.at[NET_REQUESTS_SENT][NET_FMA_AMO];
	back = &played.nic.at[NET_RESPONSES_RECEIVED][NET_FMA_AMO];
	ck_assert_uint_eq(out->packets, 3);
	ck_assert_uint_eq(out->phits, 3 * 11);
	ck_assert_uint_eq(out->data, 3);
	ck_assert_uint_eq(out->bytes, 3 * 8);
	ck_assert_uint_eq(out->transfers, 3);
	ck_assert_uint_eq(back->packets, 3);
	ck_assert_uint_eq(back->phits, 3 * 6);
	ck_assert_uint_eq(back->data, 3);
	ck_assert_uint_eq(back->bytes, 3 * 8);
	ck_assert_uint_eq(played.totals.injected, 6);
	ck_assert_uint_eq(played.totals.bytes, 6 * 8);
	ck_assert_uint_eq(played.end, 2 * (JOB_AMO + 96 + 91));
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

START_TEST(a_lost_amo_never_ends)
{
	static const uint32_t over[] = { 0, 2 };
	struct net_change dead = { .kind = NET_FAIL };
	const struct net_changes changes = { .list = &dead, .count = 1, .timeout = 1000 };
	const struct program_op *op = NULL;
	struct played played;

	machine_start("mesh:2");
	dead.lanes = (1u << fabric.lanes[0]) - 1;
	config.changes = &changes;
	played = play("num_ranks 2\nrank 0 {\n a: amo 8b to 1\n b: calc 1\n b requires a\n}",
		      over);
	ck_assert_uint_eq(job_failed(played.job), 1);
	ck_assert(job_is_idle(played.job));
	ck_assert_uint_eq(job_waiting(played.job, 0, &op), 0);
	ck_assert_uint_eq(op->line, 3);
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

/* --- puts: 11 phits there, 3 back --- */

static const struct {
	enum way over;
	uint64_t there, back;
} put_cases[] = {
	{ CHIP, 96, 88 },
	{ MEZZANINE, 169 + 11, 169 + 3 },
	{ BACKPLANE, 169 + 14, 169 + 3 },
	{ CABLE, 169 + 22, 169 + 6 },
};

START_TEST(a_put_goes_there_and_is_answered)
{
	struct gemini_system system;
	uint32_t place[2];

	gemini_start("4x4x16", &system);
	pair_place(&system, put_cases[_i].over, place);
	expect_end("num_ranks 2 rank 0 {\n put 8b to 1\n}", place,
		   JOB_AMO + put_cases[_i].there + put_cases[_i].back);
	net_fabric_free(&fabric);
}
END_TEST

/* A get asks with 8 phits, and 6 of data come back: over a cable 17 and 13 cycles of the tile. */
static const struct {
	enum way over;
	uint64_t there, back;
} get_cases[] = {
	{ CHIP, 93, 91 },
	{ MEZZANINE, 169 + 8, 169 + 6 },
	{ BACKPLANE, 169 + 10, 169 + 7 },
	{ CABLE, 169 + 16, 169 + 12 },
};

START_TEST(a_get_asks_and_is_answered_with_data)
{
	struct gemini_system system;
	uint32_t place[2];

	gemini_start("4x4x16", &system);
	pair_place(&system, get_cases[_i].over, place);
	expect_end("num_ranks 2 rank 0 {\n get 8b from 1\n}", place,
		   JOB_AMO + get_cases[_i].there + get_cases[_i].back);
	net_fabric_free(&fabric);
}
END_TEST

START_TEST(a_put_within_a_node_needs_no_network)
{
	struct played played;

	machine_start("torus:2");
	played = play("num_ranks 2 rank 0 {\n put 5000b to 1\n}", together);
	ck_assert_uint_eq(played.end, JOB_AMO);
	ck_assert_uint_eq(played.totals.injected, 0);
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

static const struct {
	const char *text;
	enum net_class class;
	uint64_t bytes;
} put_sizes[] = {
	{ "num_ranks 2 rank 0 {\n put 262144b to 1\n}", NET_FMA_PUT, 262144 },
	{ "num_ranks 2 rank 0 {\n put 262145b to 1\n}", NET_BTE_PUT, 262145 },
	{ "num_ranks 2 rank 0 {\n get 262144b from 1\n}", NET_FMA_GET, 262144 },
	{ "num_ranks 2 rank 0 {\n get 262145b from 1\n}", NET_BTE_GET, 262145 },
	{ "num_ranks 2 rank 0 {\n put 1048576b to 1\n}", NET_BTE_PUT, 1048576 },
};

/* All of it is one transfer, of one of the units, and ends with its last response. */
START_TEST(a_large_put_or_get_is_one_transfer)
{
	const uint64_t packets = (put_sizes[_i].bytes + 63) / 64;
	const struct net_nic_packets *out, *back;
	struct played played;

	machine_start("torus:2");
	played = play(put_sizes[_i].text, apart);
	out = &played.nic.at[NET_REQUESTS_SENT][put_sizes[_i].class];
	back = &played.nic.at[NET_RESPONSES_RECEIVED][put_sizes[_i].class];
	ck_assert_uint_eq(out->packets, packets);
	ck_assert_uint_eq(out->bytes + back->bytes, put_sizes[_i].bytes);
	ck_assert_uint_eq(out->transfers, 1);
	ck_assert_uint_eq(played.totals.injected, 2 * packets);
	ck_assert_uint_eq(played.end + 1, played.totals.last);
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

/*
 * The host interface takes 76/9.6 ns, 6 1/3 cycles, for a packet of the FMA, and 88/9.6, 7 1/3, for
 * one of the block engine. The last one goes 117 cycles to the other NIC, and its answer 88 back.
 */
static const struct {
	const char *text;
	uint64_t packets, thirds;
} put_paces[] = {
	{ "num_ranks 2 rank 0 {\n put 262144b to 1\n}", 4096, 19 },
	{ "num_ranks 2 rank 0 {\n put 1048576b to 1\n}", 16384, 22 },
};

START_TEST(a_large_put_has_the_pace_of_its_unit)
{
	const uint64_t last = (put_paces[_i].packets - 1) * put_paces[_i].thirds / 3;
	struct played played;

	machine_start("torus:2");
	played = play(put_paces[_i].text, apart);
	ck_assert_uint_eq(played.end, JOB_AMO + last + 117 + 88);
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

/* --- end points of an Aries --- */

/* A flit is a cycle in a host tile; a request or response of n flits takes 81 + n on one chip. */
#define ARIES_DATA	(81 + 12)
#define ARIES_ASK	(81 + 3)
#define ARIES_DONE	(81 + 3)

/*
 * Packets of 64 bytes leave at the pace of the host interface, which moves 76 bytes for each, or
 * 88 by the block engine, or at that of the NIC: as fractions of a cycle of 1.25 ns.
 */
static const struct {
	const char *text;
	uint64_t packets;
	struct net_host host;	/* what is 0 is as for any Aries: 6.25 ns, 15.75 GB/s */
	uint64_t cycles, of;	/* a packet takes cycles / of */
	uint64_t there;
} host_paces[] = {
	{ "num_ranks 2 rank 0 {\n put 64b to 1\n}", 1, { 0 }, 5, 1, ARIES_DATA },
	{ "num_ranks 2 rank 0 {\n get 64b from 1\n}", 1, { 0 }, 5, 1, ARIES_ASK },
	/* 76 bytes take 4.83 ns, 88 take 5.59: the NIC is slower. */
	{ "num_ranks 2 rank 0 {\n put 65536b to 1\n}", 1024, { 0 }, 5, 1, ARIES_DATA },
	{ "num_ranks 2 rank 0 {\n put 524288b to 1\n}", 8192, { 0 }, 5, 1, ARIES_DATA },
	{ "num_ranks 2 rank 0 {\n get 65536b from 1\n}", 1024, { 0 }, 5, 1, ARIES_ASK },
	/* At 9.6 GB/s 76 bytes take 7.92 ns, 88 take 9.17. */
	{ "num_ranks 2 rank 0 {\n put 65536b to 1\n}", 1024, { .rate = { 48, 5000 } }, 19, 3,
	  ARIES_DATA },
	{ "num_ranks 2 rank 0 {\n put 524288b to 1\n}", 8192, { .rate = { 48, 5000 } }, 22, 3,
	  ARIES_DATA },
	{ "num_ranks 2 rank 0 {\n get 65536b from 1\n}", 1024, { .rate = { 48, 5000 } }, 19, 3,
	  ARIES_ASK },
	/* At 7 GB/s 10.86 ns: 304/35 cycles. */
	{ "num_ranks 2 rank 0 {\n get 65536b from 1\n}", 1024, { .rate = { 7, 1000 } }, 304, 35,
	  ARIES_ASK },
	/* A NIC of 650 MHz, and one that needs 10 ns. */
	{ "num_ranks 2 rank 0 {\n put 65536b to 1\n}", 1024, { .turn = 10000 }, 80, 13,
	  ARIES_DATA },
	{ "num_ranks 2 rank 0 {\n get 65536b from 1\n}", 1024, { .turn = 13000 }, 8, 1, ARIES_ASK },
	/* A cycle for a packet: 76 bytes at 15.75 GB/s are slower. */
	{ "num_ranks 2 rank 0 {\n put 65536b to 1\n}", 1024, { .turn = 1625 }, 1216, 315,
	  ARIES_DATA },
};

START_TEST(an_aries_has_the_pace_of_its_end_points)
{
	const uint64_t last = (host_paces[_i].packets - 1) * host_paces[_i].cycles /
			      host_paces[_i].of;
	const uint64_t back = ARIES_DATA + ARIES_DONE - host_paces[_i].there;
	struct played played;

	machine_start("dragonfly:2x1x1");
	if (host_paces[_i].host.turn)
		fabric.host.turn = host_paces[_i].host.turn;
	if (host_paces[_i].host.rate.ps)
		fabric.host.rate = host_paces[_i].host.rate;
	played = play(host_paces[_i].text, apart);
	ck_assert_uint_eq(played.end, JOB_AMO + last + host_paces[_i].there + back);
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_job_amo");
	TCase *tcase = tcase_create("job");

	tcase_set_timeout(tcase, 2 * HANG_SECONDS);
	tcase_add_loop_test(tcase, an_amo_goes_there_and_back, 0, LENGTH(amo_cases));
	tcase_add_test(tcase, an_amo_takes_a_rank_as_long_as_a_put);
	tcase_add_test(tcase, an_amo_within_a_node_needs_no_network);
	tcase_add_test(tcase, amos_count_at_the_nic);
	tcase_add_test(tcase, a_lost_amo_never_ends);
	tcase_add_loop_test(tcase, a_put_goes_there_and_is_answered, 0, LENGTH(put_cases));
	tcase_add_test(tcase, a_put_within_a_node_needs_no_network);
	tcase_add_loop_test(tcase, a_get_asks_and_is_answered_with_data, 0, LENGTH(get_cases));
	tcase_add_loop_test(tcase, a_large_put_or_get_is_one_transfer, 0, LENGTH(put_sizes));
	tcase_add_loop_test(tcase, a_large_put_has_the_pace_of_its_unit, 0, LENGTH(put_paces));
	tcase_add_loop_test(tcase, an_aries_has_the_pace_of_its_end_points, 0, LENGTH(host_paces));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
