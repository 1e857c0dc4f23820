// SPDX-License-Identifier: GPL-2.0-only
/*
 * Attributes of a PMU in /sys/bus/event_source/devices/gpcdN: the format of events, and the totals
 * of its chip, which perf list shows.
 */
#include <linux/slab.h>
#include <linux/sysfs.h>

#include "pmu/cpu.h"

/* An attribute file of a total. */
struct total_file {
	struct device_attribute attr;
	char name[GPCD_NAME_MAX];
	const char *total;	/* name of the total, which several chips may have */
};

static struct gpcd_pmu *pmu_of(struct device *dev)
{
	return gpcd_pmu_of(dev_get_drvdata(dev));
}

/* Return the number of a total, from 1, or 0 if the chip has none of this name. */
static unsigned int total_number(unsigned int chip, const char *name)
{
	const struct gpcd_total *total;
	unsigned int i;

	for (i = 0; (total = gpcd_chip_total(chip, i)); i++) {
		if (!strcmp(total->name, name))
			return i + 1;
	}
	return 0;
}

static const char *total_of(struct device_attribute *attr)
{
	return container_of(attr, struct total_file, attr)->total;
}

static ssize_t event_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "total=%#x\n",
			  total_number(READ_ONCE(pmu_of(dev)->chip), total_of(attr)));
}

static ssize_t unit_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	unsigned int chip = READ_ONCE(pmu_of(dev)->chip);
	unsigned int number = total_number(chip, total_of(attr));
	u64 addr;

	/* Between two chips there may be a file that the new one does not have. */
	if (!number || !gpcd_total_addrs(chip, gpcd_chip_total(chip, number - 1), &addr, 1))
		return -ENODEV;
	return sysfs_emit(buf, "%s\n",
			  gpcd_unit_name(gpcd_catalogue_find(chip, addr)->rule->unit));
}

static ssize_t scale_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "1\n");
}

/* The files of a total. */
static const struct {
	const char *suffix;
	ssize_t (*show)(struct device *dev, struct device_attribute *attr, char *buf);
} kinds[] = {
	{ "", event_show },
	{ ".unit", unit_show },
	{ ".scale", scale_show },
};

static umode_t file_visible(struct kobject *kobj, struct attribute *attr, int n)
{
	struct device_attribute *file = container_of(attr, struct device_attribute, attr);
	unsigned int chip = READ_ONCE(pmu_of(kobj_to_dev(kobj))->chip);

	return total_number(chip, total_of(file)) ? attr->mode : 0;
}

PMU_FORMAT_ATTR(total, "config:0-15");
PMU_FORMAT_ATTR(addr, "config1:0-63");

static struct attribute *format_attrs[] = { &format_attr_total.attr, &format_attr_addr.attr, NULL };
static const struct attribute_group format_group = { .name = "format", .attrs = format_attrs };

static struct attribute_group events_group = { .name = "events", .is_visible = file_visible };
static struct total_file *files;

static const struct attribute_group *groups[] = {
	&format_group,
	&events_group,
#ifdef GPCD_PMU_OWN_CPU
	&gpcd_pmu_cpu_group,
#endif
	NULL,
};

/* Return whether a chip of a lower number has a total of this name too. */
static bool total_seen(unsigned int chip, const char *name)
{
	while (--chip) {
		if (total_number(chip, name))
			return true;
	}
	return false;
}

static void file_make(struct total_file *file, const char *total, unsigned int kind)
{
	file->total = total;
	snprintf(file->name, sizeof(file->name), "%s%s", total, kinds[kind].suffix);
	sysfs_attr_init(&file->attr.attr);
	file->attr.attr.name = file->name;
	file->attr.attr.mode = 0444;
	file->attr.show = kinds[kind].show;
}

/* Make the files of all totals, or only count them while there is no room for them. */
static unsigned int files_make(void)
{
	const struct gpcd_total *total;
	unsigned int chip, i, kind, count = 0;

	for (chip = 1; chip < GPCD_CHIPS; chip++) {
		for (i = 0; (total = gpcd_chip_total(chip, i)); i++) {
			if (total_seen(chip, total->name))
				continue;
			for (kind = 0; kind < ARRAY_SIZE(kinds); kind++, count++) {
				if (!files)
					continue;
				file_make(&files[count], total->name, kind);
				events_group.attrs[count] = &files[count].attr.attr;
			}
		}
	}
	return count;
}

const struct attribute_group **gpcd_attrs_init(void)
{
	unsigned int count = files_make();

	events_group.attrs = kcalloc(count + 1, sizeof(*events_group.attrs), GFP_KERNEL);
	files = kcalloc(count, sizeof(*files), GFP_KERNEL);
	if (!files || !events_group.attrs) {
		gpcd_attrs_exit();
		return ERR_PTR(-ENOMEM);
	}
	files_make();
	return groups;
}

void gpcd_attrs_exit(void)
{
	kfree(files);
	kfree(events_group.attrs);
}

void gpcd_attrs_update(struct gpcd_pmu *pmu)
{
	if (sysfs_update_group(&pmu->pmu.dev->kobj, &events_group))
		dev_warn(pmu->pmu.dev, "the events in sysfs belong to another chip\n");
}
