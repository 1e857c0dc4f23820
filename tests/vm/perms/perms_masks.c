// SPDX-License-Identifier: GPL-2.0-only
/*
 * Masks that are no level of the legacy interface: for each, which registers a member of the job
 * reads, of its own device and of another, by each way.
 */
#include "actor.h"
#include "suite.h"
#include "ways.h"

#define NIC_SETUP	0x2140800ULL	/* GM_NL_PERF_CNTRL */
#define TILE_SETUP	GPC_TILE_FPC_SETUP(1, 2, 0, 3)

/* Bits of what is read. */
#define OWN_NIC		(1 << 0)
#define OWN_NIC_SETUP	(1 << 1)
#define OWN_TILE	(1 << 2)
#define OWN_TILE_SETUP	(1 << 3)
#define OTHER_NIC	(1 << 4)
#define OTHER_NIC_SETUP	(1 << 5)
#define OTHER_TILE	(1 << 6)
#define OTHER_TILE_SETUP (1 << 7)

static const struct access registers[] = {
	{ OWN, NIC_REG, 0 }, { OWN, NIC_SETUP, 0 }, { OWN, TILE_REG, 0 }, { OWN, TILE_SETUP, 0 },
	{ REMOTE, NIC_REG, 0 }, { REMOTE, NIC_SETUP, 0 },
	{ REMOTE, TILE_REG, 0 }, { REMOTE, TILE_SETUP, 0 },
};

#define REGISTERS	((int)(sizeof(registers) / sizeof(*registers)))

/*
 * For each mask the registers that calls read, and those of the own device that are seen in a
 * mapping. Tiles share a page with their set-up; NIC_REG has none on its page.
 */
static const struct row {
	uint32_t may;
	unsigned int read;
	unsigned int mapped;
} rows[] = {
	{ 0, 0, 0 },
	{ GPCD_MAY_SETUP, 0, 0 },
	{ GPCD_MAY_OTHERS, 0, 0 },
	{ GPCD_MAY_NIC, OWN_NIC, OWN_NIC },
	{ GPCD_MAY_NIC | GPCD_MAY_SETUP, OWN_NIC | OWN_NIC_SETUP, OWN_NIC | OWN_NIC_SETUP },
	{ GPCD_MAY_ROUTER, OWN_TILE, 0 },
	{ GPCD_MAY_ROUTER | GPCD_MAY_SETUP, OWN_TILE | OWN_TILE_SETUP, OWN_TILE | OWN_TILE_SETUP },
	{ GPCD_MAY_NIC | GPCD_MAY_ROUTER, OWN_NIC | OWN_TILE, OWN_NIC },
	{ GPCD_MAY_NIC | GPCD_MAY_OTHERS, OWN_NIC | OTHER_NIC, OWN_NIC },
	{ GPCD_MAY_ROUTER | GPCD_MAY_OTHERS, OWN_TILE | OTHER_TILE, 0 },
	{ GPCD_MAY_SETUP | GPCD_MAY_OTHERS, 0, 0 },
	{ GPCD_MAY_ALL & ~GPCD_MAY_NIC,
	  OWN_TILE | OWN_TILE_SETUP | OTHER_TILE | OTHER_TILE_SETUP, OWN_TILE | OWN_TILE_SETUP },
	{ GPCD_MAY_ALL & ~GPCD_MAY_SETUP, OWN_NIC | OWN_TILE | OTHER_NIC | OTHER_TILE, OWN_NIC },
	{ GPCD_MAY_ALL, 0xff, OWN_NIC | OWN_NIC_SETUP | OWN_TILE | OWN_TILE_SETUP },
};

#define ROWS	((int)(sizeof(rows) / sizeof(*rows)))

/* Deeds: return a bit mask of the registers that are read. */

static int read_by_calls(const void *unused)
{
	int fd = device_open(), seen = 0, err, i;

	(void)unused;
	for (i = 0; i < REGISTERS; i++) {
		struct target target = { fd, registers[i].nic_addr, registers[i].addr };

		err = access_through(fd, &registers[i]);
		must(!err || err == EPERM, "a register");
		must(read_ring(&target) == err, "all ways agree");
		if (!err)
			seen |= 1 << i;
	}
	return seen;
}

static int read_in_mapping(const void *unused)
{
	int fd = device_open(), seen = 0, i;

	(void)unused;
	for (i = 0; i < REGISTERS && registers[i].nic_addr == OWN; i++) {
		if (!read_mapping(&(struct target){ fd, OWN, registers[i].addr }))
			seen |= 1 << i;
	}
	return seen;
}

static void expect(const struct row *row, int (*deed)(const void *), const char *way,
		   unsigned int wanted)
{
	struct actor actor = member;
	unsigned int got;
	int ctl = ctl_open();

	must(!perms_give(ctl, "masked", row->may), "PERMS_SET");
	close(ctl);
	actor.job = "masked";
	got = act(&actor, deed, NULL);
	ck_assert_msg(got == wanted, "may %#x, by %s: registers %#x, not %#x", row->may, way, got,
		      wanted);
}

START_TEST(calls_read_what_is_allowed)
{
	expect(&rows[_i], read_by_calls, "calls", rows[_i].read);
}
END_TEST

START_TEST(mappings_show_pages_of_which_all_is_allowed)
{
	expect(&rows[_i], read_in_mapping, "a mapping", rows[_i].mapped);
}
END_TEST

static void setup(void)
{
	table_fill();
	job_make("masked");
}

static Suite *perms_masks_suite(void)
{
	Suite *suite = suite_create("perms_masks");
	TCase *tcase = tcase_create("masks");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_loop_test(tcase, calls_read_what_is_allowed, 0, ROWS);
	tcase_add_loop_test(tcase, mappings_show_pages_of_which_all_is_allowed, 0, ROWS);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(perms_masks_suite());
}
