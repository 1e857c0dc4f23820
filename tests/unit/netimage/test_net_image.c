// SPDX-License-Identifier: GPL-2.0-only
/*
 * A network's counters in register images (lib/netsim/image/image.c), read as any
 * client would.
 */
#include <errno.h>

#include <gpcd_pub.h>

#include "netsim/image/image.h"
#include "suite.h"
#include "view.h"

/* The host tiles, by row and column (Pedretti, Fig. 3: 19 20 27 28 35 36 43 44). */
static const unsigned int hosts[][2] = {
	{ 2, 3 }, { 2, 4 }, { 3, 3 }, { 3, 4 }, { 4, 3 }, { 4, 4 }, { 5, 3 }, { 5, 4 },
};

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define HOSTS ARRAY_SIZE(hosts)

/* Node 1, of NIC 1 of chip 0, sends these one after another. */
static const struct net_transfer sent[] = {
	{ .op = NET_PUT, .bytes = 192, .node = 2 },	/* 3 requests to chip 1, x = 1 */
	{ .op = NET_PUT, .bytes = 128, .node = 4 },	/* 2 to chip 2, x = 2 */
	{ .op = NET_GET, .bytes = 64, .node = 18 },	/* 1 to chip 9, y = 3 */
};

static struct view view;
static struct gemini_system torus;
static struct net_fabric fabric;
static struct net_images *images;
static struct net *net;
static unsigned int next;
static const char *failed;

static bool transfer_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	(void)context;
	if (node != 1 || next == ARRAY_SIZE(sent))
		return false;
	*transfer = sent[next++];
	return true;
}

static void net_begin(void)
{
	const struct net_traffic traffic = {
		.next = transfer_next, .requests = 1 << NET_PUT | 1 << NET_GET,
	};
	const struct net_config config = {
		.fabric = &fabric, .put_response = 3, .seed = 1, .threads = 1, .nics = true,
	};

	next = 0;
	ck_assert_int_eq(net_new(&config, &traffic, &net), 0);
}

static void setup(void)
{
	struct topo topo;

	view_create(&view, GPCD_CHIP_GEMINI);
	ck_assert_int_eq(topo_parse(&topo, "3x4x3"), 0);
	ck_assert_int_eq(gemini_system(&torus, &topo, -1), 0);
	ck_assert_int_eq(net_fabric_gemini(&fabric, &torus), 0);
	net_begin();
	ck_assert_int_eq(net_images_gemini(&torus, &images), 0);
	ck_assert_int_eq(net_images_add(images, 0, view.path), 0);
}

static void teardown(void)
{
	net_images_release(images);
	net_free(net);
	net_fabric_free(&fabric);
	view_destroy(&view);
}

static void run(uint64_t until)
{
	ck_assert_int_eq(net_run(net, until), 0);
	ck_assert_int_eq(net_images_write(images, net, &failed), 0);
}

static uint64_t of_tile(unsigned int row, unsigned int column, const char *what)
{
	struct gpcd *dev;
	char name[96];
	uint64_t value;

	snprintf(name, sizeof(name), "GM_%u_%u_TILE_%s", row, column, what);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_read(dev, 0, name, &value), 0);
	gpcd_close(dev);
	return value;
}

/* Return a register of the fixture's NIC, which is NIC 1. */
static uint64_t of_nic(const char *name)
{
	struct gpcd *dev;
	uint64_t value;

	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_read(dev, 0, name, &value), 0);
	gpcd_close(dev);
	return value;
}

/* Return the sum of a register over all host tiles. */
static uint64_t of_hosts(const char *what)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < HOSTS; i++)
		sum += of_tile(hosts[i][0], hosts[i][1], what);
	return sum;
}

/* Set up a filter of all host tiles. */
static void filter_hosts(const char *which, uint64_t phit, uint64_t pattern, uint64_t mask)
{
	struct gpcd *dev;
	char name[96];

	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	for (unsigned int i = 0; i < HOSTS; i++) {
		snprintf(name, sizeof(name),
			 "GM_%u_%u_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_%s", hosts[i][0],
			 hosts[i][1], which);
		/* 9 reserved, valid, 6 of index, 24 of pattern, 24 of mask */
		ck_assert_int_eq(gpcd_write(dev, 0, name, 1 << 9 | phit << 10 | pattern << 16 |
					    mask << 40), 0);
	}
	gpcd_close(dev);
}

START_TEST(static_counters_are_the_networks)
{
	run(NET_FOREVER);
	/* 5 PUTs of 64 B: 5 * 32; a GET: 8 */
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_0"), 168);
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_1"), 0);
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_2"), 6);
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_3"), 0);
}
END_TEST

/*
 * Responses, 3 phits to a PUT, 27 to the GET. From chip 1 they come down in X, to X+, one by each
 * of the first three lanes; from chip 2 up, to X-; from chip 9 up in Y, to Y-. The tiles of these
 * lanes are 2, 3, 10; 30, 38; 34.
 */
static const struct {
	unsigned int row, column, phits;
} arrivals[] = {
	{ 0, 2, 3 }, { 0, 3, 3 }, { 1, 2, 3 }, { 1, 3, 0 },
	{ 3, 6, 3 }, { 4, 6, 3 }, { 3, 7, 0 },
	{ 4, 2, 27 }, { 5, 2, 0 },
};

START_TEST(network_tiles_have_their_links_counters)
{
	run(NET_FOREVER);
	for (unsigned int i = 0; i < ARRAY_SIZE(arrivals); i++) {
		ck_assert_uint_eq(of_tile(arrivals[i].row, arrivals[i].column,
					  "PERFORMANCE_COUNTERS_1"), arrivals[i].phits);
		ck_assert_uint_eq(of_tile(arrivals[i].row, arrivals[i].column,
					  "PERFORMANCE_COUNTERS_3"), !!arrivals[i].phits);
		ck_assert_uint_eq(of_tile(arrivals[i].row, arrivals[i].column,
					  "PERFORMANCE_COUNTERS_0"), 0);
	}
}
END_TEST

/* 5 PUTs of 4 flits of data and a header, a GET; and their responses. */
static void expect_nic(unsigned int times)
{
	ck_assert_uint_eq(of_nic("GM_TARB_PERF_OUT_PKTS"), times * 6);
	ck_assert_uint_eq(of_nic("GM_TARB_PERF_OUT_FLITS"), times * 26);
	ck_assert_uint_eq(of_nic("GM_TARB_PERF_FMA_FLITS"), times * 26);
	ck_assert_uint_eq(of_nic("GM_SSID_PERF_SSID_ALLOCATE_COUNT"), times * 3);
	ck_assert_uint_eq(of_nic("GM_ORB_PERF_VC1_PKTS"), times * 6);
	ck_assert_uint_eq(of_nic("GM_ORB_PERF_VC1_FLITS"), times * 10);
	ck_assert_uint_eq(of_nic("GM_RAT_PERF_HEADER_FLITS_VC0"), 0);
	ck_assert_uint_eq(of_nic("GM_NPT_PERF_NPT_PKT_CNTR"), 0);
}

START_TEST(a_nic_counts_by_the_rules_of_its_chip)
{
	run(NET_FOREVER);
	expect_nic(1);
	ck_assert_uint_eq(of_nic("GM_TARB_PERF_OUT_PKTS"), of_hosts("PERFORMANCE_COUNTERS_2"));
}
END_TEST

START_TEST(many_writes_come_to_the_same)
{
	for (uint64_t cycle = 1; cycle < 200; cycle += 7)
		run(cycle);
	run(NET_FOREVER);
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_0"), 168);
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_2"), 6);
	expect_nic(1);
}
END_TEST

/* Return the chip time of the image, through a feed that is closed again: nobody drives it then. */
static uint64_t chip_time(void)
{
	struct gpcd_image_feed *feed;
	uint64_t ns;

	net_images_release(images);
	images = NULL;
	ck_assert_int_eq(gpcd_image_feed_open(view.path, &feed), 0);
	ns = gpcd_image_feed_time(feed);
	gpcd_image_feed_release(feed);
	return ns;
}

START_TEST(chip_time_is_a_cycle_each_1250_ps)
{
	run(8000);
	ck_assert_uint_eq(chip_time(), 10000);
}
END_TEST

START_TEST(time_ends_with_the_last_arrival_whatever_the_steps)
{
	struct net_totals totals;

	for (uint64_t cycle = 100; !net_idle(net); cycle += 100) {
		ck_assert_int_eq(net_drain(net, cycle), 0);
		ck_assert_int_eq(net_images_write(images, net, &failed), 0);
	}
	ck_assert_int_eq(net_drain(net, NET_FOREVER), 0);
	net_totals(net, &totals);
	ck_assert_uint_eq(totals.cycle, totals.last);
	ck_assert_uint_ne(totals.cycle % 100, 0);
}
END_TEST

/* Simulate the same again, with a new network. */
static void restart(void)
{
	net_images_restart(images, net);
	net_free(net);
	net_begin();
}


START_TEST(another_network_goes_on_where_the_first_ended)
{
	struct net_totals totals;
	uint64_t ns = 0;

	for (int i = 0; i < 3; i++) {
		run(NET_FOREVER);
		net_totals(net, &totals);
		ns += totals.cycle * 5 / 4;
		restart();
	}
	run(0);
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_0"), 3 * 168);
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_2"), 3 * 6);
	expect_nic(3);
	ck_assert_uint_eq(chip_time(), ns);
}
END_TEST

/* The last write did not happen, as if the image had been locked. */
START_TEST(what_the_first_network_owes_is_written_by_the_next)
{
	run(0);
	ck_assert_int_eq(net_run(net, NET_FOREVER), 0);
	restart();
	run(0);
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_0"), 168);
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_2"), 6);
	expect_nic(1);
}
END_TEST

/* --- a NIC that waits --- */

static const struct net_transfer *flood;
static unsigned int flooded[2];

static bool flood_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	(void)context;
	if (node > 1 || flooded[node]++)
		return false;
	*transfer = *flood;
	return true;
}

/* Nodes 0 and 1 send more than their host tiles take. */
static void flood_begin(const struct net_transfer *transfer)
{
	const struct net_traffic traffic = { .next = flood_next, .requests = 1 << NET_PUT };
	const struct net_config config = {
		.fabric = &fabric, .put_response = 3, .seed = 1, .threads = 1, .nics = true,
	};

	net_free(net);
	flood = transfer;
	flooded[0] = 0;
	flooded[1] = 0;
	ck_assert_int_eq(net_new(&config, &traffic, &net), 0);
}

/* A cycle of the NIC is 16/13 of the router's: only the sum is rounded, not each write's part. */
START_TEST(waits_are_cycles_of_the_nic)
{
	static const struct net_transfer put = { .op = NET_PUT, .bytes = 64 * 300, .node = 8 };
	struct net_nic nic;
	uint64_t waited;

	flood_begin(&put);
	for (uint64_t cycle = 1; cycle < 3000; cycle += 3)
		run(cycle);
	run(NET_FOREVER);
	ck_assert(net_nic(net, 1, &nic));
	waited = nic.at[NET_REQUESTS_SENT][NET_FMA_PUT].waited;
	ck_assert_uint_gt(waited, 100);
	ck_assert_uint_eq(of_nic("GM_TARB_PERF_OUT_STALLED"), waited * 13 / 16);
}
END_TEST

START_TEST(the_block_engine_has_counters_of_its_own)
{
	static const struct net_transfer put = {
		.op = NET_PUT, .bytes = 640, .node = 8, .bte = true,
	};

	flood_begin(&put);
	run(NET_FOREVER);
	ck_assert_uint_eq(of_nic("GM_TARB_PERF_BTE_PKTS"), 10);
	ck_assert_uint_eq(of_nic("GM_TARB_PERF_BTE_FLITS"), 50);
	ck_assert_uint_eq(of_nic("GM_TARB_PERF_FMA_PKTS"), 0);
	ck_assert_uint_eq(of_nic("GM_HARB_PERF_BTE_NP_PKTS"), 10);
}
END_TEST

START_TEST(filters_count_what_they_were_set_up_for)
{
	filter_hosts("VC0_0", GPC_FILTER_PHIT_DEST, 1 << 6, GPC_FILTER_MASK_DEST);
	filter_hosts("VC0_3", GPC_FILTER_PHIT_SRC, 0, GPC_FILTER_MASK_SRC);
	run(0);
	run(NET_FOREVER);
	ck_assert_uint_eq(of_hosts("FILTERING_PERFORMANCE_COUNTER_VC0_0"), 3);
	ck_assert_uint_eq(of_hosts("FILTERING_PERFORMANCE_COUNTER_VC0_1"), 0);
	ck_assert_uint_eq(of_hosts("FILTERING_PERFORMANCE_COUNTER_VC0_3"), 6);
	ck_assert_uint_eq(of_hosts("FILTERING_PERFORMANCE_COUNTER_VC0_ALL"), 6);
	ck_assert_uint_eq(of_hosts("FILTERING_PERFORMANCE_COUNTER_VC1_ALL"), 0);
}
END_TEST

/* The second packet of each PUT is 64 bytes after the first; one of all packets is a GET. */
START_TEST(filters_see_addresses_and_commands)
{
	filter_hosts("VC0_0", GPC_FILTER_PHIT_ADDRL, 64, GPC_FILTER_MASK_ADDRL);
	filter_hosts("VC0_1", GPC_FILTER_PHIT_ADDRL, 128, GPC_FILTER_MASK_ADDRL);
	filter_hosts("VC0_2", 5, 2 << 2, 0xfc);
	run(0);
	run(NET_FOREVER);
	ck_assert_uint_eq(of_hosts("FILTERING_PERFORMANCE_COUNTER_VC0_0"), 2);
	ck_assert_uint_eq(of_hosts("FILTERING_PERFORMANCE_COUNTER_VC0_1"), 1);
	ck_assert_uint_eq(of_hosts("FILTERING_PERFORMANCE_COUNTER_VC0_2"), 1);
	ck_assert_uint_eq(of_hosts("FILTERING_PERFORMANCE_COUNTER_VC0_ALL"), 4);
}
END_TEST

START_TEST(a_filter_counts_from_the_write_that_sees_it)
{
	run(0);
	filter_hosts("VC0_0", GPC_FILTER_PHIT_VC, 0, GPC_FILTER_MASK_VC);
	run(NET_FOREVER);
	ck_assert_uint_eq(of_hosts("FILTERING_PERFORMANCE_COUNTER_VC0_0"), 0);
}
END_TEST

/* Another image beside the fixture's. */
static void other_create(struct view *other, unsigned int chip)
{
	memset(other, 0, sizeof(*other));
	snprintf(other->path, sizeof(other->path), "/tmp/gpcd-test-%d-other.img", getpid());
	unlink(other->path);
	view_create(other, chip);
}

START_TEST(two_images_of_a_chip_are_alike)
{
	struct view other;
	struct view first = view;

	other_create(&other, GPCD_CHIP_GEMINI);
	ck_assert_int_eq(net_images_add(images, 0, other.path), 0);
	run(NET_FOREVER);
	view = other;
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_0"), 168);
	view = first;
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_0"), 168);
	view_destroy(&other);
}
END_TEST

/* A late image gets all earlier counts. */
START_TEST(an_image_may_come_late)
{
	struct view first = view, other;

	ck_assert_int_eq(net_run(net, 100), 0);
	other_create(&other, GPCD_CHIP_GEMINI);
	ck_assert_int_eq(net_images_add(images, 0, other.path), 0);
	run(NET_FOREVER);
	view = other;
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_0"), 168);
	ck_assert_uint_eq(of_tile(4, 2, "PERFORMANCE_COUNTERS_1"), 27);
	view = first;
	view_destroy(&other);
}
END_TEST

static void readers_lock(int fd, int type)
{
	struct flock lock = {
		.l_type = type, .l_whence = SEEK_SET, .l_start = GPCD_IMAGE_INFO + 1,
	};

	ck_assert_int_eq(fcntl(fd, F_OFD_SETLK, &lock), 0);
}

/* The other image is written all the same. */
START_TEST(a_locked_image_catches_up)
{
	struct view first = view, other;
	int fd = open(view.path, O_RDONLY);

	other_create(&other, GPCD_CHIP_GEMINI);
	ck_assert_int_eq(net_images_add(images, 0, other.path), 0);
	readers_lock(fd, F_RDLCK);
	ck_assert_int_eq(net_run(net, NET_FOREVER), 0);
	ck_assert_int_eq(net_images_write(images, net, &failed), -EBUSY);
	ck_assert_str_eq(failed, view.path);
	readers_lock(fd, F_UNLCK);
	close(fd);
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_0"), 0);
	view = other;
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_0"), 168);
	view = first;
	ck_assert_int_eq(net_images_write(images, net, &failed), 0);
	ck_assert_uint_eq(of_hosts("PERFORMANCE_COUNTERS_0"), 168);
	view_destroy(&other);
}
END_TEST

START_TEST(an_aries_is_no_gemini)
{
	struct view other;

	other_create(&other, GPCD_CHIP_ARIES);
	ck_assert_int_eq(net_images_add(images, 1, other.path), -EINVAL);
	view_destroy(&other);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_image");
	TCase *tcase = tcase_create("image");

	suite_add_tcase(suite, tcase);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, static_counters_are_the_networks);
	tcase_add_test(tcase, network_tiles_have_their_links_counters);
	tcase_add_test(tcase, a_nic_counts_by_the_rules_of_its_chip);
	tcase_add_test(tcase, waits_are_cycles_of_the_nic);
	tcase_add_test(tcase, the_block_engine_has_counters_of_its_own);
	tcase_add_test(tcase, many_writes_come_to_the_same);
	tcase_add_test(tcase, chip_time_is_a_cycle_each_1250_ps);
	tcase_add_test(tcase, time_ends_with_the_last_arrival_whatever_the_steps);
	tcase_add_test(tcase, another_network_goes_on_where_the_first_ended);
	tcase_add_test(tcase, what_the_first_network_owes_is_written_by_the_next);
	tcase_add_test(tcase, filters_count_what_they_were_set_up_for);
	tcase_add_test(tcase, filters_see_addresses_and_commands);
	tcase_add_test(tcase, a_filter_counts_from_the_write_that_sees_it);
	tcase_add_test(tcase, two_images_of_a_chip_are_alike);
	tcase_add_test(tcase, an_image_may_come_late);
	tcase_add_test(tcase, a_locked_image_catches_up);
	tcase_add_test(tcase, an_aries_is_no_gemini);
	return suite_run(suite);
}
