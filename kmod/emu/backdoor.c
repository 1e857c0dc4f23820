// SPDX-License-Identifier: GPL-2.0-only
/*
 * The back door of an emulated chip, which only root may open: a writable mapping of a view's image
 * for a network simulator, and attributes that tests write to. Chips are created and destroyed here
 * because they have their back doors from the beginning to the end.
 */
#include <linux/fs.h>
#include <linux/idr.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/nospec.h>

#include "emu/emu.h"

#define BACKDOORS_MAX	2048

static dev_t backdoor_devt __ro_after_init;
static DEFINE_IDA(backdoor_minors);

/* "slow:" is followed by a number of ns. */
static const char * const fault_names[] = {
	[EMU_FAULT_NONE] = "none",
	[EMU_FAULT_ONES] = "ones",
	[EMU_FAULT_STUCK] = "stuck",
	[EMU_FAULT_SLOW] = "slow:",
	[EMU_FAULT_UNPLUG] = "unplug",
};

static ssize_t fault_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct emu_chip *chip = container_of(dev, struct emu_view, dev)->chip;
	const char *name;
	ssize_t len;

	if (mutex_lock_interruptible(&chip->life))
		return -ERESTARTSYS;
	name = fault_names[chip->fault];
	if (chip->fault == EMU_FAULT_SLOW)
		len = sysfs_emit(buf, "%s%u\n", name, chip->slow_ns);
	else
		len = sysfs_emit(buf, "%s\n", name);
	mutex_unlock(&chip->life);
	return len;
}

static int fault_parse(const char *text, unsigned int *slow_ns)
{
	size_t prefix = str_has_prefix(text, fault_names[EMU_FAULT_SLOW]);

	*slow_ns = 0;
	if (!prefix)
		return sysfs_match_string(fault_names, text);
	if (kstrtouint(text + prefix, 0, slow_ns) || *slow_ns > EMU_SLOW_MAX_NS)
		return -EINVAL;
	return EMU_FAULT_SLOW;
}

static ssize_t fault_store(struct device *dev, struct device_attribute *attr,
			   const char *buf, size_t len)
{
	struct emu_chip *chip = container_of(dev, struct emu_view, dev)->chip;
	unsigned int slow_ns;
	int ret;

	ret = fault_parse(buf, &slow_ns);
	if (ret >= 0)
		ret = emu_chip_fault(chip, ret, slow_ns);
	return ret ? ret : len;
}
static DEVICE_ATTR_RW(fault);

static ssize_t advance_store(struct device *dev, struct device_attribute *attr,
			     const char *buf, size_t len)
{
	u64 ns;
	int ret;

	ret = kstrtou64(buf, 0, &ns);
	if (!ret)
		ret = emu_chip_advance(container_of(dev, struct emu_view, dev)->chip, ns);
	return ret ? ret : len;
}
static DEVICE_ATTR_WO(advance);

static ssize_t gpcd_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct emu_view *view = container_of(dev, struct emu_view, dev);
	ssize_t len = 0;

	if (mutex_lock_interruptible(&view->chip->life))
		return -ERESTARTSYS;
	if (view->device)
		len = sysfs_emit(buf, "gpcd%u\n", gpcd_device_index(view->device));
	mutex_unlock(&view->chip->life);
	return len;
}
static DEVICE_ATTR_RO(gpcd);

static ssize_t seed_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%llu\n", container_of(dev, struct emu_view, dev)->chip->setup.seed);
}
static DEVICE_ATTR_RO(seed);

static struct attribute *backdoor_attrs[] = {
	&dev_attr_fault.attr,
	&dev_attr_advance.attr,
	&dev_attr_gpcd.attr,
	&dev_attr_seed.attr,
	NULL
};
ATTRIBUTE_GROUPS(backdoor);

static struct class backdoor_class __ro_after_init = {
	.name = "gpcd_emu",
	.dev_groups = backdoor_groups,
};

/* Return the memory at a page offset of the image, or NULL if the image has no page there. */
static void *image_at(const struct gpcd_image *image, pgoff_t pgoff)
{
	unsigned int span = gpcd_catalogue_span(image->chip);
	int slot;

	if (pgoff == GPCD_IMAGE_INFO / GPCD_PAGE_SIZE)
		return image->info;
	if (pgoff >= span)
		return NULL;
	slot = gpcd_catalogue_page_find(image->chip, array_index_nospec(pgoff, span));
	return slot < 0 ? NULL : image->page[slot];
}

static vm_fault_t backdoor_fault(struct vm_fault *vmf)
{
	struct emu_view *view = vmf->vma->vm_private_data;
	void *memory = image_at(view->image, vmf->pgoff);

	if (!memory)
		return VM_FAULT_SIGBUS;
	vmf->page = virt_to_page(memory);
	get_page(vmf->page);
	return 0;
}

static const struct vm_operations_struct backdoor_vm_ops = {
	.fault = backdoor_fault,
};

/* The mapping keeps the file, the file keeps the cdev, and the cdev keeps the view and its chip. */
static int backdoor_mmap(struct file *file, struct vm_area_struct *vma)
{
	const struct emu_view *view = file->private_data;
	u32 pages = gpcd_chip_size(view->image->chip) / GPCD_PAGE_SIZE;

	if (PAGE_SIZE != GPCD_PAGE_SIZE)
		return -EOPNOTSUPP;
	/* If the file is open only for reading, the kernel clears VM_SHARED, not VM_MAYSHARE. */
	if (!(vma->vm_flags & VM_MAYSHARE) || vma->vm_pgoff + vma_pages(vma) > pages)
		return -EINVAL;
	vma->vm_private_data = file->private_data;
	vma->vm_ops = &backdoor_vm_ops;
	return 0;
}

static int backdoor_open(struct inode *inode, struct file *file)
{
	struct emu_view *view = container_of(inode->i_cdev, struct emu_view, cdev);

	file->private_data = view;
	atomic_inc(&view->chip->doors);
	return nonseekable_open(inode, file);
}

/* Called when the file is closed and its last mapping is gone. */
static int backdoor_close(struct inode *inode, struct file *file)
{
	struct emu_view *view = file->private_data;

	atomic_dec(&view->chip->doors);
	return 0;
}

static const struct file_operations backdoor_fops = {
	.owner = THIS_MODULE,
	.open = backdoor_open,
	.release = backdoor_close,
	.mmap = backdoor_mmap,
};

static void backdoor_release(struct device *dev)
{
	emu_chip_put(container_of(dev, struct emu_view, dev)->chip);
}

/* Take the number of the device, unless the back door of an unplugged chip still has it. */
static int minor_alloc(unsigned int wanted)
{
	int minor = ida_alloc_range(&backdoor_minors, wanted, wanted, GFP_KERNEL);

	if (minor == -ENOSPC)
		minor = ida_alloc_max(&backdoor_minors, BACKDOORS_MAX - 1, GFP_KERNEL);
	return minor;
}

static int backdoor_add(struct emu_view *view)
{
	int ret = minor_alloc(gpcd_device_index(view->device));

	if (ret < 0)
		return ret;
	view->minor = ret;
	emu_chip_get(view->chip);
	device_initialize(&view->dev);
	view->dev.class = &backdoor_class;
	view->dev.devt = backdoor_devt + view->minor;
	view->dev.release = backdoor_release;
	cdev_init(&view->cdev, &backdoor_fops);
	view->cdev.owner = THIS_MODULE;
	ret = dev_set_name(&view->dev, "gpcd_emu%u", view->minor);
	if (!ret)
		ret = cdev_device_add(&view->cdev, &view->dev);
	if (ret) {
		ida_free(&backdoor_minors, view->minor);
		put_device(&view->dev);
	}
	return ret;
}

static void backdoor_remove(struct emu_view *view)
{
	cdev_device_del(&view->cdev, &view->dev);
	ida_free(&backdoor_minors, view->minor);
	put_device(&view->dev);
}

/* Chips with their back doors */

/* Remove the back doors first: without them nobody can plug the chip in again. */
static void chip_end(struct emu_chip *chip, unsigned int doors)
{
	while (doors--)
		backdoor_remove(&chip->view[doors]);
	mutex_lock(&chip->life);
	emu_chip_fault_held(chip, EMU_FAULT_UNPLUG, 0);
	mutex_unlock(&chip->life);
	emu_chip_put(chip);
}

struct emu_chip *emu_chip_create(const struct emu_setup *setup)
{
	struct emu_chip *chip;
	unsigned int doors = 0;
	int ret;

	if (!setup->views || setup->views > gpcd_chip_nics(setup->chip))
		return ERR_PTR(-EINVAL);
	chip = emu_chip_alloc(setup);
	if (!chip)
		return ERR_PTR(-ENOMEM);
	/* A user of the first back door must not unplug the chip before the last one exists. */
	mutex_lock(&chip->life);
	ret = emu_chip_fault_held(chip, EMU_FAULT_NONE, 0);
	while (!ret && doors < setup->views) {
		ret = backdoor_add(&chip->view[doors]);
		doors += !ret;
	}
	mutex_unlock(&chip->life);
	if (ret) {
		chip_end(chip, doors);
		return ERR_PTR(ret);
	}
	return chip;
}

void emu_chip_destroy(struct emu_chip *chip)
{
	chip_end(chip, chip->setup.views);
}

int emu_backdoor_init(void)
{
	int ret = class_register(&backdoor_class);

	if (ret)
		return ret;
	ret = alloc_chrdev_region(&backdoor_devt, 0, BACKDOORS_MAX, "gpcd_emu");
	if (ret)
		class_unregister(&backdoor_class);
	return ret;
}

void emu_backdoor_exit(void)
{
	unregister_chrdev_region(backdoor_devt, BACKDOORS_MAX);
	class_unregister(&backdoor_class);
	ida_destroy(&backdoor_minors);
}
