// SPDX-License-Identifier: GPL-2.0-only
/* Requests by netlink, to the kernel that runs: every machine has a loopback interface. */
#include <errno.h>
#include <linux/rtnetlink.h>
#include <net/if.h>

#include "nics/netlink.h"
#include "nics/nic.h"
#include "suite.h"

static struct nic_netlink *netlink;
static struct nl_msg *request;
static unsigned int messages, loopbacks;

static void ask_for(uint32_t index, int flags)
{
	const struct ifinfomsg head = { .ifi_index = index };

	request = nlmsg_alloc_simple(RTM_GETLINK, flags);
	ck_assert_ptr_nonnull(request);
	ck_assert_int_eq(nlmsg_append(request, (void *)&head, sizeof(head), NLMSG_ALIGNTO), 0);
}

static void setup(void)
{
	unsetenv(NIC_ROOT_ENV);
	ck_assert_int_eq(nic_netlink_open(&netlink, NETLINK_ROUTE), 0);
	messages = 0;
	loopbacks = 0;
}

static void teardown(void)
{
	nlmsg_free(request);
	request = NULL;
	nic_netlink_close(netlink);
}

static int count(void *data, struct nlmsghdr *reply)
{
	const struct ifinfomsg *head = nlmsg_data(reply);

	messages++;
	loopbacks += head->ifi_index == (int)if_nametoindex("lo");
	return *(int *)data;
}

static int ask(int result)
{
	return nic_netlink_ask(netlink, request, count, &result);
}

START_TEST(one_message)
{
	ask_for(if_nametoindex("lo"), 0);
	ck_assert_int_eq(ask(0), 0);
	ck_assert_uint_eq(messages, 1);
	ck_assert_uint_eq(loopbacks, 1);
}
END_TEST

START_TEST(again_and_again)
{
	ask_for(if_nametoindex("lo"), 0);
	for (unsigned int i = 0; i < 1000; i++)
		ck_assert_int_eq(ask(0), 0);
	ck_assert_uint_eq(loopbacks, 1000);
}
END_TEST

START_TEST(many_messages)
{
	struct if_nameindex *names = if_nameindex();
	unsigned int wanted = 0;

	for (; names[wanted].if_index; wanted++)
		;
	if_freenameindex(names);
	ask_for(0, NLM_F_DUMP);
	ck_assert_int_eq(ask(0), 0);
	ck_assert_uint_eq(messages, wanted);
	ck_assert_uint_eq(loopbacks, 1);
}
END_TEST

START_TEST(an_error_of_the_kernel)
{
	ask_for(INT32_MAX, 0);
	ck_assert_int_eq(ask(0), -ENODEV);
	ck_assert_uint_eq(messages, 0);
}
END_TEST

START_TEST(an_error_of_the_reader_is_the_last_call)
{
	ask_for(0, NLM_F_DUMP);
	ck_assert_int_eq(ask(-EPROTO), -EPROTO);
	ck_assert_uint_eq(messages, 1);
	ck_assert_int_eq(ask(0), 0);
	ck_assert_uint_eq(loopbacks > 0, 1);
}
END_TEST

START_TEST(an_unknown_protocol)
{
	struct nic_netlink *other;

	ck_assert_int_eq(nic_netlink_open(&other, 31), -EPROTONOSUPPORT);
}
END_TEST

START_TEST(another_machine)
{
	struct nic_netlink *other;

	setenv(NIC_ROOT_ENV, "/tmp", 1);
	ck_assert_int_eq(nic_netlink_open(&other, NETLINK_ROUTE), -EPROTONOSUPPORT);
	unsetenv(NIC_ROOT_ENV);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("nic_netlink");
	TCase *tcase = tcase_create("requests");

	suite_add_tcase(suite, tcase);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, one_message);
	tcase_add_test(tcase, again_and_again);
	tcase_add_test(tcase, many_messages);
	tcase_add_test(tcase, an_error_of_the_kernel);
	tcase_add_test(tcase, an_error_of_the_reader_is_the_last_call);
	tcase_add_test(tcase, an_unknown_protocol);
	tcase_add_test(tcase, another_machine);
	return suite_run(suite);
}
