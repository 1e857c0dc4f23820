// SPDX-License-Identifier: GPL-2.0-only
/* Ports of RDMA devices: what comes by netlink, what from files, and what if one of them fails. */
#include <rdma/rdma_netlink.h>

#include "nics/sources.h"
#include "reading.h"
#include "replies.h"
#include "suite.h"
#include "tree.h"

#define MLX	"sys/class/infiniband/mlx5_0"
#define PORT	MLX "/ports/1"

#define DEVICES	RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_GET)
#define STATS	RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_STAT_GET)

static struct nic nic;

/* --- the kernel --- */

static const char *device;	/* its name */
static unsigned int counters;	/* that it has */
static bool truncated;	/* the last counter has no value */

static void fill_device(struct nl_msg *message)
{
	put_u32(message, RDMA_NLDEV_ATTR_DEV_INDEX, 4);
	put_text(message, RDMA_NLDEV_ATTR_DEV_NAME, device);
}

static void put_counter(struct nl_msg *message, unsigned int i)
{
	static const char *const names[] = { "out_of_buffer", "rx_icrc", "cc_rx_ce_pkts" };
	struct nlattr *nest = put_nest(message, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY);

	put_text(message, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME, names[i]);
	if (!truncated || i + 1 < counters)
		put_u64(message, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_VALUE, 100 + i);
	nla_nest_end(message, nest);
}

static void fill_stats(struct nl_msg *message)
{
	struct nlattr *table;

	fill_device(message);
	put_u32(message, RDMA_NLDEV_ATTR_PORT_INDEX, 1);
	table = put_nest(message, RDMA_NLDEV_ATTR_STAT_HWCOUNTERS);
	for (unsigned int i = 0; i < counters; i++)
		put_counter(message, i);
	nla_nest_end(message, table);
}

static void setup(void)
{
	tree_begin();
	replies_begin();
	read_clear();
	device = "mlx5_0";
	counters = 2;
	truncated = false;
	failing = NULL;
	reply_to(DEVICES, 0, fill_device);
	reply_to(STATS, 0, fill_stats);
	tree_put(PORT "/counters/symbol_error", "12\n");
	tree_put(PORT "/hw_counters/out_of_buffer", "21\n");
	tree_put(PORT "/hw_counters/rx_icrc", "22\n");
	tree_put(MLX "/hw_counters/fdb_drops", "31\n");
	tree_put(PORT "/state", "4: ACTIVE\n");
	nic = (struct nic){};
}

static void teardown(void)
{
	if (nic.private)
		nic_source_rdma.close(&nic);
	tree_end();
}

static int try_open(const char *name)
{
	int err = nic_source_rdma.open(&nic, name);

	if (err)
		nic = (struct nic){};
	return err;
}

static void open_it(unsigned int count)
{
	ck_assert_int_eq(try_open("mlx5_0/1"), 0);
	ck_assert_uint_eq(nic.count, count);
}

static int read_it(void)
{
	return nic_source_rdma.read(&nic, NULL, &reading);
}

static unsigned int item(const char *family, const char *name)
{
	unsigned int i = 0;

	while (i < nic.count && (strcmp(nic.items[i].family, family) ||
				 strcmp(nic.items[i].name, name)))
		i++;
	ck_assert_msg(i < nic.count, "%s %s is missing", family, name);
	return i;
}

/* --- names --- */

START_TEST(a_port_by_its_number)
{
	open_it(4);
	ck_assert_str_eq(nic.about.link, "4: ACTIVE");
}
END_TEST

START_TEST(the_only_port_by_its_device)
{
	ck_assert_int_eq(try_open("mlx5_0"), 0);
	ck_assert_uint_eq(nic.count, 4);
}
END_TEST

START_TEST(two_ports_need_a_number)
{
	tree_put(MLX "/ports/2/state", "1: DOWN\n");
	ck_assert_int_eq(try_open("mlx5_0"), -ENOTUNIQ);
	open_it(4);
}
END_TEST

START_TEST(no_such_port)
{
	static const char *const names[] = {
		"", "/", "/1", "mlx5_0/", "mlx5_0/0", "mlx5_0/2", "mlx5_0/1x", "mlx5_0/+1",
		"mlx5_1", "mlx5_1/1", "../mlx5_0/1",
	};

	for (unsigned int i = 0; i < sizeof(names) / sizeof(*names); i++)
		ck_assert_msg(try_open(names[i]) == -ENODEV, "%s", names[i]);
}
END_TEST

static int keep_name(void *data, const char *name, const struct nic_about *about)
{
	(void)about;
	strcat(data, name);
	strcat(data, " ");
	return 0;
}

START_TEST(ports_are_found)
{
	char names[64] = "";
	const struct nic_visitor visitor = { keep_name, names };

	tree_put(MLX "/ports/2/state", "1: DOWN\n");
	ck_assert_int_eq(nic_source_rdma.find(&visitor), 0);
	ck_assert_str_eq(names, "mlx5_0/1 mlx5_0/2 ");
	ck_assert_uint_eq(asked, 0);
}
END_TEST

/* --- counters --- */

START_TEST(each_comes_from_its_place)
{
	open_it(4);
	ck_assert_int_eq(read_it(), 0);
	read_is(item("hw_counters", "out_of_buffer"), 100);
	read_is(item("hw_counters", "rx_icrc"), 101);
	read_is(item("counters", "symbol_error"), 12);
	read_is(item("device", "fdb_drops"), 31);
	ck_assert_uint_eq(read_ns[item("hw_counters", "out_of_buffer")],
			  read_ns[item("hw_counters", "rx_icrc")]);
}
END_TEST

START_TEST(one_message_a_read)
{
	open_it(4);
	asked = 0;
	ck_assert_int_eq(read_it(), 0);
	ck_assert_uint_eq(asked, 1);
}
END_TEST

START_TEST(no_message_if_none_is_wanted)
{
	bool wanted[4] = {};

	open_it(4);
	wanted[item("counters", "symbol_error")] = true;
	asked = 0;
	ck_assert_int_eq(nic_source_rdma.read(&nic, wanted, &reading), 0);
	ck_assert_uint_eq(asked, 0);
	read_is(item("counters", "symbol_error"), 12);
}
END_TEST

/* Without such a netlink, without the device there, without statistics, with too many. */
START_TEST(files_where_netlink_has_none)
{
	static const int errors[] = { -EOPNOTSUPP, -EINVAL, -EMSGSIZE };

	if (_i == 3)
		missing_protocol = NETLINK_RDMA;
	else if (_i == 4)
		device = "mlx5_7";
	else
		reply_to(STATS, errors[_i], NULL);
	open_it(4);
	ck_assert_int_eq(read_it(), 0);
	read_is(item("hw_counters", "out_of_buffer"), 21);
	read_is(item("hw_counters", "rx_icrc"), 22);
}
END_TEST

START_TEST(a_truncated_reply_is_no_list)
{
	truncated = true;
	ck_assert_int_eq(try_open("mlx5_0/1"), -EPROTO);
}
END_TEST

START_TEST(a_truncated_reply_is_no_value)
{
	open_it(4);
	truncated = true;
	ck_assert_int_eq(read_it(), 0);
	read_is_none(item("hw_counters", "out_of_buffer"), GPCD_STATUS_REFUSED);
	read_is_none(item("hw_counters", "rx_icrc"), GPCD_STATUS_REFUSED);
	read_is(item("device", "fdb_drops"), 31);
}
END_TEST

START_TEST(an_optional_counter_is_switched_on)
{
	open_it(4);
	counters = 3;
	ck_assert_int_eq(read_it(), -ESTALE);
	reply_to(STATS, -EMSGSIZE, NULL);
	ck_assert_int_eq(read_it(), -ESTALE);
}
END_TEST

START_TEST(and_switched_off)
{
	counters = 3;
	open_it(5);
	counters = 2;
	ck_assert_int_eq(read_it(), -ESTALE);
}
END_TEST

/* --- devices that go --- */

START_TEST(a_driver_that_refuses)
{
	open_it(4);
	reply_to(STATS, -EINVAL, NULL);
	ck_assert_int_eq(read_it(), 0);
	read_is_none(item("hw_counters", "out_of_buffer"), GPCD_STATUS_REFUSED);
	read_is(item("counters", "symbol_error"), 12);
}
END_TEST

START_TEST(gone_while_it_is_read)
{
	open_it(4);
	reply_to(STATS, -EINVAL, NULL);
	reply_to(DEVICES, -EINVAL, NULL);
	ck_assert_int_eq(read_it(), -ENODEV);
}
END_TEST

START_TEST(another_device_has_its_number)
{
	open_it(4);
	device = "rxe0";
	ck_assert_int_eq(read_it(), -ENODEV);
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
	Suite *suite = suite_create("nic_rdma");
	TCase *names = case_of("names"), *values = case_of("values"), *ends = case_of("ends");

	suite_add_tcase(suite, names);
	tcase_add_test(names, a_port_by_its_number);
	tcase_add_test(names, the_only_port_by_its_device);
	tcase_add_test(names, two_ports_need_a_number);
	tcase_add_test(names, no_such_port);
	tcase_add_test(names, ports_are_found);
	suite_add_tcase(suite, values);
	tcase_add_test(values, each_comes_from_its_place);
	tcase_add_test(values, one_message_a_read);
	tcase_add_test(values, no_message_if_none_is_wanted);
	tcase_add_loop_test(values, files_where_netlink_has_none, 0, 5);
	tcase_add_test(values, a_truncated_reply_is_no_list);
	tcase_add_test(values, a_truncated_reply_is_no_value);
	tcase_add_test(values, an_optional_counter_is_switched_on);
	tcase_add_test(values, and_switched_off);
	suite_add_tcase(suite, ends);
	tcase_add_test(ends, a_driver_that_refuses);
	tcase_add_test(ends, gone_while_it_is_read);
	tcase_add_test(ends, another_device_has_its_number);
	return suite_run(suite);
}
