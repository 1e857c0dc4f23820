// SPDX-License-Identifier: GPL-2.0-only
/* Patterns of traffic, and MPI messages as transfers. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "netsim/pattern.h"
#include "suite.h"

#define NODES	1024

static struct topo topo;
static struct net_traffic traffic;

static struct traffic_pattern puts_of(const char *name)
{
	return (struct traffic_pattern){
		.kind = kind_of(name),
		.each = { .op = NET_PUT, .bytes = 64 },
		.gap = 100,
		.until = NET_FOREVER,
		.seed = 7,
	};
}

static void start(const char *name, const struct traffic_pattern *pattern)
{
	ck_assert_int_eq(topo_parse(&topo, name), 0);
	ck_assert_int_eq(traffic_pattern(&topo, pattern, &traffic), 0);
}

static bool next(uint32_t node, struct net_transfer *transfer)
{
	return traffic.next(traffic.context, node, transfer);
}

/* A node's first destination; itself, if it has none. */
static uint32_t partner(uint32_t node)
{
	struct net_transfer transfer = { 0 };

	return next(node, &transfer) ? transfer.node : node;
}

static const struct {
	const char *kind;
	const char *topo;
	unsigned int from, to;
} permuted[] = {
	/* chip x + 4 y: (1,0) to (0,1), (3,2) to (2,3) */
	{ "transpose", "4x4", 1, 4 }, { "transpose", "4x4", 11, 14 },
	{ "transpose", "4x4", 5, 5 },
	/* x + 3 y + 9 z: (1,0,2) to (0,2,1) */
	{ "transpose", "3x3x3", 19, 15 },
	/* by half of the dimensions: 0001 to 0100, 0011 to 1100, 00001 to 01000 */
	{ "transpose", "hypercube:4", 1, 4 }, { "transpose", "hypercube:4", 3, 12 },
	{ "transpose", "hypercube:5", 1, 8 }, { "transpose", "mesh:2x2x2x2", 1, 4 },
	{ "complement", "4x4", 0, 15 }, { "complement", "4x4", 5, 10 },
	{ "reverse", "4x4", 1, 8 }, { "reverse", "4x4", 11, 13 },
	{ "shuffle", "4x4", 1, 2 }, { "shuffle", "4x4", 9, 3 },
	{ "shuffle", "4x4", 15, 15 },
	{ "neighbour", "4x4", 0, 5 }, { "neighbour", "4x4", 15, 0 },
	/* 2 further of 5, 1 of 4, 1 of 3 */
	{ "tornado", "5x5", 0, 12 }, { "tornado", "4x3", 11, 0 },
};

START_TEST(partner_is_literal)
{
	const struct traffic_pattern pattern = puts_of(permuted[_i].kind);

	start(permuted[_i].topo, &pattern);
	ck_assert_uint_eq(partner(2 * permuted[_i].from), 2 * permuted[_i].to);
	ck_assert_uint_eq(partner(2 * permuted[_i].from + 1), 2 * permuted[_i].to + 1);
	traffic_free(&traffic);
}
END_TEST

/* A row says where it is allowed, why not elsewhere, and in one way which nodes it pairs. */
START_TEST(row_is_whole)
{
	const struct traffic_kind *kind = &traffic_kinds[_i];

	ck_assert_msg(kind->help, "%s has no help", kind->name);
	ck_assert_msg(!kind->fits == !kind->needs, "%s: needs and fits", kind->name);
	ck_assert_msg(!!kind->partner + kind->circle + kind->hot <= 1, "%s: two kinds of partner",
		      kind->name);
	ck_assert_msg(kind_of(kind->name) == kind, "%s stands twice", kind->name);
}
END_TEST

START_TEST(permutation_is_one)
{
	const struct traffic_pattern pattern = puts_of(traffic_kinds[_i].name);
	bool taken[NODES] = { false };
	uint32_t node, to;

	if (!pattern.kind->partner && !pattern.kind->circle)
		return;
	start("4x4x4", &pattern);
	for (node = 0; node < 128; node++) {
		to = partner(node);
		ck_assert_msg(!taken[to], "%s: two send to node %u", pattern.kind->name, to);
		taken[to] = true;
		ck_assert(partner(node) == to);
		ck_assert(!pattern.kind->circle || to != node);
	}
	traffic_free(&traffic);
}
END_TEST

START_TEST(pattern_that_does_not_fit_is_refused)
{
	const struct traffic_pattern rotated = puts_of("transpose");
	const struct traffic_pattern bits = puts_of("reverse");
	const struct traffic_pattern still = puts_of("tornado");
	struct traffic_pattern hot = puts_of("hot");
	struct traffic_pattern endless = puts_of("uniform");

	hot.hot = 24;
	endless.gap = 0;
	topo_parse(&topo, "mesh:2x2");
	ck_assert_int_eq(traffic_pattern(&topo, &still, &traffic), -EINVAL);
	topo_parse(&topo, "4x3");
	ck_assert_int_eq(traffic_pattern(&topo, &rotated, &traffic), -EINVAL);
	ck_assert_int_eq(traffic_pattern(&topo, &bits, &traffic), -EINVAL);
	ck_assert_int_eq(traffic_pattern(&topo, &hot, &traffic), -EINVAL);
	ck_assert_int_eq(traffic_pattern(&topo, &endless, &traffic), -EINVAL);
	/* 2^-16 cycles are one time of a source: below, time stands still */
	endless.gap = 0.999999 / 65536;
	ck_assert_int_eq(traffic_pattern(&topo, &endless, &traffic), -EINVAL);
	endless.gap = 1.0 / 65536;
	ck_assert_int_eq(traffic_pattern(&topo, &endless, &traffic), 0);
	traffic_free(&traffic);
	endless.gap = NAN;
	ck_assert_int_eq(traffic_pattern(&topo, &endless, &traffic), -EINVAL);
}
END_TEST

/* 3100 to 31 others: 100 each, standard deviation 10. */
START_TEST(uniform_reaches_all_others_alike)
{
	const struct traffic_pattern pattern = puts_of("uniform");
	unsigned int count[32] = { 0 }, i;

	start("4x4", &pattern);
	for (i = 0; i < 3100; i++)
		count[partner(5)]++;
	for (i = 0; i < 32; i++) {
		ck_assert_uint_ge(count[i], i == 5 ? 0 : 50);
		ck_assert_uint_le(count[i], i == 5 ? 0 : 150);
	}
	traffic_free(&traffic);
}
END_TEST

/* A quarter, and 1 in 31 of the rest: 0.274 of 4000 is 1097, standard deviation 28. */
START_TEST(hot_node_gets_its_share)
{
	struct traffic_pattern pattern = puts_of("hot");
	unsigned int count = 0, i;

	pattern.hot = 9;
	pattern.share = 1u << 30;
	start("4x4", &pattern);
	for (i = 0; i < 4000; i++) {
		count += partner(3) == 9;
		ck_assert_uint_ne(partner(9), 9);
	}
	ck_assert_uint_ge(count, 957);
	ck_assert_uint_le(count, 1237);
	traffic_free(&traffic);
}
END_TEST

/*
 * Exponential: the standard deviation is the mean. With 20000 samples they are known to 0.7 % and
 * 1.4 %.
 */
START_TEST(gaps_are_exponential)
{
	const struct traffic_pattern pattern = puts_of("uniform");
	double gap, sum = 0, squares = 0;
	struct net_transfer transfer;
	uint64_t last = 0;
	unsigned int i;

	start("4x4", &pattern);
	for (i = 0; i < 20000; i++) {
		ck_assert(next(1, &transfer));
		ck_assert_uint_ge(transfer.cycle, last);
		gap = transfer.cycle - last;
		sum += gap;
		squares += gap * gap;
		last = transfer.cycle;
	}
	ck_assert_double_eq_tol(sum / 20000, 100, 4);
	ck_assert_double_eq_tol(sqrt(squares / 20000 - sum * sum / 4e8), 100, 8);
	traffic_free(&traffic);
}
END_TEST

START_TEST(pattern_ends_by_count_and_by_cycle)
{
	struct traffic_pattern pattern = puts_of("uniform");
	struct net_transfer transfer = { 0 };
	unsigned int count = 0;

	pattern.count = 3;
	start("4x4", &pattern);
	ck_assert(next(0, &transfer) && next(0, &transfer) && next(0, &transfer));
	ck_assert(!next(0, &transfer) && next(1, &transfer));
	traffic_free(&traffic);
	pattern.count = 0;
	pattern.until = 10000;
	start("4x4", &pattern);
	for (; next(0, &transfer); count++)
		ck_assert_uint_lt(transfer.cycle, 10000);
	/* 100 expected, standard deviation 10 */
	ck_assert_uint_ge(count, 50);
	ck_assert_uint_le(count, 150);
	traffic_free(&traffic);
}
END_TEST

/*
 * Seed 7, 32 nodes, a mean of 100 cycles; in Python, from the page: of a node's stream the gap
 * comes first, then whether it is the hot one's turn, then who else.
 */
static const struct {
	const char *kind;
	uint32_t node;
	struct {
		uint64_t cycle;
		uint32_t node;
	} first[4];
} streams[] = {
	{ "uniform", 0, { { 286, 16 }, { 377, 23 }, { 381, 24 }, { 407, 1 } } },
	{ "uniform", 17, { { 10, 26 }, { 54, 13 }, { 337, 1 }, { 472, 19 } } },
	{ "hot", 0, { { 286, 9 }, { 377, 1 }, { 462, 9 }, { 534, 9 } } },
	{ "hot", 9, { { 286, 5 }, { 343, 6 }, { 360, 14 }, { 406, 19 } } },
};

START_TEST(stream_is_the_pages)
{
	struct traffic_pattern pattern = puts_of(streams[_i].kind);
	struct net_transfer transfer;
	unsigned int i;

	pattern.hot = 9;
	pattern.share = 1u << 31;
	start("4x4", &pattern);
	for (i = 0; i < 4; i++) {
		ck_assert(next(streams[_i].node, &transfer));
		ck_assert_uint_eq(transfer.cycle, streams[_i].first[i].cycle);
		ck_assert_uint_eq(transfer.node, streams[_i].first[i].node);
	}
	traffic_free(&traffic);
}
END_TEST

/* Partners of 8 nodes, by seed. */
static const struct {
	uint64_t seed;
	uint32_t partner[8];
} circles[] = {
	{ 7, { 4, 5, 3, 1, 7, 0, 2, 6 } }, { 8, { 5, 3, 7, 4, 6, 2, 0, 1 } },
};

START_TEST(circle_is_the_pages)
{
	struct traffic_pattern pattern = puts_of("random");
	uint32_t node;

	pattern.seed = circles[_i].seed;
	start("2x2", &pattern);
	for (node = 0; node < 8; node++)
		ck_assert_uint_eq(partner(node), circles[_i].partner[node]);
	traffic_free(&traffic);
}
END_TEST

#define EACH	20

static void record(const struct traffic_pattern *pattern, bool backward,
		   struct net_transfer (*all)[EACH])
{
	unsigned int i, n;

	start("4x4", pattern);
	for (i = 0; i < 32 * EACH; i++) {
		n = backward ? 31 - i % 32 : i / EACH;
		ck_assert(next(n, &all[n][backward ? i / 32 : i % EACH]));
	}
	traffic_free(&traffic);
}

START_TEST(order_of_calls_changes_nothing)
{
	struct net_transfer one[32][EACH] = { 0 }, other[32][EACH] = { 0 };
	struct traffic_pattern pattern = puts_of("uniform");

	record(&pattern, false, one);
	record(&pattern, true, other);
	ck_assert(!memcmp(one, other, sizeof(one)));
	pattern.seed++;
	record(&pattern, true, other);
	ck_assert(memcmp(one, other, sizeof(one)));
}
END_TEST

/* --- MPI ------------------------------------------------------------------ */

/* Transfers of a message, by op, bytes and who issues them. */
static const struct {
	uint64_t bytes;
	unsigned int count;
	struct {
		enum net_op op;
		uint64_t bytes;
		bool pulled;
	} parts[MPI_PARTS];
} messages[] = {
	{ 1, 1, { { NET_PUT, 64, false } } },
	{ 16, 1, { { NET_PUT, 64, false } } },
	{ 17, 2, { { NET_PUT, 64, false }, { NET_PUT, 17, false } } },
	{ 4096, 2, { { NET_PUT, 64, false }, { NET_PUT, 4096, false } } },
	{ 4097, 2, { { NET_PUT, 64, false }, { NET_GET, 4097, true } } },
	{ 262144, 2, { { NET_PUT, 64, false }, { NET_GET, 262144, true } } },
	{ 524288, 3, { { NET_PUT, 64, false }, { NET_PUT, 524288, false },
		       { NET_GET, 128, true } } },
};

START_TEST(message_goes_by_its_protocol)
{
	struct mpi_part parts[MPI_PARTS];
	unsigned int count, i;

	count = mpi_message(&mpi_cray, messages[_i].bytes, true, parts);
	ck_assert_uint_eq(count, messages[_i].count);
	for (i = 0; i < count; i++) {
		ck_assert_uint_eq(parts[i].transfer.op, messages[_i].parts[i].op);
		ck_assert_uint_eq(parts[i].transfer.bytes, messages[_i].parts[i].bytes);
		ck_assert_uint_eq(parts[i].pulled, messages[_i].parts[i].pulled);
		ck_assert_uint_eq(parts[i].transfer.zero, i == 1);
	}
}
END_TEST

/* --- several patterns --- */

#define BURST	50
#define PAUSE	200

/* A pattern whose transfers are told from others' by their bytes. */
static struct traffic_pattern marked(const char *name, uint64_t bytes)
{
	struct traffic_pattern pattern = puts_of(name);

	pattern.each.bytes = bytes;
	pattern.seed = bytes;
	pattern.until = 20000;
	return pattern;
}

/* The transfers of several patterns are those of each alone, in the order of cycles. */
START_TEST(patterns_are_merged)
{
	const struct traffic_pattern list[] = { marked("uniform", 8), marked("random", 16) };
	struct net_transfer transfer, alone;
	struct net_traffic each[2];
	uint64_t cycle = 0;
	unsigned int i, sent = 0;

	ck_assert_int_eq(topo_parse(&topo, "4x4"), 0);
	for (i = 0; i < 2; i++)
		ck_assert_int_eq(traffic_pattern(&topo, &list[i], &each[i]), 0);
	ck_assert_int_eq(traffic_patterns(&topo, list, 2, &traffic), 0);
	for (; next(3, &transfer); sent++) {
		i = transfer.bytes == 16;
		ck_assert(each[i].next(each[i].context, 3, &alone));
		ck_assert_uint_eq(transfer.cycle, alone.cycle);
		ck_assert_uint_eq(transfer.node, alone.node);
		ck_assert_uint_ge(transfer.cycle, cycle);
		cycle = transfer.cycle;
	}
	ck_assert_uint_gt(sent, 200);
	for (i = 0; i < 2; i++) {
		ck_assert(!each[i].next(each[i].context, 3, &alone));
		traffic_free(&each[i]);
	}
	traffic_free(&traffic);
}
END_TEST

START_TEST(patterns_ask_for_what_each_needs)
{
	struct traffic_pattern list[] = { marked("uniform", 8), marked("uniform", 1) };

	list[1].each = (struct net_transfer){ .op = NET_RAW, .bytes = 1, .phits = 9 };
	ck_assert_int_eq(topo_parse(&topo, "4x4"), 0);
	ck_assert_int_eq(traffic_patterns(&topo, list, 2, &traffic), 0);
	ck_assert_uint_eq(traffic.requests, 1 << NET_PUT | 1 << NET_RAW);
	ck_assert_uint_eq(traffic.phits, 9);
	traffic_free(&traffic);
	list[1].gap = -1;
	ck_assert_int_eq(traffic_patterns(&topo, list, 2, &traffic), -EINVAL);
}
END_TEST

/* Bursts of 50 cycles with 200 between them, from cycle 1000 on: the gaps of no bursts, moved. */
START_TEST(bursts_are_moved_apart)
{
	struct traffic_pattern pattern = marked("uniform", 8), plain = pattern;
	struct net_transfer transfer, alone;
	struct net_traffic whole;
	unsigned int sent = 0;

	pattern.from = 1000;
	pattern.on = BURST;
	pattern.off = PAUSE;
	plain.until = NET_FOREVER;
	start("4x4", &pattern);
	ck_assert_int_eq(traffic_pattern(&topo, &plain, &whole), 0);
	for (; next(3, &transfer); sent++) {
		ck_assert(whole.next(whole.context, 3, &alone));
		ck_assert_uint_eq(transfer.cycle, 1000 + alone.cycle + alone.cycle / BURST * PAUSE);
		ck_assert_uint_lt((transfer.cycle - 1000) % (BURST + PAUSE), BURST);
	}
	/* 76 periods, of half a transfer each */
	ck_assert_uint_gt(sent, 20);
	ck_assert_uint_lt(sent, 60);
	traffic_free(&whole);
	traffic_free(&traffic);
}
END_TEST

START_TEST(pauses_beyond_all_time_end_a_pattern)
{
	struct traffic_pattern pattern = marked("uniform", 8);
	struct net_transfer transfer;

	pattern.until = NET_FOREVER;
	pattern.on = 1;
	pattern.off = 1ull << 63;
	start("4x4", &pattern);
	while (next(3, &transfer))
		ck_assert_uint_eq(transfer.cycle % pattern.off, 0);
	traffic_free(&traffic);
}
END_TEST

START_TEST(other_nodes_are_silent)
{
	struct traffic_pattern pattern = marked("uniform", 8);
	bool sends[32] = { [5] = true };
	struct net_transfer transfer;
	uint32_t node;

	pattern.sends = sends;
	start("4x4", &pattern);
	for (node = 0; node < 32; node++)
		ck_assert_int_eq(next(node, &transfer), node == 5);
	traffic_free(&traffic);
}
END_TEST

#define LENGTH(array)	((int)(sizeof(array) / sizeof(*(array))))

int main(void)
{
	Suite *suite = suite_create("net-traffic");
	TCase *tcase = tcase_create("traffic");

	suite_add_tcase(suite, tcase);
	tcase_add_loop_test(tcase, partner_is_literal, 0, LENGTH(permuted));
	tcase_add_loop_test(tcase, row_is_whole, 0, kinds_count());
	tcase_add_loop_test(tcase, permutation_is_one, 0, kinds_count());
	tcase_add_test(tcase, pattern_that_does_not_fit_is_refused);
	tcase_add_test(tcase, uniform_reaches_all_others_alike);
	tcase_add_test(tcase, hot_node_gets_its_share);
	tcase_add_test(tcase, gaps_are_exponential);
	tcase_add_test(tcase, pattern_ends_by_count_and_by_cycle);
	tcase_add_loop_test(tcase, stream_is_the_pages, 0, LENGTH(streams));
	tcase_add_loop_test(tcase, circle_is_the_pages, 0, LENGTH(circles));
	tcase_add_test(tcase, order_of_calls_changes_nothing);
	tcase_add_test(tcase, patterns_are_merged);
	tcase_add_test(tcase, patterns_ask_for_what_each_needs);
	tcase_add_test(tcase, bursts_are_moved_apart);
	tcase_add_test(tcase, pauses_beyond_all_time_end_a_pattern);
	tcase_add_test(tcase, other_nodes_are_silent);
	tcase_add_loop_test(tcase, message_goes_by_its_protocol, 0, LENGTH(messages));
	return suite_run(suite);
}
