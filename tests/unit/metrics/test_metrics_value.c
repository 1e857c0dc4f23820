// SPDX-License-Identifier: GPL-2.0-only
/* Values of bound metrics, exact, and each reason for having none. */
#include <errno.h>

#include "gpcd/group.h"
#include "metrics/value.h"
#include "suite.h"
#include "view.h"
#include "wrap.h"

#define SECOND	1000000000ULL
#define FLITS	"GM_TARB_PERF_OUT_FLITS"
#define PKTS	"GM_TARB_PERF_OUT_PKTS"
#define STATIC	"GM_{row}_{column}_TILE_PERFORMANCE_COUNTERS_0"
#define CHIP	"metric a per chip unit \"\" help \"\" = "
#define TILE	"metric a per tile unit \"\" help \"\" = "
#define LINK	"metric a per link unit \"\" help \"\" = "

static const struct metrics_link links[] = {
	{ .name = "X+", .tiles = { { 0, 2 }, { 0, 3 } }, .count = 2, .peak = 1000 },
	{ .name = "X-", .count = 0 },
	{ .name = "Y+", .tiles = { { 5, 7 } }, .count = 1 },
	/* the second tile lacks this register, like an Aries's processor tiles */
	{ .name = "Z+", .tiles = { { 0, 4 }, { 6, 0 } }, .count = 2 },
};

static struct view view;
static struct gpcd *dev;
static struct gpcd_group *group;
static struct gpcd_snapshot *before, *after;
static struct metrics metrics;
static struct metrics_bound bound;

static void setup(void)
{
	view_create(&view, GPCD_CHIP_GEMINI);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
}

static void release(void)
{
	gpcd_snapshot_destroy(before);
	gpcd_snapshot_destroy(after);
	metrics_unbind(&bound);
	metrics_free(&metrics);
	gpcd_group_destroy(group);
	before = NULL;
	after = NULL;
	group = NULL;
}

static void teardown(void)
{
	release();
	gpcd_close(dev);
	view_destroy(&view);
}

/* Bind the only metric of a text. */
static int bind_text(const char *text)
{
	struct metrics_problem problem;
	int err;

	release();
	metrics.chip = GPCD_CHIP_GEMINI;
	err = metrics_read(&metrics, "set", text, strlen(text), &problem);
	ck_assert_msg(!err, "%s", problem.text);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	bound = (struct metrics_bound) {
		.metrics = &metrics, .links = links, .link_count = 4, .group = group,
	};
	err = metrics_bind(&bound, &metrics.list[0]);
	if (err)
		return err;
	ck_assert_int_eq(gpcd_snapshot_create(group, &before), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &after), 0);
	return 0;
}

static void take(struct gpcd_snapshot *reading, uint64_t ns)
{
	view.info->chip_ns = ns;
	ck_assert_int_eq(gpcd_group_read(group, reading), 0);
}

/* Two readings, half a second apart: flits 100 and 130, packets 7 and 17. */
static void measure(void)
{
	view_poke_name(&view, FLITS, 100);
	view_poke_name(&view, PKTS, 7);
	take(before, SECOND);
	view_poke_name(&view, FLITS, 130);
	view_poke_name(&view, PKTS, 17);
	take(after, SECOND + SECOND / 2);
}

static void number_is(size_t i, double number)
{
	struct metrics_value value = metrics_value(&bound, i, before, after);

	ck_assert_str_eq(metrics_reason_name(value.why), "ok");
	ck_assert_double_eq(value.number, number);
	ck_assert_uint_eq(value.slot, METRICS_NO_SLOT);
}

static void reason_is(size_t i, const char *why)
{
	struct metrics_value value = metrics_value(&bound, i, before, after);

	ck_assert_str_eq(metrics_reason_name(value.why), why);
	ck_assert_double_eq(value.number, 0);
}

static void computes(const char *text, double number)
{
	ck_assert_int_eq(bind_text(text), 0);
	measure();
	ck_assert_uint_eq(bound.count, 1);
	number_is(0, number);
}

START_TEST(formulas)
{
	computes(CHIP "delta(" FLITS ");", 30);
	computes(CHIP "rate(" FLITS ");", 60);
	computes(CHIP "value(" FLITS ");", 130);
	computes(CHIP "delta(" FLITS ") / delta(" PKTS ");", 3);
	computes(CHIP "16 * (rate(" FLITS ") - rate(" PKTS "));", 640);
	computes(CHIP "-delta(" PKTS ") + 2 * seconds;", -9);
	computes(CHIP "delta(GM_TARB_PERF_OUT_*S);", 40);
}
END_TEST

/* Registers that a group has already, before or after its first snapshot, are not added. */
START_TEST(registers_that_are_known)
{
	ck_assert_int_eq(bind_text(CHIP "rate(" FLITS ") + delta(" PKTS ");"), 0);
	metrics_bind_end(&bound);
	ck_assert_uint_eq(gpcd_group_count(group), 2);
	ck_assert_int_eq(metrics_bind(&bound, &metrics.list[0]), 0);
	ck_assert_uint_eq(gpcd_group_count(group), 2);
	ck_assert_uint_eq(bound.count, 2);
	measure();
	ck_assert_double_eq(metrics_count(&bound, 1, before, after).number, 40);
}
END_TEST

START_TEST(what_was_counted_in_all)
{
	struct metrics_value value;

	ck_assert_int_eq(bind_text(CHIP "rate(" FLITS ") + delta(" PKTS ");"), 0);
	measure();
	value = metrics_count(&bound, 0, before, after);
	ck_assert_str_eq(metrics_reason_name(value.why), "ok");
	ck_assert_double_eq(value.number, 40);
	value = metrics_count(&bound, 0, NULL, after);
	ck_assert_str_eq(metrics_reason_name(value.why), "first");
}
END_TEST

START_TEST(a_counter_that_wrapped)
{
	ck_assert_int_eq(bind_text(CHIP "delta(" FLITS ");"), 0);
	view_poke_name(&view, FLITS, 0xfffffffffffe);
	take(before, SECOND);
	view_poke_name(&view, FLITS, 3);
	take(after, 2 * SECOND);
	number_is(0, 5);
	take(after, SECOND + (1ULL << 48));
	number_is(0, 5);
	take(after, SECOND + (1ULL << 48) + 1);
	reason_is(0, "wrapped");
}
END_TEST

START_TEST(each_tile_has_its_number)
{
	ck_assert_int_eq(bind_text(TILE "delta(" STATIC ") / tiles;"), 0);
	ck_assert_uint_eq(bound.count, 48);
	ck_assert_str_eq(bound.subjects[0].object, "0,0");
	ck_assert_str_eq(bound.subjects[47].object, "5,7");
	ck_assert_uint_eq(gpcd_group_count(group), 48);
	take(before, SECOND);
	view_poke_name(&view, "GM_5_7_TILE_PERFORMANCE_COUNTERS_0", 12);
	take(after, 2 * SECOND);
	number_is(46, 0);
	number_is(47, 12);
}
END_TEST

START_TEST(links_add_up_their_tiles)
{
	ck_assert_int_eq(bind_text(LINK "delta(" STATIC ") / tiles + 0 * peak;"), 0);
	ck_assert_uint_eq(bound.count, 2);
	ck_assert_str_eq(bound.subjects[0].object, "X+");
	ck_assert_str_eq(bound.subjects[1].object, "Y+");
	take(before, SECOND);
	view_poke_name(&view, "GM_0_2_TILE_PERFORMANCE_COUNTERS_0", 10);
	view_poke_name(&view, "GM_0_3_TILE_PERFORMANCE_COUNTERS_0", 20);
	take(after, 2 * SECOND);
	number_is(0, 15);
	reason_is(1, "no-peak");
}
END_TEST

START_TEST(a_tile_has_its_part_of_the_peak)
{
	ck_assert_int_eq(bind_text(TILE "delta(" STATIC ") + peak;"), 0);
	take(before, SECOND);
	take(after, 2 * SECOND);
	number_is(2, 500);
	reason_is(0, "no-peak");
}
END_TEST

START_TEST(a_register_is_read_once)
{
	ck_assert_int_eq(bind_text(CHIP "delta(" FLITS ") / delta(" PKTS ") + rate(" FLITS ");"),
			 0);
	ck_assert_uint_eq(gpcd_group_count(group), 2);
	measure();
	number_is(0, 63);
}
END_TEST

/* Look-ups in the catalogue by lib/metrics. */
static unsigned int lookups;

int __wrap_gpcd_catalogue_at(unsigned int chip, unsigned int index, struct gpcd_reg *reg)
{
	lookups++;
	return __real_gpcd_catalogue_at(chip, index, reg);
}

int __wrap_gpcd_catalogue_by_name(unsigned int chip, const char *name, struct gpcd_reg *reg)
{
	lookups++;
	return __real_gpcd_catalogue_by_name(chip, name, reg);
}

/* Bind the metric to one more device; return how many look-ups that took. */
static unsigned int bind_another(void)
{
	metrics_unbind(&bound);
	gpcd_group_destroy(group);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	bound = (struct metrics_bound) {
		.metrics = &metrics, .links = links, .link_count = 4, .group = group,
	};
	lookups = 0;
	ck_assert_int_eq(metrics_bind(&bound, &metrics.list[0]), 0);
	return lookups;
}

START_TEST(registers_are_looked_up_for_the_first_device)
{
	static const struct {
		const char *text;
		size_t subjects, slots;
	} cases[] = {
		{ CHIP "delta(" FLITS ");", 1, 1 },
		{ CHIP "delta(GM_*_TILE_PERFORMANCE_COUNTERS_0) / delta(" PKTS ");", 1, 49 },
		{ TILE "delta(" STATIC ");", 48, 48 },
		{ LINK "delta(GM_{row}_{column}_TILE_PERFORMANCE_COUNTERS_[0-2]);", 2, 9 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		lookups = 0;
		ck_assert_int_eq(bind_text(cases[i].text), 0);
		ck_assert_uint_gt(lookups, 0);
		ck_assert_uint_eq(bind_another(), 0);
		ck_assert_uint_eq(bound.count, cases[i].subjects);
		ck_assert_uint_eq(bound.slot_count, cases[i].slots);
		ck_assert_uint_eq(gpcd_group_count(group), cases[i].slots);
	}
}
END_TEST

/* Return an empty binding of the same metrics and links to a group that shares the first one's. */
static struct metrics_bound another(struct gpcd_group **shared)
{
	ck_assert_int_eq(gpcd_group_share(group, dev, 0, shared), 0);
	return (struct metrics_bound) {
		.metrics = &metrics, .links = links, .link_count = 4, .group = *shared,
	};
}

/* If one of them ends, or gets more numbers, the others keep what they have. */
START_TEST(bindings_share_their_numbers)
{
	struct metrics_bound one, two;
	struct gpcd_group *shared[2];

	ck_assert_int_eq(bind_text(TILE "delta(" STATIC ");"), 0);
	one = another(&shared[0]);
	two = another(&shared[1]);
	lookups = 0;
	ck_assert_int_eq(metrics_bind_like(&one, &bound), 0);
	ck_assert_int_eq(metrics_bind_like(&two, &one), 0);
	ck_assert_uint_eq(lookups, 0);
	ck_assert_uint_eq(two.count, 48);
	ck_assert_ptr_eq(two.subjects, bound.subjects);
	ck_assert_int_eq(metrics_bind(&one, &metrics.list[0]), 0);
	ck_assert_uint_eq(one.count, 96);
	ck_assert_uint_eq(one.slots[one.operands[one.subjects[95].first].first],
			  one.slots[one.operands[one.subjects[47].first].first]);
	ck_assert_uint_eq(bound.count, 48);
	metrics_unbind(&bound);
	ck_assert_str_eq(two.subjects[47].object, "5,7");
	ck_assert_int_eq(metrics_bind(&two, &metrics.list[0]), 0);
	ck_assert_uint_eq(two.count, 96);
	metrics_unbind(&one);
	metrics_unbind(&two);
	gpcd_group_destroy(shared[0]);
	gpcd_group_destroy(shared[1]);
}
END_TEST

START_TEST(numbers_of_others_are_not_shared)
{
	struct metrics_bound other;
	struct gpcd_group *shared;

	ck_assert_int_eq(bind_text(LINK "delta(" STATIC ");"), 0);
	other = another(&shared);
	other.links = &links[1];
	ck_assert_int_eq(metrics_bind_like(&other, &bound), -EINVAL);
	other.links = links;
	other.link_count = 3;
	ck_assert_int_eq(metrics_bind_like(&other, &bound), -EINVAL);
	other.link_count = 4;
	gpcd_group_destroy(shared);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &shared), 0);
	ck_assert_int_eq(gpcd_group_add_glob(shared, "GM_*_TILE_PERFORMANCE_COUNTERS_0"), 48);
	other.group = shared;
	ck_assert_int_eq(metrics_bind_like(&other, &bound), -EINVAL);
	gpcd_group_destroy(shared);
	ck_assert_int_eq(bind_text("metric a per nic unit \"\" help \"\" = delta(" FLITS ");"), 0);
	other = another(&shared);
	ck_assert_int_eq(metrics_bind_like(&other, &bound), -EINVAL);
	ck_assert_uint_eq(other.count, 0);
	gpcd_group_destroy(shared);
}
END_TEST

START_TEST(nothing_to_bind)
{
	ck_assert_int_eq(bind_text(CHIP "delta(" FLITS ");"), 0);
	bound.link_count = 0;
	metrics.list[0].per = METRICS_PER_LINK;
	ck_assert_int_eq(metrics_bind(&bound, &metrics.list[0]), -ENODATA);
}
END_TEST

START_TEST(reasons_of_readings)
{
	ck_assert_int_eq(bind_text(CHIP "delta(" FLITS ") / delta(" PKTS ");"), 0);
	measure();
	take(after, SECOND);
	number_is(0, 3);
	gpcd_snapshot_destroy(before);
	before = NULL;
	reason_is(0, "first");
	ck_assert_int_eq(gpcd_snapshot_create(group, &before), 0);
	take(before, SECOND);
	take(after, 2 * SECOND);
	reason_is(0, "zero");
	view.info->epoch++;
	take(after, 2 * SECOND);
	reason_is(0, "epoch");
	ck_assert_int_eq(bind_text(CHIP "rate(" FLITS ");"), 0);
	measure();
	take(after, SECOND);
	reason_is(0, "no-time");
}
END_TEST

static void take_status(struct gpcd_snapshot *reading, unsigned int i, unsigned int status)
{
	reading->statuses[i] = status;
	reading->times.failed++;
}

/* A status that a file never gives, but the kernel may. */
START_TEST(reasons_of_statuses)
{
	static const struct {
		unsigned int status;
		const char *why;
	} cases[] = {
		{ GPCD_STATUS_DENIED, "denied" }, { GPCD_STATUS_ABSENT, "absent" },
		{ GPCD_STATUS_GONE, "gone" }, { GPCD_STATUS_TORN, "torn" },
		{ GPCD_STATUS_REFUSED, "refused" }, { 99, "absent" },
	};
	unsigned int i;

	ck_assert_int_eq(bind_text(CHIP "delta(" PKTS ") + delta(" FLITS ");"), 0);
	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		measure();
		take_status(after, 1, cases[i].status);
		reason_is(0, cases[i].why);
		ck_assert_uint_eq(metrics_value(&bound, 0, before, after).slot, 1);
		measure();
		take_status(before, 1, cases[i].status);
		reason_is(0, cases[i].why);
	}
}
END_TEST

START_TEST(reasons_of_registers)
{
	ck_assert_int_eq(bind_text(CHIP "delta(" FLITS ");"), 0);
	take(before, SECOND);
	view_poke_name(&view, FLITS, 0xfffffffffffe);
	take(after, 2 * SECOND);
	number_is(0, 0xfffffffffffe);
	view.info->sequence[0]++;
	take(after, 3 * SECOND);
	reason_is(0, "torn");
	view.info->sequence[0]++;
	/* A whole reading may be torn, even if its values look good. */
	measure();
	after->times.torn = 1;
	reason_is(0, "torn");
	after->times.torn = 0;
	before->times.torn = 1;
	reason_is(0, "torn");
}
END_TEST

/* The longest formula, of the largest numbers. */
START_TEST(the_largest_number_is_finite)
{
	char text[1024] = CHIP "value(" FLITS ")";
	double number = 0xfffffffffffe;
	unsigned int i;

	for (i = 0; i < (METRICS_STEPS - 1) / 2; i++) {
		strcat(text, "* 999999999999999");
		number *= 999999999999999;
	}
	strcat(text, ";");
	ck_assert_int_eq(bind_text(text), 0);
	view_poke_name(&view, FLITS, 0xfffffffffffe);
	take(after, SECOND);
	number_is(0, number);
	ck_assert(number < 1e300);
}
END_TEST

START_TEST(no_memory_is_kept)
{
	ck_assert_int_eq(bind_text(TILE "delta(" STATIC ");"), 0);
	metrics_unbind(&bound);
	ck_assert_uint_eq(bound.count, 0);
	metrics_unbind(&bound);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("metrics_value");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, formulas);
	tcase_add_test(tcase, registers_that_are_known);
	tcase_add_test(tcase, what_was_counted_in_all);
	tcase_add_test(tcase, a_counter_that_wrapped);
	tcase_add_test(tcase, each_tile_has_its_number);
	tcase_add_test(tcase, links_add_up_their_tiles);
	tcase_add_test(tcase, a_tile_has_its_part_of_the_peak);
	tcase_add_test(tcase, a_register_is_read_once);
	tcase_add_test(tcase, registers_are_looked_up_for_the_first_device);
	tcase_add_test(tcase, bindings_share_their_numbers);
	tcase_add_test(tcase, numbers_of_others_are_not_shared);
	tcase_add_test(tcase, nothing_to_bind);
	tcase_add_test(tcase, reasons_of_readings);
	tcase_add_test(tcase, reasons_of_statuses);
	tcase_add_test(tcase, reasons_of_registers);
	tcase_add_test(tcase, the_largest_number_is_finite);
	tcase_add_test(tcase, no_memory_is_kept);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
