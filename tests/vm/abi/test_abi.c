// SPDX-License-Identifier: GPL-2.0-only
/*
 * The modern ABI, on gpcd0, a Gemini at rest; run as root: rules common to all arguments, and
 * descriptions of a device. Reading and writing are in test_access.c, authority in the tests of
 * permissions.
 */
#include <sched.h>
#include <stddef.h>
#include <sys/wait.h>
#include <time.h>

#include <linux/gpcd_image.h>

#include "device.h"
#include "info_limits.h"
#include "suite.h"

#define GEMINI_REGS	1552
#define LONGER		64	/* extra bytes of a newer caller */

/* Commands and the sizes of their arguments, which all follow the same rules. */
static const struct command {
	unsigned long number;
	uint32_t size;
} commands[] = {
	{ GPCD_IOC_INFO, sizeof(struct gpcd_info) },
	{ GPCD_IOC_CATALOGUE, sizeof(struct gpcd_catalogue_page) },
	{ GPCD_IOC_SNAPSHOT, sizeof(struct gpcd_snapshot_req) },
	{ GPCD_IOC_GROUP, sizeof(struct gpcd_group_req) },
	{ GPCD_IOC_WRITE, sizeof(struct gpcd_write_req) },
	{ GPCD_IOC_PERMS_QUERY, sizeof(struct gpcd_perms_query) },
	{ GPCD_IOC_GROUP_READ, sizeof(struct gpcd_snapshot_req) },
	{ GPCD_IOC_RING, sizeof(struct gpcd_ring_req) },
	{ GPCD_IOC_RING_FREEZE, sizeof(struct gpcd_ring_freeze) },
	{ GPCD_IOC_PERMS_SET, sizeof(struct gpcd_perms_set) },
	{ GPCD_IOC_PERMS_LIST, sizeof(struct gpcd_perms_list) },
	{ GPCD_IOC_PERMS_REMOVE, sizeof(struct gpcd_perms_remove) },
	{ GPCD_IOC_PERMS_POLICY, sizeof(struct gpcd_perms_policy) },
};

#define COMMANDS ARRAY_SIZE(commands)

/* An argument and room for what a newer caller would add; all begin with the head. */
union argument {
	struct {
		uint32_t size;
		uint32_t flags;
	} head;
	struct gpcd_info info;
	struct gpcd_snapshot_req snapshot;
	struct gpcd_group_req group;
	struct gpcd_ring_req ring;
	struct gpcd_catalogue_page catalogue;
	struct gpcd_perms_list list;
	char bytes[8192];
};

/* Return the descriptor that serves a command. */
static int server_of(const struct command *command)
{
	uint64_t addr = TILE_REG;
	int server = fd;

	if (command->number == GPCD_IOC_GROUP_READ || command->number == GPCD_IOC_RING)
		server = group_of(1, &addr);
	else if (command->number == GPCD_IOC_RING_FREEZE)
		server = ring_of(group_of(1, &addr));
	else if (command->number >= GPCD_IOC_PERMS_SET)
		server = open(CTL_PATH, O_RDWR | O_CLOEXEC);
	ck_assert_int_ge(server, 0);
	return server;
}

START_TEST(argument_too_short)
{
	const struct command *command = &commands[_i];
	int server = server_of(command);
	union argument arg = { .head.size = command->size - 1 };

	ck_fails(call_on(server, command->number, &arg), EINVAL);
	arg.head.size = 0;
	ck_fails(call_on(server, command->number, &arg), EINVAL);
	ck_fails(call_on(server, command->number, NULL), EFAULT);
}
END_TEST

START_TEST(argument_longer_and_unknown)
{
	const struct command *command = &commands[_i];
	int server = server_of(command);
	union argument arg = { .head.size = command->size + LONGER };

	arg.bytes[command->size + LONGER - 1] = 1;
	ck_fails(call_on(server, command->number, &arg), E2BIG);
	arg.bytes[command->size + LONGER - 1] = 0;
	arg.head.size = sizeof(arg);
	ck_fails(call_on(server, command->number, &arg), E2BIG);
}
END_TEST

START_TEST(argument_across_a_hole)
{
	const struct command *command = &commands[_i];
	char *end = page_before_hole() + sysconf(_SC_PAGESIZE);
	uint32_t *size = (uint32_t *)(end - sizeof(*size));

	*size = command->size;
	ck_fails(call_on(server_of(command), command->number, size), EFAULT);
}
END_TEST

START_TEST(flags_unknown)
{
	const struct command *command = &commands[_i];
	union argument arg = { .head = { command->size, 1U << 31 } };

	ck_fails(call_on(server_of(command), command->number, &arg), EINVAL);
}
END_TEST

START_TEST(argument_longer_and_zero)
{
	union argument arg = { .head.size = sizeof(struct gpcd_info) + 8 };

	ck_works(call(GPCD_IOC_INFO, &arg));
	ck_assert_uint_eq(arg.head.size, sizeof(struct gpcd_info) + 8);
	ck_assert_uint_eq(arg.info.nregs, GEMINI_REGS);
}
END_TEST

/* Members for output or reserved: which command's, and where. */
static const struct spoilt {
	struct command command;
	const char *member;
	size_t at;
} spoilt[] = {
#define SPOILT(command, type, member) \
	{ { GPCD_IOC_##command, sizeof(struct type) }, #type "." #member, \
	  offsetof(struct type, member) }
	SPOILT(INFO, gpcd_info, abi_version),
	SPOILT(INFO, gpcd_info, epoch),
	SPOILT(INFO, gpcd_info, coord[2]),
	SPOILT(SNAPSHOT, gpcd_snapshot_req, reserved),
	SPOILT(SNAPSHOT, gpcd_snapshot_req, sequence),
	SPOILT(SNAPSHOT, gpcd_snapshot_req, chip_ns),
	SPOILT(SNAPSHOT, gpcd_snapshot_req, failed),
	SPOILT(GROUP_READ, gpcd_snapshot_req, reserved),
	SPOILT(GROUP_READ, gpcd_snapshot_req, end_ns),
	SPOILT(GROUP, gpcd_group_req, reserved),
	SPOILT(RING, gpcd_ring_req, reserved),
	SPOILT(RING, gpcd_ring_req, period_min_ns),
	SPOILT(RING, gpcd_ring_req, bytes),
	SPOILT(RING_FREEZE, gpcd_ring_freeze, was),
	SPOILT(WRITE, gpcd_write_req, reserved),
	SPOILT(WRITE, gpcd_write_req, done),
	SPOILT(WRITE, gpcd_write_req, reserved2),
	SPOILT(CATALOGUE, gpcd_catalogue_page, reserved),
	SPOILT(PERMS_QUERY, gpcd_perms_query, may),
	SPOILT(PERMS_QUERY, gpcd_perms_query, own),
	SPOILT(PERMS_QUERY, gpcd_perms_query, reserved),
	SPOILT(PERMS_LIST, gpcd_perms_list, reserved),
	SPOILT(PERMS_POLICY, gpcd_perms_policy, was_may),
	SPOILT(PERMS_POLICY, gpcd_perms_policy, was_ignored),
};

/* Return an argument with which the command succeeds. */
static union argument valid_argument(const struct command *command)
{
	static uint64_t addr = TILE_REG, value;
	union argument arg = { .head.size = command->size };

	switch (command->number) {
	case GPCD_IOC_GROUP_READ:
		arg.snapshot.count = 1;
		arg.snapshot.values = user_ptr(&value);
		break;
	case GPCD_IOC_GROUP:
		arg.group.count = 1;
		arg.group.addrs = user_ptr(&addr);
		break;
	case GPCD_IOC_RING:
		arg.ring.period_ns = RING_PERIOD;
		arg.ring.records = 2;
		arg.ring.cpu = -1;
		break;
	case GPCD_IOC_CATALOGUE:
		arg.catalogue.entry_size = sizeof(struct gpcd_catalogue_entry);
		break;
	case GPCD_IOC_PERMS_LIST:
		arg.list.entry_size = sizeof(struct gpcd_perms_entry);
		break;
	}
	return arg;
}

START_TEST(argument_not_zero_where_it_must_be)
{
	const struct spoilt *is = &spoilt[_i];
	union argument arg = valid_argument(&is->command);
	int server = server_of(&is->command), err;

	arg.bytes[is->at] = 1;
	err = call_on(server, is->command.number, &arg);
	ck_assert_msg(err == EINVAL, "%s = 1: %s, not EINVAL", is->member,
		      err ? strerrorname_np(err) : "success");
	arg = valid_argument(&is->command);
	ck_works(call_on(server, is->command.number, &arg));
}
END_TEST

START_TEST(commands_unknown)
{
	uint64_t addr = TILE_REG;
	int group = group_of(1, &addr);
	union argument arg = { .head.size = sizeof(struct gpcd_info) };

	ck_fails(call(_IO('g', 0x20), &arg), ENOTTY);
	ck_fails(call(_IO('g', 0x6b), &arg), ENOTTY);
	ck_fails(call(_IOWR('g', 0x60, struct gpcd_info), &arg), ENOTTY);
	ck_fails(call(GPCD_IOC_PERMS_SET, &arg), ENOTTY);
	ck_fails(call_ctl(GPCD_IOC_INFO, &arg), ENOTTY);
	ck_fails(call_ctl(GPC_IOC_LIST_PERMS, NULL), ENOTTY);
	ck_fails(call(GPCD_IOC_GROUP_READ, &arg), ENOTTY);
	ck_fails(call_on(group, GPCD_IOC_INFO, &arg), ENOTTY);
	ck_fails(call_on(group, GPC_IOC_READ_REG, &arg), ENOTTY);
	ck_fails(call(GPCD_IOC_RING, &arg), ENOTTY);
	ck_fails(call_on(group, GPCD_IOC_RING_FREEZE, &arg), ENOTTY);
	ck_fails(call_on(ring_of(group), GPCD_IOC_GROUP_READ, &arg), ENOTTY);
}
END_TEST

/* A program from before the first release has other structures. */
START_TEST(commands_before_the_first_release)
{
	union argument arg = { .head.size = sizeof(struct gpcd_info) };

	for (unsigned int number = 0x40; number < 0x60; number++) {
		ck_fails(call(_IO('g', number), &arg), ENOTTY);
		ck_fails(call_ctl(_IO('g', number), &arg), ENOTTY);
	}
}
END_TEST

START_TEST(info)
{
	struct gpcd_info info = no_info;

	ck_works(call(GPCD_IOC_INFO, &info));
	ck_assert_uint_eq(info.abi_version, GPCD_ABI_VERSION);
	ck_assert_uint_eq(info.chip, GPCD_CHIP_GEMINI);
	ck_assert_uint_eq(info.domain, 1);
	ck_assert_int_eq(info.time_offset_ns, 0);
	ck_assert_uint_eq(info.nics, 2);
	ck_assert_uint_eq(info.nregs, GEMINI_REGS);
	ck_assert_uint_lt(info.nic_index, info.nics);
	ck_assert_uint_ne(info.nic_addr, 0);
	ck_assert_uint_ne(info.catalogue_hash, 0);
	ck_assert(info.features & GPCD_FEATURE_EMULATED && info.features & GPCD_FEATURE_LEGACY);
	ck_assert_uint_eq(info.map_size, GPCD_IMAGE_SIZE);
}
END_TEST

START_TEST(info_has_the_limits)
{
	struct gpcd_info info = no_info;

	ck_works(call(GPCD_IOC_INFO, &info));
	ck_assert_uint_eq(info.regs_max, REGS_MAX);
	ck_assert_uint_eq(info.ring_regs_max, RING_REGS_MAX);
	ck_assert_uint_eq(info.ring_records_min, 2);
	ck_assert_uint_eq(info.ring_records_max, RING_RECORDS_MAX);
	ck_assert_uint_eq(info.ring_period_min_ns, RING_PERIOD_MIN_NS);
	ck_assert_uint_eq(info.ring_period_max_ns, RING_PERIOD_MAX_NS);
}
END_TEST

/* Time namespaces */

#define OFFSET_S 1000

static int64_t host_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* What a process sees in a time namespace. */
struct sight {
	int64_t offset_ns;	/* of INFO */
	int64_t start_ns;	/* of a snapshot */
	int64_t end_ns;	/* of the same */
	int64_t clock_ns;	/* its own CLOCK_MONOTONIC, afterwards */
};

static void sight_take(struct sight *sight)
{
	struct gpcd_snapshot_req req = { .size = sizeof(req) };
	struct gpcd_info info = no_info;

	ck_works(call(GPCD_IOC_INFO, &info));
	ck_works(call(GPCD_IOC_SNAPSHOT, &req));
	*sight = (struct sight){ info.time_offset_ns, req.start_ns, req.end_ns, host_ns() };
}

/* Look from a time namespace 1,000 s ahead; in a child, because one cannot move oneself there. */
static void sight_elsewhere(struct sight *sight)
{
	int offsets, status;
	pid_t pid;

	ck_works(unshare(CLONE_NEWTIME));
	offsets = open("/proc/self/timens_offsets", O_WRONLY | O_CLOEXEC);
	ck_assert(dprintf(offsets, "monotonic %d 0\n", OFFSET_S) > 0);
	close(offsets);
	pid = fork();
	if (!pid) {
		sight_take(sight);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
}

START_TEST(time_namespace)
{
	struct sight *sight = mmap(NULL, sizeof(*sight), PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int64_t before = host_ns();

	sight_elsewhere(sight);
	ck_assert_int_eq(sight->offset_ns, OFFSET_S * 1000000000LL);
	ck_assert_int_le(before, sight->start_ns);
	ck_assert_int_le(sight->start_ns, sight->end_ns);
	ck_assert_int_le(sight->end_ns, host_ns());
	ck_assert_int_le(sight->end_ns + sight->offset_ns, sight->clock_ns);
}
END_TEST

/* Catalogue */

static uint32_t catalogue_page(uint32_t first, uint32_t count, struct gpcd_catalogue_entry *to)
{
	struct gpcd_catalogue_page page = {
		.size = sizeof(page),
		.first = first,
		.count = count,
		.entry_size = sizeof(*to),
		.entries = user_ptr(to),
	};

	ck_works(call(GPCD_IOC_CATALOGUE, &page));
	return page.count;
}

START_TEST(catalogue_pages_add_up)
{
	static struct gpcd_catalogue_entry whole[GEMINI_REGS + 10], page[100];
	uint32_t n, at = 0;

	ck_assert_uint_eq(catalogue_page(0, GEMINI_REGS + 10, whole), GEMINI_REGS);
	while ((n = catalogue_page(at, 100, page))) {
		ck_assert(!memcmp(page, whole + at, n * sizeof(*page)));
		at += n;
	}
	ck_assert_uint_eq(at, GEMINI_REGS);
	for (at = 1; at < GEMINI_REGS; at++)
		ck_assert_uint_le(whole[at - 1].addr, whole[at].addr);
}
END_TEST

START_TEST(catalogue_beyond_its_end)
{
	struct gpcd_catalogue_entry entry;

	ck_assert_uint_eq(catalogue_page(GEMINI_REGS, 1, &entry), 0);
	ck_assert_uint_eq(catalogue_page(GEMINI_REGS + 1, 1, &entry), 0);
	ck_assert_uint_eq(catalogue_page(1U << 31, 1, &entry), 0);
	ck_assert_uint_eq(catalogue_page(UINT32_MAX, UINT32_MAX, &entry), 0);
	ck_assert_uint_eq(catalogue_page(0, 0, NULL), 0);
}
END_TEST

/* A kernel of a later ABI has longer entries: test_growth.sh. */
static size_t entry_size(void)
{
	const char *more = getenv("GROWN");

	return sizeof(struct gpcd_catalogue_entry) + (more ? atoi(more) : 0);
}

/* One of our entries, and the extra members of a newer caller. */
#define STRIDE	(sizeof(struct gpcd_catalogue_entry) + 24)

START_TEST(catalogue_of_longer_entries)
{
	struct gpcd_catalogue_entry entries[3];
	unsigned char longer[3 * STRIDE];
	struct gpcd_catalogue_page page = {
		.size = sizeof(page), .first = 7, .count = 3,
		.entry_size = STRIDE, .entries = user_ptr(longer),
	};

	memset(longer, 0xa5, sizeof(longer));
	ck_assert_uint_eq(catalogue_page(7, 3, entries), 3);
	ck_works(call(GPCD_IOC_CATALOGUE, &page));
	ck_assert_uint_eq(page.count, 3);
	ck_assert_uint_eq(page.entry_size, entry_size());
	for (size_t i = 0; i < sizeof(longer); i++) {
		size_t at = i % STRIDE;
		unsigned char wanted = at >= entry_size() ? 0xa5 : at >= sizeof(*entries) ? 0 :
				       ((unsigned char *)&entries[i / STRIDE])[at];

		ck_assert_msg(longer[i] == wanted, "byte %zu of entry %zu is %#x, not %#x", at,
			      i / STRIDE, longer[i], wanted);
	}
}
END_TEST

START_TEST(catalogue_of_entries_below_the_first_version)
{
	struct gpcd_catalogue_entry entry;
	struct gpcd_catalogue_page page = {
		.size = sizeof(page), .count = 1,
		.entry_size = GPCD_CATALOGUE_ENTRY_SIZE_1 - 1, .entries = user_ptr(&entry),
	};

	ck_fails(call(GPCD_IOC_CATALOGUE, &page), EINVAL);
	page.entry_size = 0;
	ck_fails(call(GPCD_IOC_CATALOGUE, &page), EINVAL);
}
END_TEST

START_TEST(catalogue_bad_arguments)
{
	struct gpcd_catalogue_page page = {
		.size = sizeof(page), .count = 1,
		.entry_size = sizeof(struct gpcd_catalogue_entry),
	};

	ck_fails(call(GPCD_IOC_CATALOGUE, &page), EFAULT);
}
END_TEST

static TCase *arguments(void)
{
	TCase *tcase = tcase_create("arguments");

	tcase_add_checked_fixture(tcase, device_setup, device_teardown);
	tcase_add_loop_test(tcase, argument_too_short, 0, COMMANDS);
	tcase_add_loop_test(tcase, argument_longer_and_unknown, 0, COMMANDS);
	tcase_add_loop_test(tcase, argument_across_a_hole, 0, COMMANDS);
	tcase_add_loop_test(tcase, flags_unknown, 0, COMMANDS);
	tcase_add_test(tcase, argument_longer_and_zero);
	tcase_add_loop_test(tcase, argument_not_zero_where_it_must_be, 0, ARRAY_SIZE(spoilt));
	tcase_add_test(tcase, commands_unknown);
	tcase_add_test(tcase, commands_before_the_first_release);
	return tcase;
}

static TCase *description(void)
{
	TCase *tcase = tcase_create("description");

	tcase_add_checked_fixture(tcase, device_setup, device_teardown);
	tcase_add_test(tcase, info);
	tcase_add_test(tcase, info_has_the_limits);
	/* The debug kernel may lack time namespaces. */
	if (!access("/proc/self/timens_offsets", F_OK))
		tcase_add_test(tcase, time_namespace);
	tcase_add_test(tcase, catalogue_pages_add_up);
	tcase_add_test(tcase, catalogue_beyond_its_end);
	tcase_add_test(tcase, catalogue_of_longer_entries);
	tcase_add_test(tcase, catalogue_of_entries_below_the_first_version);
	tcase_add_test(tcase, catalogue_bad_arguments);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("abi");

	suite_add_tcase(suite, arguments());
	suite_add_tcase(suite, description());
	return suite_run(suite);
}
