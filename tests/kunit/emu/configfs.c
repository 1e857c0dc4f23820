// SPDX-License-Identifier: GPL-2.0-only
/* The directories of configfs as a state machine: every state, every operation. */
#include "emu/configfs.c"

#include "kunit/chips.h"

/*
 * State of a directory. FRESH: as mkdir makes it. READY: it has an address, nothing else is
 * missing. LIVING: its chip lives. UNPLUGGED: its chip lives, and is unplugged. ENDED: its chip has
 * lived. TAKEN: another chip has its address. CROWDED: it has more addresses than its chip has
 * NICs.
 */
enum state { FRESH, READY, LIVING, UNPLUGGED, ENDED, TAKEN, CROWDED, STATES };

#define TAKEN_ADDR	77
#define FREE_ADDR	1

static const struct {
	const char *name;
	const char *nic_addrs;
	bool lives;
	int live_ret;	/* of live=1 */
} states[STATES] = {
	[FRESH] = { "fresh", NULL, false, -EINVAL },
	[READY] = { "ready", "1\n", false, 0 },
	[LIVING] = { "living", "1\n", true, 0 },
	[UNPLUGGED] = { "unplugged", "1\n", true, 0 },
	[ENDED] = { "ended", "1\n", false, 0 },
	[TAKEN] = { "taken", "77\n", false, -EEXIST },
	[CROWDED] = { "crowded", "1,2,3\n", false, -EINVAL },
};

static const struct configfs_attribute *attr_of(const char *name)
{
	struct configfs_attribute **attr = emu_item_attrs;

	while (strcmp((*attr)->ca_name, name))
		attr++;
	return *attr;
}

static int store(struct config_item *item, const char *name, const char *text)
{
	ssize_t len = strlen(text), ret = attr_of(name)->store(item, text, len);

	return ret == len ? 0 : ret;
}

static const char *show(struct kunit *test, struct config_item *item, const char *name)
{
	char *page = kunit_kzalloc(test, PAGE_SIZE, GFP_KERNEL);
	ssize_t len;

	KUNIT_ASSERT_NOT_NULL(test, page);
	len = attr_of(name)->show(item, page);
	KUNIT_EXPECT_EQ_MSG(test, len, strlen(page), "%s", name);
	return page;
}

/* Bring a directory into a state by operations of a user. */
static struct config_item *item_in(struct kunit *test, enum state state)
{
	struct config_item *item = emu_item_make(NULL, "x");
	int ret = 0;

	KUNIT_ASSERT_FALSE(test, IS_ERR(item));
	if (states[state].nic_addrs)
		ret = store(item, "nic_addrs", states[state].nic_addrs);
	if (state == LIVING || state == UNPLUGGED || state == ENDED)
		ret = ret ?: store(item, "live", "1");
	if (state == UNPLUGGED)
		ret = ret ?: emu_chip_fault(to_emu_item(item)->chip, EMU_FAULT_UNPLUG, 0);
	if (state == ENDED)
		ret = ret ?: store(item, "live", "0");
	KUNIT_EXPECT_EQ_MSG(test, ret, 0, "%s", states[state].name);
	return item;
}

static int configfs_test_init(struct kunit *test)
{
	struct emu_setup setup = chips_setup(GPCD_CHIP_GEMINI, TAKEN_ADDR);
	int ret = chips_init(test);

	return ret ?: chips_bring(test, 0, &setup);
}

/* Set-up: the effect of a text while no chip lives */

static const struct {
	const char *attr, *text;
	int ret;
	const char *shown;
} settings[] = {
	{ "chip", "aries\n", 0, "aries\n" },
	{ "chip", "gemini", 0, "gemini\n" },
	{ "chip", "seastar\n", -EINVAL },
	{ "chip", "Aries\n", -EINVAL },
	{ "chip", "aries2\n", -EINVAL },
	{ "chip", "", -EINVAL },
	{ "coord", "1,2,3\n", 0, "1,2,3\n" },
	{ "coord", " 4294967295 , 0x10,0\n", 0, "4294967295,16,0\n" },
	{ "coord", "1,2\n", -EINVAL },
	{ "coord", "1,2,3,4\n", -EINVAL },
	{ "coord", "1,2,\n", -EINVAL },
	{ "coord", "1,2,4294967296\n", -ERANGE },
	{ "coord", "-1,0,0\n", -EINVAL },
	{ "coord", "\n", -EINVAL },
	{ "domain", "65535\n", 0, "65535\n" },
	{ "domain", "0\n", -EINVAL },
	{ "domain", "65536\n", -EINVAL },
	{ "domain", "one\n", -EINVAL },
	{ "nic_addrs", "5,6\n", 0, "5,6\n" },
	{ "nic_addrs", "1,2,3,4\n", 0, "1,2,3,4\n" },
	{ "nic_addrs", "4294967295\n", 0, "4294967295\n" },
	{ "nic_addrs", "0\n", -EINVAL },
	{ "nic_addrs", "9,0\n", -EINVAL },
	{ "nic_addrs", "1,,2\n", -EINVAL },
	{ "nic_addrs", "1,2,3,4,5\n", -EINVAL },
	{ "nic_addrs", "4294967296\n", -ERANGE },
	{ "nic_addrs", "", -EINVAL },
	{ "seed", "18446744073709551615\n", 0, "18446744073709551615\n" },
	{ "seed", "0\n", 0, "0\n" },
	{ "seed", "18446744073709551616\n", -ERANGE },
	{ "seed", "one\n", -EINVAL },
	{ "clock", "virtual\n", 0, "virtual\n" },
	{ "clock", "real\n", 0, "real\n" },
	{ "clock", "sundial\n", -EINVAL },
	{ "clock", "\n", -EINVAL },
	{ "traffic", "0\n", 0, "0\n" },
	{ "traffic", "y\n", 0, "1\n" },
	{ "traffic", "2\n", -EINVAL },
	{ "traffic", "\n", -EINVAL },
};

static void expect_setting(struct kunit *test, struct config_item *item, enum state state,
			   unsigned int i)
{
	const char *attr = settings[i].attr, *before = show(test, item, attr);
	int ret = store(item, attr, settings[i].text);

	KUNIT_EXPECT_EQ_MSG(test, ret, states[state].lives ? -EBUSY : settings[i].ret,
			    "%s: %s=%s", states[state].name, attr, settings[i].text);
	KUNIT_EXPECT_STREQ_MSG(test, show(test, item, attr), ret ? before : settings[i].shown,
			       "%s: %s=%s", states[state].name, attr, settings[i].text);
	KUNIT_EXPECT_STREQ_MSG(test, show(test, item, "live"), states[state].lives ? "1\n" : "0\n",
			       "%s: %s=%s", states[state].name, attr, settings[i].text);
}

static void every_setting_in_every_state(struct kunit *test)
{
	struct config_item *item;
	enum state state;
	unsigned int i;

	for (state = FRESH; state < STATES; state++) {
		item = item_in(test, state);
		for (i = 0; i < ARRAY_SIZE(settings); i++)
			expect_setting(test, item, state, i);
		emu_item_drop(NULL, item);
	}
}

/* Life */

static void expect_no_answer(struct kunit *test, struct config_item *item, enum state state)
{
	static const char *const texts[] = { "2\n", "-1\n", "\n", "", "live\n" };
	struct emu_chip *before = to_emu_item(item)->chip;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		KUNIT_EXPECT_EQ_MSG(test, store(item, "live", texts[i]), -EINVAL, "%s: live=%s",
				    states[state].name, texts[i]);
		KUNIT_EXPECT_PTR_EQ(test, to_emu_item(item)->chip, before);
	}
}

static void expect_life(struct kunit *test, struct config_item *item, enum state state, bool live)
{
	struct emu_chip *before = to_emu_item(item)->chip;
	int ret = live ? states[state].live_ret : 0;
	bool alive = live && !ret;

	KUNIT_EXPECT_EQ_MSG(test, store(item, "live", live ? "1\n" : "0\n"), ret, "%s: live=%d",
			    states[state].name, live);
	KUNIT_EXPECT_STREQ_MSG(test, show(test, item, "live"), alive ? "1\n" : "0\n",
			       "%s: live=%d", states[state].name, live);
	/* The other chip of the test is gpcd0. */
	KUNIT_EXPECT_STREQ_MSG(test, show(test, item, "devices"),
			       alive && state != UNPLUGGED ? "gpcd1\n" : "",
			       "%s: live=%d", states[state].name, live);
	if (alive && states[state].lives)
		KUNIT_EXPECT_PTR_EQ_MSG(test, to_emu_item(item)->chip, before, "%s: live=%d",
					states[state].name, live);
}

static void every_life_in_every_state(struct kunit *test)
{
	struct config_item *item;
	enum state state;
	int live;

	for (state = FRESH; state < STATES; state++) {
		for (live = 0; live <= 1; live++) {
			item = item_in(test, state);
			expect_no_answer(test, item, state);
			expect_life(test, item, state, live);
			emu_item_drop(NULL, item);
		}
	}
}

/* rmdir: remains of a state would be in the way of the next, or of the last. */
static void every_state_ends_whole(struct kunit *test)
{
	struct emu_setup setup = chips_setup(GPCD_CHIP_GEMINI, FREE_ADDR);
	enum state state;

	for (state = FRESH; state < STATES; state++)
		emu_item_drop(NULL, item_in(test, state));
	KUNIT_ASSERT_EQ(test, chips_bring(test, 1, &setup), 0);
	KUNIT_EXPECT_EQ(test, gpcd_device_index(chips_of(test)[1]->view[0].device), 1);
	KUNIT_EXPECT_EQ(test, chips_of(test)[1]->view[0].minor, 1);
}

static void settings_are_what_the_chip_is(struct kunit *test)
{
	static const char *const attrs[][2] = {
		{ "chip", "aries" }, { "nic_addrs", "3,4" }, { "coord", "5,6,7" },
		{ "seed", "8" }, { "clock", "virtual" }, { "traffic", "0" }, { "live", "1" },
	};
	struct config_item *item = emu_item_make(NULL, "x");
	struct emu_setup setup = {};
	const char *devices;
	unsigned int i;

	KUNIT_ASSERT_FALSE(test, IS_ERR(item));
	for (i = 0; i < ARRAY_SIZE(attrs); i++)
		KUNIT_EXPECT_EQ_MSG(test, store(item, attrs[i][0], attrs[i][1]), 0, "%s",
				    attrs[i][0]);
	if (to_emu_item(item)->chip)
		setup = to_emu_item(item)->chip->setup;
	devices = show(test, item, "devices");
	emu_item_drop(NULL, item);
	KUNIT_EXPECT_EQ(test, setup.chip, GPCD_CHIP_ARIES);
	KUNIT_EXPECT_EQ(test, setup.views, 2);
	KUNIT_EXPECT_EQ(test, setup.nic_addr[1], 4);
	KUNIT_EXPECT_EQ(test, setup.coord[2], 7);
	KUNIT_EXPECT_EQ(test, setup.seed, 8);
	KUNIT_EXPECT_TRUE(test, setup.virtual_clock);
	KUNIT_EXPECT_FALSE(test, setup.traffic);
	KUNIT_EXPECT_STREQ(test, devices, "gpcd1\ngpcd2\n");
}

static void mkdir_gives_the_defaults(struct kunit *test)
{
	static const char *const defaults[][2] = {
		{ "chip", "gemini\n" }, { "domain", "1\n" }, { "nic_addrs", "" },
		{ "coord", "0,0,0\n" }, { "seed", "1\n" }, { "clock", "real\n" },
		{ "traffic", "1\n" }, { "live", "0\n" }, { "devices", "" },
	};
	struct config_item *item = item_in(test, FRESH);
	unsigned int i;

	BUILD_BUG_ON(ARRAY_SIZE(defaults) != ARRAY_SIZE(emu_item_attrs) - 1);
	for (i = 0; i < ARRAY_SIZE(defaults); i++)
		KUNIT_EXPECT_STREQ(test, show(test, item, defaults[i][0]), defaults[i][1]);
	emu_item_drop(NULL, item);
}

static struct kunit_case configfs_cases[] = {
	KUNIT_CASE(mkdir_gives_the_defaults),
	KUNIT_CASE(every_setting_in_every_state),
	KUNIT_CASE(every_life_in_every_state),
	KUNIT_CASE(every_state_ends_whole),
	KUNIT_CASE(settings_are_what_the_chip_is),
	{}
};

static struct kunit_suite configfs_suite = {
	.name = "configfs",
	.suite_init = chips_suite_init,
	.suite_exit = chips_suite_exit,
	.init = configfs_test_init,
	.exit = chips_exit,
	.test_cases = configfs_cases,
};
kunit_test_suite(configfs_suite);
