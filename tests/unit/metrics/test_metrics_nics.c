// SPDX-License-Identifier: GPL-2.0-only
/* Metrics of chips that a program describes: of one name, with different lists of counters. */
#include <errno.h>
#include <string.h>

#include "gpcd/group.h"
#include "metrics/set.h"
#include "metrics/value.h"
#include "nic.h"

#define METRIC(name, formula)	"metric " name " per nic unit \"\" help \"\" = " formula ";\n"

static const struct gpcd_counter old_list[] = {
	{ "rx_bytes", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_BYTES, 64, 0 },
	{ "pauses", NULL, GPCD_KIND_SATURATING, GPCD_UNIT_EVENTS, 8, 0 },
};

static const struct gpcd_counter new_list[] = {
	{ "rx_packets", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 64, 0 },
	{ "rx_bytes", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_BYTES, 64, 0 },
};

static const char text[] =
	METRIC("rx", "delta(rx_bytes)")
	METRIC("paused", "delta(pauses)")
	METRIC("size", "delta(rx_bytes) / delta(rx_packets)")
	METRIC("all", "rate(rx_*)");

static struct metrics metrics;
static struct metrics_problem problem;

static void read_text(unsigned int chip)
{
	metrics_free(&metrics);
	metrics.chip = chip;
	ck_assert_int_eq(metrics_read(&metrics, "set", text, strlen(text), &problem), 0);
}

static void names_are(const char *expected)
{
	char names[256] = "";

	for (size_t i = 0; i < metrics.count; i++)
		sprintf(names + strlen(names), "%s ", metrics.list[i].name);
	ck_assert_str_eq(names, expected);
}

START_TEST(what_a_chip_lacks_is_left_out)
{
	struct nic old, new;

	nic_create(&old, old_list, 2);
	nic_create(&new, new_list, 2);
	ck_assert_uint_ne(old.chip, new.chip);
	ck_assert_str_eq(gpcd_chip_name(old.chip), gpcd_chip_name(new.chip));
	read_text(old.chip);
	names_are("rx paused all ");
	read_text(new.chip);
	names_are("rx size all ");
	metrics_free(&metrics);
	nic_destroy(&old);
	nic_destroy(&new);
}
END_TEST

static struct metrics_bound bind(struct nic *nic, const char *name)
{
	struct metrics_bound bound = { .metrics = &metrics };

	ck_assert_int_eq(gpcd_group_create(nic->dev, 0, &bound.group), 0);
	ck_assert_int_eq(metrics_bind(&bound, metrics_find(&metrics, name)), 0);
	return bound;
}

/* The same formula reads another register of each. */
START_TEST(each_has_registers_of_its_own)
{
	struct metrics_bound bound;
	struct nic old, new;

	nic_create(&old, old_list, 2);
	nic_create(&new, new_list, 2);
	read_text(old.chip);
	bound = bind(&old, "rx");
	ck_assert_uint_eq(gpcd_group_reg(bound.group, 0)->index, 0);
	gpcd_group_destroy(bound.group);
	metrics_unbind(&bound);
	read_text(new.chip);
	bound = bind(&new, "rx");
	ck_assert_uint_eq(gpcd_group_reg(bound.group, 0)->index, 1);
	gpcd_group_destroy(bound.group);
	metrics_unbind(&bound);
	metrics_free(&metrics);
	nic_destroy(&old);
	nic_destroy(&new);
}
END_TEST

static void paused_is(struct nic *nic, uint64_t pauses, const char *why, double number)
{
	const uint64_t values[] = { 1000, pauses };
	struct metrics_bound bound = bind(nic, "paused");
	struct metrics_value value;

	/* The group of the metric alone has no reading: its only register is the second of all. */
	bound.slots[0] = 1;
	gpcd_group_destroy(bound.group);
	bound.group = nic->group;
	nic_take(nic, values, NULL);
	value = metrics_value(&bound, 0, nic->before, nic->after);
	ck_assert_str_eq(metrics_reason_name(value.why), why);
	ck_assert_double_eq(value.number, number);
	metrics_unbind(&bound);
}

START_TEST(a_saturated_counter_has_no_number)
{
	const uint64_t first[] = { 1000, 7 };
	struct nic nic;

	nic_create(&nic, old_list, 2);
	read_text(nic.chip);
	nic_take(&nic, first, NULL);
	paused_is(&nic, 9, "ok", 2);
	paused_is(&nic, 254, "ok", 245);
	paused_is(&nic, 255, "saturated", 0);
	paused_is(&nic, 0, "epoch", 0);
	metrics_free(&metrics);
	nic_destroy(&nic);
}
END_TEST

static const struct gpcd_counter narrow_list[] = {
	{ "rx_bytes", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_BYTES, 32, 0 },
	{ "rx_words", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_WORDS, 32, 0 },
};

/* In a second, a link of 100 Gbit/s carries almost three times the bytes that 32 bits can count. */
START_TEST(a_fast_link_may_wrap_a_counter_twice)
{
	static const struct {
		uint64_t bits_per_second;
		bool bytes, words;
	} wrapped[] = {
		{ 0, false, false }, { 10000000000, false, false },
		{ 34359738368, false, false }, { 34359738369, true, false },
		{ 100000000000, true, false }, { 137438953473, true, true },
	};
	const uint64_t zero[] = { 0, 0 };
	struct nic nic;

	nic_create(&nic, narrow_list, 2);
	nic_take(&nic, zero, NULL);
	nic_take(&nic, zero, NULL);
	for (size_t i = 0; i < sizeof(wrapped) / sizeof(*wrapped); i++) {
		nic.dev->bits_per_second = wrapped[i].bits_per_second;
		ck_assert_int_eq(metrics_wrapped(nic.group, 0, nic.before, nic.after),
				 wrapped[i].bytes);
		ck_assert_int_eq(metrics_wrapped(nic.group, 1, nic.before, nic.after),
				 wrapped[i].words);
	}
	nic_destroy(&nic);
}
END_TEST

/* A driver that hung has given an earlier value, which is from five seconds before. */
START_TEST(an_old_value_may_have_wrapped_since)
{
	uint64_t old[] = { 500000000, 500000000 }, new[] = { 6000000000, 1400000000 };
	const uint64_t zero[] = { 0, 0 };
	struct nic nic;

	nic_create(&nic, narrow_list, 2);
	nic_take(&nic, zero, NULL);
	nic_take(&nic, zero, NULL);
	nic.before->ns = old;
	nic.after->ns = new;
	ck_assert(metrics_wrapped(nic.group, 0, nic.before, nic.after));
	ck_assert(!metrics_wrapped(nic.group, 1, nic.before, nic.after));
	nic.before->ns = NULL;
	nic.after->ns = NULL;
	nic_destroy(&nic);
}
END_TEST

static const struct gpcd_counter odd_list[] = {
	{ "[0]: rx", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 64, 0 },
	{ "[1]: rx", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 64, 0 },
	{ "tx #1 ; \"x\\\"", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 64, 0 },
	{ "\xff", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 64, 0 },
};

/* In quotes a pattern may have any characters; a backslash makes a letter of the next one. */
START_TEST(any_name_can_be_written)
{
	static const struct {
		const char *pattern;
		const char *registers;	/* their indices */
	} cases[] = {
		{ "\"[0]: rx\"", "0" }, { "\"\\[*]: RX\"", "01" }, { " \"*: rx\" ", "01" },
		{ "\"#1\"", "1" }, { "\"tx #1 ; \\\"x\\\\\\\"\"", "2" }, { "\"\xff\"", "3" },
		{ "\"t*\"", "2" }, { NULL, NULL },
	};
	char text[200], found[8];
	struct metrics_bound bound;
	struct nic nic;

	nic_create(&nic, odd_list, 4);
	for (unsigned int i = 0; cases[i].registers; i++) {
		metrics.chip = nic.chip;
		snprintf(text, sizeof(text), METRIC("x", "2 * delta(%s)"), cases[i].pattern);
		ck_assert_msg(!metrics_read(&metrics, "set", text, strlen(text), &problem),
			      "%s: %s", text, problem.text);
		snprintf(text, sizeof(text), "2 * delta(%s)", cases[i].pattern);
		ck_assert_str_eq(metrics.list[0].text, text);
		bound = bind(&nic, "x");
		for (unsigned int k = 0; k < gpcd_group_count(bound.group); k++)
			sprintf(found + k, "%u", gpcd_group_reg(bound.group, k)->index);
		ck_assert_str_eq(found, cases[i].registers);
		gpcd_group_destroy(bound.group);
		metrics_unbind(&bound);
		metrics_free(&metrics);
	}
	nic_destroy(&nic);
}
END_TEST

/* Lines that suit no chip of this name, beside one that does. */
static const char wrong[] =
	METRIC("speed", "delta(speed)")
	METRIC("field", "delta(rx_packets:FIELD)")
	METRIC("rx", "delta(rx_packets)");

static const struct gpcd_counter gauge_list[] = {
	{ "rx_packets", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 64, 0 },
	{ "speed", NULL, GPCD_KIND_GAUGE, GPCD_UNIT_UNKNOWN, 64, 0 },
};

START_TEST(what_does_not_suit_a_chip_costs_itself)
{
	struct nic nic;

	nic_create(&nic, gauge_list, 2);
	metrics.chip = nic.chip;
	ck_assert_int_eq(metrics_read(&metrics, "set", wrong, strlen(wrong), &problem), 0);
	names_are("rx ");
	metrics_free(&metrics);
	nic_destroy(&nic);
}
END_TEST

static void strictly(unsigned int chip, const char *text, const char *expected)
{
	metrics.chip = chip;
	metrics.strict = true;
	ck_assert_int_eq(metrics_read(&metrics, "set", text, strlen(text), &problem), -EINVAL);
	ck_assert_str_eq(problem.text, expected);
	metrics_free(&metrics);
}

START_TEST(but_not_strictly)
{
	struct nic nic;

	nic_create(&nic, gauge_list, 2);
	strictly(nic.chip, METRIC("a", "delta(speed)"), "speed is no counter: value() reads it");
	strictly(nic.chip, METRIC("a", "delta(speed:FIELD)"), "no such field: 'speed:FIELD'");
	strictly(nic.chip, METRIC("a", "delta(none)"), "a mynic has no register 'none'");
	nic_destroy(&nic);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("metrics_nics");
	TCase *tcase = tcase_create("all");

	tcase_add_test(tcase, what_a_chip_lacks_is_left_out);
	tcase_add_test(tcase, each_has_registers_of_its_own);
	tcase_add_test(tcase, a_saturated_counter_has_no_number);
	tcase_add_test(tcase, a_fast_link_may_wrap_a_counter_twice);
	tcase_add_test(tcase, an_old_value_may_have_wrapped_since);
	tcase_add_test(tcase, any_name_can_be_written);
	tcase_add_test(tcase, what_does_not_suit_a_chip_costs_itself);
	tcase_add_test(tcase, but_not_strictly);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
