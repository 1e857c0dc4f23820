// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ticks long past hold nothing up (docs/simulator.md, "Time"). The event engine alone: it keeps
 * ticks of inputs and of tails in 32 bits, and renews them.
 */
#include "netsim/scenario.h"
#include "suite.h"

#define PHITS		32		/* a packet's: a buffer has room for 8 of them */
#define HOP		84
#define TICKS_SLOW	65535		/* a phit, the most there can be */

/* How far ticks look ahead and back, and how often they are renewed, in cycles. */
#define FAR		((1ull << 31) / NET_TICKS)
#define RENEWAL		((1ull << 29) / NET_TICKS)

static struct scenario net;

static void teardown(void)
{
	scenario_end(&net);
}

static void send_at(uint64_t cycle, uint32_t node, uint32_t to)
{
	struct net_transfer transfer = RAW(to, 1, PHITS);

	transfer.cycle = cycle;
	scenario_send(&net, node, transfer);
}

/* Run all transfers; every packet must take as long as the first one did alone. */
static void all_take(uint64_t latency)
{
	struct run *run = run_all(&net, EVENT);
	struct net_totals totals = run_totals(run);

	ck_assert_msg(totals.longest == latency, "a packet took %llu cycles, not %llu",
		      (unsigned long long)totals.longest, (unsigned long long)latency);
	ck_assert_uint_eq(totals.delivered, net.count);
	run_end(run);
}

/*
 * A packet of 32 phits crosses a link: its head takes 84 cycles and one in the host tile, and 84 to
 * the node; its tail follows its head by 32 phits of 128 ticks.
 */
#define LATENCY	(2 * HOP + 1 + PHITS * 128 / NET_TICKS)

/* How long an input rests between two packets, in cycles. */
static const uint64_t rests[] = {
	RENEWAL - 1, RENEWAL + 1, 2 * RENEWAL + 1, FAR - 1, FAR + 1, FAR + RENEWAL, 2 * FAR + 1,
	3 * FAR, 1000 * FAR + 1,
};

/* Nothing happens at all: time is skipped. */
START_TEST(input_rests_in_an_idle_machine)
{
	scenario_even(&net, "mesh:2", 1, 128);
	send_at(0, 0, 2);
	send_at(rests[_i], 0, 2);
	all_take(LATENCY);
}
END_TEST

/*
 * Another input of the chip is in use in each renewal, so that the one that rests is renewed step
 * by step: chip 1 gets packets from chip 2 while the link from chip 0 rests.
 */
START_TEST(input_rests_in_a_busy_chip)
{
	uint64_t cycle;

	scenario_even(&net, "mesh:3", 1, 128);
	send_at(0, 0, 2);
	send_at(rests[_i], 0, 2);
	for (cycle = RENEWAL / 4; cycle < rests[_i] && cycle < 8 * FAR; cycle += RENEWAL / 2)
		send_at(cycle, 4, 2);
	all_take(LATENCY);
}
END_TEST

/*
 * All send over the link from chip 2 to chip 3, which takes 16,777 cycles a packet. A ninth of them
 * come over the link from chip 1, and a ninth of those over the link from chip 0, because host
 * tiles have eight inputs. So a packet in the buffer of a host tile of chip 0 sees a head leave
 * every 648 packets, and waits for up to 6 of them there: longer than ticks look back, and from
 * before their 32 bits begin anew to long after that.
 */
START_TEST(packets_wait_long)
{
	static const unsigned int sends[] = { 48, 400, 3600 };
	struct net_totals totals;
	unsigned int chip, i;
	struct run *run;
	uint64_t tail;

	scenario_even(&net, "mesh:4", 1, 128);
	net.fabric.ticks[2 * 2 + XP] = TICKS_SLOW;
	for (chip = 0; chip < 3; chip++)
		for (i = 0; i < sends[chip]; i++)
			send_at(0, 2 * chip, 6);
	run = run_all(&net, EVENT);
	totals = run_totals(run);
	run_end(run);
	ck_assert_uint_eq(totals.delivered, net.count);
	ck_assert_uint_gt(totals.longest, FAR);

	/* The slow link is granted first in cycle 1 and rests no more; its last packet goes on. */
	tail = NET_TICKS + net.count * PHITS * TICKS_SLOW + 2 * HOP * NET_TICKS;
	ck_assert_msg(totals.cycle == tail / NET_TICKS + 1, "all was over in cycle %llu, not %llu",
		      (unsigned long long)totals.cycle,
		      (unsigned long long)(tail / NET_TICKS + 1));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_renewal");
	TCase *tcase = tcase_create("renewal");

	tcase_add_checked_fixture(tcase, NULL, teardown);
	tcase_add_loop_test(tcase, input_rests_in_an_idle_machine, 0,
			    sizeof(rests) / sizeof(*rests));
	tcase_add_loop_test(tcase, input_rests_in_a_busy_chip, 0, sizeof(rests) / sizeof(*rests));
	tcase_add_test(tcase, packets_wait_long);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
