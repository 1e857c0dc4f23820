// SPDX-License-Identifier: GPL-2.0-only
/*
 * Emulated chips by configfs: mkdir, set the attributes, echo 1 > live.
 */
#include <linux/configfs.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "emu/emu.h"

/* A directory, which stands for a chip. */
struct emu_item {
	struct config_item item;
	struct mutex lock;	/* setup and chip */
	struct emu_setup setup;
	struct emu_chip *chip;	/* NULL while it is not live */
};

static struct emu_item *to_emu_item(struct config_item *item)
{
	return container_of(item, struct emu_item, item);
}

/* Have @set parse an attribute's text into the set-up; -EBUSY while the chip is live. */
static ssize_t item_change(struct config_item *config_item, const char *page, size_t len,
			   int (*set)(struct emu_setup *setup, const char *text))
{
	struct emu_item *item = to_emu_item(config_item);
	struct emu_setup setup;
	int ret;

	mutex_lock(&item->lock);
	setup = item->setup;
	ret = item->chip ? -EBUSY : set(&setup, page);
	if (!ret)
		item->setup = setup;
	mutex_unlock(&item->lock);
	return ret ? ret : len;
}

/* Parse numbers separated by commas. Return how many there are. */
static int numbers_parse(const char *text, u32 *numbers, unsigned int max)
{
	char *copy = kstrdup(text, GFP_KERNEL), *rest = copy, *token;
	unsigned int count = 0;
	int ret = 0;

	if (!copy)
		return -ENOMEM;
	while (!ret && (token = strsep(&rest, ",")))
		ret = count < max ? kstrtou32(strim(token), 0, &numbers[count++]) : -EINVAL;
	kfree(copy);
	return ret ? ret : count;
}

static ssize_t numbers_show(char *page, const u32 *numbers, unsigned int count)
{
	ssize_t len = 0;
	unsigned int i;

	for (i = 0; i < count; i++)
		len += sysfs_emit_at(page, len, "%u%c", numbers[i], i + 1 < count ? ',' : '\n');
	return len;
}

static ssize_t emu_item_chip_show(struct config_item *item, char *page)
{
	return sysfs_emit(page, "%s\n", gpcd_chip_name(to_emu_item(item)->setup.chip));
}

static int chip_set(struct emu_setup *setup, const char *text)
{
	const char *name;
	unsigned int chip;

	for (chip = GPCD_CHIP_NONE + 1; (name = gpcd_chip_name(chip)); chip++) {
		if (sysfs_streq(text, name)) {
			setup->chip = chip;
			return 0;
		}
	}
	return -EINVAL;
}

static ssize_t emu_item_chip_store(struct config_item *item, const char *page, size_t len)
{
	return item_change(item, page, len, chip_set);
}
CONFIGFS_ATTR(emu_item_, chip);

static ssize_t emu_item_coord_show(struct config_item *item, char *page)
{
	return numbers_show(page, to_emu_item(item)->setup.coord, 3);
}

static int coord_set(struct emu_setup *setup, const char *text)
{
	int count = numbers_parse(text, setup->coord, 3);

	if (count < 0)
		return count;
	return count == 3 ? 0 : -EINVAL;
}

static ssize_t emu_item_coord_store(struct config_item *item, const char *page, size_t len)
{
	return item_change(item, page, len, coord_set);
}
CONFIGFS_ATTR(emu_item_, coord);

static ssize_t emu_item_domain_show(struct config_item *item, char *page)
{
	return sysfs_emit(page, "%u\n", to_emu_item(item)->setup.domain);
}

static int domain_set(struct emu_setup *setup, const char *text)
{
	int ret = kstrtou32(text, 0, &setup->domain);

	if (ret)
		return ret;
	return setup->domain && setup->domain <= GPCD_IMAGE_DOMAINS ? 0 : -EINVAL;
}

static ssize_t emu_item_domain_store(struct config_item *item, const char *page, size_t len)
{
	return item_change(item, page, len, domain_set);
}
CONFIGFS_ATTR(emu_item_, domain);

static ssize_t emu_item_nic_addrs_show(struct config_item *item, char *page)
{
	const struct emu_setup *setup = &to_emu_item(item)->setup;

	return numbers_show(page, setup->nic_addr, setup->views);
}

static int nic_addrs_set(struct emu_setup *setup, const char *text)
{
	int count = numbers_parse(text, setup->nic_addr, GPCD_NICS_MAX);
	int i;

	if (count < 0)
		return count;
	for (i = 0; i < count; i++) {
		if (!setup->nic_addr[i])
			return -EINVAL;
	}
	setup->views = count;
	return 0;
}

static ssize_t emu_item_nic_addrs_store(struct config_item *item, const char *page, size_t len)
{
	return item_change(item, page, len, nic_addrs_set);
}
CONFIGFS_ATTR(emu_item_, nic_addrs);

static ssize_t emu_item_seed_show(struct config_item *item, char *page)
{
	return sysfs_emit(page, "%llu\n", to_emu_item(item)->setup.seed);
}

static int seed_set(struct emu_setup *setup, const char *text)
{
	return kstrtou64(text, 0, &setup->seed);
}

static ssize_t emu_item_seed_store(struct config_item *item, const char *page, size_t len)
{
	return item_change(item, page, len, seed_set);
}
CONFIGFS_ATTR(emu_item_, seed);

static ssize_t emu_item_clock_show(struct config_item *item, char *page)
{
	return sysfs_emit(page, "%s\n",
			  to_emu_item(item)->setup.virtual_clock ? "virtual" : "real");
}

static int clock_set(struct emu_setup *setup, const char *text)
{
	setup->virtual_clock = sysfs_streq(text, "virtual");
	return setup->virtual_clock || sysfs_streq(text, "real") ? 0 : -EINVAL;
}

static ssize_t emu_item_clock_store(struct config_item *item, const char *page, size_t len)
{
	return item_change(item, page, len, clock_set);
}
CONFIGFS_ATTR(emu_item_, clock);

static ssize_t emu_item_traffic_show(struct config_item *item, char *page)
{
	return sysfs_emit(page, "%d\n", to_emu_item(item)->setup.traffic);
}

static int traffic_set(struct emu_setup *setup, const char *text)
{
	return kstrtobool(text, &setup->traffic);
}

static ssize_t emu_item_traffic_store(struct config_item *item, const char *page, size_t len)
{
	return item_change(item, page, len, traffic_set);
}
CONFIGFS_ATTR(emu_item_, traffic);

static ssize_t emu_item_live_show(struct config_item *item, char *page)
{
	return sysfs_emit(page, "%d\n", !!to_emu_item(item)->chip);
}

static int item_live(struct emu_item *item, bool live)
{
	struct emu_chip *chip;

	if (live == !!item->chip)
		return 0;
	if (live) {
		chip = emu_chip_create(&item->setup);
		if (IS_ERR(chip))
			return PTR_ERR(chip);
		item->chip = chip;
	} else {
		emu_chip_destroy(item->chip);
		item->chip = NULL;
	}
	return 0;
}

static ssize_t emu_item_live_store(struct config_item *config_item, const char *page, size_t len)
{
	struct emu_item *item = to_emu_item(config_item);
	bool live;
	int ret;

	ret = kstrtobool(page, &live);
	if (ret)
		return ret;
	mutex_lock(&item->lock);
	ret = item_live(item, live);
	mutex_unlock(&item->lock);
	return ret ? ret : len;
}
CONFIGFS_ATTR(emu_item_, live);

static ssize_t chip_devices_show(struct emu_chip *chip, char *page)
{
	ssize_t len = 0;
	unsigned int i;

	if (mutex_lock_interruptible(&chip->life))
		return -ERESTARTSYS;
	for (i = 0; i < chip->setup.views && chip->view[i].device; i++)
		len += sysfs_emit_at(page, len, "gpcd%u\n",
				     gpcd_device_index(chip->view[i].device));
	mutex_unlock(&chip->life);
	return len;
}

static ssize_t emu_item_devices_show(struct config_item *config_item, char *page)
{
	struct emu_item *item = to_emu_item(config_item);
	ssize_t len = 0;

	if (mutex_lock_interruptible(&item->lock))
		return -ERESTARTSYS;
	if (item->chip)
		len = chip_devices_show(item->chip, page);
	mutex_unlock(&item->lock);
	return len;
}
CONFIGFS_ATTR_RO(emu_item_, devices);

static struct configfs_attribute *emu_item_attrs[] = {
	&emu_item_attr_chip,
	&emu_item_attr_coord,
	&emu_item_attr_domain,
	&emu_item_attr_nic_addrs,
	&emu_item_attr_seed,
	&emu_item_attr_clock,
	&emu_item_attr_traffic,
	&emu_item_attr_live,
	&emu_item_attr_devices,
	NULL
};

static void emu_item_release(struct config_item *config_item)
{
	kfree(to_emu_item(config_item));
}

static struct configfs_item_operations emu_item_ops = {
	.release = emu_item_release,
};

static const struct config_item_type emu_item_type = {
	.ct_owner = THIS_MODULE,
	.ct_item_ops = &emu_item_ops,
	.ct_attrs = emu_item_attrs,
};

static struct config_item *emu_item_make(struct config_group *group, const char *name)
{
	struct emu_item *item = kzalloc(sizeof(*item), GFP_KERNEL);

	if (!item)
		return ERR_PTR(-ENOMEM);
	mutex_init(&item->lock);
	item->setup.chip = GPCD_CHIP_NONE + 1;
	item->setup.domain = 1;
	item->setup.traffic = true;
	item->setup.seed = 1;
	config_item_init_type_name(&item->item, name, &emu_item_type);
	return &item->item;
}

static void emu_item_drop(struct config_group *group, struct config_item *config_item)
{
	struct emu_item *item = to_emu_item(config_item);

	mutex_lock(&item->lock);
	item_live(item, false);
	mutex_unlock(&item->lock);
	config_item_put(config_item);
}

static struct configfs_group_operations emu_group_ops = {
	.make_item = emu_item_make,
	.drop_item = emu_item_drop,
};

static const struct config_item_type emu_group_type = {
	.ct_owner = THIS_MODULE,
	.ct_group_ops = &emu_group_ops,
};

static struct configfs_subsystem emu_subsystem = {
	.su_group = {
		.cg_item = {
			.ci_namebuf = "gpcd_emu",
			.ci_type = &emu_group_type,
		},
	},
};

int emu_configfs_init(void)
{
	config_group_init(&emu_subsystem.su_group);
	mutex_init(&emu_subsystem.su_mutex);
	return configfs_register_subsystem(&emu_subsystem);
}

void emu_configfs_exit(void)
{
	configfs_unregister_subsystem(&emu_subsystem);
}
