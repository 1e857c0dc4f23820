// SPDX-License-Identifier: GPL-2.0-only
/* What a sample says about a value: its status, and what is doubtful about it. */
#include "gpcd/series/series.h"
#include "nic.h"

#define MOST	255

static const struct gpcd_counter counters[] = {
	{ "rx_bytes", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_BYTES, 64, 0 },
	{ "pauses", NULL, GPCD_KIND_SATURATING, GPCD_UNIT_EVENTS, 8, 0 },
};

enum { BYTES, PAUSES, COUNTERS };

static struct nic nic;
static struct series series;
static char text[SAMPLE_VALUE_MAX];

static void setup(void)
{
	nic_create(&nic, counters, COUNTERS);
	series = (struct series){ .device = nic.dev, .group = nic.group };
}

static void teardown(void)
{
	nic_destroy(&nic);
}

static void take(uint64_t bytes, uint64_t pauses, unsigned int status)
{
	const uint64_t values[] = { bytes, pauses };
	const uint8_t statuses[] = { status, status };

	nic_take(&nic, values, statuses);
}

static struct sample sample_now(enum series_mode mode)
{
	series.mode = mode;
	return (struct sample){ .series = &series, .before = nic.before, .now = nic.after };
}

static void value_is(enum series_mode mode, unsigned int i, const char *value, const char *status)
{
	const struct sample sample = sample_now(mode);

	ck_assert_str_eq(sample_value(&sample, i, text), status);
	ck_assert_str_eq(text, value);
}

START_TEST(a_counter_at_its_maximum_is_saturated)
{
	take(1, 7, GPCD_STATUS_OK);
	take(3, MOST - 1, GPCD_STATUS_OK);
	value_is(SERIES_RAW, PAUSES, "254", "ok");
	value_is(SERIES_DELTA, PAUSES, "247", "ok");
	take(5, MOST, GPCD_STATUS_OK);
	value_is(SERIES_RAW, PAUSES, "255", "saturated");
	value_is(SERIES_DELTA, PAUSES, "", "saturated");
	value_is(SERIES_RATE, PAUSES, "", "saturated");
	value_is(SERIES_DELTA, BYTES, "2", "ok");
	take(6, 0, GPCD_STATUS_OK);
	value_is(SERIES_DELTA, PAUSES, "", "epoch-changed");
}
END_TEST

START_TEST(a_refused_value_has_a_reason)
{
	take(1, 7, GPCD_STATUS_OK);
	take(0, 0, GPCD_STATUS_REFUSED);
	value_is(SERIES_RAW, BYTES, "", "refused");
	value_is(SERIES_DELTA, BYTES, "", "refused");
	take(2, 8, GPCD_STATUS_OK);
	value_is(SERIES_DELTA, BYTES, "", "no-delta");
}
END_TEST

/* Return the doubt of a value with its status. */
static const char *doubt(const struct sample *sample, unsigned int i)
{
	char text[SAMPLE_VALUE_MAX];

	return sample_value_doubt(sample, i, sample_value(sample, i, text));
}

START_TEST(a_stale_value_is_doubtful)
{
	struct sample sample;

	take(1, 7, GPCD_STATUS_OK);
	take(1, 7, GPCD_STATUS_STALE);
	value_is(SERIES_RAW, BYTES, "1", "stale");
	value_is(SERIES_DELTA, BYTES, "0", "stale");
	sample = sample_now(SERIES_RAW);
	ck_assert_str_eq(doubt(&sample, BYTES), "stale");
	ck_assert_str_eq(sample_status(&sample), "ok");
	take(1, MOST, GPCD_STATUS_OK);
	sample = sample_now(SERIES_RAW);
	ck_assert_ptr_null(doubt(&sample, BYTES));
	ck_assert_str_eq(doubt(&sample, PAUSES), "saturated");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("series");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_counter_at_its_maximum_is_saturated);
	tcase_add_test(tcase, a_refused_value_has_a_reason);
	tcase_add_test(tcase, a_stale_value_is_doubtful);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
