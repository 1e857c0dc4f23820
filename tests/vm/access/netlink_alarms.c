// SPDX-License-Identifier: GPL-2.0-only
/*
 * Alarms by netlink: anybody may list them and receive their states; the rates they see are for
 * their makers.
 */
#include <linux/gpcd_alarm.h>
#include <sched.h>
#include <sys/wait.h>

#include "suite.h"
#include "talk.h"

static struct nl_sock *listener;

/* The network namespace of a listener or an alarm. */
enum { OURS, OTHER, NAMESPACES };

/* The last alarm that was received. */
static struct heard {
	int cmd;
	uint32_t id;
	uint32_t device;
	uint32_t state;
	uint64_t number;
	int kept;
	int more;
	char name[GPCD_ALARM_NAME];
} heard;

static void heard_alarm(struct nlattr **attrs, int cmd)
{
	heard = (struct heard){
		.cmd = cmd,
		.id = nla_get_u32(attrs[GPCD_A_ALARM_ID]),
		.device = nla_get_u32(attrs[GPCD_A_ALARM_DEVICE]),
		.state = nla_get_u32(attrs[GPCD_A_ALARM_STATE]),
		.number = nla_get_u64(attrs[GPCD_A_ALARM_NUMBER]),
		.kept = !!attrs[GPCD_A_ALARM_KEPT],
	};
	strcpy(heard.name, nla_get_string(attrs[GPCD_A_ALARM_NAME]));
	for (int i = GPCD_A_ALARM_PAD; i < 32; i++)
		heard.more += i > GPCD_A_ALARM_PAD && attrs[i];
}

static void listen_begin(void)
{
	listener = nl_socket_alloc();
	ck_assert_int_eq(genl_connect(listener), 0);
	nl_socket_disable_seq_check(listener);
	nl_socket_modify_cb(listener, NL_CB_VALID, NL_CB_CUSTOM, talk_message, NULL);
	talk.heard = heard_alarm;
	ck_assert_int_eq(nl_socket_add_membership(listener,
						  genl_ctrl_resolve_grp(listener, GPCD_GENL_NAME,
									GPCD_GENL_ALARMS)), 0);
}

/* Make an alarm that any rate raises and none clears, of a chip whose time the test moves. */
static int alarm_open(uint32_t flags, uint64_t period_ns, uint32_t *id)
{
	struct gpcd_group_req of = {
		.size = sizeof(of), .count = 8, .addrs = (uintptr_t)addrs,
	};
	struct gpcd_alarm_req req = {
		.size = sizeof(req), .flags = flags | GPCD_ALARM_BELOW, .period_ns = period_ns,
		.raise = UINT64_MAX, .clear = UINT64_MAX,
		.name = "busy:all-tiles.0_1",
	};
	int group = ioctl(device, GPCD_IOC_GROUP, &of);
	int alarm = ioctl(group, GPCD_IOC_ALARM, &req);

	ck_assert_msg(alarm >= 0, "alarm: %s", strerror(errno));
	close(group);
	*id = req.id;
	return alarm;
}

static void expect(int cmd, uint32_t id, uint32_t state, uint64_t number)
{
	ck_assert_int_eq(heard.cmd, cmd);
	ck_assert_uint_eq(heard.id, id);
	ck_assert_uint_eq(heard.device, 0);
	ck_assert_uint_eq(heard.state, state);
	ck_assert_uint_eq(heard.number, number);
	ck_assert_int_eq(heard.more, 0);
	ck_assert_str_eq(heard.name, "busy:all-tiles.0_1");
}

static void expect_event(uint32_t id, uint32_t state, uint64_t number)
{
	ck_assert_int_eq(nl_recvmsgs_default(listener), 0);
	expect(GPCD_CMD_ALARM_NTF, id, state, number);
}

START_TEST(changes_are_told)
{
	uint32_t id;
	int alarm;

	listen_begin();
	alarm = alarm_open(0, GPCD_ALARM_PERIOD_MIN_NS, &id);
	ck_assert_int_eq(write_file(BACKDOOR "/advance", "1000000000"), 0);
	expect_event(id, GPCD_ALARM_RAISED, 1);
	set_fault("unplug");
	expect_event(id, GPCD_ALARM_GONE, 2);
	set_fault("none");
	close(alarm);
	nl_socket_free(listener);
}
END_TEST

/* Enter a new network namespace, or return to ours. */
static void namespace_enter(int which)
{
	static int ours = -1;

	if (ours < 0)
		ours = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	ck_assert_int_eq(which == OTHER ? unshare(CLONE_NEWNET) : setns(ours, CLONE_NEWNET), 0);
}

static void expect_of(struct nl_sock *of, uint32_t id, uint32_t state, uint64_t number)
{
	listener = of;
	expect_event(id, state, number);
}

/* A listener that received another namespace's alarms would do so before the last message here. */
START_TEST(changes_are_told_in_the_namespace_of_the_maker)
{
	struct nl_sock *of[NAMESPACES];
	uint32_t id[NAMESPACES], last;
	int alarm[NAMESPACES];

	for (int i = 0; i < NAMESPACES; i++) {
		namespace_enter(i);
		listen_begin();
		of[i] = listener;
		alarm[i] = alarm_open(0, GPCD_ALARM_PERIOD_MIN_NS, &id[i]);
	}
	ck_assert_int_eq(write_file(BACKDOOR "/advance", "1000000000"), 0);
	for (int i = 0; i < NAMESPACES; i++)
		expect_of(of[i], id[i], GPCD_ALARM_RAISED, 1);
	close(alarm[OTHER]);
	close(alarm[OURS]);
	close(alarm_open(0, GPCD_ALARM_PERIOD_NS, &last));
	expect_of(of[OURS], id[OURS], GPCD_ALARM_REMOVED, 2);
	expect_of(of[OTHER], id[OTHER], GPCD_ALARM_REMOVED, 2);
	expect_of(of[OTHER], last, GPCD_ALARM_REMOVED, 1);
	namespace_enter(OURS);
	for (int i = 0; i < NAMESPACES; i++)
		nl_socket_free(of[i]);
}
END_TEST

START_TEST(that_it_is_closed_is_told)
{
	uint32_t id;

	listen_begin();
	close(alarm_open(0, GPCD_ALARM_PERIOD_NS, &id));
	expect_event(id, GPCD_ALARM_REMOVED, 1);
	nl_socket_free(listener);
}
END_TEST

/* A number read now may be used later to remove the alarm. */
START_TEST(a_number_is_not_soon_used_again)
{
	uint32_t id[2];

	for (int i = 0; i < 2; i++)
		close(alarm_open(0, GPCD_ALARM_PERIOD_NS, &id[i]));
	ck_assert_uint_gt(id[1], id[0]);
}
END_TEST

START_TEST(all_are_listed)
{
	uint32_t id[2];
	int alarm[2];

	talk.heard = heard_alarm;
	ck_assert_int_eq(ask(GPCD_CMD_ALARM_GET, NLM_F_DUMP, NULL), 0);
	ck_assert_int_eq(talk.messages, 0);
	for (int i = 0; i < 2; i++)
		alarm[i] = alarm_open(i ? GPCD_ALARM_KEEP : 0, GPCD_ALARM_PERIOD_NS, &id[i]);
	ck_assert_int_eq(ask(GPCD_CMD_ALARM_GET, NLM_F_DUMP, NULL), 0);
	ck_assert_int_eq(talk.messages, 2);
	expect(GPCD_CMD_ALARM_GET, id[1], GPCD_ALARM_CLEAR, 0);
	ck_assert_int_eq(heard.kept, 1);
	for (int i = 0; i < 2; i++)
		close(alarm[i]);
	ck_assert_int_eq(ask(GPCD_CMD_ALARM_GET, NLM_F_DUMP, NULL), 0);
	ck_assert_int_eq(talk.messages, 1);
}
END_TEST

/* More than a message has room for. */
START_TEST(many_are_listed_once_each)
{
	int alarms[300];
	uint32_t id;

	talk.heard = heard_alarm;
	for (int i = 0; i < ARRAY_SIZE(alarms); i++)
		alarms[i] = alarm_open(0, GPCD_ALARM_PERIOD_NS, &id);
	ck_assert_int_eq(ask(GPCD_CMD_ALARM_GET, NLM_F_DUMP, NULL), 0);
	ck_assert_int_eq(talk.messages, ARRAY_SIZE(alarms));
	ck_assert_uint_eq(heard.id, id);
	for (int i = 0; i < ARRAY_SIZE(alarms); i++)
		close(alarms[i]);
}
END_TEST

START_TEST(no_attribute_is_taken)
{
	ck_assert_int_eq(ask_number(GPCD_CMD_ALARM_GET, NLM_F_DUMP, GPCD_A_ALARM_ID, 1), EINVAL);
}
END_TEST

static int list_as_nobody(void)
{
	if (unshare(CLONE_NEWNET) || setuid(NOBODY))
		return 255;
	talk_open();
	return ask(GPCD_CMD_ALARM_GET, NLM_F_DUMP, NULL) || talk.messages != 1;
}

START_TEST(anybody_may_list_them)
{
	uint32_t id;
	int alarm = alarm_open(0, GPCD_ALARM_PERIOD_NS, &id), status;
	pid_t child = fork();

	if (!child)
		_exit(list_as_nobody());
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(WEXITSTATUS(status), 0);
	close(alarm);
}
END_TEST

static Suite *alarms_suite(void)
{
	Suite *suite = suite_create("netlink_alarms");
	TCase *tcase = tcase_create("netlink_alarms");

	tcase_add_checked_fixture(tcase, netlink_setup, netlink_teardown);
	tcase_add_test(tcase, changes_are_told);
	tcase_add_test(tcase, changes_are_told_in_the_namespace_of_the_maker);
	tcase_add_test(tcase, that_it_is_closed_is_told);
	tcase_add_test(tcase, a_number_is_not_soon_used_again);
	tcase_add_test(tcase, all_are_listed);
	tcase_add_test(tcase, many_are_listed_once_each);
	tcase_add_test(tcase, no_attribute_is_taken);
	tcase_add_test(tcase, anybody_may_list_them);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(alarms_suite());
}
