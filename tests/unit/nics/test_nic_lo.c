// SPDX-License-Identifier: GPL-2.0-only
/* The loopback interface, which every machine has, read by netlink. */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/gpcd.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "nics/nic.h"
#include "suite.h"

#define MOST	64

static uint64_t numbers[MOST], ns[MOST];
static uint8_t statuses[MOST];
static const struct nic_values values = { numbers, ns, statuses };
static struct nic nic;

static void setup(void)
{
	const char *name;

	unsetenv(NIC_ROOT_ENV);
	nic = (struct nic){ .source = nic_source_of("net:lo", &name) };
	ck_assert_ptr_nonnull(nic.source);
	ck_assert_int_eq(nic.source->open(&nic, name), 0);
	ck_assert_uint_le(nic.count, MOST);
}

static void teardown(void)
{
	nic.source->close(&nic);
}

static void read_all(void)
{
	ck_assert_int_eq(nic.source->read(&nic, NULL, &values), 0);
}

static unsigned int item(const char *name)
{
	unsigned int i = 0;

	while (i < nic.count && strcmp(nic.items[i].name, name))
		i++;
	ck_assert_msg(i < nic.count, "%s is missing", name);
	return i;
}

/* What a file of sysfs says. */
static uint64_t file(const char *name)
{
	unsigned long long value;
	char path[256];
	FILE *from;

	snprintf(path, sizeof(path), "/sys/class/net/lo/statistics/%s", name);
	from = fopen(path, "r");
	ck_assert_msg(from && fscanf(from, "%llu", &value) == 1, "%s", path);
	fclose(from);
	return value;
}

static void send_one(void)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(9) };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	ck_assert_int_ge(fd, 0);
	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	ck_assert_int_eq(sendto(fd, "x", 1, 0, (struct sockaddr *)&to, sizeof(to)), 1);
	close(fd);
}

START_TEST(what_it_is)
{
	ck_assert(nic.about.minor);
	ck_assert_str_eq(nic.about.driver, "");
	ck_assert_str_eq(nic.about.bus, "");
	ck_assert_uint_eq(nic.about.bits_per_second, 0);
	ck_assert_str_eq(nic.about.link, "unknown");
}
END_TEST

START_TEST(counters_are_those_of_the_kernel)
{
	ck_assert_uint_ge(nic.count, 24);
	for (unsigned int i = 0; i < nic.count; i++)
		ck_assert_str_eq(nic.items[i].family, "link");
	ck_assert_str_eq(nic.items[0].name, "rx_packets");
	ck_assert_uint_eq(item("rx_nohandler"), 23);
}
END_TEST

/* Others may use the interface meanwhile. */
START_TEST(values_are_between_those_of_files)
{
	static const char *const names[] = { "rx_packets", "tx_packets", "rx_bytes", "tx_bytes" };
	uint64_t before[4];

	for (unsigned int i = 0; i < 4; i++)
		before[i] = file(names[i]);
	read_all();
	for (unsigned int i = 0; i < 4; i++) {
		ck_assert_uint_ge(numbers[item(names[i])], before[i]);
		ck_assert_uint_le(numbers[item(names[i])], file(names[i]));
	}
}
END_TEST

START_TEST(they_move)
{
	uint64_t before;

	read_all();
	before = numbers[item("tx_packets")];
	send_one();
	read_all();
	ck_assert_uint_gt(numbers[item("tx_packets")], before);
}
END_TEST

START_TEST(all_are_of_one_moment)
{
	read_all();
	for (unsigned int i = 0; i < nic.count; i++) {
		ck_assert_uint_eq(ns[i], ns[0]);
		ck_assert_uint_eq(statuses[i], GPCD_STATUS_OK);
	}
}
END_TEST

START_TEST(nothing_wanted_is_not_read)
{
	const bool wanted[MOST] = {};

	memset(statuses, 99, sizeof(statuses));
	ck_assert_int_eq(nic.source->read(&nic, wanted, &values), 0);
	ck_assert_uint_eq(statuses[0], 99);
}
END_TEST

START_TEST(what_changes_is_asked_again)
{
	strcpy(nic.about.link, "nonsense");
	ck_assert_int_eq(nic.source->about(&nic), 0);
	ck_assert_str_eq(nic.about.link, "unknown");
}
END_TEST

static int find_it(void *data, const char *name, const struct nic_about *about)
{
	unsigned int *found = data;

	*found += !strcmp(name, "lo") && about->minor;
	return 0;
}

START_TEST(it_is_found)
{
	unsigned int found = 0;
	const struct nic_visitor visitor = { find_it, &found };

	ck_assert_int_eq(nic.source->find(&visitor), 0);
	ck_assert_uint_eq(found, 1);
}
END_TEST

static int stop(void *data, const char *name, const struct nic_about *about)
{
	(void)name;
	(void)about;
	return ++*(int *)data;
}

START_TEST(a_search_may_end)
{
	int calls = 0;
	const struct nic_visitor visitor = { stop, &calls };

	ck_assert_int_eq(nic.source->find(&visitor), 1);
	ck_assert_int_eq(calls, 1);
}
END_TEST

START_TEST(no_such_interface)
{
	static const char *const names[] = {
		"", "no-such-if", "a name that is too long for an interface",
	};
	struct nic other = { .source = nic.source };

	for (unsigned int i = 0; i < 3; i++)
		ck_assert_int_eq(nic.source->open(&other, names[i]), -ENODEV);
}
END_TEST

START_TEST(another_machine_has_none)
{
	struct nic other = { .source = nic.source };
	int calls = 0;
	const struct nic_visitor visitor = { stop, &calls };

	setenv(NIC_ROOT_ENV, "/tmp", 1);
	ck_assert_int_eq(nic.source->find(&visitor), 0);
	ck_assert_int_eq(calls, 0);
	ck_assert_int_eq(nic.source->open(&other, "lo"), -ENODEV);
	unsetenv(NIC_ROOT_ENV);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("nic_lo");
	TCase *tcase = tcase_create("loopback");

	suite_add_tcase(suite, tcase);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, what_it_is);
	tcase_add_test(tcase, counters_are_those_of_the_kernel);
	tcase_add_test(tcase, values_are_between_those_of_files);
	tcase_add_test(tcase, they_move);
	tcase_add_test(tcase, all_are_of_one_moment);
	tcase_add_test(tcase, nothing_wanted_is_not_read);
	tcase_add_test(tcase, what_changes_is_asked_again);
	tcase_add_test(tcase, it_is_found);
	tcase_add_test(tcase, a_search_may_end);
	tcase_add_test(tcase, no_such_interface);
	tcase_add_test(tcase, another_machine_has_none);
	return suite_run(suite);
}
