// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests of others while a caller's memory never comes: each is answered. A caller who waits for
 * memory holds nothing that others need, neither in our modules nor in shared parts of the kernel
 * such as generic netlink. Values already read stay unchanged meanwhile.
 */
#include <linux/gpcd_ring.h>
#include <sys/pidfd.h>

#include "stall.h"
#include "../access/genl.h"
#include "../access/perf.h"

/* A separate module with a family of generic netlink. */
#define FAMILY	"family_test"

/* Requests of others; each returns 0 or an errno. */

static int other_argument(void)
{
	struct gpcd_info info = { .size = sizeof(info) };

	return call(fd, GPCD_IOC_INFO, &info);
}

static int other_read(void)
{
	uint64_t value;

	return stall_sweep(group, GPCD_IOC_GROUP_READ, &value, NULL);
}

static int other_snapshot(void)
{
	uint64_t value;

	return stall_sweep(fd, GPCD_IOC_SNAPSHOT, &value, NULL);
}

static int other_write(void)
{
	uint64_t value = 1;

	return stall_legacy(addrs, &value, GPC_IOC_WRITE_REG);
}

static int other_ring(void)
{
	struct gpcd_ring_req req = {
		.size = sizeof(req), .period_ns = 1000000000, .records = 2, .cpu = -1,
	};
	int ring = ioctl(group, GPCD_IOC_RING, &req);

	return ring < 0 ? errno : close(ring);
}

static int other_facts(void)
{
	fdinfo_of(fd);
	fdinfo_of(group);
	return 0;
}

static int other_entry(void)
{
	return entry_set(GPCD_MAY_ALL, &(struct gpcd_nic){ 1, 1 });
}

static int other_default(void)
{
	return write_file(DEFAULT_PERMS, "nic,router,setup");
}

static int other_advance(void)
{
	return write_file(BACKDOOR "/advance", "1000");
}

static int other_sysfs(void)
{
	char text[32];
	int file = open("/sys/class/gpcd/gpcd0/epoch", O_RDONLY | O_CLOEXEC);
	ssize_t length = read(file, text, sizeof(text));

	close(file);
	return length > 0 ? 0 : EIO;
}

static int other_mapping(void)
{
	const uint64_t *tile = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, addrs[0] & ~4095);

	if (tile == MAP_FAILED)
		return errno;
	return __atomic_load_n(tile, __ATOMIC_RELAXED) == UINT64_MAX || munmap((void *)tile, 4096);
}

/* Load perf's module, read an event, and unload the module. */
static int other_event(void)
{
	int event, err = -module_load("gpcd_pmu", "");

	if (err)
		return err;
	event = event_open(0, 0, addrs[0]);
	event_count(event);
	close(event);
	return -module_unload("gpcd_pmu");
}

static const struct stall others[] = {
	{ "a description", other_argument }, { "a read of the group", other_read },
	{ "a snapshot", other_snapshot }, { "a write", other_write },
	{ "a ring", other_ring },
	{ "facts of descriptors", other_facts }, { "an entry", other_entry },
	{ "the default", other_default }, { "the chip's time", other_advance },
	{ "an epoch", other_sysfs }, { "a mapping", other_mapping },
	{ "perf", other_event },
};

static pid_t child_start(int (*run)(void))
{
	pid_t child = fork();

	ck_assert_int_ge(child, 0);
	if (!child)
		_exit(run());
	return child;
}

/* Has a child ended, or does it within so many seconds? If so, set its status. */
static int child_ended(pid_t child, int seconds, int *status)
{
	int pidfd = pidfd_open(child, 0);
	struct pollfd wait = { .fd = pidfd, .events = POLLIN };
	int ended = poll(&wait, 1, 1000 * seconds);

	close(pidfd);
	return ended && waitpid(child, status, 0) == child;
}

/* Release everybody before the test fails: sleepers cannot be killed. */
static void child_expect(pid_t child, const char *who)
{
	int status;

	if (!child_ended(child, HANG_SECONDS, &status)) {
		page_come();
		ck_abort_msg("%s waits for the memory of a stranger", who);
	}
	ck_assert_msg(!status, "%s: status %#x", who, status);
}

START_TEST(others_are_served)
{
	pthread_t thread = caller_start(stalls[_i].run);
	char who[128];

	for (int i = 0; i < ARRAY_SIZE(others); i++) {
		snprintf(who, sizeof(who), "%s, beside %s,", others[i].name, stalls[_i].name);
		child_expect(child_start(others[i].run), who);
	}
	page_come();
	ck_assert(!pthread_join(thread, NULL));
}
END_TEST

static int write_counter(uint64_t value)
{
	return stall_legacy(addrs, &value, GPC_IOC_WRITE_REG);
}

/*
 * A reader who waits for memory has already read: it must not get values that others read
 * meanwhile.
 */
START_TEST(values_are_of_their_reader)
{
	pthread_t thread;
	uint64_t value;

	ck_assert_int_eq(write_counter(11), 0);
	thread = caller_start(stall_group);
	ck_assert_int_eq(write_counter(22), 0);
	ck_assert_int_eq(stall_sweep(group, GPCD_IOC_GROUP_READ, &value, NULL), 0);
	page_come();
	ck_assert(!pthread_join(thread, NULL));
	ck_assert_uint_eq(value, 22);
	ck_assert_uint_eq(*(uint64_t *)stalled, 11);
}
END_TEST

/* Ask for all that our family offers. */
static int netlink_dumps(void)
{
	int sock = listener_open(), family = family_ask(sock);
	struct request request;

	if (!family)
		return -1;
	for (int command = 1; command <= GPCD_CMD_MAX; command++) {
		request = request_of(family, command, 0, 0);
		request_dump(sock, &request, NULL);
	}
	close(sock);
	return 0;
}

static int family_load(void)
{
	return -module_load(FAMILY, "");
}

/* A request of root that does not concern us: which families exist? */
static int netlink_control(void)
{
	int sock = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
	int family = family_ask(sock);

	close(sock);
	return family ? 0 : -1;
}

/*
 * Registering a family waits for all running requests, and blocks new ones. So ask until it is
 * there.
 */
START_TEST(generic_netlink_is_served)
{
	pthread_t thread = caller_start(stalls[_i].run);
	pid_t dumps = child_start(netlink_dumps);
	pid_t family = child_start(family_load);
	int status;

	do
		child_expect(child_start(netlink_control), "a request of root's");
	while (!child_ended(family, 0, &status));
	ck_assert_msg(!status, FAMILY " is not loaded: status %#x", status);
	child_expect(dumps, "dumps");
	page_come();
	ck_assert(!pthread_join(thread, NULL));
}
END_TEST

static void others_teardown(void)
{
	module_unload(FAMILY);
}

int main(void)
{
	Suite *suite = suite_create("stall_others");
	TCase *tcase = tcase_create("stall_others");

	tcase_add_checked_fixture(tcase, stall_setup, NULL);
	tcase_add_checked_fixture(tcase, NULL, others_teardown);
	tcase_add_unchecked_fixture(tcase, NULL, chip_unload);
	tcase_add_loop_test(tcase, others_are_served, 0, ARRAY_SIZE(stalls));
	tcase_add_test(tcase, values_are_of_their_reader);
	tcase_add_loop_test(tcase, generic_netlink_is_served, 0, ARRAY_SIZE(stalls));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
