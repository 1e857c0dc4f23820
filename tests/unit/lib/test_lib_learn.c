// SPDX-License-Identifier: GPL-2.0-only
/* Chips that a program describes: the catalogue knows them as it knows its own. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <gpcd/gpcd.h>
#include <gpcd/image.h>

#include "image/nic.h"
#include "suite.h"
#include "view.h"

#define OF(text, help, kind, unit, width) { \
	text, help, GPCD_KIND_##kind, GPCD_UNIT_##unit, width, 0 }
#define COUNTER(text)	OF(text, NULL, COUNTER, PACKETS, 64)
#define MANY			GPCD_LEARN_MOST

/* Names as drivers have them. */
static const struct gpcd_counter nic[] = {
	OF("rx_bytes", "bytes received", COUNTER, BYTES, 64),
	OF("[0]: rx_ucast_packets", NULL, COUNTER, PACKETS, 32),
	{ "SwLinkUp,32", "a level, it seems", GPCD_KIND_GAUGE, GPCD_UNIT_UNKNOWN, 32, 1 },
	COUNTER("     rx #1 @ 2"),
	COUNTER("tx*"),
};

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define NIC_COUNT		((unsigned int)ARRAY_SIZE(nic))

static unsigned int learn_nic(void)
{
	int chip = gpcd_chip_learn("mynic", nic, NIC_COUNT);

	ck_assert_int_ge(chip, GPCD_CHIPS_LEARNED);
	return chip;
}

/* Return the number of known chips. */
static unsigned int chips(void)
{
	unsigned int n = 0;

	for (unsigned int chip = gpcd_chip_next(GPCD_CHIP_NONE); chip; chip = gpcd_chip_next(chip))
		n++;
	return n;
}

START_TEST(every_question_is_answered)
{
	unsigned int chip = learn_nic();
	struct gpcd_reg reg;

	ck_assert_str_eq(gpcd_chip_name(chip), "mynic");
	ck_assert_uint_eq(gpcd_chip_by_name("mynic"), GPCD_CHIP_NONE);
	ck_assert_uint_eq(gpcd_chip_nics(chip), 1);
	ck_assert_str_eq(gpcd_chip_coord(chip), "");
	ck_assert_str_eq(gpcd_chip_static_counters(chip, 0), "*");
	ck_assert_ptr_null(gpcd_chip_static_counters(chip, 1));
	ck_assert_ptr_null(gpcd_chip_total(chip, 0));
	ck_assert_uint_eq(gpcd_catalogue_count(chip), NIC_COUNT);
	ck_assert_int_eq(gpcd_catalogue_at(chip, NIC_COUNT, &reg), -1);
	ck_assert_int_eq(gpcd_catalogue_by_name(chip, "rx_Bytes", &reg), 0);
	ck_assert_uint_eq(reg.chip, chip);
	ck_assert_uint_eq(reg.rule->unit, GPCD_UNIT_BYTES);
	ck_assert_str_eq(reg.rule->help, "bytes received");
	ck_assert_int_eq(gpcd_catalogue_by_name(chip, "SwLinkUp,32", &reg), 0);
	ck_assert_uint_eq(reg.rule->kind, GPCD_KIND_GAUGE);
	ck_assert_uint_eq(reg.rule->flags & GPCD_RULE_INFERRED, GPCD_RULE_INFERRED);
	gpcd_chip_forget(chip);
}
END_TEST

START_TEST(names_are_as_they_stand)
{
	unsigned int chip = learn_nic();
	const struct gpcd_field *field;
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;

	for (unsigned int i = 0; i < NIC_COUNT; i++) {
		ck_assert_int_eq(gpcd_resolve(chip, nic[i].name, &reg, &field), 0);
		ck_assert_ptr_null(field);
		ck_assert_uint_eq(reg.index, i);
		ck_assert_uint_eq(reg.addr, 8 * i);
		ck_assert_uint_eq(gpcd_reg_name(&reg, name), strlen(nic[i].name));
		ck_assert_str_eq(name, nic[i].name);
		ck_assert_uint_eq(gpcd_catalogue_find(chip, 8 * i)->index, i);
	}
	ck_assert_int_eq(gpcd_resolve(chip, "rx_bytes:FIELD", &reg, &field), -ENXIO);
	ck_assert_ptr_null(gpcd_catalogue_find(chip, 8 * NIC_COUNT));
	ck_assert_ptr_null(gpcd_catalogue_find(chip, 4));
	gpcd_chip_forget(chip);
}
END_TEST

START_TEST(the_same_description_is_the_same_chip)
{
	struct gpcd_counter other[NIC_COUNT];
	unsigned int chip = learn_nic();
	int differs;

	ck_assert_uint_eq(learn_nic(), chip);
	memcpy(other, nic, sizeof(nic));
	other[0].help = "bytes that were received";
	differs = gpcd_chip_learn("mynic", other, NIC_COUNT);
	ck_assert_int_ge(differs, GPCD_CHIPS_LEARNED);
	ck_assert_int_ne(differs, chip);
	ck_assert_uint_eq(gpcd_catalogue_hash(differs), gpcd_catalogue_hash(chip));
	gpcd_chip_forget(chip);
	ck_assert_str_eq(gpcd_chip_name(chip), "mynic");
	gpcd_chip_forget(chip);
	ck_assert_ptr_null(gpcd_chip_name(chip));
	gpcd_chip_forget(differs);
}
END_TEST

/* Addresses only number the counters: the fingerprint is of names, too. */
START_TEST(fingerprints_are_of_names)
{
	const struct gpcd_counter one = COUNTER("one"), two = COUNTER("two");
	int first = gpcd_chip_learn("a", &one, 1), second = gpcd_chip_learn("a", &two, 1);

	ck_assert_uint_ne(gpcd_catalogue_hash(first), 0);
	ck_assert_uint_ne(gpcd_catalogue_hash(first), gpcd_catalogue_hash(second));
	gpcd_chip_forget(first);
	gpcd_chip_forget(second);
}
END_TEST

START_TEST(what_is_wrong_is_rejected)
{
	char longest[GPCD_NAME_MAX + 1] = "";
	const struct gpcd_counter doubles[] = { COUNTER("rx"), COUNTER("RX") };
	const struct gpcd_counter wrong[] = {
		COUNTER(""), COUNTER(longest), OF("x", NULL, COUNTER, PACKETS, 0),
		OF("x", NULL, COUNTER, PACKETS, 65), OF("x", NULL, PACKED, PACKETS, 64),
		{ "x", NULL, GPCD_KIND_COUNTER, GPCD_UNITS, 64, 0 },
	};
	unsigned int before = chips();

	memset(longest, 'x', GPCD_NAME_MAX);
	for (unsigned int i = 0; i < ARRAY_SIZE(wrong); i++)
		ck_assert_int_eq(gpcd_chip_learn("mynic", &wrong[i], 1), -EINVAL);
	ck_assert_int_eq(gpcd_chip_learn("", nic, 1), -EINVAL);
	ck_assert_int_eq(gpcd_chip_learn("mynic", nic, 0), -EINVAL);
	ck_assert_int_eq(gpcd_chip_learn("mynic", doubles, 2), -EEXIST);
	ck_assert_int_eq(gpcd_chip_learn("mynic", nic, MANY + 1), -E2BIG);
	ck_assert_uint_eq(chips(), before);
}
END_TEST

/* Each counter of the largest chip is found by name and by address. */
START_TEST(the_largest_chip_is_known_whole)
{
	struct gpcd_counter *counters = calloc(MANY, sizeof(*counters));
	char (*names)[8] = calloc(MANY, sizeof(*names));
	struct gpcd_reg reg;
	int chip;

	for (unsigned int i = 0; i < MANY; i++) {
		snprintf(names[i], sizeof(names[i]), "n%u", i);
		counters[i] = (struct gpcd_counter)COUNTER(names[i]);
	}
	chip = gpcd_chip_learn("largest", counters, MANY);
	ck_assert_int_ge(chip, GPCD_CHIPS_LEARNED);
	for (unsigned int i = 0; i < MANY; i++) {
		ck_assert_int_eq(gpcd_catalogue_by_name(chip, names[i], &reg), 0);
		ck_assert_uint_eq(reg.index, i);
		ck_assert_uint_eq(gpcd_catalogue_find(chip, 8 * i)->index, i);
	}
	gpcd_chip_forget(chip);
	free(names);
	free(counters);
}
END_TEST

/* As in an exporter for containers, whose NICs come and go. */
START_TEST(what_is_forgotten_leaves_nothing)
{
	unsigned int before = chips();

	for (unsigned int i = 0; i < 10000; i++) {
		char name[16];
		const struct gpcd_counter counter = COUNTER(name);
		int chip;

		snprintf(name, sizeof(name), "of%u", i);
		chip = gpcd_chip_learn("veth", &counter, 1);
		ck_assert_int_eq(chip, GPCD_CHIPS_LEARNED);
		gpcd_chip_forget(chip);
	}
	ck_assert_uint_eq(chips(), before);
}
END_TEST

START_TEST(there_is_a_limit)
{
	int chip, first = 0, most = 0;

	do {
		char name[16];
		const struct gpcd_counter counter = COUNTER(name);

		snprintf(name, sizeof(name), "of%d", most);
		chip = gpcd_chip_learn("veth", &counter, 1);
		first = first ? first : chip;
		most++;
	} while (chip > 0);
	ck_assert_int_eq(chip, -ENOSPC);
	ck_assert_int_eq(most - 1, 4096);
	while (--most)
		gpcd_chip_forget(first + most - 1);
	ck_assert_uint_eq(chips(), GPCD_CHIPS - 1);
}
END_TEST

/* A device keeps what it is described by. */
START_TEST(a_device_holds_its_chip)
{
	struct gpcd_info info = { .chip = learn_nic() };
	unsigned int chip = info.chip;
	struct gpcd_snapshot *snapshot;
	struct gpcd_group *group;
	const struct gpcd_times times = { .sequence = 1 };
	const uint64_t value = 7;
	struct gpcd *dev;

	ck_assert_int_eq(gpcd_open_recorded("mynic0", &info, &dev), 0);
	gpcd_chip_forget(chip);
	ck_assert_str_eq(gpcd_chip_name(chip), "mynic");
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, "[0]: rx_ucast_packets"), 0);
	ck_assert_str_eq(gpcd_group_name(group, 0), "[0]: rx_ucast_packets");
	ck_assert_uint_eq(gpcd_group_width(group, 0), 32);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	ck_assert_int_eq(gpcd_snapshot_fill(snapshot, &times, &value, NULL), 0);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 0), 7);
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
	gpcd_close(dev);
	ck_assert_ptr_null(gpcd_chip_name(chip));
	ck_assert_int_eq(gpcd_open_recorded("mynic0", &info, &dev), -EINVAL);
}
END_TEST

/* Nothing of it can be emulated, whatever the number in an image says. */
START_TEST(a_described_chip_has_no_image)
{
	struct gpcd_info info = { .chip = learn_nic(), .nic_addr = 1, .domain = 1 };
	struct gpcd_feed_reg reg;
	struct view view = { 0 };
	struct gpcd *dev;

	view_create(&view, GPCD_CHIP_GEMINI);
	ck_assert_int_eq(gpcd_image_create(view.path, &info), -EINVAL);
	ck_assert_int_eq(gpcd_feed_reg_find(info.chip, "rx_bytes", &reg), -EINVAL);
	ck_assert_uint_eq(gpcd_nic_cycles(info.chip, 7), 7);
	view.info->chip = info.chip;
	view.info->nic_index = 0;
	ck_assert_int_eq(gpcd_open(view.where, &dev), -EPROTO);
	view_destroy(&view);
	gpcd_chip_forget(info.chip);
}
END_TEST

static void *learn_and_forget(void *of)
{
	for (unsigned int i = 0; i < 2000; i++) {
		unsigned int chip = learn_nic();
		struct gpcd_reg reg;

		ck_assert_int_eq(gpcd_catalogue_by_name(chip, "tx*", &reg), 0);
		ck_assert_uint_eq(reg.chip, chip);
		gpcd_chip_forget(chip);
	}
	return of;
}

START_TEST(threads_may_share_it)
{
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, learn_and_forget, NULL), 0);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	ck_assert_uint_eq(chips(), GPCD_CHIPS - 1);
}
END_TEST

static Suite *learn_suite(void)
{
	Suite *suite = suite_create("learn");
	TCase *tcase = tcase_create("learn");

	tcase_add_test(tcase, every_question_is_answered);
	tcase_add_test(tcase, names_are_as_they_stand);
	tcase_add_test(tcase, the_same_description_is_the_same_chip);
	tcase_add_test(tcase, fingerprints_are_of_names);
	tcase_add_test(tcase, what_is_wrong_is_rejected);
	tcase_add_test(tcase, the_largest_chip_is_known_whole);
	tcase_add_test(tcase, what_is_forgotten_leaves_nothing);
	tcase_add_test(tcase, there_is_a_limit);
	tcase_add_test(tcase, a_device_holds_its_chip);
	tcase_add_test(tcase, a_described_chip_has_no_image);
	tcase_add_test(tcase, threads_may_share_it);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(learn_suite());
}
