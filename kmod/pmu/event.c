// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events of perf: counts of one counter, or of all counters of a total.
 *
 * perf's core calls their callbacks one at a time, with interrupts off. Those that start and stop
 * an event run on its processor, as its timer does; but from Linux 6.12 on any processor may read
 * it while the timer runs.
 */
#include <linux/capability.h>
#include <linux/hrtimer.h>
#include <linux/slab.h>

#include "pmu/cpu.h"

/*
 * Maximum number of counters of a total: more than any chip has tiles, and far fewer than a sweep
 * with interrupts off may read. A larger total is refused: a sum of some of its counters would be
 * wrong.
 */
#define COUNTERS_MAX	256

/*
 * The timer's shortest period. A counter of fewer than 24 bits needs a shorter one to see each
 * wrap, and would keep its processor in interrupts; so it is refused.
 */
#define PACE_MIN_NS	(1ULL << 22)

/* An event that counts. */
struct counting {
	raw_spinlock_t lock;	/* held by a read, of the timer too: the members up to begun */
	struct gpcd_list list;	/* its counters, with words of their own */
	u64 *before;	/* values at the last good read */
	u64 epoch;	/* of these values */
	bool begun;	/* there are such values */
	struct hrtimer timer;	/* reads often enough that no counter wraps twice unseen */
	u64 pace_ns;	/* period of the timer */
	struct perf_event *event;
};

/* Counting */

/*
 * A read that cannot be compared adds nothing: the chip is gone or lost, an update never ended, or
 * it is the first read of an epoch. Only the last case loses counts; otherwise the next read adds
 * them.
 */
static void counting_read(struct counting *counting)
{
	struct gpcd_list *list = &counting->list;
	struct gpcd_snapshot_req now = {};

	if (gpcd_list_snapshot(list, &now) || !gpcd_snapshot_whole(&now))
		return;
	if (counting->begun && counting->epoch == now.epoch)
		local64_add(gpcd_list_counts(list, counting->before), &counting->event->count);
	memcpy(counting->before, list->words, list->count * sizeof(*list->words));
	counting->epoch = now.epoch;
	counting->begun = true;
}

static void counting_update(struct counting *counting)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&counting->lock, flags);
	counting_read(counting);
	raw_spin_unlock_irqrestore(&counting->lock, flags);
}

static enum hrtimer_restart counting_tick(struct hrtimer *timer)
{
	struct counting *counting = container_of(timer, struct counting, timer);

	counting_update(counting);
	hrtimer_forward_now(timer, ns_to_ktime(counting->pace_ns));
	return HRTIMER_RESTART;
}

/* A program that runs in an NMI may read any event; chips cannot be read there. */
void gpcd_event_read(struct perf_event *event)
{
	if (!in_nmi())
		counting_update(event->pmu_private);
}

void gpcd_event_start(struct perf_event *event, int flags)
{
	struct counting *counting = event->pmu_private;

	event->hw.state = 0;
	counting->begun = false;
	counting_update(counting);
	hrtimer_start(&counting->timer, ns_to_ktime(counting->pace_ns),
		      HRTIMER_MODE_REL_PINNED_HARD);
}

void gpcd_event_stop(struct perf_event *event, int flags)
{
	struct counting *counting = event->pmu_private;

	if (event->hw.state & PERF_HES_STOPPED)
		return;
	hrtimer_cancel(&counting->timer);
	counting_update(counting);
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

int gpcd_event_add(struct perf_event *event, int flags)
{
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		gpcd_event_start(event, flags);
	return 0;
}

void gpcd_event_del(struct perf_event *event, int flags)
{
	gpcd_event_stop(event, flags);
}

/* Making one */

static void counting_free(struct perf_event *event)
{
	struct counting *counting = event->pmu_private;

	gpcd_list_destroy(&counting->list);
	kfree(counting->before);
	kfree(counting);
}

static int counter_too_narrow(struct gpcd_device *device, u64 addr)
{
	dev_info_ratelimited(&device->dev, "perf: the counter at %#llx wraps too soon to be counted: read it with gpcd\n",
			     addr);
	return -EOVERFLOW;
}

static int counting_make(struct perf_event *event, struct gpcd_device *device, const u64 *addrs,
			 u32 count)
{
	struct counting *counting = kzalloc(sizeof(*counting), GFP_KERNEL_ACCOUNT);
	int ret = -ENOMEM;

	if (!counting)
		return ret;
	counting->before = kcalloc(count, sizeof(*counting->before), GFP_KERNEL_ACCOUNT);
	if (counting->before)
		ret = gpcd_list_of(&counting->list, device, addrs, count);
	if (ret) {
		kfree(counting->before);
		kfree(counting);
		return ret;
	}
	raw_spin_lock_init(&counting->lock);
	counting->event = event;
	event->pmu_private = counting;
	counting->pace_ns = gpcd_list_pace(&counting->list);
	if (counting->pace_ns < PACE_MIN_NS) {
		counting_free(event);
		return counter_too_narrow(device, addrs[0]);
	}
	gpcd_hrtimer_setup(&counting->timer, counting_tick, CLOCK_MONOTONIC,
			   HRTIMER_MODE_REL_PINNED_HARD);
	event->destroy = counting_free;
	return 0;
}

/* Log why: perf(1) only says that an event is not supported. The caller is privileged. */
static int counter_refuse(struct gpcd_device *device, u64 addr)
{
	const struct gpcd_reg *reg = gpcd_catalogue_find(device->desc.chip, addr);
	char name[GPCD_NAME_MAX];

	if (reg && reg->rule->kind == GPCD_KIND_COUNTER && gpcd_device_has(device, reg))
		return 0;
	if (reg && !gpcd_device_has(device, reg)) {
		gpcd_reg_name(reg, name);
		dev_info_ratelimited(&device->dev, "perf: this device lacks %s\n", name);
	} else if (reg) {
		gpcd_reg_name(reg, name);
		dev_info_ratelimited(&device->dev, "perf: %s is no counter, but of kind %s\n", name,
				     gpcd_kind_name(reg->rule->kind));
	} else {
		dev_info_ratelimited(&device->dev, "perf: no register has address %#llx\n", addr);
	}
	return -EINVAL;
}

static int total_refuse(struct gpcd_device *device, u64 number)
{
	dev_info_ratelimited(&device->dev, "perf: %s has no total %llu\n",
			     gpcd_chip_name(device->desc.chip), number);
	return -EINVAL;
}

static int total_too_large(struct gpcd_device *device, const struct gpcd_total *total, u32 count)
{
	dev_info_ratelimited(&device->dev, "perf: %s has %u counters, of at most %u: count them one by one\n",
			     total->name, count, COUNTERS_MAX);
	return -E2BIG;
}

static int total_absent(struct gpcd_device *device, const struct gpcd_total *total)
{
	dev_info_ratelimited(&device->dev, "perf: this device lacks a counter of %s: count the others one by one\n",
			     total->name);
	return -EINVAL;
}

/* Return whether the device has all counters of a total. A sum of some would be wrong. */
static bool total_whole(const struct gpcd_device *device, const u64 *addrs, u32 count)
{
	u32 i;

	for (i = 0; i < count; i++) {
		if (!gpcd_device_has(device, gpcd_catalogue_find(device->desc.chip, addrs[i])))
			return false;
	}
	return true;
}

static int total_make(struct perf_event *event, struct gpcd_device *device,
		      const struct gpcd_total *total)
{
	u64 *addrs = kmalloc_array(COUNTERS_MAX, sizeof(*addrs), GFP_KERNEL);
	u32 count;
	int ret;

	if (!addrs)
		return -ENOMEM;
	count = gpcd_total_addrs(device->desc.chip, total, addrs, COUNTERS_MAX);
	if (count > COUNTERS_MAX)
		ret = total_too_large(device, total, count);
	else if (!total_whole(device, addrs, count))
		ret = total_absent(device, total);
	else
		ret = counting_make(event, device, addrs, count);
	kfree(addrs);
	return ret;
}

static int event_make(struct perf_event *event, struct gpcd_device *device)
{
	u64 number = event->attr.config, addr = event->attr.config1;
	const struct gpcd_total *total;

	if (!number)
		return counter_refuse(device, addr) ?: counting_make(event, device, &addr, 1);
	total = gpcd_chip_total(device->desc.chip, number - 1);
	return total ? total_make(event, device, total) : total_refuse(device, number);
}

static bool attr_valid(const struct perf_event_attr *attr)
{
	if (attr->config & ~(u64)GPCD_PMU_TOTAL || attr->config2)
		return false;
	return !(attr->config && attr->config1);
}

/* perf's core counts a group on one processor, but would accept members of several PMUs. */
static bool group_valid(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;

	return leader == event || leader->pmu == event->pmu || is_software_event(leader);
}

int gpcd_event_init(struct perf_event *event)
{
	struct gpcd_pmu *pmu = gpcd_pmu_of(event->pmu);
	int ret = -ENODEV;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	if (is_sampling_event(event))
		return -EOPNOTSUPP;
	if (event->cpu < 0 || event->attach_state & PERF_ATTACH_TASK)
		return -EINVAL;
	if (!attr_valid(&event->attr) || !group_valid(event))
		return -EINVAL;
	if (!perfmon_capable())
		return -EACCES;
	mutex_lock(&pmu->lock);
	if (pmu->device && !gpcd_device_gone(pmu->device))
		ret = event_make(event, pmu->device);
	mutex_unlock(&pmu->lock);
	gpcd_pmu_cpu_take(pmu, event);
	return ret;
}
