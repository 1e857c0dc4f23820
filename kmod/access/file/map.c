// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers that a reader maps into its memory, read-only. Each page fault checks the mapper's
 * permissions and asks the provider for the page. If the mapper may not read the page, or the chip
 * is gone, a page of all ones is mapped, as a bus would answer; the page that describes the image
 * gives the reason.
 */
#include <linux/gpcd_image.h>
#include <linux/mm.h>
#include <linux/nospec.h>

#include "catalogue/pages.h"
#include "core/compat.h"
#include "core/core.h"
#include "access/access.h"

/* Substitutes: for pages of registers, and for the page that describes them. */
static void *page_ones, *page_gone, *page_denied;

static struct gpcd_device *vma_device(const struct vm_area_struct *vma)
{
	const struct gpcd_file *file = vma->vm_file->private_data;

	return file->device;
}

static struct gpcd_frame frame_of(void *page)
{
	return (struct gpcd_frame){ .pfn = page_to_pfn(virt_to_page(page)) };
}

static void *page_alloc(int fill, u32 state)
{
	struct gpcd_image_info *info = (void *)__get_free_page(GFP_KERNEL);

	if (!info)
		return NULL;
	memset(info, fill, PAGE_SIZE);
	if (state) {
		info->magic = GPCD_IMAGE_MAGIC;
		info->version = GPCD_IMAGE_VERSION;
		info->state = state;
	}
	return info;
}

int gpcd_map_init(void)
{
	page_ones = page_alloc(0xff, 0);
	page_gone = page_alloc(0, GPCD_IMAGE_GONE);
	page_denied = page_alloc(0, GPCD_IMAGE_DENIED);
	if (page_ones && page_gone && page_denied)
		return 0;
	gpcd_map_exit();
	return -ENOMEM;
}

void gpcd_map_exit(void)
{
	free_page((unsigned long)page_ones);
	free_page((unsigned long)page_gone);
	free_page((unsigned long)page_denied);
}

static bool page_describes(pgoff_t pgoff)
{
	return pgoff == GPCD_IMAGE_INFO / PAGE_SIZE;
}

/* Find what a page needs, as gpcd_page_shown() takes it. Return false if it has no registers. */
static bool page_needs(unsigned int chip, pgoff_t pgoff, u32 *needs)
{
	unsigned int span = gpcd_catalogue_span(chip);
	int slot = -1;

	*needs = 0;
	if (page_describes(pgoff))
		return true;
	if (pgoff < span)
		slot = gpcd_catalogue_page_find(chip, array_index_nospec(pgoff, span));
	if (slot >= 0)
		*needs = gpcd_catalogue_page_needs(chip, slot);
	return slot >= 0;
}

/* Choose a page of a chip that exists. */
static struct gpcd_frame frame_of_chip(struct gpcd_device *device, struct gpcd_mapping *mapping,
				       pgoff_t pgoff)
{
	const struct gpcd_device_desc *desc = &device->desc;
	struct gpcd_frame frame = { .uncached = desc->ops->map_uncached };
	bool shown;
	u32 needs;

	if (!page_needs(desc->chip, pgoff, &needs))
		return frame_of(page_ones);
	shown = gpcd_page_shown(needs, gpcd_perms_reach(&mapping->reader, device, true));
	gpcd_mapping_note(mapping, gpcd_choice(needs, shown));
	if (!shown)
		return frame_of(page_describes(pgoff) ? page_denied : page_ones);
	if (desc->ops->map(desc->priv, pgoff * PAGE_SIZE, &frame.pfn))
		return frame_of(page_ones);
	return frame;
}

static struct gpcd_frame frame_choose(const struct vm_fault *vmf)
{
	struct gpcd_device *device = vma_device(vmf->vma);
	struct gpcd_frame frame;

	if (!gpcd_device_enter(device))
		return frame_of(page_describes(vmf->pgoff) ? page_gone : page_ones);
	frame = frame_of_chip(device, vmf->vma->vm_private_data, vmf->pgoff);
	gpcd_device_leave(device);
	return frame;
}

static vm_fault_t map_fault(struct vm_fault *vmf)
{
	return gpcd_space_fault(vmf, frame_choose);
}

static void map_open(struct vm_area_struct *vma)
{
	gpcd_mapping_open(vma->vm_private_data);
}

static void map_close(struct vm_area_struct *vma)
{
	gpcd_mapping_close(vma->vm_private_data);
}

static int map_may_split(struct vm_area_struct *vma, unsigned long addr)
{
	return gpcd_mapping_may_split(vma->vm_private_data);
}

static const struct vm_operations_struct map_ops = {
	.open = map_open,
	.close = map_close,
	.may_split = map_may_split,
	.fault = map_fault,
};

static int map_check(struct gpcd_device *device, struct vm_area_struct *vma)
{
	if (!(READ_ONCE(device->desc.features) & GPCD_FEATURE_MAP))
		return -EOPNOTSUPP;
	if (vma->vm_flags & (VM_WRITE | VM_EXEC))
		return -EACCES;
	/* If the file is open only for reading, the kernel clears VM_SHARED, not VM_MAYSHARE. */
	if (!(vma->vm_flags & VM_MAYSHARE) ||
	    vma->vm_pgoff + vma_pages(vma) > gpcd_chip_size(device->desc.chip) / PAGE_SIZE)
		return -EINVAL;
	return 0;
}

/*
 * Refuse a mapping that would be nothing but ones: of a chip that is gone or slow, or for a
 * stranger.
 */
static int map_try(struct gpcd_device *device, struct gpcd_reader *reader)
{
	const struct gpcd_device_desc *desc = &device->desc;
	unsigned long pfn;
	int ret;

	if (!gpcd_perms_reach(reader, device, true))
		return -EPERM;
	if (!gpcd_device_enter(device))
		return -ENODEV;
	ret = desc->ops->map(desc->priv, gpcd_catalogue_page(desc->chip, 0), &pfn);
	gpcd_device_leave(device);
	return ret == -EBUSY ? ret : 0;
}

int gpcd_map_mmap(struct file *filp, struct vm_area_struct *vma)
{
	struct gpcd_file *file = filp->private_data;
	struct gpcd_mapping *mapping;
	int ret = map_check(file->device, vma);

	if (ret)
		return ret;
	mapping = gpcd_mapping_create(file->space);
	if (IS_ERR(mapping))
		return PTR_ERR(mapping);
	ret = map_try(file->device, &mapping->reader);
	if (ret) {
		gpcd_mapping_close(mapping);
		return ret;
	}
	vma->vm_private_data = mapping;
	vma->vm_ops = &map_ops;
	gpcd_vma_flags(vma, VM_PFNMAP | VM_IO | VM_DONTEXPAND | VM_DONTDUMP,
		       VM_MAYWRITE | VM_MAYEXEC);
	gpcd_jobs_watch();
	return 0;
}
