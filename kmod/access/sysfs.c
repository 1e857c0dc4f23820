// SPDX-License-Identifier: GPL-2.0-only
/*
 * The class of devices, the mode of their nodes, and their attributes; see docs/ABI.
 */
#include "core/core.h"
#include "core/compat.h"
#include "access/access.h"

static struct gpcd_device *to_device(const struct device *dev)
{
	return container_of(dev, struct gpcd_device, dev);
}

static ssize_t chip_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%s\n", gpcd_chip_name(to_device(dev)->desc.chip));
}
static DEVICE_ATTR_RO(chip);

static ssize_t chip_id_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%llu\n", to_device(dev)->desc.chip_id);
}
static DEVICE_ATTR_RO(chip_id);

static ssize_t domain_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n", to_device(dev)->desc.domain);
}
static DEVICE_ATTR_RO(domain);

static ssize_t nic_addr_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n", to_device(dev)->desc.nic_addr);
}
static DEVICE_ATTR_RO(nic_addr);

static ssize_t nic_index_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n", to_device(dev)->desc.nic_index);
}
static DEVICE_ATTR_RO(nic_index);

static ssize_t nics_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n", gpcd_chip_nics(to_device(dev)->desc.chip));
}
static DEVICE_ATTR_RO(nics);

static ssize_t coordinate_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	const u32 *at = to_device(dev)->desc.coord;

	return sysfs_emit(buf, "%u,%u,%u\n", at[0], at[1], at[2]);
}
static DEVICE_ATTR_RO(coordinate);

static ssize_t registers_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n", gpcd_catalogue_count(to_device(dev)->desc.chip));
}
static DEVICE_ATTR_RO(registers);

/* Reading the epoch accesses the chip, so not every user may do it. */
static ssize_t epoch_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	u64 epoch;
	int ret = gpcd_device_epoch(to_device(dev), &epoch);

	return ret ? ret : sysfs_emit(buf, "%llu\n", epoch);
}
static DEVICE_ATTR_ADMIN_RO(epoch);

static ssize_t catalogue_hash_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%016llx\n", gpcd_catalogue_hash(to_device(dev)->desc.chip));
}
static DEVICE_ATTR_RO(catalogue_hash);

static struct attribute *gpcd_attrs[] = {
	&dev_attr_chip.attr,
	&dev_attr_chip_id.attr,
	&dev_attr_domain.attr,
	&dev_attr_nic_addr.attr,
	&dev_attr_nic_index.attr,
	&dev_attr_nics.attr,
	&dev_attr_coordinate.attr,
	&dev_attr_registers.attr,
	&dev_attr_epoch.attr,
	&dev_attr_catalogue_hash.attr,
	NULL
};
ATTRIBUTE_GROUPS(gpcd);

static ssize_t ignore_perms_show(gpcd_driver_const struct class *class,
				 gpcd_driver_const struct class_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%d\n", gpcd_policy_get().ignored);
}
static CLASS_ATTR_RO(ignore_perms);

static struct attribute *gpcd_class_attrs[] = {
	&class_attr_ignore_perms.attr,
	NULL
};
ATTRIBUTE_GROUPS(gpcd_class);

static int gpcd_uevent(gpcd_driver_const struct device *dev, struct kobj_uevent_env *env)
{
	const struct gpcd_device_desc *desc = &to_device(dev)->desc;
	int ret;

	ret = add_uevent_var(env, "GPCD_CHIP=%s", gpcd_chip_name(desc->chip));
	if (!ret)
		ret = add_uevent_var(env, "GPCD_CHIP_ID=%llu", desc->chip_id);
	if (!ret)
		ret = add_uevent_var(env, "GPCD_DOMAIN=%u", desc->domain);
	if (!ret)
		ret = add_uevent_var(env, "GPCD_NIC_ADDR=%u", desc->nic_addr);
	if (!ret)
		ret = add_uevent_var(env, "GPCD_NIC_INDEX=%u", desc->nic_index);
	return ret;
}

/* Set only the mode: udev sets the group, which need not exist. */
static char *gpcd_devnode(gpcd_driver_const struct device *dev, umode_t *mode)
{
	if (mode)
		*mode = 0660;
	return NULL;
}

struct class gpcd_class __ro_after_init = {
	.name = "gpcd",
	.class_groups = gpcd_class_groups,
	.dev_groups = gpcd_groups,
	.dev_uevent = gpcd_uevent,
	.devnode = gpcd_devnode,
};
