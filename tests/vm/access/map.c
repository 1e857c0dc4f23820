// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mapped registers: the chip's, read-only, and all ones where the mapper may not read or the chip
 * is gone. No access to a mapping raises a signal.
 */
#include <linux/gpcd_image.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "chip.h"
#include "suite.h"

#define PAGE		4096
#define ONES		(~0ULL)
#define ABSENT_PAGE	0x1000		/* a Gemini has no register there */
#define NIC_REG		0x4c02024ULL	/* the upper half of its word */
#define LAST_PAGE	(GPCD_IMAGE_INFO / PAGE)

static int device;
static const unsigned char *image;

static const void *map_of(int fd, int protection, int flags, size_t length, off_t from)
{
	return mmap(NULL, length, protection, flags, fd, from);
}

static const unsigned char *map_all(int fd)
{
	const void *map = map_of(fd, PROT_READ, MAP_SHARED, GPCD_IMAGE_SIZE, 0);

	return map == MAP_FAILED ? NULL : map;
}

static uint64_t word_at(const unsigned char *from, uint64_t at)
{
	return __atomic_load_n((const uint64_t *)(from + at), __ATOMIC_RELAXED);
}

static const struct gpcd_image_info *info_of(const unsigned char *from)
{
	return (const struct gpcd_image_info *)(from + GPCD_IMAGE_INFO);
}

static uint32_t state_of(const unsigned char *from)
{
	return __atomic_load_n(&info_of(from)->state, __ATOMIC_RELAXED);
}

static void pass(const char *ns)
{
	ck_assert_int_eq(write_file(BACKDOOR "/advance", ns), 0);
}

static uint64_t by_ioctl(uint64_t addr)
{
	uint64_t value = 0;
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = 1,
		.addrs = (uintptr_t)&addr, .values = (uintptr_t)&value,
	};

	ck_assert_int_eq(call(device, GPCD_IOC_SNAPSHOT, &req), 0);
	return value;
}

static void map_setup(void)
{
	chip_load();
	device = open_device();
	image = map_all(device);
	ck_assert_msg(image, "mmap: %s", strerror(errno));
}

static void map_teardown(void)
{
	munmap((void *)image, GPCD_IMAGE_SIZE);
	close(device);
	chip_unload();
}

/* --- what is there --- */

START_TEST(feature_is_told)
{
	struct gpcd_info info = { .size = sizeof(info) };

	ck_assert_int_eq(call(device, GPCD_IOC_INFO, &info), 0);
	ck_assert(info.features & GPCD_FEATURE_MAP);
	ck_assert_uint_eq(info_of(image)->magic, GPCD_IMAGE_MAGIC);
	ck_assert_uint_eq(info_of(image)->version, GPCD_IMAGE_VERSION);
	ck_assert_uint_eq(info_of(image)->state, GPCD_IMAGE_LIVE);
	ck_assert_uint_eq(info_of(image)->epoch, info.epoch);
	ck_assert_uint_eq(info_of(image)->chip_id, info.chip_id);
}
END_TEST

START_TEST(registers_are_those_of_the_calls)
{
	uint64_t sum = 0;

	for (int round = 0; round < 3; round++) {
		pass("1234567890");
		for (int i = 0; i < COUNTERS; i++) {
			ck_assert_uint_eq(word_at(image, addrs[i]), by_ioctl(addrs[i]));
			sum += word_at(image, addrs[i]);
		}
		ck_assert_uint_eq(word_at(image, NIC_REG & ~7ULL) >> 32, by_ioctl(NIC_REG));
	}
	ck_assert_uint_eq(info_of(image)->chip_ns, 3 * 1234567890ULL);
	ck_assert_uint_ne(sum, 0);
}
END_TEST

START_TEST(all_else_is_ones)
{
	ck_assert_uint_eq(word_at(image, 0), ONES);
	ck_assert_uint_eq(word_at(image, ABSENT_PAGE), ONES);
	ck_assert_uint_eq(word_at(image, GPCD_IMAGE_INFO - 8), ONES);
	ck_assert_uint_eq(word_at(image, GPCD_IMAGE_SIZE - 8), 0);
}
END_TEST

/* --- what is refused --- */

static const struct {
	const char *what;
	int protection, flags;
	size_t pages;
	off_t page;
	int error;
} refusals[] = {
	{ "to write", PROT_READ | PROT_WRITE, MAP_SHARED, 1, 0, EACCES },
	{ "only to write", PROT_WRITE, MAP_SHARED, 1, 0, EACCES },
	{ "to execute", PROT_READ | PROT_EXEC, MAP_SHARED, 1, 0, EACCES },
	{ "privately", PROT_READ, MAP_PRIVATE, 1, 0, EINVAL },
	{ "beyond the end", PROT_READ, MAP_SHARED, 2, LAST_PAGE, EINVAL },
	{ "all beyond the end", PROT_READ, MAP_SHARED, 1, LAST_PAGE + 1, EINVAL },
	{ "too much", PROT_READ, MAP_SHARED, LAST_PAGE + 2, 0, EINVAL },
};

START_TEST(only_reading_is_for_everybody)
{
	const void *map = map_of(device, refusals[_i].protection, refusals[_i].flags,
				 refusals[_i].pages * PAGE, refusals[_i].page * PAGE);

	ck_assert_msg(map == MAP_FAILED && errno == refusals[_i].error, "%s: %s",
		      refusals[_i].what, map == MAP_FAILED ? strerror(errno) : "mapped");
}
END_TEST

START_TEST(protection_does_not_widen)
{
	void *map = (void *)image;

	ck_assert(mprotect(map, PAGE, PROT_READ | PROT_WRITE) && errno == EACCES);
	ck_assert(mprotect(map, PAGE, PROT_READ | PROT_EXEC) && errno == EACCES);
	ck_assert(!mprotect(map, PAGE, PROT_NONE));
	ck_assert(!mprotect(map, PAGE, PROT_READ));
	ck_assert_uint_eq(word_at(image, 0), ONES);
}
END_TEST

/* The pages belong to the device and can be taken back: nobody else holds one. */
START_TEST(its_pages_are_not_memory)
{
	char buffer[8];
	int mem = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);

	ck_assert_uint_ne(word_at(image, addrs[0]), ONES);
	ck_assert_int_eq(pread(mem, buffer, sizeof(buffer), (off_t)(image + addrs[0])), -1);
	ck_assert_int_eq(errno, EIO);
	close(mem);
}
END_TEST

/* --- parts and copies --- */

START_TEST(one_page_is_a_mapping)
{
	const unsigned char *page = map_of(device, PROT_READ, MAP_SHARED, PAGE,
					   addrs[0] / PAGE * PAGE);

	ck_assert(page != MAP_FAILED);
	pass("1000000");
	ck_assert_uint_eq(word_at(page, addrs[0] % PAGE), by_ioctl(addrs[0]));
	ck_assert(!munmap((void *)page, PAGE));
}
END_TEST

START_TEST(parts_go_on_alone)
{
	unsigned char *map = (unsigned char *)image;
	uint64_t far = addrs[COUNTERS - 1], near = addrs[0];
	unsigned char *moved;

	pass("1000000");
	ck_assert(!munmap(map + far / PAGE * PAGE - PAGE, PAGE));
	ck_assert_uint_eq(word_at(image, near), by_ioctl(near));
	ck_assert_uint_eq(word_at(image, far), by_ioctl(far));
	moved = mremap(map + far / PAGE * PAGE, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED,
		       map + far / PAGE * PAGE - PAGE);
	ck_assert_msg(moved != MAP_FAILED, "mremap: %s", strerror(errno));
	ck_assert_uint_eq(word_at(moved, far % PAGE), by_ioctl(far));
	ck_assert(mremap(moved, PAGE, 2 * PAGE, MREMAP_MAYMOVE) == MAP_FAILED);
}
END_TEST

START_TEST(a_child_has_it_too)
{
	uint64_t wanted;
	int status;
	pid_t pid;

	pass("1000000");
	wanted = by_ioctl(addrs[0]);
	pid = fork();
	if (!pid)
		_exit(word_at(image, addrs[0]) != wanted);
	ck_assert(waitpid(pid, &status, 0) == pid);
	ck_assert_int_eq(status, 0);
}
END_TEST

START_TEST(it_outlives_its_descriptor)
{
	close(device);
	ck_assert_uint_eq(state_of(image), GPCD_IMAGE_LIVE);
	ck_assert_uint_ne(word_at(image, addrs[0]), ONES);
	device = open_device();
}
END_TEST

/* --- chips that fail --- */

START_TEST(a_chip_that_goes_leaves_ones)
{
	ck_assert_uint_ne(word_at(image, addrs[0]), ONES);
	set_fault("unplug");
	ck_assert_uint_eq(word_at(image, addrs[0]), ONES);
	ck_assert_uint_eq(word_at(image, NIC_REG & ~7ULL), ONES);
	ck_assert_uint_eq(state_of(image), GPCD_IMAGE_GONE);
	ck_assert_uint_eq(info_of(image)->magic, GPCD_IMAGE_MAGIC);
	ck_assert(!map_all(device) && errno == ENODEV);
}
END_TEST

/* Each node is an inode of its own. */
START_TEST(other_nodes_are_revoked_too)
{
	const char *path = "/tmp/gpcd-map";
	const unsigned char *other;
	struct stat st;
	int fd;

	ck_assert(!stat(GPCD_DEV_PATH, &st));
	ck_assert_msg(!mknod(path, S_IFCHR | 0600, st.st_rdev), "mknod: %s", strerror(errno));
	fd = open(path, O_RDONLY | O_CLOEXEC);
	unlink(path);
	ck_assert(fd >= 0);
	other = map_all(fd);
	close(fd);
	ck_assert(other);
	ck_assert_uint_ne(word_at(other, addrs[0]), ONES);
	set_fault("unplug");
	ck_assert_uint_eq(word_at(other, addrs[0]), ONES);
	ck_assert_uint_eq(state_of(other), GPCD_IMAGE_GONE);
	munmap((void *)other, GPCD_IMAGE_SIZE);
}
END_TEST

/* A chip that comes again is another device. */
START_TEST(it_stays_gone)
{
	set_fault("unplug");
	set_fault("none");
	ck_assert_uint_eq(word_at(image, addrs[0]), ONES);
	ck_assert_uint_eq(state_of(image), GPCD_IMAGE_GONE);
}
END_TEST

START_TEST(ones_show_through)
{
	const unsigned char *late;

	set_fault("ones");
	ck_assert_uint_eq(word_at(image, addrs[0]), ONES);
	ck_assert_uint_eq(state_of(image), GPCD_IMAGE_LIVE);
	late = map_all(device);
	ck_assert(late);
	ck_assert_uint_eq(word_at(late, addrs[0]), ONES);
	set_fault("none");
	ck_assert_uint_eq(word_at(image, addrs[0]), by_ioctl(addrs[0]));
	ck_assert_uint_eq(word_at(late, addrs[0]), by_ioctl(addrs[0]));
	munmap((void *)late, GPCD_IMAGE_SIZE);
}
END_TEST

START_TEST(slow_registers_are_not_mapped)
{
	set_fault("slow:1000");
	ck_assert(!map_all(device) && errno == EBUSY);
	ck_assert_uint_eq(word_at(image, addrs[0]), ONES);
	ck_assert_uint_eq(state_of(image), GPCD_IMAGE_LIVE);
	set_fault("none");
	ck_assert_uint_eq(word_at(image, addrs[0]), by_ioctl(addrs[0]));
}
END_TEST

static Suite *map_suite(void)
{
	Suite *suite = suite_create("map");
	TCase *tcase = tcase_create("map");

	tcase_add_checked_fixture(tcase, map_setup, map_teardown);
	tcase_add_test(tcase, feature_is_told);
	tcase_add_test(tcase, registers_are_those_of_the_calls);
	tcase_add_test(tcase, all_else_is_ones);
	tcase_add_loop_test(tcase, only_reading_is_for_everybody, 0, ARRAY_SIZE(refusals));
	tcase_add_test(tcase, its_pages_are_not_memory);
	tcase_add_test(tcase, protection_does_not_widen);
	tcase_add_test(tcase, one_page_is_a_mapping);
	tcase_add_test(tcase, parts_go_on_alone);
	tcase_add_test(tcase, a_child_has_it_too);
	tcase_add_test(tcase, it_outlives_its_descriptor);
	tcase_add_test(tcase, a_chip_that_goes_leaves_ones);
	tcase_add_test(tcase, other_nodes_are_revoked_too);
	tcase_add_test(tcase, it_stays_gone);
	tcase_add_test(tcase, ones_show_through);
	tcase_add_test(tcase, slow_registers_are_not_mapped);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(map_suite());
}
