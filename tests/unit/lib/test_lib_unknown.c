// SPDX-License-Identifier: GPL-2.0-only
/* Chips of a newer kernel are learned from its catalogue, if that makes sense. */
#include "kernel.h"
#include "suite.h"

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define UNKNOWN_CHIP	7
#define UNKNOWN_KIND	0x2a
#define NEW_NAME	"GM_NEW_COUNTER"
#define NEW_ADDR	0x7ffff40
#define CONTROL		"GM_NL_PERF_CNTRL"
#define TILE		"GM_3_4_TILE_PERFORMANCE_COUNTERS_2"

/* The registers of a chip of which the library knows nothing. */
static const struct gpcd_catalogue_entry few[] = {
	{ 0x10, GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 48, 0, GPCD_MAY_ROUTER, "SENT#1" },
	{ 0x10, GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 48, 0, GPCD_MAY_ROUTER, "SENT_AGAIN" },
	{ 0x25, UNKNOWN_KIND, 200, 12, 44, GPCD_MAY_NIC, "LEVEL" },
};

static struct gpcd_catalogue_entry entries[4096];
static struct gpcd *dev;

/* Have the kernel give the first @count of the entries. */
static void give(unsigned int count)
{
	kernel.entries = entries;
	kernel.count = count;
	kernel.hash = kernel_fingerprint(entries, count);
}

/* Have it give a chip that the library does not know. */
static void give_few(void)
{
	kernel.chip = UNKNOWN_CHIP;
	kernel.nics = 3;
	memcpy(entries, few, sizeof(few));
	give(ARRAY_SIZE(few));
}

/* Have it give a Gemini with one more register, whose address is the last. */
static void give_newer(void)
{
	unsigned int count = gpcd_catalogue_count(GPCD_CHIP_GEMINI);

	for (unsigned int i = 0; i < count; i++)
		kernel_entry(i, &entries[i]);
	entries[count] = (struct gpcd_catalogue_entry) {
		NEW_ADDR, GPCD_KIND_COUNTER, GPCD_UNIT_EVENTS, 32, 0, GPCD_MAY_NIC, NEW_NAME,
	};
	give(count + 1);
}

static void setup(void)
{
	unsetenv(GPCD_DEVICE_ENV);
	kernel_boot();
}

static void teardown(void)
{
	ck_assert_int_eq(kernel_files(DEVICE), 0);
	ck_assert_uint_eq(gpcd_chip_next(GPCD_CHIPS - 1), GPCD_CHIP_NONE);
}

static void open_learned(void)
{
	ck_assert_int_eq(gpcd_open(NULL, &dev), 0);
	ck_assert_uint_ge(gpcd_chip(dev), GPCD_CHIPS_LEARNED);
}

static uint64_t value_of(const char *name)
{
	uint64_t value = 0;
	int err = gpcd_read(dev, 0, name, &value);

	ck_assert_msg(!err, "%s: %s", name, strerror(-err));
	return value;
}

START_TEST(an_unknown_chip_has_what_the_kernel_says)
{
	struct gpcd_info info = { .size = sizeof(info) };
	unsigned int chip;

	give_few();
	open_learned();
	chip = gpcd_chip(dev);
	ck_assert_str_eq(gpcd_chip_name(chip), "chip7");
	ck_assert_str_eq(gpcd_chip_coord(chip), "first,second,third");
	ck_assert_str_eq(gpcd_chip_static_counters(chip, 0), "*");
	ck_assert_uint_eq(gpcd_chip_nics(chip), 3);
	ck_assert_uint_eq(gpcd_catalogue_count(chip), ARRAY_SIZE(few));
	ck_assert_uint_eq(gpcd_catalogue_hash(chip), kernel.hash);
	ck_assert_int_eq(gpcd_chip_numbered(chip), 0);
	ck_assert_int_eq(gpcd_get_info(dev, &info), 0);
	ck_assert_uint_eq(info.chip, chip);
	gpcd_close(dev);
}
END_TEST

START_TEST(its_registers_are_read_by_name_and_address)
{
	const struct gpcd_field *field;
	struct gpcd_group *group;
	struct gpcd_reg reg;

	give_few();
	open_learned();
	ck_assert_uint_eq(value_of("sent#1"), 0x11);
	ck_assert_uint_eq(value_of("SENT_AGAIN"), 0x11);
	ck_assert_uint_eq(value_of("LEVEL"), 0x26);
	ck_assert_int_eq(gpcd_resolve(gpcd_chip(dev), "#0", &reg, &field), -ENOENT);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add_addr(group, 0x10), 0);
	ck_assert_str_eq(gpcd_group_name(group, 0), "SENT#1");
	ck_assert_int_eq(gpcd_group_add_glob(group, "*"), 2);
	gpcd_group_destroy(group);
	gpcd_close(dev);
}
END_TEST

/* The second has the low bits of the first one's address, and its double is a small number. */
START_TEST(addresses_have_64_bits)
{
	static const struct gpcd_catalogue_entry far[] = {
		{ 0x10, GPCD_KIND_COUNTER, 0, 48, 0, GPCD_MAY_NIC, "NEAR" },
		{ 0x8000000100000010, GPCD_KIND_COUNTER, 0, 48, 0, GPCD_MAY_NIC, "FAR" },
		{ 0x8000000100000010, GPCD_KIND_COUNTER, 0, 48, 0, GPCD_MAY_NIC, "FAR_TOO" },
		{ UINT64_MAX - 7, GPCD_KIND_COUNTER, 0, 48, 0, GPCD_MAY_NIC, "LAST" },
	};
	struct gpcd_group *group;

	give_few();
	memcpy(entries, far, sizeof(far));
	give(ARRAY_SIZE(far));
	open_learned();
	ck_assert_uint_eq(value_of("NEAR"), 0x11);
	ck_assert_uint_eq(value_of("FAR"), 0x8000000100000011);
	ck_assert_uint_eq(value_of("FAR_TOO"), 0x8000000100000011);
	ck_assert_uint_eq(value_of("LAST"), UINT64_MAX - 6);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add_addr(group, far[1].addr), 0);
	ck_assert_str_eq(gpcd_group_name(group, 0), "FAR");
	ck_assert_int_eq(gpcd_group_add_addr(group, 0x100000010), -ENOENT);
	gpcd_group_destroy(group);
	gpcd_close(dev);
}
END_TEST

START_TEST(what_has_no_number_here_is_unknown)
{
	struct gpcd_reg reg;

	give_few();
	open_learned();
	ck_assert_int_eq(gpcd_catalogue_by_name(gpcd_chip(dev), "LEVEL", &reg), 0);
	ck_assert_str_eq(gpcd_kind_name(reg.rule->kind), "unknown");
	ck_assert_int_eq(gpcd_kind_counts(reg.rule->kind), 0);
	ck_assert_uint_eq(reg.rule->unit, GPCD_UNIT_UNKNOWN);
	gpcd_close(dev);
}
END_TEST

START_TEST(it_has_blocks_by_need_and_no_tiles)
{
	static const struct gpcd_query tile = { .kind = -1, .row = 0, .column = 0 };
	struct gpcd_reg reg;

	give_few();
	open_learned();
	ck_assert_int_eq(gpcd_catalogue_by_name(gpcd_chip(dev), "SENT#1", &reg), 0);
	ck_assert_uint_eq(gpcd_reg_needs(&reg), GPCD_MAY_ROUTER);
	ck_assert_int_eq(gpcd_reg_wanted(&reg, &tile), 0);
	ck_assert_int_eq(gpcd_catalogue_by_name(gpcd_chip(dev), "LEVEL", &reg), 0);
	ck_assert_uint_eq(gpcd_reg_needs(&reg), GPCD_MAY_NIC);
	gpcd_close(dev);
}
END_TEST

START_TEST(a_newer_gemini_has_one_register_more)
{
	give_newer();
	open_learned();
	ck_assert_str_eq(gpcd_chip_name(gpcd_chip(dev)), "gemini");
	ck_assert_str_eq(gpcd_chip_coord(gpcd_chip(dev)), "X,Y,Z");
	ck_assert_uint_eq(value_of(NEW_NAME), NEW_ADDR + 1);
	gpcd_close(dev);
}
END_TEST

START_TEST(what_is_known_of_a_register_stays)
{
	static const struct gpcd_query tile = { .kind = -1, .row = 3, .column = 4 };
	static const struct gpcd_query other = { .kind = -1, .row = 3, .column = 5 };
	struct gpcd_reg own, reg;

	give_newer();
	open_learned();
	ck_assert_int_eq(gpcd_catalogue_by_name(GPCD_CHIP_GEMINI, TILE, &own), 0);
	ck_assert_int_eq(gpcd_catalogue_by_name(gpcd_chip(dev), TILE, &reg), 0);
	ck_assert_str_eq(reg.rule->help, own.rule->help);
	ck_assert_ptr_eq(reg.rule->block, own.rule->block);
	ck_assert_uint_eq(reg.addr, own.addr);
	ck_assert_int_eq(gpcd_reg_wanted(&reg, &tile), 1);
	ck_assert_int_eq(gpcd_reg_wanted(&reg, &other), 0);
	ck_assert_uint_eq(value_of(CONTROL ":CLEAR"), (value_of(CONTROL) >> 1) & 1);
	ck_assert_str_eq(gpcd_chip_static_counters(gpcd_chip(dev), 0),
			 gpcd_chip_static_counters(GPCD_CHIP_GEMINI, 0));
	gpcd_close(dev);
}
END_TEST

START_TEST(a_register_that_has_changed_is_not_explained)
{
	unsigned int i = 0;
	struct gpcd_reg reg;

	give_newer();
	while (strcmp(entries[i].name, CONTROL))
		i++;
	entries[i].width--;
	give(kernel.count);
	open_learned();
	ck_assert_int_eq(gpcd_catalogue_by_name(gpcd_chip(dev), CONTROL, &reg), 0);
	ck_assert_str_eq(reg.rule->help, "");
	ck_assert_ptr_null(reg.rule->fields);
	gpcd_close(dev);
}
END_TEST

START_TEST(it_is_never_mapped)
{
	int why;

	kernel.features |= GPCD_FEATURE_MAP;
	give_newer();
	open_learned();
	ck_assert_int_eq(gpcd_way(dev, &why), GPCD_WAY_CALLS);
	ck_assert_int_eq(why, -EOPNOTSUPP);
	gpcd_close(dev);
}
END_TEST

START_TEST(a_catalogue_comes_in_pages)
{
	give_newer();
	kernel.page = 100;
	kernel_count();
	open_learned();
	ck_assert_uint_eq(gpcd_catalogue_count(gpcd_chip(dev)), kernel.count);
	ck_assert_int_eq(kernel.calls, 1 + 16);
	gpcd_close(dev);
}
END_TEST

START_TEST(two_devices_are_of_one_chip)
{
	struct gpcd *other;

	give_newer();
	open_learned();
	ck_assert_int_eq(gpcd_open("gpcd1", &other), 0);
	ck_assert_uint_eq(gpcd_chip(other), gpcd_chip(dev));
	gpcd_close(dev);
	ck_assert_str_eq(gpcd_chip_name(gpcd_chip(other)), "gemini");
	gpcd_close(other);
}
END_TEST

/* --- what makes no sense --- */

static void change_name(void)
{
	memset(entries[1].name, 'A', sizeof(entries[1].name));
}

static void change_no_name(void)
{
	entries[1].name[0] = '\0';
}

static void change_double(void)
{
	strcpy(entries[2].name, "sent_AGAIN");
}

static void change_no_width(void)
{
	entries[2].width = 0;
}

static void change_width(void)
{
	entries[2].width = 65;
}

static void change_shift(void)
{
	entries[2].shift = 40 - 1;
}

static void change_end(void)
{
	entries[2].width = 64 - 44 + 1;
}

static void change_order(void)
{
	entries[2].addr = 0x8;
}

/* What the kernel says; 0: nothing special. */
struct said {
	uint64_t hash;
	uint32_t nregs, excess, nics, nic_index;
	int refuse;
};

static const struct nonsense {
	const char *what;
	void (*change)(void);	/* the entries */
	struct said said;
} nonsense[] = {
	{ "a name without end", change_name, { 0 } },
	{ "no name", change_no_name, { 0 } },
	{ "two alike names", change_double, { 0 } },
	{ "no width", change_no_width, { 0 } },
	{ "a width of 65 bits", change_width, { 0 } },
	{ "a shift to before its address", change_shift, { 0 } },
	{ "an end beyond its word", change_end, { 0 } },
	{ "falling addresses", change_order, { 0 } },
	{ "another fingerprint", NULL, { .hash = 1 } },
	{ "fewer registers than INFO says", NULL, { .nregs = 4 } },
	{ "more registers than INFO says", NULL, { .nregs = 2 } },
	{ "too many registers", NULL, { .nregs = GPCD_LEARN_MOST + 1 } },
	{ "2^32 - 1 registers", NULL, { .nregs = UINT32_MAX } },
	{ "more entries than there is room", NULL, { .excess = 1 } },
	{ "more entries than an int can be", NULL, { .excess = INT32_MAX } },
	{ "a NIC beyond the last", NULL, { .nic_index = 3 } },
	{ "65 NICs", NULL, { .nics = 65 } },
	{ "no catalogue", NULL, { .refuse = ENOTTY } },
};

static void say(const struct said *said)
{
	kernel.hash = said->hash ? said->hash : kernel.hash;
	kernel.nregs = said->nregs;
	kernel.nics = said->nics ? said->nics : kernel.nics;
	kernel.excess = said->excess;
	kernel.nic_index = said->nic_index;
	kernel.refuse = said->refuse;
}

START_TEST(nonsense_is_no_chip)
{
	const struct nonsense *row = &nonsense[_i];
	int err;

	give_few();
	if (row->change) {
		row->change();
		give(ARRAY_SIZE(few));
	}
	say(&row->said);
	err = gpcd_open(NULL, &dev);
	ck_assert_msg(err == -EPROTO, "%s: %s", row->what, strerror(-err));
}
END_TEST

START_TEST(a_chip_without_fingerprint_is_not_learned)
{
	give_few();
	kernel.hash = 0;
	ck_assert_int_eq(gpcd_open(NULL, &dev), -EPROTO);
}
END_TEST

START_TEST(errors_of_the_kernel_are_passed_on)
{
	give_few();
	kernel.refuse = ENODEV;
	ck_assert_int_eq(gpcd_open(NULL, &dev), -ENODEV);
}
END_TEST

START_TEST(without_memory_nothing_stays)
{
	int err, allocations = 0;

	give_few();
	do {
		kernel.starve = ++allocations;
		err = gpcd_open(NULL, &dev);
		kernel.starve = 0;
		ck_assert_int_eq(kernel_files(DEVICE), !err);
		ck_assert(!err || err == -ENOMEM);
	} while (err);
	ck_assert_int_gt(allocations, 3);
	gpcd_close(dev);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lib_unknown");
	TCase *tests = tcase_create("unknown");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, an_unknown_chip_has_what_the_kernel_says);
	tcase_add_test(tests, its_registers_are_read_by_name_and_address);
	tcase_add_test(tests, addresses_have_64_bits);
	tcase_add_test(tests, what_has_no_number_here_is_unknown);
	tcase_add_test(tests, it_has_blocks_by_need_and_no_tiles);
	tcase_add_test(tests, a_newer_gemini_has_one_register_more);
	tcase_add_test(tests, what_is_known_of_a_register_stays);
	tcase_add_test(tests, a_register_that_has_changed_is_not_explained);
	tcase_add_test(tests, it_is_never_mapped);
	tcase_add_test(tests, a_catalogue_comes_in_pages);
	tcase_add_test(tests, two_devices_are_of_one_chip);
	tcase_add_loop_test(tests, nonsense_is_no_chip, 0, ARRAY_SIZE(nonsense));
	tcase_add_test(tests, a_chip_without_fingerprint_is_not_learned);
	tcase_add_test(tests, errors_of_the_kernel_are_passed_on);
	tcase_add_test(tests, without_memory_nothing_stays);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
