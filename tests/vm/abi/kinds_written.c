// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a write does, register by register of each chip: which kinds begin an epoch (one per write),
 * and that a value reads as written.
 */
#include "chip.h"
#include "suite.h"

#define REGISTERS_MAX	4096
#define PATTERN		0x5a5a5a5a5a5a5a5aULL

static const char *const chips[] = { "chip=gemini traffic=0 clock=virtual",
				     "chip=aries traffic=0 clock=virtual",
				     "chip=cassini1 traffic=0 clock=virtual",
				     "chip=cassini2 traffic=0 clock=virtual" };
static struct gpcd_catalogue_entry entries[REGISTERS_MAX];
static unsigned int of_kind[GPCD_KIND_CONTROL + 1];
static int device;

static uint64_t epoch(void)
{
	struct gpcd_info info = { .size = sizeof(info) };

	ck_assert_int_eq(call(device, GPCD_IOC_INFO, &info), 0);
	return info.epoch;
}

static uint32_t entries_get(void)
{
	struct gpcd_catalogue_page page = {
		.size = sizeof(page), .count = REGISTERS_MAX, .entry_size = sizeof(*entries),
		.entries = (uintptr_t)entries,
	};

	ck_assert_int_eq(call(device, GPCD_IOC_CATALOGUE, &page), 0);
	ck_assert_uint_gt(page.count, 0);
	ck_assert_uint_lt(page.count, REGISTERS_MAX);
	return page.count;
}

static void write_one(uint64_t addr, uint64_t value)
{
	struct gpcd_write_req req = {
		.size = sizeof(req), .count = 1,
		.addrs = (uintptr_t)&addr, .values = (uintptr_t)&value,
	};

	ck_assert_int_eq(call(device, GPCD_IOC_WRITE, &req), 0);
	ck_assert_uint_eq(req.done, 1);
}

static uint64_t read_one(uint64_t addr)
{
	uint64_t value = ~0ULL;
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = 1,
		.addrs = (uintptr_t)&addr, .values = (uintptr_t)&value,
	};

	ck_assert_int_eq(call(device, GPCD_IOC_SNAPSHOT, &req), 0);
	ck_assert_uint_eq(req.failed, 0);
	return value;
}

/* A counter, alone or as a field of a word, cannot be compared across a write. */
static int counts(const struct gpcd_catalogue_entry *entry)
{
	return entry->kind == GPCD_KIND_COUNTER || entry->kind == GPCD_KIND_PACKED;
}

static void entry_try(const struct gpcd_catalogue_entry *entry)
{
	uint64_t mask = entry->width < 64 ? (1ULL << entry->width) - 1 : UINT64_MAX;
	uint64_t before = epoch(), value, began;

	of_kind[entry->kind]++;
	/* A control register would clear what its bits select. */
	write_one(entry->addr, entry->kind == GPCD_KIND_CONTROL ? 0 : PATTERN & mask);
	began = epoch() - before;
	ck_assert_msg(began == (uint64_t)counts(entry), "%s: %ju epochs began", entry->name,
		      (uintmax_t)began);
	value = read_one(entry->addr);
	if (counts(entry) || entry->kind == GPCD_KIND_GAUGE)
		ck_assert_msg(value == (PATTERN & mask), "%s: %#jx", entry->name, (uintmax_t)value);
}

START_TEST(every_register_is_written_as_its_kind_says)
{
	uint32_t count;

	chip_forget();
	ck_assert_int_eq(module_load("gpcd", ""), 0);
	ck_assert_int_eq(module_load("gpcd_emu", chips[_i]), 0);
	device = open_device();
	count = entries_get();
	for (uint32_t i = 0; i < count; i++)
		entry_try(&entries[i]);
	ck_assert_uint_gt(of_kind[GPCD_KIND_COUNTER], 0);
	/* Only an Aries has packed registers. */
	ck_assert_int_eq(!!of_kind[GPCD_KIND_PACKED], _i == 1);
	close(device);
	chip_unload();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("kinds_written");
	TCase *tcase = tcase_create("kinds_written");

	tcase_add_loop_test(tcase, every_register_is_written_as_its_kind_says, 0,
			    ARRAY_SIZE(chips));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
