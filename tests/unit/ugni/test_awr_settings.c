// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which mode a message takes, for every combination of what the environment, the program's calls
 * and the message itself ask for, against a plain table; and names that almost match a variable.
 */
#include <check.h>
#include <stdbool.h>
#include <gpcd/gpcd.h>

#include "ugni/awr/internal.h"
#include "ugni/include/awr.h"
#include "ugni/record.h"
#include "registers.h"
#include "suite.h"
#include "view.h"

#define ENDPOINT	((gni_ep_handle_t)0x5000)
#define SHORT		0xffff	/* a short message: it has no mode of its own */
#define FIXED		GNI_DLVMODE_ADAPTIVE2
#define CALLED		GNI_DLVMODE_NMIN_HASH

/* Sources that may ask for a mode; one bit each, so that a number is a combination. */
enum {
	TYPE = 1, DISABLE = 2, LOW_LATENCY = 4, LOW_STALLS = 8, ALLTOALL = 16, LARGE = 32,
	COUNTERS = 64, COMBINATIONS = 128,
};

enum call { CALL_NONE, CALL_CHANGE, CALL_ENABLE, CALL_DISABLE, CALLS };

static const uint16_t own_modes[] = {
	GNI_DLVMODE_PERFORMANCE, GNI_DLVMODE_ADAPTIVE1,
	GNI_DLVMODE_IN_ORDER, GNI_DLVMODE_NMIN_HASH, GNI_DLVMODE_MIN_HASH,
	GNI_DLVMODE_ADAPTIVE1 | GNI_DLVMODE_NO_RADAPT,
	GNI_DLVMODE_ADAPTIVE2 | GNI_DLVMODE_ORDERED_TAIL,
	SHORT,
};

static const char *const names[] = {
	"AWR_ROUTING_DISABLE", "AWR_ROUTING_TYPE", "AWR_ROUTING_LOW_LATENCY",
	"AWR_ROUTING_LOW_STALLS", "AWR_CUTOFF", "AWR_STORE_SR", "AWR_MODEL", "AWR_LAMBDA",
	"AWR_SIGMA",
};

static struct view view;
static gni_cdm_handle_t cdm;

static void setup(void)
{
	gni_nic_handle_t nic;
	uint32_t address;

	for (unsigned int i = 0; i < ARRAY_SIZE(names); i++)
		unsetenv(names[i]);
	view_create(&view, GPCD_CHIP_ARIES);
	record = (struct record){ 0 };
	ck_assert_int_eq(GNI_CdmCreate(3, 1, 1, 0, &cdm), GNI_RC_SUCCESS);
	ck_assert_int_eq(GNI_CdmAttach(cdm, 0, &address, &nic), GNI_RC_SUCCESS);
}

static void teardown(void)
{
	GNI_CdmDestroy(cdm);
	routing_close();
	view_destroy(&view);
}

static void set(const char *name, const char *value, bool on)
{
	if (on)
		setenv(name, value, 1);
	else
		unsetenv(name);
}

static void environment(unsigned int asked)
{
	set("AWR_ROUTING_TYPE", "64", asked & TYPE);
	set("AWR_ROUTING_DISABLE", "1", asked & DISABLE);
	set("AWR_ROUTING_LOW_LATENCY", "0x60", asked & LOW_LATENCY);
	set("AWR_ROUTING_LOW_STALLS", "0xa0", asked & LOW_STALLS);
	setenv("GPCD_DEVICE", asked & COUNTERS ? view.where : "image:/nowhere", 1);
	routing_close();
}

/*
 * Return the model's choice: a message of few bytes takes the bias, the first large one does not.
 */
static uint16_t chosen(unsigned int asked)
{
	if (!(asked & LARGE))
		return asked & LOW_LATENCY ? 0x60 : GNI_DLVMODE_ADAPTIVE3;
	if (asked & LOW_STALLS)
		return 0xa0;
	return asked & ALLTOALL ? GNI_DLVMODE_ADAPTIVE1 : GNI_DLVMODE_ADAPTIVE0;
}

/* The plain table, as docs/awr.md has it: the last call of the program, then the environment. */
static uint16_t wanted(unsigned int asked, enum call call, uint16_t own)
{
	const uint16_t ordered = GNI_DLVMODE_IN_ORDER | GNI_DLVMODE_NMIN_HASH |
				 GNI_DLVMODE_MIN_HASH;
	uint16_t beside = own == SHORT ? 0 :
			  own & (GNI_DLVMODE_NO_RADAPT | GNI_DLVMODE_ORDERED_TAIL);

	if (own != SHORT && own & ordered)
		return own;
	if (call == CALL_CHANGE)
		return CALLED | beside;
	if (call == CALL_DISABLE)
		return own;
	if (call == CALL_NONE && asked & TYPE)
		return FIXED | beside;
	if (call == CALL_NONE && asked & DISABLE)
		return own;
	return asked & COUNTERS ? chosen(asked) | beside : own;
}

static void program_calls(enum call call)
{
	switch (call) {
	case CALL_CHANGE:
		awr_change_routing(CALLED);
		break;
	case CALL_ENABLE:
		awr_enable();
		break;
	case CALL_DISABLE:
		awr_disable();
		break;
	default:
		break;
	}
}

/* Send a message. Return the mode that it took; SHORT: none was set for a short one. */
static uint16_t sent(uint32_t bytes, uint16_t own)
{
	gni_post_descriptor_t post = {
		.type = GNI_POST_RDMA_PUT, .length = bytes, .dlvr_mode = own,
	};

	record.calls = 0;
	record.set = 0;
	if (own == SHORT)
		GNI_SmsgSend(ENDPOINT, NULL, 0, NULL, bytes, 0);
	else
		GNI_PostRdma(ENDPOINT, &post);
	ck_assert_uint_eq(record.calls, 1);
	return own == SHORT && !record.set ? SHORT : record.call[0].mode;
}

static void is_sent_as_wanted(unsigned int asked, enum call call, uint16_t own)
{
	uint16_t mode, want = wanted(asked, call, own);

	environment(asked);
	program_calls(call);
	if (asked & ALLTOALL)
		awr_alltoall(1);
	mode = sent(asked & LARGE ? 65536 : 64, own);
	if (asked & ALLTOALL)
		awr_alltoall(0);
	ck_assert_msg(mode == want, "asked for %#x, call %d, own mode %#x: %#x, not %#x", asked,
		      call, own, mode, want);
}

START_TEST(every_combination)
{
	for (unsigned int asked = 0; asked < COMBINATIONS; asked++)
		for (unsigned int i = 0; i < ARRAY_SIZE(own_modes); i++)
			is_sent_as_wanted(asked, _i, own_modes[i]);
}
END_TEST

/* Make the n-th near miss of a variable's name. */
static void almost(const char *name, unsigned int n, char other[64])
{
	static const char *const ends[] = { "S", "_", "", " ", "0" };

	snprintf(other, 64, "%s%s%s", n == 5 ? "X" : "", name + (n == 6), n < 5 ? ends[n] : "");
	if (n == 2)
		other[strlen(name) - 1] = '\0';
	for (char *c = other; n == 7 && *c; c++)
		*c |= 0x20;
}

START_TEST(names_that_are_almost_those_of_variables)
{
	char other[64];

	for (unsigned int n = 0; n <= 7; n++) {
		almost(names[_i], n, other);
		ck_assert_str_ne(other, names[_i]);
		ck_assert_int_eq(setenv(other, "1", 1), 0);
	}
	environment(COUNTERS);
	ck_assert_uint_eq(sent(4096, GNI_DLVMODE_PERFORMANCE), GNI_DLVMODE_ADAPTIVE3);
	ck_assert_uint_eq(sent(65536, GNI_DLVMODE_PERFORMANCE), GNI_DLVMODE_ADAPTIVE0);
	for (unsigned int n = 0; n <= 7; n++) {
		almost(names[_i], n, other);
		unsetenv(other);
	}
}
END_TEST

/* Values that are almost numbers are ignored as a whole. */
START_TEST(values_that_are_almost_numbers)
{
	static const char *const values[] = {
		"", " 8", "8 ", "+8", "-8", "8x", "0x", "0x1ff0", "512", "1e1", "8,", "NaN",
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(values); i++) {
		setenv("AWR_ROUTING_TYPE", values[i], 1);
		setenv("AWR_ROUTING_LOW_LATENCY", values[i], 1);
		setenv("GPCD_DEVICE", view.where, 1);
		routing_close();
		ck_assert_msg(sent(64, GNI_DLVMODE_PERFORMANCE) == GNI_DLVMODE_ADAPTIVE3,
			      "'%s' is taken for a number", values[i]);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("awr_settings");
	TCase *tcase = tcase_create("settings");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, every_combination, 0, CALLS);
	tcase_add_loop_test(tcase, names_that_are_almost_those_of_variables, 0, ARRAY_SIZE(names));
	tcase_add_test(tcase, values_that_are_almost_numbers);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
