// SPDX-License-Identifier: GPL-2.0-only
/*
 * The legacy interface over the device carrier: its costs, and its behaviour when the chip is
 * replaced.
 */
#include <pthread.h>

#include <gpcd_lib.h>

#include "kernel.h"
#include "suite.h"

#define ADDR	0x2001380

static gpcd_context_t *ctx;

static gpcd_mmr_desc_t *named(const char *name)
{
	const gpcd_mmr_desc_t *desc = gpcd_lookup_mmr_byname((char *)name);

	ck_assert_msg(!!desc, "%s is unknown", name);
	return (gpcd_mmr_desc_t *)desc;
}

static void setup(void)
{
	unsetenv(GPCD_DEVICE_ENV);
	kernel_boot();
	ctx = gpcd_create_context();
	kernel_count();
}

static void teardown(void)
{
	ck_assert_int_eq(gpcd_remove_context(ctx), 0);
	ck_assert_int_eq(kernel_files(GROUP), 0);
	/* Only the device that all contexts share is left. */
	ck_assert_int_le(kernel_files(DEVICE), 1);
	kernel_boot();
}

static void add_counters(gpcd_context_t *to, int count)
{
	char name[GPCD_NAME_MAX];
	int i;

	for (i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "GM_%d_%d_TILE_PERFORMANCE_COUNTERS_%d",
			 i / 48, i / 6 % 8, i % 6);
		ck_assert_int_eq(gpcd_context_add_mmr(to, named(name)), 0);
	}
}

static void add_tile_counters(gpcd_context_t *to)
{
	add_counters(to, 288);
}

static void expect_values(const gpcd_context_t *context)
{
	const gpcd_mmr_list_t *entry;

	for (entry = context->list; entry; entry = entry->next)
		ck_assert_uint_eq(entry->value, entry->item->addr + kernel.offset);
}

START_TEST(nothing_is_opened_before_it_is_needed)
{
	add_tile_counters(ctx);
	ck_assert_int_eq(kernel.opens, 0);
	ck_assert_int_eq(kernel.calls, 0);
}
END_TEST

START_TEST(repeated_read_is_one_call_and_no_allocation)
{
	int i, err = 0, allocations;

	add_tile_counters(ctx);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	expect_values(ctx);
	kernel_count();
	for (i = 0; i < 100; i++) {
		kernel.offset = i;
		err |= gpcd_context_read_mmr_vals(ctx);
	}
	allocations = kernel.allocations;
	ck_assert_int_eq(err, 0);
	ck_assert_int_eq(kernel.calls, 100);
	ck_assert_int_eq(kernel.opens, 0);
	ck_assert_int_eq(allocations, 0);
	expect_values(ctx);
}
END_TEST

/* Return how often memory was allocated for ten reads. */
static int bare_reads(int registers)
{
	gpcd_context_t bare = { 0 };
	int i, err = 0, allocations;

	add_counters(&bare, registers);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(&bare), 0);
	kernel_count();
	for (i = 0; i < 10; i++)
		err |= gpcd_context_read_mmr_vals(&bare);
	allocations = kernel.allocations;
	ck_assert_int_eq(err, 0);
	ck_assert_int_eq(kernel.calls, 10);
	ck_assert_int_eq(kernel.opens, 0);
	expect_values(&bare);
	gpcd_remove_context(&bare);
	ck_assert_ptr_null(bare.list);
	return allocations;
}

START_TEST(bare_context_is_one_call)
{
	bare_reads(288);
}
END_TEST

START_TEST(small_bare_context_allocates_nothing)
{
	ck_assert_int_eq(bare_reads(64), 0);
}
END_TEST

static void *read_context(void *bare)
{
	return (void *)(intptr_t)gpcd_context_read_mmr_vals(bare);
}

START_TEST(little_stack_will_do)
{
	gpcd_context_t bare = { 0 };
	pthread_attr_t attr;
	pthread_t thread;
	void *err;

	add_counters(&bare, _i);
	pthread_attr_init(&attr);
	ck_assert_int_eq(pthread_attr_setstacksize(&attr, 32 * 1024), 0);
	ck_assert_int_eq(pthread_create(&thread, &attr, read_context, &bare), 0);
	pthread_join(thread, &err);
	ck_assert_ptr_null(err);
	expect_values(&bare);
	gpcd_remove_context(&bare);
}
END_TEST

START_TEST(more_than_the_legacy_abi_allows)
{
	gpcd_context_t bare = { 0 };
	int i;

	for (i = 0; i < 1553; i++) {
		ck_assert_int_eq(gpcd_context_add_mmr(ctx, named("GM_NL_PERF_CNTRL")), 0);
		ck_assert_int_eq(gpcd_context_add_mmr(&bare, named("GM_NL_PERF_CNTRL")), 0);
	}
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	expect_values(ctx);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(&bare), 0);
	kernel_count();
	ck_assert_int_eq(gpcd_context_read_mmr_vals(&bare), 0);
	ck_assert_int_eq(kernel.calls, 1);
	expect_values(&bare);
	for (; i < 65537; i++) {
		gpcd_context_add_mmr(ctx, named("GM_NL_PERF_CNTRL"));
		gpcd_context_add_mmr(&bare, named("GM_NL_PERF_CNTRL"));
	}
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), -E2BIG);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(&bare), -E2BIG);
	gpcd_remove_context(&bare);
}
END_TEST

START_TEST(changed_context_is_read_as_it_is)
{
	add_tile_counters(ctx);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	gpcd_context_add_mmr(ctx, named("GM_NL_PERF_CNTRL"));
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	expect_values(ctx);
	gpcd_context_remove_mmr(ctx, named("GM_3_3_TILE_PERFORMANCE_COUNTERS_3"));
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	expect_values(ctx);
	ctx->list->item = named("GM_TARB_PERF_BTE_FLITS");
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	expect_values(ctx);
	ck_assert_int_eq(kernel_files(GROUP), 1);
}
END_TEST

START_TEST(nic_addr_reaches_the_kernel)
{
	int fd;

	add_tile_counters(ctx);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	gpcd_context_set_nic_addr(ctx, 12);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	for (fd = 0; kernel.file[fd].kind != GROUP; fd++)
		;
	ck_assert_uint_eq(kernel.file[fd].nic_addr, 12);
	ck_assert_int_eq(kernel_files(GROUP), 1);
}
END_TEST

START_TEST(failure_keeps_old_values)
{
	add_tile_counters(ctx);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	kernel.denied = ADDR;
	kernel.offset = 9;
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), -EPERM);
	kernel.offset = 1;
	expect_values(ctx);
	kernel.denied = 0;
	kernel.refuse = EINTR;
	kernel.offset = 9;
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), -EINTR);
	kernel.offset = 1;
	expect_values(ctx);
}
END_TEST

START_TEST(other_chips_registers_are_absent)
{
	gpcd_mmr_desc_t strange = { .addr = 0x2000000, .name = (char *)"strange" };
	uint64_t value = 5;

	gpcd_context_add_mmr(ctx, named("GM_NL_PERF_CNTRL"));
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	gpcd_context_add_mmr(ctx, named("AR_NIC_AMO_PRF_EN"));
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), -ENOENT);
	ck_assert_int_eq(gpcd_read_mmr_val(named("AR_NIC_AMO_PRF_EN"), &value, 0), -ENOENT);
	ck_assert_int_eq(gpcd_write_mmr_val(named("AR_NIC_AMO_PRF_EN"), &value, 0), -ENOENT);
	ck_assert_int_eq(gpcd_read_mmr_val(&strange, &value, 0), -ENOENT);
	ck_assert_int_eq(gpcd_write_mmr_val(&strange, &value, 0), -ENOENT);
	ck_assert_uint_eq(value, 5);
	gpcd_context_remove_mmr(ctx, named("AR_NIC_AMO_PRF_EN"));
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	expect_values(ctx);
}
END_TEST

START_TEST(replugged_chip_is_found)
{
	uint64_t value;

	add_tile_counters(ctx);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	ck_assert_int_eq(gpcd_read_mmr_val(named("GM_NL_PERF_CNTRL"), &value, 0), 0);
	kernel_boot();
	kernel.offset = 7;
	kernel_count();
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	ck_assert_int_eq(kernel.opens, 1);
	expect_values(ctx);
	ck_assert_int_eq(gpcd_read_mmr_val(named("GM_NL_PERF_CNTRL"), &value, 0), 0);
	ck_assert_int_eq(kernel.opens, 2);
	kernel_count();
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	ck_assert_int_eq(kernel.calls, 1);
}
END_TEST

START_TEST(replugged_other_chip_is_told_apart)
{
	gpcd_context_add_mmr(ctx, named("GM_NL_PERF_CNTRL"));
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	kernel_boot();
	kernel.chip = GPCD_CHIP_ARIES;
	kernel.hash = gpcd_catalogue_hash(GPCD_CHIP_ARIES);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), -ENOENT);
}
END_TEST

START_TEST(registers_of_a_replugged_other_chip)
{
	uint64_t value;

	ck_assert_int_eq(gpcd_read_mmr_val(named("GM_NL_PERF_CNTRL"), &value, 0), 0);
	kernel_boot();
	kernel.chip = GPCD_CHIP_ARIES;
	kernel.hash = gpcd_catalogue_hash(GPCD_CHIP_ARIES);
	ck_assert_int_eq(gpcd_read_mmr_val(named("AR_NIC_AMO_PRF_EN"), &value, 0), 0);
	ck_assert_uint_eq(value, named("AR_NIC_AMO_PRF_EN")->addr + 1);
}
END_TEST

START_TEST(missing_chip_is_looked_for_once)
{
	add_tile_counters(ctx);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	kernel.unplugged = 1;
	kernel_count();
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), -ENODEV);
	ck_assert_int_eq(kernel.opens, 1);
	kernel.unplugged = 0;
	kernel.refuse = ENODEV;
	kernel_count();
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), -ENODEV);
	ck_assert_int_eq(kernel.opens, 2);
	kernel.refuse = 0;
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	expect_values(ctx);
}
END_TEST

START_TEST(writes_go_last_added_first)
{
	uint64_t value = 44;

	gpcd_context_add_mmr(ctx, named("GM_NL_PERF_CNTRL"));
	gpcd_context_add_mmr(ctx, named("GM_0_0_TILE_PERFORMANCE_COUNTERS_0"));
	ctx->list->value = 33;
	gpcd_context_set_nic_addr(ctx, 2);
	ck_assert_int_eq(gpcd_context_write_mmr_vals(ctx), 0);
	ck_assert_uint_eq(kernel.write.count, 2);
	ck_assert_uint_eq(kernel.write.nic_addr, 2);
	ck_assert_uint_eq(kernel.written, 33);
	ck_assert_int_eq(gpcd_write_mmr_val_byname((char *)"GM_NL_PERF_CNTRL", &value, 0), 0);
	ck_assert_uint_eq(kernel.write.count, 1);
	ck_assert_uint_eq(kernel.written, 44);
	kernel.refuse = EPERM;
	ck_assert_int_eq(gpcd_context_write_mmr_vals(ctx), -EPERM);
}
END_TEST

static const gpcd_mmr_desc_t misaligned = { .addr = 0x2001381, .name = (char *)"misaligned" };

/* These numbers are older than the device ABI's, and have several meanings each. */
START_TEST(errors_keep_their_numbers)
{
	gpcd_mmr_list_t entry = { .item = (gpcd_mmr_desc_t *)&misaligned };
	gpcd_context_t bare = { .list = &entry, .count = 1 };
	uint64_t value = 1;

	kernel.nic_addr = 4;
	gpcd_context_add_mmr(ctx, named("GM_NL_PERF_CNTRL"));
	gpcd_context_set_nic_addr(ctx, 5);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), -ENXIO);
	ck_assert_int_eq(gpcd_context_write_mmr_vals(ctx), -ENOENT);
	ck_assert_int_eq(gpcd_read_mmr_val(named("GM_NL_PERF_CNTRL"), &value, 5), -ENXIO);
	ck_assert_int_eq(gpcd_write_mmr_val(named("GM_NL_PERF_CNTRL"), &value, 5), -ENOENT);
	ck_assert_int_eq(gpcd_read_mmr_val(&misaligned, &value, 0), -EINVAL);
	ck_assert_int_eq(gpcd_write_mmr_val(&misaligned, &value, 0), -EINVAL);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(&bare), -EINVAL);
}
END_TEST

START_TEST(permissions)
{
	ck_assert_int_eq(gpcd_add_perms_entry(8, GPC_PERMS_NIC), 0);
	ck_assert_uint_eq(kernel.perms.job_id, 8);
	ck_assert_uint_eq(kernel.perms.perms, GPC_PERMS_NIC);
	ck_assert_int_eq(gpcd_add_perms_entry(8, 1ULL << 32), 0);
	ck_assert_uint_eq(kernel.perms.perms, 1ULL << 32);
	ck_assert_int_eq(gpcd_disable_perms(), 0);
	ck_assert_uint_eq(kernel.last, GPC_IOC_IGNORE_PERMS);
	kernel.refuse = EPERM;
	ck_assert_int_eq(gpcd_disable_perms(), -EPERM);
	ck_assert_int_eq(gpcd_add_perms_entry(8, GPC_PERMS_NIC), -EPERM);
}
END_TEST

static int verbose_files(void)
{
	int fd, files = 0;

	for (fd = 0; fd < KERNEL_FDS; fd++)
		files += kernel.file[fd].verbose == 1;
	return files;
}

START_TEST(verbose_reaches_every_context)
{
	gpcd_context_add_mmr(ctx, named("GM_NL_PERF_CNTRL"));
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	ck_assert_int_eq(gpcd_set_verbose_debug(), 0);
	ck_assert_int_eq(verbose_files(), 1);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	ck_assert_int_eq(verbose_files(), 2);
	kernel_boot();
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	ck_assert_int_eq(gpcd_clear_verbose_debug(), 0);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	ck_assert_int_eq(verbose_files(), 0);
	kernel.refuse = EINVAL;
	ck_assert_int_eq(gpcd_verbose_debug(5), -EINVAL);
}
END_TEST

START_TEST(no_device)
{
	uint64_t value = 3;

	kernel.unplugged = 1;
	add_tile_counters(ctx);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), -ENODEV);
	ck_assert_int_eq(gpcd_read_mmr_val(named("GM_NL_PERF_CNTRL"), &value, 0), -ENODEV);
	ck_assert_int_eq(gpcd_disable_perms(), -ENODEV);
	ck_assert_uint_eq(value, 3);
}
END_TEST

START_TEST(a_newer_chip_has_no_legacy_names)
{
	static const struct gpcd_catalogue_entry only = {
		ADDR, GPCD_KIND_COUNTER, GPCD_UNIT_PHITS, 48, 0, GPCD_MAY_ROUTER, "NEW",
	};
	int devices = kernel_files(DEVICE);

	add_counters(ctx, 1);
	kernel.chip = 7;
	kernel.nics = 1;
	kernel.entries = &only;
	kernel.count = 1;
	kernel.hash = kernel_fingerprint(&only, 1);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), -EPROTO);
	ck_assert_int_eq(kernel_files(DEVICE), devices);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("legacy_device");
	TCase *tests = tcase_create("device");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, nothing_is_opened_before_it_is_needed);
	tcase_add_test(tests, repeated_read_is_one_call_and_no_allocation);
	tcase_add_test(tests, bare_context_is_one_call);
	tcase_add_test(tests, small_bare_context_allocates_nothing);
	tcase_add_loop_test(tests, little_stack_will_do, 64, 66);
	tcase_add_test(tests, more_than_the_legacy_abi_allows);
	tcase_add_test(tests, changed_context_is_read_as_it_is);
	tcase_add_test(tests, nic_addr_reaches_the_kernel);
	tcase_add_test(tests, failure_keeps_old_values);
	tcase_add_test(tests, other_chips_registers_are_absent);
	tcase_add_test(tests, replugged_chip_is_found);
	tcase_add_test(tests, replugged_other_chip_is_told_apart);
	tcase_add_test(tests, registers_of_a_replugged_other_chip);
	tcase_add_test(tests, missing_chip_is_looked_for_once);
	tcase_add_test(tests, writes_go_last_added_first);
	tcase_add_test(tests, errors_keep_their_numbers);
	tcase_add_test(tests, permissions);
	tcase_add_test(tests, verbose_reaches_every_context);
	tcase_add_test(tests, a_newer_chip_has_no_legacy_names);
	tcase_add_test(tests, no_device);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
