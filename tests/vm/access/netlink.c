// SPDX-License-Identifier: GPL-2.0-only
/* The generic netlink family: devices, as the ioctls describe them, and how dumps end. */
#include <sys/utsname.h>

#include "suite.h"
#include "talk.h"

/* Linux 6.1 passes on why a dump is refused only for its own checks. */
static void expect_said(const char *words, int flags)
{
	struct utsname kernel;

	uname(&kernel);
	if (flags & NLM_F_DUMP && !strncmp(kernel.release, "6.1.", 4) && !talk.said[0])
		return;
	ck_assert_str_eq(talk.said, words);
}

/* --- devices --- */

static void heard_device(struct nlattr **attrs, int cmd)
{
	struct gpcd_info info = { .size = sizeof(info) };

	(void)cmd;
	ck_assert_int_eq(call(device, GPCD_IOC_INFO, &info), 0);
	ck_assert_uint_eq(nla_get_u32(attrs[GPCD_A_DEV_INDEX]), 0);
	ck_assert_uint_eq(nla_get_u32(attrs[GPCD_A_DEV_CHIP]), info.chip);
	ck_assert_uint_eq(nla_get_u64(attrs[GPCD_A_DEV_CHIP_ID]), info.chip_id);
	ck_assert_uint_eq(nla_get_u32(attrs[GPCD_A_DEV_DOMAIN]), info.domain);
	ck_assert_uint_eq(nla_get_u32(attrs[GPCD_A_DEV_NIC_ADDR]), info.nic_addr);
	ck_assert_uint_eq(nla_get_u32(attrs[GPCD_A_DEV_NIC_INDEX]), info.nic_index);
	ck_assert_uint_eq(nla_get_u32(attrs[GPCD_A_DEV_NICS]), info.nics);
	ck_assert_mem_eq(nla_data(attrs[GPCD_A_DEV_COORD]), info.coord, sizeof(info.coord));
	ck_assert_uint_eq(nla_get_u64(attrs[GPCD_A_DEV_FEATURES]), info.features);
	ck_assert_uint_eq(nla_get_u64(attrs[GPCD_A_DEV_HASH]), info.catalogue_hash);
	ck_assert_uint_eq(nla_get_u32(attrs[GPCD_A_DEV_REGISTERS]), info.nregs);
	ck_assert_uint_eq(nla_get_u32(attrs[GPCD_A_DEV_FAULT]), GPCD_FAULT_NONE);
	ck_assert_ptr_null(attrs[GPCD_A_DEV_EPOCH]);
}

START_TEST(a_device_is_as_info_says)
{
	talk.heard = heard_device;
	ck_assert_int_eq(ask_number(GPCD_CMD_DEV_GET, 0, GPCD_A_DEV_INDEX, 0), 0);
	ck_assert_int_eq(talk.messages, 1);
}
END_TEST

START_TEST(anybody_lists_devices)
{
	int error;

	talk_close();
	ck_assert_int_eq(seteuid(NOBODY), 0);
	talk_open();
	talk.heard = NULL;
	error = ask(GPCD_CMD_DEV_GET, NLM_F_DUMP, NULL);
	ck_assert_int_eq(seteuid(0), 0);
	ck_assert_int_eq(error, 0);
	ck_assert_int_eq(talk.messages, 1);
}
END_TEST

static const struct {
	const char *what;
	int cmd, flags, type;
	uint32_t number;
	int error;
	const char *said;
} refusals[] = {
	{ "no device", GPCD_CMD_DEV_GET, 0, GPCD_A_DEV_INDEX, 7, ENODEV,
	  "no device has this number" },
	{ "the last device", GPCD_CMD_DEV_GET, 0, GPCD_A_DEV_INDEX, ~0U, ENODEV,
	  "no device has this number" },
	{ "a dump of one", GPCD_CMD_DEV_GET, NLM_F_DUMP, GPCD_A_DEV_INDEX, 0, EINVAL,
	  "a dump is of all devices" },
	{ "an attribute unknown", GPCD_CMD_DEV_GET, 0, GPCD_A_DEV_CHIP, 0, EINVAL,
	  "Unknown attribute type" },
	{ "a notification", GPCD_CMD_DEV_ADD_NTF, 0, GPCD_A_DEV_INDEX, 0, EOPNOTSUPP, "" },
	{ "no command", GPCD_CMD_MAX + 1, NLM_F_DUMP, 1, 0, EOPNOTSUPP, "" },
};

START_TEST(what_is_wrong_is_refused_in_words)
{
	int error = ask_number(refusals[_i].cmd, refusals[_i].flags, refusals[_i].type,
			       refusals[_i].number);

	ck_assert_msg(error == refusals[_i].error, "%s: %s", refusals[_i].what, strerror(error));
	expect_said(refusals[_i].said, refusals[_i].flags);
}
END_TEST

START_TEST(what_is_missing_is_asked_for)
{
	ck_assert_int_eq(ask(GPCD_CMD_DEV_GET, 0, NULL), EINVAL);
	expect_said("needs the number of a device, or NLM_F_DUMP", 0);
}
END_TEST

START_TEST(a_chip_that_is_gone_is_not_listed)
{
	set_fault("unplug");
	ck_assert_int_eq(ask(GPCD_CMD_DEV_GET, NLM_F_DUMP, NULL), 0);
	ck_assert_int_eq(talk.messages, 0);
	set_fault("none");
}
END_TEST

/* --- dumps of several parts, each of about 120 devices; the kernel makes one part ahead --- */

static void many_load(const char *chips)
{
	close(device);
	ck_assert_int_eq(module_unload("gpcd_emu"), 0);
	ck_assert_int_eq(module_load("gpcd_emu", chips), 0);
	device = open_device();
}

static uint32_t next_index;

static void heard_next(struct nlattr **attrs, int cmd)
{
	(void)cmd;
	ck_assert_uint_eq(nla_get_u32(attrs[GPCD_A_DEV_INDEX]), next_index++);
}

START_TEST(many_devices_are_listed_once_each)
{
	many_load("chips=70 views=2 traffic=0");
	next_index = 0;
	talk.heard = heard_next;
	ck_assert_int_eq(ask(GPCD_CMD_DEV_GET, NLM_F_DUMP, NULL), 0);
	ck_assert_int_eq(talk.messages, 140);
	ck_assert_int_eq(talk.interrupted, 0);
}
END_TEST

static void heard_while_one_goes(struct nlattr **attrs, int cmd)
{
	(void)attrs;
	(void)cmd;
	if (talk.messages == 1)
		set_fault("unplug");
}

START_TEST(a_list_that_changes_says_so)
{
	many_load("chips=200 views=2 traffic=0");
	talk.heard = heard_while_one_goes;
	ck_assert_int_eq(ask(GPCD_CMD_DEV_GET, NLM_F_DUMP, NULL), 0);
	ck_assert_int_eq(talk.messages, 400);
	ck_assert_int_gt(talk.interrupted, 0);
	set_fault("none");
}
END_TEST

/* The rest of the dump is never read: the module stays until the socket is closed. */
START_TEST(a_dump_that_is_left_ends_with_its_socket)
{
	struct nl_msg *msg = nlmsg_alloc();

	many_load("chips=70 views=2 traffic=0");
	genlmsg_put(msg, 0, 0, talk.family, 0, NLM_F_DUMP, GPCD_CMD_DEV_GET, 1);
	ck_assert_int_gt(nl_send_auto(talk.sock, msg), 0);
	nlmsg_free(msg);
	close(device);
	ck_assert_int_eq(module_unload("gpcd_emu"), 0);
	ck_assert_int_ne(module_unload("gpcd"), 0);
	talk_close();
	ck_assert_int_eq(module_unload("gpcd"), 0);
	chip_load();
	device = open_device();
	talk_open();
}
END_TEST

static Suite *netlink_suite(void)
{
	Suite *suite = suite_create("netlink");
	TCase *tcase = tcase_create("netlink");

	tcase_add_checked_fixture(tcase, netlink_setup, netlink_teardown);
	tcase_add_test(tcase, a_device_is_as_info_says);
	tcase_add_test(tcase, anybody_lists_devices);
	tcase_add_loop_test(tcase, what_is_wrong_is_refused_in_words, 0, ARRAY_SIZE(refusals));
	tcase_add_test(tcase, what_is_missing_is_asked_for);
	tcase_add_test(tcase, a_chip_that_is_gone_is_not_listed);
	tcase_add_test(tcase, many_devices_are_listed_once_each);
	tcase_add_test(tcase, a_list_that_changes_says_so);
	tcase_add_test(tcase, a_dump_that_is_left_ends_with_its_socket);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(netlink_suite());
}
