// SPDX-License-Identifier: GPL-2.0-only
/*
 * The generic netlink family: devices, registers, the permission table; each answer equals the
 * ioctls'.
 */
#include <sched.h>
#include <sys/utsname.h>
#include <sys/wait.h>

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
	{ "registers, no such file", GPCD_CMD_REG_GET, NLM_F_DUMP, GPCD_A_REG_FD, 999, EBADF,
	  "no such descriptor" },
	{ "registers, no device", GPCD_CMD_REG_GET, NLM_F_DUMP, GPCD_A_REG_FD, 0, EBADF,
	  "the descriptor is not a device, /dev/gpcdN" },
	{ "permissions of a job", GPCD_CMD_PERMS_GET, NLM_F_DUMP, GPCD_A_PERMS_JOB, 1, EINVAL,
	  "Attribute failed policy validation" },
	{ "a notification", GPCD_CMD_DEV_ADD_NTF, 0, GPCD_A_DEV_INDEX, 0, EOPNOTSUPP, "" },
	{ "values, as of earlier versions", 7, NLM_F_DUMP, 1, 0, EOPNOTSUPP, "" },
	{ "registers, no dump", GPCD_CMD_REG_GET, 0, GPCD_A_REG_FD, 0, EOPNOTSUPP, "" },
};

START_TEST(what_is_wrong_is_refused_in_words)
{
	int error = ask_number(refusals[_i].cmd, refusals[_i].flags, refusals[_i].type,
			       refusals[_i].number);

	ck_assert_msg(error == refusals[_i].error, "%s: %s", refusals[_i].what, strerror(error));
	expect_said(refusals[_i].said, refusals[_i].flags);
}
END_TEST

static const struct {
	int cmd, flags;
	const char *said;
} needs[] = {
	{ GPCD_CMD_DEV_GET, 0, "needs the number of a device, or NLM_F_DUMP" },
	{ GPCD_CMD_REG_GET, NLM_F_DUMP, "needs the descriptor of an open file" },
};

START_TEST(what_is_missing_is_asked_for)
{
	ck_assert_int_eq(ask(needs[_i].cmd, needs[_i].flags, NULL), EINVAL);
	expect_said(needs[_i].said, needs[_i].flags);
}
END_TEST

/* --- registers --- */

static struct gpcd_catalogue_entry *catalogue;

static void heard_register(struct nlattr **attrs, int cmd)
{
	const struct gpcd_catalogue_entry *entry = &catalogue[talk.messages - 1];

	(void)cmd;
	ck_assert_uint_eq(nla_get_u32(attrs[GPCD_A_REG_ADDR]), entry->addr);
	ck_assert_str_eq(nla_get_string(attrs[GPCD_A_REG_NAME]), entry->name);
	ck_assert_uint_eq(nla_get_u8(attrs[GPCD_A_REG_KIND]), entry->kind);
	ck_assert_uint_eq(nla_get_u8(attrs[GPCD_A_REG_UNIT]), entry->unit);
	ck_assert_uint_eq(nla_get_u8(attrs[GPCD_A_REG_WIDTH]), entry->width);
	ck_assert_uint_eq(nla_get_u8(attrs[GPCD_A_REG_LEVEL]), entry->level);
}

START_TEST(registers_are_those_of_the_catalogue)
{
	struct gpcd_info info = { .size = sizeof(info) };
	struct gpcd_catalogue_page page = { .size = sizeof(page) };

	ck_assert_int_eq(call(device, GPCD_IOC_INFO, &info), 0);
	catalogue = calloc(info.nregs, sizeof(*catalogue));
	page.count = info.nregs;
	page.entry_size = sizeof(*catalogue);
	page.entries = (uintptr_t)catalogue;
	ck_assert_int_eq(call(device, GPCD_IOC_CATALOGUE, &page), 0);
	talk.heard = heard_register;
	ck_assert_int_eq(ask_number(GPCD_CMD_REG_GET, NLM_F_DUMP, GPCD_A_REG_FD, device), 0);
	ck_assert_uint_eq(talk.messages, info.nregs);
	free(catalogue);
}
END_TEST

START_TEST(a_chip_that_is_gone_has_no_registers)
{
	set_fault("unplug");
	ck_assert_int_eq(ask_number(GPCD_CMD_REG_GET, NLM_F_DUMP, GPCD_A_REG_FD, device), ENODEV);
	expect_said("the device is gone", NLM_F_DUMP);
	talk.heard = NULL;
	ck_assert_int_eq(ask(GPCD_CMD_DEV_GET, NLM_F_DUMP, NULL), 0);
	ck_assert_int_eq(talk.messages, 0);
	set_fault("none");
}
END_TEST

/* A refused request holds nothing: the modules can be unloaded afterwards. */
START_TEST(a_descriptor_that_is_refused_is_let_go)
{
	struct gpcd_group_req req = {
		.size = sizeof(req), .count = 1, .addrs = (uintptr_t)addrs,
	};
	int group = ioctl(device, GPCD_IOC_GROUP, &req);

	ck_assert_int_ge(group, 0);
	ck_assert_int_eq(ask_number(GPCD_CMD_REG_GET, NLM_F_DUMP, GPCD_A_REG_FD, group), EBADF);
	expect_said("the descriptor is not a device, /dev/gpcdN", NLM_F_DUMP);
	close(group);
	close(device);
	ck_assert_int_eq(module_unload("gpcd_emu"), 0);
	talk_close();
	ck_assert_int_eq(module_unload("gpcd"), 0);
	chip_load();
	device = open_device();
	talk_open();
}
END_TEST

/* The rest of the dump is never read: the module stays until the socket is closed. */
START_TEST(a_dump_that_is_left_ends_with_its_socket)
{
	struct nl_msg *msg = nlmsg_alloc();

	genlmsg_put(msg, 0, 0, talk.family, 0, NLM_F_DUMP, GPCD_CMD_REG_GET, 1);
	nla_put_u32(msg, GPCD_A_REG_FD, device);
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

/* --- the permission table --- */

static void heard_entry(struct nlattr **attrs, int cmd)
{
	struct nlattr *nic[GPCD_A_NIC_MAX + 1];

	(void)cmd;
	ck_assert_uint_eq(nla_get_u64(attrs[GPCD_A_PERMS_JOB]), 100000000 + talk.messages);
	ck_assert_uint_eq(nla_get_u32(attrs[GPCD_A_PERMS_LEVEL]), GPCD_LEVEL_NIC);
	ck_assert_int_eq(nla_parse_nested(nic, GPCD_A_NIC_MAX, attrs[GPCD_A_PERMS_NIC], NULL), 0);
	ck_assert_uint_eq(nla_get_u32(nic[GPCD_A_NIC_DOMAIN]), 3);
	ck_assert_uint_eq(nla_get_u32(nic[GPCD_A_NIC_ADDR]), 4);
}

static void entries_make(int n)
{
	struct gpcd_perms_set set = {
		.size = sizeof(set),
		.entry = { .level = GPCD_LEVEL_NIC, .nics = 1, .nic = { { 3, 4 } } },
	};
	int ctl = open("/dev/gpcdctl", O_RDWR | O_CLOEXEC);

	for (int i = 1; i <= n; i++) {
		set.entry.job = 100000000 + i;
		ck_assert_int_eq(call(ctl, GPCD_IOC_PERMS_SET, &set), 0);
	}
	close(ctl);
}

START_TEST(permissions_are_those_of_the_table)
{
	entries_make(300);
	talk.heard = heard_entry;
	ck_assert_int_eq(ask(GPCD_CMD_PERMS_GET, NLM_F_DUMP, NULL), 0);
	ck_assert_int_eq(talk.messages, 300);
	ck_assert_int_eq(talk.interrupted, 0);
}
END_TEST

static void heard_while_it_changes(struct nlattr **attrs, int cmd)
{
	(void)attrs;
	(void)cmd;
	if (talk.messages == 1)
		entries_make(1);
}

/* The kernel sends a dump in parts, and makes one part ahead. This table needs more parts. */
START_TEST(a_table_that_changes_is_told)
{
	entries_make(2000);
	talk.heard = heard_while_it_changes;
	ck_assert_int_eq(ask(GPCD_CMD_PERMS_GET, NLM_F_DUMP, NULL), 0);
	ck_assert_int_eq(talk.messages, 2000);
	ck_assert_int_gt(talk.interrupted, 0);
}
END_TEST

/* Run in a child; return 0 on success, otherwise what failed. */
static int in_child(int (*run)(void))
{
	pid_t child = fork();
	int status;

	if (!child) {
		nl_socket_free(talk.sock);
		_exit(run());
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int perms_as_nobody(void)
{
	if (setuid(NOBODY))
		return 255;
	talk_open();
	return ask(GPCD_CMD_PERMS_GET, NLM_F_DUMP, NULL);
}

static int perms_as_root_of_a_namespace(void)
{
	if (setuid(NOBODY) || unshare(CLONE_NEWUSER | CLONE_NEWNET))
		return 255;
	talk_open();
	return ask(GPCD_CMD_PERMS_GET, NLM_F_DUMP, NULL);
}

START_TEST(permissions_need_privilege)
{
	ck_assert_int_eq(in_child(perms_as_nobody), EPERM);
	ck_assert_int_eq(in_child(perms_as_root_of_a_namespace), EPERM);
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
	tcase_add_loop_test(tcase, what_is_missing_is_asked_for, 0, ARRAY_SIZE(needs));
	tcase_add_test(tcase, registers_are_those_of_the_catalogue);
	tcase_add_test(tcase, a_chip_that_is_gone_has_no_registers);
	tcase_add_test(tcase, a_descriptor_that_is_refused_is_let_go);
	tcase_add_test(tcase, a_dump_that_is_left_ends_with_its_socket);
	tcase_add_test(tcase, permissions_are_those_of_the_table);
	tcase_add_test(tcase, a_table_that_changes_is_told);
	tcase_add_test(tcase, permissions_need_privilege);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(netlink_suite());
}
