// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processor time of ticks: at most half a processor in all, and what was set aside for each ring
 * first.
 */
#include <linux/sched/isolation.h>

/* As if the kernel had been started with isolcpus. */
static int isolated = -1;
#define housekeeping_test_cpu(cpu, type)	((cpu) != isolated)

#include "access/file/ring_cpu.c"

#include <kunit/test.h>

#define MS	1000000ULL
#define HOUR	(3600ULL * 1000 * MS)

/*
 * A test stays on one processor, on which no ring ticks, with interrupts off. Its times are later
 * than any of the previous test.
 */
static u64 begun_ns;

static unsigned long books_open(u64 *now_ns)
{
	unsigned long flags;

	local_irq_save(flags);
	begun_ns += 3 * HOUR;
	*now_ns = begun_ns;
	*this_cpu_ptr(&cpu_spending) = (struct gpcd_spending){ .at_ns = begun_ns };
	*this_cpu_ptr(&cpu_kept) = (struct gpcd_spending){ .at_ns = begun_ns };
	return flags;
}

/* Make a ring of this processor that may take @ppm of its time, and has saved none. */
static struct gpcd_ring *ring_of(struct kunit *test, u32 ppm, u64 now_ns)
{
	struct gpcd_ring *ring = kunit_kzalloc(test, sizeof(*ring), GFP_ATOMIC);

	KUNIT_ASSERT_NOT_NULL(test, ring);
	ring->cpu = smp_processor_id();
	ring->ppm = ppm;
	ring->spending.at_ns = now_ns;
	return ring;
}

/* Run a tick that takes @ns with its interrupt, if allowed. Return whether it was. */
static bool tick_of(struct gpcd_ring *ring, u64 now_ns, u64 ns)
{
	bool may = !gpcd_ring_cpu_wait(ring, now_ns);

	if (may)
		gpcd_ring_cpu_spent(ring, ns - TICK_NS);
	return may;
}

static void half_of_the_time_is_theirs(struct kunit *test)
{
	unsigned long flags;
	struct gpcd_ring *ring;
	u32 ticks = 0, i;
	u64 now_ns;

	flags = books_open(&now_ns);
	ring = ring_of(test, PPM_MIN, now_ns);
	/* Rings took nothing before: they have saved BURST_NS of that time, no more. */
	now_ns += HOUR;
	for (i = 0; i < 1000; i++, now_ns += MS)
		ticks += tick_of(ring, now_ns, MS);
	local_irq_restore(flags);
	KUNIT_EXPECT_EQ(test, ticks, 500 + BURST_NS / MS);
}

/* Time that no tick can measure counts, too: here all of a tick's time. */
static void interrupts_are_paid_for(struct kunit *test)
{
	unsigned long flags;
	struct gpcd_ring *ring;
	u32 ticks = 0, i;
	u64 now_ns;

	flags = books_open(&now_ns);
	ring = ring_of(test, PPM_MIN, now_ns);
	for (i = 0; i < 10000; i++, now_ns += TICK_NS)
		ticks += tick_of(ring, now_ns, TICK_NS);
	local_irq_restore(flags);
	KUNIT_EXPECT_GE(test, ticks, 4999U);
	KUNIT_EXPECT_LE(test, ticks, 5002U);
}

static void a_long_tick_is_paid_back(struct kunit *test)
{
	u64 now_ns, at_once, early, on_time;
	unsigned long flags;
	struct gpcd_ring *ring;

	flags = books_open(&now_ns);
	ring = ring_of(test, PPM_MIN, now_ns);
	now_ns += HOUR;
	tick_of(ring, now_ns, 12 * MS);
	at_once = gpcd_ring_cpu_wait(ring, now_ns);
	early = gpcd_ring_cpu_wait(ring, now_ns + at_once - 1);
	on_time = gpcd_ring_cpu_wait(ring, now_ns + at_once + 1);
	local_irq_restore(flags);
	KUNIT_EXPECT_EQ(test, at_once, 2 * (12 * MS - BURST_NS + 1));
	KUNIT_EXPECT_GT(test, early, 0);
	KUNIT_EXPECT_EQ(test, on_time, 0);
}

/*
 * Two rings share the processor: one keeps to its time, the other takes as much as it can get, a
 * millisecond each time. Only the second one is late.
 */
static void late_are_those_who_take_too_much(struct kunit *test)
{
	u32 honest = 0, greedy = 0, i;
	unsigned long flags;
	struct gpcd_ring *keeps, *takes;
	u64 now_ns;

	flags = books_open(&now_ns);
	keeps = ring_of(test, PPM / 4, now_ns);
	takes = ring_of(test, PPM / 4, now_ns);
	now_ns += 4 * MS;
	for (i = 0; i < 8000; i++, now_ns += MS / 8) {
		greedy += tick_of(takes, now_ns, MS);
		if (i % 4 == 0)
			honest += tick_of(keeps, now_ns, MS / 8);
	}
	local_irq_restore(flags);
	KUNIT_EXPECT_EQ(test, honest, 2000U);
	/* Half of a second is theirs; a quarter of that half was taken. */
	KUNIT_EXPECT_GE(test, greedy, 240U);
	KUNIT_EXPECT_LE(test, greedy, 256U);
}

/* A sweep of another ring's chip takes 20 ms, once: only that ring is late. */
static void a_long_tick_makes_no_other_ring_late(struct kunit *test)
{
	struct gpcd_ring *keeps, *takes;
	u32 honest = 0, greedy = 0, i;
	unsigned long flags;
	u64 now_ns;

	flags = books_open(&now_ns);
	keeps = ring_of(test, PPM / 4, now_ns);
	takes = ring_of(test, PPM / 4, now_ns);
	now_ns += 4 * MS;
	tick_of(takes, now_ns, 20 * MS);
	for (i = 0; i < 40; i++, now_ns += MS / 2) {
		honest += tick_of(keeps, now_ns, MS / 8);
		greedy += tick_of(takes, now_ns, MS / 8);
	}
	local_irq_restore(flags);
	KUNIT_EXPECT_EQ(test, honest, 40U);
	KUNIT_EXPECT_EQ(test, greedy, 0U);
}

/* The same with nothing left for all: the tick begins on time set aside for its ring. */
static void a_long_tick_by_its_own_time_makes_no_other_late(struct kunit *test)
{
	struct gpcd_ring *keeps, *takes, *empties;
	u32 honest = 0, greedy = 0, i;
	unsigned long flags;
	bool own, others;
	u64 now_ns;

	flags = books_open(&now_ns);
	keeps = ring_of(test, PPM / 4, now_ns);
	takes = ring_of(test, PPM / 4, now_ns);
	empties = ring_of(test, PPM_MIN, now_ns);
	now_ns += 4 * MS;
	others = tick_of(empties, now_ns, 3 * MS) && !tick_of(empties, now_ns, MS);
	own = tick_of(takes, now_ns, 20 * MS);
	for (i = 0; i < 40; i++, now_ns += MS / 2) {
		honest += tick_of(keeps, now_ns, MS / 8);
		greedy += tick_of(takes, now_ns, MS / 8);
	}
	local_irq_restore(flags);
	KUNIT_EXPECT_TRUE(test, others);
	KUNIT_EXPECT_TRUE(test, own);
	KUNIT_EXPECT_EQ(test, honest, 40U);
	KUNIT_EXPECT_EQ(test, greedy, 0U);
}

/*
 * Any number of rings that keep to their time together get what all have saved, and as much again
 * of what was set aside.
 */
static void what_many_take_in_a_row_is_bounded(struct kunit *test)
{
	struct gpcd_ring *rings[64];
	unsigned long flags;
	u32 ticks = 0, i;
	u64 now_ns;

	flags = books_open(&now_ns);
	for (i = 0; i < ARRAY_SIZE(rings); i++)
		rings[i] = ring_of(test, PPM_MIN, now_ns);
	now_ns += HOUR;
	for (i = 0; i < ARRAY_SIZE(rings); i++)
		ticks += tick_of(rings[i], now_ns, MS / 2);
	local_irq_restore(flags);
	KUNIT_EXPECT_EQ(test, ticks, 2 * BURST_NS / (MS / 2));
}

/* Time set aside belongs to one processor; on other processors a ring gets the remainder. */
static void other_processors_have_nothing_set_aside(struct kunit *test)
{
	unsigned long flags;
	struct gpcd_ring *ring;
	u64 here_ns, there_ns, now_ns;

	flags = books_open(&now_ns);
	ring = ring_of(test, PPM / 4, now_ns);
	this_cpu_ptr(&cpu_spending)->left_ns = -MS;
	this_cpu_ptr(&cpu_kept)->left_ns = MS;
	ring->spending.left_ns = MS;
	here_ns = gpcd_ring_cpu_wait(ring, now_ns);
	ring->cpu = nr_cpu_ids;
	there_ns = gpcd_ring_cpu_wait(ring, now_ns);
	local_irq_restore(flags);
	KUNIT_EXPECT_EQ(test, here_ns, 0);
	KUNIT_EXPECT_EQ(test, there_ns, 2 * (MS + 1));
}

/* A ring that gets no time waits for at most a second, then asks again. */
static void without_a_share_there_is_no_tick(struct kunit *test)
{
	unsigned int share = ring_share;
	unsigned long flags;
	struct gpcd_ring *ring;
	u64 now_ns, wait_ns;

	flags = books_open(&now_ns);
	ring = ring_of(test, 0, now_ns);
	ring_share = 0;
	wait_ns = gpcd_ring_cpu_wait(ring, now_ns + HOUR);
	ring_share = share;
	local_irq_restore(flags);
	KUNIT_EXPECT_EQ(test, wait_ns, NSEC_PER_SEC);
}

/* The processor with more time left. */
static void isolated_processors_are_left_alone(struct kunit *test)
{
	int cpu;

	if (num_online_cpus() < 2)
		kunit_skip(test, "this needs a second processor");
	mutex_lock(&cpu_lock);
	for (cpu = 0; cpu < 2; cpu++) {
		isolated = cpu;
		KUNIT_EXPECT_NE(test, cpu_choose(), cpu);
		per_cpu(cpu_ppm, cpu ^ 1) += PPM;
		KUNIT_EXPECT_NE(test, cpu_choose(), cpu);
		per_cpu(cpu_ppm, cpu ^ 1) -= PPM;
	}
	isolated = -1;
	mutex_unlock(&cpu_lock);
}

static struct kunit_case ring_cpu_cases[] = {
	KUNIT_CASE(half_of_the_time_is_theirs),
	KUNIT_CASE(interrupts_are_paid_for),
	KUNIT_CASE(a_long_tick_is_paid_back),
	KUNIT_CASE(late_are_those_who_take_too_much),
	KUNIT_CASE(a_long_tick_makes_no_other_ring_late),
	KUNIT_CASE(a_long_tick_by_its_own_time_makes_no_other_late),
	KUNIT_CASE(what_many_take_in_a_row_is_bounded),
	KUNIT_CASE(other_processors_have_nothing_set_aside),
	KUNIT_CASE(without_a_share_there_is_no_tick),
	KUNIT_CASE(isolated_processors_are_left_alone),
	{}
};

static struct kunit_suite ring_cpu_suite = {
	.name = "ring_cpu",
	.test_cases = ring_cpu_cases,
};
kunit_test_suite(ring_cpu_suite);
