// SPDX-License-Identifier: GPL-2.0-only
/* Which files stand for a device, and what they say, without mounting them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "gpcd-mount/shown/shown.h"
#include "suite.h"
#include "view.h"

#define FLITS	"GM_TARB_PERF_OUT_FLITS"
#define PKTS	"GM_TARB_PERF_OUT_PKTS"
#define CXI	"devices/virtual/cxi/cxi0/device/"
#define RDMA	"devices/virtual/infiniband/gpcd0/"
#define PORT	RDMA "ports/1/"
#define SETS	"devices/virtual/gni/gpcdr0/metricsets/"

static struct view view;
static struct shown shown;
static char text[TREE_TEXT_ROOM + 1];

static void setup(void)
{
	complain_as("gpcd-mount");
	setenv("GPCD_GPCDR", MOUNT_SETS, 1);
	setenv("GPCD_METRICS", MOUNT_METRICS, 1);
	setenv("GM_INTERCONNECT", "/none", 1);
	memset(&shown, 0, sizeof(shown));
}

static void teardown(void)
{
	shown_close(&shown);
	if (view.map)
		view_destroy(&view);
}

/* Show an image of a chip in a layout by its name; NULL: the one that suits. */
static void show(unsigned int chip, const char *layout)
{
	struct wanted wanted = { .layout = LAYOUT_SUITABLE, .speed = 200 };

	if (!view.map)
		view_create(&view, chip);
	wanted.names = (struct option_list) { view.where, strlen(view.where) + 1 };
	if (layout)
		wanted.layout = words_find(&layout_names, layout);
	ck_assert_int_eq(shown_open(&shown, &wanted), 0);
}

/* Read a file. Return its text, or the name of an errno. */
static const char *reads(const char *path)
{
	const struct node *node = tree_find(&shown.state.tree, path);
	int length;

	ck_assert_msg(node && node->type == NODE_FILE, "%s is no file", path);
	length = node->text(node->owner, node->key, text);
	if (length < 0)
		return strerrorname_np(-length);
	text[length] = '\0';
	return text;
}

static void says(const char *path, const char *wanted)
{
	ck_assert_str_eq(reads(path), wanted);
}

/* --- cxi --- */

START_TEST(cxi_has_each_counter_and_gauge)
{
	const struct node *folder;
	struct gpcd_reg reg;
	size_t count = 0;

	show(GPCD_CHIP_GEMINI, "cxi");
	folder = tree_find(&shown.state.tree, CXI "telemetry");
	for (unsigned int i = 0; !gpcd_catalogue_at(GPCD_CHIP_GEMINI, i, &reg); i++) {
		char name[GPCD_NAME_MAX];
		bool has = gpcd_kind_counts(reg.rule->kind) || reg.rule->kind == GPCD_KIND_GAUGE;

		gpcd_reg_name(&reg, name);
		ck_assert_msg(has == !!tree_child(folder, name), "%s: %d", name, has);
		count += has;
	}
	ck_assert_uint_le(count, folder->count);
}

START_TEST(cxi_has_the_time_of_a_value)
{
	unsigned long long seconds;
	char *end, *point;

	show(GPCD_CHIP_GEMINI, "cxi");
	view_poke_name(&view, FLITS, 0xffffffffffff);
	ck_assert_uint_eq(strtoull(reads(CXI "telemetry/" FLITS), &end, 10), 0xffffffffffff);
	ck_assert_int_eq(*end, '@');
	seconds = strtoull(end + 1, &point, 10);
	ck_assert_uint_gt(seconds, 1700000000);
	ck_assert_int_eq(*point, '.');
	strtoull(point + 1, &end, 10);
	ck_assert_int_eq(end - point, 10);
	ck_assert_str_eq(end, "\n");
}

START_TEST(cxi_says_what_is_known_of_the_device)
{
	show(GPCD_CHIP_GEMINI, "cxi");
	says(CXI "properties/nid", "0x5\n");
	says(CXI "properties/uc_nic", "1\n");
	says(CXI "properties/speed", "200000\n");
	says(CXI "properties/link", "1\n");
	says(CXI "port/link", "up\n");
	says(CXI "link_restarts/time_9", "0\n");
	ck_assert_ptr_null(tree_find(&shown.state.tree, CXI "properties/cassini_version"));
	ck_assert_str_eq(tree_find(&shown.state.tree, "class/cxi/cxi0")->key,
			 "../../devices/virtual/cxi/cxi0");
}

/* --- RDMA --- */

START_TEST(rdma_says_what_is_known_of_the_device)
{
	show(GPCD_CHIP_ARIES, "rdma");
	says(RDMA "node_type", "1: CA\n");
	says(RDMA "hca_type", "aries\n");
	says(RDMA "node_guid", "0000:0001:0000:0005\n");
	says(RDMA "sys_image_guid", "0000:0000:0000:0007\n");
	says(PORT "state", "4: ACTIVE\n");
	says(PORT "phys_state", "5: LinkUp\n");
	says(PORT "rate", "200 Gb/sec (4X)\n");
	says(PORT "lid", "0x5\n");
	says(PORT "hw_counters/lifespan", "0\n");
}

START_TEST(rdma_counts_data_in_units_of_four)
{
	show(GPCD_CHIP_ARIES, "rdma");
	view_poke_name(&view, "AR_NIC_ORB_PRF_REQ_BYTES_SENT", 4000);
	says(PORT "counters/port_xmit_data", "1000\n");
	says(PORT "hw_counters/AR_NIC_ORB_PRF_REQ_BYTES_SENT", "4000\n");
	view_poke_name(&view, "AR_NIC_ORB_PRF_REQ_BYTES_SENT", 4004);
	says(PORT "counters/port_xmit_data", "1001\n");
	ck_assert_ptr_null(tree_find(&shown.state.tree, PORT "counters/port_xmit_packets"));
}

/* --- gpcdr --- */

START_TEST(routers_have_gpcdrs_layout)
{
	show(GPCD_CHIP_GEMINI, NULL);
	ck_assert_ptr_nonnull(tree_find(&shown.state.tree, SETS "nic/metrics"));
	ck_assert_ptr_null(tree_find(&shown.state.tree, SETS "links"));
	ck_assert_str_eq(tree_find(&shown.state.tree, "class/gni/gpcdr0")->key,
			 "../../devices/virtual/gni/gpcdr0");
}

START_TEST(gpcdr_has_the_time_and_then_lines)
{
	char *end;

	view_create(&view, GPCD_CHIP_GEMINI);
	view_poke_name(&view, FLITS, 30);
	view_poke_name(&view, PKTS, 10);
	show(GPCD_CHIP_GEMINI, NULL);
	ck_assert_int_eq(strncmp(reads(SETS "nic/metrics"), "timestamp ", 10), 0);
	ck_assert_uint_gt(strtoull(text + 10, &end, 10), 1700000000000);
	ck_assert_str_eq(end,
			 " ms\n"
			 "totaloutput_optA 320 bytes\ntotalinput 0 bytes\nfmaout 0 bytes\n"
			 "bteout_optA 0 bytes\nbteout_optB 0 bytes\ntotaloutput_optB 480 bytes\n");
}

/* Return the value of a line of a set. */
static unsigned long long line(const char *set, const char *name)
{
	const char *found = strstr(reads(set), name);

	ck_assert_msg(found && found[strlen(name)] == ' ', "%s: no %s", set, name);
	return strtoull(found + strlen(name), NULL, 10);
}

START_TEST(gpcdr_follows_wraps)
{
	view_create(&view, GPCD_CHIP_GEMINI);
	view_poke_name(&view, FLITS, 0xffffffffffff);
	show(GPCD_CHIP_GEMINI, NULL);
	ck_assert_uint_eq(line(SETS "nic/metrics", "totaloutput_optB"), 16 * 0xffffffffffffULL);
	view_poke_name(&view, FLITS, 9);
	ck_assert_uint_eq(line(SETS "nic/metrics", "totaloutput_optB"),
			  16 * (0xffffffffffffULL + 10));
}

START_TEST(gpcdr_names_tiles)
{
	show(GPCD_CHIP_ARIES, NULL);
	view_poke_name(&view, "AR_RTR_4_7_INQ_PRF_ROWBUS_STALL_CNT", 800);
	ck_assert_uint_eq(line(SETS "linkstalled/metrics", "stalled:047"), 1000);
	ck_assert_uint_eq(line(SETS "linkstalled/metrics", "stalled:000"), 0);
	ck_assert_uint_eq(line(SETS "linksendstatus/metrics", "sendlinkstatus:047"), 3);
	ck_assert_ptr_null(strstr(reads(SETS "linkstalled/metrics"), "stalled:05"));
}

/* --- what has no value --- */

START_TEST(a_device_that_went_is_no_value)
{
	show(GPCD_CHIP_GEMINI, "rdma");
	view.info->state = GPCD_IMAGE_GONE;
	says(PORT "hw_counters/" FLITS, "ENODEV");
	says(PORT "counters/port_xmit_data", "ENODEV");
	says(PORT "state", "ENODEV");
	says(RDMA "node_type", "1: CA\n");
}

START_TEST(an_image_that_was_made_shorter_is_no_value)
{
	show(GPCD_CHIP_GEMINI, "rdma");
	ck_assert_int_eq(truncate(view.path, 4096), 0);
	says(PORT "hw_counters/" FLITS, "EIO");
	says(PORT "counters/port_xmit_data", "EIO");
	ck_assert_int_eq(truncate(view.path, GPCD_IMAGE_SIZE), 0);
}

START_TEST(errors_of_devices_are_those_of_files)
{
	ck_assert_int_eq(device_error(0), 0);
	ck_assert_int_eq(device_error(-EPERM), -EACCES);
	ck_assert_int_eq(device_error(-EACCES), -EACCES);
	ck_assert_int_eq(device_error(-EIO), -EIO);
	ck_assert_int_eq(device_error(-ENOENT), -EIO);
	ck_assert_int_eq(device_error(-EFAULT), -EIO);
	ck_assert_int_eq(device_error(-ENODEV), -ENODEV);
	ck_assert_int_eq(device_error(-EOWNERDEAD), -ENODEV);
	ck_assert_int_eq(device_error(-EPROTO), -ENODEV);
}

/* --- names of drivers --- */

/* Describe a chip with awkward names, and show a device of it, which cannot be read. */
static void show_learned(const char *driver, struct device *device)
{
	static const struct gpcd_counter nic[] = {
		{ "rx/tx ratio", NULL, GPCD_KIND_GAUGE, GPCD_UNIT_UNKNOWN, 64, 0 },
		{ "[0]: rx_ucast", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 64, 0 },
		{ "SwLinkUp,32", NULL, GPCD_KIND_SATURATING, GPCD_UNIT_EVENTS, 32, 0 },
	};
	const char *twice;

	device->info = (struct gpcd_info) { .chip = gpcd_chip_learn(driver, nic, 3) };
	ck_assert_int_eq(gpcd_open_recorded("nic", &device->info, &device->open), 0);
	tree_make(&shown.state.tree);
	ck_assert_int_eq(layout_add(&shown.state, device, LAYOUT_SUITABLE), 0);
	ck_assert_int_eq(tree_finish(&shown.state.tree, &twice), 0);
}

static void forget(struct device *device)
{
	gpcd_close(device->open);
	gpcd_chip_forget(device->info.chip);
}

START_TEST(any_name_is_a_file)
{
	struct device device;

	show_learned("mynic", &device);
	says(PORT "hw_counters/rx!tx ratio", "EIO");
	says(PORT "hw_counters/[0]: rx_ucast", "EIO");
	says(PORT "hw_counters/SwLinkUp,32", "EIO");
	ck_assert_uint_eq(tree_find(&shown.state.tree, PORT "counters")->count, 0);
	forget(&device);
}

START_TEST(slingshot_has_the_layout_of_cxi)
{
	struct device device;

	show_learned("cxi", &device);
	says(CXI "telemetry/SwLinkUp,32", "EIO");
	forget(&device);
}

/* The files of its driver, by the same names. */
START_TEST(a_cassini_has_the_layout_of_cxi)
{
	show(_i, NULL);
	ck_assert_uint_eq(tree_find(&shown.state.tree, CXI "telemetry")->count,
			  gpcd_catalogue_count(_i));
	view_poke_name(&view, "lpe_sts_load_stats_ptlte_load_1", 12345);
	view_poke_name(&view, "lpe_sts_load_stats_ptlte_max_1", 67);
	ck_assert_uint_eq(strtoull(reads(CXI "telemetry/lpe_sts_load_stats_ptlte_load_1"), NULL,
				   10), 12345);
	ck_assert_uint_eq(strtoull(reads(CXI "telemetry/lpe_sts_load_stats_ptlte_max_1"), NULL,
				   10), 67);
	says(CXI "properties/cassini_version", _i == GPCD_CHIP_CASSINI1 ? "1.1\n" : "2.0\n");
}

/* --- all together --- */

START_TEST(devices_are_numbered_by_layout)
{
	struct wanted wanted = { .layout = LAYOUT_SUITABLE, .speed = 100 };
	char names[160];
	size_t length;

	view_create(&view, GPCD_CHIP_GEMINI);
	length = strlen(view.where) + 1;
	memcpy(names, view.where, length);
	memcpy(names + length, view.where, length);
	wanted.names = (struct option_list) { names, 2 * length };
	ck_assert_int_eq(shown_open(&shown, &wanted), 0);
	ck_assert_uint_eq(tree_find(&shown.state.tree, "class/gni")->count, 2);
	ck_assert_ptr_nonnull(tree_find(&shown.state.tree, "class/gni/gpcdr1"));
}

START_TEST(narrow_counters_are_read_often_enough)
{
	show(GPCD_CHIP_GEMINI, "cxi");
	ck_assert_int_eq(shown_period(&shown), 3600000);
	shown_close(&shown);
	show(GPCD_CHIP_GEMINI, NULL);
	ck_assert_int_eq(shown_period(&shown), 3600000);
	shown.state.measures[0]->wrap_ns = 1ULL << 32;
	ck_assert_int_eq(shown_period(&shown), 1073);
	shown.state.measures[0]->wrap_ns = 1 << 16;
	ck_assert_int_eq(shown_period(&shown), 1000);
}

int main(void)
{
	Suite *suite = suite_create("mount_layouts");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, cxi_has_each_counter_and_gauge);
	tcase_add_test(tcase, cxi_has_the_time_of_a_value);
	tcase_add_test(tcase, cxi_says_what_is_known_of_the_device);
	tcase_add_test(tcase, rdma_says_what_is_known_of_the_device);
	tcase_add_test(tcase, rdma_counts_data_in_units_of_four);
	tcase_add_test(tcase, routers_have_gpcdrs_layout);
	tcase_add_test(tcase, gpcdr_has_the_time_and_then_lines);
	tcase_add_test(tcase, gpcdr_follows_wraps);
	tcase_add_test(tcase, gpcdr_names_tiles);
	tcase_add_test(tcase, a_device_that_went_is_no_value);
	tcase_add_test(tcase, an_image_that_was_made_shorter_is_no_value);
	tcase_add_test(tcase, any_name_is_a_file);
	tcase_add_test(tcase, slingshot_has_the_layout_of_cxi);
	tcase_add_loop_test(tcase, a_cassini_has_the_layout_of_cxi, GPCD_CHIP_CASSINI1,
			    GPCD_CHIP_CASSINI2 + 1);
	tcase_add_test(tcase, devices_are_numbered_by_layout);
	tcase_add_test(tcase, narrow_counters_are_read_often_enough);
	suite_add_tcase(suite, tcase);
	tcase = tcase_create("errors");
	tcase_add_test(tcase, errors_of_devices_are_those_of_files);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
