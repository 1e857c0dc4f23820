// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers of a device as PAPI's events: permissions, unplugging, and what it costs.
 */
#include "client.h"
#include "kernel.h"
#include "suite.h"

#define COUNTER	"GM_0_0_TILE_PERFORMANCE_COUNTERS_0"
#define ADDR	0x2001380

static int set;

static void setup(void)
{
	unsetenv(GPCD_DEVICE_ENV);
	kernel_boot();
	set = client_begin();
}

static void teardown(void)
{
	PAPI_shutdown();
	ck_assert_int_eq(kernel_files(DEVICE), 0);
	ck_assert_int_eq(kernel_files(GROUP), 0);
}

START_TEST(a_register_that_may_not_be_read_is_not_added)
{
	kernel.denied = ADDR;
	papi_is(PAPI_add_named_event(set, COUNTER), PAPI_EPERM);
	papi_is(PAPI_num_events(set), 0);
}
END_TEST

START_TEST(permission_may_be_withdrawn)
{
	long long value = 42;

	papi_is(PAPI_add_named_event(set, COUNTER), PAPI_OK);
	papi_is(PAPI_start(set), PAPI_OK);
	kernel.denied = ADDR;
	papi_is(PAPI_read(set, &value), PAPI_EPERM);
	papi_is(PAPI_stop(set, &value), PAPI_EPERM);
	ck_assert_int_eq(value, 42);
	papi_is(PAPI_start(set), PAPI_EPERM);
	kernel.denied = 0;
	papi_is(PAPI_start(set), PAPI_OK);
}
END_TEST

START_TEST(a_device_that_may_not_be_opened)
{
	PAPI_shutdown();
	kernel.refuse = EPERM;
	set = client_begin();
	papi_is(PAPI_add_named_event(set, COUNTER), PAPI_EPERM);
}
END_TEST

START_TEST(a_chip_may_be_unplugged)
{
	long long value = 42;

	papi_is(PAPI_add_named_event(set, COUNTER), PAPI_OK);
	papi_is(PAPI_start(set), PAPI_OK);
	kernel.plugs++;
	papi_is(PAPI_read(set, &value), PAPI_ECLOST);
	ck_assert_int_eq(value, 42);
}
END_TEST

/* One system call each for any number of events, and no memory. */
START_TEST(what_a_reading_costs)
{
	char name[] = "GM_0_0_TILE_PERFORMANCE_COUNTERS_#";
	long long values[6];
	int calls, allocations;

	for (int i = 0; i < 6; i++) {
		name[sizeof(name) - 2] = '0' + i;
		papi_is(PAPI_add_named_event(set, name), PAPI_OK);
	}
	papi_is(PAPI_start(set), PAPI_OK);
	kernel_count();
	PAPI_read(set, values);
	PAPI_stop(set, values);
	PAPI_start(set);
	calls = kernel.calls;
	allocations = kernel.allocations;
	ck_assert_int_eq(calls, 3);
	ck_assert_int_eq(allocations, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("papi_device");
	TCase *tcase = tcase_create("gemini");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_register_that_may_not_be_read_is_not_added);
	tcase_add_test(tcase, permission_may_be_withdrawn);
	tcase_add_test(tcase, a_device_that_may_not_be_opened);
	tcase_add_test(tcase, a_chip_may_be_unplugged);
	tcase_add_test(tcase, what_a_reading_costs);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
