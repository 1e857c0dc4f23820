// SPDX-License-Identifier: GPL-2.0-only
/*
 * How a ring begins: on a processor that stays online until its timer runs, and with a sweep
 * measured under the conditions of a tick.
 */
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/smp.h>
#include <linux/workqueue.h>

static int call_there(int cpu, smp_call_func_t func, void *info, int wait);
static void processors_hold(void);
static void processors_let_go(void);
#define smp_call_function_single	call_there
#define cpus_read_lock			processors_hold
#define cpus_read_unlock		processors_let_go

#include "access/file/ring_tick.c"

#undef smp_call_function_single
#undef cpus_read_lock
#undef cpus_read_unlock

#include <kunit/test.h>

/* A processor that is taken offline just before a ring begins there. */
struct leaving {
	struct work_struct work;
	int cpu;	/* or -1 */
	struct completion gone;	/* it has gone, or could not */
	bool held;	/* the code that begins the ring keeps processors online */
};

static struct leaving leaving = { .cpu = -1 };

static void processors_hold(void)
{
	cpus_read_lock();
	leaving.held = true;
}

static void processors_let_go(void)
{
	leaving.held = false;
	cpus_read_unlock();
}

static void leave(struct work_struct *work)
{
	remove_cpu(leaving.cpu);
	complete(&leaving.gone);
}

/* While a processor is being taken offline, the lock cannot be taken for reading. */
static bool somebody_takes_one_offline(void)
{
	if (!cpus_read_trylock())
		return true;
	cpus_read_unlock();
	return false;
}

/* Without protection the processor is gone; with it, it goes once the ring has begun. */
static int call_there(int cpu, smp_call_func_t func, void *info, int wait)
{
	if (leaving.cpu == cpu) {
		queue_work(system_long_wq, &leaving.work);
		while (leaving.held && !somebody_takes_one_offline())
			usleep_range(1000, 2000);
		if (!leaving.held)
			wait_for_completion(&leaving.gone);
	}
	return smp_call_function_single(cpu, func, info, wait);
}

static void a_processor_stays_until_its_ring_has_begun(struct kunit *test)
{
	int cpu = cpumask_last(cpu_online_mask);
	struct gpcd_ring *ring = kunit_kzalloc(test, sizeof(*ring), GFP_KERNEL);
	struct gpcd_ring_page *page = kunit_kzalloc(test, sizeof(*page), GFP_KERNEL);

	if (!cpu)
		kunit_skip(test, "this needs a second processor");
	KUNIT_ASSERT_NOT_NULL(test, ring);
	KUNIT_ASSERT_NOT_NULL(test, page);
	raw_spin_lock_init(&ring->lock);
	init_waitqueue_head(&ring->wait);
	INIT_WORK(&ring->waker, leave);
	ring->page = page;
	/* Its first tick is years away. */
	ring->period_ns = 1ULL << 62;
	ring->cpu = cpu;
	INIT_WORK(&leaving.work, leave);
	init_completion(&leaving.gone);
	leaving.cpu = cpu;
	KUNIT_EXPECT_EQ(test, gpcd_ring_start(ring), 0);
	flush_work(&leaving.work);
	leaving.cpu = -1;
	KUNIT_EXPECT_FALSE(test, cpu_online(cpu));
	KUNIT_EXPECT_TRUE(test, hrtimer_active(&ring->timer));
	gpcd_ring_stop(ring);
	gpcd_ring_cpu_give(ring);
	KUNIT_EXPECT_EQ(test, add_cpu(cpu), 0);
}

/* A chip whose clock is moved by the first reader after a while. */
struct moving_chip {
	struct gpcd_device device;
	u64 read_ns;
};

#define MOVES_AFTER_NS	(20 * NSEC_PER_USEC)
#define MOVE_NS		(200 * NSEC_PER_USEC)

static int moving_read(void *priv, struct gpcd_sweep *sweep)
{
	struct moving_chip *chip = priv;
	u64 now_ns = ktime_get_ns();

	if (now_ns - chip->read_ns > MOVES_AFTER_NS) {
		while (ktime_get_ns() - now_ns < MOVE_NS)
			cpu_relax();
	}
	chip->read_ns = ktime_get_ns();
	sweep->good = sweep->count;
	return 0;
}

static const struct gpcd_ops moving_ops = { .read = moving_read };

static void moving_idle(struct percpu_ref *users)
{
	complete(&container_of(users, struct moving_chip, device.users)->device.idle);
}

/* Consecutive sweeps would find the clock where they left it: no tick follows so soon. */
static void a_sweep_is_measured_as_ticks_take_it(struct kunit *test)
{
	struct moving_chip *chip = kunit_kzalloc(test, sizeof(*chip), GFP_KERNEL);
	struct gpcd_slot slot = { .word = 0x2001380, .width = 48 };
	struct gpcd_ring ring = {};
	u64 word;
	u8 status;

	KUNIT_ASSERT_NOT_NULL(test, chip);
	chip->device.desc.chip = GPCD_CHIP_GEMINI;
	chip->device.desc.ops = &moving_ops;
	chip->device.desc.priv = chip;
	init_completion(&chip->device.idle);
	KUNIT_ASSERT_EQ(test, percpu_ref_init(&chip->device.users, moving_idle, 0, GFP_KERNEL), 0);
	ring.list = (struct gpcd_list){
		.device = &chip->device, .count = 1, .words = &word, .slots = &slot,
		.statuses = &status,
	};
	KUNIT_EXPECT_GE(test, gpcd_ring_time(&ring), MOVE_NS);
	percpu_ref_kill(&chip->device.users);
	wait_for_completion(&chip->device.idle);
	percpu_ref_exit(&chip->device.users);
}

static struct kunit_case ring_tick_cases[] = {
	KUNIT_CASE(a_processor_stays_until_its_ring_has_begun),
	KUNIT_CASE(a_sweep_is_measured_as_ticks_take_it),
	{}
};

static struct kunit_suite ring_tick_suite = {
	.name = "ring_tick",
	.test_cases = ring_tick_cases,
};
kunit_test_suite(ring_tick_suite);
