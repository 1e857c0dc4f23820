// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a sweep reads on the bus, access by access, and what it makes of a chip that vanishes before
 * any one of them. The bus is a function in place of readq().
 */
#include <kunit/test.h>
#include <linux/io.h>

static u64 bus_readq(const u64 __iomem *at);
#undef readq
#define readq bus_readq
#define gpcd_pci_same bus_same
#define gpcd_device_register core_register
#define gpcd_device_index core_index
#define gpcd_device_revoke core_revoke
#define gpcd_device_fault core_fault

#include "pci/chip.c"

#define BASE	((const u64 __iomem *)0x100000000UL)	/* nothing is mapped there */
#define LOW	0x2001380	/* addresses of registers */
#define HIGH	0x4c02028
#define WORD(at) ((u64)(at) << 32 | (at))	/* what is in a register's word */
#define WHOLE	13	/* reads of a sweep of four registers that nothing disturbs */
#define EPOCH	77
#define CHIP_NS	5000

static struct bus {
	struct gpcd_image_info info;
	u32 at[2 * WHOLE];	/* offsets of the first reads */
	unsigned int reads;
	unsigned int dies;	/* number of reads that are answered */
	bool same;	/* the image is still of the same chip */
} bus;

static u64 bus_readq(const u64 __iomem *at)
{
	u32 offset = (at - BASE) * sizeof(u64);

	if (bus.reads < ARRAY_SIZE(bus.at))
		bus.at[bus.reads] = offset;
	if (bus.reads++ >= bus.dies)
		return ~0ULL;
	if (offset < GPCD_IMAGE_INFO)
		return WORD(offset);
	return ((const u64 *)&bus.info)[(offset - GPCD_IMAGE_INFO) / sizeof(u64)];
}

bool bus_same(const struct pci_chip *chip)
{
	return bus.same && bus_readq(BASE + GPCD_IMAGE_INFO / sizeof(u64)) != ~0ULL;
}

/* The core: somebody reads a device as soon as it is registered. */
static struct core {
	unsigned int fault;	/* the last one that was announced */
} core;

struct gpcd_device *core_register(const struct gpcd_device_desc *desc)
{
	struct gpcd_sweep sweep = {};

	desc->ops->read(desc->priv, &sweep);
	flush_work(&((struct pci_chip *)desc->priv)->show);
	return (struct gpcd_device *)&core;
}

unsigned int core_index(const struct gpcd_device *device)
{
	return 0;
}

void core_revoke(struct gpcd_device *device)
{
}

void core_fault(struct gpcd_device *device, unsigned int fault)
{
	core.fault = fault;
}

/* Three neighbours and, after them in the list, the upper half of a word below. */
static const struct gpcd_slot slots[] = {
	{ .word = HIGH, .run = 2, .width = 64 },
	{ .word = HIGH + 8, .run = 1, .width = 64 },
	{ .word = HIGH + 16, .width = 64 },
	{ .word = LOW, .shift = 32, .width = 32 },
};

static const u64 expected[] = { WORD(HIGH), WORD(HIGH + 8), WORD(HIGH + 16), LOW };

static u64 values[ARRAY_SIZE(slots)];

static void chip_begin(struct pci_chip *chip, unsigned int dies)
{
	bus = (struct bus){
		.info = {
			.magic = GPCD_IMAGE_MAGIC, .state = GPCD_IMAGE_LIVE,
			.epoch = EPOCH, .chip_ns = CHIP_NS,
			.sequence = { 4, 6 },
		},
		.dies = dies, .same = true,
	};
	chip->info = bus.info;
	chip->words = BASE;
	chip->epoch = EPOCH;
	chip->lost = false;
}

static int chip_init(struct kunit *test)
{
	struct pci_chip *chip = kunit_kzalloc(test, sizeof(*chip), GFP_KERNEL);

	if (!chip)
		return -ENOMEM;
	chip->pdev = kunit_kzalloc(test, sizeof(*chip->pdev), GFP_KERNEL);
	if (!chip->pdev)
		return -ENOMEM;
	chip->pdev->error_state = pci_channel_io_normal;
	mutex_init(&chip->life);
	INIT_WORK(&chip->show, loss_show);
	chip_begin(chip, UINT_MAX);
	test->priv = chip;
	return 0;
}

static void chip_exit(struct kunit *test)
{
	struct pci_chip *chip = test->priv;

	cancel_work_sync(&chip->show);
}

static struct gpcd_sweep sweep_of(struct pci_chip *chip)
{
	struct gpcd_sweep sweep = {
		.slots = slots, .count = ARRAY_SIZE(slots), .values = values,
	};

	memset(values, 0, sizeof(values));
	chip_read(chip, &sweep);
	return sweep;
}

static bool sweep_whole(const struct gpcd_sweep *sweep)
{
	return sweep->good == ARRAY_SIZE(slots) && !sweep->torn && sweep->chip_ns == CHIP_NS &&
	       !memcmp(values, expected, sizeof(values));
}

static bool sweep_is_lost(const struct gpcd_sweep *sweep)
{
	return !sweep->good && !sweep->torn && !sweep->chip_ns &&
	       !memchr_inv(values, 0xff, sizeof(values));
}

static void each_word_is_read_once_and_in_order(struct kunit *test)
{
	struct gpcd_sweep sweep = sweep_of(test->priv);
	u32 registers[ARRAY_SIZE(bus.at)];
	unsigned int i, n = 0;

	KUNIT_EXPECT_TRUE(test, sweep_whole(&sweep));
	KUNIT_ASSERT_EQ(test, bus.reads, WHOLE);
	for (i = 0; i < WHOLE; i++) {
		if (bus.at[i] < GPCD_IMAGE_INFO)
			registers[n++] = bus.at[i];
	}
	KUNIT_ASSERT_EQ(test, n, ARRAY_SIZE(slots));
	for (i = 0; i < n; i++)
		KUNIT_EXPECT_EQ(test, registers[i], slots[i].word);
}

/* Never a mixture: all values, or all ones with the epoch that the chip had. */
static void a_chip_vanishes_before_any_read(struct kunit *test)
{
	struct pci_chip *chip = test->priv;
	struct gpcd_sweep sweep;
	unsigned int dies;

	for (dies = 0; dies <= WHOLE; dies++) {
		chip_begin(chip, dies);
		sweep = sweep_of(chip);
		KUNIT_EXPECT_EQ_MSG(test, sweep_is_lost(&sweep), dies < WHOLE, "after %u", dies);
		KUNIT_EXPECT_EQ_MSG(test, sweep_whole(&sweep), dies == WHOLE, "after %u", dies);
		KUNIT_EXPECT_EQ_MSG(test, chip->lost, dies < WHOLE, "after %u", dies);
		KUNIT_EXPECT_EQ_MSG(test, sweep.epoch, EPOCH, "after %u", dies);
		KUNIT_EXPECT_LE_MSG(test, bus.reads, 3 * WHOLE + 2 * GPCD_IMAGE_SPINS,
				    "after %u", dies);
	}
}

static void a_lost_chip_comes_back(struct kunit *test)
{
	struct pci_chip *chip = test->priv;
	struct gpcd_sweep sweep;

	bus.dies = 0;
	sweep = sweep_of(chip);
	KUNIT_EXPECT_TRUE(test, chip->lost);
	bus.dies = UINT_MAX;
	sweep = sweep_of(chip);
	KUNIT_EXPECT_TRUE(test, sweep_whole(&sweep));
	KUNIT_EXPECT_FALSE(test, chip->lost);
}

static void a_chip_that_is_lost_at_once_is_announced(struct kunit *test)
{
	struct pci_chip *chip = test->priv;

	core.fault = GPCD_FAULT_NONE;
	chip->info.chip = GPCD_CHIP_GEMINI;
	bus.dies = 0;
	KUNIT_ASSERT_EQ(test, gpcd_pci_register(chip), 0);
	flush_work(&chip->show);
	KUNIT_EXPECT_TRUE(test, chip->lost);
	KUNIT_EXPECT_EQ(test, core.fault, GPCD_FAULT_ONES);
}

static void an_image_that_is_given_up_is_lost(struct kunit *test)
{
	struct gpcd_sweep sweep;

	bus.info.state = GPCD_IMAGE_GONE;
	sweep = sweep_of(test->priv);
	KUNIT_EXPECT_TRUE(test, sweep_is_lost(&sweep));
	KUNIT_EXPECT_EQ(test, bus.reads, 1);
}

static void a_new_epoch_is_the_same_chips_or_none(struct kunit *test)
{
	struct gpcd_sweep sweep;

	bus.info.epoch = EPOCH + 1;
	sweep = sweep_of(test->priv);
	KUNIT_EXPECT_TRUE(test, sweep_whole(&sweep));
	KUNIT_EXPECT_EQ(test, sweep.epoch, EPOCH + 1);
	bus.info.epoch = EPOCH + 2;
	bus.same = false;
	sweep = sweep_of(test->priv);
	KUNIT_EXPECT_TRUE(test, sweep_is_lost(&sweep));
	KUNIT_EXPECT_EQ(test, sweep.epoch, EPOCH + 1);
}

static void a_device_that_is_offline_is_not_read(struct kunit *test)
{
	struct pci_chip *chip = test->priv;
	struct gpcd_sweep sweep;

	chip->pdev->error_state = pci_channel_io_perm_failure;
	sweep = sweep_of(chip);
	KUNIT_EXPECT_TRUE(test, sweep_is_lost(&sweep));
	KUNIT_EXPECT_EQ(test, bus.reads, 0);
}

static void a_batch_without_end_is_torn(struct kunit *test)
{
	unsigned int writer;

	for (writer = 0; writer < GPCD_IMAGE_WRITERS; writer++) {
		struct gpcd_sweep sweep;

		chip_begin(test->priv, UINT_MAX);
		bus.info.sequence[writer]++;
		sweep = sweep_of(test->priv);
		KUNIT_EXPECT_TRUE(test, sweep.torn);
		KUNIT_EXPECT_EQ(test, sweep.good, ARRAY_SIZE(slots));
		KUNIT_EXPECT_LE(test, bus.reads, WHOLE + 2 * GPCD_IMAGE_SPINS + 2);
	}
}

static struct kunit_case pci_chip_cases[] = {
	KUNIT_CASE(each_word_is_read_once_and_in_order),
	KUNIT_CASE(a_chip_vanishes_before_any_read),
	KUNIT_CASE(a_lost_chip_comes_back),
	KUNIT_CASE(a_chip_that_is_lost_at_once_is_announced),
	KUNIT_CASE(an_image_that_is_given_up_is_lost),
	KUNIT_CASE(a_new_epoch_is_the_same_chips_or_none),
	KUNIT_CASE(a_device_that_is_offline_is_not_read),
	KUNIT_CASE(a_batch_without_end_is_torn),
	{}
};

static struct kunit_suite pci_chip_suite = {
	.name = "pci_chip",
	.init = chip_init,
	.exit = chip_exit,
	.test_cases = pci_chip_cases,
};
kunit_test_suite(pci_chip_suite);
