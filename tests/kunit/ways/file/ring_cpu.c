// SPDX-License-Identifier: GPL-2.0-only
/*
 * The time that ticks take of a processor: half of it, whatever they take at once.
 */
#include <linux/sched/isolation.h>

/* As if the kernel had been started with isolcpus. */
static int isolated = -1;
#define housekeeping_test_cpu(cpu, type)	((cpu) != isolated)

#include "ways/file/ring_cpu.c"

#include <kunit/test.h>

#define MS	1000000ULL
#define HOUR	(3600ULL * 1000 * MS)

/* A processor on which no ring ticks: that of the test, whose rings are none. */
static void half_of_the_time_is_theirs(struct kunit *test)
{
	unsigned long flags;
	u64 now_ns = HOUR;
	u32 ticks = 0, i;

	local_irq_save(flags);
	/* Rings took nothing before: of that time they have saved BURST_NS, no more. */
	gpcd_ring_cpu_may(now_ns);
	for (i = 0; i < 1000; i++, now_ns += MS) {
		if (!gpcd_ring_cpu_may(now_ns))
			continue;
		gpcd_ring_cpu_spent(MS);
		ticks++;
	}
	gpcd_ring_cpu_may(now_ns + HOUR);
	local_irq_restore(flags);
	KUNIT_EXPECT_EQ(test, ticks, 500 + BURST_NS / MS);
}

static void a_long_tick_is_paid_back(struct kunit *test)
{
	bool before, amid, after;
	unsigned long flags;

	local_irq_save(flags);
	gpcd_ring_cpu_may(2 * HOUR);
	gpcd_ring_cpu_spent(12 * MS);
	before = gpcd_ring_cpu_may(2 * HOUR + MS);
	amid = gpcd_ring_cpu_may(2 * HOUR + 20 * MS);
	after = gpcd_ring_cpu_may(2 * HOUR + 21 * MS);
	local_irq_restore(flags);
	KUNIT_EXPECT_FALSE(test, before);
	KUNIT_EXPECT_FALSE(test, amid);
	KUNIT_EXPECT_TRUE(test, after);
}

/* Whichever processor has more time left. */
static void isolated_processors_are_left_alone(struct kunit *test)
{
	int cpu;

	if (num_online_cpus() < 2)
		return;
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
	KUNIT_CASE(a_long_tick_is_paid_back),
	KUNIT_CASE(isolated_processors_are_left_alone),
	{}
};

static struct kunit_suite ring_cpu_suite = {
	.name = "ring_cpu",
	.test_cases = ring_cpu_cases,
};
kunit_test_suite(ring_cpu_suite);
