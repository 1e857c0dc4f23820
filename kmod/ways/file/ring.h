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
 * struct gpcd_ring - samples that the kernel takes by itself
 * @timer: its ticks; hard interrupts, also on PREEMPT_RT
 * @lock: held by a tick, and by whoever else changes the members from @state on
 * @period_ns: time from tick to tick
 * @cpu: the processor whose time was set aside
 * @ppm: how much, in millionths
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
	int cpu;
	u32 ppm;
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
 * @req: what the caller asks for; outputs are filled in, the shortest period also on failure
 *
 * Return: the ring, for gpcd_ring_open(), or an ERR_PTR.
 */
struct gpcd_ring *gpcd_ring_create(const struct gpcd_list *list,
				   const struct gpcd_reader *reader, struct gpcd_ring_req *req);

/**
 * gpcd_ring_open() - begin to sample, and make a file
 * @ring: from now on the file's; on failure it is freed
 *
 * Return: the file, or an ERR_PTR.
 */
struct file *gpcd_ring_open(struct gpcd_ring *ring);

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

/** gpcd_ring_time() - measure a sweep of a ring that has not begun. Return: its time, ns */
u64 gpcd_ring_time(struct gpcd_ring *ring);

/**
 * gpcd_ring_start() - begin to sample, on the ring's processor; may sleep
 * @ring: a ring with all its members set
 *
 * Return: 0, -EDOM: the processor is offline.
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
 * @ring: the ring; its @period_ns is set, @cpu a processor or -1; @cpu and @ppm are filled in
 * @sweep_ns: time of a sweep
 *
 * Return: 0, -EDOM: there is no such processor, or it is offline, -EPERM: the caller may not run
 * there, -EBUSY: no time is left.
 */
int gpcd_ring_cpu_take(struct gpcd_ring *ring, u64 sweep_ns);

/**
 * gpcd_ring_cpu_may() - ask whether a tick may take a sample here and now
 * @now_ns: CLOCK_MONOTONIC
 *
 * Hard interrupt.
 *
 * Return: true, and gpcd_ring_cpu_spent() has to be told what it took; false: not now.
 */
bool gpcd_ring_cpu_may(u64 now_ns);

/** gpcd_ring_cpu_spent() - tell what a tick has taken of this processor; hard interrupt */
void gpcd_ring_cpu_spent(u64 ns);

/** gpcd_ring_cpu_give() - undo gpcd_ring_cpu_take(); may sleep */
void gpcd_ring_cpu_give(struct gpcd_ring *ring);

#endif /* GPCD_RING_H */
