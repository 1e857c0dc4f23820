// SPDX-License-Identifier: GPL-2.0-only
/*
 * Callers whose memory never comes: they hold up nobody but themselves, neither a
 * chip's removal nor whoever shares a group with them and is killed.
 */
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "chip.h"
#include "suite.h"

static int uffd;
static char *stalled;		/* a page that comes when page_come() says so */
static int fd;
static int group;

static void setup(void)
{
	long page = sysconf(_SC_PAGESIZE);
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	struct gpcd_group_req req = {
		.size = sizeof(req), .count = 1, .addrs = (uintptr_t)addrs,
	};

	chip_load();
	uffd = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
	ck_assert_msg(uffd >= 0, "userfaultfd: %s", strerror(errno));
	ck_assert(!ioctl(uffd, UFFDIO_API, &api));
	stalled = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ck_assert(stalled != MAP_FAILED);
	range.range.start = (uintptr_t)stalled;
	range.range.len = page;
	ck_assert(!ioctl(uffd, UFFDIO_REGISTER, &range));
	fd = open_device();
	group = ioctl(fd, GPCD_IOC_GROUP, &req);
	ck_assert_int_ge(group, 0);
}

static void page_await(void)
{
	struct pollfd wait = { .fd = uffd, .events = POLLIN };

	ck_assert_msg(poll(&wait, 1, 1000 * HANG_SECONDS) == 1, "the call did not meet the page");
}

static void page_come(void)
{
	struct uffdio_zeropage zero = {
		.range = { (uintptr_t)stalled, sysconf(_SC_PAGESIZE) },
	};

	ck_assert(!ioctl(uffd, UFFDIO_ZEROPAGE, &zero));
}

/* Calls that meet the page here or there; each returns 0 or an errno. */

static int stall_argument(void)
{
	return call(fd, GPCD_IOC_INFO, stalled);
}

static int stall_legacy(uint64_t *from, uint64_t *to, unsigned long command)
{
	struct gpcd_args args = { .num_mmrs = 1, .mmr_addrs = from, .mmr_data = to };

	return call(fd, command, &args);
}

static int stall_addrs(void)
{
	uint64_t value;

	return stall_legacy((uint64_t *)stalled, &value, GPC_IOC_READ_REG);
}

static int stall_values(void)
{
	return stall_legacy(addrs, (uint64_t *)stalled, GPC_IOC_READ_REG);
}

static int stall_write(void)
{
	return stall_legacy(addrs, (uint64_t *)stalled, GPC_IOC_WRITE_REG);
}

static int stall_sweep(int file, unsigned long command, void *values, void *statuses)
{
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = 1,
		.addrs = command == GPCD_IOC_SNAPSHOT ? (uintptr_t)addrs : 0,
		.values = (uintptr_t)values, .statuses = (uintptr_t)statuses,
	};

	return call(file, command, &req);
}

static int stall_statuses(void)
{
	uint64_t value;

	return stall_sweep(fd, GPCD_IOC_SNAPSHOT, &value, stalled);
}

static int stall_group(void)
{
	return stall_sweep(group, GPCD_IOC_GROUP_READ, stalled, NULL);
}

static int stall_catalogue(void)
{
	struct gpcd_catalogue_page page = {
		.size = sizeof(page), .count = 1,
		.entry_size = sizeof(struct gpcd_catalogue_entry), .entries = (uintptr_t)stalled,
	};

	return call(fd, GPCD_IOC_CATALOGUE, &page);
}

static const struct {
	const char *name;
	int (*run)(void);
} stalls[] = {
	{ "its argument", stall_argument }, { "addresses", stall_addrs },
	{ "values", stall_values }, { "values to write", stall_write },
	{ "statuses", stall_statuses }, { "a group's values", stall_group },
	{ "the catalogue", stall_catalogue },
};

static void *caller(void *run)
{
	((int (*)(void))run)();
	return NULL;
}

static pthread_t caller_start(int (*run)(void))
{
	pthread_t thread;

	ck_assert(!pthread_create(&thread, NULL, caller, run));
	page_await();
	return thread;
}

/* The child has nothing else to wait for than its call. */
static void asleep_await(pid_t pid)
{
	char path[64], state = 'R';

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	while (state == 'R') {
		FILE *stat = fopen(path, "r");

		ck_assert(stat && fscanf(stat, "%*d (%*[^)]) %c", &state) == 1);
		fclose(stat);
		usleep(1000);
	}
}

/* A test that hangs here has failed. */
START_TEST(a_stalled_caller_delays_no_removal)
{
	pthread_t thread = caller_start(stalls[_i].run);

	set_fault("unplug");
	ck_assert_int_eq(access(GPCD_DEV_PATH, F_OK), -1);
	set_fault("none");
	page_come();
	ck_assert(!pthread_join(thread, NULL));
}
END_TEST

START_TEST(who_waits_for_a_stalled_reader_can_be_killed)
{
	pthread_t thread = caller_start(stall_group);
	uint64_t value;
	pid_t waiting = fork();

	if (!waiting)
		_exit(stall_sweep(group, GPCD_IOC_GROUP_READ, &value, NULL));
	asleep_await(waiting);
	ck_assert_int_eq(waitpid(waiting, NULL, WNOHANG), 0);
	kill(waiting, SIGKILL);
	ck_assert_int_eq(waitpid(waiting, NULL, 0), waiting);
	page_come();
	ck_assert(!pthread_join(thread, NULL));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stall");
	TCase *tcase = tcase_create("stall");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_unchecked_fixture(tcase, NULL, chip_unload);
	tcase_add_loop_test(tcase, a_stalled_caller_delays_no_removal, 0, ARRAY_SIZE(stalls));
	tcase_add_test(tcase, who_waits_for_a_stalled_reader_can_be_killed);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
