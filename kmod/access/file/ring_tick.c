// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ticks of a ring: each takes a sample and writes a record of it.
 *
 * A tick is a hard interrupt. It neither sleeps nor allocates, and takes only the
 * ring's raw lock, so it also runs on PREEMPT_RT.
 */
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>

#include "core/compat.h"
#include "access/file/ring.h"

/* Sweeps to measure. The shortest counts: interrupts and a chip's updates make others longer. */
#define TIMED_SWEEPS	5

/*
 * Pause before each of them, us. Every tick sweeps after a pause: it finds cold caches, and moves
 * the clock of an emulated chip.
 */
#define TIMED_PAUSE_US	50

u64 gpcd_ring_unread(const struct gpcd_ring *ring)
{
	/* Acquire order: a record is not overwritten before its reader has read it. */
	u64 unread = READ_ONCE(ring->head) - smp_load_acquire(&ring->page->tail);

	return min_t(u64, unread, ring->records);
}

bool gpcd_ring_readable(const struct gpcd_ring *ring)
{
	return gpcd_ring_unread(ring) >= ring->wakeup || !gpcd_ring_running(READ_ONCE(ring->state));
}

/* One place is kept for the last record, which gives the reason for the end. */
static bool tick_room(const struct gpcd_ring *ring)
{
	return ring->overwrite || gpcd_ring_unread(ring) < ring->records - 1;
}

static struct gpcd_ring_record *tick_record(const struct gpcd_ring *ring)
{
	return (void *)ring->page + PAGE_SIZE +
	       (size_t)(ring->head & (ring->records - 1)) * ring->record_bytes;
}

static void tick_publish(struct gpcd_ring *ring)
{
	ring->lost_reported = ring->lost;
	ring->late_reported = ring->late;
	WRITE_ONCE(ring->head, ring->head + 1);
	/* Release order: a reader that sees the head sees the record. */
	smp_store_release(&ring->page->head, ring->head);
	/* The head is written before the next record, which may replace an old one. */
	smp_wmb();
	if (gpcd_ring_readable(ring) && wq_has_sleeper(&ring->wait))
		queue_work(system_unbound_wq, &ring->waker);
}

static void tick_write(struct gpcd_ring *ring, const struct gpcd_snapshot_req *req)
{
	const struct gpcd_list *list = &ring->list;
	struct gpcd_ring_record *record = tick_record(ring);

	*record = (struct gpcd_ring_record){
		.sequence = ring->sequence,
		.start_ns = req->start_ns,
		.end_ns = req->end_ns,
		.chip_ns = req->chip_ns,
		.epoch = req->epoch,
		.lost = ring->lost - ring->lost_reported,
		.late = min_t(u64, ring->late - ring->late_reported, U32_MAX),
		.failed = req->failed,
		.result = req->result,
		.state = ring->state,
	};
	memcpy((void *)record + ring->values_offset, list->words,
	       list->count * sizeof(*list->words));
	memcpy((void *)record + ring->statuses_offset, list->statuses, list->count);
	tick_publish(ring);
}

static void tick_state(struct gpcd_ring *ring, u32 state)
{
	WRITE_ONCE(ring->state, state);
	WRITE_ONCE(ring->page->state, state);
}

static void tick_end(struct gpcd_ring *ring, u32 state)
{
	struct gpcd_snapshot_req req = { .start_ns = ktime_get_ns(), .failed = ring->list.count };

	req.end_ns = req.start_ns;
	memset(ring->list.words, 0, ring->list.count * sizeof(*ring->list.words));
	memset(ring->list.statuses,
	       state == GPCD_RING_GONE ? GPCD_STATUS_GONE : GPCD_STATUS_DENIED, ring->list.count);
	tick_state(ring, state);
	tick_write(ring, &req);
}

static bool list_denied(const struct gpcd_list *list)
{
	bool denied = false;
	u32 i;

	for (i = 0; i < list->count; i++) {
		if (list->slots[i].status == GPCD_STATUS_OK)
			return false;
		denied |= list->slots[i].status == GPCD_STATUS_DENIED;
	}
	return denied;
}

static void tick_lost(struct gpcd_ring *ring)
{
	WRITE_ONCE(ring->lost, ring->lost + 1);
	WRITE_ONCE(ring->page->lost, ring->lost);
}

/* The caller holds the ring's lock. */
static void tick_sample(struct gpcd_ring *ring)
{
	struct gpcd_snapshot_req req = {};

	gpcd_list_refresh(&ring->list, &ring->reader);
	ring->sequence++;
	if (list_denied(&ring->list))
		tick_end(ring, GPCD_RING_DENIED);
	else if (gpcd_device_gone(ring->list.device))
		tick_end(ring, GPCD_RING_GONE);
	else if (ring->state == GPCD_RING_FROZEN)
		ring->sequence--;
	else if (!tick_room(ring))
		tick_lost(ring);
	else if (gpcd_list_snapshot(&ring->list, &req))
		tick_end(ring, GPCD_RING_GONE);
	else
		tick_write(ring, &req);
}

static void tick_late(struct gpcd_ring *ring, u64 ticks)
{
	if (ring->state != GPCD_RING_RUNNING)
		return;
	ring->sequence += ticks;
	/* fdinfo reads this without the lock. */
	WRITE_ONCE(ring->late, ring->late + ticks);
	WRITE_ONCE(ring->page->late, ring->late);
}

/* The caller holds the ring's lock. */
static void tick_serve(struct gpcd_ring *ring)
{
	u64 began_ns = ktime_get_ns();
	u64 wait_ns = gpcd_ring_cpu_wait(ring, began_ns);
	u64 now_ns, ticks;

	WRITE_ONCE(ring->at, smp_processor_id());
	if (wait_ns)
		tick_late(ring, 1);
	else
		tick_sample(ring);
	now_ns = ktime_get_ns();
	gpcd_ring_cpu_spent(ring, now_ns - began_ns);
	if (!gpcd_ring_running(ring->state))
		return;
	/* Skip the ticks that would be late for sure, without interrupts. */
	ticks = hrtimer_forward(&ring->timer, ns_to_ktime(now_ns + wait_ns),
				ns_to_ktime(ring->period_ns));
	if (ticks > 1)
		tick_late(ring, ticks - 1);
}

static enum hrtimer_restart ring_tick(struct hrtimer *timer)
{
	struct gpcd_ring *ring = container_of(timer, struct gpcd_ring, timer);
	enum hrtimer_restart again = HRTIMER_NORESTART;
	unsigned long flags;

	raw_spin_lock_irqsave(&ring->lock, flags);
	if (gpcd_ring_running(ring->state))
		tick_serve(ring);
	if (gpcd_ring_running(ring->state))
		again = HRTIMER_RESTART;
	raw_spin_unlock_irqrestore(&ring->lock, flags);
	return again;
}

/*
 * Read all registers that some change of permissions may allow to be read. Nobody gets these
 * values: the words stay here, and the first tick begins with checking permissions.
 */
u64 gpcd_ring_time(struct gpcd_ring *ring)
{
	struct gpcd_list *list = &ring->list;
	u64 shortest = U64_MAX, began_ns;
	struct gpcd_snapshot_req req;
	u32 i;

	for (i = 0; i < list->count; i++) {
		if (list->slots[i].status == GPCD_STATUS_DENIED)
			list->slots[i].status = GPCD_STATUS_OK;
	}
	list->perms_epoch = 0;
	for (i = 0; i < TIMED_SWEEPS; i++) {
		usleep_range(TIMED_PAUSE_US, 2 * TIMED_PAUSE_US);
		req = (struct gpcd_snapshot_req){};
		began_ns = ktime_get_ns();
		gpcd_list_snapshot(&ring->list, &req);
		shortest = min(shortest, ktime_get_ns() - began_ns);
	}
	return shortest;
}

/* Run on the ring's processor, which the timer then belongs to. */
static void ring_begin(void *arg)
{
	struct gpcd_ring *ring = arg;
	/* Read one clock once: a delay between two reads would shift every tick. */
	ktime_t now = ktime_get();
	u64 past_ns;

	div64_u64_rem(ktime_to_ns(ktime_mono_to_any(now, TK_OFFS_REAL)), ring->period_ns, &past_ns);
	hrtimer_start(&ring->timer, ktime_add_ns(now, ring->period_ns - past_ns),
		      HRTIMER_MODE_ABS_PINNED_HARD);
}

int gpcd_ring_start(struct gpcd_ring *ring)
{
	int ret;

	gpcd_hrtimer_setup(&ring->timer, ring_tick, CLOCK_MONOTONIC,
			   HRTIMER_MODE_ABS_PINNED_HARD);
	tick_state(ring, GPCD_RING_RUNNING);
	/* The chosen processor must not go offline until its timer runs. */
	cpus_read_lock();
	ret = gpcd_ring_cpu_take(ring);
	if (!ret)
		ret = smp_call_function_single(ring->cpu, ring_begin, ring, true);
	cpus_read_unlock();
	return ret;
}

void gpcd_ring_stop(struct gpcd_ring *ring)
{
	hrtimer_cancel(&ring->timer);
	cancel_work_sync(&ring->waker);
}

int gpcd_ring_freeze(struct gpcd_ring *ring, bool on, bool *was)
{
	unsigned long flags;
	int ret = -ENODEV;

	raw_spin_lock_irqsave(&ring->lock, flags);
	if (gpcd_ring_running(ring->state)) {
		*was = ring->state == GPCD_RING_FROZEN;
		tick_state(ring, on ? GPCD_RING_FROZEN : GPCD_RING_RUNNING);
		ret = 0;
	}
	raw_spin_unlock_irqrestore(&ring->lock, flags);
	return ret;
}

void gpcd_ring_end_gone(struct gpcd_ring *ring)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&ring->lock, flags);
	if (gpcd_ring_running(ring->state)) {
		ring->sequence++;
		tick_end(ring, GPCD_RING_GONE);
	}
	raw_spin_unlock_irqrestore(&ring->lock, flags);
}
