// SPDX-License-Identifier: GPL-2.0-only
/*
 * The processor time that rings take: how often one may sample, and on which processor.
 *
 * Any user who may open a device may make rings, and their ticks are interrupts, which no
 * scheduler holds back. So each ring has time reserved when it is made; when a processor has none
 * left, no further ring can be made there. A tick may still take more than was reserved, because
 * its chip has become slow, or because its processor went offline and it ticks on another one. So
 * the time that ticks really take is counted too, in three accounts:
 *
 *  - all time that ticks take of a processor (cpu_spending): while any is left, a tick is on time;
 *  - the time that a ring takes, against its reserved time: while any is left, a tick on the ring's
 *    own processor is on time even if the first account is empty;
 *  - the time that ticks of the second kind take together (cpu_kept). Each is charged here no more
 *    than its ring had left, and rings have no more reserved than a processor gives: so a ring
 *    that takes too much does not empty this account, and delays no other ring.
 */
#include <linux/capability.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/nospec.h>
#include <linux/percpu.h>
#include <linux/sched/isolation.h>

#include "access/file/ring.h"

/* The part of a tick that its own clock cannot measure: mainly its interrupt. */
#define TICK_NS		2000

#define PPM		1000000U

/* The least time reserved for a ring, which limits how many may tick at the same time. */
#define PPM_MIN		100U

/* Ticks are interrupts: whatever share is allowed, something else has to run as well. */
#define SHARE_MAX	90U

/* The most that ticks may take in a row after they took nothing for a while. */
#define BURST_NS	2000000

static unsigned int ring_period_min_ns = 10000;
module_param(ring_period_min_ns, uint, 0644);
MODULE_PARM_DESC(ring_period_min_ns, "shortest period of a ring, ns (default 10000)");

static unsigned int ring_share = 50;
module_param(ring_share, uint, 0644);
MODULE_PARM_DESC(ring_share, "time of each processor that all its rings may take, % (default 50, at most 90)");

static DEFINE_MUTEX(cpu_lock);
static DEFINE_PER_CPU(u32, cpu_ppm);	/* reserved time, in millionths; under cpu_lock */

/* Used on their processor, with interrupts off. */
static DEFINE_PER_CPU(struct gpcd_spending, cpu_spending);	/* all that ticks take */
static DEFINE_PER_CPU(struct gpcd_spending, cpu_kept);	/* by rings with time reserved here */

static u32 rings_ppm(void)
{
	return min(READ_ONCE(ring_share), SHARE_MAX) * (PPM / 100);
}

/* Let what is left grow to its value at @now_ns, if @ppm of the time may be spent. */
static void spending_grow(struct gpcd_spending *spending, u32 ppm, u64 now_ns)
{
	u64 passed_ns = min_t(u64, now_ns - spending->at_ns, GPCD_RING_PERIOD_MAX_NS);

	spending->at_ns = now_ns;
	spending->left_ns = min_t(s64, spending->left_ns + div_u64(passed_ns * ppm, PPM), BURST_NS);
}

/* Return the time until some is left, a second at most. */
static u64 spending_wait(const struct gpcd_spending *spending, u32 ppm)
{
	u64 lacks_ns;

	if (spending->left_ns > 0)
		return 0;
	if (!ppm)
		return NSEC_PER_SEC;
	lacks_ns = min_t(s64, 1 - spending->left_ns, NSEC_PER_SEC);
	return min_t(u64, DIV_ROUND_UP_ULL(lacks_ns * PPM, ppm), NSEC_PER_SEC);
}

u64 gpcd_ring_cpu_wait(struct gpcd_ring *ring, u64 now_ns)
{
	struct gpcd_spending *all = this_cpu_ptr(&cpu_spending);
	struct gpcd_spending *kept = this_cpu_ptr(&cpu_kept);
	u32 all_ppm = rings_ppm();
	u64 own_ns, all_ns;

	spending_grow(all, all_ppm, now_ns);
	spending_grow(kept, all_ppm, now_ns);
	spending_grow(&ring->spending, ring->ppm, now_ns);
	all_ns = spending_wait(all, all_ppm);
	if (!all_ns || ring->cpu != smp_processor_id())
		return all_ns;
	own_ns = max(spending_wait(&ring->spending, ring->ppm), spending_wait(kept, all_ppm));
	return min(own_ns, all_ns);
}

void gpcd_ring_cpu_spent(struct gpcd_ring *ring, u64 ns)
{
	struct gpcd_spending *all = this_cpu_ptr(&cpu_spending);

	ns += TICK_NS;
	/* The first account was empty: the tick was on time by its ring's reserved time. */
	if (all->left_ns <= 0 && ring->cpu == smp_processor_id())
		this_cpu_ptr(&cpu_kept)->left_ns -= clamp_t(s64, ring->spending.left_ns, 0, ns);
	all->left_ns -= ns;
	ring->spending.left_ns -= ns;
}

/*
 * Return the time to reserve for a tick. A sweep is measured as the shortest of a few; most take
 * longer, so a quarter is added.
 */
static u64 tick_ns(u64 sweep_ns)
{
	return sweep_ns + sweep_ns / 4 + TICK_NS;
}

u64 gpcd_ring_period_min(u64 sweep_ns)
{
	return max(2 * tick_ns(sweep_ns), (u64)READ_ONCE(ring_period_min_ns));
}

static bool cpu_isolated(int cpu)
{
	return !housekeeping_test_cpu(cpu, HK_TYPE_TIMER) ||
	       !housekeeping_test_cpu(cpu, HK_TYPE_DOMAIN);
}

/*
 * Choose the processor with the most time left among those on which the caller may run; the current
 * one on a tie. Isolated processors are left alone if there are others.
 */
static int cpu_choose(void)
{
	int best = -1, here = raw_smp_processor_id();
	int cpu;

	for_each_online_cpu(cpu) {
		if (cpu_isolated(cpu) || !cpumask_test_cpu(cpu, current->cpus_ptr))
			continue;
		if (best < 0 || per_cpu(cpu_ppm, cpu) < per_cpu(cpu_ppm, best) ||
		    (cpu == here && per_cpu(cpu_ppm, cpu) == per_cpu(cpu_ppm, best)))
			best = cpu;
	}
	return best < 0 ? here : best;
}

/* The caller's number is an index: mask it, because a processor may speculate past the check. */
static int cpu_wanted(int cpu)
{
	if (cpu < 0 || cpu >= nr_cpu_ids)
		return -EINVAL;
	cpu = array_index_nospec(cpu, nr_cpu_ids);
	if (!cpu_online(cpu))
		return -EINVAL;
	return cpumask_test_cpu(cpu, current->cpus_ptr) || capable(CAP_SYS_NICE) ? cpu : -EPERM;
}

static int cpu_take(struct gpcd_ring *ring, u32 ppm)
{
	int cpu = ring->cpu == -1 ? cpu_choose() : cpu_wanted(ring->cpu);

	if (cpu < 0)
		return cpu;
	if (per_cpu(cpu_ppm, cpu) + ppm > rings_ppm())
		return -EBUSY;
	per_cpu(cpu_ppm, cpu) += ppm;
	ring->cpu = cpu;
	ring->at = cpu;
	ring->ppm = ppm;
	return 0;
}

int gpcd_ring_cpu_take(struct gpcd_ring *ring)
{
	u64 ppm = DIV64_U64_ROUND_UP(tick_ns(ring->sweep_ns) * PPM, ring->period_ns);
	int ret;

	mutex_lock(&cpu_lock);
	ret = cpu_take(ring, clamp_t(u64, ppm, PPM_MIN, PPM));
	mutex_unlock(&cpu_lock);
	return ret;
}

void gpcd_ring_cpu_give(struct gpcd_ring *ring)
{
	if (!ring->ppm)
		return;
	mutex_lock(&cpu_lock);
	per_cpu(cpu_ppm, ring->cpu) -= ring->ppm;
	mutex_unlock(&cpu_lock);
}
