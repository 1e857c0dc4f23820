// SPDX-License-Identifier: GPL-2.0-only
/*
 * A dragonfly's counters in the images of all its NICs (lib/netsim/image), read as any client
 * would: by hand, and invariants over all chips for any traffic.
 */
#include "dragonfly_images.h"

/* --- by hand --- */

#define NETMON(name)	"NIC_NETMON_ORB_EVENT_CNTR_" name

/* Node 1 sends two PUTs of 64 bytes, a GET of them and an atomic operation to another chip. */
static bool few_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	static const struct net_transfer few[] = {
		{ .op = NET_PUT, .bytes = 128, .node = 5 },
		{ .op = NET_GET, .bytes = 64, .node = 5 },
		{ .op = NET_AMO, .bytes = 8, .node = 5 },
	};

	(void)context;
	if (node != 1 || sent[node] == 3)
		return false;
	*transfer = few[sent[node]++];
	return true;
}

/* 5 flits out and 1 back, 1 and 5, 2 and 2. */
START_TEST(a_put_is_5_flits_and_1_a_get_1_and_5)
{
	run(few_next);
	ck_assert_uint_eq(of_nic(1, NETMON("REQ_FLITS")), 5 + 5 + 1 + 2);
	ck_assert_uint_eq(of_nic(1, NETMON("REQ_PKTS")), 4);
	ck_assert_uint_eq(of_nic(1, NETMON("RSP_FLITS")), 1 + 1 + 5 + 2);
	ck_assert_uint_eq(of_nic(1, NETMON("RSP_PKTS")), 4);
	ck_assert_uint_eq(of_nic(1, NETMON("RSP_NET_TRACK")), 4);
	ck_assert_uint_eq(of_nic(5, "NL_PRF_REQ_PTILES_TO_NIC_#_FLITS"), 5 + 5 + 1 + 2);
	ck_assert_uint_eq(of_nic(5, "NL_PRF_RSP_NIC_#_TO_PTILES_FLITS"), 1 + 1 + 5 + 2);
	ck_assert_uint_eq(of_nic(5, NETMON("REQ_PKTS")), 0);
	ck_assert_uint_eq(of_nic(0, NETMON("REQ_PKTS")), 0);
}
END_TEST

/* --- over all chips --- */

START_TEST(what_nics_sent_others_got)
{
	run(any_next);
	ck_assert_uint_gt(of_nics(NETMON("REQ_FLITS")), NODES * TRANSFERS);
	ck_assert_uint_eq(of_nics("NL_PRF_REQ_NIC_#_TO_PTILES_FLITS"),
			  of_nics("NL_PRF_REQ_PTILES_TO_NIC_#_FLITS"));
	ck_assert_uint_eq(of_nics("NL_PRF_RSP_NIC_#_TO_PTILES_FLITS"),
			  of_nics("NL_PRF_RSP_PTILES_TO_NIC_#_FLITS"));
	ck_assert_uint_eq(of_nics("NL_PRF_REQ_NIC_#_TO_PTILES_PKTS"),
			  of_nics("NL_PRF_REQ_PTILES_TO_NIC_#_PKTS"));
	ck_assert_uint_eq(of_nics("NL_PRF_RSP_NIC_#_TO_PTILES_PKTS"),
			  of_nics("NL_PRF_RSP_PTILES_TO_NIC_#_PKTS"));
}
END_TEST

START_TEST(each_request_makes_a_pair)
{
	struct net_totals totals;

	run(any_next);
	net_totals(net, &totals);
	for (unsigned int node = 0; node < NODES; node++)
		ck_assert_uint_eq(of_nic(node, NETMON("RSP_NET_TRACK")),
				  of_nic(node, NETMON("REQ_PKTS")));
	ck_assert_uint_eq(2 * of_nics(NETMON("RSP_NET_TRACK")), totals.injected);
}
END_TEST

/* Return the latency of its pairs, in cycles. */
static uint64_t latency_of(unsigned int node)
{
	uint64_t sum = 0;
	struct net_nic nic;

	ck_assert(net_nic(net, node, &nic));
	for (unsigned int class = 0; class < NET_CLASSES; class++)
		sum += nic.at[NET_RESPONSES_RECEIVED][class].latency;
	return sum;
}

/* 800 cycles are a microsecond: only the sum is rounded, not each pair's or write's part. */
START_TEST(the_time_of_pairs_is_their_sum)
{
	uint64_t least;

	run(any_next);
	for (unsigned int node = 0; node < NODES; node++) {
		least = 2 * 80 * of_nic(node, NETMON("RSP_NET_TRACK"));
		ck_assert_uint_gt(latency_of(node), least);
		ck_assert_uint_eq(of_nic(node, "NIC_ORB_PRF_NET_RSP_TRACK_2"),
				  latency_of(node) / 800);
	}
}
END_TEST

/* A field of a register of a NIC. */
static uint64_t field(unsigned int node, const char *name, unsigned int shift, unsigned int width)
{
	return of_nic(node, name) >> shift & ((1ULL << width) - 1);
}

/* To another group and back: between 1 us and 2. */
START_TEST(a_pair_alone_is_the_shortest_and_the_longest)
{
	uint64_t cycles;

	run(one_next);
	cycles = latency_of(1);
	ck_assert_uint_gt(cycles, 800);
	ck_assert_uint_eq(field(1, "NIC_ORB_PRF_NET_RSP_TRACK_1", 0, 16), cycles / 800);
	ck_assert_uint_eq(field(1, "NIC_ORB_PRF_NET_RSP_TRACK_1", 16, 16), cycles / 800);
	ck_assert_uint_eq(field(0, "NIC_ORB_PRF_NET_RSP_TRACK_1", 0, 32), 0);
}
END_TEST

/* The average of a NIC's pairs, in us, is between its shortest and its longest. */
START_TEST(the_average_is_between_the_extremes)
{
	uint64_t shortest, longest, pairs, sum;

	run(any_next);
	for (unsigned int node = 0; node < NODES; node++) {
		shortest = field(node, "NIC_ORB_PRF_NET_RSP_TRACK_1", 0, 16);
		longest = field(node, "NIC_ORB_PRF_NET_RSP_TRACK_1", 16, 16);
		pairs = of_nic(node, NETMON("RSP_NET_TRACK"));
		sum = latency_of(node) / 800;
		ck_assert_uint_le(shortest * pairs, sum);
		ck_assert_uint_ge((longest + 1) * pairs, sum);
		ck_assert_uint_gt(longest, shortest);
	}
}
END_TEST

/* All bins of a NIC, added up. */
static uint64_t of_bins(unsigned int node)
{
	static const char *const bins[] = { "BIN01", "BIN23", "BIN45", "BIN67" };
	char name[GPCD_NAME_MAX];
	uint64_t sum = 0;

	for (unsigned int i = 0; i < 8; i++) {
		snprintf(name, sizeof(name), "NIC_ORB_PRF_NET_RSP_HIST_%s", bins[i / 2]);
		sum += field(node, name, i % 2 * 32, 32);
	}
	return sum;
}

static void bins_set_up(unsigned int node)
{
	ck_assert_int_eq(gpcd_write(device[node], 0, "AR_NIC_ORB_CFG_NET_RSP_HIST_1",
				    1ULL << 16 | 2ULL << 32 | 3ULL << 48), 0);
	ck_assert_int_eq(gpcd_write(device[node], 0, "AR_NIC_ORB_CFG_NET_RSP_HIST_2",
				    4 | 5 << 16 | 6ULL << 32 | 7ULL << 48), 0);
}

/* Bins of 1 us for node 0; node 1's are not set up, so that all its pairs are in the last. */
START_TEST(each_pair_is_in_a_bin)
{
	bins_set_up(0);
	run(any_next);
	for (unsigned int node = 0; node < NODES; node++)
		ck_assert_uint_eq(of_bins(node), of_nic(node, NETMON("RSP_NET_TRACK")));
	ck_assert_uint_gt(field(0, "NIC_ORB_PRF_NET_RSP_HIST_BIN01", 0, 32), 0);
	ck_assert_uint_gt(field(0, "NIC_ORB_PRF_NET_RSP_HIST_BIN01", 32, 32), 0);
	ck_assert_uint_eq(field(1, "NIC_ORB_PRF_NET_RSP_HIST_BIN67", 32, 32),
			  of_nic(1, NETMON("RSP_NET_TRACK")));
}
END_TEST

START_TEST(a_pair_alone_is_in_the_bin_of_its_time)
{
	bins_set_up(1);
	run(one_next);
	ck_assert_uint_eq(latency_of(1) / 800, 1);
	ck_assert_uint_eq(field(1, "NIC_ORB_PRF_NET_RSP_HIST_BIN01", 32, 32), 1);
	ck_assert_uint_eq(of_bins(1), 1);
}
END_TEST

/* A monitor clears them as published: to 65535 below 0. */
START_TEST(what_is_cleared_begins_anew)
{
	run(one_next);
	ck_assert_int_eq(gpcd_write(device[1], 0, "AR_NIC_ORB_PRF_NET_RSP_TRACK_1", 65535), 0);
	restart(one_next);
	ck_assert_uint_eq(field(1, "NIC_ORB_PRF_NET_RSP_TRACK_1", 0, 16), 1);
	ck_assert_uint_eq(field(1, "NIC_ORB_PRF_NET_RSP_TRACK_1", 16, 16), 1);
	ck_assert_uint_eq(of_bins(1), 2);
}
END_TEST

START_TEST(two_images_of_a_nic_have_the_same_times)
{
	const struct gpcd_info info = {
		.chip = GPCD_CHIP_ARIES, .nic_index = 1, .nic_addr = 2,
	};
	char path[64], where[72];
	struct gpcd *dev;
	uint64_t times;

	snprintf(path, sizeof(path), "%s/other", folder);
	snprintf(where, sizeof(where), "image:%s", path);
	ck_assert_int_eq(gpcd_image_create(path, &info), 0);
	ck_assert_int_eq(net_images_add(images, 0, path), 0);
	ck_assert_int_eq(gpcd_open(where, &dev), 0);
	run(one_next);
	ck_assert_int_eq(gpcd_read(dev, 0, "AR_NIC_ORB_PRF_NET_RSP_TRACK_1", &times), 0);
	ck_assert_uint_eq(times, 1 | 1 << 16);
	ck_assert_uint_eq(of_nic(1, "NIC_ORB_PRF_NET_RSP_TRACK_1"), times);
	gpcd_close(dev);
	unlink(path);
}
END_TEST

/* The ORB waits as long as the netlink, and as long as the network counted. */
START_TEST(a_nic_tells_its_waits)
{
	uint64_t waited, all = 0;
	struct net_nic nic;

	run(any_next);
	for (unsigned int node = 0; node < NODES; node++) {
		ck_assert(net_nic(net, node, &nic));
		waited = 0;
		for (unsigned int class = 0; class < NET_CLASSES; class++)
			waited += nic.at[NET_REQUESTS_SENT][class].waited;
		ck_assert_uint_eq(of_nic(node, NETMON("REQ_STALLED")), waited);
		ck_assert_uint_eq(of_nic(node, "NL_PRF_REQ_NIC_#_TO_PTILES_STALLED"), waited);
		all += waited;
	}
	ck_assert_uint_gt(all, 0);
}
END_TEST

/* Bytes that a NIC has sent, and bytes that it has fetched. */
static void bytes_of(unsigned int node, uint64_t *put, uint64_t *got)
{
	struct net_nic nic;

	*put = 0;
	*got = 0;
	ck_assert(net_nic(net, node, &nic));
	for (unsigned int class = 0; class < NET_CLASSES; class++) {
		*put += nic.at[NET_REQUESTS_SENT][class].bytes;
		*got += nic.at[NET_RESPONSES_RECEIVED][class].bytes;
	}
}

/* By published formulas: for the ORB, and gpcdr's for what leaves and enters a NIC. */
START_TEST(readers_get_the_bytes_back)
{
	uint64_t put, got, out = 0, in = 0, all = 0;

	run(any_next);
	for (unsigned int node = 0; node < NODES; node++) {
		bytes_of(node, &put, &got);
		ck_assert_uint_eq(16 * (of_nic(node, NETMON("REQ_FLITS")) -
					of_nic(node, NETMON("REQ_PKTS"))), put);
		ck_assert_uint_eq(16 * (of_nic(node, NETMON("RSP_FLITS")) -
					of_nic(node, NETMON("RSP_PKTS"))), got);
		all += put + got;
		out += of_nic(node, "NL_PRF_REQ_NIC_#_TO_PTILES_FLITS") +
		       of_nic(node, "NL_PRF_RSP_NIC_#_TO_PTILES_FLITS") -
		       of_nic(node, "NL_PRF_REQ_NIC_#_TO_PTILES_PKTS") -
		       of_nic(node, "NL_PRF_RSP_NIC_#_TO_PTILES_PKTS");
		in += of_nic(node, "NL_PRF_REQ_PTILES_TO_NIC_#_FLITS") +
		      of_nic(node, "NL_PRF_RSP_PTILES_TO_NIC_#_FLITS") -
		      of_nic(node, "NL_PRF_REQ_PTILES_TO_NIC_#_PKTS") -
		      of_nic(node, "NL_PRF_RSP_PTILES_TO_NIC_#_PKTS");
	}
	ck_assert_uint_gt(all, 0);
	ck_assert_uint_eq(16 * out, all);
	ck_assert_uint_eq(16 * in, all);
}
END_TEST

/* Return all registers of all NICs, after traffic with images written every so many @cycles. */
static uint64_t *registers_after(uint64_t cycles)
{
	unsigned int count = gpcd_catalogue_count(GPCD_CHIP_ARIES);
	uint64_t *registers = calloc(NODES * count, sizeof(*registers));
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;

	ck_assert_ptr_nonnull(registers);
	run_by(cycles, any_next);
	for (unsigned int i = 0; i < NODES * count; i++) {
		ck_assert_int_eq(gpcd_catalogue_at(GPCD_CHIP_ARIES, i % count, &reg), 0);
		gpcd_reg_name(&reg, name);
		registers[i] = value(i / count, name);
	}
	return registers;
}

START_TEST(no_register_tells_how_often_images_are_written)
{
	unsigned int count = gpcd_catalogue_count(GPCD_CHIP_ARIES);
	uint64_t *often = registers_after(100), *once;

	teardown();
	setup();
	once = registers_after(100000000);
	for (unsigned int i = 0; i < NODES * count; i++)
		ck_assert_msg(often[i] == once[i],
			      "NIC %u, register %u: %#lx when written often, %#lx once",
			      i / count, i % count, often[i], once[i]);
	free(often);
	free(once);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_image_aries");
	TCase *nics = tcase_create("nics");

	suite_add_tcase(suite, nics);
	tcase_add_checked_fixture(nics, setup, teardown);
	tcase_add_test(nics, a_put_is_5_flits_and_1_a_get_1_and_5);
	tcase_add_test(nics, what_nics_sent_others_got);
	tcase_add_test(nics, each_request_makes_a_pair);
	tcase_add_test(nics, the_time_of_pairs_is_their_sum);
	tcase_add_test(nics, a_pair_alone_is_the_shortest_and_the_longest);
	tcase_add_test(nics, the_average_is_between_the_extremes);
	tcase_add_test(nics, each_pair_is_in_a_bin);
	tcase_add_test(nics, a_pair_alone_is_in_the_bin_of_its_time);
	tcase_add_test(nics, what_is_cleared_begins_anew);
	tcase_add_test(nics, two_images_of_a_nic_have_the_same_times);
	tcase_add_test(nics, a_nic_tells_its_waits);
	tcase_add_test(nics, readers_get_the_bytes_back);
	tcase_add_test(nics, no_register_tells_how_often_images_are_written);
	return suite_run(suite);
}
