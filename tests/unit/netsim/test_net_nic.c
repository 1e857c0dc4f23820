// SPDX-License-Identifier: GPL-2.0-only
/* Counts of NICs (net_nic()). The plain reference counts the same: test_net_random.c. */
#include <string.h>

#include "netsim/scenario.h"
#include "netsim/traffic/traffic.h"
#include "suite.h"

static struct scenario net;

static void setup(void)
{
	scenario_gemini(&net, "3x4x3");
}

static void teardown(void)
{
	scenario_end(&net);
}

/* Send transfers of all classes from all nodes, seldom to the same chip. */
static void everybody_sends(void)
{
	uint32_t nodes = topo_nodes(&net.fabric.topo), node;
	struct net_transfer transfer;
	unsigned int i;

	for (node = 0; node < nodes; node++) {
		for (i = 0; i < 8; i++) {
			transfer = (struct net_transfer){
				.op = i % 4 < 2 ? NET_PUT : NET_GET, .bte = i % 2,
				.node = (node * 7 + i * 5 + 1) % nodes, .bytes = 40 + 100 * i,
			};
			scenario_send(&net, node, transfer);
		}
		scenario_send(&net, node, AMO((node * 7 + 3) % nodes));
	}
}

static struct net_nic_packets sum_of(const struct run *run, uint32_t node, enum net_nic_way way)
{
	struct net_nic nic = run_nic(run, node);
	struct net_nic_packets sum = { 0 };
	unsigned int class;

	for (class = 0; class < NET_CLASSES; class++) {
		sum.packets += nic.at[way][class].packets;
		sum.phits += nic.at[way][class].phits;
		sum.data += nic.at[way][class].data;
		sum.bytes += nic.at[way][class].bytes;
		sum.transfers += nic.at[way][class].transfers;
		sum.waited += nic.at[way][class].waited;
		sum.latency += nic.at[way][class].latency;
	}
	return sum;
}

/* --- NICs and host tiles --- */

static void chip_agrees(const struct run *run, unsigned int chip)
{
	static const enum net_nic_way sent[] = { NET_REQUESTS_SENT, NET_RESPONSES_SENT };
	unsigned int nics = topo_nics(&net.fabric.topo), host = topo_ports(&net.fabric.topo);
	struct net_nic_packets sum;
	uint64_t packets, phits;
	unsigned int kind, i;

	for (kind = 0; kind < 2; kind++) {
		packets = run_link(run, chip, host, NET_VC0_PACKETS + kind);
		phits = run_link(run, chip, host, NET_VC0_PHITS + kind);
		for (i = 0; i < nics; i++) {
			sum = sum_of(run, chip * nics + i, sent[kind]);
			packets -= sum.packets;
			phits -= sum.phits;
		}
		ck_assert_msg(!packets && !phits,
			      "chip %u, VC%u: host tiles saw %ld packets and %ld phits more",
			      chip, kind, packets, phits);
	}
}

static const char *const machines[] = { "torus:3x4x3", "mesh:4x4", "dragonfly:2x3x2" };

#define MACHINES (sizeof(machines) / sizeof(*machines))

START_TEST(what_nics_sent_is_what_host_tiles_saw)
{
	struct run *run;
	uint64_t cycle;
	unsigned int chip;

	scenario_end(&net);
	scenario_even(&net, machines[_i], 4, 160);
	everybody_sends();
	run = run_start(&net, EVENT);
	for (cycle = 100; !run_idle(run); cycle += 100) {
		ck_assert_int_eq(run_until(run, cycle), 0);
		for (chip = 0; chip < net.fabric.topo.chips; chip++)
			chip_agrees(run, chip);
	}
	ck_assert_uint_gt(run_hosts(run, NET_VC1_PACKETS), 0);
	run_end(run);
}
END_TEST

static struct net_nic_packets everywhere(const struct run *run, enum net_nic_way way,
					 enum net_class class)
{
	struct net_nic_packets sum = { 0 }, nic;
	uint32_t node;

	for (node = 0; node < topo_nodes(&net.fabric.topo); node++) {
		nic = run_nic(run, node).at[way][class];
		sum.packets += nic.packets;
		sum.phits += nic.phits;
		sum.data += nic.data;
		sum.bytes += nic.bytes;
	}
	return sum;
}

START_TEST(what_some_nics_send_others_receive)
{
	struct net_nic_packets sent, received;
	enum net_class class;
	struct run *run;

	everybody_sends();
	run = run_all(&net, EVENT);
	for (class = 0; class < NET_UNANSWERED; class++) {
		sent = everywhere(run, NET_REQUESTS_SENT, class);
		received = everywhere(run, NET_REQUESTS_RECEIVED, class);
		ck_assert_uint_gt(sent.packets, 0);
		ck_assert_mem_eq(&sent, &received, sizeof(sent));
		sent = everywhere(run, NET_RESPONSES_SENT, class);
		received = everywhere(run, NET_RESPONSES_RECEIVED, class);
		ck_assert_mem_eq(&sent, &received, sizeof(sent));
	}
	run_end(run);
}
END_TEST

START_TEST(each_request_has_a_response)
{
	struct net_nic nic;
	enum net_class class;
	struct run *run;

	everybody_sends();
	run = run_all(&net, EVENT);
	nic = run_nic(run, 5);
	for (class = 0; class < NET_UNANSWERED; class++) {
		ck_assert_uint_gt(nic.at[NET_REQUESTS_SENT][class].packets, 0);
		ck_assert_uint_eq(nic.at[NET_RESPONSES_RECEIVED][class].packets,
				  nic.at[NET_REQUESTS_SENT][class].packets);
		ck_assert_uint_eq(nic.at[NET_RESPONSES_SENT][class].packets,
				  nic.at[NET_REQUESTS_RECEIVED][class].packets);
	}
	run_end(run);
}
END_TEST

/* --- what counts --- */

static void expect(const struct run *run, uint32_t node, enum net_nic_way way,
		   enum net_class class, struct net_nic_packets expected)
{
	struct net_nic_packets is = run_nic(run, node).at[way][class];

	is.latency = 0;
	ck_assert_msg(!memcmp(&is, &expected, sizeof(is)),
		      "node %u, way %u: packets %lu phits %lu data %lu bytes %lu transfers %lu waited %lu ordered %lu",
		      node, way, is.packets, is.phits, is.data, is.bytes, is.transfers, is.waited,
		      is.ordered);
}

/* 3 transactions of 64 bytes, one of 8; and one of 40. */
#define PUT_SIZES	.sized = { [8] = 3, [1] = 1, [5] = 1 }

START_TEST(a_put_counts_its_payload_with_the_request)
{
	struct run *run;

	scenario_send(&net, 0, PUT(4, 200));
	scenario_send(&net, 0, PUT(4, 40));
	run = run_all(&net, _i);
	expect(run, 0, NET_REQUESTS_SENT, NET_FMA_PUT, (struct net_nic_packets){
		.packets = 5, .phits = 3 * 32 + 11 + 23, .data = 12 + 1 + 3, .bytes = 240,
		.transfers = 2, PUT_SIZES });
	expect(run, 4, NET_REQUESTS_RECEIVED, NET_FMA_PUT, (struct net_nic_packets){
		.packets = 5, .phits = 3 * 32 + 11 + 23, .data = 12 + 1 + 3, .bytes = 240,
		PUT_SIZES });
	expect(run, 4, NET_RESPONSES_SENT, NET_FMA_PUT, (struct net_nic_packets){
		.packets = 5, .phits = 15, .sized = { 5 } });
	expect(run, 0, NET_RESPONSES_RECEIVED, NET_FMA_PUT, (struct net_nic_packets){
		.packets = 5, .phits = 15, .sized = { 5 } });
	run_end(run);
}
END_TEST

START_TEST(a_get_counts_its_payload_with_the_response)
{
	struct net_transfer get = GET(4, 104);
	struct run *run;

	get.bte = true;
	scenario_send(&net, 0, get);
	run = run_all(&net, _i);
	expect(run, 0, NET_REQUESTS_SENT, NET_BTE_GET, (struct net_nic_packets){
		.packets = 2, .phits = 16, .transfers = 1, .sized = { 2 } });
	expect(run, 4, NET_REQUESTS_RECEIVED, NET_BTE_GET, (struct net_nic_packets){
		.packets = 2, .phits = 16, .sized = { 2 } });
	expect(run, 4, NET_RESPONSES_SENT, NET_BTE_GET, (struct net_nic_packets){
		.packets = 2, .phits = 27 + 18, .data = 4 + 3, .bytes = 104,
		.sized = { [8] = 1, [5] = 1 } });
	expect(run, 0, NET_RESPONSES_RECEIVED, NET_BTE_GET, (struct net_nic_packets){
		.packets = 2, .phits = 27 + 18, .data = 4 + 3, .bytes = 104,
		.sized = { [8] = 1, [5] = 1 } });
	run_end(run);
}
END_TEST

/* Compression shortens packets, not their payload: a NIC's flits are counted before it. */
START_TEST(zeros_are_payload_like_any_other)
{
	struct net_transfer zeros = PUT(4, 64);
	struct run *run;

	zeros.zero = true;
	scenario_send(&net, 0, zeros);
	run = run_all(&net, _i);
	expect(run, 0, NET_REQUESTS_SENT, NET_FMA_PUT, (struct net_nic_packets){
		.packets = 1, .phits = 16, .data = 4, .bytes = 64, .transfers = 1,
		.sized = { [8] = 1 } });
	run_end(run);
}
END_TEST

START_TEST(what_nobody_answers_is_a_class_of_its_own)
{
	struct run *run;

	scenario_send(&net, 0, RAW(4, 3, 9));
	run = run_all(&net, _i);
	expect(run, 0, NET_REQUESTS_SENT, NET_UNANSWERED, (struct net_nic_packets){
		.packets = 3, .phits = 27, .transfers = 1, .sized = { 3 } });
	expect(run, 4, NET_REQUESTS_RECEIVED, NET_UNANSWERED, (struct net_nic_packets){
		.packets = 3, .phits = 27, .sized = { 3 } });
	expect(run, 4, NET_RESPONSES_SENT, NET_FMA_PUT, (struct net_nic_packets){ 0 });
	run_end(run);
}
END_TEST

/* The header, in one packet of FMA; 16,384 of the engine with 4 flits of data; 4 GETs served. */
START_TEST(a_message_of_one_mebibyte)
{
	struct mpi_part parts[MPI_PARTS];
	unsigned int count = mpi_message(&mpi_cray, 1 << 20, false, parts), i;
	struct net_nic nic;
	struct run *run;

	for (i = 0; i < count; i++) {
		parts[i].transfer.node = parts[i].pulled ? 0 : 9;
		scenario_send(&net, parts[i].pulled ? 9 : 0, parts[i].transfer);
	}
	run = run_all(&net, EVENT);
	nic = run_nic(run, 0);
	ck_assert_uint_eq(nic.at[NET_REQUESTS_SENT][NET_BTE_PUT].packets, 16384);
	ck_assert_uint_eq(nic.at[NET_REQUESTS_SENT][NET_BTE_PUT].packets +
			  nic.at[NET_REQUESTS_SENT][NET_BTE_PUT].data, 81920);
	ck_assert_uint_eq(nic.at[NET_REQUESTS_SENT][NET_FMA_PUT].packets, 1);
	ck_assert_uint_eq(nic.at[NET_REQUESTS_RECEIVED][NET_FMA_GET].packets, 4);
	ck_assert_uint_eq(nic.at[NET_RESPONSES_SENT][NET_FMA_GET].bytes, 256);
	run_end(run);
}
END_TEST

/* --- latency --- */

/* In an empty network the response leaves at once, after the turnaround. */
START_TEST(latency_is_from_request_to_response)
{
	struct net_totals totals;
	struct run *run;

	net.config.turnaround = 50;
	scenario_send(&net, 0, PUT(7, 64));
	run = run_all(&net, _i);
	totals = run_totals(run);
	ck_assert_uint_gt(totals.latency, 0);
	ck_assert_uint_eq(run_nic(run, 0).at[NET_RESPONSES_RECEIVED][NET_FMA_PUT].latency,
			  totals.latency + 50);
	run_end(run);
}
END_TEST

/* On one chip: 32 phits and a hop, and back 3 phits and a hop; 1 cycle before each asks. */
START_TEST(latency_on_one_chip)
{
	struct run *run;

	scenario_send(&net, 0, PUT(1, 64));
	run = run_all(&net, _i);
	ck_assert_uint_eq(run_nic(run, 0).at[NET_RESPONSES_RECEIVED][NET_FMA_PUT].latency,
			  1 + 32 + 84 + 1 + 3 + 84);
	run_end(run);
}
END_TEST

/* --- waits --- */

/* 32 phits take a host tile 32 cycles, a NIC starts one every 6 2/13: 5.2 of 8 tiles are busy. */
START_TEST(a_nic_alone_does_not_wait)
{
	struct run *run;

	scenario_send(&net, 0, RAW(1, 200, 32));
	run = run_all(&net, _i);
	ck_assert_uint_eq(sum_of(run, 0, NET_REQUESTS_SENT).waited, 0);
	run_end(run);
}
END_TEST

/* Two would keep 10.4 busy. */
START_TEST(two_nics_wait_for_host_tiles)
{
	uint64_t waited, before = 0, cycle;
	struct run *run;

	scenario_send(&net, 0, RAW(8, 200, 32));
	scenario_send(&net, 1, RAW(9, 200, 32));
	run = run_start(&net, _i);
	for (cycle = 1; cycle < 1000; cycle++) {
		ck_assert_int_eq(run_until(run, cycle), 0);
		waited = sum_of(run, 0, NET_REQUESTS_SENT).waited +
			 sum_of(run, 1, NET_REQUESTS_SENT).waited;
		/* In one cycle each of them may wait, and the wait so far counts. */
		ck_assert_uint_ge(waited, before);
		ck_assert_uint_le(waited, before + 2);
		before = waited;
	}
	ck_assert_uint_gt(waited, 0);
	ck_assert_int_eq(run_until(run, NET_FOREVER), 0);
	ck_assert_uint_gt(sum_of(run, 0, NET_REQUESTS_SENT).waited, 0);
	ck_assert_uint_gt(sum_of(run, 1, NET_REQUESTS_SENT).waited, 0);
	ck_assert_uint_eq(sum_of(run, 0, NET_RESPONSES_SENT).waited, 0);
	run_end(run);
}
END_TEST

/* Responses with data, 27 phits, of two NICs: 8.8 tiles. */
START_TEST(responses_wait_too)
{
	uint32_t node;
	struct run *run;

	for (node = 8; node < 24; node++)
		scenario_send(&net, node, GET(node % 2, 64 * 60));
	run = run_all(&net, _i);
	ck_assert_uint_gt(sum_of(run, 0, NET_RESPONSES_SENT).waited, 0);
	ck_assert_uint_eq(sum_of(run, 0, NET_REQUESTS_SENT).waited, 0);
	run_end(run);
}
END_TEST

START_TEST(nobody_asks)
{
	const struct net_traffic none = { .next = NULL, .requests = 1 << NET_PUT };
	struct net_nic nic;
	struct net *empty;

	net.config.nics = false;
	ck_assert_int_eq(net_new(&net.config, &none, &empty), 0);
	memset(&nic, 1, sizeof(nic));
	ck_assert(!net_nic(empty, 3, &nic));
	ck_assert_uint_eq(nic.at[0][0].packets, 0);
	net_free(empty);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_nic");
	TCase *tcase = tcase_create("nic");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, what_nics_sent_is_what_host_tiles_saw, 0, MACHINES);
	tcase_add_test(tcase, what_some_nics_send_others_receive);
	tcase_add_test(tcase, each_request_has_a_response);
	tcase_add_loop_test(tcase, a_put_counts_its_payload_with_the_request, 0, TIMED);
	tcase_add_loop_test(tcase, a_get_counts_its_payload_with_the_response, 0, TIMED);
	tcase_add_loop_test(tcase, zeros_are_payload_like_any_other, 0, TIMED);
	tcase_add_loop_test(tcase, what_nobody_answers_is_a_class_of_its_own, 0, TIMED);
	tcase_add_test(tcase, a_message_of_one_mebibyte);
	tcase_add_loop_test(tcase, latency_is_from_request_to_response, 0, TIMED);
	tcase_add_loop_test(tcase, latency_on_one_chip, 0, TIMED);
	tcase_add_loop_test(tcase, a_nic_alone_does_not_wait, 0, TIMED);
	tcase_add_loop_test(tcase, two_nics_wait_for_host_tiles, 0, TIMED);
	tcase_add_loop_test(tcase, responses_wait_too, 0, TIMED);
	tcase_add_test(tcase, nobody_asks);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
