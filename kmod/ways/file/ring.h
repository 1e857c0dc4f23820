/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of a ring: its descriptor (ring.c), its samples (ring_tick.c), and the time of the
 * processors that take them (ring_cpu.c).
 */
#ifndef GPCD_RING_H
#define GPCD_RING_H

#include <linux/gpcd_ring.h>
#include <linux/hrtimer.h>
#include <linux/sched/user.h>
#include <linux/spinlock.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "core/core.h"

/**
 * struct gpcd_spending - a share of time, and what is left of it
 * @at_ns: CLOCK_MONOTONIC when @left_ns was
 * @left_ns: time that may be spent now; grows with time, below 0: more was spent
 */
struct gpcd_spending {
	u64 at_ns;
	s64 left_ns;
};

/**
 * struct gpcd_ring - samples that the kernel takes by itself
 * @timer: its ticks; hard interrupts, also on PREEMPT_RT
 * @lock: held by a tick, and by whoever else changes the members from @state on
 * @period_ns: time from tick to tick
 * @sweep_ns: time of a sweep, as it was measured
 * @cpu: the processor whose time was set aside; before that the one that is asked for, or -1
 * @ppm: how much of its time, in millionths; 0: none yet
 * @spending: what is left of that time
 * @at: the processor that samples: another one since @cpu went offline
 * @overwrite: without room the oldest record goes
 * @wakeup: unread records that make the descriptor readable
 * @list: the registers, with words of its own: only ticks read it
 * @reader: the creator of the group
 * @page: the memory that is mapped; what the reader may write is never read back but the tail
 * @bytes: its size
 * @records: room, a power of two
 * @record_bytes: size of one
 * @user: whose locked memory it counts as
 * @wait: for poll(2)
 * @waker: wakes @wait: a tick must not. No irq_work, whose thread is of one processor, and stops
 *	when that goes offline
 * @state: an &enum gpcd_ring_state
 * @sequence: number of the last tick
 * @head: records written
 * @lost: records lost
 * @lost_told: of these, what the records say already
 * @late: ticks left out
 * @late_told: of these, what the records say already
 */
struct gpcd_ring {
	struct hrtimer timer;
	raw_spinlock_t lock;
	u64 period_ns;
	u64 sweep_ns;
	int cpu;
	u32 ppm;
	struct gpcd_spending spending;
	int at;
	bool overwrite;
	u32 wakeup;
	struct gpcd_list list;
	struct gpcd_reader reader;
	struct gpcd_ring_page *page;
	size_t bytes;
	u32 records;
	u32 record_bytes;
	struct user_struct *user;
	wait_queue_head_t wait;
	struct work_struct waker;
	u32 state;
	u64 sequence;
	u64 head;
	u64 lost;
	u64 lost_told;
	u64 late;
	u64 late_told;
};

/* Its descriptor (ring.c) */

/**
 * gpcd_ring_create() - make a ring that takes no samples yet; may sleep
 * @list: the registers of the group, which nobody reads meanwhile
 * @reader: the creator of the group
 *
 * Return: the ring, for gpcd_ring_open(), or an ERR_PTR.
 */
struct gpcd_ring *gpcd_ring_create(const struct gpcd_list *list,
				   const struct gpcd_reader *reader);

/**
 * gpcd_ring_open() - measure a sweep, begin to sample, and make a file; may sleep
 * @ring: from now on the file's; on failure it is freed
 * @req: what the caller asks for; outputs are filled in, the shortest period also on failure
 *
 * Return: the file, or an ERR_PTR.
 */
struct file *gpcd_ring_open(struct gpcd_ring *ring, struct gpcd_ring_req *req);

/** gpcd_ring_file() - return the file of a ring's descriptor, for fput(); NULL: it is none */
struct file *gpcd_ring_file(int fd);

/* Its samples (ring_tick.c) */

/** gpcd_ring_running() - return whether a state is one that does not last for ever */
static inline bool gpcd_ring_running(u32 state)
{
	return state == GPCD_RING_RUNNING || state == GPCD_RING_FROZEN;
}

/** gpcd_ring_unread() - return how many records a reader, whose tail is not trusted, can read */
u64 gpcd_ring_unread(const struct gpcd_ring *ring);

/** gpcd_ring_readable() - return whether poll(2) says that the descriptor is readable */
bool gpcd_ring_readable(const struct gpcd_ring *ring);

/** gpcd_ring_time() - measure a sweep of a ring that has not begun; may sleep. Return: ns */
u64 gpcd_ring_time(struct gpcd_ring *ring);

/**
 * gpcd_ring_start() - set time of a processor aside, and begin to sample there; may sleep
 * @ring: a ring with all its members set
 *
 * Return: 0, or as gpcd_ring_cpu_take().
 */
int gpcd_ring_start(struct gpcd_ring *ring);

/** gpcd_ring_stop() - sample no more; when this returns, no tick is running; may sleep */
void gpcd_ring_stop(struct gpcd_ring *ring);

/**
 * gpcd_ring_freeze() - take no samples for now, or take them again
 * @ring: the ring
 * @on: whether to take none
 * @was: filled in: whether none were taken before
 *
 * Any context but NMI.
 *
 * Return: 0, -ENODEV: the ring has ended.
 */
int gpcd_ring_freeze(struct gpcd_ring *ring, bool on, bool *was);

/** gpcd_ring_end_gone() - write the last record of a ring whose chip is gone, if it is not yet */
void gpcd_ring_end_gone(struct gpcd_ring *ring);

/* The time of processors (ring_cpu.c) */

/** gpcd_ring_period_min() - return the shortest period of a ring whose sweep takes @sweep_ns */
u64 gpcd_ring_period_min(u64 sweep_ns);

/**
 * gpcd_ring_cpu_take() - set time of a processor aside for a ring; may sleep
 * @ring: the ring; its @period_ns and @sweep_ns are set, @cpu is a processor or -1; @cpu, @at and
 *	@ppm are filled in
 *
 * The caller holds cpus_read_lock() until the ring ticks: so the processor stays online.
 *
 * Return: 0, -EDOM: there is no such processor, or it is offline, -EPERM: the caller may not run
 * there, -EBUSY: no time is left.
 */
int gpcd_ring_cpu_take(struct gpcd_ring *ring);

/**
 * gpcd_ring_cpu_wait() - ask how long a tick here must wait before it may take a sample
 * @ring: the ring
 * @now_ns: CLOCK_MONOTONIC
 *
 * Hard interrupt. Call gpcd_ring_cpu_spent() afterwards, whatever the answer.
 *
 * Return: 0: it may take one now; or ns.
 */
u64 gpcd_ring_cpu_wait(struct gpcd_ring *ring, u64 now_ns);

/**
 * gpcd_ring_cpu_spent() - account for the time that a tick has taken of this processor
 * @ring: the ring
 * @ns: time that the tick has measured, without its interrupt
 *
 * Hard interrupt.
 */
void gpcd_ring_cpu_spent(struct gpcd_ring *ring, u64 ns);

/** gpcd_ring_cpu_give() - undo gpcd_ring_cpu_take(), if it has succeeded; may sleep */
void gpcd_ring_cpu_give(struct gpcd_ring *ring);

#endif /* GPCD_RING_H */
