// SPDX-License-Identifier: GPL-2.0-only
/* Packets of a transfer (lib/netsim/packet.c): literals from the papers. */
#include "netsim/packet.h"
#include "suite.h"

static const struct net_fabric geminis = {
	.topo.family = &topo_torus, .buffer = { 256, 64, 4096 },
};

static const struct net_fabric aries = { .topo.family = &topo_dragonfly };
static const struct net_config plain = { .fabric = &geminis, .put_response = 3 };

static const struct {
	enum net_op op;
	bool zero;
	unsigned int bytes, request, response;
} sizes[] = {
	/* PUT: 7 header, 3 a started word, 1 end; answered by 3 (Pedretti, V.A: 32 + 3) */
	{ NET_PUT, false, 1, 11, 3 }, { NET_PUT, false, 8, 11, 3 },
	{ NET_PUT, false, 9, 14, 3 }, { NET_PUT, false, 16, 14, 3 },
	{ NET_PUT, false, 57, 32, 3 }, { NET_PUT, false, 64, 32, 3 },
	/* GET: 8, answered by 2 header, 3 a started word, 1 end (8 + 27) */
	{ NET_GET, false, 1, 8, 6 }, { NET_GET, false, 8, 8, 6 },
	{ NET_GET, false, 9, 8, 9 }, { NET_GET, false, 64, 8, 27 },
	/* zeros: a phit a word: 7 + 8 + 1 (Fig. 4: 15.998 phits a packet), 2 + 8 + 1 */
	{ NET_PUT, true, 64, 16, 3 }, { NET_PUT, true, 1, 9, 3 },
	{ NET_GET, true, 64, 8, 11 },
	/* AMO: a word there, as of a PUT, and a word back, as of a GET */
	{ NET_AMO, false, 8, 11, 6 },
};

START_TEST(size_is_the_papers)
{
	struct net_transfer transfer = { .op = sizes[_i].op, .zero = sizes[_i].zero };
	struct net_sizes is = net_sizes(&plain, &transfer, sizes[_i].bytes);

	ck_assert_uint_eq(is.request, sizes[_i].request);
	ck_assert_uint_eq(is.response, sizes[_i].response);
}
END_TEST

START_TEST(zeros_travel_whole_uncompressed)
{
	const struct net_config config = {
		.fabric = &geminis, .put_response = 3, .uncompressed = true,
	};
	const struct net_transfer transfer = { .op = NET_PUT, .zero = true };

	ck_assert_uint_eq(net_sizes(&config, &transfer, 64).request, 32);
}
END_TEST

START_TEST(put_response_is_a_choice)
{
	const struct net_config whitepaper = { .fabric = &geminis, .put_response = 2 };
	const struct net_transfer transfer = { .op = NET_PUT };

	ck_assert_uint_eq(net_sizes(&whitepaper, &transfer, 64).response, 2);
}
END_TEST

/* 5 flits of the NIC, 12 at a tile; 1, 3; 2, 5; 3, 8. Nothing is compressed. */
static const struct {
	enum net_op op;
	unsigned int bytes, request, response;
} flits[] = {
	{ NET_PUT, 64, 12, 3 }, { NET_GET, 64, 3, 12 }, { NET_PUT, 49, 12, 3 },
	{ NET_PUT, 48, 10, 3 }, { NET_PUT, 17, 8, 3 }, { NET_PUT, 1, 5, 3 },
	{ NET_GET, 8, 3, 5 }, { NET_AMO, 8, 5, 5 },
};

START_TEST(an_aries_has_flits)
{
	const struct net_config config = { .fabric = &aries, .put_response = 2 };
	const struct net_transfer transfer = { .op = flits[_i].op, .zero = true };
	struct net_sizes is = net_sizes(&config, &transfer, flits[_i].bytes);

	ck_assert_uint_eq(is.request, flits[_i].request);
	ck_assert_uint_eq(is.response, flits[_i].response);
	ck_assert_uint_eq(net_error_phits(&config), 3);
}
END_TEST

/* An error response must find room wherever a failure may need one. */
START_TEST(slots_have_room_for_error_responses)
{
	const struct net_traffic traffic = { .requests = 1 << NET_PUT };
	const struct net_changes changes = { 0 };
	struct net_config config = { .fabric = &geminis, .put_response = 2 };

	ck_assert_uint_eq(net_slot(&config, &traffic, 1), 2);
	config.changes = &changes;
	ck_assert_uint_eq(net_error_phits(&config), 3);
	ck_assert_uint_eq(net_slot(&config, &traffic, 1), 3);
	ck_assert_uint_eq(net_slot(&config, &traffic, 0), 32);
}
END_TEST

START_TEST(raw_packets_are_as_told_and_unanswered)
{
	const struct net_transfer transfer = { .op = NET_RAW, .phits = 5, .bytes = 1000 };
	struct net_sizes is = net_sizes(&plain, &transfer, 64);

	ck_assert_uint_eq(is.request, 5);
	ck_assert_uint_eq(is.response, 0);
	ck_assert_uint_eq(net_transactions(&transfer), 1000);
}
END_TEST

static const struct {
	uint64_t bytes, transactions;
} transactions[] = {
	{ 0, 0 }, { 1, 1 }, { 63, 1 }, { 64, 1 }, { 65, 2 }, { 128, 2 }, { 200, 4 },
	{ 1 << 20, 16384 }, { UINT64_MAX, 1ull << 58 },
};

START_TEST(transfer_is_cut_into_64_bytes)
{
	struct net_transfer transfer = { .bytes = transactions[_i].bytes, .op = NET_PUT };

	ck_assert_uint_eq(net_transactions(&transfer), transactions[_i].transactions);
	transfer.op = NET_GET;
	ck_assert_uint_eq(net_transactions(&transfer), transactions[_i].transactions);
}
END_TEST

#define PUT	(1 << NET_PUT)
#define GET	(1 << NET_GET)
#define RAW	(1 << NET_RAW)
#define AMO	(1 << NET_AMO)

static const struct {
	unsigned int requests, phits, vc0, vc1;
} slots[] = {
	{ PUT, 0, 256 / 32, 256 / 3 }, { GET, 0, 256 / 8, 256 / 27 },
	{ PUT | GET, 0, 256 / 32, 256 / 27 }, { RAW, 1, 256, 0 }, { RAW, 10, 25, 0 },
	{ RAW | GET, 10, 25, 256 / 27 }, { RAW | GET, 5, 256 / 8, 256 / 27 },
	{ AMO, 0, 256 / 11, 256 / 6 }, { PUT | GET | AMO, 0, 256 / 32, 256 / 27 },
};

START_TEST(slot_takes_the_largest_packet)
{
	const struct net_traffic traffic = {
		.requests = slots[_i].requests, .phits = slots[_i].phits,
	};

	ck_assert_uint_eq(net_credits(&plain, &traffic, 0, 0), slots[_i].vc0);
	ck_assert_uint_eq(net_credits(&plain, &traffic, 1, 0), slots[_i].vc1);
}
END_TEST

START_TEST(slots_are_those_of_the_port)
{
	const struct net_traffic traffic = { .requests = PUT };

	ck_assert_uint_eq(net_credits(&plain, &traffic, 0, 1), 2);
	ck_assert_uint_eq(net_credits(&plain, &traffic, 1, 1), 21);
	ck_assert_uint_eq(net_credits(&plain, &traffic, 0, 2), 128);
}
END_TEST

/* Computed from the page's formula, in Python. */
static const struct {
	uint32_t src, dst;
	unsigned int port, lanes, lane;
} hashes[] = {
	{ 0, 1, 0, 0xff, 1 },
	{ 1, 0, 0, 0xff, 0 },
	{ 0, 1, 1, 0xff, 3 },
	{ 9215, 17, 4, 0xff, 6 },
	{ 5, 6, 2, 0x0f, 3 },
	{ 5, 7, 2, 0x0f, 1 },
	{ 123, 456, 6, 0xff, 7 },
	{ 5, 6, 2, 0x08, 3 },
	{ 5, 6, 0, 0x81, 0 },
};

START_TEST(hash_is_the_pages)
{
	ck_assert_uint_eq(net_hash(hashes[_i].src, hashes[_i].dst, hashes[_i].port,
				   hashes[_i].lanes), hashes[_i].lane);
}
END_TEST

START_TEST(hash_takes_usable_lanes_evenly)
{
	const unsigned int lanes = 0xb6;	/* five of them */
	unsigned int taken[NET_LANES] = { 0 };
	unsigned int lane, src;

	for (src = 0; src < 5000; src++)
		taken[net_hash(src, 2 * src + 1, 3, lanes)]++;
	for (lane = 0; lane < NET_LANES; lane++) {
		/* 1000 each, give or take 5 standard deviations of 28 */
		ck_assert_uint_ge(taken[lane], lanes >> lane & 1 ? 860 : 0);
		ck_assert_uint_le(taken[lane], lanes >> lane & 1 ? 1140 : 0);
	}
}
END_TEST

static unsigned int errors(const struct net_config *config, unsigned int lane)
{
	unsigned int count = 0, number;

	for (number = 0; number < 100000; number++)
		count += net_crc_error(config, 7, 2, lane, number);
	return count;
}

/* Which of a lane's first 32 packets fail at a rate of 1/2, computed in Python. */
static const struct {
	uint64_t seed;
	unsigned int chip, port, lane;
	uint32_t failed;
} failures[] = {
	{ 1, 0, 0, 0, 0x16c6deb2 },
	{ 2, 0, 0, 0, 0x5b125ca2 },
	{ 1, 1, 0, 0, 0x9a70e53f },
	{ 1, 0, 1, 0, 0x72752723 },
	{ 1, 0, 0, 1, 0x8659625f },
	{ 7, 4607, 5, 3, 0x6aadf75b },
	{ 7, 4607, 3, 5, 0x7dce15d2 },
};

START_TEST(crc_errors_are_the_pages)
{
	const struct net_config config = { .seed = failures[_i].seed, .crc_rate = 1u << 31 };
	uint32_t failed = 0;
	unsigned int number;

	for (number = 0; number < 32; number++)
		failed |= (uint32_t)net_crc_error(&config, failures[_i].chip, failures[_i].port,
						  failures[_i].lane, number) << number;
	ck_assert_uint_eq(failed, failures[_i].failed);
}
END_TEST

START_TEST(crc_errors_come_at_their_rate)
{
	struct net_config config = { .seed = 1, .crc_rate = 1u << 22 };	/* 1 in 1024 */

	/* 97.7 expected, standard deviation 9.9 */
	ck_assert_uint_ge(errors(&config, 0), 48);
	ck_assert_uint_le(errors(&config, 0), 147);
	config.crc_rate = 0;
	ck_assert_uint_eq(errors(&config, 0), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net-packet");
	TCase *tcase = tcase_create("packet");

	suite_add_tcase(suite, tcase);
	tcase_add_loop_test(tcase, size_is_the_papers, 0, sizeof(sizes) / sizeof(*sizes));
	tcase_add_test(tcase, zeros_travel_whole_uncompressed);
	tcase_add_test(tcase, put_response_is_a_choice);
	tcase_add_test(tcase, slots_have_room_for_error_responses);
	tcase_add_loop_test(tcase, an_aries_has_flits, 0, sizeof(flits) / sizeof(*flits));
	tcase_add_test(tcase, raw_packets_are_as_told_and_unanswered);
	tcase_add_loop_test(tcase, transfer_is_cut_into_64_bytes, 0,
			    sizeof(transactions) / sizeof(*transactions));
	tcase_add_loop_test(tcase, slot_takes_the_largest_packet, 0,
			    sizeof(slots) / sizeof(*slots));
	tcase_add_test(tcase, slots_are_those_of_the_port);
	tcase_add_loop_test(tcase, hash_is_the_pages, 0, sizeof(hashes) / sizeof(*hashes));
	tcase_add_test(tcase, hash_takes_usable_lanes_evenly);
	tcase_add_loop_test(tcase, crc_errors_are_the_pages, 0,
			    sizeof(failures) / sizeof(*failures));
	tcase_add_test(tcase, crc_errors_come_at_their_rate);
	return suite_run(suite);
}
