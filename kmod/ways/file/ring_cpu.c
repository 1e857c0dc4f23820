// SPDX-License-Identifier: GPL-2.0-only
/*
 * The time that rings take of processors: how often one may sample, and which processor does.
 *
 * Any user who may open a device may make rings, and their ticks are interrupts, which no
 * scheduler holds back. So each ring has time set aside when it is made, and when a
 * processor has no more of it, no further ring. What ticks then take, because a chip has become
 * slow or another processor's rings have come here when that went offline, is limited
 * as it is spent.
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

#include "ways/file/ring.h"

/* What a tick takes beside its sweep: the interrupt, stamps, the record. */
#define TICK_NS		2000

#define PPM		1000000U

/* A ring is given no less than this: it bounds how many may tick at the same time. */
#define PPM_MIN		100U

/* Ticks are interrupts: whatever is asked for, something else has to run as well. */
#define SHARE_MAX	90U

/* What ticks may take in a row, if they took nothing for a while. */
#define BURST_NS	2000000

static unsigned int ring_period_min_ns = 10000;
module_param(ring_period_min_ns, uint, 0644);
MODULE_PARM_DESC(ring_period_min_ns, "shortest period of a ring, ns (default 10000)");

static unsigned int ring_share = 50;
module_param(ring_share, uint, 0644);
MODULE_PARM_DESC(ring_share, "time of each processor that all its rings may take, % (default 50, at most 90)");

static DEFINE_MUTEX(cpu_lock);
static DEFINE_PER_CPU(u32, cpu_ppm);	/* time set aside, in millionths; under cpu_lock */

/**
 * struct spending - the time that ticks may take of a processor; used on it with interrupts off
 * @at_ns: when @left_ns was
 * @left_ns: time that ticks may take now; grows with time, up to BURST_NS
 */
struct spending {
	u64 at_ns;
	s64 left_ns;
};

static DEFINE_PER_CPU(struct spending, cpu_spending);

static unsigned int rings_share(void)
{
	return min(READ_ONCE(ring_share), SHARE_MAX);
}

bool gpcd_ring_cpu_may(u64 now_ns)
{
	struct spending *spending = this_cpu_ptr(&cpu_spending);
	u64 passed_ns = min_t(u64, now_ns - spending->at_ns, NSEC_PER_SEC);

	spending->at_ns = now_ns;
	spending->left_ns = min_t(s64, spending->left_ns + div_u64(passed_ns * rings_share(), 100),
				  BURST_NS);
	return spending->left_ns > 0;
}

void gpcd_ring_cpu_spent(u64 ns)
{
	this_cpu_ptr(&cpu_spending)->left_ns -= ns;
}

u64 gpcd_ring_period_min(u64 sweep_ns)
{
	return max(2 * (sweep_ns + TICK_NS), (u64)READ_ONCE(ring_period_min_ns));
}

static bool cpu_isolated(int cpu)
{
	return !housekeeping_test_cpu(cpu, HK_TYPE_TIMER) ||
	       !housekeeping_test_cpu(cpu, HK_TYPE_DOMAIN);
}

/*
 * Choose the processor with the most time left among those on which the caller may run; the current
 * one if it has as much. Isolated processors are left alone if there are others.
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

/* The caller's number is an index: mask it, because a processor reads ahead of the check. */
static int cpu_wanted(int cpu)
{
	if (cpu < 0 || cpu >= nr_cpu_ids)
		return -EDOM;
	cpu = array_index_nospec(cpu, nr_cpu_ids);
	if (!cpu_online(cpu))
		return -EDOM;
	return cpumask_test_cpu(cpu, current->cpus_ptr) || capable(CAP_SYS_NICE) ? cpu : -EPERM;
}

static int cpu_take(struct gpcd_ring *ring, u32 ppm)
{
	int cpu = ring->cpu == -1 ? cpu_choose() : cpu_wanted(ring->cpu);

	if (cpu < 0)
		return cpu;
	if (per_cpu(cpu_ppm, cpu) + ppm > rings_share() * (PPM / 100))
		return -EBUSY;
	per_cpu(cpu_ppm, cpu) += ppm;
	ring->cpu = cpu;
	ring->at = cpu;
	ring->ppm = ppm;
	return 0;
}

int gpcd_ring_cpu_take(struct gpcd_ring *ring, u64 sweep_ns)
{
	u64 ppm = DIV64_U64_ROUND_UP((sweep_ns + TICK_NS) * PPM, ring->period_ns);
	int ret;

	cpus_read_lock();
	mutex_lock(&cpu_lock);
	ret = cpu_take(ring, clamp_t(u64, ppm, PPM_MIN, PPM));
	mutex_unlock(&cpu_lock);
	cpus_read_unlock();
	return ret;
}

void gpcd_ring_cpu_give(struct gpcd_ring *ring)
{
	mutex_lock(&cpu_lock);
	per_cpu(cpu_ppm, ring->cpu) -= ring->ppm;
	mutex_unlock(&cpu_lock);
}
