// SPDX-License-Identifier: GPL-2.0-only
/*
 * How many mappings an open file and a user may have: what counts, what is refused, and that
 * nothing counts any more once it has ended, no matter who had it last.
 *
 * With MAP_ONCE in the environment, all mappings that a user may have are made only once: that
 * takes a minute on a kernel that looks for bugs.
 */
#include <fcntl.h>
#include <linux/gpcd_image.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "chip.h"
#include "hang.h"
#include "sleeps.h"
#include "suite.h"

#define PAGE		4096
#define FILE_MAX	256		/* GPCD_MAP_FILE_MAX */
#define USER_MAX	16384		/* GPCD_MAP_USER_MAX */
#define FILES		(USER_MAX / FILE_MAX)
#define ONES		(~0ULL)
#define USER		4301
#define OTHER		4302

static int device, files[FILES + 1];
static char *pages[FILE_MAX + 1];

static char *map_pages(int fd, size_t count)
{
	char *map = mmap(NULL, count * PAGE, PROT_READ, MAP_SHARED, fd, 0);

	return map == MAP_FAILED ? NULL : map;
}

static uint64_t load(const void *from)
{
	return __atomic_load_n((const uint64_t *)from, __ATOMIC_RELAXED);
}

static void unmap_pages(char *map, size_t count)
{
	ck_assert(!munmap(map, count * PAGE));
}

/* Map pages until a mapping is refused, at most @most; return how many there were. */
static int fill(int fd, int most)
{
	int count = 0;

	while (count < most && (pages[count] = map_pages(fd, 1)))
		count++;
	return count;
}

static uint64_t parts(int fd)
{
	return fdinfo_value(fd, "gpcd-mappings:\t");
}

static int refused(int failed)
{
	return failed && errno == EDQUOT;
}

static void become(uid_t uid)
{
	if (setresuid(uid, uid, uid))
		_exit(99);
}

static int ended_with(pid_t pid)
{
	int status;

	ck_assert(pid > 0 && waitpid(pid, &status, 0) == pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void bounds_setup(void)
{
	struct rlimit most = { 4096, 4096 };

	chip_load();
	ck_assert(!setrlimit(RLIMIT_NOFILE, &most));
	ck_assert(!chmod(GPCD_DEV_PATH, 0666));
	device = open_device();
}

/* --- an open file --- */

START_TEST(a_file_has_so_many)
{
	int other = open_device();

	ck_assert_int_eq(fill(device, FILE_MAX + 1), FILE_MAX);
	ck_assert_int_eq(errno, EDQUOT);
	ck_assert_uint_eq(parts(device), FILE_MAX);
	ck_assert(map_pages(other, 1));
	unmap_pages(pages[7], 1);
	pages[7] = map_pages(device, 1);
	ck_assert(pages[7]);
	ck_assert(!map_pages(device, 1));
	ck_assert_int_eq(errno, EDQUOT);
	for (int i = 0; i < FILE_MAX; i++)
		unmap_pages(pages[i], 1);
	ck_assert_uint_eq(parts(device), 0);
	close(other);
}
END_TEST

/* Mappings refused for other reasons do not count. */
START_TEST(a_refusal_costs_nothing)
{
	set_fault("slow:1000");
	for (int i = 0; i < 2 * FILE_MAX; i++)
		ck_assert(!map_pages(device, 1) && errno == EBUSY);
	set_fault("none");
	ck_assert_uint_eq(parts(device), 0);
	ck_assert_int_eq(fill(device, FILE_MAX + 1), FILE_MAX);
}
END_TEST

/* --- parts --- */

START_TEST(parts_count)
{
	char *map = map_pages(device, 9);

	unmap_pages(map + 4 * PAGE, 1);
	ck_assert_uint_eq(parts(device), 2);
	ck_assert(!mprotect(map + PAGE, PAGE, PROT_NONE));
	ck_assert_uint_eq(parts(device), 4);
	ck_assert(mremap(map + 6 * PAGE, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED,
			 map + 4 * PAGE) != MAP_FAILED);
	ck_assert_uint_eq(parts(device), 6);
	unmap_pages(map, 9);
	ck_assert_uint_eq(parts(device), 0);
}
END_TEST

START_TEST(division_is_refused_at_the_bound)
{
	char *map = map_pages(device, 9), *moved;
	char *spare = mmap(NULL, 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	ck_assert(map && spare != MAP_FAILED);
	ck_assert_int_eq(fill(device, FILE_MAX), FILE_MAX - 1);
	ck_assert(refused(munmap(map + PAGE, PAGE)));
	ck_assert(refused(mprotect(map, PAGE, PROT_NONE)));
	ck_assert(refused(mremap(map, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, spare) ==
			  MAP_FAILED));
	ck_assert_uint_eq(load(map + PAGE), ONES);
	moved = mremap(pages[0], PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, spare + PAGE);
	ck_assert_msg(moved != MAP_FAILED, "a whole part moves: %s", strerror(errno));
	ck_assert_uint_eq(parts(device), FILE_MAX);
	unmap_pages(moved, 1);
	ck_assert(!munmap(map + 8 * PAGE, PAGE));
	unmap_pages(map, 8);
	ck_assert_uint_eq(parts(device), FILE_MAX - 2);
}
END_TEST

/* --- fork --- */

static int child_of_many(void)
{
	if (parts(device) != 2 * 200 || map_pages(device, 1) || errno != EDQUOT)
		return 1;
	/* Its existing mappings still work. */
	return load(pages[199]) != ONES;
}

START_TEST(copies_of_fork_count)
{
	pid_t pid;

	ck_assert_int_eq(fill(device, 200), 200);
	pid = fork();
	if (!pid)
		_exit(child_of_many());
	ck_assert_int_eq(ended_with(pid), 0);
	ck_assert_uint_eq(parts(device), 200);
	ck_assert_int_eq(fill(device, FILE_MAX), FILE_MAX - 200);
}
END_TEST

/* --- a user --- */

/* Map as much as a user may have, with one's own descriptors; return how much that was. */
static int fill_all(void)
{
	int sum = 0;

	for (int i = 0; i <= FILES; i++) {
		files[i] = open(GPCD_DEV_PATH, O_RDONLY | O_CLOEXEC);
		sum += fill(files[i], FILE_MAX);
	}
	return map_pages(files[FILES], 1) || errno != EDQUOT ? -1 : sum;
}

/* Let a process of a user map all that the user may have. Was it exactly that? */
static int has_all(uid_t uid)
{
	pid_t pid = fork();

	if (!pid) {
		become(uid);
		_exit(fill_all() != USER_MAX);
	}
	return !ended_with(pid);
}

START_TEST(a_user_has_so_many)
{
	pid_t pid = fork();

	if (!pid) {
		become(USER);
		if (fill_all() != USER_MAX)
			_exit(1);
		munmap(pages[1], PAGE);
		_exit(!map_pages(files[FILES], 1) || map_pages(files[FILES], 1));
	}
	ck_assert_int_eq(ended_with(pid), 0);
}
END_TEST

START_TEST(a_users_mappings_end_with_them)
{
	ck_assert(has_all(USER));
	ck_assert(has_all(USER));
}
END_TEST

/* A user has all mappings even while others map theirs. */
START_TEST(a_user_has_them_alone)
{
	int ends[2];
	char byte = 0;
	pid_t pid;

	ck_assert(!pipe2(ends, O_CLOEXEC));
	pid = fork();
	if (!pid) {
		become(USER);
		byte = fill_all() == USER_MAX;
		if (write(ends[1], &byte, 1) == 1)
			pause();
		_exit(1);
	}
	ck_assert(read(ends[0], &byte, 1) == 1 && byte);
	ck_assert(has_all(OTHER));
	kill(pid, SIGKILL);
	ended_with(pid);
	ck_assert(has_all(USER));
}
END_TEST

/*
 * The mapper's child becomes another user, and its copies of the parts end after its parent: until
 * then they count for the user who made the mapping.
 */
static void mapper_leaves(const int ends[2])
{
	char byte;

	if (setresuid(USER, USER, 0) || fill(device, FILE_MAX) != FILE_MAX)
		_exit(1);
	if (fork())
		_exit(0);
	close(ends[1]);
	if (seteuid(0))
		_exit(2);
	become(OTHER);
	/* Until the other end is closed. */
	_exit(read(ends[0], &byte, 1) != 0);
}

START_TEST(what_ends_as_anothers_is_forgotten)
{
	int ends[2];
	pid_t pid;

	ck_assert(!pipe2(ends, O_CLOEXEC));
	pid = fork();
	if (!pid)
		mapper_leaves(ends);
	ck_assert_int_eq(ended_with(pid), 0);
	ck_assert_uint_eq(parts(device), FILE_MAX);
	ck_assert(!has_all(USER));
	ck_assert(has_all(OTHER));
	close(ends[0]);
	close(ends[1]);
	for (int i = 0; i < 1000 * HANG_SECONDS && parts(device); i++)
		usleep(1000);
	ck_assert_uint_eq(parts(device), 0);
	ck_assert(has_all(USER));
	ck_assert(has_all(OTHER));
}
END_TEST

/* Another user maps the same open file: each part counts for the user who mapped it. */
START_TEST(a_descriptor_may_be_passed_on)
{
	pid_t pid;

	ck_assert_int_eq(fill(device, 100), 100);
	pid = fork();
	if (!pid) {
		for (int i = 0; i < 100; i++)
			munmap(pages[i], PAGE);
		become(OTHER);
		_exit(fill(device, FILE_MAX) != FILE_MAX - 100);
	}
	ck_assert_int_eq(ended_with(pid), 0);
	ck_assert_uint_eq(parts(device), 100);
	ck_assert(has_all(OTHER));
	for (int i = 0; i < 100; i++)
		unmap_pages(pages[i], 1);
	ck_assert(has_all(0));
}
END_TEST

/* --- a chip that goes --- */

static long faults_here(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_minflt;
}

/* Counts of a process that keeps loading from another chip. */
static struct beside {
	long looks;
	long slept;
	int end;
} *beside;

/* Map the page anew for each load, so that each load faults. */
static void beside_run(int fd, off_t tile)
{
	while (!__atomic_load_n(&beside->end, __ATOMIC_RELAXED)) {
		char *page = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, tile);
		long before = sleeps();

		if (page == MAP_FAILED || load(page) == ONES)
			_exit(1);
		beside->slept += sleeps() - before;
		munmap(page, PAGE);
		__atomic_add_fetch(&beside->looks, 1, __ATOMIC_RELAXED);
	}
	_exit(0);
}

static pid_t beside_start(int fd, off_t tile)
{
	pid_t pid;

	beside = mmap(NULL, sizeof(*beside), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		      0);
	ck_assert(beside != MAP_FAILED);
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (!pid)
		beside_run(fd, tile);
	return pid;
}

/* Wait for two more loads: the second of them began after this call. */
static void beside_await(void)
{
	long before = __atomic_load_n(&beside->looks, __ATOMIC_RELAXED);
	int waited = 0;

	while (__atomic_load_n(&beside->looks, __ATOMIC_RELAXED) < before + 2) {
		ck_assert_msg(waited++ < 1000 * HANG_SECONDS, "nobody loads from another chip");
		usleep(1000);
	}
}

/* Map pages and load from each of them; return how many. */
static int hoard(char **many, off_t tile)
{
	int sum = 0;

	for (int i = 0; i < (getenv("MAP_ONCE") ? 2 : FILES - 1); i++) {
		files[i] = open_device();
		for (int k = 0; k < FILE_MAX; k++, sum++)
			many[sum] = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, files[i], tile);
	}
	for (int i = 0; i < sum; i++)
		ck_assert(many[i] != MAP_FAILED && load(many[i]) != ONES);
	return sum;
}

/*
 * An unplugged chip takes back its own pages alone: another chip's page stays mapped, and loads
 * from that chip do not sleep meanwhile.
 */
START_TEST(a_chip_that_goes_takes_all_of_its_pages_alone)
{
	const uint64_t *of_another;
	uint64_t tile = addrs[0] / PAGE * PAGE;
	static char *many[USER_MAX];
	int other, i, sum;
	long before;
	pid_t pid;

	other = open("/dev/gpcd1", O_RDONLY | O_CLOEXEC);
	of_another = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, other, tile);
	ck_assert(of_another != MAP_FAILED);
	pid = beside_start(other, tile);
	sum = hoard(many, tile);
	ck_assert_uint_ne(load(of_another), ONES);
	beside_await();
	set_fault("unplug");
	before = faults_here();
	ck_assert_uint_ne(load(of_another), ONES);
	ck_assert_int_eq(faults_here(), before);
	for (i = 0; i < sum; i++)
		ck_assert_uint_eq(load(many[i]), ONES);
	ck_assert_int_eq(faults_here(), before + sum);
	beside_await();
	beside->end = 1;
	ck_assert_int_eq(ended_with(pid), 0);
	if (!preempt_rt())
		ck_assert_int_eq(beside->slept, 0);
}
END_TEST

static void two_chips_setup(void)
{
	chip_forget();
	ck_assert_int_eq(module_load("gpcd", ""), 0);
	ck_assert_int_eq(module_load("gpcd_emu", "clock=virtual chips=2"), 0);
}

/* A test's mappings end with its process; then its modules can be unloaded. */
static TCase *bounds_case(const char *name)
{
	TCase *tcase = tcase_create(name);

	tcase_add_checked_fixture(tcase, bounds_setup, NULL);
	tcase_add_unchecked_fixture(tcase, NULL, chip_unload);
	return tcase;
}

static Suite *map_bounds_suite(void)
{
	Suite *suite = suite_create("map_bounds");
	TCase *tcase = bounds_case("bounds");
	TCase *users = bounds_case("users");
	TCase *chips = tcase_create("chips");

	tcase_add_test(tcase, a_file_has_so_many);
	tcase_add_test(tcase, a_refusal_costs_nothing);
	tcase_add_test(tcase, parts_count);
	tcase_add_test(tcase, division_is_refused_at_the_bound);
	tcase_add_test(tcase, copies_of_fork_count);
	tcase_add_test(tcase, a_user_has_so_many);
	suite_add_tcase(suite, tcase);
	tcase_add_test(users, a_users_mappings_end_with_them);
	tcase_add_test(users, a_user_has_them_alone);
	tcase_add_test(users, what_ends_as_anothers_is_forgotten);
	tcase_add_test(users, a_descriptor_may_be_passed_on);
	if (!getenv("MAP_ONCE"))
		suite_add_tcase(suite, users);
	tcase_add_unchecked_fixture(chips, two_chips_setup, chip_unload);
	tcase_add_test(chips, a_chip_that_goes_takes_all_of_its_pages_alone);
	suite_add_tcase(suite, chips);
	return suite;
}

int main(void)
{
	return suite_run(map_bounds_suite());
}
