// SPDX-License-Identifier: GPL-2.0-only
/*
 * Addresses become slots, and slots are judged: who may read what, cell by cell.
 */
#include "kunit/pauses.h"

#include "core/list.c"

#include "kunit/catalogue.h"
#include "kunit/people.h"

#define TILE_REG	0x2001380	/* GM_0_0_TILE_PERFORMANCE_COUNTERS_0 */
#define NIC_REG		0x5800200	/* GM_TARB_PERF_OUT_FLITS */
#define TILE_SETUP	0x2001200 /* GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0 */
#define NIC_SETUP	0x2140800	/* GM_NL_PERF_CNTRL */
#define NO_REG		0x2000000
#define JOB		10

/* Two Geminis, and a file that is open on the first. */
struct fixture {
	struct gpcd_device own, other;
	struct gpcd_file file;
};

static int list_test_init(struct kunit *test)
{
	struct fixture *fixture = kunit_kzalloc(test, sizeof(*fixture), GFP_KERNEL);

	if (!fixture)
		return -ENOMEM;
	fixture->own.desc.chip = GPCD_CHIP_GEMINI;
	fixture->other.desc.chip = GPCD_CHIP_GEMINI;
	fixture->file.device = &fixture->own;
	test->priv = fixture;
	return 0;
}

static void list_test_exit(struct kunit *test)
{
	gpcd_perms_clear();
}

/* Make an entry that names no device. */
static int may_set(u64 job, u32 may)
{
	struct gpcd_perms_entry entry = { .job = job, .may = may };

	return gpcd_perms_set(&entry, NULL, false);
}

#define LIST_MAX 5

/* Make a list as gpcd_list_init() does, without a user. */
static int list_make(struct kunit *test, struct gpcd_list *list, struct gpcd_device *device,
		     const u64 *addrs, u32 count)
{
	struct fixture *fixture = test->priv;

	*list = (struct gpcd_list){
		.device = device,
		.opened = device == &fixture->own,
		.count = count,
		.words = kunit_kzalloc(test, LIST_MAX * sizeof(u64), GFP_KERNEL),
		.slots = kunit_kzalloc(test, LIST_MAX * sizeof(struct gpcd_slot), GFP_KERNEL),
		.statuses = kunit_kzalloc(test, LIST_MAX, GFP_KERNEL),
	};
	KUNIT_ASSERT_TRUE(test, list->words && list->slots && list->statuses);
	memcpy(list->words, addrs, count * sizeof(*addrs));
	return list_resolve(list, &fixture->file);
}

/* Slots */

static void every_register_has_its_slot(struct kunit *test)
{
	struct fixture *fixture = test->priv;
	struct gpcd_device *device = &fixture->own;
	unsigned int chip, i;
	struct gpcd_slot slot;
	struct gpcd_reg reg;

	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		device->desc.chip = chip;
		for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
			KUNIT_ASSERT_EQ(test, gpcd_slot_resolve(&slot, device, reg.addr), 0);
			KUNIT_ASSERT_EQ(test, slot.status, GPCD_STATUS_OK);
			KUNIT_ASSERT_EQ_MSG(test, slot.word + slot.shift / 8, reg.addr, "%#llx",
					    reg.addr);
			KUNIT_ASSERT_EQ(test, slot.word % 8, 0);
			KUNIT_ASSERT_EQ(test, slot.width, reg.rule->width);
			KUNIT_ASSERT_LE_MSG(test, slot.shift + slot.width, 64, "%#llx", reg.addr);
			KUNIT_ASSERT_EQ_MSG(test, slot.needs, gpcd_reg_needs(&reg), "%#llx",
					    reg.addr);
			KUNIT_ASSERT_EQ(test, gpcd_slot_reg(&slot, chip)->addr, reg.addr);
		}
	}
}

static void absent_is_not_misaligned(struct kunit *test)
{
	static const struct {
		u64 addr;
		int ret;
	} none[] = {
		{ 0, 0 }, { NO_REG, 0 }, { 0x8000000, 0 }, { TILE_REG | 1ULL << 32, 0 },
		{ U64_MAX - 7, 0 }, { TILE_REG + 4, -EINVAL }, { 1, -EINVAL },
		{ U64_MAX, -EINVAL },
	};
	struct fixture *fixture = test->priv;
	struct gpcd_slot slot;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(none); i++) {
		memset(&slot, 0xff, sizeof(slot));
		KUNIT_EXPECT_EQ_MSG(test, gpcd_slot_resolve(&slot, &fixture->own, none[i].addr),
				    none[i].ret, "%#llx", none[i].addr);
		KUNIT_EXPECT_EQ(test, slot.status, GPCD_STATUS_ABSENT);
		KUNIT_EXPECT_EQ(test, slot.needs, 0);
	}
}

/* Two Cassinis, of which the first lacks a register that is inside a word. */
static void device_may_lack_a_register(struct kunit *test)
{
	const u64 inside = 0x8b2;
	struct fixture *fixture = test->priv;
	DECLARE_BITMAP(absent, 2048) = {};
	struct gpcd_slot slot;

	fixture->own.desc.chip = GPCD_CHIP_CASSINI1;
	fixture->other.desc.chip = GPCD_CHIP_CASSINI1;
	fixture->own.desc.absent = absent;
	__set_bit(gpcd_catalogue_find(GPCD_CHIP_CASSINI1, inside)->index, absent);
	KUNIT_EXPECT_EQ(test, gpcd_slot_resolve(&slot, &fixture->own, inside), 0);
	KUNIT_EXPECT_EQ(test, slot.status, GPCD_STATUS_ABSENT);
	KUNIT_EXPECT_EQ(test, gpcd_slot_resolve(&slot, &fixture->other, inside), 0);
	KUNIT_EXPECT_EQ(test, slot.status, GPCD_STATUS_OK);
	KUNIT_EXPECT_EQ(test, gpcd_slot_resolve(&slot, &fixture->own, inside & ~7ULL), 0);
	KUNIT_EXPECT_EQ(test, slot.status, GPCD_STATUS_OK);
}

static void misaligned_address_ends_a_list(struct kunit *test)
{
	static const u64 addrs[] = { TILE_REG, TILE_REG + 4 };
	struct fixture *fixture = test->priv;
	struct gpcd_list list;

	KUNIT_EXPECT_EQ(test, list_make(test, &list, &fixture->own, addrs, 2), -EINVAL);
}

/* Runs */

static void what_differs_is_no_run(struct kunit *test)
{
	static const struct gpcd_slot first = { .word = TILE_REG, .width = 48, .needs = 2 };
	static const struct {
		struct gpcd_slot slot;
		u32 run;
	} next[] = {
		{ { .word = TILE_REG + 8, .width = 48, .needs = 2 }, 1 },
		{ { .word = TILE_REG, .width = 48, .needs = 2 }, 0 },
		{ { .word = TILE_REG + 16, .width = 48, .needs = 2 }, 0 },
		{ { .word = TILE_REG - 8, .width = 48, .needs = 2 }, 0 },
		{ { .word = TILE_REG + 8, .width = 47, .needs = 2 }, 0 },
		{ { .word = TILE_REG + 8, .width = 48, .needs = 6 }, 0 },
		{ { .word = TILE_REG + 8, .width = 48, .needs = 2, .shift = 32 }, 0 },
		{ { .word = TILE_REG + 8, .width = 48, .needs = 2, .status = GPCD_STATUS_DENIED },
		  0 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(next); i++) {
		struct gpcd_slot slots[] = { first, next[i].slot };

		slots[1].run = 77;
		gpcd_slots_join(slots, 2);
		KUNIT_EXPECT_EQ_MSG(test, slots[0].run, next[i].run, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, slots[1].run, 0, "row %u", i);
	}
}

/* A chip's pages need not be adjacent in memory. */
static void run_ends_with_its_page(struct kunit *test)
{
	struct gpcd_slot slots[] = {
		{ .word = 0x2001ff0 }, { .word = 0x2001ff8 }, { .word = 0x2002000 },
		{ .word = 0x2002008 }, { .word = 0x2002010 },
	};

	gpcd_slots_join(slots, ARRAY_SIZE(slots));
	KUNIT_EXPECT_EQ(test, slots[0].run, 1);
	KUNIT_EXPECT_EQ(test, slots[1].run, 0);
	KUNIT_EXPECT_EQ(test, slots[2].run, 2);
	KUNIT_EXPECT_EQ(test, slots[3].run, 1);
	KUNIT_EXPECT_EQ(test, slots[4].run, 0);
}

/* A sweep pauses between chunks. */
static void run_ends_with_its_chunk(struct kunit *test)
{
	u32 count = GPCD_SWEEP_CHUNK + 2, i;
	struct gpcd_slot *slots = kunit_kcalloc(test, count, sizeof(*slots), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, slots);
	/* A page begins two words before the chunk's end. */
	for (i = 0; i < count; i++)
		slots[i].word = 0x2002000 + 8 * (i - (GPCD_SWEEP_CHUNK - 2));
	gpcd_slots_join(slots, count);
	KUNIT_EXPECT_EQ(test, slots[GPCD_SWEEP_CHUNK - 2].run, 1);
	KUNIT_EXPECT_EQ(test, slots[GPCD_SWEEP_CHUNK - 1].run, 0);
	KUNIT_EXPECT_EQ(test, slots[GPCD_SWEEP_CHUNK].run, 1);
}

static void list_knows_its_runs(struct kunit *test)
{
	static const u64 addrs[] = { NIC_REG, TILE_REG, TILE_REG + 8, NO_REG };
	struct fixture *fixture = test->priv;
	struct gpcd_list list;

	KUNIT_ASSERT_EQ(test, list_make(test, &list, &fixture->own, addrs, 4), 0);
	KUNIT_EXPECT_EQ(test, list.slots[0].run, 0);
	KUNIT_EXPECT_EQ(test, list.slots[1].run, 1);
	KUNIT_EXPECT_EQ(test, list.slots[2].run, 0);
	KUNIT_EXPECT_EQ(test, list.slots[3].run, 0);
}

/* Judgement */

enum { OK = GPCD_STATUS_OK, DENIED = GPCD_STATUS_DENIED, ABSENT = GPCD_STATUS_ABSENT };

static const u64 asked[] = { NIC_REG, NIC_SETUP, TILE_REG, TILE_SETUP, NO_REG };

#define ASKED	ARRAY_SIZE(asked)

/* The statuses of asked[] on the own device, and on another. */
static const struct judgement {
	u32 may;
	u8 own[ASKED], other[ASKED];
} judgements[] = {
	{ 0, { DENIED, DENIED, DENIED, DENIED, ABSENT },
	  { DENIED, DENIED, DENIED, DENIED, ABSENT } },
	{ GPCD_MAY_NIC, { OK, DENIED, DENIED, DENIED, ABSENT },
	  { DENIED, DENIED, DENIED, DENIED, ABSENT } },
	{ GPCD_MAY_NIC | GPCD_MAY_SETUP, { OK, OK, DENIED, DENIED, ABSENT },
	  { DENIED, DENIED, DENIED, DENIED, ABSENT } },
	{ GPCD_MAY_ROUTER, { DENIED, DENIED, OK, DENIED, ABSENT },
	  { DENIED, DENIED, DENIED, DENIED, ABSENT } },
	{ GPCD_MAY_ROUTER | GPCD_MAY_OTHERS, { DENIED, DENIED, OK, DENIED, ABSENT },
	  { DENIED, DENIED, OK, DENIED, ABSENT } },
	{ GPCD_MAY_SETUP | GPCD_MAY_OTHERS, { DENIED, DENIED, DENIED, DENIED, ABSENT },
	  { DENIED, DENIED, DENIED, DENIED, ABSENT } },
	{ GPCD_MAY_NIC | GPCD_MAY_ROUTER | GPCD_MAY_SETUP, { OK, OK, OK, OK, ABSENT },
	  { DENIED, DENIED, DENIED, DENIED, ABSENT } },
	{ GPCD_MAY_ALL, { OK, OK, OK, OK, ABSENT }, { OK, OK, OK, OK, ABSENT } },
};

static void authorise_as(struct kunit *test, struct gpcd_list *list, struct cgroup *cgroup,
			 int capability)
{
	struct gpcd_reader reader = { .cgroup = cgroup, .privileged = -1 };
	struct cred *cred = prepare_creds();
	const struct cred *before;

	KUNIT_ASSERT_NOT_NULL(test, cred);
	before = people_enter(cred, capability);
	gpcd_list_authorise(list, &reader);
	people_leave(before, cred);
}

static void expect_statuses(struct kunit *test, const struct gpcd_list *list, const u8 *wanted,
			    const char *who, u32 may)
{
	unsigned int i;

	for (i = 0; i < list->count; i++)
		KUNIT_EXPECT_EQ_MSG(test, list->slots[i].status, wanted[i],
				    "%s, may %#x, register %u", who, may, i);
}

static void mask_decides_cell_by_cell(struct kunit *test)
{
	struct cgroup *cgroup = made_up_cgroup(test, JOB, NULL);
	struct fixture *fixture = test->priv;
	struct gpcd_list own, other;
	const struct judgement *row;

	KUNIT_ASSERT_EQ(test, list_make(test, &own, &fixture->own, asked, ASKED), 0);
	KUNIT_ASSERT_EQ(test, list_make(test, &other, &fixture->other, asked, ASKED), 0);
	for (row = judgements; row < judgements + ARRAY_SIZE(judgements); row++) {
		KUNIT_ASSERT_EQ(test, may_set(JOB, row->may), 0);
		authorise_as(test, &own, cgroup, NO_CAPABILITY);
		expect_statuses(test, &own, row->own, "own", row->may);
		authorise_as(test, &other, cgroup, NO_CAPABILITY);
		expect_statuses(test, &other, row->other, "other", row->may);
	}
}

static void privilege_sees_all_whatever_the_entry(struct kunit *test)
{
	static const u8 all[] = { OK, OK, OK, OK, ABSENT };
	struct cgroup *cgroup = made_up_cgroup(test, JOB, NULL);
	struct fixture *fixture = test->priv;
	const struct judgement *row;
	struct gpcd_list list;

	KUNIT_ASSERT_EQ(test, list_make(test, &list, &fixture->other, asked, ASKED), 0);
	for (row = judgements; row < judgements + ARRAY_SIZE(judgements); row++) {
		KUNIT_ASSERT_EQ(test, may_set(JOB, row->may), 0);
		authorise_as(test, &list, cgroup, CAP_PERFMON);
		expect_statuses(test, &list, all, "privileged", row->may);
		authorise_as(test, &list, cgroup, CAP_NET_ADMIN);
		expect_statuses(test, &list, row->other, "otherwise capable", row->may);
	}
}

static void judgement_is_of_one_epoch(struct kunit *test)
{
	struct cgroup *cgroup = made_up_cgroup(test, JOB, NULL);
	struct fixture *fixture = test->priv;
	struct gpcd_list list;

	KUNIT_ASSERT_EQ(test, list_make(test, &list, &fixture->own, asked, 3), 0);
	authorise_as(test, &list, cgroup, NO_CAPABILITY);
	KUNIT_EXPECT_EQ(test, list.perms_epoch, gpcd_perms_epoch());
	may_set(JOB, 0);
	KUNIT_EXPECT_NE(test, list.perms_epoch, gpcd_perms_epoch());
}

static void demand_names_the_first_that_fails(struct kunit *test)
{
	static const struct {
		u8 statuses[3];
		int ret;
	} demands[] = {
		{ { OK, OK, OK }, 0 },
		{ { OK, ABSENT, DENIED }, -ENXIO },
		{ { OK, DENIED, ABSENT }, -EPERM },
		{ { DENIED, OK, OK }, -EPERM },
		{ { OK, OK, ABSENT }, -ENXIO },
	};
	struct fixture *fixture = test->priv;
	struct gpcd_list list;
	unsigned int i, r;

	KUNIT_ASSERT_EQ(test, list_make(test, &list, &fixture->own, asked, 3), 0);
	for (i = 0; i < ARRAY_SIZE(demands); i++) {
		for (r = 0; r < 3; r++)
			list.slots[r].status = demands[i].statuses[r];
		KUNIT_EXPECT_EQ_MSG(test, gpcd_list_require(&list, &fixture->file), demands[i].ret,
				    "row %u", i);
	}
	list.count = 0;
	KUNIT_EXPECT_EQ(test, gpcd_list_require(&list, &fixture->file), 0);
}

static void another_chip_that_went_is_not_found(struct kunit *test)
{
	const struct gpcd_list own = { .opened = true }, other = {};

	KUNIT_EXPECT_EQ(test, gpcd_list_error(&own, -ENODEV), -ENODEV);
	KUNIT_EXPECT_EQ(test, gpcd_list_error(&other, -ENODEV), -ENXIO);
	KUNIT_EXPECT_EQ(test, gpcd_list_error(&other, -EINTR), -EINTR);
	KUNIT_EXPECT_EQ(test, gpcd_list_error(&other, 0), 0);
}

/* Resolving and judging a long list yields the processor. */
static void long_lists_pause(struct kunit *test)
{
	struct fixture *fixture = test->priv;
	struct gpcd_list list = { .device = &fixture->own, .count = 3 * GPCD_SWEEP_CHUNK };

	list.words = kunit_kcalloc(test, list.count, sizeof(*list.words), GFP_KERNEL);
	list.slots = kunit_kcalloc(test, list.count, sizeof(*list.slots), GFP_KERNEL);
	KUNIT_ASSERT_TRUE(test, list.words && list.slots);
	pauses = 0;
	KUNIT_EXPECT_EQ(test, list_resolve(&list, &fixture->file), 0);
	KUNIT_EXPECT_EQ(test, pauses, 6);
	gpcd_list_authorise_caller(&list);
	KUNIT_EXPECT_EQ(test, pauses, 9);
}

static struct kunit_case list_cases[] = {
	KUNIT_CASE(every_register_has_its_slot),
	KUNIT_CASE(absent_is_not_misaligned),
	KUNIT_CASE(device_may_lack_a_register),
	KUNIT_CASE(misaligned_address_ends_a_list),
	KUNIT_CASE(what_differs_is_no_run),
	KUNIT_CASE(run_ends_with_its_page),
	KUNIT_CASE(run_ends_with_its_chunk),
	KUNIT_CASE(list_knows_its_runs),
	KUNIT_CASE(mask_decides_cell_by_cell),
	KUNIT_CASE(privilege_sees_all_whatever_the_entry),
	KUNIT_CASE(judgement_is_of_one_epoch),
	KUNIT_CASE(demand_names_the_first_that_fails),
	KUNIT_CASE(another_chip_that_went_is_not_found),
	KUNIT_CASE(long_lists_pause),
	{}
};

static struct kunit_suite list_suite __refdata = {
	.name = "list",
	.suite_init = kunit_catalogue_init,
	.init = list_test_init,
	.exit = list_test_exit,
	.test_cases = list_cases,
};
kunit_test_suite(list_suite);
