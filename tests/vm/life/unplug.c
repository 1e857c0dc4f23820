// SPDX-License-Identifier: GPL-2.0-only
/*
 * A chip that vanishes under its readers.
 */
#include <linux/netlink.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <time.h>

#include <gpcd_lib.h>

#include "chip.h"
#include "suite.h"


static int write_legacy(int fd)
{
	uint64_t value = 1;
	struct gpcd_args args = {
		.num_mmrs = 1, .mmr_addrs = addrs, .mmr_data = &value,
	};

	return call(fd, GPC_IOC_WRITE_REG, &args);
}

static int read_group(int group)
{
	uint64_t values[COUNTERS];
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = COUNTERS, .values = (uintptr_t)values,
	};

	return whole(call(group, GPCD_IOC_GROUP_READ, &req), &req);
}

static int write_snapshot(int fd)
{
	uint64_t value = 1;
	struct gpcd_write_req req = {
		.size = sizeof(req), .count = 1,
		.addrs = (uintptr_t)addrs, .values = (uintptr_t)&value,
	};

	return call(fd, GPCD_IOC_WRITE, &req);
}

static int get_info(int fd)
{
	struct gpcd_info info = { .size = sizeof(info) };

	return call(fd, GPCD_IOC_INFO, &info);
}

static int get_catalogue(int fd)
{
	struct gpcd_catalogue_entry entry;
	struct gpcd_catalogue_page page = {
		.size = sizeof(page), .count = 1, .entry_size = sizeof(entry),
		.entries = (uintptr_t)&entry,
	};

	return call(fd, GPCD_IOC_CATALOGUE, &page);
}

static struct gpcd_group_req group_req(void)
{
	return (struct gpcd_group_req){
		.size = sizeof(struct gpcd_group_req), .count = COUNTERS,
		.addrs = (uintptr_t)addrs,
	};
}

static int open_group(int fd)
{
	struct gpcd_group_req req = group_req();
	int group = ioctl(fd, GPCD_IOC_GROUP, &req);

	ck_assert_msg(group >= 0, "no group: %s", strerror(errno));
	return group;
}

static int make_group(int fd)
{
	struct gpcd_group_req req = group_req();

	return call(fd, GPCD_IOC_GROUP, &req);
}

static uint64_t current_epoch(void)
{
	struct gpcd_info info = { .size = sizeof(info) };
	int fd = open_device();

	ck_assert_int_eq(call(fd, GPCD_IOC_INFO, &info), 0);
	close(fd);
	return info.epoch;
}

/* Readers that read until a read no longer succeeds. */

struct reader {
	const char *name;
	int (*read)(int fd);
	int fd;
	atomic_ulong reads;
	atomic_int error;
	pthread_t thread;
};

static void *reader_loop(void *arg)
{
	struct reader *reader = arg;
	int error;

	while (!(error = reader->read(reader->fd)))
		reader->reads++;
	reader->error = error;
	return NULL;
}

static void readers_start(struct reader *readers)
{
	for (struct reader *r = readers; r->name; r++) {
		r->fd = open_device();
		if (r->read == read_group) {
			int group = open_group(r->fd);

			close(r->fd);
			r->fd = group;
		}
		r->reads = 0;
		r->error = 0;
		ck_assert_int_eq(pthread_create(&r->thread, NULL, reader_loop, r), 0);
	}
	for (struct reader *r = readers; r->name; r++) {
		while (!r->reads && !r->error)
			usleep(100);
		ck_assert_msg(r->reads, "%s: %s", r->name, strerror(r->error));
	}
}

static void readers_expect_enodev(struct reader *readers)
{
	struct timespec deadline;

	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += HANG_SECONDS;
	for (struct reader *r = readers; r->name; r++) {
		ck_assert_msg(!pthread_timedjoin_np(r->thread, NULL, &deadline),
			      "the %s hangs", r->name);
		ck_assert_msg(r->error == ENODEV, "the %s: %s, not ENODEV", r->name,
			      strerror(r->error));
	}
}

static void readers_close(struct reader *readers)
{
	for (struct reader *r = readers; r->name; r++)
		close(r->fd);
}

#define READERS {						\
	{ .name = "legacy reader", .read = read_legacy },	\
	{ .name = "snapshot reader", .read = read_snapshot },	\
	{ .name = "group reader", .read = read_group },		\
	{ 0 }							\
}

START_TEST(readers_get_enodev)
{
	struct reader readers[] = READERS;

	for (int i = 0; i < ROUNDS; i++) {
		readers_start(readers);
		set_fault("unplug");
		readers_expect_enodev(readers);
		readers_close(readers);
		set_fault("none");
	}
}
END_TEST

static void expect_all_enodev(int fd, int group)
{
	static const struct {
		const char *name;
		int (*run)(int fd);
	} commands[] = {
		{ "legacy read", read_legacy },
		{ "legacy write", write_legacy },
		{ "snapshot", read_snapshot },
		{ "write", write_snapshot },
		{ "info", get_info },
		{ "catalogue", get_catalogue },
		{ "group", make_group },
	};

	for (int i = 0; i < ARRAY_SIZE(commands); i++) {
		int error = commands[i].run(fd);

		ck_assert_msg(error == ENODEV, "%s: %s, not ENODEV", commands[i].name,
			      strerror(error));
	}
	ck_assert_int_eq(read_group(group), ENODEV);
}

START_TEST(what_was_open_stays_dead)
{
	int fd = open_device(), group = open_group(fd), after;
	uint64_t epoch = current_epoch();

	set_fault("unplug");
	expect_all_enodev(fd, group);
	set_fault("none");
	expect_all_enodev(fd, group);

	after = open_device();
	ck_assert_int_eq(read_legacy(after), 0);
	ck_assert_msg(current_epoch() != epoch, "the replugged chip has the old epoch");
	close(after);
	close(group);
	close(fd);
}
END_TEST

START_TEST(a_group_outlives_its_file_and_its_chip)
{
	int fd = open_device(), group = open_group(fd);

	close(fd);
	set_fault("unplug");
	/* Freed memory stays on lists for seconds, unless somebody needs memory. */
	ck_assert_int_eq(write_file("/proc/sys/vm/drop_caches", "2"), 0);
	for (int i = 0; i < 100; i++) {
		ck_assert_int_eq(read_group(group), ENODEV);
		usleep(10000);
	}
	close(group);
}
END_TEST

START_TEST(no_node_while_unplugged)
{
	set_fault("unplug");
	ck_assert_int_eq(open(GPCD_DEV_PATH, O_RDWR), -1);
	ck_assert_int_eq(errno, ENOENT);
	ck_assert_int_eq(access("/sys/class/gpcd/gpcd0", F_OK), -1);
}
END_TEST

START_TEST(context_finds_the_replugged_chip)
{
	gpcd_context_t *context = gpcd_create_context();
	char name[] = "GM_0_0_TILE_PERFORMANCE_COUNTERS_0";

	gpcd_context_add_mmr(context, (gpcd_mmr_desc_t *)gpcd_lookup_mmr_byname(name));
	ck_assert_int_eq(gpcd_context_read_mmr_vals(context), 0);

	set_fault("unplug");
	ck_assert_int_eq(gpcd_context_read_mmr_vals(context), -ENODEV);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(context), -ENODEV);
	set_fault("none");
	ck_assert_int_eq(gpcd_context_read_mmr_vals(context), 0);

	set_fault("unplug");
	set_fault("none");
	ck_assert_int_eq(gpcd_context_read_mmr_vals(context), 0);
	gpcd_remove_context(context);
}
END_TEST

START_TEST(rmmod_takes_the_chip_from_its_readers)
{
	struct reader readers[] = READERS;
	int idle = open_device();

	readers_start(readers);
	ck_assert_int_eq(module_unload("gpcd_emu"), 0);
	readers_expect_enodev(readers);
	ck_assert_int_eq(read_legacy(idle), ENODEV);

	/* An open file needs the code that serves it. */
	ck_assert_int_eq(module_unload("gpcd"), -EWOULDBLOCK);
	close(idle);
	ck_assert_int_eq(module_unload("gpcd"), -EWOULDBLOCK);
	readers_close(readers);
	ck_assert_int_eq(module_unload("gpcd"), 0);
	chip_load();
}
END_TEST

/* A group outlives its device's file, and then keeps the module by itself. */
START_TEST(an_open_group_keeps_the_module)
{
	int fd = open_device(), group = open_group(fd);

	close(fd);
	ck_assert_int_eq(module_unload("gpcd_emu"), 0);
	ck_assert_int_eq(module_unload("gpcd"), -EWOULDBLOCK);
	ck_assert_int_eq(read_group(group), ENODEV);
	close(group);
	ck_assert_int_eq(module_unload("gpcd"), 0);
	chip_load();
}
END_TEST

START_TEST(a_slow_chip_is_unplugged_as_well)
{
	struct reader readers[] = READERS;

	set_fault("slow:1000000");
	readers_start(readers);
	set_fault("unplug");
	readers_expect_enodev(readers);
	readers_close(readers);
}
END_TEST

/* Uevents, as udev sees them. */

static int open_uevents(void)
{
	struct sockaddr_nl address = { .nl_family = AF_NETLINK, .nl_groups = 1 };
	struct timeval patience = { .tv_sec = HANG_SECONDS };
	int fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_KOBJECT_UEVENT);

	ck_assert(fd >= 0);
	ck_assert(!bind(fd, (struct sockaddr *)&address, sizeof(address)));
	ck_assert(!setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)));
	return fd;
}

/* The next event of gpcd0: "action@path" and variables, each with a NUL. */
static void expect_uevent(int fd, const char *event)
{
	char message[4096];
	ssize_t length;
	const char *p;

	do {
		length = recv(fd, message, sizeof(message) - 1, 0);
		ck_assert_msg(length > 0, "no event %s", event);
		message[length] = '\0';
	} while (!strstr(message, "/gpcd/gpcd0"));

	ck_assert_str_eq(message, event);
	for (p = message; p < message + length; p += strlen(p) + 1) {
		if (!strcmp(p, "GPCD_NIC_ADDR=1"))
			return;
	}
	ck_abort_msg("%s has no GPCD_NIC_ADDR=1", event);
}

START_TEST(udev_is_told)
{
	int fd = open_uevents();

	set_fault("unplug");
	expect_uevent(fd, "remove@/devices/virtual/gpcd/gpcd0");
	set_fault("none");
	expect_uevent(fd, "add@/devices/virtual/gpcd/gpcd0");
	close(fd);
}
END_TEST

static Suite *unplug_suite(void)
{
	Suite *suite = suite_create("unplug");
	TCase *tcase = tcase_create("unplug");

	tcase_add_checked_fixture(tcase, chip_load, chip_unload);
	tcase_add_test(tcase, readers_get_enodev);
	tcase_add_test(tcase, what_was_open_stays_dead);
	tcase_add_test(tcase, a_group_outlives_its_file_and_its_chip);
	tcase_add_test(tcase, no_node_while_unplugged);
	tcase_add_test(tcase, context_finds_the_replugged_chip);
	tcase_add_test(tcase, rmmod_takes_the_chip_from_its_readers);
	tcase_add_test(tcase, an_open_group_keeps_the_module);
	tcase_add_test(tcase, a_slow_chip_is_unplugged_as_well);
	tcase_add_test(tcase, udev_is_told);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(unplug_suite());
}
