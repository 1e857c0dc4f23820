// SPDX-License-Identifier: GPL-2.0-only
/* Finding out whether a message is all zeros causes no fault, for any kind of memory. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "gm/profile/messages/zeros.h"
#include "suite.h"
#include "wrap.h"

#define LONG	65536

static char memory[LONG];
static int refusal;
static size_t asked;

ssize_t __wrap_process_vm_readv(pid_t pid, const struct iovec *local, unsigned long locals,
				const struct iovec *remote, unsigned long remotes,
				unsigned long flags)
{
	asked += remote->iov_len;
	if (refusal) {
		errno = refusal;
		return -1;
	}
	return __real_process_vm_readv(pid, local, locals, remote, remotes, flags);
}

static void setup(void)
{
	memset(memory, 0, sizeof(memory));
	refusal = 0;
	asked = 0;
}

static char *map(int protection, size_t size)
{
	char *pages = mmap(NULL, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	ck_assert_ptr_ne(pages, MAP_FAILED);
	return pages;
}

START_TEST(zeros_are_found)
{
	for (size_t size = 1; size <= LONG; size = size * 2 + 1)
		ck_assert_int_eq(zeros_found(memory, size), 1);
	ck_assert_int_eq(zeros_found(memory, LONG), 1);
	ck_assert_int_eq(zeros_found(memory + 13, LONG - 13), 1);
}
END_TEST

/* At each end of each piece, and within. */
START_TEST(any_other_byte_is_found)
{
	static const size_t places[] = { 0, 1, 63, 64, 65, 4159, 4160, 4161, 40000, LONG - 1 };

	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		memory[places[i]] = 1;
		ck_assert_int_eq(zeros_found(memory, LONG), 0);
		ck_assert_int_eq(zeros_found(memory, places[i] + 1), 0);
		if (places[i])
			ck_assert_int_eq(zeros_found(memory, places[i]), 1);
		memory[places[i]] = 0;
	}
}
END_TEST

START_TEST(most_data_is_known_by_its_beginning)
{
	memory[5] = 1;
	ck_assert_int_eq(zeros_found(memory, LONG), 0);
	ck_assert_uint_eq(asked, 64);
}
END_TEST

START_TEST(nothing_is_no_zeros)
{
	ck_assert_int_eq(zeros_found(memory + 1, 0), 0);
	ck_assert_int_eq(zeros_found((void *)1, 0), 0);
	ck_assert_uint_eq(asked, 0);
}
END_TEST

START_TEST(what_may_not_be_read_is_not)
{
	char *closed = map(PROT_NONE, LONG);

	ck_assert_int_eq(zeros_found(closed, LONG), 0);
	ck_assert_int_eq(zeros_found(closed + 1, 1), 0);
	munmap(closed, LONG);
	ck_assert_int_eq(zeros_found(closed, LONG), 0);
	ck_assert_int_eq(zeros_found((void *)-4096L, 64), 0);
}
END_TEST

/* An unreadable page after the message does not matter; one within it does. */
START_TEST(a_page_that_may_not_be_read_behind_it)
{
	long page = sysconf(_SC_PAGESIZE);
	char *pages = map(PROT_READ | PROT_WRITE, 4 * page);

	mprotect(pages + 3 * page, page, PROT_NONE);
	ck_assert_int_eq(zeros_found(pages + 3 * page - 9, 9), 1);
	ck_assert_int_eq(zeros_found(pages, 3 * page), 1);
	ck_assert_int_eq(zeros_found(pages + 3 * page - 9, 10), 0);
	ck_assert_int_eq(zeros_found(pages, 3 * page + 1), 0);
	munmap(pages, 4 * page);
}
END_TEST

START_TEST(a_file_that_is_shorter_than_its_mapping)
{
	FILE *file = tmpfile();
	char *pages = mmap(NULL, LONG, PROT_READ, MAP_SHARED, fileno(file), 0);

	ck_assert_ptr_ne(pages, MAP_FAILED);
	ck_assert_int_eq(zeros_found(pages, 64), 0);
	munmap(pages, LONG);
	fclose(file);
}
END_TEST

/* Map the kernel's clock, a mapping like device memory, but readable. */
static char *device_mapping(void)
{
	unsigned long start = 0;
	char line[256];
	FILE *maps = fopen("/proc/self/maps", "r");

	while (fgets(line, sizeof(line), maps)) {
		if (strstr(line, "[vvar]"))
			ck_assert_int_eq(sscanf(line, "%lx", &start), 1);
	}
	fclose(maps);
	return (char *)start;
}

START_TEST(a_mapping_of_a_device)
{
	char *device = device_mapping();

	ck_assert_ptr_nonnull(device);
	ck_assert_int_eq(zeros_found(device + 4000, 64), 0);
}
END_TEST

START_TEST(a_system_that_refuses)
{
	refusal = EPERM;
	ck_assert_int_eq(zeros_found(memory, LONG), -EPERM);
	ck_assert_uint_eq(asked, 64);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("gm_zeros");
	TCase *tcase = tcase_create("memory");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, zeros_are_found);
	tcase_add_test(tcase, any_other_byte_is_found);
	tcase_add_test(tcase, most_data_is_known_by_its_beginning);
	tcase_add_test(tcase, nothing_is_no_zeros);
	tcase_add_test(tcase, what_may_not_be_read_is_not);
	tcase_add_test(tcase, a_page_that_may_not_be_read_behind_it);
	tcase_add_test(tcase, a_file_that_is_shorter_than_its_mapping);
	tcase_add_test(tcase, a_mapping_of_a_device);
	tcase_add_test(tcase, a_system_that_refuses);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
