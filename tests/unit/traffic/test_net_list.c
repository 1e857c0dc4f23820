// SPDX-License-Identifier: GPL-2.0-only
/* Traffic from a text. */
#include <errno.h>
#include <stdlib.h>

#include "netsim/traffic/traffic.h"
#include "suite.h"

static struct net_fabric fabric;
static struct net_traffic traffic;
static struct traffic_error error;

static int list(const char *text, size_t size)
{
	FILE *file = fmemopen((char *)text, size, "r");
	int err;

	ck_assert_int_eq(topo_parse(&fabric.topo, "4x4"), 0);
	err = traffic_list(file, "jobs.txt", &fabric, &mpi_cray, &traffic, &error);
	fclose(file);
	return err;
}

static void expect(uint32_t node, uint64_t cycle, enum net_op op, uint32_t to, uint64_t bytes,
		   bool zero)
{
	struct net_transfer is = { 0 };

	ck_assert(traffic.next(traffic.context, node, &is));
	ck_assert_uint_eq(is.cycle, cycle);
	ck_assert_uint_eq(is.op, op);
	ck_assert_uint_eq(is.node, to);
	ck_assert_uint_eq(is.bytes, bytes);
	ck_assert_uint_eq(is.zero, zero);
}

static void expect_end(uint32_t node)
{
	struct net_transfer transfer;

	ck_assert(!traffic.next(traffic.context, node, &transfer));
}

static const char text[] =
	"# who whom what\n"
	"\n"
	"3 7 100 at 50 zero\n"
	"  3\t8 200 get at 20   # first of node 3\n"
	"31 0 1\n"
	"3 9 300 zero put at 20\n"
	"0 3 5000 mpi at 30\n"
	"0 1 4503599627370496 at 4503599627370496";

START_TEST(lines_become_transfers_in_order_of_time)
{
	ck_assert_int_eq(list(text, strlen(text)), 0);
	ck_assert_uint_eq(traffic.requests, 1 << NET_PUT | 1 << NET_GET);
	expect(3, 20, NET_GET, 8, 200, false);
	expect(3, 20, NET_PUT, 9, 300, true);
	/* 5000 bytes are fetched: the header is sender's, the GET receiver's */
	expect(3, 30, NET_GET, 0, 5000, false);
	expect(3, 50, NET_PUT, 7, 100, true);
	expect_end(3);
	expect(0, 30, NET_PUT, 3, 64, false);
	expect(0, NET_LAST_CYCLE, NET_PUT, 1, 1ULL << 52, false);
	expect_end(0);
	expect(31, 0, NET_PUT, 0, 1, false);
	expect_end(31);
	expect_end(5);
	traffic_free(&traffic);
}
END_TEST

START_TEST(empty_list_is_no_traffic)
{
	ck_assert_int_eq(list("# nobody\n", 9), 0);
	ck_assert_uint_eq(traffic.requests, 0);
	expect_end(0);
	traffic_free(&traffic);
}
END_TEST

static const struct {
	const char *text, *reason;
} wrong[] = {
	{ "x 1 8", "the first number is no node of the system" },
	{ "32 1 8", "the first number is no node of the system" },
	{ "-1 1 8", "the first number is no node of the system" },
	{ "0 32 8", "the second number is no node of the system" },
	{ "0", "the second number is no node of the system" },
	{ "0 1", "the third number is no count of bytes, 1 to 2^52" },
	{ "0 1 0", "the third number is no count of bytes, 1 to 2^52" },
	{ "0 1 4503599627370497", "the third number is no count of bytes, 1 to 2^52" },
	{ "0 1 18446744073709551616", "the third number is no count of bytes, 1 to 2^52" },
	{ "0 1 8 at", "after \"at\" is no cycle" },
	{ "0 1 8 at soon", "after \"at\" is no cycle" },
	{ "0 1 8 at 4503599627370497", "after \"at\" is a cycle above 2^52" },
	{ "0 1 8 at 18446744073709551615", "after \"at\" is a cycle above 2^52" },
	{ "0 1 8 at 1 at 1", "two times" },
	{ "0 1 8 zero zero", "twice \"zero\"" },
	{ "0 1 8 put get", "two of put, get and mpi" },
	{ "0 1 8 9", "a word that is none of put, get, mpi, at and zero" },
};

START_TEST(bad_line_is_told_with_number_and_reason)
{
	char buf[128];
	int length;

	length = snprintf(buf, sizeof(buf), "0 1 8\n# fine\n%s\n0 1 8\n", wrong[_i].text);
	ck_assert_int_eq(list(buf, length), -EINVAL);
	ck_assert_str_eq(error.file, "jobs.txt");
	ck_assert_uint_eq(error.line, 3);
	ck_assert_str_eq(error.reason, wrong[_i].reason);
}
END_TEST

START_TEST(byte_of_0_is_no_text)
{
	ck_assert_int_eq(list("0 1 8\0 9\n", 9), -EINVAL);
	ck_assert_uint_eq(error.line, 1);
	ck_assert_str_eq(error.reason, "a byte of 0");
}
END_TEST

/* A line of 4 chips without its second link up: nodes 2 and 3 do not reach 4 and 5. */
START_TEST(line_without_a_way_is_told)
{
	static const char *const bad[] = { "2 4 8", "5 3 8 get", "0 7 8 mpi" };
	static uint8_t failed[2 * 4] = { [2 * 1] = 3 };
	FILE *file;
	int i;

	ck_assert_int_eq(topo_parse(&fabric.topo, "mesh:4"), 0);
	fabric.lanes[0] = 2;
	fabric.lanes[1] = 2;
	fabric.failed = failed;
	for (i = 0; i < 3; i++) {
		char buf[64];

		snprintf(buf, sizeof(buf), "0 2 8\n4 7 8\n%s\n", bad[i]);
		file = fmemopen(buf, strlen(buf), "r");
		ck_assert_int_eq(traffic_list(file, "jobs.txt", &fabric, &mpi_cray, &traffic,
					      &error), -EINVAL);
		fclose(file);
		ck_assert_uint_eq(error.line, 3);
		ck_assert_str_eq(error.reason,
				 "no way is left between the two nodes: too much has failed");
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net-list");
	TCase *tcase = tcase_create("list");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, lines_become_transfers_in_order_of_time);
	tcase_add_test(tcase, empty_list_is_no_traffic);
	tcase_add_loop_test(tcase, bad_line_is_told_with_number_and_reason, 0,
			    sizeof(wrong) / sizeof(*wrong));
	tcase_add_test(tcase, byte_of_0_is_no_text);
	tcase_add_test(tcase, line_without_a_way_is_told);
	return suite_run(suite);
}
