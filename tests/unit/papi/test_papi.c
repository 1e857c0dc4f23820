// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers as PAPI's events: names, event sets, and what they count.
 */
#include <errno.h>
#include <sde_lib.h>

#include "client.h"
#include "suite.h"
#include "view.h"

#define FLITS	"AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS"
#define STALLED	"AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_STALLED"
#define TRACK	"AR_NIC_ORB_PRF_NET_RSP_TRACK_1"
#define PACKED	"AR_RTR_5_0_PT_COLBUF_PERF_STALL_RQ"

const char *__lsan_default_suppressions(void);

void *__real_calloc(size_t count, size_t size);
void *__real_reallocarray(void *old, size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_reallocarray(void *old, size_t count, size_t size);

static struct view view;
static int set;

/* libsde of PAPI 7.0 loses a copy of each event's name. */
const char *__lsan_default_suppressions(void)
{
	return "leak:libsde.so";
}

/* The allocation from now on that fails, from 1; 0: none. libcheck allocates by other functions. */
static int starve;

void *__wrap_calloc(size_t count, size_t size)
{
	return starve && !--starve ? NULL : __real_calloc(count, size);
}

void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
	return starve && !--starve ? NULL : __real_reallocarray(old, count, size);
}

static void setup(void)
{
	view_create(&view, GPCD_CHIP_ARIES);
	setenv(GPCD_DEVICE_ENV, view.where, 1);
	set = client_begin();
}

static void teardown(void)
{
	PAPI_shutdown();
	view_destroy(&view);
}

static long long read_one(void)
{
	long long value = -1;

	papi_is(PAPI_read(set, &value), PAPI_OK);
	return value;
}

/* An event set with one event, which is running. */
static void start_one(const char *name, uint64_t value)
{
	view_poke_name(&view, name, value);
	papi_is(PAPI_add_named_event(set, name), PAPI_OK);
	papi_is(PAPI_start(set), PAPI_OK);
}

START_TEST(names_as_clients_write_them)
{
	char name[PAPI_MAX_STR_LEN];

	ck_assert_int_eq(client_code("cray_npu:::" FLITS), client_code(FLITS));
	ck_assert_int_eq(client_code("ar_nic_netmon_orb_event_cntr_req_flits"), client_code(FLITS));
	ck_assert_int_eq(client_code("AR_RTR_PT_5_0_COLBUF_PERF_STALL_RQ:VC_PTR"),
			 client_code(PACKED ":VC_PTR"));
	papi_is(PAPI_event_code_to_name(client_code("cray_npu:::" FLITS), name), PAPI_OK);
	ck_assert_str_eq(name, FLITS);
	papi_is(PAPI_query_named_event(FLITS), PAPI_OK);
	papi_is(PAPI_query_event(client_code(FLITS)), PAPI_OK);
}
END_TEST

/* A code contains its meaning, for every register and field. */
START_TEST(every_code_gives_its_name)
{
	char name[PAPI_MAX_STR_LEN], full[PAPI_MAX_STR_LEN];
	struct gpcd_reg reg;

	for (unsigned int i = 0; !gpcd_catalogue_at(GPCD_CHIP_ARIES, i, &reg); i++) {
		for (unsigned int field = 0; field <= reg.rule->nfields; field++) {
			strcpy(full + gpcd_reg_name(&reg, full), field ? ":" : "");
			if (field)
				strcat(full, reg.rule->fields[field - 1].name);
			papi_is(PAPI_event_code_to_name(client_code(full), name), PAPI_OK);
			ck_assert_str_eq(name, full);
		}
	}
}
END_TEST

/* AR_RTR_r_c_PT_REST, as registers are called, and AR_RTR_PT_r_c_REST, as clients of PAPI do. */
START_TEST(processor_tiles_have_two_names)
{
	char name[GPCD_NAME_MAX], other[GPCD_NAME_MAX];
	unsigned int count = 0;
	struct gpcd_reg reg;

	for (unsigned int i = 0; !gpcd_catalogue_at(GPCD_CHIP_ARIES, i, &reg); i++) {
		gpcd_reg_name(&reg, name);
		if (strncmp(name, "AR_RTR_", 7) || strncmp(name + 11, "PT_", 3))
			continue;
		snprintf(other, sizeof(other), "AR_RTR_PT_%.4s%s", name + 7, name + 14);
		ck_assert_int_eq(client_code(other), client_code(name));
		count++;
	}
	ck_assert_uint_eq(count, 8 * 34);
}
END_TEST

/* PAPI answers, to which our calls pass on unknown names; it has several answers. */
static void is_unknown(const char *name)
{
	int code, answer = PAPI_event_name_to_code(name, &code);

	ck_assert_msg(answer < 0 && answer != PAPI_ESYS, "%s: %d", name, answer);
}

/* The name in Cray's documents finds the event of the catalogue's name. */
START_TEST(tile_counters_have_two_names)
{
	char name[PAPI_MAX_STR_LEN];
	struct view gemini;

	view_create(&gemini, GPCD_CHIP_GEMINI);
	setenv(GPCD_DEVICE_ENV, gemini.where, 1);
	papi_is(PAPI_event_code_to_name(client_code("cray_npu:::GM_TILE_PERF_INQ_STALL:5:7"), name),
		PAPI_OK);
	ck_assert_str_eq(name, "GM_5_7_TILE_PERFORMANCE_COUNTERS_4");
	is_unknown("GM_TILE_PERF_INQ_STALL:6:7");
	view_destroy(&gemini);
}
END_TEST

START_TEST(unknown_names_are_handed_on)
{
	static const char *const names[] = {
		"", "X", "cray_npu:::X", FLITS ":X", FLITS "X", "AR_RTR_PT_", "AR_RTR_PT_5_",
		"AR_RTR_PT_5_0", "AR_RTR_PT_5_0_X", "AR_RTR_PT__0_X",
		"GM_0_0_TILE_PERFORMANCE_COUNTERS_0",
	};
	char longest[300];
	int code;

	for (unsigned int i = 0; i < sizeof(names) / sizeof(*names); i++)
		is_unknown(names[i]);
	memset(longest, 'A', sizeof(longest));
	longest[sizeof(longest) - 1] = '\0';
	is_unknown(longest);
	papi_is(PAPI_event_name_to_code(NULL, &code), PAPI_EINVAL);
	papi_is(PAPI_event_name_to_code(FLITS, NULL), PAPI_EINVAL);
	ck_assert_int_eq(client_code("PAPI_TOT_INS"), PAPI_TOT_INS);
}
END_TEST

START_TEST(a_counter_counts_from_the_start)
{
	long long value;

	start_one(FLITS, 1000);
	ck_assert_int_eq(read_one(), 0);
	view_poke_name(&view, FLITS, 1017);
	ck_assert_int_eq(read_one(), 17);
	view_poke_name(&view, FLITS, 1020);
	papi_is(PAPI_stop(set, &value), PAPI_OK);
	ck_assert_int_eq(value, 20);
	view_poke_name(&view, FLITS, 5000);
	ck_assert_int_eq(read_one(), 20);
	papi_is(PAPI_start(set), PAPI_OK);
	ck_assert_int_eq(read_one(), 0);
}
END_TEST

START_TEST(a_wrap_is_counted)
{
	start_one(FLITS, UINT64_MAX - 9);
	view_poke_name(&view, FLITS, 5);
	ck_assert_int_eq(read_one(), 15);
}
END_TEST

/* 61 bits that count, in a packed register. */
START_TEST(a_narrow_counter_wraps_more_than_once)
{
	const uint64_t top = UINT64_C(1) << 60;
	long long seen = 0;

	view_poke_name(&view, PACKED, 0);
	papi_is(PAPI_add_named_event(set, PACKED ":COL_BUF_PERF_STALL_RQ"), PAPI_OK);
	papi_is(PAPI_start(set), PAPI_OK);
	for (uint64_t i = 1; i <= 6; i++) {
		view_poke_name(&view, PACKED, i * top & (2 * top - 1));
		seen = read_one();
	}
	ck_assert_int_eq(seen, (long long)(6 * top));
}
END_TEST

START_TEST(other_registers_give_their_value)
{
	long long value;

	start_one(TRACK, 0x00050002);
	ck_assert_int_eq(read_one(), 0x00050002);
	view_poke_name(&view, TRACK, 0x00070001);
	papi_is(PAPI_reset(set), PAPI_OK);
	ck_assert_int_eq(read_one(), 0x00070001);
	papi_is(PAPI_stop(set, &value), PAPI_OK);
	ck_assert_int_eq(value, 0x00070001);
}
END_TEST

START_TEST(reset_and_accum_begin_again)
{
	long long sum = 100;

	start_one(FLITS, 0);
	view_poke_name(&view, FLITS, 4);
	papi_is(PAPI_accum(set, &sum), PAPI_OK);
	ck_assert_int_eq(sum, 104);
	view_poke_name(&view, FLITS, 11);
	papi_is(PAPI_accum(set, &sum), PAPI_OK);
	ck_assert_int_eq(sum, 111);
	view_poke_name(&view, FLITS, 30);
	papi_is(PAPI_reset(set), PAPI_OK);
	view_poke_name(&view, FLITS, 32);
	ck_assert_int_eq(read_one(), 2);
}
END_TEST

START_TEST(values_are_in_the_order_of_the_events)
{
	int codes[] = { client_code(STALLED), client_code(FLITS) }, listed[4], number = 4, status;
	long long values[2];

	papi_is(PAPI_add_events(set, codes, 2), PAPI_OK);
	papi_is(PAPI_num_events(set), 2);
	papi_is(PAPI_list_events(set, listed, &number), PAPI_OK);
	ck_assert_int_eq(number, 2);
	ck_assert_mem_eq(listed, codes, sizeof(codes));
	papi_is(PAPI_state(set, &status), PAPI_OK);
	ck_assert_int_eq(status, PAPI_STOPPED);
	papi_is(PAPI_start(set), PAPI_OK);
	papi_is(PAPI_state(set, &status), PAPI_OK);
	ck_assert_int_eq(status, PAPI_RUNNING);
	view_poke_name(&view, FLITS, 3);
	view_poke_name(&view, STALLED, 8);
	papi_is(PAPI_read(set, values), PAPI_OK);
	ck_assert_int_eq(values[0], 8);
	ck_assert_int_eq(values[1], 3);
}
END_TEST

START_TEST(a_set_is_ours_or_papis)
{
	int other = PAPI_NULL;

	papi_is(PAPI_add_named_event(set, FLITS), PAPI_OK);
	papi_is(PAPI_add_event(set, PAPI_TOT_INS), PAPI_ECNFLCT);
	papi_is(PAPI_create_eventset(&other), PAPI_OK);
	papi_is(PAPI_add_named_event(other, "sde:::gpcd::" FLITS), PAPI_OK);
	papi_is(PAPI_add_named_event(other, FLITS), PAPI_ECNFLCT);
	papi_is(PAPI_num_events(other), 1);
	papi_is(PAPI_cleanup_eventset(set), PAPI_OK);
	papi_is(PAPI_add_named_event(set, "sde:::gpcd::" FLITS), PAPI_OK);
}
END_TEST

START_TEST(states_as_papi_has_them)
{
	long long value;
	int codes[] = { client_code(FLITS), client_code(FLITS) };

	papi_is(PAPI_add_event(77, codes[0]), PAPI_ENOEVST);
	papi_is(PAPI_add_events(set, codes, 2), 1);
	papi_is(PAPI_add_events(set, codes, 1), PAPI_ECNFLCT);
	papi_is(PAPI_stop(set, &value), PAPI_ENOTRUN);
	papi_is(PAPI_start(set), PAPI_OK);
	papi_is(PAPI_start(set), PAPI_EISRUN);
	papi_is(PAPI_add_named_event(set, STALLED), PAPI_EISRUN);
	papi_is(PAPI_cleanup_eventset(set), PAPI_EISRUN);
	papi_is(PAPI_destroy_eventset(&set), PAPI_EISRUN);
	papi_is(PAPI_read(set, NULL), PAPI_EINVAL);
	papi_is(PAPI_stop(set, NULL), PAPI_OK);
	papi_is(PAPI_destroy_eventset(&set), PAPI_EINVAL);
	papi_is(PAPI_cleanup_eventset(set), PAPI_OK);
	papi_is(PAPI_num_events(set), 0);
	papi_is(PAPI_destroy_eventset(&set), PAPI_OK);
	ck_assert_int_eq(set, PAPI_NULL);
}
END_TEST

START_TEST(a_reset_of_the_chip_is_no_number)
{
	long long value = 42;

	start_one(FLITS, 1000);
	view_poke_name(&view, FLITS, 1010);
	ck_assert_int_eq(read_one(), 10);
	view_poke_name(&view, FLITS, 0);
	view.info->epoch++;
	papi_is(PAPI_read(set, &value), PAPI_ECLOST);
	ck_assert_int_eq(value, 42);
	papi_is(PAPI_reset(set), PAPI_OK);
	view_poke_name(&view, FLITS, 6);
	ck_assert_int_eq(read_one(), 6);
	view.info->state = GPCD_IMAGE_GONE;
	papi_is(PAPI_read(set, &value), PAPI_ECLOST);
	papi_is(PAPI_stop(set, &value), PAPI_ECLOST);
	ck_assert_int_eq(value, 42);
	papi_is(PAPI_stop(set, &value), PAPI_ENOTRUN);
}
END_TEST

START_TEST(without_a_device_the_reason_is_said)
{
	int code;

	PAPI_shutdown();
	papi_is(PAPI_event_name_to_code(FLITS, &code), PAPI_ENOINIT);
	setenv(GPCD_DEVICE_ENV, "image:/tmp/no-such-image", 1);
	set = client_begin();
	papi_is(PAPI_add_named_event(set, FLITS), PAPI_ESYS);
	ck_assert_int_eq(errno, ENOENT);
	papi_is(PAPI_add_named_event(set, "sde:::gpcd::" FLITS), PAPI_ESYS);
}
END_TEST

/* The n-th allocation fails, for every n: the call reports it, and can be repeated. */
static void is_starved(int (*call)(void), int allocations)
{
	int result = PAPI_ENOMEM, n;

	for (n = 0; result == PAPI_ENOMEM; n++) {
		starve = n + 1;
		result = call();
		starve = 0;
	}
	papi_is(result, PAPI_OK);
	ck_assert_int_gt(n, allocations);
}

static int add_flits(void)
{
	return PAPI_add_named_event(set, FLITS);
}

static int start_set(void)
{
	return PAPI_start(set);
}

START_TEST(no_memory)
{
	is_starved(add_flits, 3);
	papi_is(PAPI_num_events(set), 1);
	is_starved(start_set, 3);
	view_poke_name(&view, FLITS, 3);
	ck_assert_int_eq(read_one(), 3);
}
END_TEST

START_TEST(software_defined_events_count_too)
{
	long long values[2];

	view_poke_name(&view, FLITS, UINT64_MAX - 9);
	view_poke_name(&view, TRACK, 7);
	papi_is(PAPI_add_named_event(set, "sde:::gpcd::" FLITS), PAPI_OK);
	papi_is(PAPI_add_named_event(set, "sde:::gpcd::" TRACK ":MIN_RSP_TIME"), PAPI_OK);
	papi_is(PAPI_start(set), PAPI_OK);
	view_poke_name(&view, FLITS, 20);
	view_poke_name(&view, TRACK, 9);
	papi_is(PAPI_read(set, values), PAPI_OK);
	ck_assert_int_eq(values[0], 30);
	ck_assert_int_eq(values[1], 9);
	papi_is(PAPI_stop(set, values), PAPI_OK);
	papi_is(PAPI_start(set), PAPI_OK);
	view_poke_name(&view, FLITS, 21);
	papi_is(PAPI_stop(set, values), PAPI_OK);
	ck_assert_int_eq(values[0], 1);
}
END_TEST

/* Counts that could not be read are not guessed; later ones count. */
START_TEST(a_software_defined_event_goes_on_after_a_reset)
{
	long long value;

	papi_is(PAPI_add_named_event(set, "sde:::gpcd::" FLITS), PAPI_OK);
	papi_is(PAPI_start(set), PAPI_OK);
	view_poke_name(&view, FLITS, 20);
	ck_assert_int_eq(read_one(), 20);
	view_poke_name(&view, FLITS, 3);
	view.info->epoch++;
	ck_assert_int_eq(read_one(), 20);
	ck_assert_int_eq(read_one(), 20);
	view_poke_name(&view, FLITS, 8);
	papi_is(PAPI_stop(set, &value), PAPI_OK);
	ck_assert_int_eq(value, 25);
}
END_TEST

static unsigned int listed;

static papi_handle_t list_begin(const char *name)
{
	ck_assert_str_eq(name, "gpcd");
	return &listed;
}

static int list_event(papi_handle_t handle, const char *name, int mode, int type,
		      papi_sde_fptr_t value, void *param)
{
	int code;

	listed++;
	ck_assert_int_eq(type, PAPI_SDE_long_long);
	papi_is(PAPI_event_name_to_code(name, &code), PAPI_OK);
	if (!strcmp(name, FLITS))
		ck_assert_int_eq(mode, PAPI_SDE_RO | PAPI_SDE_DELTA);
	if (!strcmp(name, TRACK))
		ck_assert_int_eq(value(param), 7);
	return handle == &listed ? SDE_OK : SDE_EINVAL;
}

static int list_help(papi_handle_t handle, const char *name, const char *help)
{
	ck_assert_msg(handle == &listed && *help, "%s has no help", name);
	return SDE_OK;
}

START_TEST(a_lister_gets_every_register_and_field)
{
	papi_sde_fptr_struct_t calls = {
		.init = list_begin,
		.register_counter_cb = list_event,
		.describe_counter = list_help,
	};
	unsigned int events = 0;
	struct gpcd_reg reg;

	view_poke_name(&view, TRACK, 7);
	ck_assert_ptr_eq(papi_sde_hook_list_events(&calls), &listed);
	for (unsigned int i = 0; !gpcd_catalogue_at(GPCD_CHIP_ARIES, i, &reg); i++)
		events += 1 + reg.rule->nfields;
	ck_assert_uint_eq(listed, events);
}
END_TEST

START_TEST(no_software_defined_event_is_made_up)
{
	papi_is(PAPI_add_named_event(set, "sde:::gpcd::X"), PAPI_ENOEVNT);
	papi_is(PAPI_query_named_event("sde:::gpcd::X"), PAPI_ENOEVNT);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("papi");
	TCase *tcase = tcase_create("aries");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, names_as_clients_write_them);
	tcase_add_test(tcase, every_code_gives_its_name);
	tcase_add_test(tcase, processor_tiles_have_two_names);
	tcase_add_test(tcase, tile_counters_have_two_names);
	tcase_add_test(tcase, unknown_names_are_handed_on);
	tcase_add_test(tcase, a_counter_counts_from_the_start);
	tcase_add_test(tcase, a_wrap_is_counted);
	tcase_add_test(tcase, a_narrow_counter_wraps_more_than_once);
	tcase_add_test(tcase, other_registers_give_their_value);
	tcase_add_test(tcase, reset_and_accum_begin_again);
	tcase_add_test(tcase, values_are_in_the_order_of_the_events);
	tcase_add_test(tcase, a_set_is_ours_or_papis);
	tcase_add_test(tcase, states_as_papi_has_them);
	tcase_add_test(tcase, a_reset_of_the_chip_is_no_number);
	tcase_add_test(tcase, without_a_device_the_reason_is_said);
	tcase_add_test(tcase, no_memory);
	tcase_add_test(tcase, software_defined_events_count_too);
	tcase_add_test(tcase, a_software_defined_event_goes_on_after_a_reset);
	tcase_add_test(tcase, a_lister_gets_every_register_and_field);
	tcase_add_test(tcase, no_software_defined_event_is_made_up);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
