// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mapped registers and the permission table: values that a mapper may no longer read are all ones
 * at the next access, and come back with the permission.
 */
#include <linux/gpcd_image.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "actor.h"
#include "hang.h"
#include "suite.h"

#define ONES	(~0ULL)

static const unsigned char *map_all(int fd)
{
	const void *map = mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ, MAP_SHARED, fd, 0);

	return map == MAP_FAILED ? NULL : map;
}

static uint64_t word_at(const unsigned char *from, uint64_t at)
{
	return __atomic_load_n((const uint64_t *)(from + at), __ATOMIC_RELAXED);
}

static uint32_t state_of(const unsigned char *from)
{
	const struct gpcd_image_info *info = (const void *)(from + GPCD_IMAGE_INFO);

	return __atomic_load_n(&info->state, __ATOMIC_RELAXED);
}

static void may_set(uint32_t may)
{
	int fd = ctl_open();

	ck_assert_int_eq(perms_give(fd, "mapper", may), 0);
	close(fd);
}

static void entry_remove(void)
{
	ck_assert_int_eq(perms_remove(job_id("mapper")), 0);
}

/* What a member of the group sees in a mapping of its own when asked. */
struct seen {
	uint32_t error, state;
	uint32_t tile_ones, nic_ones;
};

static struct seen look(const unsigned char *from)
{
	return (struct seen) {
		.state = state_of(from),
		.tile_ones = word_at(from, TILE_REG) == ONES,
		.nic_ones = word_at(from, NIC_REG & ~7ULL) == ONES,
	};
}

/* The other end of @to: map, then for each byte report what is seen. */
static void mapper(int to)
{
	const unsigned char *from = NULL;
	struct seen seen = { 0 };
	char byte;
	int fd;

	actor_become(&member);
	while (read(to, &byte, 1) == 1) {
		if (byte == 'm') {
			fd = open(GPCD_DEV_PATH, O_RDWR | O_CLOEXEC);
			must(fd >= 0, GPCD_DEV_PATH);
			from = map_all(fd);
			seen = (struct seen) { .error = from ? 0 : errno };
			close(fd);
		} else {
			seen = look(from);
		}
		must(write(to, &seen, sizeof(seen)) == sizeof(seen), "write");
	}
	_exit(0);
}

static struct seen ask(int of, char what)
{
	struct seen seen;

	must(write(of, &what, 1) == 1, "write");
	must(read(of, &seen, sizeof(seen)) == sizeof(seen), "read");
	return seen;
}

static pid_t mapper_pid;	/* the mapper's */

static int mapper_begin(const char *job)
{
	int ends[2];

	must(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), "socketpair");
	job_make(job);
	mapper_pid = job_fork(job);
	must(mapper_pid >= 0, "fork");
	if (!mapper_pid) {
		close(ends[0]);
		mapper(ends[1]);
	}
	close(ends[1]);
	return ends[0];
}

static void expect(int of, uint32_t state, uint32_t tile_ones, uint32_t nic_ones, int line)
{
	struct seen seen = ask(of, 'l');

	ck_assert_msg(seen.state == state && seen.tile_ones == tile_ones &&
		      seen.nic_ones == nic_ones, "line %d: state %u, tile ones %u, NIC ones %u",
		      line, seen.state, seen.tile_ones, seen.nic_ones);
}

#define expect(of, state, tile_ones, nic_ones) expect(of, state, tile_ones, nic_ones, __LINE__)

START_TEST(permissions_page_by_page)
{
	int of = mapper_begin("mapper");

	ck_assert_uint_eq(ask(of, 'm').error, 0);
	expect(of, GPCD_IMAGE_LIVE, 0, 0);
	may_set(GPCD_MAY_NIC);
	expect(of, GPCD_IMAGE_LIVE, 1, 0);
	may_set(GPCD_MAY_ROUTER | GPCD_MAY_SETUP);
	expect(of, GPCD_IMAGE_LIVE, 0, 1);
	/* A tile's counters share their page with its set-up. */
	may_set(GPCD_MAY_NIC | GPCD_MAY_ROUTER);
	expect(of, GPCD_IMAGE_LIVE, 1, 0);
	may_set(0);
	expect(of, GPCD_IMAGE_DENIED, 1, 1);
	may_set(level_may[GPC_PERMS_LOCAL]);
	expect(of, GPCD_IMAGE_LIVE, 0, 0);
	may_set(0);
	ck_assert_uint_eq(ask(of, 'm').error, EPERM);
	entry_remove();
	close(of);
	wait(NULL);
}
END_TEST

START_TEST(the_default_and_ignoring_count)
{
	int of = mapper_begin("mapper");

	ck_assert_uint_eq(ask(of, 'm').error, 0);
	default_level_set(GPC_PERMS_NONE);
	expect(of, GPCD_IMAGE_DENIED, 1, 1);
	ignore_set(1);
	expect(of, GPCD_IMAGE_LIVE, 0, 0);
	ignore_set(0);
	expect(of, GPCD_IMAGE_DENIED, 1, 1);
	default_level_set(GPC_PERMS_LOCAL);
	expect(of, GPCD_IMAGE_LIVE, 0, 0);
	close(of);
	wait(NULL);
}
END_TEST

/* The entry names another device. */
START_TEST(of_others_nothing_is_seen)
{
	const struct gpcd_nic other = { 1, 77 };
	int of = mapper_begin("mapper"), fd = ctl_open();

	ck_assert_uint_eq(ask(of, 'm').error, 0);
	ck_assert_int_eq(perms_give_nics(fd, "mapper", level_may[GPC_PERMS_LOCAL], &other, 1), 0);
	close(fd);
	expect(of, GPCD_IMAGE_DENIED, 1, 1);
	entry_remove();
	close(of);
	wait(NULL);
}
END_TEST

static void mapper_move(const char *job)
{
	char path[PATH_MAX], text[16];
	int fd, length = snprintf(text, sizeof(text), "%d", mapper_pid);

	job_make(job);
	job_path(path, job, "cgroup.procs");
	fd = open(path, O_WRONLY | O_CLOEXEC);
	must(fd >= 0 && write(fd, text, length) == length, path);
	close(fd);
}

/* The mapper lives on in another job. The table does not change: a worker looks every 10 s. */
START_TEST(a_job_that_ends_sees_nothing)
{
	int of = mapper_begin("brief");
	char path[PATH_MAX];

	ck_assert_uint_eq(ask(of, 'm').error, 0);
	mapper_move("mapper");
	expect(of, GPCD_IMAGE_LIVE, 0, 0);
	job_path(path, "brief", "");
	ck_assert_msg(!rmdir(path), "rmdir %s: errno %d", path, errno);
	for (int i = 0; i < 10 * HANG_SECONDS && ask(of, 'l').state == GPCD_IMAGE_LIVE; i++)
		usleep(100000);
	expect(of, GPCD_IMAGE_DENIED, 1, 1);
	close(of);
	wait(NULL);
}
END_TEST

/* A child that drops its privilege keeps its parent's mapping, as it would keep a group. */
START_TEST(authority_is_the_mappers)
{
	int device = open(GPCD_DEV_PATH, O_RDWR | O_CLOEXEC), status;
	const unsigned char *image = map_all(device);
	pid_t pid;

	ck_assert(image);
	default_level_set(GPC_PERMS_NONE);
	pid = fork();
	if (!pid) {
		actor_become(&user);
		_exit(look(image).tile_ones);
	}
	ck_assert(waitpid(pid, &status, 0) == pid);
	default_level_set(GPC_PERMS_LOCAL);
	ck_assert_int_eq(status, 0);
	munmap((void *)image, GPCD_IMAGE_SIZE);
	close(device);
}
END_TEST

static Suite *perms_map_suite(void)
{
	Suite *suite = suite_create("perms_map");
	TCase *tcase = tcase_create("map");

	tcase_add_test(tcase, permissions_page_by_page);
	tcase_add_test(tcase, the_default_and_ignoring_count);
	tcase_add_test(tcase, of_others_nothing_is_seen);
	tcase_add_test(tcase, a_job_that_ends_sees_nothing);
	tcase_add_test(tcase, authority_is_the_mappers);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(perms_map_suite());
}
