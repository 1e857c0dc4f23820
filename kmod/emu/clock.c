// SPDX-License-Identifier: GPL-2.0-only
/*
 * The clock of an emulated chip, real or virtual. Its time passes in batches of one tick at most,
 * under the chip's lock. This is a raw spinlock, taken with interrupts off, so that its holder is
 * neither interrupted nor preempted, not even on PREEMPT_RT. Otherwise a reader on the same
 * processor could meet a half-done batch, and spin for ever while it keeps the writer from
 * continuing. A reader may meet the batch of a feed; then its values are torn.
 *
 * Work moves a real clock, so that it goes on without readers. Each reader moves it too before it
 * sweeps, so that the values are up to date. A reader may be a hard interrupt, so it makes only a
 * few steps.
 */
#include <linux/ktime.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>

#include "emu/emu.h"

/* The most that a clock catches up after it was held up; time beyond is lost. */
#define CLOCK_LAG_NS	NSEC_PER_SEC

/* Interval between two runs of the work. */
#define CLOCK_PERIOD_NS	(10 * NSEC_PER_MSEC)

/* A step takes a microsecond or two, so a reader makes none if less time than this has passed. */
#define CLOCK_GRAIN_NS	(10 * NSEC_PER_USEC)

/* A reader makes at most this many steps, each of at most a tick: the work does the rest. */
#define CLOCK_READER_STEPS	4

static bool clock_is_real(const struct emu_chip *chip)
{
	return chip->setup.traffic && !chip->setup.virtual_clock;
}

u64 emu_clock_due(struct emu_chip *chip)
{
	u64 now_ns = chip->traffic.now_ns;
	u64 real_ns = ktime_get_ns();

	if (chip->fault == EMU_FAULT_STUCK)
		chip->origin_ns = real_ns - now_ns;
	else if (real_ns - chip->origin_ns > now_ns + CLOCK_LAG_NS)
		chip->origin_ns = real_ns - now_ns - CLOCK_LAG_NS;
	return real_ns - chip->origin_ns;
}

/* The caller holds the chip's lock. */
static bool clock_step(struct emu_chip *chip, u64 until_ns)
{
	if (chip->fault == EMU_FAULT_STUCK)
		return false;
	return gpcd_traffic_step(&chip->traffic, chip->image, chip->setup.views, until_ns);
}

static bool clock_follow(struct emu_chip *chip)
{
	unsigned long flags;
	bool more;

	raw_spin_lock_irqsave(&chip->lock, flags);
	more = clock_step(chip, emu_clock_due(chip));
	raw_spin_unlock_irqrestore(&chip->lock, flags);
	return more;
}

static void clock_work(struct work_struct *work)
{
	struct emu_chip *chip = container_of(to_delayed_work(work), struct emu_chip, tick);

	while (clock_follow(chip))
		cond_resched();
	schedule_delayed_work(&chip->tick, nsecs_to_jiffies(CLOCK_PERIOD_NS));
}

/*
 * Move the clock before a sweep. If the lock is held there is nothing to do: its holder moves the
 * clock itself, or writes a register and is done soon.
 */
static void clock_catch_up(struct emu_chip *chip)
{
	unsigned int steps = CLOCK_READER_STEPS;
	unsigned long flags;
	u64 due_ns;

	if (!raw_spin_trylock_irqsave(&chip->lock, flags))
		return;
	due_ns = emu_clock_due(chip);
	if (due_ns - chip->traffic.now_ns >= CLOCK_GRAIN_NS) {
		while (steps-- && clock_step(chip, due_ns))
			;
	}
	raw_spin_unlock_irqrestore(&chip->lock, flags);
}

void emu_clock_sweep_begin(struct emu_chip *chip)
{
	if (clock_is_real(chip) && atomic_inc_return(&chip->sweeps) == 1)
		clock_catch_up(chip);
}

void emu_clock_sweep_end(struct emu_chip *chip)
{
	if (clock_is_real(chip))
		atomic_dec(&chip->sweeps);
}

void emu_clock_start(struct emu_chip *chip)
{
	gpcd_traffic_init(&chip->traffic, chip->setup.chip, chip->setup.seed, 0);
	chip->traffic.quiet = !chip->setup.traffic;
	chip->origin_ns = ktime_get_ns();
	INIT_DELAYED_WORK(&chip->tick, clock_work);
	if (clock_is_real(chip))
		schedule_delayed_work(&chip->tick, nsecs_to_jiffies(CLOCK_PERIOD_NS));
}

void emu_clock_stop(struct emu_chip *chip)
{
	cancel_delayed_work_sync(&chip->tick);
}

static bool clock_locked_step(struct emu_chip *chip, u64 until_ns)
{
	unsigned long flags;
	bool more;

	raw_spin_lock_irqsave(&chip->lock, flags);
	more = clock_step(chip, until_ns);
	raw_spin_unlock_irqrestore(&chip->lock, flags);
	return more;
}

static int clock_run(struct emu_chip *chip, u64 until_ns)
{
	while (clock_locked_step(chip, until_ns)) {
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
		return -ERESTARTSYS;
	if (chip->fault == EMU_FAULT_UNPLUG)
		ret = -ENODEV;
	else if (check_add_overflow(chip->traffic.now_ns, ns, &until_ns))
		ret = -ERANGE;
	else
		ret = clock_run(chip, until_ns);
	mutex_unlock(&chip->life);
	return ret;
}
