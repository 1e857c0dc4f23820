// SPDX-License-Identifier: GPL-2.0-only
/*
 * An emulated chip as the core sees it: its registers, its faults, its memory.
 */
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/gpcd.h>

#include "emu/emu.h"

/* The letters "em" distinguish these chips from the chips of other providers. */
static u64 chip_id(const struct emu_setup *setup)
{
	return 0x656dULL << 48 | (u64)setup->domain << 32 | setup->nic_addr[0];
}

/* The latest epoch that any chip ever had. It never goes back, even if the clock is set back. */
static DEFINE_MUTEX(epoch_lock);
static u64 epoch_last;

/* A feed begins new epochs by adding 1. This is the most it can add between two checks. */
#define EPOCH_STEPS	(1ULL << 32)

/* Return the number of good values. Local copies keep the loop fast: any store could alias. */
static u32 part_load(const struct gpcd_sweep *sweep, const struct gpcd_image *image, u32 i,
		     u32 end)
{
	const __u8 *pages = gpcd_page_slots[image->chip];
	const struct gpcd_slot *slot = sweep->slots + i;
	const struct gpcd_slot *last = sweep->slots + end;
	u64 *values = sweep->values + i;
	const u64 *page;
	u32 count, good = 0;

	for (; slot < last; slot += count, values += count) {
		count = slot->run + 1;
		if (slot->status != GPCD_STATUS_OK)
			continue;
		page = image->page[pages[slot->word / GPCD_PAGE_SIZE]];
		good += gpcd_run_values(slot, count, page + slot->word % GPCD_PAGE_SIZE / 8,
					values);
	}
	return good;
}

static void sweep_load(struct gpcd_sweep *sweep, const struct gpcd_image *image)
{
	u32 i, end;

	sweep->good = 0;
	for (i = 0; i < sweep->count; i = end) {
		end = gpcd_chunk_end(i, sweep->count);
		sweep->good += part_load(sweep, image, i, end);
		if (sweep->may_sleep)
			gpcd_pause(end - 1);
	}
}

/* Wait by the clock: udelay() counts cycles, which are not constant in a virtual machine. */
static void spin_ns(unsigned int ns)
{
	u64 begin = ktime_get_ns();

	while (ktime_get_ns() - begin < ns)
		cpu_relax();
}

static int view_read(void *priv, struct gpcd_sweep *sweep)
{
	struct emu_view *view = priv;
	enum emu_fault fault = READ_ONCE(view->chip->fault);
	struct gpcd_image_pass pass = {};

	if (fault == EMU_FAULT_SLOW)
		spin_ns(READ_ONCE(view->chip->slow_ns));
	emu_clock_sweep_begin(view->chip);
	while (gpcd_image_pass(view->image->info, &pass)) {
		if (fault == EMU_FAULT_ONES)
			gpcd_sweep_ones(sweep);
		else
			sweep_load(sweep, view->image);
	}
	emu_clock_sweep_end(view->chip);
	sweep->chip_ns = pass.chip_ns;
	sweep->epoch = pass.epoch;
	sweep->torn = pass.torn;
	return 0;
}

/*
 * Read the chip's epoch from its pages: a feed may have raised it there. Through a back door any
 * number can be stored. A number that no feed can have reached by counting is replaced in all pages
 * by a new epoch, so that later epochs do not continue from it. The new one exceeds the latest
 * known epoch by two: a write may have begun the one in between, which the number overwrote. The
 * caller holds the chip's @lock, and raises epochs by no more than one before it calls this again.
 */
static void epoch_settle(struct emu_chip *chip)
{
	u64 latest = chip->epoch;
	bool good = true;
	unsigned int i;

	for (i = 0; i < chip->setup.views; i++) {
		u64 epoch = gpcd_image_load(&chip->image[i].info->epoch);

		if (epoch - chip->epoch > EPOCH_STEPS)
			good = false;
		else
			latest = max(latest, epoch);
	}
	chip->epoch = good ? latest : latest + 2;
	for (i = 0; !good && i < chip->setup.views; i++)
		gpcd_image_store(&chip->image[i].info->epoch, chip->epoch);
}

static int view_write(void *priv, const struct gpcd_reg *reg, u64 value)
{
	struct emu_view *view = priv;
	struct emu_chip *chip = view->chip;
	unsigned long flags;

	raw_spin_lock_irqsave(&chip->lock, flags);
	if (chip->fault != EMU_FAULT_ONES && chip->fault != EMU_FAULT_STUCK) {
		epoch_settle(chip);
		gpcd_image_write(chip->image, chip->setup.views, view - chip->view, reg, value);
	}
	raw_spin_unlock_irqrestore(&chip->lock, flags);
	return 0;
}

/* Mapped registers cannot be slow, because loads from them do not wait; so a slow chip has none. */
static int view_map(void *priv, u32 addr, unsigned long *pfn)
{
	struct emu_view *view = priv;
	enum emu_fault fault = READ_ONCE(view->chip->fault);
	const struct gpcd_image *image = view->image;
	void *page = image->info;

	if (addr != GPCD_IMAGE_INFO) {
		if (fault == EMU_FAULT_SLOW)
			return -EBUSY;
		if (fault == EMU_FAULT_ONES)
			return -ENXIO;
		page = gpcd_image_word(image, addr);
	}
	*pfn = page_to_pfn(virt_to_page(page));
	return 0;
}

static const struct gpcd_ops view_ops = {
	.read = view_read,
	.write = view_write,
	.map = view_map,
};

static int view_plug(struct emu_view *view)
{
	const struct emu_setup *setup = &view->chip->setup;
	unsigned int nic = view - view->chip->view;
	struct gpcd_device_desc desc = {
		.chip = setup->chip,
		.chip_id = chip_id(setup),
		.domain = setup->domain,
		.nic_addr = setup->nic_addr[nic],
		.nic_index = nic,
		.features = GPCD_FEATURE_CHIP_TIME | GPCD_FEATURE_EMULATED,
		.read_in_interrupt = true,
		.ops = &view_ops,
		.priv = view,
	};
	struct gpcd_device *device;

	if (setup->traffic && !setup->virtual_clock)
		desc.features |= GPCD_FEATURE_CALL_CLOCK;
	memcpy(desc.coord, setup->coord, sizeof(desc.coord));
	device = gpcd_device_register(&desc);
	if (IS_ERR(device))
		return PTR_ERR(device);
	view->device = device;
	return 0;
}

/* Reset a view. @epoch must differ from all epochs that this chip ever had. */
static void view_reset(struct emu_view *view, u64 epoch)
{
	const struct emu_setup *setup = &view->chip->setup;
	unsigned int nic = view - view->chip->view;
	struct gpcd_image_info desc = {
		.chip = setup->chip,
		.nic_addr = setup->nic_addr[nic],
		.nic_index = nic,
		.chip_id = chip_id(setup),
		.epoch = epoch,
		.domain = setup->domain,
	};

	memcpy(desc.coord, setup->coord, sizeof(desc.coord));
	/*
	 * A feed that died during a batch has left its sequence word odd. A live feed has a back
	 * door open and ends its batch itself; it begins none while the chip is gone.
	 */
	if (!atomic_read(&view->chip->doors))
		gpcd_image_write_end(view->image->info, GPCD_IMAGE_FEED);
	gpcd_image_init(view->image, &desc);
}

/* Return an epoch for a chip that is plugged in at @now_ns, by a clock that may be set back. */
static u64 epoch_begin(u64 now_ns)
{
	u64 epoch;

	mutex_lock(&epoch_lock);
	epoch_last = max(epoch_last + 1, now_ns);
	epoch = epoch_last;
	mutex_unlock(&epoch_lock);
	return epoch;
}

/* Remember the last epoch of a chip: writes have raised it since the chip was plugged in. */
static void epoch_end(u64 epoch)
{
	mutex_lock(&epoch_lock);
	epoch_last = max(epoch_last, epoch);
	mutex_unlock(&epoch_lock);
}

/* Return the latest epoch that a chip has had. */
static u64 epoch_settled(struct emu_chip *chip)
{
	unsigned long flags;
	u64 epoch;

	raw_spin_lock_irqsave(&chip->lock, flags);
	epoch_settle(chip);
	epoch = chip->epoch;
	raw_spin_unlock_irqrestore(&chip->lock, flags);
	return epoch;
}

static void chip_unplug(struct emu_chip *chip)
{
	unsigned int i;

	emu_clock_stop(chip);
	for (i = 0; i < chip->setup.views; i++) {
		struct emu_view *view = &chip->view[i];

		gpcd_image_end(view->image);
		if (view->device)
			gpcd_device_unregister(view->device);
		view->device = NULL;
	}
	epoch_end(epoch_settled(chip));
}

static int chip_plug(struct emu_chip *chip)
{
	u64 epoch = epoch_begin(ktime_get_real_ns());
	unsigned int i;
	int ret;

	chip->epoch = epoch;
	for (i = 0; i < chip->setup.views; i++)
		view_reset(&chip->view[i], epoch);
	emu_clock_start(chip);
	for (i = 0; i < chip->setup.views; i++) {
		ret = view_plug(&chip->view[i]);
		if (ret)
			goto err_unplug;
	}
	return 0;

err_unplug:
	chip_unplug(chip);
	return ret;
}

/* Set a fault. It is in force on return, because code that changes registers holds the lock. */
static void fault_set(struct emu_chip *chip, enum emu_fault fault, unsigned int slow_ns)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&chip->lock, flags);
	/* Drop the time that a stuck chip has missed so far. */
	emu_clock_due(chip);
	WRITE_ONCE(chip->slow_ns, slow_ns);
	WRITE_ONCE(chip->fault, fault);
	raw_spin_unlock_irqrestore(&chip->lock, flags);
}

/* Make a fault visible in mapped registers too, and announce it. */
static void chip_fault_show(struct emu_chip *chip, enum emu_fault fault)
{
	static const u8 faults[] = {
		[EMU_FAULT_ONES] = GPCD_FAULT_ONES,
		[EMU_FAULT_STUCK] = GPCD_FAULT_STUCK,
		[EMU_FAULT_SLOW] = GPCD_FAULT_SLOW,
		[EMU_FAULT_NONE] = GPCD_FAULT_NONE,
	};
	unsigned int i;

	for (i = 0; i < chip->setup.views; i++) {
		if (!chip->view[i].device)
			continue;
		gpcd_device_revoke(chip->view[i].device);
		gpcd_device_fault(chip->view[i].device, faults[fault]);
	}
}

int emu_chip_fault_held(struct emu_chip *chip, enum emu_fault fault, unsigned int slow_ns)
{
	enum emu_fault before = chip->fault;
	int ret = 0;

	fault_set(chip, fault, slow_ns);
	if (fault == EMU_FAULT_UNPLUG && before != EMU_FAULT_UNPLUG)
		chip_unplug(chip);
	else if (fault != EMU_FAULT_UNPLUG && before == EMU_FAULT_UNPLUG)
		ret = chip_plug(chip);
	if (ret)
		fault_set(chip, EMU_FAULT_UNPLUG, 0);
	else if (fault != before && fault != EMU_FAULT_UNPLUG)
		chip_fault_show(chip, fault);
	return ret;
}

int emu_chip_fault(struct emu_chip *chip, enum emu_fault fault, unsigned int slow_ns)
{
	int ret;

	if (mutex_lock_interruptible(&chip->life))
		return -ERESTARTSYS;
	ret = emu_chip_fault_held(chip, fault, slow_ns);
	mutex_unlock(&chip->life);
	return ret;
}

/*
 * The memory of a chip's images: the router's pages, which all views share, and for each view the
 * pages of its NIC and the page that describes it.
 */

/* Fail rather than have the kernel kill other programs because a user wants many chips. */
#define EMU_GFP	(GFP_KERNEL | __GFP_ZERO | __GFP_NORETRY | __GFP_NOWARN)

static bool page_shared(const struct gpcd_image *image, unsigned int slot)
{
	return gpcd_catalogue_page_needs(image->chip, slot) & GPCD_MAY_ROUTER;
}

static int view_pages_alloc(struct gpcd_image *image, const struct gpcd_image *first)
{
	unsigned int slot;

	image->info = (void *)__get_free_page(EMU_GFP);
	if (!image->info)
		return -ENOMEM;
	for (slot = 0; slot < gpcd_catalogue_pages(image->chip); slot++) {
		if (image != first && page_shared(image, slot))
			image->page[slot] = first->page[slot];
		else
			image->page[slot] = (void *)__get_free_page(EMU_GFP);
		if (!image->page[slot])
			return -ENOMEM;
	}
	return 0;
}

int emu_chip_pages_alloc(struct emu_chip *chip)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < chip->setup.views && !ret; i++) {
		chip->image[i].chip = chip->setup.chip;
		ret = view_pages_alloc(&chip->image[i], &chip->image[0]);
	}
	return ret;
}

static void view_pages_free(struct gpcd_image *image, const struct gpcd_image *first)
{
	unsigned int slot;

	for (slot = 0; slot < gpcd_catalogue_pages(image->chip); slot++) {
		if (image == first || !page_shared(image, slot))
			free_page((unsigned long)image->page[slot]);
	}
	free_page((unsigned long)image->info);
}

void emu_chip_pages_free(struct emu_chip *chip)
{
	unsigned int i;

	for (i = 0; i < chip->setup.views; i++)
		view_pages_free(&chip->image[i], &chip->image[0]);
}

static void chip_release(struct kref *ref)
{
	struct emu_chip *chip = container_of(ref, struct emu_chip, ref);

	emu_chip_pages_free(chip);
	kfree(chip);
}

void emu_chip_get(struct emu_chip *chip)
{
	kref_get(&chip->ref);
}

void emu_chip_put(struct emu_chip *chip)
{
	kref_put(&chip->ref, chip_release);
}

struct emu_chip *emu_chip_alloc(const struct emu_setup *setup)
{
	struct emu_chip *chip = kzalloc(sizeof(*chip), GFP_KERNEL);
	unsigned int i;

	if (!chip)
		return NULL;
	kref_init(&chip->ref);
	mutex_init(&chip->life);
	raw_spin_lock_init(&chip->lock);
	chip->setup = *setup;
	chip->fault = EMU_FAULT_UNPLUG;
	for (i = 0; i < setup->views; i++) {
		chip->view[i].chip = chip;
		chip->view[i].image = &chip->image[i];
	}
	if (emu_chip_pages_alloc(chip)) {
		emu_chip_put(chip);
		return NULL;
	}
	return chip;
}
