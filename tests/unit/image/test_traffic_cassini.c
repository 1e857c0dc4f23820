// SPDX-License-Identifier: GPL-2.0-only
/*
 * The built-in traffic obeys the physics of a Cassini's link, in any window.
 */
#include "traffic.h"
#include "suite.h"

/* The loop index is the chip: one has 25 bytes a nanosecond, the other 50. */
#define RATE(which)	((which) == GPCD_CHIP_CASSINI1 ? 25ULL : 50ULL)

/* What a link or PCIe has carried, each way. */
enum { TX, RX, PAUSED, WRITES, READS, COUNTS };

static struct gpcd_reg found[COUNTS];

static void begin(unsigned int which)
{
	static const char *const names[COUNTS] = {
		"hni_sts_tx_ok_octets", "hni_sts_rx_ok_octets", "hni_tx_paused_0",
		"parbs_tarb_pi_posted_pkts", "parbs_tarb_pi_non_posted_pkts",
	};
	unsigned int i;

	start(which, 1, 1);
	for (i = 0; i < COUNTS; i++)
		found[i] = chip_reg(&chip, names[i]);
}

static __u64 count_of(unsigned int i)
{
	return chip_reg_get(&chip, 0, &found[i]);
}

#define OF(name) chip_get(&chip, 0, name)

START_TEST(nic_is_consistent)
{
	begin(_i);
	run(TICKS);
	ck_assert_uint_gt(OF("hni_pkts_sent_by_tc_0"), 0);
	ck_assert_uint_eq(OF("hni_pkts_sent_by_tc_0"), OF("hni_pkts_recv_by_tc_1"));
	ck_assert_uint_eq(OF("hni_pkts_recv_by_tc_0"), OF("hni_pkts_sent_by_tc_1"));
	ck_assert_uint_eq(OF("hni_tx_ok_opt"),
			  OF("hni_pkts_sent_by_tc_0") + OF("hni_pkts_sent_by_tc_1"));
	ck_assert_uint_eq(OF("hni_tx_ok_opt"), OF("hni_tx_ok_27") + OF("hni_tx_ok_35") +
			  OF("hni_tx_ok_36_to_63") + OF("hni_tx_ok_65_to_127"));
	ck_assert_uint_eq(OF("pi_pti_tarb_pkts"), count_of(WRITES) + count_of(READS));
	ck_assert_uint_eq(OF("hni_tx_ok_opt") - OF("hni_tx_ok_27"), count_of(READS));
	ck_assert_uint_eq(OF("hni_rx_ok_opt") - OF("hni_rx_ok_27"), count_of(WRITES));
	end();
}
END_TEST

START_TEST(all_that_the_nic_counts_moves)
{
	begin(_i);
	run(TICKS);
	rules_move(0);
	end();
}
END_TEST

/* Windows of 10 us to 20 ms, wherever they begin. */
START_TEST(no_window_shows_a_link_above_its_rate)
{
	__u64 before[COUNTS], ns;
	unsigned int i, n;

	begin(_i);
	for (i = 0; i < suite_share(3000); i++) {
		ns = window_begin(i);
		for (n = 0; n < COUNTS; n++)
			before[n] = count_of(n);
		run_until(traffic.now_ns + ns);
		for (n = TX; n <= RX; n++)
			ck_assert_msg(count_of(n) - before[n] <= ns * RATE(_i),
				      "%llu bytes in %llu ns", count_of(n) - before[n], ns);
		ck_assert_uint_le(count_of(PAUSED) - before[PAUSED], ns);
	}
	end();
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("traffic_cassini");
	TCase *both = tcase_create("cassini");

#define ADD(test) tcase_add_loop_test(both, test, GPCD_CHIP_CASSINI1, GPCD_CHIP_CASSINI2 + 1)
	ADD(nic_is_consistent);
	ADD(all_that_the_nic_counts_moves);
	ADD(no_window_shows_a_link_above_its_rate);
#undef ADD
	suite_add_tcase(s, both);
	return s;
}

int main(void)
{
	return suite_run(suite());
}
