// SPDX-License-Identifier: GPL-2.0-only
/*
 * Permissions change while mappers load, fork, divide and move their mappings. After a change
 * nobody sees a page that they may not read, and everybody sees again what they may. A change that
 * does not concern a mapper takes no page away, and no load waits until pages are taken back.
 */
#include <linux/gpcd_image.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "actor.h"
#include "hang.h"
#include "sleeps.h"
#include "suite.h"

#define PAGE	4096
#define ONES	(~0ULL)
#define PAGES	64
#define CHANGES	150
#define DEEDS	4
#define CHANGES_KINDS	6

/* State of the table: odd while it changes, then a multiple of 4 for no permission. */
static struct shared {
	uint64_t step;
	uint64_t looks[DEEDS];		/* of each mapper, between two changes */
	uint64_t wrong;
	uint64_t slept;			/* of all mappers, amid a load */
	int end;
} *shared;

static const uint64_t *pages[PAGES];

static uint64_t load(const uint64_t *from)
{
	return __atomic_load_n(from, __ATOMIC_RELAXED);
}

static const uint64_t *page_of(int fd)
{
	const char *page = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, TILE_REG / PAGE * PAGE);

	must(page != MAP_FAILED, "mmap");
	return (const uint64_t *)(page + TILE_REG % PAGE);
}

static void *begin_of(const uint64_t *page)
{
	return (char *)page - TILE_REG % PAGE;
}

/* Look at a page: the look counts if the table has not changed meanwhile. */
static void look(int deed, const uint64_t *page)
{
	long slept = sleeps();
	uint64_t before = __atomic_load_n(&shared->step, __ATOMIC_SEQ_CST), seen = load(page);

	__atomic_add_fetch(&shared->slept, sleeps() - slept, __ATOMIC_RELAXED);
	if (before & 1 || __atomic_load_n(&shared->step, __ATOMIC_SEQ_CST) != before)
		return;
	__atomic_add_fetch(&shared->looks[deed], 1, __ATOMIC_RELAXED);
	if (seen == ONES ? before % 4 : !(before % 4))
		__atomic_add_fetch(&shared->wrong, 1, __ATOMIC_RELAXED);
}

static void look_at_all(int deed)
{
	for (int i = 0; i < PAGES; i++)
		look(deed, pages[i]);
}

static void do_load(int deed)
{
	look_at_all(deed);
}

static void do_fork(int deed)
{
	pid_t pid = fork();

	must(pid >= 0, "fork");
	if (!pid) {
		look_at_all(deed);
		_exit(0);
	}
	look_at_all(deed);
	waitpid(pid, NULL, 0);
}

/* Move the mapping away and back. */
static void do_move(int deed)
{
	static void *place;
	void *home;

	if (!place)
		place = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (int i = 0; i < PAGES; i++) {
		home = begin_of(pages[i]);
		look(deed, pages[i]);
		must(mremap(home, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, place) == place,
		     "mremap");
		look(deed, (const uint64_t *)((char *)place + TILE_REG % PAGE));
		must(mremap(place, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, home) == home,
		     "mremap");
		look(deed, pages[i]);
	}
}

/* Divide a mapping of three pages, of which the middle one stays. */
static void do_divide(int deed)
{
	int fd = device_open();
	uint64_t middle = TILE_REG / PAGE * PAGE;
	char *map = mmap(NULL, 3 * PAGE, PROT_READ, MAP_SHARED, fd, middle - PAGE);
	const uint64_t *page = (const uint64_t *)(map + PAGE + TILE_REG % PAGE);

	close(fd);
	/* Refused: the mapper may read nothing of it. */
	if (map == MAP_FAILED)
		return;
	look(deed, page);
	must(!munmap(map, PAGE), "munmap");
	look(deed, page);
	must(!munmap(map + 2 * PAGE, PAGE), "munmap");
	look(deed, page);
	must(!munmap(map + PAGE, PAGE), "munmap");
}

static void (* const deeds[DEEDS])(int deed) = { do_load, do_fork, do_move, do_divide };

static void mapper(int deed)
{
	int fd;

	actor_become(&member);
	fd = device_open();
	for (int i = 0; i < PAGES; i++)
		pages[i] = page_of(fd);
	while (!__atomic_load_n(&shared->end, __ATOMIC_RELAXED))
		deeds[deed](deed);
	_exit(0);
}

static void level_set(int ctl, const char *job, unsigned int level)
{
	must(!perms_give(ctl, job, level_may[level]), "PERMS_SET");
}

static void step_next(void)
{
	__atomic_add_fetch(&shared->step, 1, __ATOMIC_SEQ_CST);
}

/* Wait until each mapper has had a look that counts. */
static void looks_wait(void)
{
	uint64_t before[DEEDS];
	int deed, i, late = 0;

	for (deed = 0; deed < DEEDS; deed++)
		before[deed] = __atomic_load_n(&shared->looks[deed], __ATOMIC_RELAXED);
	for (deed = 0; deed < DEEDS; deed++) {
		/* A mapper who may read nothing gets no new mapping, so has nothing to look at. */
		if (deeds[deed] == do_divide && shared->step % 4 == 0)
			continue;
		for (i = 0; i < 1000 * HANG_SECONDS &&
		     __atomic_load_n(&shared->looks[deed], __ATOMIC_RELAXED) == before[deed]; i++)
			usleep(1000);
		late += i == 1000 * HANG_SECONDS;
	}
	ck_assert_int_eq(late, 0);
}

/* Step 0: no permission; then another level in each second step. */
static void change_often(int ctl)
{
	for (int i = 0; i < CHANGES; i++) {
		looks_wait();
		step_next();
		level_set(ctl, "mapper", i % 2 ? GPC_PERMS_NONE : GPC_PERMS_LOCAL);
		step_next();
	}
	looks_wait();
}

START_TEST(nothing_is_seen_that_may_not_be)
{
	int ctl = ctl_open();
	pid_t pids[DEEDS];

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		      0);
	ck_assert(shared != MAP_FAILED);
	job_make("mapper");
	level_set(ctl, "mapper", GPC_PERMS_LOCAL);
	shared->step = 2;
	for (int deed = 0; deed < DEEDS; deed++) {
		pids[deed] = job_fork("mapper");
		must(pids[deed] >= 0, "fork");
		if (!pids[deed])
			mapper(deed);
	}
	looks_wait();
	step_next();
	level_set(ctl, "mapper", GPC_PERMS_NONE);
	step_next();
	change_often(ctl);
	shared->end = 1;
	for (int deed = 0; deed < DEEDS; deed++)
		ck_assert(waitpid(pids[deed], NULL, 0) == pids[deed]);
	ck_assert_uint_eq(shared->wrong, 0);
	if (!preempt_rt())
		ck_assert_uint_eq(shared->slept, 0);
	ck_assert(!perms_remove_by(ctl, job_id("mapper")));
	close(ctl);
}
END_TEST

/* --- what does not concern a mapper --- */

static long faults_here(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_minflt;
}

/*
 * A member of a job maps two pages, reports on @done, waits for @go, and exits with the number of
 * pages taken away.
 */
static void watch_pages(int done, int go)
{
	const uint64_t *page[2];
	char byte = 0;
	long before;

	actor_become(&member);
	page[0] = page_of(device_open());
	page[1] = page_of(device_open());
	must(load(page[0]) != ONES && load(page[1]) != ONES, "a page");
	must(write(done, &byte, 1) == 1 && read(go, &byte, 1) == 1, "a pipe");
	before = faults_here();
	byte = load(page[0]) == load(page[1]);
	_exit(faults_here() - before);
}

static void change_another(int ctl)
{
	job_make("other");
	level_set(ctl, "other", GPC_PERMS_NIC);
	level_set(ctl, "other", GPC_PERMS_NONE);
	must(!perms_remove_by(ctl, job_id("other")), "PERMS_REMOVE");
}

/* Listing the table makes the period's worker look first. */
static void look_for_ended_jobs(int ctl)
{
	struct gpcd_perms_list list = {
		.size = sizeof(list), .entry_size = sizeof(struct gpcd_perms_entry),
	};

	must(!ioctl(ctl, GPCD_IOC_PERMS_LIST, &list), "PERMS_LIST");
}

static void change_the_default(int ctl)
{
	(void)ctl;
	default_level_set(GPC_PERMS_NONE);
	default_level_set(GPC_PERMS_LOCAL);
}

static void change_nothing(int ctl)
{
	level_set(ctl, "mapper", GPC_PERMS_LOCAL);
}

/* What it may read of NICs, none of whose pages it has touched. */
static void change_what_is_not_seen(int ctl)
{
	must(!perms_give(ctl, "mapper", GPCD_MAY_ROUTER | GPCD_MAY_SETUP), "PERMS_SET");
}

static void change_it(int ctl)
{
	level_set(ctl, "mapper", GPC_PERMS_NIC);
}

static const struct {
	void (*deed)(int ctl);
	int taken;
} changes[CHANGES_KINDS] = {
	{ change_another, 0 }, { look_for_ended_jobs, 0 }, { change_the_default, 0 },
	{ change_nothing, 0 }, { change_what_is_not_seen, 0 }, { change_it, 2 },
};

START_TEST(what_does_not_concern_takes_nothing)
{
	int ctl = ctl_open(), done[2], go[2], status;
	char byte = 0;
	pid_t pid;

	job_make("mapper");
	level_set(ctl, "mapper", GPC_PERMS_LOCAL);
	must(!pipe2(done, O_CLOEXEC) && !pipe2(go, O_CLOEXEC), "pipe");
	pid = job_fork("mapper");
	must(pid >= 0, "fork");
	if (!pid)
		watch_pages(done[1], go[0]);
	ck_assert(read(done[0], &byte, 1) == 1);
	changes[_i].deed(ctl);
	ck_assert(write(go[1], &byte, 1) == 1);
	ck_assert(waitpid(pid, &status, 0) == pid && WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), changes[_i].taken);
	ck_assert(!perms_remove_by(ctl, job_id("mapper")));
	close(ctl);
}
END_TEST

/* --- mappers of one file --- */

static void mapper_of(int fd, int done, int go)
{
	const uint64_t *page = page_of(fd);
	char byte = 0;

	must(load(page) != ONES && write(done, &byte, 1) == 1 && read(go, &byte, 1) == 1, "a pipe");
	_exit(load(page) != ONES);
}

/* Two processes of one job map one file, first one without privilege, then one with it. */
START_TEST(each_mapper_is_judged_alone)
{
	int ctl = ctl_open(), fd = device_open(), done[2], go[2], sees[2], i;
	pid_t pids[2];
	char byte = 0;

	job_make("mapper");
	level_set(ctl, "mapper", GPC_PERMS_LOCAL);
	must(!pipe2(done, O_CLOEXEC) && !pipe2(go, O_CLOEXEC), "pipe");
	for (i = 0; i < 2; i++) {
		pids[i] = job_fork("mapper");
		must(pids[i] >= 0, "fork");
		if (!pids[i]) {
			actor_become(i ? &root : &member);
			mapper_of(fd, done[1], go[0]);
		}
		ck_assert(read(done[0], &byte, 1) == 1);
	}
	level_set(ctl, "mapper", GPC_PERMS_NONE);
	ck_assert(write(go[1], "..", 2) == 2);
	for (i = 0; i < 2; i++)
		ck_assert(waitpid(pids[i], &sees[i], 0) == pids[i] && WIFEXITED(sees[i]));
	ck_assert_int_eq(WEXITSTATUS(sees[0]), 0);
	ck_assert_int_eq(WEXITSTATUS(sees[1]), 1);
	ck_assert(!perms_remove_by(ctl, job_id("mapper")));
	close(fd);
	close(ctl);
}
END_TEST

static Suite *map_races_suite(void)
{
	Suite *suite = suite_create("map_races");
	TCase *tcase = tcase_create("races");

	tcase_add_test(tcase, nothing_is_seen_that_may_not_be);
	tcase_add_loop_test(tcase, what_does_not_concern_takes_nothing, 0, CHANGES_KINDS);
	tcase_add_test(tcase, each_mapper_is_judged_alone);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(map_races_suite());
}
