// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recordings of chips that devices describe: a recording has all that a reader needs, which does
 * not know the chip. A process plays writer and reader; a device is known to it only while open.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/cli.h"
#include "gpcd/recording/layout.h"
#include "gpcd/recording/playback.h"
#include "nic.h"
#include "record/recorder.h"

static const struct gpcd_counter counters[] = {
	{ "[0]: rx", "packets of queue 0", GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 32, 0 },
	{ "level,%", "how full it seems", GPCD_KIND_GAUGE, GPCD_UNIT_UNKNOWN, 64, 1 },
	{ "pauses", NULL, GPCD_KIND_SATURATING, GPCD_UNIT_EVENTS, 8, 0 },
	{ "\xff", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_BYTES, 64, 0 },
};

#define COUNT	((unsigned int)ARRAY_SIZE(counters))
#define WIDTH	(LAYOUT_STATES + COUNT)
#define MOST	255

static char path[64];
static int fd;

static void setup(void)
{
	complain_as("gpcd");
	fd = memfd_create("recording", 0);
	ck_assert_int_ge(fd, 0);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
}

static void teardown(void)
{
	close(fd);
}

/* Values that the readings have, and their statuses. */
static const uint64_t values[][ARRAY_SIZE(counters)] = {
	{ 10, 5, 7, 1000 }, { 30, 4, MOST, 1500 }, { 0, 4, MOST, 1500 },
};

static const uint8_t statuses[][ARRAY_SIZE(counters)] = {
	{ 0 }, { 0 }, { GPCD_STATUS_REFUSED, GPCD_STATUS_STALE, 0, GPCD_STATUS_DENIED },
};

#define READINGS	((unsigned int)ARRAY_SIZE(values))

static void readings_write(struct nic *nic, struct recorder *recorder)
{
	uint64_t record[WIDTH];
	uint8_t absent[WIDTH];

	for (unsigned int i = 0; i < READINGS; i++) {
		nic_take(nic, values[i], statuses[i]);
		layout_put(nic->after, nic->group, 0, record, absent);
		ck_assert_int_eq(recorder_add(recorder, i + 1, record, absent), 0);
	}
}

/* Record a chip, as `gpcd record' does, and forget it. */
static void record(const struct gpcd_counter *list, unsigned int count)
{
	struct description_source source = { .name = "mynic0", .placed = true };
	struct description_group group = { .sources = &source, .nsources = 1 };
	const struct description description = {
		.program = "test", .title = "registers", .tick = 1, .groups = &group, .ngroups = 1,
	};
	struct recorder *recorder;
	struct nic nic;

	nic_create(&nic, list, count);
	group.name = gpcd_chip_name(nic.chip);
	group.ncolumns = LAYOUT_STATES + count;
	group.columns = layout_columns(nic.group);
	group.meanings = layout_meanings(nic.group, group.columns);
	ck_assert_uint_eq(description_version(&description), 3);
	ck_assert_int_eq(recorder_open(fd, &description, &recorder), 0);
	if (list == counters)
		readings_write(&nic, recorder);
	ck_assert_int_eq(recorder_close(recorder), 0);
	free(group.columns);
	free(group.meanings);
	nic_destroy(&nic);
	ck_assert_ptr_null(gpcd_chip_name(nic.chip));
	ck_assert_int_eq(lseek(fd, 0, SEEK_SET), 0);
}

START_TEST(the_chip_is_described_again)
{
	struct playback playback;
	unsigned int chip;
	struct gpcd_reg reg;
	char name[GPCD_NAME_MAX];

	record(counters, COUNT);
	ck_assert_int_eq(playback_open(&playback, path), 0);
	chip = gpcd_chip(playback.list[0].series.device);
	ck_assert_str_eq(gpcd_chip_name(chip), "mynic");
	for (unsigned int i = 0; i < COUNT; i++) {
		ck_assert_int_eq(gpcd_catalogue_at(chip, i, &reg), 0);
		gpcd_reg_name(&reg, name);
		ck_assert_str_eq(name, i == 3 ? "\\xff" : counters[i].name);
		ck_assert_str_eq(reg.rule->help, counters[i].help ? counters[i].help : "");
		ck_assert_uint_eq(reg.rule->kind, counters[i].kind);
		ck_assert_uint_eq(reg.rule->unit, counters[i].unit);
		ck_assert_uint_eq(reg.rule->width, counters[i].width);
		ck_assert_int_eq(!(reg.rule->flags & GPCD_RULE_INFERRED), !counters[i].inferred);
	}
	playback_close(&playback);
	ck_assert_ptr_null(gpcd_chip_name(chip));
}
END_TEST

START_TEST(values_and_statuses_return)
{
	const struct gpcd_snapshot *now;
	struct playback playback;
	unsigned int readings = 0;
	uint64_t delta;
	int code = 0;

	record(counters, COUNT);
	ck_assert_int_eq(playback_open(&playback, path), 0);
	for (; playback_next(&playback, &code); readings++) {
		now = playback.list[0].now;
		for (unsigned int i = 0; i < COUNT; i++) {
			unsigned int status = statuses[readings][i];

			ck_assert_uint_eq(gpcd_snapshot_status(now, i), status);
			ck_assert_uint_eq(gpcd_snapshot_value(now, i),
					  gpcd_status_error(status) ? 0 : values[readings][i]);
		}
		if (readings == 1)
			ck_assert_int_eq(gpcd_snapshot_delta(playback.list[0].before, now, 2,
							     &delta), -EOVERFLOW);
	}
	ck_assert_int_eq(code, 0);
	ck_assert_uint_eq(readings, READINGS);
	playback_close(&playback);
}
END_TEST

/* Names that are too long when they are shown, or are another counter's then, become numbers. */
START_TEST(names_differ_still)
{
	static const struct gpcd_counter odd[] = {
		{ "\\xff", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_NONE, 64, 0 },
		{ "\xff", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_NONE, 64, 0 },
		{ "\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe", NULL,
		  GPCD_KIND_COUNTER, GPCD_UNIT_NONE, 64, 0 },
	};
	struct playback playback;
	struct gpcd_group *group;

	record(odd, 3);
	ck_assert_int_eq(playback_open(&playback, path), 0);
	group = playback.list[0].series.group;
	ck_assert_str_eq(gpcd_group_name(group, 0), "\\xff");
	ck_assert_str_eq(gpcd_group_name(group, 1), "#1");
	ck_assert_str_eq(gpcd_group_name(group, 2), "#2");
	playback_close(&playback);
}
END_TEST

/* --- recordings that others wrote --- */

#define STATE(name, kind, bits) \
	"{\"name\":\"" name "\",\"unit\":\"\",\"kind\":\"" kind "\",\"bits\":" bits "},"
#define COLUMN(name, kind, more) \
	"{\"name\":\"" name "\",\"unit\":\"bytes\",\"kind\":\"" kind "\",\"bits\":64" more "}"
#define TRULY	",\"described\":true"
#define LONG	"0123456789012345678901234567890123456789012345678901234567890123"

static const char states[] =
	STATE("realtime_ns", "gauge", "64") STATE("monotonic_ns", "gauge", "64")
	STATE("sweep_ns", "gauge", "64") STATE("chip_ns", "gauge", "64")
	STATE("epoch", "epoch", "64") STATE("sequence", "gauge", "64")
	STATE("torn", "torn", "1") STATE("missed", "missed", "64");

static const char head[] =
	"{\"version\":3,\"program\":\"p\",\"title\":\"t\",\"tick\":1,\"groups\":[";

static const struct {
	const char *name, *described, *columns;
	unsigned int registers;	/* 0: it is rejected */
} cases[] = {
	{ "nic", TRULY, COLUMN("rx", "counter", ",\"help\":\"x\",\"inferred\":true"), 1 },
	{ "nic", TRULY, COLUMN("rx", "counter", ",\"help\":1,\"inferred\":1"), 1 },
	/* A counter that was recorded twice. */
	{ "nic", TRULY, COLUMN("rx", "counter", "") "," COLUMN("rx", "counter", ""), 1 },
	{ "nic", TRULY, COLUMN("rx", "counter", "") "," COLUMN("tx", "counter", ""), 2 },
	{ "../../etc", TRULY, COLUMN("rx", "saturating", ""), 1 },
	{ "nic", "", COLUMN("rx", "counter", ""), 0 },
	{ "nic", ",\"described\":1", COLUMN("rx", "counter", ""), 0 },
	{ "", TRULY, COLUMN("rx", "counter", ""), 0 },
	{ "nic", TRULY, COLUMN("", "counter", ""), 0 },
	{ "nic", TRULY, COLUMN("rx", "epoch", ""), 0 },
	{ "nic", TRULY, COLUMN(LONG, "counter", ""), 0 },
	/* A description with a name of the catalogue is another chip. */
	{ "gemini", TRULY, COLUMN("rx", "counter", ""), 1 },
};

START_TEST(descriptions_of_others)
{
	char text[4096];
	struct description description;
	int chip;

	snprintf(text, sizeof(text),
		 "%s{\"name\":\"%s\"%s,\"columns\":[%s%s],\"sources\":[{\"name\":\"s\"}]}]}", head,
		 cases[_i].name, cases[_i].described, states, cases[_i].columns);
	ck_assert_int_eq(description_parse(&description, text, strlen(text)), 0);
	chip = layout_chip(&description.groups[0]);
	description_free(&description);
	if (!cases[_i].registers) {
		ck_assert_int_lt(chip, 0);
		return;
	}
	ck_assert_int_ge(chip, GPCD_CHIPS_LEARNED);
	ck_assert_uint_eq(gpcd_catalogue_count(chip), cases[_i].registers);
	gpcd_chip_forget(chip);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("recorded_nics");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, the_chip_is_described_again);
	tcase_add_test(tcase, values_and_statuses_return);
	tcase_add_test(tcase, names_differ_still);
	tcase_add_loop_test(tcase, descriptions_of_others, 0, ARRAY_SIZE(cases));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
