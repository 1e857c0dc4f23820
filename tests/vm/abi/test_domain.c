// SPDX-License-Identifier: GPL-2.0-only
/*
 * Domains: two fabrics of one host may both have a NIC 1. gpcd0 belongs to domain 1; another device
 * is made through configfs.
 */
#include <sys/mount.h>
#include <sys/stat.h>

#include "device.h"
#include "suite.h"

#define CONFIG	"/sys/kernel/config/gpcd_emu/fabric"
#define JOB	(1ULL << 40)	/* no cgroup's number */

/* Its errno, or 0. */
static int put(const char *attribute, const char *text)
{
	char path[256];
	int file, err;

	snprintf(path, sizeof(path), CONFIG "/%s", attribute);
	file = open(path, O_WRONLY | O_CLOEXEC);
	ck_assert_msg(file >= 0, "%s: %s", path, strerror(errno));
	err = write(file, text, strlen(text)) < 0 ? errno : 0;
	close(file);
	return err;
}

static int make_nic_1(const char *domain)
{
	int err = put("domain", domain);

	return err ? err : put("live", "1");
}

static void fabric_setup(void)
{
	mount("none", "/sys/kernel/config", "configfs", 0, NULL);
	ck_assert_msg(!mkdir(CONFIG, 0755), CONFIG ": %s", strerror(errno));
	ck_works(put("nic_addrs", "1"));
	ck_works(put("clock", "virtual"));
	ck_works(put("traffic", "0"));
	device_setup();
}

static void fabric_teardown(void)
{
	device_teardown();
	ck_assert_msg(!rmdir(CONFIG), CONFIG ": %s", strerror(errno));
}

static struct gpcd_info info_of(const char *path)
{
	struct gpcd_info info = { .size = sizeof(info) };
	int file = open(path, O_RDWR | O_CLOEXEC);

	ck_assert_msg(file >= 0, "%s: %s", path, strerror(errno));
	ck_works(call_on(file, GPCD_IOC_INFO, &info));
	close(file);
	return info;
}

/* Let a test's calls go through another device. */
static void open_instead(const char *path)
{
	device_teardown();
	fd = open(path, O_RDWR | O_CLOEXEC);
	ck_assert_msg(fd >= 0, "%s: %s", path, strerror(errno));
}

/* Does a line of that file begin with this text? */
static int says(const char *path, const char *text)
{
	FILE *file = fopen(path, "re");
	char line[128];
	int found = 0;

	ck_assert_msg(file, "%s: %s", path, strerror(errno));
	while (!found && fgets(line, sizeof(line), file))
		found = !strncmp(line, text, strlen(text));
	fclose(file);
	return found;
}

/* Write one register by any names; its errno, or 0. */
static int write_one(uint32_t domain, uint32_t nic_addr, uint64_t value)
{
	uint64_t addr = TILE_REG;
	struct gpcd_write_req req = {
		.size = sizeof(req), .count = 1, .domain = domain, .nic_addr = nic_addr,
		.addrs = user_ptr(&addr), .values = user_ptr(&value),
	};

	return ioctl(fd, GPCD_IOC_WRITE, &req) ? errno : 0;
}

static uint64_t read_one(uint32_t domain, uint32_t nic_addr)
{
	uint64_t addr = TILE_REG, value = 0;
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = 1, .domain = domain, .nic_addr = nic_addr,
		.addrs = user_ptr(&addr), .values = user_ptr(&value),
	};

	ck_works(call(GPCD_IOC_SNAPSHOT, &req));
	ck_assert_uint_eq(req.failed, 0);
	return value;
}

START_TEST(an_address_is_free_in_another_domain)
{
	struct gpcd_info here, there;

	ck_works(make_nic_1("7"));
	here = info_of("/dev/gpcd0");
	there = info_of("/dev/gpcd1");
	ck_assert_uint_eq(here.domain, 1);
	ck_assert_uint_eq(there.domain, 7);
	ck_assert_uint_eq(here.nic_addr, there.nic_addr);
	ck_assert_uint_ne(here.chip_id, there.chip_id);
	ck_assert(says("/sys/class/gpcd/gpcd0/domain", "1\n"));
	ck_assert(says("/sys/class/gpcd/gpcd1/domain", "7\n"));
	ck_assert(says("/sys/class/gpcd/gpcd0/uevent", "GPCD_DOMAIN=1\n"));
	ck_assert(says("/sys/class/gpcd/gpcd1/uevent", "GPCD_DOMAIN=7\n"));
}
END_TEST

START_TEST(an_address_is_taken_in_its_domain)
{
	ck_fails(make_nic_1("1"), EEXIST);
}
END_TEST

START_TEST(domains_out_of_range)
{
	ck_fails(put("domain", "0"), EINVAL);
	ck_fails(put("domain", "65536"), EINVAL);
	ck_works(put("domain", "65535"));
}
END_TEST

START_TEST(requests_name_domain_and_address)
{
	ck_works(make_nic_1("2"));
	ck_works(write_one(2, 1, 22));
	ck_works(write_one(1, 1, 11));
	ck_assert_uint_eq(read_one(2, 1), 22);
	ck_assert_uint_eq(read_one(1, 1), 11);
}
END_TEST

START_TEST(domain_0_is_that_of_the_opened_device)
{
	ck_works(make_nic_1("2"));
	ck_works(write_one(2, 1, 22));
	ck_works(write_one(0, 1, 33));
	ck_assert_uint_eq(read_one(0, 0), 33);
	ck_assert_uint_eq(read_one(0, 1), 33);
	open_instead("/dev/gpcd1");
	ck_assert_uint_eq(read_one(0, 0), 22);
	ck_assert_uint_eq(read_one(0, 1), 22);
}
END_TEST

START_TEST(legacy_calls_mean_the_domain_of_the_opened_device)
{
	uint64_t addr = TILE_REG, value = 0;
	struct gpcd_args args = {
		.num_mmrs = 1, .nic_addr = 1, .mmr_addrs = &addr, .mmr_data = &value,
	};

	ck_works(make_nic_1("2"));
	ck_works(write_one(2, 1, 22));
	ck_works(write_one(1, 1, 11));
	ck_works(call(GPC_IOC_READ_REG, &args));
	ck_assert_uint_eq(value, 11);
	open_instead("/dev/gpcd1");
	ck_works(call(GPC_IOC_READ_REG, &args));
	ck_assert_uint_eq(value, 22);
}
END_TEST

START_TEST(a_legacy_entry_owns_the_device_it_was_made_through)
{
	struct gpcd_perms legacy = { .perms = GPC_PERMS_NIC, .job_id = JOB };
	struct gpcd_perms_entry entry = { 0 };
	struct gpcd_nic nic = { 0 };
	struct gpcd_perms_list list = {
		.size = sizeof(list), .after = JOB - 1, .count = 1, .nic_count = 1,
		.entry_size = sizeof(entry), .entries = user_ptr(&entry), .nics = user_ptr(&nic),
	};
	struct gpcd_perms_remove remove = { .size = sizeof(remove), .job = JOB };

	ck_works(make_nic_1("2"));
	open_instead("/dev/gpcd1");
	ck_works(call(GPC_IOC_SET_PERMS, &legacy));
	ck_works(call_ctl(GPCD_IOC_PERMS_LIST, &list));
	ck_works(call_ctl(GPCD_IOC_PERMS_REMOVE, &remove));
	ck_assert_uint_eq(entry.job, JOB);
	ck_assert_uint_eq(entry.nic_count, 1);
	ck_assert_uint_eq(nic.domain, 2);
	ck_assert_uint_eq(nic.nic_addr, 1);
}
END_TEST

START_TEST(nobody_has_that_address_in_that_domain)
{
	ck_fails(write_one(2, 1, 0), ENXIO);
	ck_fails(write_one(1, UNKNOWN_NIC, 0), ENXIO);
}
END_TEST

START_TEST(a_domain_alone_names_nothing)
{
	ck_fails(write_one(1, 0, 0), EINVAL);
}
END_TEST

static TCase *domain_tests(void)
{
	TCase *tcase = tcase_create("domain");

	tcase_add_checked_fixture(tcase, fabric_setup, fabric_teardown);
	tcase_add_test(tcase, an_address_is_free_in_another_domain);
	tcase_add_test(tcase, an_address_is_taken_in_its_domain);
	tcase_add_test(tcase, domains_out_of_range);
	tcase_add_test(tcase, requests_name_domain_and_address);
	tcase_add_test(tcase, domain_0_is_that_of_the_opened_device);
	tcase_add_test(tcase, legacy_calls_mean_the_domain_of_the_opened_device);
	tcase_add_test(tcase, a_legacy_entry_owns_the_device_it_was_made_through);
	tcase_add_test(tcase, nobody_has_that_address_in_that_domain);
	tcase_add_test(tcase, a_domain_alone_names_nothing);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("domain");

	suite_add_tcase(suite, domain_tests());
	return suite_run(suite);
}
