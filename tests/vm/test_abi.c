// SPDX-License-Identifier: GPL-2.0-only
/*
 * The modern ABI, on gpcd0, a Gemini at rest; run as root: what its arguments
 * have in common, and what describes a device. Reading and writing are for
 * test_access.c, who may do what for the tests of permissions.
 */
#include <stddef.h>

#include "device.h"
#include "suite.h"

#define GEMINI_REGS	1552

/* Commands and the sizes of their arguments, which all obey the same rules. */
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
	{ GPCD_IOC_PERMS_LIST, sizeof(struct gpcd_perms_list) },
	{ GPCD_IOC_PERMS_REMOVE, sizeof(struct gpcd_perms_remove) },
	{ GPCD_IOC_GROUP_READ, sizeof(struct gpcd_snapshot_req) },
};

#define COMMANDS ARRAY_SIZE(commands)

/* Room for an argument and what a newer caller would add, begun by the head. */
union argument {
	struct {
		uint32_t size;
		uint32_t flags;
	} head;
	struct gpcd_info info;
	struct gpcd_snapshot_req snapshot;
	char bytes[8192];
};

/* The descriptor that serves a command. */
static int server_of(const struct command *command)
{
	uint64_t addr = TILE_REG;
	int group;

	if (command->number != GPCD_IOC_GROUP_READ)
		return fd;
	group = group_of(1, &addr);
	ck_assert_int_ge(group, 0);
	return group;
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
	union argument arg = { .head.size = command->size + 8 };

	arg.bytes[command->size + 7] = 1;
	ck_fails(call_on(server, command->number, &arg), E2BIG);
	arg.bytes[command->size + 7] = 0;
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

START_TEST(reserved_members)
{
	struct gpcd_info info = { .size = sizeof(info), .reserved = 1 };
	struct gpcd_write_req write = { .size = sizeof(write), .reserved = 1 };
	struct gpcd_catalogue_page page = {
		.size = sizeof(page),
		.entry_size = sizeof(struct gpcd_catalogue_entry),
		.reserved = 1,
	};

	ck_fails(call(GPCD_IOC_INFO, &info), EINVAL);
	ck_fails(call(GPCD_IOC_WRITE, &write), EINVAL);
	ck_fails(call(GPCD_IOC_CATALOGUE, &page), EINVAL);
}
END_TEST

START_TEST(commands_unknown)
{
	uint64_t addr = TILE_REG;
	int group = group_of(1, &addr);
	union argument arg = { .head.size = sizeof(struct gpcd_info) };

	ck_fails(call(_IO('g', 0x1f), &arg), ENOTTY);
	ck_fails(call(_IO('g', 0x2b), &arg), ENOTTY);
	ck_fails(call(_IOWR('g', 0x20, struct gpcd_info), &arg), ENOTTY);
	ck_fails(call(GPCD_IOC_GROUP_READ, &arg), ENOTTY);
	ck_fails(call_on(group, GPCD_IOC_INFO, &arg), ENOTTY);
	ck_fails(call_on(group, GPC_IOC_READ_REG, &arg), ENOTTY);
}
END_TEST

START_TEST(info)
{
	struct gpcd_info info = no_info;

	ck_works(call(GPCD_IOC_INFO, &info));
	ck_assert_uint_eq(info.abi_version, GPCD_ABI_VERSION);
	ck_assert_uint_eq(info.chip, 1);
	ck_assert_uint_eq(info.nics, 2);
	ck_assert_uint_eq(info.nregs, GEMINI_REGS);
	ck_assert_uint_lt(info.nic_index, info.nics);
	ck_assert_uint_ne(info.nic_addr, 0);
	ck_assert_uint_ne(info.catalogue_hash, 0);
	ck_assert(info.features & GPCD_FEATURE_EMULATED && info.features & GPCD_FEATURE_LEGACY);
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
	ck_assert_uint_eq(catalogue_page(UINT32_MAX, UINT32_MAX, &entry), 0);
	ck_assert_uint_eq(catalogue_page(0, 0, NULL), 0);
}
END_TEST

START_TEST(catalogue_bad_arguments)
{
	struct gpcd_catalogue_page page = { .size = sizeof(page), .count = 1 };

	ck_fails(call(GPCD_IOC_CATALOGUE, &page), EINVAL);
	page.entry_size = sizeof(struct gpcd_catalogue_entry);
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
	tcase_add_test(tcase, reserved_members);
	tcase_add_test(tcase, commands_unknown);
	return tcase;
}

static TCase *description(void)
{
	TCase *tcase = tcase_create("description");

	tcase_add_checked_fixture(tcase, device_setup, device_teardown);
	tcase_add_test(tcase, info);
	tcase_add_test(tcase, catalogue_pages_add_up);
	tcase_add_test(tcase, catalogue_beyond_its_end);
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
