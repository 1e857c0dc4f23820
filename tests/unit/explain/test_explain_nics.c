// SPDX-License-Identifier: GPL-2.0-only
/* What is wrong with NICs, by values of their signs. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "explain/nics.h"
#include "suite.h"

#define NICS	3
#define SAMPLES	10

static struct explain_nic samples[SAMPLES][NICS], limits[NICS];
static struct explain_nic *list[SAMPLES];
static struct explain_nic_findings found;

static unsigned int sign(const char *metric)
{
	unsigned int i = 0;

	while (strcmp(explain_signs[i].metric, metric))
		ck_assert_uint_lt(++i, EXPLAIN_SIGNS);
	return i;
}

/* All signs are known, at a half of their limits. */
static void setup(void)
{
	for (unsigned int nic = 0; nic < NICS; nic++) {
		for (unsigned int i = 0; i < EXPLAIN_SIGNS; i++) {
			limits[nic].signs[i] = 10;
			for (unsigned int k = 0; k < SAMPLES; k++)
				samples[k][nic].signs[i] = 5;
		}
	}
	for (unsigned int k = 0; k < SAMPLES; k++)
		list[k] = samples[k];
}

static void teardown(void)
{
	explain_nics_free(&found);
}

static void put(unsigned int nic, const char *metric, double value)
{
	for (unsigned int k = 0; k < SAMPLES; k++)
		samples[k][nic].signs[sign(metric)] = value;
}

static const struct explain_nic_finding *explained(size_t count)
{
	explain_nics_free(&found);
	ck_assert_int_eq(explain_nics(list, SAMPLES, limits, NICS, &found), 0);
	ck_assert_uint_eq(found.count, count);
	return found.list;
}

START_TEST(nothing_is_wrong)
{
	put(1, "nic_tx_use", 7);
	explained(0);
	ck_assert_uint_eq(found.busiest, 1);
	ck_assert_double_eq(found.use, 7);
	ck_assert_uint_eq(found.unread, 0);
}
END_TEST

/* Each sign alone shows its trouble. */
START_TEST(each_sign)
{
	put(2, explain_signs[_i].metric, 11);
	ck_assert_uint_eq(explained(1)->sign, _i);
	ck_assert_uint_eq(found.list->signs, 1u << _i);
	ck_assert_uint_eq(found.list->nics[0], 2);
	ck_assert_double_eq(found.list->values.signs[_i], 11);
	ck_assert_double_eq(found.list->part, 1);
}
END_TEST

START_TEST(a_limit_is_not_beyond)
{
	put(0, "nic_drops", 10);
	explained(0);
}
END_TEST

START_TEST(signs_of_one_trouble_are_one_finding)
{
	put(0, "nic_drops", 20);
	put(0, "nic_pcie_stalls", 30);
	ck_assert_uint_eq(explained(1)->sign, sign("nic_pcie_stalls"));
	ck_assert_uint_eq(found.list->signs,
			  1u << sign("nic_pcie_stalls") | 1u << sign("nic_drops"));
}
END_TEST

/* A bad link loses packets; a slow host does not lose those that it sends. */
START_TEST(what_follows_is_no_finding)
{
	put(0, "nic_retransmissions", 20);
	put(0, "nic_errors", 30);
	ck_assert_uint_eq(explained(1)->sign, sign("nic_errors"));
	ck_assert_uint_eq(found.list->signs,
			  1u << sign("nic_errors") | 1u << sign("nic_retransmissions"));
	put(0, "nic_errors", 0);
	put(0, "nic_drops", 20);
	ck_assert_uint_eq(explained(2)->sign, sign("nic_retransmissions"));
	ck_assert_uint_eq(found.list[1].sign, sign("nic_drops"));
}
END_TEST

START_TEST(nics_with_one_trouble_are_one_finding)
{
	put(0, "nic_pauses", 20);
	put(1, "nic_pauses", 40);
	put(2, "nic_pauses", 30);
	put(1, "nic_slowdowns", 50);
	explained(1);
	ck_assert_uint_eq(found.list->count, 3);
	ck_assert_uint_eq(found.list->nics[0], 1);
	ck_assert_double_eq(found.list->values.signs[sign("nic_pauses")], 40);
	ck_assert_uint_eq(found.list->signs,
			  1u << sign("nic_pauses") | 1u << sign("nic_slowdowns"));
}
END_TEST

/* Two of ten samples are a fifth; their mean over all is below the limit. */
START_TEST(a_burst)
{
	samples[6][1].signs[sign("nic_drops")] = 12;
	samples[7][1].signs[sign("nic_drops")] = 14;
	ck_assert_uint_eq(explained(1)->sign, sign("nic_drops"));
	ck_assert_double_eq(found.list->values.signs[sign("nic_drops")], 13);
	ck_assert_double_eq(found.list->part, .2);
	samples[7][1].signs[sign("nic_drops")] = 7;
	explained(0);
}
END_TEST

START_TEST(what_is_not_known_is_not_wrong)
{
	for (unsigned int i = 0; i < EXPLAIN_SIGNS; i++)
		put(1, explain_signs[i].metric, NAN);
	put(0, "nic_drops", 20);
	limits[0].signs[sign("nic_drops")] = NAN;
	explained(0);
	ck_assert_uint_eq(found.unread, 1);
	/* The samples that are known count. */
	samples[3][1].signs[sign("nic_drops")] = 20;
	ck_assert_double_eq(explained(1)->values.signs[sign("nic_drops")], 20);
	ck_assert_uint_eq(found.unread, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("explain nics");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, nothing_is_wrong);
	tcase_add_loop_test(tcase, each_sign, 0, EXPLAIN_SIGNS);
	tcase_add_test(tcase, a_limit_is_not_beyond);
	tcase_add_test(tcase, signs_of_one_trouble_are_one_finding);
	tcase_add_test(tcase, what_follows_is_no_finding);
	tcase_add_test(tcase, nics_with_one_trouble_are_one_finding);
	tcase_add_test(tcase, a_burst);
	tcase_add_test(tcase, what_is_not_known_is_not_wrong);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
