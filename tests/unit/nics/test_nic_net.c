// SPDX-License-Identifier: GPL-2.0-only
/* Network interfaces whose kernel and driver a test plays. */
#include <linux/if_link.h>

#include "ioctls.h"
#include "nics/sources.h"
#include "reading.h"
#include "replies.h"
#include "suite.h"
#include "tree.h"

#define INDEX	7

static struct nic nic;
static unsigned int stats_count;	/* of struct rtnl_link_stats64 */
static struct timespec skip;	/* what the clock is ahead */

int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
	int err = __real_clock_gettime(clock, now);

	now->tv_sec += skip.tv_sec;
	return err;
}

/* --- the kernel --- */

static void fill_link(struct nl_msg *message)
{
	const struct ifinfomsg head = { .ifi_index = INDEX };

	put_head(message, RTM_NEWLINK, &head, sizeof(head));
	put_text(message, IFLA_IFNAME, "eth9");
	ck_assert_int_eq(nla_put_u8(message, IFLA_OPERSTATE, 6), 0);
	put_text(message, IFLA_PARENT_DEV_NAME, "0000:41:00.0");
}

static void fill_far_end(struct nl_msg *message)
{
	fill_link(message);
	put_text(message, IFLA_PHYS_PORT_NAME, "pf0vf3");
}

static void fill_without_device(struct nl_msg *message)
{
	const struct ifinfomsg head = { .ifi_index = INDEX };

	put_head(message, RTM_NEWLINK, &head, sizeof(head));
	put_text(message, IFLA_IFNAME, "eth9");
}

static void fill_stats(struct nl_msg *message)
{
	const struct if_stats_msg head = { .ifindex = INDEX };
	uint64_t values[64];

	for (unsigned int i = 0; i < 64; i++)
		values[i] = 1000 + i;
	put_head(message, RTM_NEWSTATS, &head, sizeof(head));
	ck_assert_int_eq(nla_put(message, IFLA_STATS_LINK_64, stats_count * sizeof(uint64_t),
				 values), 0);
}

static void fill_family(struct nl_msg *message)
{
	const struct genlmsghdr head = { .cmd = CTRL_CMD_NEWFAMILY };

	put_head(message, GENL_ID_CTRL, &head, sizeof(head));
	ck_assert_int_eq(nla_put_u16(message, CTRL_ATTR_FAMILY_ID, ETHTOOL_FAMILY), 0);
}

static void setup(void)
{
	tree_begin();
	replies_begin();
	read_clear();
	memset(&driver, 0, sizeof(driver));
	skip = (struct timespec){};
	stats_count = 25;
	reply_to(RTM_GETLINK, 0, fill_link);
	reply_to(RTM_GETSTATS, 0, fill_stats);
	reply_to(FIND_FAMILY, 0, fill_family);
	nic = (struct nic){};
}

static void teardown(void)
{
	if (nic.private)
		nic_source_net.close(&nic);
	tree_end();
}

static void open_it(void)
{
	ck_assert_int_eq(nic_source_net.open(&nic, "eth9"), 0);
}

static int read_it(void)
{
	return nic_source_net.read(&nic, NULL, &reading);
}

static void driver_has(unsigned int i, const char *name, uint64_t value)
{
	memset(driver.names[i], 0, ETH_GSTRING_LEN);
	memcpy(driver.names[i], name, strnlen(name, ETH_GSTRING_LEN));
	driver.values[i] = value;
	driver.count = i + 1 > driver.count ? i + 1 : driver.count;
}

/* --- what it is --- */

START_TEST(a_card)
{
	driver.name = "ice";
	driver.bus = "0000:41:00.0";
	driver.megabits = 100000;
	open_it();
	ck_assert_str_eq(nic.about.driver, "ice");
	ck_assert_str_eq(nic.about.bus, "0000:41:00.0");
	ck_assert_str_eq(nic.about.link, "up");
	ck_assert_uint_eq(nic.about.bits_per_second, 100000000000ull);
	ck_assert(!nic.about.minor);
}
END_TEST

START_TEST(an_unknown_speed_is_none)
{
	driver.megabits = SPEED_UNKNOWN;
	open_it();
	ck_assert_uint_eq(nic.about.bits_per_second, 0);
}
END_TEST

START_TEST(a_bus_of_another_kind_is_none)
{
	driver.name = "mlx5_core";
	driver.bus = "mlx5_core.sf.4";
	open_it();
	ck_assert_str_eq(nic.about.bus, "");
}
END_TEST

static bool is_minor(void)
{
	ck_assert_int_eq(nic_source_net.about(&nic), 0);
	return nic.about.minor;
}

START_TEST(minor_ones)
{
	open_it();
	ck_assert(!is_minor());
	reply_to(RTM_GETLINK, 0, fill_far_end);
	ck_assert(is_minor());
	reply_to(RTM_GETLINK, 0, fill_without_device);
	ck_assert(is_minor());
	reply_to(RTM_GETLINK, 0, fill_link);
	tree_put("sys/bus/pci/devices/0000:41:00.0/physfn/vendor", "0x8086\n");
	ck_assert(is_minor());
}
END_TEST

/* Kernels before 5.14. */
START_TEST(a_device_that_only_files_show)
{
	reply_to(RTM_GETLINK, 0, fill_without_device);
	tree_put("sys/class/net/eth9/ifindex", "%u\n", INDEX);
	tree_put("sys/class/net/eth9/device/vendor", "0x8086\n");
	open_it();
	ck_assert(!nic.about.minor);
	tree_put("sys/class/net/eth9/device/physfn/vendor", "0x8086\n");
	ck_assert(is_minor());
}
END_TEST

START_TEST(files_of_another_namespace)
{
	reply_to(RTM_GETLINK, 0, fill_without_device);
	tree_put("sys/class/net/eth9/ifindex", "%u\n", INDEX + 1);
	tree_put("sys/class/net/eth9/device/vendor", "0x8086\n");
	open_it();
	ck_assert(nic.about.minor);
}
END_TEST

/* --- counters that every interface has --- */

START_TEST(a_kernel_that_has_fewer)
{
	stats_count = 23;
	open_it();
	ck_assert_uint_eq(nic.count, 23);
	ck_assert_str_eq(nic.items[22].name, "tx_compressed");
	ck_assert_int_eq(read_it(), 0);
	read_is(22, 1022);
}
END_TEST

START_TEST(a_kernel_that_has_more)
{
	stats_count = 40;
	open_it();
	ck_assert_uint_eq(nic.count, 25);
	ck_assert_int_eq(read_it(), 0);
	read_is(0, 1000);
	read_is(24, 1024);
}
END_TEST

START_TEST(a_truncated_attribute)
{
	open_it();
	stats_count = 0;
	ck_assert_int_eq(read_it(), 0);
	read_is_none(0, GPCD_STATUS_REFUSED);
	read_is_none(24, GPCD_STATUS_REFUSED);
}
END_TEST

START_TEST(another_number_of_them)
{
	open_it();
	stats_count = 24;
	ck_assert_int_eq(read_it(), -ESTALE);
}
END_TEST

START_TEST(gone_while_it_is_read)
{
	open_it();
	reply_to(RTM_GETSTATS, -ENODEV, NULL);
	reply_to(RTM_GETLINK, -ENODEV, NULL);
	ck_assert_int_eq(read_it(), -ENODEV);
}
END_TEST

/* Else its counters would be shown as those of the interface that has its name now. */
START_TEST(renamed)
{
	open_it();
	driver.interface = "eth10";
	ck_assert_int_eq(read_it(), -ENODEV);
	ck_assert_int_eq(nic_source_net.about(&nic), -ENODEV);
	driver.interface = NULL;
	ck_assert_int_eq(read_it(), 0);
}
END_TEST

START_TEST(refused)
{
	open_it();
	reply_to(RTM_GETSTATS, -ENOMEM, NULL);
	ck_assert_int_eq(read_it(), 0);
	read_is_none(3, GPCD_STATUS_REFUSED);
}
END_TEST

START_TEST(a_kernel_without_generic_netlink)
{
	missing_protocol = NETLINK_GENERIC;
	open_it();
	ck_assert_uint_eq(nic.count, 25);
}
END_TEST

/* A process that lacks descriptors must not take the interface for one that has fewer counters. */
START_TEST(no_descriptor_for_generic_netlink)
{
	missing_protocol = NETLINK_GENERIC;
	missing_error = -EMFILE;
	ck_assert_int_eq(nic_source_net.open(&nic, "eth9"), -EMFILE);
	nic.private = NULL;
}
END_TEST

/* --- counters that a driver names --- */

START_TEST(names_stay_as_they_are)
{
	driver_has(0, "  giant hdr", 5);
	driver_has(1, "  giant hdr", 6);
	driver_has(2, "", 7);
	driver_has(3, "a name of thirty-two characters.", 8);
	open_it();
	ck_assert_uint_eq(nic.count, 29);
	ck_assert_str_eq(nic.items[25].family, "ethtool");
	ck_assert_str_eq(nic.items[25].name, "  giant hdr");
	ck_assert_str_eq(nic.items[26].name, "  giant hdr");
	ck_assert_str_eq(nic.items[27].name, "");
	ck_assert_str_eq(nic.items[28].name, "a name of thirty-two characters.");
	ck_assert_int_eq(read_it(), 0);
	for (unsigned int i = 0; i < 4; i++)
		read_is(25 + i, 5 + i);
}
END_TEST

START_TEST(asked_once_a_second)
{
	uint64_t first;

	driver_has(0, "drops", 5);
	open_it();
	ck_assert_int_eq(read_it(), 0);
	read_is(25, 5);
	first = read_ns[25];
	driver.values[0] = 6;
	ck_assert_int_eq(read_it(), 0);
	read_is_stale(25, 5);
	ck_assert_uint_eq(read_ns[25], first);
	ck_assert_uint_ge(read_ns[0], first);
	skip.tv_sec = 1;
	ck_assert_int_eq(read_it(), 0);
	read_is(25, 6);
	ck_assert_uint_gt(read_ns[25], first);
	ck_assert_uint_eq(driver.reads, 2);
}
END_TEST

START_TEST(asked_as_often_as_the_environment_says)
{
	setenv(NIC_ETHTOOL_ENV, "0", 1);
	driver_has(0, "drops", 5);
	open_it();
	ck_assert_int_eq(read_it(), 0);
	driver.values[0] = 6;
	ck_assert_int_eq(read_it(), 0);
	read_is(25, 6);
	unsetenv(NIC_ETHTOOL_ENV);
}
END_TEST

START_TEST(not_asked_if_not_wanted)
{
	bool wanted[26] = { [3] = true };

	driver_has(0, "drops", 5);
	open_it();
	ck_assert_int_eq(nic_source_net.read(&nic, wanted, &reading), 0);
	read_is(3, 1003);
	ck_assert_uint_eq(driver.reads, 0);
}
END_TEST

START_TEST(a_driver_that_refuses)
{
	driver_has(0, "drops", 5);
	open_it();
	driver.err = -EIO;
	ck_assert_int_eq(read_it(), 0);
	read_is(0, 1000);
	read_is_none(25, GPCD_STATUS_REFUSED);
	driver.err = 0;
	ck_assert_int_eq(read_it(), 0);
	read_is_none(25, GPCD_STATUS_REFUSED);
	skip.tv_sec = 1;
	ck_assert_int_eq(read_it(), 0);
	read_is(25, 5);
}
END_TEST

/* The kernel says that there is no device. */
START_TEST(a_device_that_is_being_reset)
{
	driver_has(0, "drops", 5);
	open_it();
	driver.err = -ENODEV;
	ck_assert_int_eq(read_it(), 0);
	read_is_none(25, GPCD_STATUS_REFUSED);
}
END_TEST

START_TEST(gone_for_the_driver_too)
{
	bool wanted[26] = { [25] = true };

	driver_has(0, "drops", 5);
	open_it();
	driver.gone = 1;
	reply_to(RTM_GETLINK, -ENODEV, NULL);
	ck_assert_int_eq(nic_source_net.read(&nic, wanted, &reading), -ENODEV);
}
END_TEST

/* One more counter than there were, _i: seen by a kernel that checks, and by one that does not. */
START_TEST(their_number_changes)
{
	driver_has(0, "drops", 5);
	open_it();
	driver.unchecked = _i;
	for (unsigned int i = 1; i < STRINGS_MOST; i++)
		driver_has(i, "more", i);
	ck_assert_int_eq(read_it(), -ESTALE);
	ck_assert_int_eq(read_it(), -ESTALE);
}
END_TEST

START_TEST(a_name_changes)
{
	driver_has(0, "drops", 5);
	driver_has(1, "kicks", 6);
	open_it();
	driver_has(1, "timeouts", 6);
	ck_assert_int_eq(read_it(), -ESTALE);
}
END_TEST

static void grow_once(uint32_t command)
{
	if (command != ETHTOOL_GSTRINGS)
		return;
	driver.before = NULL;
	for (unsigned int i = 1; i < STRINGS_MOST; i++)
		driver_has(i, "more", i);
}

START_TEST(their_number_changes_while_it_is_opened)
{
	driver_has(0, "drops", 5);
	driver.before = grow_once;
	open_it();
	ck_assert_uint_eq(nic.count, 25 + STRINGS_MOST);
	ck_assert_int_eq(read_it(), 0);
	read_is(25 + STRINGS_MOST - 1, STRINGS_MOST - 1);
}
END_TEST

static void grow_for_ever(uint32_t command)
{
	if (command == ETHTOOL_GSTRINGS)
		driver_has(driver.count, "more", 1);
}

START_TEST(a_list_that_never_stands_still_has_no_items)
{
	driver_has(0, "drops", 5);
	driver.before = grow_for_ever;
	open_it();
	ck_assert_uint_eq(nic.count, 25);
}
END_TEST

static TCase *case_of(const char *name)
{
	TCase *tcase = tcase_create(name);

	tcase_add_checked_fixture(tcase, setup, teardown);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("nic_net");
	TCase *about = case_of("about"), *link = case_of("link"), *names = case_of("names");

	suite_add_tcase(suite, about);
	tcase_add_test(about, a_card);
	tcase_add_test(about, an_unknown_speed_is_none);
	tcase_add_test(about, a_bus_of_another_kind_is_none);
	tcase_add_test(about, minor_ones);
	tcase_add_test(about, a_device_that_only_files_show);
	tcase_add_test(about, files_of_another_namespace);
	suite_add_tcase(suite, link);
	tcase_add_test(link, a_kernel_that_has_fewer);
	tcase_add_test(link, a_kernel_that_has_more);
	tcase_add_test(link, a_truncated_attribute);
	tcase_add_test(link, another_number_of_them);
	tcase_add_test(link, gone_while_it_is_read);
	tcase_add_test(link, renamed);
	tcase_add_test(link, refused);
	tcase_add_test(link, a_kernel_without_generic_netlink);
	tcase_add_test(link, no_descriptor_for_generic_netlink);
	suite_add_tcase(suite, names);
	tcase_add_test(names, names_stay_as_they_are);
	tcase_add_test(names, asked_once_a_second);
	tcase_add_test(names, asked_as_often_as_the_environment_says);
	tcase_add_test(names, not_asked_if_not_wanted);
	tcase_add_test(names, a_driver_that_refuses);
	tcase_add_test(names, a_device_that_is_being_reset);
	tcase_add_test(names, gone_for_the_driver_too);
	tcase_add_loop_test(names, their_number_changes, 0, 2);
	tcase_add_test(names, a_name_changes);
	tcase_add_test(names, their_number_changes_while_it_is_opened);
	tcase_add_test(names, a_list_that_never_stands_still_has_no_items);
	return suite_run(suite);
}
