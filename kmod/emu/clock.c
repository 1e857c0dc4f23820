// SPDX-License-Identifier: GPL-2.0-only
/*
 * The clock of an emulated chip, real or virtual. Its time passes in batches of
 * one tick at most, with interrupts off, so that no reader on this processor
 * meets one half done.
 */
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>

#include "emu/emu.h"

/* What a clock that was held up makes good; more is lost. */
#define CLOCK_LAG_NS	NSEC_PER_SEC

static bool clock_step(struct emu_chip *chip, u64 until_ns)
{
	unsigned long flags;
	bool more = false;

	spin_lock_irqsave(&chip->lock, flags);
	if (chip->fault != EMU_FAULT_STUCK)
		more = gpcd_traffic_step(&chip->traffic, chip->image, chip->setup.views, until_ns);
	spin_unlock_irqrestore(&chip->lock, flags);
	return more;
}

/* Whole ticks only: then rates by the chip's time are those of its traffic. */
static void clock_work(struct work_struct *work)
{
	struct emu_chip *chip = container_of(to_delayed_work(work), struct emu_chip, tick);
	u64 real_ns = ktime_get_ns();
	u64 ticks;

	if (READ_ONCE(chip->fault) == EMU_FAULT_STUCK)
		chip->origin_ns = real_ns - chip->traffic.now_ns;
	else if (real_ns - chip->origin_ns > chip->traffic.now_ns + CLOCK_LAG_NS)
		chip->origin_ns = real_ns - chip->traffic.now_ns - CLOCK_LAG_NS;
	ticks = div_u64(real_ns - chip->origin_ns, GPCD_TRAFFIC_TICK_NS);
	while (clock_step(chip, ticks * GPCD_TRAFFIC_TICK_NS))
		cond_resched();
	schedule_delayed_work(&chip->tick, nsecs_to_jiffies(GPCD_TRAFFIC_TICK_NS));
}

void emu_clock_start(struct emu_chip *chip)
{
	gpcd_traffic_init(&chip->traffic, chip->setup.chip, chip->setup.seed, 0);
	chip->traffic.quiet = !chip->setup.traffic;
	chip->origin_ns = ktime_get_ns();
	INIT_DELAYED_WORK(&chip->tick, clock_work);
	if (chip->setup.traffic && !chip->setup.virtual_clock)
		schedule_delayed_work(&chip->tick, nsecs_to_jiffies(GPCD_TRAFFIC_TICK_NS));
}

void emu_clock_stop(struct emu_chip *chip)
{
	cancel_delayed_work_sync(&chip->tick);
}

static int clock_run(struct emu_chip *chip, u64 until_ns)
{
	while (clock_step(chip, until_ns)) {
		if (fatal_signal_pending(current))
			return -EINTR;
		cond_resched();
	}
	return 0;
}

int emu_chip_advance(struct emu_chip *chip, u64 ns)
{
	u64 until_ns;
	int ret;

	if (!chip->setup.virtual_clock)
		return -EOPNOTSUPP;
	if (ns > EMU_ADVANCE_MAX_NS)
		return -ERANGE;
	if (mutex_lock_interruptible(&chip->life))
		return -EINTR;
	if (chip->fault == EMU_FAULT_UNPLUG)
		ret = -ENODEV;
	else if (check_add_overflow(chip->traffic.now_ns, ns, &until_ns))
		ret = -ERANGE;
	else
		ret = clock_run(chip, until_ns);
	mutex_unlock(&chip->life);
	return ret;
}
