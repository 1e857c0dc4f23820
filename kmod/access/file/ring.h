/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of a ring: its descriptor (ring.c), its samples (ring_tick.c), and the processor time
 * that they take (ring_cpu.c).
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

/* Limits of a ring. More registers would be swept with pauses, which a tick must not make. */
#define GPCD_RING_REGS_MAX	(GPCD_SWEEP_CHUNK - 1)
#define GPCD_RING_RECORDS_MIN	2U
#define GPCD_RING_RECORDS_MAX	65536U
#define GPCD_RING_PERIOD_MAX_NS	(3600 * (u64)NSEC_PER_SEC)

/* A share of time, and what is left of it. */
struct gpcd_spending {
	u64 at_ns;	/* CLOCK_MONOTONIC of left_ns */
	s64 left_ns;	/* may be spent now; grows with time; < 0: overspent */
};

/*
 * Samples that the kernel takes by itself. @lock is held by a tick, and by any other code that
 * changes the members from @state on. @waker wakes @wait, which a tick must not do. It is not an
 * irq_work, whose thread belongs to one processor and stops when that goes offline.
 */
struct gpcd_ring {
	struct hrtimer timer;	/* hard interrupts, also on PREEMPT_RT */
	raw_spinlock_t lock;
	u64 period_ns;	/* from tick to tick */
	u64 sweep_ns;	/* time of a sweep, as measured */
	int cpu;	/* whose time is reserved; before that the wanted one, or -1 */
	u32 ppm;	/* reserved time, in millionths; 0: none yet */
	struct gpcd_spending spending;	/* what is left of the reserved time */
	int at;	/* processor that samples: not cpu once that went offline */
	bool overwrite;	/* if there is no room, the oldest record is lost */
	u32 wakeup;	/* unread records that make the descriptor readable */
	struct gpcd_list list;	/* with words of its own, which only ticks read */
	struct gpcd_reader reader;	/* creator of the group */
	struct gpcd_ring_page *page; /* mapped; of it, the kernel reads only the tail */
	size_t bytes;	/* of page */
	u32 records;	/* room, a power of two */
	u32 record_bytes;	/* size of a record */
	u32 values_offset;	/* in a record */
	u32 statuses_offset;	/* in a record */
	struct user_struct *user;	/* charged for the memory */
	wait_queue_head_t wait;	/* for poll(2) */
	struct work_struct waker;
	u32 state;	/* enum gpcd_ring_state */
	u64 sequence;	/* number of the last tick */
	u64 head;	/* records written */
	u64 lost;	/* records lost */
	u64 lost_reported;	/* losses that records report already */
	u64 late;	/* ticks left out */
	u64 late_reported;	/* late ticks that records report already */
};

/* Descriptor (ring.c) */

/*
 * Make a ring that takes no samples yet, for gpcd_ring_open(). @list has the registers of the
 * group, which nobody may read meanwhile; @reader is the creator of the group. Return an ERR_PTR on
 * error. May sleep.
 */
struct gpcd_ring *gpcd_ring_create(const struct gpcd_list *list,
				   const struct gpcd_reader *reader);

/*
 * Measure a sweep, begin to sample, and make a file, which takes the ring over; on error the ring
 * is freed. The outputs of @req are filled in, the shortest period even on error. Return the file
 * or an ERR_PTR. May sleep.
 */
struct file *gpcd_ring_open(struct gpcd_ring *ring, struct gpcd_ring_req *req);

/* Samples (ring_tick.c) */

/* Return whether a ring in this state has not ended. */
static inline bool gpcd_ring_running(u32 state)
{
	return state == GPCD_RING_RUNNING || state == GPCD_RING_FROZEN;
}

/* Return how many records a reader, whose tail is not trusted, can read. */
u64 gpcd_ring_unread(const struct gpcd_ring *ring);

/* Return whether poll(2) reports the descriptor as readable. */
bool gpcd_ring_readable(const struct gpcd_ring *ring);

/* Measure a sweep of a ring that has not begun. Return ns. May sleep. */
u64 gpcd_ring_time(struct gpcd_ring *ring);

/*
 * Reserve time of a processor, and begin to sample there. All members of the ring must be set.
 * Return 0, or as gpcd_ring_cpu_take(). May sleep.
 */
int gpcd_ring_start(struct gpcd_ring *ring);

/* Stop sampling. When this returns, no tick is running. May sleep. */
void gpcd_ring_stop(struct gpcd_ring *ring);

/*
 * Pause sampling, or resume it. @was becomes whether it was paused before. Any context but NMI.
 * Return 0, or -ENODEV if the ring has ended.
 */
int gpcd_ring_freeze(struct gpcd_ring *ring, bool on, bool *was);

/* Write the last record of a ring whose chip is gone, unless it is written already. */
void gpcd_ring_end_gone(struct gpcd_ring *ring);

/* Processor time (ring_cpu.c) */

/* Return the shortest period of a ring whose sweep takes @sweep_ns. */
u64 gpcd_ring_period_min(u64 sweep_ns);

/*
 * Reserve time of a processor for a ring whose period_ns and sweep_ns are set and whose cpu is a
 * processor or -1; fills in cpu, at and ppm. The caller holds cpus_read_lock() until the ring
 * ticks, so that the processor stays online. Return 0, -EINVAL if there is no such processor or it
 * is offline, -EPERM if the caller may not run there, or -EBUSY if no time is left. May sleep.
 */
int gpcd_ring_cpu_take(struct gpcd_ring *ring);

/*
 * Return how long, in ns, a tick on this processor must wait before it may take a sample; 0: not at
 * all. @now_ns is CLOCK_MONOTONIC. Called in hard interrupts; gpcd_ring_cpu_spent() must follow in
 * any case.
 */
u64 gpcd_ring_cpu_wait(struct gpcd_ring *ring, u64 now_ns);

/*
 * Account for the processor time of a tick, @ns as measured by the tick, without its interrupt.
 * Called in hard interrupts.
 */
void gpcd_ring_cpu_spent(struct gpcd_ring *ring, u64 ns);

/* Undo gpcd_ring_cpu_take(), if it succeeded. May sleep. */
void gpcd_ring_cpu_give(struct gpcd_ring *ring);

#endif /* GPCD_RING_H */
