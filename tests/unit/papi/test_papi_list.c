// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers for programs that list events: a component, its events one after the other, and a
 * description of each.
 */
#include <stdbool.h>

#include "client.h"
#include "suite.h"
#include "view.h"

#define FLITS	"AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS"
#define STALLED	"AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_STALLED"
#define TRACK	"AR_NIC_ORB_PRF_NET_RSP_TRACK_1"

static struct view view;
static int set, component;

static void setup(void)
{
	view_create(&view, GPCD_CHIP_ARIES);
	setenv(GPCD_DEVICE_ENV, view.where, 1);
	set = client_begin();
	component = PAPI_num_components() - 1;
}

static void teardown(void)
{
	PAPI_shutdown();
	view_destroy(&view);
}

/* Advance to the next register of the chip that is not an alias, in catalogue order. */
static bool next_register(unsigned int *index, struct gpcd_reg *reg)
{
	while (!gpcd_catalogue_at(view.chip, (*index)++, reg))
		if (!(reg->rule->flags & GPCD_RULE_ALIAS))
			return true;
	return false;
}

START_TEST(the_component_comes_after_those_of_papi)
{
	const PAPI_component_info_t *info = PAPI_get_component_info(component);
	unsigned int index = 0;
	struct gpcd_reg reg;
	int registers = 0;

	while (next_register(&index, &reg))
		registers++;
	ck_assert_str_eq(info->name, "cray_npu");
	ck_assert_str_eq(info->support_version, "aries");
	ck_assert_int_eq(info->CmpIdx, component);
	ck_assert_int_eq(info->disabled, 0);
	ck_assert_int_eq(info->num_native_events, registers);
	papi_is(PAPI_num_cmp_hwctrs(component), registers);
	papi_is(PAPI_get_component_index("cray_npu"), component);
	ck_assert_int_lt(PAPI_get_component_index("sde"), component);
	ck_assert_int_ge(PAPI_get_component_index("sde"), 0);
	papi_is(PAPI_get_component_index("cray"), PAPI_ENOCMP);
	papi_is(PAPI_get_component_index(NULL), PAPI_EINVAL);
	ck_assert_ptr_null(PAPI_get_component_info(component + 1));
	ck_assert_ptr_null(PAPI_get_component_info(-1));
	ck_assert_str_ne(PAPI_get_component_info(component - 1)->name, "cray_npu");
}
END_TEST

START_TEST(every_register_is_listed_once)
{
	int code = PAPI_NATIVE_MASK, modifier = PAPI_ENUM_FIRST;
	char name[GPCD_NAME_MAX], listed[PAPI_MAX_STR_LEN];
	unsigned int index = 0;
	struct gpcd_reg reg;

	while (next_register(&index, &reg)) {
		papi_is(PAPI_enum_cmp_event(&code, modifier, component), PAPI_OK);
		papi_is(PAPI_event_code_to_name(code, listed), PAPI_OK);
		gpcd_reg_name(&reg, name);
		ck_assert_str_eq(listed, name);
		modifier = PAPI_ENUM_EVENTS;
	}
	papi_is(PAPI_enum_cmp_event(&code, modifier, component), PAPI_ENOEVNT);
	ck_assert_int_eq(code, client_code(name));
}
END_TEST

/* Fields are unit masks; the event after a field is the next register. */
static void lists_its_fields(const struct gpcd_reg *reg)
{
	char name[PAPI_MAX_STR_LEN], listed[PAPI_MAX_STR_LEN];
	unsigned int length = gpcd_reg_name(reg, name);
	int code = client_code(name), next = code, after, more;

	more = PAPI_enum_cmp_event(&next, PAPI_ENUM_EVENTS, component);
	for (unsigned int i = 0; i < reg->rule->nfields; i++) {
		papi_is(PAPI_enum_cmp_event(&code, PAPI_NTV_ENUM_UMASKS, component), PAPI_OK);
		papi_is(PAPI_event_code_to_name(code, listed), PAPI_OK);
		sprintf(name + length, ":%s", reg->rule->fields[i].name);
		ck_assert_str_eq(listed, name);
	}
	after = code;
	papi_is(PAPI_enum_cmp_event(&code, PAPI_NTV_ENUM_UMASKS, component), PAPI_ENOEVNT);
	ck_assert_int_eq(code, after);
	papi_is(PAPI_enum_cmp_event(&code, PAPI_ENUM_EVENTS, component), more);
	ck_assert_int_eq(code, more ? after : next);
}

START_TEST(fields_are_unit_masks)
{
	unsigned int index = 0;
	struct gpcd_reg reg;

	while (next_register(&index, &reg))
		lists_its_fields(&reg);
}
END_TEST

static void is_described(const PAPI_event_info_t *info, int code, bool counts)
{
	ck_assert_int_eq((int)info->event_code, code);
	ck_assert_int_eq(info->component_index, component);
	ck_assert_int_eq(info->location, PAPI_LOCATION_UNCORE);
	ck_assert_int_eq(info->data_type, PAPI_DATATYPE_UINT64);
	ck_assert_int_eq(info->value_type, counts ? PAPI_VALUETYPE_RUNNING_SUM :
						    PAPI_VALUETYPE_ABSOLUTE);
	ck_assert_int_eq(info->timescope, counts ? PAPI_TIMESCOPE_SINCE_START :
						   PAPI_TIMESCOPE_POINT);
}

START_TEST(every_register_has_its_help_and_unit)
{
	char name[GPCD_NAME_MAX], help[PAPI_HUGE_STR_LEN];
	PAPI_event_info_t info;
	unsigned int index = 0;
	struct gpcd_reg reg;

	while (next_register(&index, &reg)) {
		gpcd_reg_name(&reg, name);
		memset(&info, 0xff, sizeof(info));
		papi_is(PAPI_get_event_info(client_code(name), &info), PAPI_OK);
		is_described(&info, client_code(name), reg.rule->kind == GPCD_KIND_COUNTER);
		ck_assert_str_eq(info.symbol, name);
		snprintf(help, sizeof(help), "%s%s", reg.rule->help,
			 reg.rule->flags & GPCD_RULE_INFERRED ? " (inferred from the name)" : "");
		ck_assert_str_eq(info.long_descr, help);
		ck_assert_int_eq(strncmp(info.short_descr, reg.rule->help, PAPI_MIN_STR_LEN - 1),
				 0);
		ck_assert_str_eq(info.units, reg.rule->unit == GPCD_UNIT_UNKNOWN ? "" :
				 gpcd_unit_name(reg.rule->unit));
	}
}
END_TEST

START_TEST(a_field_is_described_by_its_bits)
{
	static const char packed[] = "AR_RTR_5_0_PT_COLBUF_PERF_STALL_RQ";
	char name[PAPI_MAX_STR_LEN];
	PAPI_event_info_t info;

	snprintf(name, sizeof(name), "%s:COL_BUF_PERF_STALL_RQ", packed);
	papi_is(PAPI_get_event_info(client_code(name), &info), PAPI_OK);
	is_described(&info, client_code(name), true);
	ck_assert_str_eq(info.symbol, name);
	ck_assert_str_eq(info.units, "link cycles");
	ck_assert_ptr_nonnull(strstr(info.long_descr, " masks:bits 0 to 60"));
	snprintf(name, sizeof(name), "%s:VC_PTR", packed);
	papi_is(PAPI_get_event_info(client_code(name), &info), PAPI_OK);
	is_described(&info, client_code(name), false);
	ck_assert_str_eq(info.units, "");
	ck_assert_ptr_nonnull(strstr(info.long_descr, " masks:bits 61 to 63"));
}
END_TEST

START_TEST(what_is_no_event_is_refused)
{
	int code = PAPI_NATIVE_MASK, preset = PAPI_TOT_INS, flits = client_code(FLITS);
	PAPI_event_info_t info;

	papi_is(PAPI_enum_cmp_event(NULL, PAPI_ENUM_FIRST, component), PAPI_EINVAL);
	papi_is(PAPI_enum_event(NULL, PAPI_ENUM_FIRST), PAPI_EINVAL);
	papi_is(PAPI_enum_cmp_event(&code, PAPI_ENUM_EVENTS, component), PAPI_EINVAL);
	papi_is(PAPI_enum_cmp_event(&flits, PAPI_NTV_ENUM_IARR, component), PAPI_EINVAL);
	papi_is(PAPI_enum_cmp_event(&preset, PAPI_ENUM_FIRST, component), PAPI_ENOCMP);
	papi_is(PAPI_enum_cmp_event(&code, PAPI_ENUM_FIRST, component + 1), PAPI_ENOCMP);
	papi_is(PAPI_enum_cmp_event(&flits, PAPI_ENUM_EVENTS, component - 1), PAPI_EINVAL);
	ck_assert_int_eq(code, PAPI_NATIVE_MASK);
	ck_assert_int_eq(flits, client_code(FLITS));
	papi_is(PAPI_get_event_info(flits, NULL), PAPI_EINVAL);
	papi_is(PAPI_get_event_info(flits + 255, &info), PAPI_ENOEVNT);
	papi_is(PAPI_get_event_info(PAPI_TOT_INS, &info), PAPI_OK);
	ck_assert_str_eq(info.symbol, "PAPI_TOT_INS");
}
END_TEST

/* Without a component's number, too: PAPI goes on within the component of the code. */
START_TEST(a_walk_stays_in_its_component)
{
	int code = client_code(FLITS), same = code;

	papi_is(PAPI_get_event_component(code), component);
	ck_assert_int_ne(PAPI_get_event_component(PAPI_TOT_INS), component);
	papi_is(PAPI_enum_event(&code, PAPI_ENUM_EVENTS), PAPI_OK);
	papi_is(PAPI_enum_cmp_event(&same, PAPI_ENUM_EVENTS, component), PAPI_OK);
	ck_assert_int_eq(code, same);
	papi_is(PAPI_enum_event(&code, PAPI_ENUM_FIRST), PAPI_OK);
	papi_is(PAPI_enum_cmp_event(&same, PAPI_ENUM_FIRST, component), PAPI_OK);
	ck_assert_int_eq(code, same);
}
END_TEST

START_TEST(a_set_can_be_assigned)
{
	int other = PAPI_NULL, number = 1;

	papi_is(PAPI_get_eventset_component(set), PAPI_ENOCMP);
	papi_is(PAPI_assign_eventset_component(77, component), PAPI_ENOEVST);
	papi_is(PAPI_assign_eventset_component(set, component + 1), PAPI_ENOCMP);
	papi_is(PAPI_assign_eventset_component(set, component), PAPI_OK);
	papi_is(PAPI_get_eventset_component(set), component);
	papi_is(PAPI_assign_eventset_component(set, component), PAPI_EINVAL);
	papi_is(PAPI_num_events(set), 0);
	papi_is(PAPI_list_events(set, &other, &number), PAPI_OK);
	ck_assert_int_eq(number, 0);
	papi_is(PAPI_start(set), PAPI_EINVAL);
	papi_is(PAPI_add_event(set, PAPI_TOT_INS), PAPI_ECNFLCT);
	papi_is(PAPI_add_named_event(set, FLITS), PAPI_OK);
	papi_is(PAPI_start(set), PAPI_OK);
	papi_is(PAPI_stop(set, NULL), PAPI_OK);
	papi_is(PAPI_cleanup_eventset(set), PAPI_OK);
	papi_is(PAPI_get_eventset_component(set), PAPI_ENOCMP);
	papi_is(PAPI_assign_eventset_component(set, component), PAPI_OK);
	papi_is(PAPI_destroy_eventset(&set), PAPI_OK);
	papi_is(PAPI_get_eventset_component(set), PAPI_ENOEVST);
}
END_TEST

/* The number of a set is used again: the new set is PAPI's. */
START_TEST(a_destroyed_set_leaves_nothing)
{
	int again = PAPI_NULL;

	papi_is(PAPI_assign_eventset_component(set, component), PAPI_OK);
	papi_is(PAPI_destroy_eventset(&set), PAPI_OK);
	papi_is(PAPI_create_eventset(&again), PAPI_OK);
	papi_is(PAPI_get_eventset_component(again), PAPI_ENOCMP);
}
END_TEST

START_TEST(a_set_of_papis_is_not_assigned)
{
	int sde = PAPI_get_component_index("sde");

	papi_is(PAPI_assign_eventset_component(set, sde), PAPI_OK);
	papi_is(PAPI_get_eventset_component(set), sde);
	papi_is(PAPI_assign_eventset_component(set, component), PAPI_EINVAL);
}
END_TEST

START_TEST(events_are_removed)
{
	int codes[] = { client_code(FLITS), client_code(STALLED), client_code(TRACK) };
	int listed[3], number = 3;
	long long values[2];

	papi_is(PAPI_add_events(set, codes, 3), PAPI_OK);
	papi_is(PAPI_start(set), PAPI_OK);
	papi_is(PAPI_remove_event(set, codes[0]), PAPI_EISRUN);
	papi_is(PAPI_stop(set, NULL), PAPI_OK);
	papi_is(PAPI_remove_event(set, codes[0]), PAPI_OK);
	papi_is(PAPI_remove_event(set, codes[0]), PAPI_EINVAL);
	ck_assert_int_lt(PAPI_remove_named_event(set, "X"), 0);
	papi_is(PAPI_list_events(set, listed, &number), PAPI_OK);
	ck_assert_int_eq(number, 2);
	ck_assert_mem_eq(listed, codes + 1, 2 * sizeof(*codes));
	papi_is(PAPI_start(set), PAPI_OK);
	view_poke_name(&view, STALLED, 8);
	view_poke_name(&view, TRACK, 3);
	papi_is(PAPI_stop(set, values), PAPI_OK);
	ck_assert_int_eq(values[0], 8);
	ck_assert_int_eq(values[1], 3);
	papi_is(PAPI_remove_events(set, codes, 3), PAPI_EINVAL);
	papi_is(PAPI_remove_named_event(set, "cray_npu:::" TRACK), PAPI_OK);
	papi_is(PAPI_remove_events(set, codes + 1, 2), 1);
	papi_is(PAPI_num_events(set), 0);
	papi_is(PAPI_destroy_eventset(&set), PAPI_OK);
}
END_TEST

START_TEST(a_reading_has_the_time_of_papis_clock)
{
	long long value = 0, before = PAPI_get_real_cyc(), cycles = 0;

	papi_is(PAPI_add_named_event(set, FLITS), PAPI_OK);
	papi_is(PAPI_start(set), PAPI_OK);
	view_poke_name(&view, FLITS, 9);
	papi_is(PAPI_read_ts(set, &value, NULL), PAPI_EINVAL);
	papi_is(PAPI_read_ts(set, NULL, &cycles), PAPI_EINVAL);
	papi_is(PAPI_read_ts(set, &value, &cycles), PAPI_OK);
	ck_assert_int_eq(value, 9);
	ck_assert(before <= cycles && cycles <= PAPI_get_real_cyc());
	view.info->epoch++;
	value = 5;
	cycles = 6;
	papi_is(PAPI_read_ts(set, &value, &cycles), PAPI_ECLOST);
	ck_assert_int_eq(value, 5);
	ck_assert_int_eq(cycles, 6);
}
END_TEST

START_TEST(without_a_device_the_component_says_why)
{
	const PAPI_component_info_t *info;
	int code = PAPI_NATIVE_MASK;

	PAPI_shutdown();
	setenv(GPCD_DEVICE_ENV, "image:/tmp/no-such-image", 1);
	set = client_begin();
	info = PAPI_get_component_info(component);
	ck_assert_int_eq(info->disabled, PAPI_ESYS);
	ck_assert_str_eq(info->disabled_reason,
			 "image:/tmp/no-such-image: No such file or directory");
	papi_is(PAPI_num_cmp_hwctrs(component), 0);
	papi_is(PAPI_enum_cmp_event(&code, PAPI_ENUM_FIRST, component), PAPI_ESYS);
	unsetenv(GPCD_DEVICE_ENV);
	info = PAPI_get_component_info(component);
	ck_assert_ptr_nonnull(strstr(info->disabled_reason, "GPCD_DEVICE may name another"));
	setenv(GPCD_DEVICE_ENV, view.where, 1);
	info = PAPI_get_component_info(component);
	ck_assert_int_eq(info->disabled, 0);
	ck_assert_str_eq(info->disabled_reason, "");
}
END_TEST

/* It stays disabled, as in PAPI: where all tests share a process, this one must be the last. */
START_TEST(a_component_can_be_disabled)
{
	int code = PAPI_NATIVE_MASK;

	papi_is(PAPI_disable_component_by_name("cray_npu"), PAPI_ENOINIT);
	PAPI_shutdown();
	papi_is(PAPI_disable_component_by_name("cray_npu"), PAPI_OK);
	set = client_begin();
	ck_assert_int_ne(PAPI_get_component_info(component)->disabled, 0);
	papi_is(PAPI_enum_cmp_event(&code, PAPI_ENUM_FIRST, component), PAPI_ENOCMP);
	ck_assert_int_lt(PAPI_add_named_event(set, FLITS), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("papi_list");
	TCase *tcase = tcase_create("aries");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, the_component_comes_after_those_of_papi);
	tcase_add_test(tcase, every_register_is_listed_once);
	tcase_add_test(tcase, fields_are_unit_masks);
	tcase_add_test(tcase, every_register_has_its_help_and_unit);
	tcase_add_test(tcase, a_field_is_described_by_its_bits);
	tcase_add_test(tcase, what_is_no_event_is_refused);
	tcase_add_test(tcase, a_walk_stays_in_its_component);
	tcase_add_test(tcase, a_set_can_be_assigned);
	tcase_add_test(tcase, a_destroyed_set_leaves_nothing);
	tcase_add_test(tcase, a_set_of_papis_is_not_assigned);
	tcase_add_test(tcase, events_are_removed);
	tcase_add_test(tcase, a_reading_has_the_time_of_papis_clock);
	tcase_add_test(tcase, without_a_device_the_component_says_why);
	tcase_add_test(tcase, a_component_can_be_disabled);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
