// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpcd_emu: emulated router chips. Chips made by module parameters live as long as
 * the module is loaded, so that loading it is enough to have a /dev/gpcd0.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>
#include <linux/slab.h>

#include "core/version.h"
#include "emu/emu.h"

#define DEVICES_MAX	1024

#define CHIP_NAME(number, name, nics, regs, pages, span) " " #name
#define CHIP_NAMES GPCD_CHIP_LIST(CHIP_NAME)

static unsigned int chips __ro_after_init = 1;
module_param(chips, uint, 0444);
MODULE_PARM_DESC(chips, "how many chips to make, of 1024 devices at most (1)");

static char *chip __ro_after_init = "gemini";
module_param(chip, charp, 0444);
MODULE_PARM_DESC(chip, "one of" CHIP_NAMES " (gemini)");

static unsigned int views __ro_after_init = 1;
module_param(views, uint, 0444);
MODULE_PARM_DESC(views, "devices of a chip, one a NIC (1)");

static unsigned long long seed __ro_after_init = 1;
module_param(seed, ullong, 0444);
MODULE_PARM_DESC(seed, "of the first chip's traffic, one more for each further chip (1)");

static char *clock __ro_after_init = "real";
module_param(clock, charp, 0444);
MODULE_PARM_DESC(clock, "real or virtual: time passes by itself, or by writes to advance (real)");

static bool traffic __ro_after_init = true;
module_param(traffic, bool, 0444);
MODULE_PARM_DESC(traffic, "drive the counters by built-in traffic (1)");

static struct emu_chip **param_chips __ro_after_init;

static int params_setup(struct emu_setup *setup)
{
	setup->chip = gpcd_chip_by_name(chip);
	setup->views = views;
	setup->domain = 1;
	setup->traffic = traffic;
	setup->virtual_clock = !strcmp(clock, "virtual");
	if (setup->chip == GPCD_CHIP_NONE)
		pr_err("chip=%s: it is one of" CHIP_NAMES "\n", chip);
	else if (!views || views > gpcd_chip_nics(setup->chip))
		pr_err("views=%u: a chip has up to %u\n", views,
		       gpcd_chip_nics(setup->chip));
	else if (!setup->virtual_clock && strcmp(clock, "real"))
		pr_err("clock=%s: it is real or virtual\n", clock);
	else if (chips > DEVICES_MAX / views)
		pr_err("chips=%u: up to %u with %u views\n", chips, DEVICES_MAX / views, views);
	else
		return 0;
	return -EINVAL;
}

static void param_chips_destroy(void)
{
	unsigned int i;

	for (i = 0; i < chips; i++)
		emu_chip_destroy(param_chips[i]);
	kvfree(param_chips);
}

/* If a chip fails keep the earlier ones: their back doors may be mapped already. */
static void param_chips_create(struct emu_setup *setup)
{
	struct emu_chip *made;
	unsigned int i, v;

	for (i = 0; i < chips; i++) {
		setup->seed = seed + i;
		setup->coord[2] = i;
		for (v = 0; v < views; v++)
			setup->nic_addr[v] = 1 + i * views + v;
		made = emu_chip_create(setup);
		if (IS_ERR(made)) {
			pr_err("only %u of %u chips: error %ld\n", i, chips, PTR_ERR(made));
			chips = i;
			break;
		}
		param_chips[i] = made;
	}
}

static int __init emu_init(void)
{
	struct emu_setup setup = {};
	int ret;

	ret = params_setup(&setup);
	if (ret)
		return ret;
	param_chips = kvcalloc(chips, sizeof(*param_chips), GFP_KERNEL);
	if (!param_chips)
		return -ENOMEM;
	ret = emu_backdoor_init();
	if (ret)
		goto err_chips;
	ret = emu_configfs_init();
	if (ret)
		goto err_backdoor;
	param_chips_create(&setup);
	return 0;

err_backdoor:
	emu_backdoor_exit();
err_chips:
	kvfree(param_chips);
	return ret;
}

static void __exit emu_exit(void)
{
	emu_configfs_exit();
	param_chips_destroy();
	emu_backdoor_exit();
}

module_init(emu_init);
module_exit(emu_exit);
MODULE_DESCRIPTION("Emulated Gemini, Aries and Cassini chips for gpcd");
MODULE_AUTHOR("The gpcd authors");
MODULE_LICENSE("GPL");
MODULE_VERSION(GPCD_VERSION);
