// SPDX-License-Identifier: GPL-2.0-only
/*
 * The legacy interface, function by function, on an image.
 */
#include <gpcd_pub.h>
#include <gpcd_lib.h>
#include <errno.h>

#include "view.h"
#include "suite.h"

static struct view view;
static gpcd_context_t *ctx;

static gpcd_mmr_desc_t *named(const char *name)
{
	char copy[GPCD_NAME_MAX];
	const gpcd_mmr_desc_t *desc;

	strcpy(copy, name);
	desc = gpcd_lookup_mmr_byname(copy);
	ck_assert_msg(!!desc, "%s is unknown", name);
	return (gpcd_mmr_desc_t *)desc;
}

static void setup(void)
{
	view_create(&view, GPCD_CHIP_GEMINI);
	setenv(GPCD_DEVICE_ENV, view.where, 1);
	ctx = gpcd_create_context();
}

static void teardown(void)
{
	gpcd_remove_context(ctx);
	view_destroy(&view);
	unsetenv(GPCD_DEVICE_ENV);
}

/* Return a function's output, in one string. */
static char *printed(int (*print)(void))
{
	static char text[512 * 1024];
	FILE *file = tmpfile();
	int stdout_fd = dup(STDOUT_FILENO);
	size_t length;

	fflush(stdout);
	dup2(fileno(file), STDOUT_FILENO);
	ck_assert_int_eq(print(), 0);
	fflush(stdout);
	dup2(stdout_fd, STDOUT_FILENO);
	close(stdout_fd);
	rewind(file);
	length = fread(text, 1, sizeof(text) - 1, file);
	text[length] = '\0';
	fclose(file);
	return text;
}

static unsigned int lines(const char *text)
{
	unsigned int count = 0;

	while ((text = strchr(text, '\n'))) {
		text++;
		count++;
	}
	return count;
}

START_TEST(lookup_knows_both_chips)
{
	ck_assert_uint_eq(named("GM_0_0_TILE_PERFORMANCE_COUNTERS_0")->addr,
			  GPC_TILE_SPC(0, 0, 0));
	ck_assert_uint_eq(named("GM_5_7_TILE_PERFORMANCE_COUNTERS_5")->addr,
			  GPC_TILE_SPC(5, 7, 5));
	ck_assert_str_eq(named("AR_NIC_AMO_PRF_EN")->name, "AR_NIC_AMO_PRF_EN");
	ck_assert_ptr_eq(named("GM_NL_PERF_CNTRL"), named("GM_NL_PERF_CNTRL"));
	ck_assert_ptr_null(gpcd_lookup_mmr_byname((char *)"GM_NONSENSE"));
	ck_assert_ptr_null(gpcd_lookup_mmr_byname((char *)"GM_nl_PERF_CNTRL"));
	ck_assert_ptr_null(gpcd_lookup_mmr_byname((char *)""));
	ck_assert_ptr_null(gpcd_lookup_mmr_byname(NULL));
}
END_TEST

START_TEST(lookup_compares_whole_names)
{
	const char *a = "GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0";
	const char *b = "GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_1";

	ck_assert_uint_eq(named(b)->addr - named(a)->addr, 8);
	ck_assert_uint_eq(named(a)->addr, GPC_TILE_FPC_SETUP(0, 0, 0, 0));
}
END_TEST

START_TEST(last_added_comes_first)
{
	gpcd_mmr_desc_t *a = named("GM_NL_PERF_CNTRL");
	gpcd_mmr_desc_t *b = named("GM_0_0_TILE_PERFORMANCE_COUNTERS_0");

	ck_assert_ptr_null(ctx->list);
	ck_assert_int_eq(gpcd_context_add_mmr(ctx, a), 0);
	ck_assert_int_eq(gpcd_context_add_mmr(ctx, b), 0);
	ck_assert_int_eq(gpcd_context_add_mmr(ctx, a), 0);
	ck_assert_int_eq(ctx->count, 3);
	ck_assert_ptr_eq(ctx->list->item, a);
	ck_assert_ptr_eq(ctx->list->next->item, b);
	ck_assert_ptr_eq(ctx->list->next->next->item, a);
	ck_assert_ptr_null(ctx->list->next->next->next);
}
END_TEST

START_TEST(remove_takes_the_last_added)
{
	gpcd_mmr_desc_t *a = named("GM_NL_PERF_CNTRL");
	gpcd_mmr_desc_t *b = named("GM_0_0_TILE_PERFORMANCE_COUNTERS_0");
	gpcd_mmr_list_t *first;

	gpcd_context_add_mmr(ctx, a);
	first = ctx->list;
	gpcd_context_add_mmr(ctx, b);
	gpcd_context_add_mmr(ctx, a);
	ck_assert_int_eq(gpcd_context_remove_mmr(ctx, a), 0);
	ck_assert_int_eq(ctx->count, 2);
	ck_assert_ptr_eq(ctx->list->item, b);
	ck_assert_ptr_eq(ctx->list->next, first);
	ck_assert_int_eq(gpcd_context_remove_mmr(ctx, a), 0);
	ck_assert_int_eq(gpcd_context_remove_mmr(ctx, a), -ENOENT);
	ck_assert_int_eq(gpcd_context_remove_mmr(ctx, b), 0);
	ck_assert_ptr_null(ctx->list);
	ck_assert_int_eq(ctx->count, 0);
}
END_TEST

START_TEST(null_is_einval)
{
	gpcd_mmr_desc_t *desc = named("GM_NL_PERF_CNTRL");
	uint64_t value;

	ck_assert_int_eq(gpcd_remove_context(NULL), -EINVAL);
	ck_assert_int_eq(gpcd_context_add_mmr(NULL, desc), -EINVAL);
	ck_assert_int_eq(gpcd_context_add_mmr(ctx, NULL), -EINVAL);
	ck_assert_int_eq(gpcd_context_remove_mmr(NULL, desc), -EINVAL);
	ck_assert_int_eq(gpcd_context_remove_mmr(ctx, NULL), -EINVAL);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(NULL), -EINVAL);
	ck_assert_int_eq(gpcd_context_write_mmr_vals(NULL), -EINVAL);
	ck_assert_int_eq(gpcd_context_print(NULL), -EINVAL);
	ck_assert_int_eq(gpcd_clone_context(NULL, ctx), -EINVAL);
	ck_assert_int_eq(gpcd_clone_context(ctx, NULL), -EINVAL);
	ck_assert_int_eq(gpcd_read_mmr_val(NULL, &value, 0), -EINVAL);
	ck_assert_int_eq(gpcd_read_mmr_val(desc, NULL, 0), -EINVAL);
	ck_assert_int_eq(gpcd_write_mmr_val(NULL, &value, 0), -EINVAL);
	ck_assert_int_eq(gpcd_read_mmr_val_byname(NULL, &value, 0), -EINVAL);
	ck_assert_ptr_null(gpcd_context_find_list_byname(NULL, NULL));
	gpcd_context_set_nic_addr(NULL, 1);
}
END_TEST

START_TEST(empty_context_is_read)
{
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	ck_assert_int_eq(gpcd_context_write_mmr_vals(ctx), 0);
}
END_TEST

START_TEST(find_by_name)
{
	gpcd_context_add_mmr(ctx, named("GM_NL_PERF_CNTRL"));
	gpcd_context_add_mmr(ctx, named("GM_0_0_TILE_PERFORMANCE_COUNTERS_0"));
	ck_assert_ptr_eq(gpcd_context_find_list_byname(ctx, (char *)"GM_NL_PERF_CNTRL"),
			 ctx->list->next);
	ck_assert_ptr_null(gpcd_context_find_list_byname(ctx, (char *)"GM_NL_PERF_CNTR"));
}
END_TEST

START_TEST(clone_is_whole_and_its_own)
{
	gpcd_context_t bare = { 0 };
	gpcd_context_t *out = gpcd_create_context();

	gpcd_context_add_mmr(ctx, named("GM_NL_PERF_CNTRL"));
	gpcd_context_add_mmr(ctx, named("GM_0_0_TILE_PERFORMANCE_COUNTERS_0"));
	ctx->list->value = 5;
	ctx->list->next->value = 6;
	ctx->nic_addr = 5;
	ck_assert_int_eq(gpcd_clone_context(ctx, out), 0);
	ck_assert_int_eq(gpcd_clone_context(ctx, &bare), 0);
	ctx->list->value = 7;
	ck_assert_int_eq(out->count, 2);
	ck_assert_uint_eq(out->nic_addr, 5);
	ck_assert_ptr_eq(out->list->item, ctx->list->item);
	ck_assert_uint_eq(out->list->value, 5);
	ck_assert_uint_eq(out->list->next->value, 6);
	ck_assert_ptr_null(out->list->next->next);
	ck_assert_int_eq(gpcd_context_remove_mmr(&bare, bare.list->item), 0);
	ck_assert_int_eq(gpcd_context_remove_mmr(&bare, bare.list->item), 0);
	ck_assert_ptr_null(bare.list);
	ck_assert_int_eq(gpcd_remove_context(out), 0);
}
END_TEST

START_TEST(bare_context_is_not_ours)
{
	struct {
		gpcd_context_t context;
		unsigned char beyond[256];
	} caller;

	memset(&caller, 0xa5, sizeof(caller));
	caller.context = (gpcd_context_t) { 0 };
	gpcd_context_add_mmr(&caller.context, named("GM_0_0_TILE_PERFORMANCE_COUNTERS_0"));
	view_poke_name(&view, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0", 1234);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(&caller.context), 0);
	ck_assert_uint_eq(caller.context.list->value, 1234);
	caller.context.list->value = 4321;
	ck_assert_int_eq(gpcd_context_write_mmr_vals(&caller.context), 0);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(&caller.context), 0);
	ck_assert_uint_eq(caller.context.list->value, 4321);
	ck_assert_int_eq(gpcd_remove_context(&caller.context), 0);
	ck_assert_uint_eq(caller.beyond[0], 0xa5);
	ck_assert_uint_eq(caller.beyond[255], 0xa5);
}
END_TEST

START_TEST(own_list_without_a_count)
{
	gpcd_mmr_list_t entry = { .item = named("GM_0_0_TILE_PERFORMANCE_COUNTERS_0") };
	gpcd_context_t bare = { .list = &entry };

	view_poke_name(&view, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0", 99);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(&bare), 0);
	ck_assert_uint_eq(entry.value, 99);
}
END_TEST

START_TEST(values_follow_the_chip)
{
	gpcd_context_add_mmr(ctx, named("GM_0_0_TILE_PERFORMANCE_COUNTERS_0"));
	view_poke_name(&view, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0", 10);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	ck_assert_uint_eq(ctx->list->value, 10);
	view_poke_name(&view, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0", 11);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	ck_assert_uint_eq(ctx->list->value, 11);
	gpcd_context_set_nic_addr(ctx, 5);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	gpcd_context_set_nic_addr(ctx, 6);
	view_poke_name(&view, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0", 12);
	ck_assert_int_lt(gpcd_context_read_mmr_vals(ctx), 0);
	ck_assert_uint_eq(ctx->list->value, 11);
}
END_TEST

START_TEST(single_registers)
{
	uint64_t value;

	view_poke_name(&view, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0", 7);
	ck_assert_int_eq(gpcd_read_mmr_val(named("GM_0_0_TILE_PERFORMANCE_COUNTERS_0"),
					   &value, 0), 0);
	ck_assert_uint_eq(value, 7);
	value = 1ULL << 48 | 8;
	ck_assert_int_eq(gpcd_write_mmr_val(named("GM_0_0_TILE_PERFORMANCE_COUNTERS_0"),
					    &value, 0), 0);
	ck_assert_int_eq(gpcd_read_mmr_val_byname((char *)"GM_0_0_TILE_PERFORMANCE_COUNTERS_0",
						  &value, 0), 0);
	ck_assert_uint_eq(value, 8);
	ck_assert_int_eq(gpcd_read_mmr_val_byname((char *)"GM_NONSENSE", &value, 0), -ENOENT);
	ck_assert_int_eq(gpcd_write_mmr_val_byname((char *)"GM_NONSENSE", &value, 0), -ENOENT);
	ck_assert_int_eq(gpcd_read_mmr_val_byname((char *)"AR_NIC_AMO_PRF_EN", &value, 0),
			 -ENOENT);
	ck_assert_uint_eq(value, 8);
}
END_TEST

/*
 * With a caller's own descriptor such an address would give -EINVAL: half a word without a
 * register.
 */
START_TEST(halves_of_the_other_chip)
{
	uint64_t value;

	view_destroy(&view);
	view_create(&view, GPCD_CHIP_ARIES);
	ck_assert_int_eq(gpcd_read_mmr_val_byname((char *)"GM_RMT_PUT_PERFORMANCE_COUNTERS1",
						  &value, 0), -ENOENT);
	gpcd_context_add_mmr(ctx, named("GM_RMT_PUT_PERFORMANCE_COUNTERS1"));
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), -ENOENT);
	ck_assert_int_eq(gpcd_context_write_mmr_vals(ctx), -ENOENT);
}
END_TEST

START_TEST(callers_descriptors)
{
	gpcd_mmr_desc_t odd = { .addr = GPC_TILE_SPC(0, 0, 0) + 1, .name = (char *)"odd" };
	gpcd_mmr_desc_t good = { .addr = GPC_TILE_SPC(0, 0, 0), .name = (char *)"mine" };

	gpcd_context_add_mmr(ctx, &good);
	view_poke_name(&view, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0", 3);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	ck_assert_uint_eq(ctx->list->value, 3);
	ck_assert_ptr_eq(gpcd_context_find_list_byname(ctx, (char *)"mine"), ctx->list);
	gpcd_context_add_mmr(ctx, &odd);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), -EINVAL);
	good.addr += 8;
	gpcd_context_remove_mmr(ctx, &odd);
	view_poke_name(&view, "GM_0_0_TILE_PERFORMANCE_COUNTERS_1", 4);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	ck_assert_uint_eq(ctx->list->value, 4);
}
END_TEST

START_TEST(replaced_image_is_found)
{
	struct view old;

	gpcd_context_add_mmr(ctx, named("GM_0_0_TILE_PERFORMANCE_COUNTERS_0"));
	view_poke_name(&view, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0", 1);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	old = view;
	view_create(&view, GPCD_CHIP_GEMINI);
	munmap(old.map, GPCD_IMAGE_SIZE);
	view_poke_name(&view, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0", 2);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	ck_assert_uint_eq(ctx->list->value, 2);
	view.info->state = GPCD_IMAGE_GONE;
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), -ENODEV);
	ck_assert_uint_eq(ctx->list->value, 2);
	view.info->state = GPCD_IMAGE_LIVE;
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
}
END_TEST

START_TEST(lost_chip_keeps_old_values)
{
	gpcd_context_add_mmr(ctx, named("GM_0_0_TILE_PERFORMANCE_COUNTERS_1"));
	gpcd_context_add_mmr(ctx, named("GM_0_0_TILE_PERFORMANCE_COUNTERS_0"));
	view_poke_name(&view, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0", 5);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	view_poke_name(&view, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0", 6);
	view_poke_name(&view, "GM_0_0_TILE_PERFORMANCE_COUNTERS_1", ~0ULL);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), -ENODEV);
	ck_assert_uint_eq(ctx->list->value, 5);
}
END_TEST

START_TEST(image_has_no_permissions)
{
	ck_assert_int_eq(gpcd_add_perms_entry(1, GPC_PERMS_NIC), -EOPNOTSUPP);
	ck_assert_int_eq(gpcd_disable_perms(), -EOPNOTSUPP);
	ck_assert_int_eq(gpcd_set_verbose_debug(), 0);
	ck_assert_int_eq(gpcd_clear_verbose_debug(), 0);
}
END_TEST

static int print_context(void)
{
	return gpcd_context_print(ctx);
}

START_TEST(prints_a_context)
{
	char *text;

	gpcd_context_add_mmr(ctx, named("GM_NL_PERF_CNTRL"));
	gpcd_context_add_mmr(ctx, named("GM_TARB_PERF_BTE_FLITS"));
	ctx->list->value = 281474976710655;
	text = printed(print_context);
	ck_assert_str_eq(strsep(&text, "\n"),
			 "GPCD Context print   0 : GM_TARB_PERF_BTE_FLITS : 281474976710655");
	ck_assert_str_eq(text, "GPCD Context print   1 : GM_NL_PERF_CNTRL : 0\n");
}
END_TEST

START_TEST(prints_what_the_chip_has)
{
	const char *text = printed(gpcd_print_valid_tile_static_mmrs);

	ck_assert_uint_eq(lines(text), 288);
	/* The name fills 49 columns. */
	ck_assert_int_eq(strncmp(text, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0     ", 39), 0);
	ck_assert_int_eq(strncmp(text + 49, " 0x2001380\n", 11), 0);
	ck_assert_uint_eq(lines(printed(gpcd_print_valid_tile_filtering_mmrs)), 48 * 18);
	ck_assert_uint_eq(lines(printed(gpcd_print_valid_tile_mmrs)), 48 * 24);
	ck_assert_uint_eq(lines(printed(gpcd_print_valid_nic_mmrs)), 1552 - 48 * 24);
}
END_TEST

START_TEST(prints_gemini_without_a_device)
{
	setenv(GPCD_DEVICE_ENV, "image:/nowhere/at/all", 1);
	view.info->state = GPCD_IMAGE_GONE;
	ck_assert_uint_eq(lines(printed(gpcd_print_valid_tile_static_mmrs)), 288);
}
END_TEST

START_TEST(prints_aries)
{
	unsigned int tiles;

	view_destroy(&view);
	view_create(&view, GPCD_CHIP_ARIES);
	tiles = lines(printed(gpcd_print_valid_tile_mmrs));
	ck_assert_uint_eq(tiles + lines(printed(gpcd_print_valid_nic_mmrs)), 2686);
	ck_assert_uint_gt(tiles, 48 * 8);
	ck_assert_uint_eq(lines(printed(gpcd_print_valid_tile_static_mmrs)), tiles);
	ck_assert_uint_eq(lines(printed(gpcd_print_valid_tile_filtering_mmrs)), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("legacy_lib");
	TCase *tests = tcase_create("legacy");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, lookup_knows_both_chips);
	tcase_add_test(tests, lookup_compares_whole_names);
	tcase_add_test(tests, last_added_comes_first);
	tcase_add_test(tests, remove_takes_the_last_added);
	tcase_add_test(tests, null_is_einval);
	tcase_add_test(tests, empty_context_is_read);
	tcase_add_test(tests, find_by_name);
	tcase_add_test(tests, clone_is_whole_and_its_own);
	tcase_add_test(tests, bare_context_is_not_ours);
	tcase_add_test(tests, own_list_without_a_count);
	tcase_add_test(tests, values_follow_the_chip);
	tcase_add_test(tests, single_registers);
	tcase_add_test(tests, halves_of_the_other_chip);
	tcase_add_test(tests, callers_descriptors);
	tcase_add_test(tests, replaced_image_is_found);
	tcase_add_test(tests, lost_chip_keeps_old_values);
	tcase_add_test(tests, image_has_no_permissions);
	tcase_add_test(tests, prints_a_context);
	tcase_add_test(tests, prints_what_the_chip_has);
	tcase_add_test(tests, prints_gemini_without_a_device);
	tcase_add_test(tests, prints_aries);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
