// SPDX-License-Identifier: GPL-2.0-only
/* Counters of RDMA devices that are files, and what the files say of a port. */
#include "nics/items.h"
#include "nics/files/rdma_files.h"
#include "reading.h"
#include "suite.h"
#include "tree.h"

#define PCI	"sys/devices/pci0000:40/0000:42:00.0"
#define MLX	"sys/class/infiniband/mlx5_0"
#define PORT	MLX "/ports/1"

#define ALL	(NIC_RDMA_COUNTERS | NIC_RDMA_COUNTERS_EXT | NIC_RDMA_HW_COUNTERS | NIC_RDMA_DEVICE)

static struct nic_rdma_files *files;
static struct nic nic;

static void setup(void)
{
	tree_begin();
	read_clear();
	failing = NULL;
	hanging = NULL;
	preads = 0;
	files = NULL;
	nic = (struct nic){ 0 };
	tree_put(PORT "/counters/port_rcv_data", "4294967295\n");
	tree_put(PORT "/counters/port_xmit_data", "11\n");
	tree_put(PORT "/counters/symbol_error", "12\n");
	tree_put(PORT "/hw_counters/out_of_buffer", "21\n");
	tree_put(PORT "/hw_counters/lifespan", "10\n");
	tree_put(MLX "/hw_counters/fdb_drops", "31\n");
	tree_put(PORT "/state", "4: ACTIVE\n");
	tree_put(PORT "/rate", "100 Gb/sec (4X EDR)\n");
	tree_put(PORT "/lid", "0x1f\n");
	tree_put(PCI "/net/eth9/dev_port", "1\n");
	tree_put(PCI "/net/eth10/dev_port", "0\n");
	tree_put("sys/bus/pci/drivers/mlx5_core/bind", " ");
	tree_link(PCI "/driver", "sys/bus/pci/drivers/mlx5_core");
	tree_link(MLX "/device", PCI);
}

static void close_files(void)
{
	nic_rdma_files_close(files);
	nic_items_free(&nic);
	files = NULL;
	nic = (struct nic){ 0 };
}

static void teardown(void)
{
	close_files();
	tree_end();
}

static void open_files(unsigned int folders)
{
	ck_assert_int_eq(nic_rdma_files_open(&files, &nic, "mlx5_0", 1, folders), 0);
}

static void read_all(void)
{
	ck_assert_int_eq(nic_rdma_files_read(files, NULL, &reading), 0);
}

static void item_is(unsigned int index, const char *family, const char *name)
{
	ck_assert_str_eq(nic.items[index].family, family);
	ck_assert_str_eq(nic.items[index].name, name);
}

/* --- folders --- */

START_TEST(all_folders)
{
	tree_put(PORT "/counters_ext/port_rcv_data_64", "41\n");
	open_files(ALL);
	ck_assert_uint_eq(nic.count, 7);
	item_is(0, "counters", "port_rcv_data");
	item_is(3, "counters_ext", "port_rcv_data_64");
	item_is(4, "hw_counters", "lifespan");
	item_is(6, "device", "fdb_drops");
	read_all();
	read_is(1, 11);
	read_is(3, 41);
	read_is(5, 21);
	read_is(6, 31);
}
END_TEST

/* Other items come first: those that netlink gives. */
START_TEST(after_other_items)
{
	static const bool wanted[] = { true, false, false, true, true };

	ck_assert_int_eq(nic_items_add(&nic, "hw_counters", "first"), 0);
	open_files(NIC_RDMA_COUNTERS | NIC_RDMA_DEVICE);
	ck_assert_uint_eq(nic.count, 5);
	item_is(4, "device", "fdb_drops");
	preads = 0;
	ck_assert_int_eq(nic_rdma_files_read(files, wanted, &reading), 0);
	ck_assert_uint_eq(preads, 2);
	ck_assert_uint_eq(read_values[0], UNTOUCHED);
	ck_assert_uint_eq(read_values[1], UNTOUCHED);
	ck_assert_uint_eq(read_values[2], UNTOUCHED);
	read_is(3, 12);
	read_is(4, 31);
}
END_TEST

START_TEST(missing_folders)
{
	tree_remove(PORT "/counters");
	tree_remove(MLX "/hw_counters");
	open_files(ALL);
	ck_assert_uint_eq(nic.count, 2);
	item_is(1, "hw_counters", "out_of_buffer");
	ck_assert_str_eq(nic.about.variant, "");
	read_all();
	read_is(1, 21);
}
END_TEST

START_TEST(a_port_that_has_none)
{
	tree_remove(PORT "/counters");
	open_files(NIC_RDMA_COUNTERS);
	ck_assert_uint_eq(nic.count, 0);
	read_all();
}
END_TEST

START_TEST(no_port)
{
	ck_assert_int_eq(nic_rdma_files_open(&files, &nic, "mlx5_0", 2, ALL), -ENODEV);
	ck_assert_int_eq(nic_rdma_files_open(&files, &nic, "mlx5_1", 1, ALL), -ENODEV);
	ck_assert_int_eq(nic_rdma_files_open(&files, &nic, "../infiniband/mlx5_0", 1, ALL),
			 -ENODEV);
	ck_assert_int_eq(nic_rdma_files_about("mlx5_0", 2, &nic.about), -ENODEV);
}
END_TEST

START_TEST(the_device_vanishes)
{
	open_files(ALL);
	tree_remove("sys/class");
	ck_assert_int_eq(nic_rdma_files_read(files, NULL, &reading), -ENODEV);
}
END_TEST

/* Devices may refuse some counters for ever; old kernels said so in words. */
START_TEST(counters_that_are_refused)
{
	open_files(NIC_RDMA_COUNTERS);
	tree_put(PORT "/counters/symbol_error", "N/A (no PMA)\n");
	failing = "port_xmit_data";
	failing_errno = EINVAL;
	read_all();
	read_is(0, UINT32_MAX);
	read_is_none(1, GPCD_STATUS_REFUSED);
	read_is_none(2, GPCD_STATUS_REFUSED);
}
END_TEST

/* --- forms of the kernel's own counters --- */

START_TEST(the_extended_form)
{
	tree_put(PORT "/counters/unicast_rcv_packets", "1\n");
	open_files(NIC_RDMA_COUNTERS);
	ck_assert_str_eq(nic.about.variant, "extended");
	ck_assert_uint_eq(preads, 0);
}
END_TEST

START_TEST(a_form_that_only_a_value_shows)
{
	open_files(NIC_RDMA_COUNTERS);
	ck_assert_str_eq(nic.about.variant, "classic");
	/* Opening read the two counters of traffic that this port has, and no others. */
	ck_assert_uint_eq(preads, 2);
	read_all();
	tree_put(PORT "/counters/port_rcv_data", "4294967296\n");
	ck_assert_int_eq(nic_rdma_files_read(files, NULL, &reading), -ESTALE);
	close_files();
	open_files(NIC_RDMA_COUNTERS);
	ck_assert_str_eq(nic.about.variant, "noietf");
	read_all();
	read_is(0, 4294967296);
}
END_TEST

/* --- what a port is --- */

START_TEST(a_port)
{
	ck_assert_int_eq(nic_rdma_files_about("mlx5_0", 1, &nic.about), 0);
	ck_assert_str_eq(nic.about.driver, "mlx5_core");
	ck_assert_str_eq(nic.about.bus, "0000:42:00.0");
	ck_assert_str_eq(nic.about.partner, "eth10");
	ck_assert_str_eq(nic.about.link, "4: ACTIVE");
	ck_assert_uint_eq(nic.about.bits_per_second, 100000000000);
	ck_assert_uint_eq(nic.about.address, 0x1f);
	ck_assert(!nic.about.minor);
}
END_TEST

START_TEST(a_port_that_says_its_interface)
{
	tree_put(PORT "/gid_attrs/ndevs/0", "bond0\n");
	ck_assert_int_eq(nic_rdma_files_about("mlx5_0", 1, &nic.about), 0);
	ck_assert_str_eq(nic.about.partner, "bond0");
}
END_TEST

START_TEST(a_virtual_function)
{
	tree_link(PCI "/physfn", "sys/bus");
	ck_assert_int_eq(nic_rdma_files_about("mlx5_0", 1, &nic.about), 0);
	ck_assert(nic.about.minor);
}
END_TEST

START_TEST(soft_roce)
{
	tree_remove(MLX "/device");
	tree_put(MLX "/parent", "eth5\n");
	ck_assert_int_eq(nic_rdma_files_about("mlx5_0", 1, &nic.about), 0);
	ck_assert_str_eq(nic.about.driver, "rxe");
	ck_assert_str_eq(nic.about.bus, "");
	ck_assert_str_eq(nic.about.partner, "eth5");
	ck_assert(nic.about.minor);
}
END_TEST

static const struct {
	const char *text;
	uint64_t speed;
} rates[] = {
	{ "2.5 Gb/sec (1X SDR)", 2500000000 },
	{ "25.78125 Gb/sec (1X EDR)", 25781250000 },
	{ "0.0000000019 Gb/sec", 1 },
	{ "800 Gb/sec (8X XDR)", 800000000000 },
	{ "", 0 },
	{ "unknown", 0 },
};

START_TEST(rates_of_links)
{
	tree_put(PORT "/rate", "%s\n", rates[_i].text);
	ck_assert_int_eq(nic_rdma_files_about("mlx5_0", 1, &nic.about), 0);
	ck_assert_uint_eq(nic.about.bits_per_second, rates[_i].speed);
}
END_TEST

static char found[64];

static int note(void *data, const char *device, unsigned int port)
{
	char text[32];

	snprintf(text, sizeof(text), "%s/%u ", device, port);
	strcat(found, text);
	return !strcmp(text, data) ? 5 : 0;
}

START_TEST(ports_are_found)
{
	tree_folder("sys/class/infiniband/mlx5_10/ports/1");
	tree_folder("sys/class/infiniband/mlx5_10/ports/10");
	tree_folder("sys/class/infiniband/mlx5_10/ports/2");
	tree_folder("sys/class/infiniband/mlx5_10/ports/x");
	tree_folder("sys/class/infiniband/bare");
	found[0] = '\0';
	ck_assert_int_eq(nic_rdma_ports(note, ""), 0);
	ck_assert_str_eq(found, "mlx5_0/1 mlx5_10/1 mlx5_10/2 mlx5_10/10 ");
	found[0] = '\0';
	ck_assert_int_eq(nic_rdma_ports(note, "mlx5_10/1 "), 5);
	ck_assert_str_eq(found, "mlx5_0/1 mlx5_10/1 ");
	tree_remove("sys/class");
	ck_assert_int_eq(nic_rdma_ports(note, ""), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("nic_rdma_files");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, all_folders);
	tcase_add_test(tcase, after_other_items);
	tcase_add_test(tcase, missing_folders);
	tcase_add_test(tcase, a_port_that_has_none);
	tcase_add_test(tcase, no_port);
	tcase_add_test(tcase, the_device_vanishes);
	tcase_add_test(tcase, counters_that_are_refused);
	tcase_add_test(tcase, the_extended_form);
	tcase_add_test(tcase, a_form_that_only_a_value_shows);
	tcase_add_test(tcase, a_port);
	tcase_add_test(tcase, a_port_that_says_its_interface);
	tcase_add_test(tcase, a_virtual_function);
	tcase_add_test(tcase, soft_roce);
	tcase_add_loop_test(tcase, rates_of_links, 0, sizeof(rates) / sizeof(*rates));
	tcase_add_test(tcase, ports_are_found);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
