// SPDX-License-Identifier: GPL-2.0-only
/* The generic netlink family reports events of devices. */
#include <sched.h>
#include <sys/wait.h>

#include "suite.h"
#include "talk.h"

static struct nl_sock *listener;
static int event_cmd;
static uint32_t event_fault;
static uint64_t event_epoch;
static uint32_t event_index;

static void heard_event(struct nlattr **attrs, int cmd)
{
	event_cmd = cmd;
	event_fault = nla_get_u32(attrs[GPCD_A_DEV_FAULT]);
	event_epoch = attrs[GPCD_A_DEV_EPOCH] ? nla_get_u64(attrs[GPCD_A_DEV_EPOCH]) : 0;
	event_index = nla_get_u32(attrs[GPCD_A_DEV_INDEX]);
}

static int listen_begin(void)
{
	listener = nl_socket_alloc();
	if (genl_connect(listener))
		return -1;
	nl_socket_disable_seq_check(listener);
	nl_socket_modify_cb(listener, NL_CB_VALID, NL_CB_CUSTOM, talk_message, NULL);
	talk.heard = heard_event;
	return nl_socket_add_membership(listener, genl_ctrl_resolve_grp(listener, GPCD_GENL_NAME,
									  GPCD_GENL_DEVICES));
}

static void expect_event(int cmd, uint32_t fault)
{
	event_cmd = 0;
	ck_assert_int_eq(nl_recvmsgs_default(listener), 0);
	ck_assert_int_eq(event_cmd, cmd);
	ck_assert_uint_eq(event_fault, fault);
	ck_assert_uint_eq(event_index, 0);
}

START_TEST(faults_and_unplugging_are_told)
{
	ck_assert_int_eq(listen_begin(), 0);
	set_fault("ones");
	expect_event(GPCD_CMD_DEV_FAULT_NTF, GPCD_FAULT_ONES);
	set_fault("slow:1000");
	expect_event(GPCD_CMD_DEV_FAULT_NTF, GPCD_FAULT_SLOW);
	set_fault("stuck");
	expect_event(GPCD_CMD_DEV_FAULT_NTF, GPCD_FAULT_STUCK);
	set_fault("unplug");
	expect_event(GPCD_CMD_DEV_REMOVE_NTF, GPCD_FAULT_STUCK);
	set_fault("ones");
	expect_event(GPCD_CMD_DEV_ADD_NTF, GPCD_FAULT_NONE);
	expect_event(GPCD_CMD_DEV_FAULT_NTF, GPCD_FAULT_ONES);
	set_fault("none");
	expect_event(GPCD_CMD_DEV_FAULT_NTF, GPCD_FAULT_NONE);
	nl_socket_free(listener);
}
END_TEST

START_TEST(a_new_epoch_is_told)
{
	uint64_t value = 5;
	struct gpcd_info info = { .size = sizeof(info) };
	struct gpcd_write_req req = {
		.size = sizeof(req), .count = 1,
		.addrs = (uintptr_t)addrs, .values = (uintptr_t)&value,
	};

	ck_assert_int_eq(listen_begin(), 0);
	ck_assert_int_eq(call(device, GPCD_IOC_WRITE, &req), 0);
	expect_event(GPCD_CMD_DEV_RESET_NTF, GPCD_FAULT_NONE);
	ck_assert_int_eq(call(device, GPCD_IOC_INFO, &info), 0);
	ck_assert_uint_eq(event_epoch, info.epoch);
	nl_socket_free(listener);
}
END_TEST

/* A write to the counters that one NIC sees is a write for the other NIC, too. */
START_TEST(a_new_epoch_is_told_of_both_views)
{
	uint64_t value = 5;
	struct gpcd_write_req req = {
		.size = sizeof(req), .count = 1,
		.addrs = (uintptr_t)addrs, .values = (uintptr_t)&value,
	};

	close(device);
	ck_assert_int_eq(module_unload("gpcd_emu"), 0);
	ck_assert_int_eq(module_load("gpcd_emu", "clock=virtual traffic=0 chips=2 views=2"), 0);
	device = open_device();
	ck_assert_int_eq(listen_begin(), 0);
	ck_assert_int_eq(call(device, GPCD_IOC_WRITE, &req), 0);
	for (uint32_t view = 0; view < 2; view++) {
		event_cmd = 0;
		ck_assert_int_eq(nl_recvmsgs_default(listener), 0);
		ck_assert_int_eq(event_cmd, GPCD_CMD_DEV_RESET_NTF);
		ck_assert_uint_eq(event_index, view);
		ck_assert_uint_ne(event_epoch, 0);
	}
	/* No event came from the other chip: the next one is caused here. */
	ck_assert_int_eq(write_file("/sys/class/gpcd_emu/gpcd_emu1/fault", "ones"), 0);
	ck_assert_int_eq(nl_recvmsgs_default(listener), 0);
	ck_assert_int_eq(event_cmd, GPCD_CMD_DEV_FAULT_NTF);
	nl_socket_free(listener);
}
END_TEST

static int other_namespace(void)
{
	if (unshare(CLONE_NEWNET) || setuid(NOBODY))
		return 255;
	talk_open();
	if (ask(GPCD_CMD_DEV_GET, NLM_F_DUMP, NULL) || talk.messages != 1)
		return 1;
	if (listen_begin())
		return 2;
	raise(SIGSTOP);
	event_cmd = 0;
	return nl_recvmsgs_default(listener) || event_cmd != GPCD_CMD_DEV_FAULT_NTF ? 3 : 0;
}

START_TEST(other_network_namespaces_hear_it)
{
	pid_t child = fork();
	int status;

	if (!child)
		_exit(other_namespace());
	ck_assert_int_eq(waitpid(child, &status, WUNTRACED), child);
	ck_assert(WIFSTOPPED(status));
	set_fault("ones");
	kill(child, SIGCONT);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(WEXITSTATUS(status), 0);
	set_fault("none");
}
END_TEST

START_TEST(who_is_too_slow_is_told_so)
{
	int lost = 0;

	ck_assert_int_eq(listen_begin(), 0);
	nl_socket_set_buffer_size(listener, 1, 1);
	nl_socket_set_nonblocking(listener);
	for (int i = 0; i < 200; i++) {
		set_fault("ones");
		set_fault("none");
	}
	for (int i = 0; i < 400 && !lost; i++)
		lost = nl_recvmsgs_default(listener) == -NLE_NOMEM;
	ck_assert(lost);
	nl_socket_free(listener);
}
END_TEST

static Suite *events_suite(void)
{
	Suite *suite = suite_create("netlink_events");
	TCase *tcase = tcase_create("netlink_events");

	tcase_add_checked_fixture(tcase, netlink_setup, netlink_teardown);
	tcase_add_test(tcase, faults_and_unplugging_are_told);
	tcase_add_test(tcase, a_new_epoch_is_told);
	tcase_add_test(tcase, a_new_epoch_is_told_of_both_views);
	tcase_add_test(tcase, other_network_namespaces_hear_it);
	tcase_add_test(tcase, who_is_too_slow_is_told_so);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(events_suite());
}
