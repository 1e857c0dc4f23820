/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For tests of the contents of replies, on gpcd0, a Gemini at rest: registers with values, calls
 * with arguments in an arena, callers with and without privilege. Open files and changes end with
 * the test's process, or with test_security.sh.
 */
#ifndef REPLIES_H
#define REPLIES_H

#include <image/image.h>
#include <time.h>

#include "actor.h"
#include "arena.h"
#include "suite.h"

#define ARRAY_SIZE(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* Places in the arena. */
#define ARG		0x1000
#define ADDRS		0x4000
#define VALUES		0x6000
#define STATUSES	0x8000
#define ENTRIES		0xa000
#define HOLE		ARENA_SIZE

#define FAULT		"/sys/class/gpcd_emu/gpcd_emu0/fault"
#define LONGER		64	/* extra bytes of a newer caller */
#define UNKNOWN_NIC	0xdead
#define ABSENT_REG	0x10ULL
#define MISALIGNED	(TILE_REG + 4)

/* A word, its half, an address without a register, another half. */
static const uint64_t addrs[] = { TILE_REG, NIC_REG, ABSENT_REG, NIC_REG - 4 };
static const uint64_t values[] = { 0x123456789abcULL, 0x87654321ULL, 0, 0x11111111ULL };
static const uint64_t nothing[ARRAY_SIZE(addrs)];
static const uint8_t statuses[] = {
	GPCD_STATUS_OK, GPCD_STATUS_OK, GPCD_STATUS_ABSENT, GPCD_STATUS_OK,
};

#define COUNT ARRAY_SIZE(addrs)

static int fd, ctl;
static uint64_t epoch;

static inline void file_write(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	must(file && fputs(text, file) >= 0 && !fclose(file), path);
}

static inline uint64_t sysfs_number(const char *name)
{
	char path[PATH_MAX];
	unsigned long long number;
	FILE *file;
	int found;

	snprintf(path, sizeof(path), "/sys/class/gpcd/gpcd0/%s", name);
	file = fopen(path, "r");
	must(!!file, path);
	found = fscanf(file, "%llu", &number);
	fclose(file);
	must(found == 1, path);
	return number;
}

static inline void registers_fill(void)
{
	for (int i = 0; i < COUNT; i++) {
		uint64_t addr = addrs[i], value = values[i];
		struct gpcd_args args = { 1, 0, &addr, &value };

		must(addr == ABSENT_REG || !ioctl(fd, GPC_IOC_WRITE_REG, &args), "WRITE_REG");
	}
}

static inline void setup(void)
{
	default_level_set(GPC_PERMS_LOCAL);
	fd = device_open();
	ctl = ctl_open();
	must(!perms_remove(0), "PERMS_REMOVE");
	job_make("");
	job_make("one");
	job_make("two");
	registers_fill();
	epoch = sysfs_number("epoch");
}

/* Become a user without privilege, who has no rights by default. */
static inline void user_begin(void)
{
	default_level_set(GPC_PERMS_NONE);
	must(!seteuid(USER_ID), "seteuid");
}

static inline void user_end(void)
{
	must(!seteuid(0), "seteuid");
}

static inline void teardown(void)
{
	user_end();
	file_write(FAULT, "none");
	close(ctl);
	close(fd);
}

static inline int group_of_all(void)
{
	struct gpcd_group_req req = {
		.size = sizeof(req), .count = COUNT, .addrs = (uintptr_t)addrs,
	};
	int group = ioctl(fd, GPCD_IOC_GROUP, &req);

	must(group >= 0, "GROUP");
	return group;
}

/* Make a call that must end so, and write what is expected by now and nothing else. */
static inline void call_to(int file, unsigned int command, long wanted, const char *what)
{
	long got = arena_call(file, command, ARG);

	ck_assert_msg(got == wanted, "%s: %ld, not %ld", what, got, wanted);
}

static inline void call_in_vain(int file, unsigned int command, int error, const char *what)
{
	call_to(file, command, -error, what);
	arena_check(what);
}

/* Place an argument of READ_REG or WRITE_REG, in the layout of the caller's word size. */
static inline void legacy_put(int way, uint32_t count, uint32_t nic_addr, uint64_t from,
			      uint64_t to)
{
	const struct gpcd_args args = {
		count, nic_addr, (uint64_t *)(uintptr_t)from, (uint64_t *)(uintptr_t)to,
	};
	uint32_t compat[] = { count, nic_addr, from, to };

	if (way < 2)
		arena_put(ARG, &args, sizeof(args));
	else
		arena_put(ARG, compat, sizeof(compat));
}

/* Run each test once for each of the arena's ways. */
static inline int replies_run(const char *name, const TTest * const *tests)
{
	Suite *suite = suite_create(name);
	TCase *tcase = tcase_create(name);

	tcase_add_checked_fixture(tcase, setup, teardown);
	while (*tests)
		tcase_add_loop_test(tcase, *tests++, 0, ARENA_WAYS);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}

#endif /* REPLIES_H */
