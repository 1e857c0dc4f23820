// SPDX-License-Identifier: GPL-2.0-only
/*
 * Making images.
 */
#include <errno.h>
#include <glob.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

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
	tcase_add_test(tests, epoch_outlives_a_clock_that_is_set_back);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
