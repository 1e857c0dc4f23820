// SPDX-License-Identifier: GPL-2.0-only
/* Numbers and addresses of devices, and that a chip goes only when it is no longer used. */
#include <linux/atomic.h>

/* Another writer changes these bits once, just before our change is stored. */
static u64 others_change;

static bool __maybe_unused exchange_amid(u64 *word, u64 *was, u64 to)
{
	*word ^= others_change;
	others_change = 0;
	return try_cmpxchg64(word, was, to);
}

#undef try_cmpxchg64
#define try_cmpxchg64 exchange_amid

#include "core/device.c"
#include "access/access.h"

#include <linux/kthread.h>

#include "kunit/catalogue.h"

#define DEVICES		8
#define NIC_ADDR	0x1000
#define EPOCH		77

/* Registered by a test, removed by exit. */
struct fixture {
	struct gpcd_device *device[DEVICES];
};

static int no_read(void *priv, struct gpcd_sweep *sweep)
{
	sweep->epoch = EPOCH;
	return 0;
}

static int no_write(void *priv, const struct gpcd_reg *reg, u64 value)
{
	return 0;
}

static const struct gpcd_ops ops = { .read = no_read, .write = no_write };

/* How often each event was reported, and the last epoch. */
static unsigned int notified[GPCD_EVENT_FAULT + 1];
static u64 notified_epoch;

static void notify(struct gpcd_device *device, enum gpcd_event event, u64 epoch)
{
	notified[event]++;
	notified_epoch = epoch;
}

static const struct gpcd_front front = {
	.class = &gpcd_class, .fops = &gpcd_file_ops, .notify = notify,
};

static int __init device_suite_init(struct kunit_suite *suite)
{
	return kunit_catalogue_init(suite) ?: gpcd_devices_init(&front);
}

static void device_suite_exit(struct kunit_suite *suite)
{
	gpcd_devices_exit();
}

static int device_test_init(struct kunit *test)
{
	memset(notified, 0, sizeof(notified));
	test->priv = kunit_kzalloc(test, sizeof(struct fixture), GFP_KERNEL);
	return test->priv ? 0 : -ENOMEM;
}

static void take_away(struct kunit *test, unsigned int i)
{
	struct fixture *fixture = test->priv;

	if (!IS_ERR_OR_NULL(fixture->device[i]))
		gpcd_device_unregister(fixture->device[i]);
	fixture->device[i] = NULL;
}

static void device_test_exit(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < DEVICES; i++)
		take_away(test, i);
}

static struct gpcd_device_desc good_desc(u32 nic_addr)
{
	return (struct gpcd_device_desc){
		.chip = GPCD_CHIP_GEMINI, .domain = 1, .nic_addr = nic_addr, .ops = &ops,
		.read_in_interrupt = true,
	};
}

/* Register the test's device number @i; return its number, or a negative errno. */
static int bring(struct kunit *test, unsigned int i, u32 nic_addr)
{
	struct gpcd_device_desc desc = good_desc(nic_addr);
	struct fixture *fixture = test->priv;

	fixture->device[i] = gpcd_device_register(&desc);
	return IS_ERR(fixture->device[i]) ? PTR_ERR(fixture->device[i]) :
	       gpcd_device_index(fixture->device[i]);
}

static void lowest_free_number_is_taken(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, bring(test, 0, NIC_ADDR), 0);
	KUNIT_EXPECT_EQ(test, bring(test, 1, NIC_ADDR + 1), 1);
	KUNIT_EXPECT_EQ(test, bring(test, 2, NIC_ADDR + 2), 2);
	take_away(test, 1);
	take_away(test, 0);
	KUNIT_EXPECT_EQ(test, bring(test, 0, NIC_ADDR + 5), 0);
	KUNIT_EXPECT_EQ(test, bring(test, 1, NIC_ADDR + 6), 1);
	KUNIT_EXPECT_EQ(test, bring(test, 3, NIC_ADDR + 7), 3);
}

static void taken_address_costs_no_number(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, bring(test, 0, NIC_ADDR), 0);
	KUNIT_EXPECT_EQ(test, bring(test, 1, NIC_ADDR), -EEXIST);
	KUNIT_EXPECT_EQ(test, bring(test, 1, NIC_ADDR + 1), 1);
	take_away(test, 0);
	KUNIT_EXPECT_EQ(test, bring(test, 0, NIC_ADDR), 0);
}

static void addresses_have_32_bits(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, bring(test, 0, U32_MAX), 0);
	KUNIT_EXPECT_EQ(test, bring(test, 1, U32_MAX), -EEXIST);
	KUNIT_EXPECT_EQ(test, bring(test, 1, 1), 1);
}

static void numbers_end(struct kunit *test)
{
	unsigned long number;
	int ret = 0;

	for (number = 0; number < GPCD_DEVICES_MAX && !ret; number++)
		ret = xa_reserve(&devices_by_index, number, GFP_KERNEL);
	if (!ret)
		ret = bring(test, 0, NIC_ADDR);
	xa_release(&devices_by_index, GPCD_DEVICES_MAX - 1);
	KUNIT_EXPECT_EQ(test, ret, -ENOSPC);
	KUNIT_EXPECT_EQ(test, bring(test, 0, NIC_ADDR), GPCD_DEVICES_MAX - 1);
	for (number = 0; number < GPCD_DEVICES_MAX - 1; number++)
		xa_release(&devices_by_index, number);
}

/* An address for tests in which it does not matter. */
#define NIC_1 .domain = 1, .nic_addr = 1

static void contradictions_are_refused(struct kunit *test)
{
	static const struct gpcd_ops deaf = { .write = no_write };
	static const struct gpcd_device_desc bad[] = {
		{ .chip = GPCD_CHIP_NONE, NIC_1, .ops = &ops },
		{ .chip = GPCD_CHIPS, NIC_1, .ops = &ops },
		{ .chip = UINT_MAX, NIC_1, .ops = &ops },
		{ .chip = GPCD_CHIP_GEMINI, .domain = 1, .nic_addr = 0, .ops = &ops },
		{ .chip = GPCD_CHIP_GEMINI, .domain = 0, .nic_addr = 1, .ops = &ops },
		{ .chip = GPCD_CHIP_GEMINI, NIC_1, .nic_index = 2, .ops = &ops },
		{ .chip = GPCD_CHIP_ARIES, NIC_1, .nic_index = 4, .ops = &ops },
		{ .chip = GPCD_CHIP_ARIES, NIC_1, .nic_index = UINT_MAX, .ops = &ops },
		{ .chip = GPCD_CHIP_GEMINI, NIC_1 },
		{ .chip = GPCD_CHIP_GEMINI, NIC_1, .ops = &deaf },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++)
		KUNIT_ASSERT_EQ_MSG(test, PTR_ERR(gpcd_device_register(&bad[i])), -EINVAL,
				    "row %u", i);
	KUNIT_EXPECT_TRUE(test, xa_empty(&devices_by_index));
	KUNIT_EXPECT_TRUE(test, xa_empty(&devices_by_nic));
}

static void a_device_may_be_read_only(struct kunit *test)
{
	static const struct gpcd_ops mute = { .read = no_read };
	struct gpcd_device_desc desc = good_desc(NIC_ADDR);
	struct fixture *fixture = test->priv;

	desc.ops = &mute;
	fixture->device[0] = gpcd_device_register(&desc);
	KUNIT_EXPECT_FALSE(test, IS_ERR(fixture->device[0]));
}

static bool found(unsigned int index, u32 nic_addr)
{
	struct gpcd_device *entered = gpcd_device_enter_index(index);
	struct gpcd_device *device = gpcd_device_find(1, nic_addr);

	if (entered)
		gpcd_device_leave(entered);
	if (device)
		gpcd_device_put(device);
	return entered && entered == device;
}

static void living_devices_are_found(struct kunit *test)
{
	KUNIT_EXPECT_FALSE(test, found(0, NIC_ADDR));
	KUNIT_ASSERT_EQ(test, bring(test, 0, NIC_ADDR), 0);
	KUNIT_EXPECT_TRUE(test, found(0, NIC_ADDR));
	KUNIT_EXPECT_FALSE(test, found(1, NIC_ADDR));
	KUNIT_EXPECT_FALSE(test, found(0, NIC_ADDR + 1));
	take_away(test, 0);
	KUNIT_EXPECT_FALSE(test, found(0, NIC_ADDR));
}

/* A number that is reserved but not published finds no device. */
static void reserved_places_are_empty(struct kunit *test)
{
	struct gpcd_device_desc desc = good_desc(NIC_ADDR);
	struct gpcd_device *device = device_alloc(&desc);
	bool early, published, removed;
	int ret;

	KUNIT_ASSERT_NOT_NULL(test, device);
	ret = registry_reserve(device);
	early = found(0, NIC_ADDR);
	registry_publish(device);
	published = found(0, NIC_ADDR);
	registry_remove(device);
	removed = !found(0, NIC_ADDR);
	gpcd_device_put(device);
	KUNIT_EXPECT_EQ(test, ret, 0);
	KUNIT_EXPECT_FALSE(test, early);
	KUNIT_EXPECT_TRUE(test, published);
	KUNIT_EXPECT_TRUE(test, removed);
}

struct remover {
	struct gpcd_device *device;
	struct completion done;
};

static int remove_device(void *arg)
{
	struct remover *remover = arg;

	gpcd_device_unregister(remover->device);
	complete(&remover->done);
	return 0;
}

static void removal_waits_for_the_last_user(struct kunit *test)
{
	struct fixture *fixture = test->priv;
	struct remover remover = {};
	struct gpcd_device *device;
	bool entered, early;

	KUNIT_ASSERT_EQ(test, bring(test, 0, NIC_ADDR), 0);
	device = fixture->device[0];
	fixture->device[0] = NULL;
	gpcd_device_get(device);
	KUNIT_ASSERT_TRUE(test, gpcd_device_enter(device));
	remover.device = device;
	init_completion(&remover.done);
	kthread_run(remove_device, &remover, "gpcd-remover");
	while (!gpcd_device_gone(device))
		cpu_relax();
	early = wait_for_completion_timeout(&remover.done, HZ / 10);
	entered = gpcd_device_enter(device);
	gpcd_device_leave(device);
	wait_for_completion(&remover.done);
	gpcd_device_put(device);
	KUNIT_EXPECT_FALSE(test, early);
	KUNIT_EXPECT_FALSE(test, entered);
}

/*
 * A reader looks at a device that it found before it takes a reference. The last reference may go
 * meanwhile, but the memory must stay: KASAN would report it.
 */
static void memory_outlasts_its_readers(struct kunit *test)
{
	struct gpcd_device_desc desc = good_desc(NIC_ADDR);
	struct gpcd_device *device = device_alloc(&desc);
	struct gpcd_spaces others;
	u32 nic_addr;

	KUNIT_ASSERT_NOT_NULL(test, device);
	/* They keep the file system mounted, because releasing the last one might sleep. */
	KUNIT_ASSERT_EQ(test, gpcd_spaces_init(&others), 0);
	rcu_read_lock();
	gpcd_device_put(device);
	nic_addr = READ_ONCE(device->desc.nic_addr);
	rcu_read_unlock();
	gpcd_spaces_exit(&others);
	KUNIT_EXPECT_EQ(test, nic_addr, NIC_ADDR);
}

static void register_adds_what_the_core_gives(struct kunit *test)
{
	struct fixture *fixture = test->priv;

	KUNIT_ASSERT_EQ(test, bring(test, 0, NIC_ADDR), 0);
	KUNIT_EXPECT_EQ(test, fixture->device[0]->desc.features,
			GPCD_FEATURE_LEGACY | GPCD_FEATURE_RING | GPCD_FEATURE_NETLINK);
	KUNIT_EXPECT_STREQ(test, dev_name(&fixture->device[0]->dev), "gpcd0");
}

/* The provider's bitmap may go once the device is registered. */
static void what_a_device_lacks_is_copied(struct kunit *test)
{
	struct gpcd_device_desc desc = good_desc(NIC_ADDR);
	struct fixture *fixture = test->priv;
	DECLARE_BITMAP(absent, 2048) = {};
	struct gpcd_reg reg;

	desc.absent = absent;
	__set_bit(1, absent);
	fixture->device[0] = gpcd_device_register(&desc);
	KUNIT_ASSERT_FALSE(test, IS_ERR(fixture->device[0]));
	bitmap_zero(absent, 2048);
	KUNIT_ASSERT_EQ(test, gpcd_catalogue_at(GPCD_CHIP_GEMINI, 1, &reg), 0);
	KUNIT_EXPECT_FALSE(test, gpcd_device_has(fixture->device[0], &reg));
	KUNIT_ASSERT_EQ(test, gpcd_catalogue_at(GPCD_CHIP_GEMINI, 2, &reg), 0);
	KUNIT_EXPECT_TRUE(test, gpcd_device_has(fixture->device[0], &reg));
}

static void rings_need_reads_in_interrupts(struct kunit *test)
{
	struct gpcd_device_desc desc = good_desc(NIC_ADDR);
	struct fixture *fixture = test->priv;

	desc.read_in_interrupt = false;
	fixture->device[0] = gpcd_device_register(&desc);
	KUNIT_ASSERT_FALSE(test, IS_ERR(fixture->device[0]));
	KUNIT_EXPECT_EQ(test, fixture->device[0]->desc.features,
			GPCD_FEATURE_LEGACY | GPCD_FEATURE_NETLINK);
}

/* Two change features of a device at once: both changes are there afterwards. */
static void no_change_of_features_is_lost(struct kunit *test)
{
	struct fixture *fixture = test->priv;
	u64 *features;

	KUNIT_ASSERT_EQ(test, bring(test, 0, NIC_ADDR), 0);
	features = &fixture->device[0]->desc.features;
	*features = BIT_ULL(1) | BIT_ULL(2);
	others_change = BIT_ULL(62);
	gpcd_device_serve(fixture->device[0], BIT_ULL(63), true);
	KUNIT_EXPECT_EQ(test, *features, BIT_ULL(1) | BIT_ULL(2) | BIT_ULL(62) | BIT_ULL(63));
	others_change = BIT_ULL(1) | BIT_ULL(62);
	gpcd_device_serve(fixture->device[0], BIT_ULL(63), false);
	KUNIT_EXPECT_EQ(test, *features, BIT_ULL(2));
	others_change = 0;
}

static void events_are_told_once(struct kunit *test)
{
	struct fixture *fixture = test->priv;

	KUNIT_ASSERT_EQ(test, bring(test, 0, NIC_ADDR), 0);
	KUNIT_EXPECT_EQ(test, notified[GPCD_EVENT_ADD], 1);
	gpcd_device_fault(fixture->device[0], GPCD_FAULT_ONES);
	gpcd_device_fault(fixture->device[0], GPCD_FAULT_ONES);
	KUNIT_EXPECT_EQ(test, notified[GPCD_EVENT_FAULT], 1);
	gpcd_device_reset(fixture->device[0]);
	KUNIT_EXPECT_EQ(test, notified[GPCD_EVENT_RESET], 1);
	KUNIT_EXPECT_EQ(test, notified_epoch, EPOCH);
	take_away(test, 0);
	KUNIT_EXPECT_EQ(test, notified[GPCD_EVENT_REMOVE], 1);
}

static void listing_passes_over_what_is_not_there(struct kunit *test)
{
	struct fixture *fixture = test->priv;
	struct gpcd_device *device;
	unsigned long index = 0;
	u32 before = gpcd_devices_generation();
	unsigned int i;

	for (i = 0; i < 3; i++)
		KUNIT_ASSERT_EQ(test, bring(test, i, NIC_ADDR + i), i);
	take_away(test, 1);
	KUNIT_EXPECT_NE(test, gpcd_devices_generation(), before);
	for (i = 0; i < 3; i += 2, index++) {
		device = gpcd_device_next(&index);
		KUNIT_ASSERT_PTR_EQ(test, device, fixture->device[i]);
		KUNIT_EXPECT_EQ(test, index, i);
		gpcd_device_put(device);
	}
	KUNIT_EXPECT_NULL(test, gpcd_device_next(&index));
}

static struct kunit_case device_cases[] = {
	KUNIT_CASE(lowest_free_number_is_taken),
	KUNIT_CASE(taken_address_costs_no_number),
	KUNIT_CASE(addresses_have_32_bits),
	KUNIT_CASE(numbers_end),
	KUNIT_CASE(contradictions_are_refused),
	KUNIT_CASE(a_device_may_be_read_only),
	KUNIT_CASE(living_devices_are_found),
	KUNIT_CASE(reserved_places_are_empty),
	KUNIT_CASE(removal_waits_for_the_last_user),
	KUNIT_CASE(memory_outlasts_its_readers),
	KUNIT_CASE(register_adds_what_the_core_gives),
	KUNIT_CASE(what_a_device_lacks_is_copied),
	KUNIT_CASE(rings_need_reads_in_interrupts),
	KUNIT_CASE(no_change_of_features_is_lost),
	KUNIT_CASE(events_are_told_once),
	KUNIT_CASE(listing_passes_over_what_is_not_there),
	{}
};

static struct kunit_suite device_suite __refdata = {
	.name = "device",
	.suite_init = device_suite_init,
	.suite_exit = device_suite_exit,
	.init = device_test_init,
	.exit = device_test_exit,
	.test_cases = device_cases,
};
kunit_test_suite(device_suite);
