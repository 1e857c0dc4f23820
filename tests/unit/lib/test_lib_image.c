// SPDX-License-Identifier: GPL-2.0-only
/*
 * Making images.
 */
#include <errno.h>
#include <glob.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "view.h"
#include "suite.h"

static const struct gpcd_info good = { .chip = GPCD_CHIP_ARIES, .nic_addr = 1, .nic_index = 3 };
static struct view view;

static void setup(void)
{
	view_create(&view, GPCD_CHIP_GEMINI);
}

static void teardown(void)
{
	view_destroy(&view);
}

START_TEST(has_size_and_space)
{
	struct stat st;
	unsigned int pages = 0, page;
	off_t at;
	int fd;

	fd = open(view.path, O_RDONLY);
	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_int_eq(st.st_size, GPCD_IMAGE_SIZE);
	ck_assert_int_ge(st.st_blocks * 512, 60 * GPCD_PAGE_SIZE);
	ck_assert_int_lt(st.st_blocks * 512, GPCD_IMAGE_SIZE / 16);
	for (page = 0; page < gpcd_catalogue_pages(GPCD_CHIP_GEMINI); page++) {
		at = gpcd_catalogue_page(GPCD_CHIP_GEMINI, page);
		pages += lseek(fd, at, SEEK_DATA) == at;
	}
	ck_assert_uint_eq(pages, 59);
	close(fd);
}
END_TEST

/* Return how many pages of a file are in memory. */
static unsigned int pages_in_memory(int fd)
{
	static unsigned char page[GPCD_IMAGE_SIZE / GPCD_PAGE_SIZE];
	void *map = mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ, MAP_SHARED, fd, 0);
	unsigned int pages = 0;

	ck_assert_ptr_ne(map, MAP_FAILED);
	ck_assert_int_eq(mincore(map, GPCD_IMAGE_SIZE, page), 0);
	for (size_t i = 0; i < sizeof(page); i++)
		pages += page[i] & 1;
	munmap(map, GPCD_IMAGE_SIZE);
	return pages;
}

/* For a disk file the kernel also reads the pages around each: here info, clock, counter. */
START_TEST(a_reader_brings_in_what_it_reads)
{
	char path[] = "/tmp/gpcd-test-cold-XXXXXX", where[64];
	int fd = mkstemp(path);
	unsigned int before;
	struct gpcd *dev;
	uint64_t value;

	unlink(path);
	close(fd);
	ck_assert_int_eq(gpcd_image_create(path, &good), 0);
	snprintf(where, sizeof(where), "image:%s", path);
	fd = open(path, O_RDONLY);
	ck_assert_int_eq(fsync(fd), 0);
	ck_assert_int_eq(posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED), 0);
	before = pages_in_memory(fd);
	ck_assert_int_eq(gpcd_open(where, &dev), 0);
	ck_assert_int_eq(gpcd_read(dev, 0, "AR_NL_PRF_PTILE_0_REQ_TO_NIC_0", &value), 0);
	ck_assert_uint_le(pages_in_memory(fd), before + 3);
	gpcd_close(dev);
	close(fd);
	unlink(path);
}
END_TEST

/*
 * A page that is only preallocated becomes data at the first write through a mapping, which takes
 * disk file systems long. File systems without extents cannot show it.
 */
START_TEST(pages_are_written)
{
	struct {
		struct fiemap map;
		struct fiemap_extent extents[128];
	} found = { .map = { .fm_length = GPCD_IMAGE_SIZE, .fm_extent_count = 128 } };
	int fd = open(view.path, O_RDONLY);
	unsigned int i;

	ck_assert_int_ge(fd, 0);
	if (!ioctl(fd, FS_IOC_FIEMAP, &found)) {
		for (i = 0; i < found.map.fm_mapped_extents; i++)
			ck_assert_uint_eq(found.extents[i].fe_flags & FIEMAP_EXTENT_UNWRITTEN, 0);
	}
	close(fd);
}
END_TEST

START_TEST(refuses_what_is_no_image)
{
	char path[80];
	int fd;

	snprintf(path, sizeof(path), "%s.text", view.path);
	fd = open(path, O_CREAT | O_WRONLY, 0600);
	ck_assert_int_eq(write(fd, "precious", 8), 8);
	close(fd);
	ck_assert_int_eq(gpcd_image_create(path, &good), -EEXIST);
	fd = open(path, O_RDONLY);
	ck_assert_int_eq(lseek(fd, 0, SEEK_END), 8);
	close(fd);
	unlink(path);
	ck_assert_int_eq(gpcd_image_create("/dev/null", &good), -EEXIST);
	ck_assert_int_eq(gpcd_image_create("/nowhere/at/all", &good), -ENOENT);
}
END_TEST

START_TEST(refuses_contradictions)
{
	struct gpcd_info bad = good;

	bad.nic_addr = 0;
	ck_assert_int_eq(gpcd_image_create(view.path, &bad), -EINVAL);
	bad = good;
	bad.nic_index = 4;
	ck_assert_int_eq(gpcd_image_create(view.path, &bad), -EINVAL);
	bad = good;
	bad.domain = 65536;
	ck_assert_int_eq(gpcd_image_create(view.path, &bad), -EINVAL);
	bad = good;
	bad.chip = GPCD_CHIPS;
	ck_assert_int_eq(gpcd_image_create(view.path, &bad), -EINVAL);
	ck_assert_uint_eq(view.info->state, GPCD_IMAGE_LIVE);
}
END_TEST

START_TEST(has_its_domain)
{
	const uint32_t domains[][2] = { { 0, 1 }, { 7, 7 }, { 65535, 65535 } };
	struct gpcd_info info = good;
	struct gpcd *dev;

	info.size = sizeof(info);
	info.domain = domains[_i][0];
	ck_assert_int_eq(gpcd_image_create(view.path, &info), 0);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_get_info(dev, &info), 0);
	ck_assert_uint_eq(info.domain, domains[_i][1]);
	gpcd_close(dev);
}
END_TEST

START_TEST(failure_leaves_nothing)
{
	struct rlimit all, little;
	char pattern[80];
	glob_t found;

	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &all);
	little = (struct rlimit) { .rlim_cur = 4096, .rlim_max = all.rlim_max };
	setrlimit(RLIMIT_FSIZE, &little);
	ck_assert_int_eq(gpcd_image_create(view.path, &good), -EFBIG);
	setrlimit(RLIMIT_FSIZE, &all);
	ck_assert_uint_eq(view.info->state, GPCD_IMAGE_LIVE);
	snprintf(pattern, sizeof(pattern), "%s*", view.path);
	ck_assert_int_eq(glob(pattern, 0, NULL, &found), 0);
	ck_assert_uint_eq(found.gl_pathc, 1);
	globfree(&found);
}
END_TEST

/* Readers open files by patterns: an incomplete one must not match. */
START_TEST(unfinished_image_is_hidden)
{
	union {
		struct inotify_event event;
		char room[4096];
	} read_in;
	char folder[] = "/tmp/gpcd-test-XXXXXX", path[64];
	int watch = inotify_init1(IN_NONBLOCK);

	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/a.img", folder);
	ck_assert_int_ge(inotify_add_watch(watch, folder, IN_CREATE), 0);
	ck_assert_int_eq(gpcd_image_create(path, &good), 0);
	ck_assert_int_gt(read(watch, &read_in, sizeof(read_in)), 0);
	ck_assert_int_eq(read_in.event.name[0], '.');
	unlink(path);
	rmdir(folder);
	close(watch);
}
END_TEST

START_TEST(replaced_image_is_gone)
{
	struct gpcd_info info = { .size = sizeof(info) }, again = info;
	struct gpcd *dev;

	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_get_info(dev, &info), 0);
	ck_assert_int_eq(gpcd_image_create(view.path, &good), 0);
	ck_assert_int_eq(gpcd_get_info(dev, &again), -ENODEV);
	gpcd_close(dev);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_get_info(dev, &again), 0);
	ck_assert_uint_eq(again.chip, GPCD_CHIP_ARIES);
	ck_assert_uint_ne(again.epoch, info.epoch);
	gpcd_close(dev);
}
END_TEST

/* A relative link beside the image. */
static void link_make(char link[80], const char *target)
{
	snprintf(link, 80, "%s.link", view.path);
	ck_assert_int_eq(symlink(strrchr(target, '/') + 1, link), 0);
}

static int is_link(const char *path)
{
	struct stat st;

	return !lstat(path, &st) && S_ISLNK(st.st_mode);
}

START_TEST(link_is_followed)
{
	char link[80];
	struct gpcd *dev;

	link_make(link, view.path);
	ck_assert_int_eq(gpcd_image_create(link, &good), 0);
	ck_assert(is_link(link));
	ck_assert_uint_eq(view.info->state, GPCD_IMAGE_GONE);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_uint_eq(gpcd_chip(dev), GPCD_CHIP_ARIES);
	gpcd_close(dev);
	unlink(link);
}
END_TEST

START_TEST(link_to_nothing_is_kept)
{
	char link[80];

	link_make(link, "/gpcd-test-nothing");
	ck_assert_int_eq(gpcd_image_create(link, &good), -ENOENT);
	ck_assert(is_link(link));
	unlink(link);
}
END_TEST

/* --- an image that is truncated --- */

#define COUNTER	"GM_0_0_TILE_PERFORMANCE_COUNTERS_0"

/* Sizes that lack the describing page, and with it or without it the counter's. */
static const off_t sizes[] = { 0, GPCD_PAGE_SIZE, GPCD_IMAGE_INFO };

START_TEST(a_truncated_image_costs_its_readings)
{
	struct gpcd_snapshot *snapshot;
	struct gpcd_group *group;
	struct gpcd *dev;
	uint64_t value;

	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, COUNTER), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	ck_assert_int_eq(truncate(view.path, sizes[_i]), 0);
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(gpcd_group_read(group, snapshot), -EFAULT);
		ck_assert_int_eq(gpcd_read(dev, 0, COUNTER, &value), -EFAULT);
		ck_assert_int_eq(gpcd_write(dev, 0, COUNTER, 1), -EFAULT);
	}
	ck_assert_int_eq(truncate(view.path, GPCD_IMAGE_SIZE), 0);
	ck_assert_int_eq(gpcd_group_read(group, snapshot), -ENODEV);
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
	gpcd_close(dev);
}
END_TEST

/* Return the first register of a chip from an address on. */
static const char *register_from(unsigned int chip, uint64_t addr, char name[GPCD_NAME_MAX])
{
	struct gpcd_reg reg;
	unsigned int i = 0;

	do
		ck_assert_int_eq(gpcd_catalogue_at(chip, i++, &reg), 0);
	while (reg.addr < addr);
	gpcd_reg_name(&reg, name);
	return name;
}

/* Only a Cassini has registers beyond the describing page: a write of one fails amid its batch. */
START_TEST(a_write_that_fails_gives_the_lock_back)
{
	const unsigned int chip = GPCD_CHIP_CASSINI2;
	char far[GPCD_NAME_MAX], near[GPCD_NAME_MAX];
	struct gpcd *dev, *other;

	view_destroy(&view);
	view_create(&view, chip);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_open(view.where, &other), 0);
	register_from(chip, 0, near);
	register_from(chip, GPCD_IMAGE_SIZE, far);
	ck_assert_int_eq(truncate(view.path, GPCD_IMAGE_SIZE), 0);
	ck_assert_int_eq(gpcd_write(dev, 0, far, 1), -EFAULT);
	ck_assert_int_eq(gpcd_write(other, 0, near, 2), 0);
	ck_assert_int_eq(gpcd_write(dev, 0, near, 1), 0);
	ck_assert_uint_eq(view.info->sequence[GPCD_IMAGE_OWNER] & 1, 0);
	gpcd_close(other);
	gpcd_close(dev);
}
END_TEST

/* --- the signal --- */

static atomic_int seen;

static void see(int number)
{
	seen = number;
}

static void see_cause(int number, siginfo_t *info, void *context)
{
	(void)context;
	seen = info->si_code == SI_TKILL ? number : -1;
}

static const struct sigaction handlers[] = {
	{ .sa_handler = see },
	{ .sa_sigaction = see_cause, .sa_flags = SA_SIGINFO },
};

static int raise_within(void *data)
{
	(void)data;
	raise(SIGBUS);
	return 0;
}

START_TEST(a_signal_from_elsewhere_is_the_programs)
{
	struct sigaction after;

	sigaction(SIGBUS, &handlers[_i], NULL);
	ck_assert_int_eq(gpcd_image_guard(raise_within, NULL), 0);
	ck_assert_int_eq(seen, SIGBUS);
	sigaction(SIGBUS, NULL, &after);
	ck_assert(after.sa_sigaction == handlers[_i].sa_sigaction);
}
END_TEST

START_TEST(a_signal_that_nobody_handles_ends_the_program)
{
	pid_t child = fork();
	int status;

	if (!child) {
		signal(SIGBUS, SIG_DFL);
		gpcd_image_guard(raise_within, NULL);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS);
}
END_TEST

static int set_within(void *data)
{
	return sigaction(SIGBUS, data, NULL);
}

START_TEST(a_handler_that_is_set_meanwhile_stays)
{
	struct sigaction handler = handlers[0];

	ck_assert_int_eq(gpcd_image_guard(set_within, &handler), 0);
	sigaction(SIGBUS, NULL, &handler);
	ck_assert(handler.sa_handler == see);
}
END_TEST

/* As one that restores the terminal: it blocks other signals, which a jump would leave blocked. */
START_TEST(a_handler_that_is_set_later_sees_nothing)
{
	struct sigaction handler = handlers[0];
	struct gpcd *dev;
	uint64_t value;

	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	sigaction(SIGBUS, &handler, NULL);
	ck_assert_int_eq(truncate(view.path, 0), 0);
	ck_assert_int_eq(gpcd_read(dev, 0, COUNTER, &value), -EFAULT);
	ck_assert_int_eq(seen, 0);
	gpcd_close(dev);
	ck_assert_int_eq(truncate(view.path, GPCD_IMAGE_SIZE), 0);
}
END_TEST

static int fail_within(void *data)
{
	uint64_t value;

	ck_assert_int_eq(gpcd_read(data, 0, COUNTER, &value), -EFAULT);
	gpcd_image_load((__u64 *)view.map);
	return 0;
}

START_TEST(guards_nest)
{
	struct gpcd *dev;

	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(truncate(view.path, 0), 0);
	ck_assert_int_eq(gpcd_image_guard(fail_within, dev), -EFAULT);
	gpcd_close(dev);
	ck_assert_int_eq(gpcd_image_create(view.path, &good), -EEXIST);
	unlink(view.path);
	view_create(&view, GPCD_CHIP_GEMINI);
}
END_TEST

START_TEST(epoch_outlives_a_clock_that_is_set_back)
{
	uint64_t ahead = UINT64_MAX / 2;

	view.info->epoch = ahead;
	munmap(view.map, GPCD_IMAGE_SIZE);
	view_create(&view, GPCD_CHIP_GEMINI);
	ck_assert_uint_eq(view.info->epoch, ahead + 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lib_image");
	TCase *tests = tcase_create("image");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, has_size_and_space);
	tcase_add_test(tests, a_reader_brings_in_what_it_reads);
	tcase_add_test(tests, pages_are_written);
	tcase_add_test(tests, refuses_what_is_no_image);
	tcase_add_test(tests, refuses_contradictions);
	tcase_add_loop_test(tests, has_its_domain, 0, 3);
	tcase_add_test(tests, failure_leaves_nothing);
	tcase_add_test(tests, unfinished_image_is_hidden);
	tcase_add_test(tests, replaced_image_is_gone);
	tcase_add_test(tests, link_is_followed);
	tcase_add_test(tests, link_to_nothing_is_kept);
	tcase_add_loop_test(tests, a_truncated_image_costs_its_readings, 0,
			    sizeof(sizes) / sizeof(*sizes));
	tcase_add_test(tests, a_write_that_fails_gives_the_lock_back);
	tcase_add_loop_test(tests, a_signal_from_elsewhere_is_the_programs, 0, 2);
	tcase_add_test(tests, a_signal_that_nobody_handles_ends_the_program);
	tcase_add_test(tests, a_handler_that_is_set_meanwhile_stays);
	tcase_add_test(tests, a_handler_that_is_set_later_sees_nothing);
	tcase_add_test(tests, guards_nest);
	tcase_add_test(tests, epoch_outlives_a_clock_that_is_set_back);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
