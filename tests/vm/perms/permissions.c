// SPDX-License-Identifier: GPL-2.0-only
/*
 * The permission table, cell by cell: what callers of each level may read and write.
 */
#include "actor.h"
#include "suite.h"
#include "ways.h"

/* An access at a level, and how it ends for each kind of user: 0 or an errno. */
struct cell {
	unsigned int level;	/* of the job */
	struct access access;
	int user;	/* outside of the device's group */
	int member;	/* of it */
	int root;
};

#define READ	0
#define WRITE	1

static const struct cell table[] = {
	/*                                              user    member root */
	{ GPC_PERMS_NONE,  { OWN,    NIC_REG,  READ },  EACCES, EPERM, 0 },
	{ GPC_PERMS_NONE,  { OWN,    NIC_REG,  WRITE }, EACCES, EPERM, 0 },
	{ GPC_PERMS_NONE,  { OWN,    TILE_REG, READ },  EACCES, EPERM, 0 },
	{ GPC_PERMS_NONE,  { OWN,    TILE_REG, WRITE }, EACCES, EPERM, 0 },
	{ GPC_PERMS_NONE,  { REMOTE, NIC_REG,  READ },  EACCES, EPERM, 0 },
	{ GPC_PERMS_NONE,  { REMOTE, NIC_REG,  WRITE }, EACCES, EPERM, 0 },
	{ GPC_PERMS_NIC,   { OWN,    NIC_REG,  READ },  EACCES, 0,     0 },
	{ GPC_PERMS_NIC,   { OWN,    NIC_REG,  WRITE }, EACCES, EPERM, 0 },
	{ GPC_PERMS_NIC,   { OWN,    TILE_REG, READ },  EACCES, EPERM, 0 },
	{ GPC_PERMS_NIC,   { OWN,    TILE_REG, WRITE }, EACCES, EPERM, 0 },
	{ GPC_PERMS_NIC,   { REMOTE, NIC_REG,  READ },  EACCES, EPERM, 0 },
	{ GPC_PERMS_NIC,   { REMOTE, NIC_REG,  WRITE }, EACCES, EPERM, 0 },
	{ GPC_PERMS_LOCAL, { OWN,    NIC_REG,  READ },  EACCES, 0,     0 },
	{ GPC_PERMS_LOCAL, { OWN,    NIC_REG,  WRITE }, EACCES, EPERM, 0 },
	{ GPC_PERMS_LOCAL, { OWN,    TILE_REG, READ },  EACCES, 0,     0 },
	{ GPC_PERMS_LOCAL, { OWN,    TILE_REG, WRITE }, EACCES, EPERM, 0 },
	{ GPC_PERMS_LOCAL, { REMOTE, NIC_REG,  READ },  EACCES, EPERM, 0 },
	{ GPC_PERMS_LOCAL, { REMOTE, NIC_REG,  WRITE }, EACCES, EPERM, 0 },
	{ GPC_PERMS_ALL,   { OWN,    NIC_REG,  READ },  EACCES, 0,     0 },
	{ GPC_PERMS_ALL,   { OWN,    NIC_REG,  WRITE }, EACCES, EPERM, 0 },
	{ GPC_PERMS_ALL,   { OWN,    TILE_REG, READ },  EACCES, 0,     0 },
	{ GPC_PERMS_ALL,   { OWN,    TILE_REG, WRITE }, EACCES, EPERM, 0 },
	{ GPC_PERMS_ALL,   { REMOTE, NIC_REG,  READ },  EACCES, 0,     0 },
	{ GPC_PERMS_ALL,   { REMOTE, NIC_REG,  WRITE }, EACCES, EPERM, 0 },
};

/* A deed: try every way. A mapping has no registers of other devices. */
static int cell_try(const void *of)
{
	static int (* const ways[])(const struct target *) = {
		read_ring, read_mapping,
	};
	const struct access *access = of;
	const struct target target = {
		open(GPCD_DEV_PATH, O_RDWR), access->nic_addr, access->addr,
	};
	int count = sizeof(ways) / sizeof(*ways) - (access->nic_addr != OWN);
	int err;

	if (target.fd < 0)
		return errno;
	err = access_through(target.fd, access);
	for (int i = 0; !access->write && i < count; i++)
		must(ways[i](&target) == err, "all ways agree");
	return err;
}

#define CELLS ((int)(sizeof(table) / sizeof(struct cell)))

static void assert_cell(const struct actor *who, const char *name, const struct cell *cell,
			int wanted)
{
	const struct access *access = &cell->access;
	struct actor actor = *who;
	int got;

	actor.job = level_job[cell->level];
	got = act(&actor, cell_try, access);

	ck_assert_msg(got == wanted, "%s, level %s, %s of %s 0x%llx: errno %d, wanted %d", name,
		      level_job[cell->level], access->write ? "write" : "read",
		      access->nic_addr ? "remote" : "own", (long long)access->addr, got, wanted);
}

START_TEST(table_user)
{
	assert_cell(&user, "a user", &table[_i], table[_i].user);
}
END_TEST

START_TEST(table_member)
{
	assert_cell(&member, "a member", &table[_i], table[_i].member);
}
END_TEST

START_TEST(table_root)
{
	assert_cell(&root, "root", &table[_i], table[_i].root);
}
END_TEST

/* Remote counts before tile. */
START_TEST(remote_tile)
{
	const struct access access = { REMOTE, TILE_REG, READ };

	ck_assert_int_eq(access_by(&member, "local", &access), EPERM);
	ck_assert_int_eq(access_by(&member, "all", &access), 0);
}
END_TEST

/* A device's own address is not remote. */
START_TEST(own_by_address)
{
	const struct access access = { 1, NIC_REG, READ };

	ck_assert_int_eq(access_by(&member, "nic", &access), 0);
}
END_TEST

static int write_readonly(const void *unused)
{
	struct target target = { .addr = TILE_REG };
	int err;

	(void)unused;
	target.fd = open(GPCD_DEV_PATH, O_RDONLY);
	must(target.fd >= 0, GPCD_DEV_PATH);
	err = write_legacy(&target);
	must(write_modern(&target) == err, "all ways agree");
	return err;
}

START_TEST(write_needs_writable_open)
{
	ck_assert_int_eq(act(&root, write_readonly, NULL), EBADF);
}
END_TEST

static Suite *permissions_suite(void)
{
	Suite *suite = suite_create("permissions");
	TCase *cells = tcase_create("table");

	/* No test changes the table. */
	tcase_add_unchecked_fixture(cells, table_fill, NULL);
	tcase_add_loop_test(cells, table_user, 0, CELLS);
	tcase_add_loop_test(cells, table_member, 0, CELLS);
	tcase_add_loop_test(cells, table_root, 0, CELLS);
	tcase_add_test(cells, remote_tile);
	tcase_add_test(cells, own_by_address);
	tcase_add_test(cells, write_needs_writable_open);
	suite_add_tcase(suite, cells);
	return suite;
}

int main(void)
{
	return suite_run(permissions_suite());
}
