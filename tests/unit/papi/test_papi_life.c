// SPDX-License-Identifier: GPL-2.0-only
/*
 * A second life in one process: PAPI is shut down and initialised again, on the same device, on
 * that device with other values, on another device, on a chip of another type.
 */
#include "client.h"
#include "suite.h"
#include "view.h"

#define FLITS	"AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS"
#define STALLED	"AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_STALLED"
#define SDE	"sde:::gpcd::"

const char *__lsan_default_suppressions(void);

static struct view view;
static int set;

/* libsde of PAPI 7.0 loses a copy of each event's name. */
const char *__lsan_default_suppressions(void)
{
	return "leak:libsde.so";
}

static void begin(unsigned int chip)
{
	view_create(&view, chip);
	setenv(GPCD_DEVICE_ENV, view.where, 1);
	set = client_begin();
}

static void end(void)
{
	PAPI_shutdown();
	view_destroy(&view);
}

static void setup(void)
{
	begin(GPCD_CHIP_ARIES);
}

/* Return the count of a counter that goes from one value to another. */
static long long counted(const char *event, const char *name, uint64_t from, uint64_t to)
{
	long long value = -1;

	view_poke_name(&view, name, from);
	papi_is(PAPI_add_named_event(set, event), PAPI_OK);
	papi_is(PAPI_start(set), PAPI_OK);
	view_poke_name(&view, name, to);
	papi_is(PAPI_stop(set, &value), PAPI_OK);
	return value;
}

START_TEST(events_count_again)
{
	ck_assert_int_eq(counted(FLITS, FLITS, 100, 107), 7);
	PAPI_shutdown();
	set = client_begin();
	papi_is(PAPI_num_events(set), 0);
	ck_assert_int_eq(counted(FLITS, FLITS, 5, 9), 4);
}
END_TEST

/* An image that is truncated is lost, like a chip that goes; a later one counts again. */
START_TEST(an_image_is_truncated)
{
	long long value;

	papi_is(PAPI_add_named_event(set, FLITS), PAPI_OK);
	papi_is(PAPI_start(set), PAPI_OK);
	ck_assert_int_eq(truncate(view.path, 0), 0);
	papi_is(PAPI_read(set, &value), PAPI_ECLOST);
	papi_is(PAPI_reset(set), PAPI_ECLOST);
	papi_is(PAPI_stop(set, &value), PAPI_ECLOST);
	PAPI_shutdown();
	unlink(view.path);
	begin(GPCD_CHIP_ARIES);
	ck_assert_int_eq(counted(FLITS, FLITS, 5, 9), 4);
}
END_TEST

/* The program forgot to stop. */
START_TEST(a_running_set_ends_with_its_life)
{
	int status;

	papi_is(PAPI_add_named_event(set, FLITS), PAPI_OK);
	papi_is(PAPI_start(set), PAPI_OK);
	PAPI_shutdown();
	set = client_begin();
	papi_is(PAPI_state(set, &status), PAPI_OK);
	ck_assert_int_eq(status, PAPI_STOPPED);
	ck_assert_int_eq(counted(FLITS, FLITS, 5, 9), 4);
}
END_TEST

START_TEST(an_assigned_set_ends_with_its_life)
{
	papi_is(PAPI_assign_eventset_component(set, PAPI_num_components() - 1), PAPI_OK);
	PAPI_shutdown();
	set = client_begin();
	papi_is(PAPI_get_eventset_component(set), PAPI_ENOCMP);
}
END_TEST

/* PAPI 7.0 itself crashes on most calls then. */
START_TEST(between_two_lives_there_is_nothing)
{
	int code = client_code(FLITS), found;

	papi_is(PAPI_add_event(set, code), PAPI_OK);
	PAPI_shutdown();
	papi_is(PAPI_event_name_to_code(FLITS, &found), PAPI_ENOINIT);
	papi_is(PAPI_add_event(set, code), PAPI_ENOINIT);
	papi_is(PAPI_add_named_event(set, FLITS), PAPI_ENOINIT);
	papi_is(PAPI_assign_eventset_component(set, PAPI_num_components() - 1), PAPI_ENOINIT);
	set = client_begin();
}
END_TEST

START_TEST(another_device_is_read)
{
	char first[sizeof(view.where)];

	ck_assert_int_eq(counted(FLITS, FLITS, 100, 107), 7);
	strcpy(first, view.where);
	end();
	snprintf(view.path, sizeof(view.path), "/tmp/gpcd-test-%d-second.img", getpid());
	begin(GPCD_CHIP_ARIES);
	ck_assert_str_ne(view.where, first);
	ck_assert_int_eq(counted(FLITS, FLITS, 1000, 1050), 50);
}
END_TEST

START_TEST(another_chip_has_its_own_events)
{
	static const char phits[] = "GM_0_0_TILE_PERFORMANCE_COUNTERS_0";
	int code;

	ck_assert_int_eq(counted(FLITS, FLITS, 100, 107), 7);
	end();
	begin(GPCD_CHIP_GEMINI);
	ck_assert_int_lt(PAPI_event_name_to_code(FLITS, &code), 0);
	ck_assert_int_eq(counted(phits, phits, 1, 4), 3);
	ck_assert_str_eq(PAPI_get_component_info(PAPI_num_components() - 1)->support_version,
			 "gemini");
}
END_TEST

START_TEST(software_defined_events_count_again)
{
	ck_assert_int_eq(counted(SDE FLITS, FLITS, 100, 107), 7);
	PAPI_shutdown();
	set = client_begin();
	ck_assert_int_eq(counted(SDE FLITS, FLITS, 5, 9), 4);
	PAPI_shutdown();
	set = client_begin();
	ck_assert_int_eq(counted(SDE STALLED, STALLED, 50, 90), 40);
}
END_TEST

/* Write the name of a counter of a chip, in a place where the other chip has a counter, too. */
static void shared_name(unsigned int chip, char *name)
{
	struct gpcd_reg aries, gemini;
	unsigned int i = 0;

	do {
		ck_assert(!gpcd_catalogue_at(GPCD_CHIP_ARIES, i, &aries));
		ck_assert(!gpcd_catalogue_at(GPCD_CHIP_GEMINI, i++, &gemini));
	} while (aries.rule->kind != GPCD_KIND_COUNTER || gemini.rule->kind != GPCD_KIND_COUNTER);
	gpcd_reg_name(chip == GPCD_CHIP_ARIES ? &aries : &gemini, name);
}

/* A Gemini's registers have the same codes as an Aries's. */
START_TEST(software_defined_events_of_another_chip)
{
	char aries[PAPI_MAX_STR_LEN] = SDE, gemini[PAPI_MAX_STR_LEN] = SDE;
	const unsigned int prefix = strlen(SDE);

	shared_name(GPCD_CHIP_ARIES, aries + prefix);
	shared_name(GPCD_CHIP_GEMINI, gemini + prefix);
	ck_assert_int_eq(counted(aries, aries + prefix, 100, 107), 7);
	end();
	begin(GPCD_CHIP_GEMINI);
	ck_assert_int_eq(counted(gemini, gemini + prefix, 3, 8), 5);
	ck_assert_int_lt(PAPI_query_named_event(aries), 0);
	end();
	begin(GPCD_CHIP_ARIES);
	ck_assert_int_eq(counted(aries, aries + prefix, 20, 31), 11);
}
END_TEST

/* PAPI never forgets such an event: a program that lists all of them may still add it. */
START_TEST(an_event_of_a_chip_that_was_stands_still)
{
	char aries[PAPI_MAX_STR_LEN] = SDE, listed[PAPI_MAX_STR_LEN] = "";
	int code = PAPI_NATIVE_MASK, modifier = PAPI_ENUM_FIRST;
	long long value;

	shared_name(GPCD_CHIP_ARIES, aries + strlen(SDE));
	papi_is(PAPI_query_named_event(aries), PAPI_OK);
	end();
	begin(GPCD_CHIP_GEMINI);
	for (; strcmp(listed, aries); modifier = PAPI_ENUM_EVENTS) {
		papi_is(PAPI_enum_cmp_event(&code, modifier, PAPI_get_component_index("sde")),
			PAPI_OK);
		papi_is(PAPI_event_code_to_name(code, listed), PAPI_OK);
	}
	papi_is(PAPI_add_event(set, code), PAPI_OK);
	papi_is(PAPI_start(set), PAPI_OK);
	shared_name(GPCD_CHIP_GEMINI, listed);
	view_poke_name(&view, listed, 9);
	papi_is(PAPI_stop(set, &value), PAPI_OK);
	ck_assert_int_eq(value, 0);
}
END_TEST

START_TEST(many_lives)
{
	for (int life = 0; life < 20; life++) {
		ck_assert_int_eq(counted(FLITS, FLITS, life, 3 * life), 2 * life);
		papi_is(PAPI_cleanup_eventset(set), PAPI_OK);
		ck_assert_int_eq(counted(SDE FLITS, FLITS, life, 4 * life), 3 * life);
		PAPI_shutdown();
		set = client_begin();
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("papi_life");
	TCase *tcase = tcase_create("lives");

	tcase_add_checked_fixture(tcase, setup, end);
	tcase_add_test(tcase, events_count_again);
	tcase_add_test(tcase, an_image_is_truncated);
	tcase_add_test(tcase, a_running_set_ends_with_its_life);
	tcase_add_test(tcase, an_assigned_set_ends_with_its_life);
	tcase_add_test(tcase, between_two_lives_there_is_nothing);
	tcase_add_test(tcase, another_device_is_read);
	tcase_add_test(tcase, another_chip_has_its_own_events);
	tcase_add_test(tcase, software_defined_events_count_again);
	tcase_add_test(tcase, software_defined_events_of_another_chip);
	tcase_add_test(tcase, an_event_of_a_chip_that_was_stands_still);
	tcase_add_test(tcase, many_lives);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
