// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which devices are a job's own: gpcd0 and gpcd1 are two chips, NIC 1 and NIC 2,
 * gpcd2 and gpcd3 two views of a third, NIC 11 and NIC 12.
 */
#include "actor.h"
#include "suite.h"

#define DEVICES	4
#define DOMAIN	1

static const uint32_t nic_addr[DEVICES] = { 1, 2, 11, 12 };

/* An access through a given device. */
struct attempt {
	int device;	/* N of the /dev/gpcdN that is opened */
	struct access access;
};

static int node_open(int device)
{
	char path[32];

	snprintf(path, sizeof(path), "/dev/gpcd%d", device);
	return open(path, O_RDWR | O_CLOEXEC);
}

/* A deed: legacy call, snapshot and group must agree. */
static int attempt(const void *arg)
{
	const struct attempt *attempt = arg;
	int fd = node_open(attempt->device);

	return fd < 0 ? errno : access_through(fd, &attempt->access);
}

static int read_by(const struct actor *who, const char *job, int device, uint32_t nic,
		   uint64_t addr)
{
	struct attempt wanted = { device, { .nic_addr = nic, .addr = addr } };
	struct actor actor = *who;

	actor.job = job;
	return act(&actor, attempt, &wanted);
}

static void expect(const char *job, int device, uint32_t nic, uint64_t addr, int wanted)
{
	int got = read_by(&member, job, device, nic, addr);

	ck_assert_msg(got == wanted, "job %s, gpcd%d, nic_addr %u, %s: errno %d, wanted %d", job,
		      device, nic, addr == NIC_REG ? "a NIC register" : "a tile", got, wanted);
}

/* Make an entry for the job "picked" that names devices, by their numbers here. */
static void give(uint32_t may, int count, const int *devices)
{
	struct gpcd_nic nics[DEVICES];
	int ctl = ctl_open();

	job_make("picked");
	for (int i = 0; i < count; i++)
		nics[i] = (struct gpcd_nic){ DOMAIN, nic_addr[devices[i]] };
	must(!perms_give_nics(ctl, "picked", may, nics, count), "PERMS_SET");
	close(ctl);
}

START_TEST(entry_by_the_legacy_call_owns_its_device_alone)
{
	static const char * const jobs[] = { "nic", "local" };

	expect(jobs[_i], 0, 0, NIC_REG, 0);
	for (int device = 1; device < DEVICES; device++) {
		expect(jobs[_i], device, 0, NIC_REG, EPERM);
		expect(jobs[_i], device, 0, TILE_REG, EPERM);
		expect(jobs[_i], 0, nic_addr[device], NIC_REG, EPERM);
	}
}
END_TEST

/* The entry owns the device, found by address or not. */
START_TEST(entry_by_the_legacy_call_owns_it_by_address_too)
{
	expect("nic", 1, nic_addr[0], NIC_REG, 0);
	expect("nic", 1, nic_addr[0], TILE_REG, EPERM);
}
END_TEST

START_TEST(entry_by_the_legacy_call_through_another_device)
{
	int fd = node_open(1);

	must(fd >= 0 && !perms_set(fd, job_id("nic"), GPC_PERMS_NIC), "SET_PERMS");
	expect("nic", 0, 0, NIC_REG, EPERM);
	expect("nic", 1, 0, NIC_REG, 0);
}
END_TEST

START_TEST(others_are_read_with_all_permissions)
{
	for (int device = 0; device < DEVICES; device++) {
		expect("all", device, 0, NIC_REG, 0);
		expect("all", device, 0, TILE_REG, 0);
		expect("all", 0, nic_addr[device], TILE_REG, 0);
	}
}
END_TEST

START_TEST(without_an_entry_each_device_is_own_to_who_opens_it)
{
	job_make("free");
	for (int device = 0; device < DEVICES; device++) {
		expect("free", device, 0, TILE_REG, 0);
		expect("free", device, nic_addr[device], NIC_REG, 0);
		expect("free", device, nic_addr[(device + 1) % DEVICES], NIC_REG, EPERM);
	}
}
END_TEST

START_TEST(entry_that_names_no_device_is_for_each_that_is_opened)
{
	give(level_may[GPC_PERMS_LOCAL], 0, NULL);
	for (int device = 0; device < DEVICES; device++) {
		expect("picked", device, 0, TILE_REG, 0);
		expect("picked", device, nic_addr[(device + 1) % DEVICES], NIC_REG, EPERM);
	}
}
END_TEST

START_TEST(entry_that_names_two_devices_reads_both)
{
	give(GPCD_MAY_NIC, 2, (const int[]){ 0, 1 });
	for (int device = 0; device < 2; device++) {
		expect("picked", device, 0, NIC_REG, 0);
		expect("picked", device, 0, TILE_REG, EPERM);
		expect("picked", device, nic_addr[!device], NIC_REG, 0);
		expect("picked", device, nic_addr[!device], TILE_REG, EPERM);
	}
	expect("picked", 2, 0, NIC_REG, EPERM);
	expect("picked", 0, nic_addr[2], NIC_REG, EPERM);
}
END_TEST

/* The router is shared; permission for a view of it is not. */
START_TEST(views_of_one_chip_are_devices_of_their_own)
{
	give(level_may[GPC_PERMS_LOCAL], 1, (const int[]){ 2 });
	expect("picked", 2, 0, NIC_REG, 0);
	expect("picked", 2, 0, TILE_REG, 0);
	expect("picked", 3, 0, NIC_REG, EPERM);
	expect("picked", 3, 0, TILE_REG, EPERM);
	expect("picked", 2, nic_addr[3], TILE_REG, EPERM);
	expect("picked", 3, nic_addr[2], TILE_REG, 0);
}
END_TEST

START_TEST(who_may_nothing_owns_nothing_of_what_is_named)
{
	give(0, 1, (const int[]){ 0 });
	expect("picked", 0, 0, NIC_REG, EPERM);
	expect("picked", 1, nic_addr[0], NIC_REG, EPERM);
}
END_TEST

START_TEST(nic_address_of_another_domain_is_another_device)
{
	const struct gpcd_nic nic = { DOMAIN + 1, nic_addr[0] };

	job_make("picked");
	must(!perms_give_nics(ctl_open(), "picked", level_may[GPC_PERMS_LOCAL], &nic, 1),
	     "PERMS_SET");
	expect("picked", 0, 0, NIC_REG, EPERM);
}
END_TEST

/* As many as a host can have; the last is the device. */
START_TEST(entry_that_names_many_reads_the_last)
{
	struct gpcd_nic nics[GPCD_PERMS_NICS];

	job_make("picked");
	for (int i = 0; i < GPCD_PERMS_NICS; i++)
		nics[i] = (struct gpcd_nic){ DOMAIN, 1000 + i };
	nics[GPCD_PERMS_NICS - 1].nic_addr = nic_addr[1];
	must(!perms_give_nics(ctl_open(), "picked", GPCD_MAY_NIC, nics, GPCD_PERMS_NICS),
	     "PERMS_SET");
	expect("picked", 1, 0, NIC_REG, 0);
	expect("picked", 0, 0, NIC_REG, EPERM);
}
END_TEST

START_TEST(privilege_and_ignoring_outrank_it)
{
	ck_assert_int_eq(read_by(&root, "nic", 1, 0, TILE_REG), 0);
	ignore_set(1);
	expect("nic", 1, 0, TILE_REG, 0);
	expect("nic", 1, nic_addr[2], TILE_REG, 0);
	ignore_set(0);
	expect("nic", 1, 0, TILE_REG, EPERM);
}
END_TEST

/* --- what the query says ----------------------------------------------- */

/* A deed: 0 or 1, as the query says; its errno and 100 if it fails. */
static int query_own(const void *device)
{
	struct gpcd_perms_query query = { .size = sizeof(query) };
	int fd = node_open(*(const int *)device);

	return fd < 0 || ioctl(fd, GPCD_IOC_PERMS_QUERY, &query) ? 100 + errno : (int)query.own;
}

static void expect_own(const char *job, const int wanted[DEVICES])
{
	struct actor actor = member;

	actor.job = job;
	for (int device = 0; device < DEVICES; device++) {
		int got = act(&actor, query_own, &device);

		ck_assert_msg(got == wanted[device], "job %s, gpcd%d: own is %d, wanted %d", job,
			      device, got, wanted[device]);
	}
}

START_TEST(query_says_what_is_own)
{
	job_make("free");
	give(0, 2, (const int[]){ 1, 3 });
	expect_own("nic", (const int[]){ 1, 0, 0, 0 });
	expect_own("all", (const int[]){ 1, 0, 0, 0 });
	expect_own("free", (const int[]){ 1, 1, 1, 1 });
	expect_own("picked", (const int[]){ 0, 1, 0, 1 });
	give(GPCD_MAY_NIC, 0, NULL);
	expect_own("picked", (const int[]){ 1, 1, 1, 1 });
}
END_TEST

static Suite *perms_own_suite(void)
{
	Suite *suite = suite_create("perms_own");
	TCase *own = tcase_create("own");

	tcase_add_checked_fixture(own, table_fill, NULL);
	tcase_add_loop_test(own, entry_by_the_legacy_call_owns_its_device_alone, 0, 2);
	tcase_add_test(own, entry_by_the_legacy_call_owns_it_by_address_too);
	tcase_add_test(own, entry_by_the_legacy_call_through_another_device);
	tcase_add_test(own, others_are_read_with_all_permissions);
	tcase_add_test(own, without_an_entry_each_device_is_own_to_who_opens_it);
	tcase_add_test(own, entry_that_names_no_device_is_for_each_that_is_opened);
	tcase_add_test(own, entry_that_names_two_devices_reads_both);
	tcase_add_test(own, views_of_one_chip_are_devices_of_their_own);
	tcase_add_test(own, who_may_nothing_owns_nothing_of_what_is_named);
	tcase_add_test(own, nic_address_of_another_domain_is_another_device);
	tcase_add_test(own, entry_that_names_many_reads_the_last);
	tcase_add_test(own, privilege_and_ignoring_outrank_it);
	tcase_add_test(own, query_says_what_is_own);
	suite_add_tcase(suite, own);
	return suite;
}

int main(void)
{
	return suite_run(perms_own_suite());
}
