// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which counters of a NIC move, and by how much (kmod/image/nic.c, and nic.c of each chip).
 */
#include <string.h>

#include "chip.h"
#include "image/nic_rules.h"
#include "suite.h"

static struct chip chip;
static struct gpcd_nic_counters counters;

static void start(unsigned int which, unsigned int views)
{
	chip_create(&chip, which, views);
	ck_assert_int_eq(gpcd_nic_init(&counters, which), 0);
}

static void gemini(void)
{
	start(GPCD_CHIP_GEMINI, 2);
}

static void aries(void)
{
	start(GPCD_CHIP_ARIES, 4);
}

static void end(void)
{
	chip_destroy(&chip);
}

static void count(unsigned int nic, struct gpcd_nic_packets packets)
{
	gpcd_nic_count(&counters, &chip.image[nic], nic, &packets);
}

/* Do requests (or responses) of a class carry data? Both of atomic operations do. */
static int carries(unsigned int kind, unsigned int response)
{
	unsigned int get = kind == GPCD_NIC_FMA_GET || kind == GPCD_NIC_BTE_GET;

	return kind == GPCD_NIC_FMA_AMO || get == response;
}

/* Issue transactions of NIC 0: requests as they leave it, responses as they come back. */
static void issue(unsigned int kind, unsigned int packets, unsigned int bytes)
{
	unsigned int data = packets * ((bytes + 15) / 16);
	int there = carries(kind, 0), back = carries(kind, 1);

	count(0, (struct gpcd_nic_packets) {
		.way = GPCD_NIC_REQUESTS_SENT, .kind = kind, .packets = packets,
		.data = there * data, .bytes = there * packets * bytes, .transfers = 1,
	});
	count(0, (struct gpcd_nic_packets) {
		.way = GPCD_NIC_RESPONSES_RECEIVED, .kind = kind, .packets = packets,
		.data = back * data, .bytes = back * packets * bytes, .latency = 2 * packets,
	});
}

/* The same for another NIC's transactions with NIC 0. */
static void serve(unsigned int kind, unsigned int packets, unsigned int bytes)
{
	unsigned int data = packets * ((bytes + 15) / 16);
	int there = carries(kind, 0), back = carries(kind, 1);

	count(0, (struct gpcd_nic_packets) {
		.way = GPCD_NIC_REQUESTS_RECEIVED, .kind = kind, .packets = packets,
		.data = there * data, .bytes = there * packets * bytes,
	});
	count(0, (struct gpcd_nic_packets) {
		.way = GPCD_NIC_RESPONSES_SENT, .kind = kind, .packets = packets,
		.data = back * data, .bytes = back * packets * bytes,
	});
}

/* --- a Gemini: these counters, and no others --- */

struct expected {
	const char *name;
	__u64 value;
};

static __u64 wanted(const struct expected *expected, const char *name)
{
	for (; expected->name; expected++)
		if (!strcmp(name + strlen("GM_"), expected->name))
			return expected->value;
	return 0;
}

static void expect(const struct expected *expected)
{
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;
	unsigned int i, found = 0, all = 0;
	__u64 value, want;

	for (i = 0; expected[i].name; i++)
		all++;
	for (i = 0; !gpcd_catalogue_at(GPCD_CHIP_GEMINI, i, &reg); i++) {
		if (reg.rule->kind != GPCD_KIND_COUNTER)
			continue;
		gpcd_reg_name(&reg, name);
		value = chip_reg_get(&chip, 0, &reg);
		want = wanted(expected, name);
		found += want != 0;
		ck_assert_msg(value == want, "%s is %llu, not %llu", name, value, want);
	}
	ck_assert_uint_eq(found, all);
}

START_TEST(fma_puts)
{
	static const struct expected expected[] = {
		{ "FMA_PERF_TARB_PKT_CNT", 10 }, { "FMA_PERF_TARB_FLIT_CNT", 50 },
		{ "FMA_PERF_HT_P_REQ_PKT_CNT", 10 }, { "FMA_PERF_HT_P_REQ_FLIT_CNT", 50 },
		{ "TARB_PERF_FMA_PKTS", 10 }, { "TARB_PERF_FMA_FLITS", 50 },
		{ "TARB_PERF_OUT_PKTS", 10 }, { "TARB_PERF_OUT_FLITS", 50 },
		{ "SSID_PERF_SSID_ALLOCATE_COUNT", 1 },
		{ "ORB_PERF_VC0_PKTS", 10 }, { "ORB_PERF_VC0_FLITS", 50 },
		{ "ORB_PERF_VC1_PKTS", 10 }, { "ORB_PERF_VC1_FLITS", 10 },
		{ "RAT_PERF_HEADER_FLITS_VC1", 10 },
		{}
	};

	issue(GPCD_NIC_FMA_PUT, 10, 64);
	expect(expected);
}
END_TEST

START_TEST(bte_puts)
{
	static const struct expected expected[] = {
		{ "TARB_PERF_BTE_PKTS", 10 }, { "TARB_PERF_BTE_FLITS", 50 },
		{ "TARB_PERF_OUT_PKTS", 10 }, { "TARB_PERF_OUT_FLITS", 50 },
		{ "SSID_PERF_SSID_ALLOCATE_COUNT", 1 },
		{ "ORB_PERF_VC0_PKTS", 10 }, { "ORB_PERF_VC0_FLITS", 50 },
		{ "ORB_PERF_VC1_PKTS", 10 }, { "ORB_PERF_VC1_FLITS", 10 },
		{ "RAT_PERF_HEADER_FLITS_VC1", 10 },
		{ "NAT_PERF_BTE_TRANSLATIONS", 10 },
		{ "HARB_PERF_BTE_NP_PKTS", 10 }, { "HARB_PERF_BTE_NP_FLITS", 10 },
		{ "NPT_PERF_HTIRSP_PKT_CNTR", 10 }, { "NPT_PERF_HTIRSP_FLIT_CNTR", 50 },
		{ "NPT_PERF_BTE_RSP_PKT_CNTR", 10 },
		{}
	};

	issue(GPCD_NIC_BTE_PUT, 10, 64);
	expect(expected);
}
END_TEST

/* 40 bytes are 3 flits, and the header. */
START_TEST(fma_gets)
{
	static const struct expected expected[] = {
		{ "FMA_PERF_TARB_PKT_CNT", 3 }, { "FMA_PERF_TARB_FLIT_CNT", 3 },
		{ "FMA_PERF_HT_P_REQ_PKT_CNT", 3 }, { "FMA_PERF_HT_P_REQ_FLIT_CNT", 3 },
		{ "TARB_PERF_FMA_PKTS", 3 }, { "TARB_PERF_FMA_FLITS", 3 },
		{ "TARB_PERF_OUT_PKTS", 3 }, { "TARB_PERF_OUT_FLITS", 3 },
		{ "SSID_PERF_SSID_ALLOCATE_COUNT", 1 },
		{ "ORB_PERF_VC0_PKTS", 3 }, { "ORB_PERF_VC0_FLITS", 3 },
		{ "ORB_PERF_VC1_PKTS", 3 }, { "ORB_PERF_VC1_FLITS", 12 },
		{ "RAT_PERF_HEADER_FLITS_VC1", 3 }, { "RAT_PERF_DATA_FLITS_VC1", 9 },
		{ "RAT_PERF_TRANSLATIONS_VC1", 3 }, { "NAT_PERF_RSP_TRANSLATIONS", 3 },
		{ "HARB_PERF_RAT_P_PKTS", 3 }, { "HARB_PERF_RAT_P_FLITS", 12 },
		{}
	};

	issue(GPCD_NIC_FMA_GET, 3, 40);
	expect(expected);
}
END_TEST

START_TEST(puts_served)
{
	static const struct expected expected[] = {
		{ "RAT_PERF_HEADER_FLITS_VC0", 7 }, { "RAT_PERF_DATA_FLITS_VC0", 28 },
		{ "RAT_PERF_TRANSLATIONS_VC0", 7 }, { "NAT_PERF_REQ_TRANSLATIONS", 7 },
		{ "HARB_PERF_RAT_P_PKTS", 7 }, { "HARB_PERF_RAT_P_FLITS", 35 },
		{ "NPT_PERF_NPT_PKT_CNTR", 7 }, { "NPT_PERF_NPT_FLIT_CNTR", 7 },
		{ "NPT_PERF_NL_RSP_PKT_CNTR", 7 },
		{}
	};

	serve(_i, 7, 64);
	expect(expected);
}
END_TEST

START_TEST(gets_served)
{
	static const struct expected expected[] = {
		{ "RAT_PERF_HEADER_FLITS_VC0", 7 },
		{ "RAT_PERF_TRANSLATIONS_VC0", 7 }, { "NAT_PERF_REQ_TRANSLATIONS", 7 },
		{ "NPT_PERF_HTIRSP_PKT_CNTR", 7 }, { "NPT_PERF_HTIRSP_FLIT_CNTR", 35 },
		{ "NPT_PERF_NPT_PKT_CNTR", 7 }, { "NPT_PERF_NPT_FLIT_CNTR", 35 },
		{ "NPT_PERF_NL_RSP_PKT_CNTR", 7 },
		{}
	};

	serve(_i, 7, 64);
	expect(expected);
}
END_TEST

START_TEST(waits_are_of_the_unit_that_waits)
{
	static const struct expected expected[] = {
		{ "TARB_PERF_OUT_STALLED", 11 }, { "ORB_PERF_VC0_STALLED", 11 },
		{ "TARB_PERF_BTE_STALLED", 1 }, { "TARB_PERF_FMA_STALLED", 10 },
		{ "FMA_PERF_TARB_STALLED_CNT", 10 }, { "NPT_PERF_NPT_STALLED_CNTR", 100 },
		{ "NPT_PERF_ACP_STALLED_CNTR", 1000 },
		{}
	};

	count(0, (struct gpcd_nic_packets) {
		.way = GPCD_NIC_REQUESTS_SENT, .kind = GPCD_NIC_BTE_PUT, .waited = 1 });
	count(0, (struct gpcd_nic_packets) {
		.way = GPCD_NIC_REQUESTS_SENT, .kind = GPCD_NIC_FMA_GET, .waited = 10 });
	count(0, (struct gpcd_nic_packets) {
		.way = GPCD_NIC_RESPONSES_SENT, .kind = GPCD_NIC_FMA_GET, .waited = 100 });
	count(0, (struct gpcd_nic_packets) {
		.way = GPCD_NIC_RESPONSES_SENT, .kind = GPCD_NIC_FMA_AMO, .waited = 1000 });
	expect(expected);
}
END_TEST

START_TEST(a_block_that_is_switched_off_stands_still)
{
	static const struct expected expected[] = {
		{ "NPT_PERF_NPT_PKT_CNTR", 1 }, { "NPT_PERF_NPT_FLIT_CNTR", 1 },
		{ "NPT_PERF_NL_RSP_PKT_CNTR", 1 },
		{}
	};

	chip_write(&chip, 0, "GM_RAT_PERF_COUNTER_EN", 0);
	chip_write(&chip, 0, "GM_NAT_PERF_COUNTER_EN", 0);
	chip_write(&chip, 0, "GM_HARB_PERF_COUNTER_EN", 0);
	serve(GPCD_NIC_FMA_PUT, 1, 64);
	expect(expected);
}
END_TEST

/*
 * Each has a flit of data both ways; other classes' flits leave by the unit of atomic operations.
 */
START_TEST(atomic_operations)
{
	static const struct expected expected[] = {
		{ "FMA_PERF_HT_P_REQ_FLIT_CNT", 10 }, { "FMA_PERF_HT_P_REQ_PKT_CNT", 5 },
		{ "FMA_PERF_TARB_FLIT_CNT", 10 }, { "FMA_PERF_TARB_PKT_CNT", 5 },
		{ "TARB_PERF_FMA_FLITS", 10 }, { "TARB_PERF_FMA_PKTS", 5 },
		{ "TARB_PERF_OUT_FLITS", 10 }, { "TARB_PERF_OUT_PKTS", 5 },
		{ "SSID_PERF_SSID_ALLOCATE_COUNT", 1 },
		{ "ORB_PERF_VC0_FLITS", 10 }, { "ORB_PERF_VC0_PKTS", 5 },
		{ "ORB_PERF_VC1_FLITS", 10 }, { "ORB_PERF_VC1_PKTS", 5 },
		{ "NAT_PERF_REQ_TRANSLATIONS", 7 }, { "NAT_PERF_RSP_TRANSLATIONS", 5 },
		{ "RAT_PERF_DATA_FLITS_VC0", 7 }, { "RAT_PERF_DATA_FLITS_VC1", 5 },
		{ "RAT_PERF_HEADER_FLITS_VC0", 7 }, { "RAT_PERF_HEADER_FLITS_VC1", 5 },
		{ "RAT_PERF_TRANSLATIONS_VC0", 7 }, { "RAT_PERF_TRANSLATIONS_VC1", 5 },
		{ "AMO_PERF_AMO_HEADER_CNTR", 7 }, { "AMO_PERF_ACP_COMP_CNTR", 7 },
		{ "NPT_PERF_ACP_FLIT_CNTR", 14 }, { "NPT_PERF_ACP_PKT_CNTR", 7 },
		{ "NPT_PERF_NL_RSP_PKT_CNTR", 7 },
		{ "HARB_PERF_RAT_P_FLITS", 10 }, { "HARB_PERF_RAT_P_PKTS", 5 },
		{}
	};

	issue(GPCD_NIC_FMA_AMO, 5, 8);
	serve(GPCD_NIC_FMA_AMO, 7, 8);
	expect(expected);
}
END_TEST

START_TEST(other_nics_stand_still)
{
	static const struct expected nothing[] = { {} };

	count(1, (struct gpcd_nic_packets) { .packets = 1, .data = 4, .bytes = 64 });
	expect(nothing);
}
END_TEST

START_TEST(the_nic_has_a_clock_of_its_own)
{
	ck_assert_uint_eq(gpcd_nic_cycles(GPCD_CHIP_GEMINI, 800000000), 650000000);
	ck_assert_uint_eq(gpcd_nic_cycles(GPCD_CHIP_GEMINI, 1), 0);
	ck_assert_uint_eq(gpcd_nic_cycles(GPCD_CHIP_ARIES, 800000000), 800000000);
	ck_assert_uint_eq(gpcd_nic_cycles(GPCD_CHIPS, 7), 7);
}
END_TEST

/* --- as published clients use them --- */

#define GM(name) chip_get(&chip, 0, "GM_" name)

/* Run transactions of 64 bytes, of all classes, both ways; return the bytes each way. */
static __u64 both_ways(unsigned int kind)
{
	static const unsigned int packets[] = { 100, 2000, 30, 4 };

	issue(kind, packets[kind], 64);
	serve(kind, 7 * packets[kind], 64);
	return 64 * packets[kind];
}

/* gpcdr's metrics of a Gemini, exact for multiples of 64 bytes. */
START_TEST(gpcdr_gets_the_bytes_of_a_gemini)
{
	__u64 fma_put = both_ways(GPCD_NIC_FMA_PUT), bte_put = both_ways(GPCD_NIC_BTE_PUT);
	__u64 get = both_ways(GPCD_NIC_FMA_GET) + both_ways(GPCD_NIC_BTE_GET);
	__u64 outputresp;

	outputresp = 16 * (GM("NPT_PERF_ACP_FLIT_CNTR") + GM("NPT_PERF_NRP_FLIT_CNTR") +
			   GM("NPT_PERF_NPT_FLIT_CNTR") - GM("NPT_PERF_NL_RSP_PKT_CNTR"));
	ck_assert_uint_eq(outputresp, 7 * get);
	ck_assert_uint_eq(16 * (GM("ORB_PERF_VC0_FLITS") - GM("ORB_PERF_VC0_PKTS")) + outputresp,
			  fma_put + bte_put + 7 * get);
	ck_assert_uint_eq(16 * (GM("RAT_PERF_DATA_FLITS_VC0") + GM("ORB_PERF_VC1_FLITS") -
				GM("ORB_PERF_VC1_PKTS")), 7 * (fma_put + bte_put) + get);
	ck_assert_uint_eq(16 * (GM("TARB_PERF_FMA_FLITS") - GM("TARB_PERF_FMA_PKTS")), fma_put);
	ck_assert_uint_eq(16 * (GM("TARB_PERF_BTE_FLITS") - GM("TARB_PERF_BTE_PKTS")), bte_put);
}
END_TEST

START_TEST(gpcdr_has_two_formulas_for_puts_of_the_engine)
{
	issue(GPCD_NIC_BTE_PUT, 16384, 64);
	ck_assert_uint_eq(GM("TARB_PERF_BTE_PKTS"), 16384);
	ck_assert_uint_eq(GM("TARB_PERF_BTE_FLITS"), 81920);
	ck_assert_uint_eq(16 * (GM("TARB_PERF_BTE_FLITS") - GM("TARB_PERF_BTE_PKTS")), 1 << 20);
	ck_assert_uint_eq(64 * (GM("TARB_PERF_BTE_FLITS") - 2 * GM("TARB_PERF_BTE_PKTS")) / 3,
			  1 << 20);
}
END_TEST

#define AR(name) chip_get(&chip, 0, "AR_" name)

START_TEST(gpcdr_gets_the_bytes_of_an_aries)
{
	__u64 fma_put = both_ways(GPCD_NIC_FMA_PUT), bte_put = both_ways(GPCD_NIC_BTE_PUT);
	__u64 get = both_ways(GPCD_NIC_FMA_GET);

	ck_assert_uint_eq(16 * (AR("NL_PRF_REQ_NIC_0_TO_PTILES_FLITS") +
				AR("NL_PRF_RSP_NIC_0_TO_PTILES_FLITS") -
				AR("NL_PRF_REQ_NIC_0_TO_PTILES_PKTS") -
				AR("NL_PRF_RSP_NIC_0_TO_PTILES_PKTS")),
			  fma_put + bte_put + 7 * get);
	ck_assert_uint_eq(16 * (AR("NL_PRF_REQ_PTILES_TO_NIC_0_FLITS") +
				AR("NL_PRF_RSP_PTILES_TO_NIC_0_FLITS") -
				AR("NL_PRF_REQ_PTILES_TO_NIC_0_PKTS") -
				AR("NL_PRF_RSP_PTILES_TO_NIC_0_PKTS")),
			  7 * (fma_put + bte_put) + get);
	ck_assert_uint_eq(64 * (AR("NIC_NETMON_TARB_EVENT_CNTR_BTE_FLITS") -
				2 * AR("NIC_NETMON_TARB_EVENT_CNTR_BTE_PKTS")) / 3, bte_put);
	ck_assert_uint_eq(AR("NIC_ORB_PRF_REQ_BYTES_SENT"), fma_put + bte_put);
	ck_assert_uint_eq(AR("NIC_ORB_PRF_RSP_BYTES_RCVD"), get);
	ck_assert_uint_eq(AR("NIC_RAT_PRF_REQ_BYTES_RCVD"), 7 * (fma_put + bte_put));
}
END_TEST

START_TEST(an_aries_has_counters_by_number_of_the_nic)
{
	count(2, (struct gpcd_nic_packets) { .packets = 3, .data = 12, .bytes = 192 });
	ck_assert_uint_eq(chip_get(&chip, 2, "AR_NL_PRF_REQ_NIC_2_TO_PTILES_PKTS"), 3);
	ck_assert_uint_eq(chip_get(&chip, 2, "AR_NL_PRF_REQ_NIC_2_TO_PTILES_FLITS"), 15);
	ck_assert_uint_eq(chip_get(&chip, 2, "AR_NL_PRF_REQ_NIC_0_TO_PTILES_PKTS"), 0);
	ck_assert_uint_eq(chip_get(&chip, 0, "AR_NL_PRF_REQ_NIC_2_TO_PTILES_PKTS"), 0);
}
END_TEST

/* --- response times of an Aries --- */

static void responses(unsigned int packets, unsigned int us)
{
	struct gpcd_nic_times times = { .shortest = us, .longest = us };
	struct gpcd_nic_bins bins;

	count(0, (struct gpcd_nic_packets) {
		.way = GPCD_NIC_RESPONSES_RECEIVED, .packets = packets, .latency = packets * us });
	ck_assert_int_eq(gpcd_nic_bins(&counters, &chip.image[0], &bins), 0);
	times.bin[gpcd_nic_bin(&bins, us)] = packets;
	gpcd_nic_track(&counters, &chip.image[0], &times);
}

START_TEST(response_times_add_up)
{
	responses(2, 3);
	responses(1, 7);
	ck_assert_uint_eq(AR("NIC_NETMON_ORB_EVENT_CNTR_RSP_NET_TRACK"), 3);
	ck_assert_uint_eq(AR("NIC_ORB_PRF_NET_RSP_TRACK_2"), 13);
}
END_TEST

#define TRACK_1(shortest, longest) ((shortest) | (longest) << 16)

START_TEST(the_shortest_and_the_longest_response)
{
	responses(1, 5);
	ck_assert_uint_eq(AR("NIC_ORB_PRF_NET_RSP_TRACK_1"), TRACK_1(5, 5));
	responses(1, 9);
	responses(1, 2);
	responses(1, 4);
	ck_assert_uint_eq(AR("NIC_ORB_PRF_NET_RSP_TRACK_1"), TRACK_1(2, 9));
	/* As monitors clear it. */
	chip_write(&chip, 0, "AR_NIC_ORB_PRF_NET_RSP_TRACK_1", 65535);
	responses(1, 4);
	ck_assert_uint_eq(AR("NIC_ORB_PRF_NET_RSP_TRACK_1"), TRACK_1(4, 4));
	responses(1, 70000);
	ck_assert_uint_eq(AR("NIC_ORB_PRF_NET_RSP_TRACK_1"), TRACK_1(4, 65535ULL));
}
END_TEST

/* A longest time of 0 us is a time, too, once a response has come. */
START_TEST(a_response_within_a_microsecond_is_the_shortest)
{
	responses(1, 0);
	ck_assert_uint_eq(AR("NIC_ORB_PRF_NET_RSP_TRACK_1"), TRACK_1(0, 0));
	responses(1, 1);
	ck_assert_uint_eq(AR("NIC_ORB_PRF_NET_RSP_TRACK_1"), TRACK_1(0, 1));
}
END_TEST

/* 1, 5, 10 us; 50, 100, 500, 1000: the bins of a published monitor. */
static void bins_begin(void)
{
	chip_write(&chip, 0, "AR_NIC_ORB_CFG_NET_RSP_HIST_1",
		   1ULL << 16 | 5ULL << 32 | 10ULL << 48);
	chip_write(&chip, 0, "AR_NIC_ORB_CFG_NET_RSP_HIST_2",
		   50 | 100 << 16 | 500ULL << 32 | 1000ULL << 48);
}

static __u64 bin(unsigned int bin)
{
	static const char *const names[] = { "BIN01", "BIN23", "BIN45", "BIN67" };
	char name[GPCD_NAME_MAX] = "AR_NIC_ORB_PRF_NET_RSP_HIST_";

	return chip_get(&chip, 0, strcat(name, names[bin / 2])) >> 32 * (bin % 2) & 0xffffffff;
}

START_TEST(a_bin_has_what_begins_in_it)
{
	static const unsigned int least[] = { 0, 1, 5, 10, 50, 100, 500, 1000 };
	static const unsigned int most[] = { 0, 4, 9, 49, 99, 499, 999, 80000 };
	unsigned int i;

	bins_begin();
	for (i = 0; i < 8; i++) {
		responses(1, least[i]);
		responses(1 + i, most[i]);
		ck_assert_msg(bin(i) == 2 + i, "bin %u has %llu", i, bin(i));
	}
}
END_TEST

START_TEST(without_bounds_all_is_in_the_last_bin)
{
	responses(3, 2);
	ck_assert_uint_eq(bin(7), 3);
}
END_TEST

START_TEST(a_bin_that_overflows_says_so)
{
	bins_begin();
	responses(0xffffffff, 2);
	ck_assert_uint_eq(AR("NIC_ORB_CFG_NET_RSP_HIST_OVF"), 0);
	responses(2, 2);
	ck_assert_uint_eq(bin(1), 1);
	ck_assert_uint_eq(bin(2), 0);
	ck_assert_uint_eq(AR("NIC_ORB_CFG_NET_RSP_HIST_OVF"), 2);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("nic");
	TCase *small = tcase_create("gemini"), *large = tcase_create("aries");

	tcase_add_checked_fixture(small, gemini, end);
	tcase_add_test(small, fma_puts);
	tcase_add_test(small, bte_puts);
	tcase_add_test(small, fma_gets);
	tcase_add_loop_test(small, puts_served, GPCD_NIC_FMA_PUT, GPCD_NIC_BTE_PUT + 1);
	tcase_add_loop_test(small, gets_served, GPCD_NIC_FMA_GET, GPCD_NIC_BTE_GET + 1);
	tcase_add_test(small, waits_are_of_the_unit_that_waits);
	tcase_add_test(small, a_block_that_is_switched_off_stands_still);
	tcase_add_test(small, atomic_operations);
	tcase_add_test(small, other_nics_stand_still);
	tcase_add_test(small, the_nic_has_a_clock_of_its_own);
	tcase_add_test(small, gpcdr_gets_the_bytes_of_a_gemini);
	tcase_add_test(small, gpcdr_has_two_formulas_for_puts_of_the_engine);
	suite_add_tcase(s, small);
	tcase_add_checked_fixture(large, aries, end);
	tcase_add_test(large, gpcdr_gets_the_bytes_of_an_aries);
	tcase_add_test(large, an_aries_has_counters_by_number_of_the_nic);
	tcase_add_test(large, response_times_add_up);
	tcase_add_test(large, the_shortest_and_the_longest_response);
	tcase_add_test(large, a_response_within_a_microsecond_is_the_shortest);
	tcase_add_test(large, a_bin_has_what_begins_in_it);
	tcase_add_test(large, without_bounds_all_is_in_the_last_bin);
	tcase_add_test(large, a_bin_that_overflows_says_so);
	suite_add_tcase(s, large);
	return s;
}

int main(void)
{
	return suite_run(suite());
}
