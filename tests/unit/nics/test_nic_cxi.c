// SPDX-License-Identifier: GPL-2.0-only
/* Slingshot NICs: what they are, all of their counters, and how they are lost. */
#include "dictionary/folders.h"
#include "nics/sources.h"
#include "patience.h"
#include "reading.h"
#include "suite.h"
#include "tree.h"

#define PCI		"sys/devices/pci0000:40/0000:41:00.0"
#define VIRTUAL		"sys/devices/pci0000:40/0000:41:00.1"
#define TELEMETRY	PCI "/telemetry/"
#define RUN		"run/cxi/cxi0/"

/* Names of both families. */
#define ITEMS	(1922 + 39)

static const struct nic_source *const cxi = &nic_source_cxi;
static struct nic nic;
static bool opened;

/* A NIC with two counters and two of its retry handler. */
static void put_nic(void)
{
	tree_put(PCI "/properties/nid", "0x1234a\n");
	tree_put(PCI "/properties/speed", "200000\n");
	tree_put(PCI "/properties/cassini_version", "1.1\n");
	tree_put(PCI "/properties/link", "1\n");
	tree_put(PCI "/net/hsn0/speed", "400000\n");
	tree_put(PCI "/config", "%c%c", 0xdb, 0x17);
	tree_put(TELEMETRY "hni_pkts", "7\n");
	tree_put(TELEMETRY "hni_rx", "8\n");
	tree_put(TELEMETRY "ALL-in-binary", "9\n");
	tree_put(RUN "nacks", "3\n");
	tree_put(RUN "sct_in_use", "-1\n");
	tree_link("sys/class/net/hsn0", PCI "/net/hsn0");
	tree_link("sys/class/cxi/cxi0/device", PCI);
}

static void setup(void)
{
	tree_begin();
	read_clear();
	sem_init(&hangs, 0, 0);
	sem_init(&let_go, 0, 0);
	failing = NULL;
	hanging = NULL;
	impatient = false;
	opened = false;
	nic = (struct nic){ 0 };
	put_nic();
}

static void close_nic(void)
{
	if (opened)
		cxi->close(&nic);
	opened = false;
	nic = (struct nic){ 0 };
	wait_alone();
}

static void teardown(void)
{
	close_nic();
	tree_end();
}

static void open_nic(const char *name)
{
	ck_assert_int_eq(cxi->open(&nic, name), 0);
	opened = true;
}

static void read_all(void)
{
	ck_assert_int_eq(cxi->read(&nic, NULL, &reading), 0);
}

/* --- what it is --- */

START_TEST(an_interface)
{
	open_nic("cxi0");
	ck_assert_str_eq(nic.about.driver, "cxi");
	ck_assert_str_eq(nic.about.variant, "cassini1");
	ck_assert_str_eq(nic.about.bus, "0000:41:00.0");
	ck_assert_str_eq(nic.about.partner, "hsn0");
	ck_assert_str_eq(nic.about.link, "up");
	ck_assert_uint_eq(nic.about.bits_per_second, 200000000000);
	ck_assert_uint_eq(nic.about.address, 0x1234a);
	ck_assert(!nic.about.minor);
}
END_TEST

/* The second generation: its speed is unknown to the driver, its link is in another folder. */
START_TEST(a_second_generation)
{
	tree_put(PCI "/properties/cassini_version", "2.0\n");
	tree_put(PCI "/properties/speed", "-1\n");
	tree_put(PCI "/port/link", "NOT IMPLEMENTED!!\n");
	tree_put(PCI "/port/0/link", "starting\n");
	open_nic("cxi0");
	ck_assert_str_eq(nic.about.variant, "cassini2");
	ck_assert_uint_eq(nic.about.bits_per_second, 400000000000);
	ck_assert_str_eq(nic.about.link, "starting");
}
END_TEST

START_TEST(what_changes)
{
	open_nic("cxi0");
	tree_put(PCI "/port/link", "resetting\n");
	tree_put(PCI "/properties/speed", "0\n");
	tree_remove(PCI "/net");
	ck_assert_int_eq(cxi->about(&nic), 0);
	ck_assert_str_eq(nic.about.link, "resetting");
	ck_assert_str_eq(nic.about.partner, "");
	ck_assert_uint_eq(nic.about.bits_per_second, 0);
}
END_TEST

START_TEST(nobody_says_anything)
{
	tree_remove(PCI "/properties");
	tree_remove(PCI "/net");
	tree_put(PCI "/properties/link", "0\n");
	open_nic("cxi0");
	ck_assert_str_eq(nic.about.variant, "");
	ck_assert_str_eq(nic.about.link, "down");
	ck_assert_uint_eq(nic.about.bits_per_second, 0);
	ck_assert_uint_eq(nic.about.address, 0);
}
END_TEST

/* --- finding --- */

static char found[64];

static int note(void *data, const char *name, const struct nic_about *about)
{
	const char *last = data;

	strcat(strcat(strcat(found, name), about->minor ? "-" : "+"), " ");
	return strcmp(name, last) ? 0 : 5;
}

/* Physical functions, virtual ones with and without telemetry, and what is gone already. */
START_TEST(interfaces_are_found)
{
	tree_put(VIRTUAL "/telemetry/a", "1\n");
	tree_link(VIRTUAL "/physfn", PCI);
	tree_put("sys/devices/bare/properties/nid", "0x1\n");
	tree_link("sys/class/cxi/cxi10/device", PCI);
	tree_link("sys/class/cxi/cxi2/device", VIRTUAL);
	tree_link("sys/class/cxi/cxi3/device", "sys/devices/bare");
	tree_link("sys/class/cxi/cxi4/device", "sys/devices/none");
	found[0] = '\0';
	ck_assert_int_eq(cxi->find(&(struct nic_visitor){ note, "" }), 0);
	ck_assert_str_eq(found, "cxi0+ cxi2- cxi3- cxi10+ ");
	found[0] = '\0';
	ck_assert_int_eq(cxi->find(&(struct nic_visitor){ note, "cxi2" }), 5);
	ck_assert_str_eq(found, "cxi0+ cxi2- ");
}
END_TEST

START_TEST(none_are_found)
{
	tree_remove("sys/class");
	found[0] = '\0';
	ck_assert_int_eq(cxi->find(&(struct nic_visitor){ note, "" }), 0);
	ck_assert_str_eq(found, "");
}
END_TEST

static const char *const no_names[] = { "", ".", "..", "cxi1", "../cxi/cxi0", "cxi0/device" };

START_TEST(no_interface)
{
	ck_assert_int_eq(cxi->open(&nic, no_names[_i]), -ENODEV);
}
END_TEST

/* --- reading --- */

START_TEST(both_families)
{
	open_nic("cxi0");
	ck_assert_uint_eq(nic.count, 4);
	ck_assert_str_eq(nic.items[1].name, "hni_rx");
	ck_assert_str_eq(nic.items[1].family, "telemetry");
	ck_assert_str_eq(nic.items[2].name, "nacks");
	ck_assert_str_eq(nic.items[2].family, "rh");
	read_all();
	read_is(0, 7);
	read_is(1, 8);
	read_is(2, 3);
	read_is(3, UINT32_MAX);
	ck_assert_uint_eq(read_values[4], UNTOUCHED);
}
END_TEST

START_TEST(only_wanted_ones_are_read)
{
	static const bool wanted[] = { false, true, true, false };

	open_nic("cxi0");
	ck_assert_int_eq(cxi->read(&nic, wanted, &reading), 0);
	read_is(1, 8);
	read_is(2, 3);
	ck_assert_uint_eq(read_values[0], UNTOUCHED);
	ck_assert_uint_eq(read_values[3], UNTOUCHED);
}
END_TEST

/* The counters of the hardware do not depend on the daemon. */
START_TEST(the_retry_handler_hangs)
{
	open_nic("cxi0");
	read_all();
	tree_put(TELEMETRY "hni_pkts", "70\n");
	hanging = "nacks";
	impatient = true;
	read_all();
	impatient = false;
	read_is(0, 70);
	read_is_stale(2, 3);
	hanging = NULL;
	sem_post(&let_go);
}
END_TEST

START_TEST(no_retry_handler)
{
	tree_remove("run");
	open_nic("cxi0");
	ck_assert_uint_eq(nic.count, 2);
	read_all();
	read_is(1, 8);
}
END_TEST

/* A virtual function without telemetry: it may have gone, too. */
START_TEST(no_telemetry)
{
	tree_remove(PCI "/telemetry");
	open_nic("cxi0");
	ck_assert(nic.about.minor);
	ck_assert_uint_eq(nic.count, 2);
	read_all();
	read_is(0, 3);
	tree_remove(PCI);
	ck_assert_int_eq(cxi->read(&nic, NULL, &reading), -ENODEV);
}
END_TEST

/* --- NICs that are lost --- */

START_TEST(its_driver_goes)
{
	open_nic("cxi0");
	read_all();
	tree_remove("sys");
	ck_assert_int_eq(cxi->read(&nic, NULL, &reading), -ENODEV);
	ck_assert_int_eq(cxi->about(&nic), -ENODEV);
}
END_TEST

START_TEST(its_list_changes)
{
	open_nic("cxi0");
	tree_put(TELEMETRY "new", "1\n");
	ck_assert_int_eq(cxi->read(&nic, NULL, &reading), -ESTALE);
}
END_TEST

#define ALL_ONES	72057594037927935

/* A counter about to wrap is a value as long as the NIC is on its bus. */
START_TEST(all_ones)
{
	tree_put(TELEMETRY "hni_pkts", "%llu\n", (unsigned long long)ALL_ONES);
	open_nic("cxi0");
	read_all();
	read_is(0, ALL_ONES);
	read_is(1, 8);
	tree_remove(PCI "/config");
	read_all();
	read_is(0, ALL_ONES);
	tree_put(PCI "/config", "%c%c", 0xff, 0xff);
	read_all();
	read_is_none(0, GPCD_STATUS_GONE);
	read_is(1, 8);
	read_is(3, UINT32_MAX);
}
END_TEST

/* --- all names of the dictionary --- */

static const char *dictionaries;
static struct dictionary dictionary;

static void read_dictionary(void)
{
	struct dictionary_failure failure;

	dictionary.driver = "cxi";
	dictionary.source = DICTIONARY_CXI;
	setenv(DICTIONARY_FOLDER_ENV, dictionaries, 1);
	ck_assert_msg(!dictionary_read_all(&dictionary, "", &failure), "%s:%u: %s", failure.path,
		      failure.problem.line, failure.problem.text);
}

/* Write a file for each name of an entry, with the number of files before. */
static void put_entry(const struct dictionary_entry *entry, unsigned int *count)
{
	bool rh = !strcmp(dictionary_head(&dictionary, entry)->families, "rh");
	char name[DICTIONARY_NAME_ROOM], path[TREE_ROOM];

	for (unsigned int i = 0; i < dictionary_name_count(entry->name); i++) {
		dictionary_name_write(entry->name, i, name);
		snprintf(path, sizeof(path), "%s%s", rh ? RUN : TELEMETRY, name);
		tree_put(path, "%u\n", (*count)++);
	}
}

/* Return what the file of an item has. */
static unsigned int written(const struct nic_item *item)
{
	bool rh = !strcmp(item->family, "rh");
	char path[TREE_ROOM];
	unsigned int value;
	FILE *file;

	snprintf(path, sizeof(path), "%s%s", rh ? RUN : TELEMETRY, item->name);
	file = fopen(tree_path(path), "r");
	ck_assert_msg(file, "%s", path);
	ck_assert_int_eq(fscanf(file, "%u", &value), 1);
	fclose(file);
	return value;
}

START_TEST(every_counter)
{
	struct dictionary_match match;
	unsigned int count = 0;

	read_dictionary();
	tree_remove(PCI "/telemetry");
	tree_remove("run");
	for (size_t i = 0; i < dictionary.count; i++)
		put_entry(&dictionary.list[i], &count);
	ck_assert_uint_eq(count, ITEMS);
	open_nic("cxi0");
	ck_assert_uint_eq(nic.count, ITEMS);
	preads = 0;
	read_all();
	ck_assert_uint_eq(preads, ITEMS);
	for (unsigned int i = 0; i < nic.count; i++) {
		read_is(i, written(&nic.items[i]));
		ck_assert_msg(dictionary_find(&dictionary, nic.items[i].family, nic.items[i].name,
					      &match), "%s", nic.items[i].name);
	}
	dictionary_free(&dictionary);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("nic_cxi");
	TCase *tcase = tcase_create("all");

	dictionaries = realpath("lib/dictionary/files", NULL);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, an_interface);
	tcase_add_test(tcase, a_second_generation);
	tcase_add_test(tcase, what_changes);
	tcase_add_test(tcase, nobody_says_anything);
	tcase_add_test(tcase, interfaces_are_found);
	tcase_add_test(tcase, none_are_found);
	tcase_add_loop_test(tcase, no_interface, 0, sizeof(no_names) / sizeof(*no_names));
	tcase_add_test(tcase, both_families);
	tcase_add_test(tcase, only_wanted_ones_are_read);
	tcase_add_test(tcase, the_retry_handler_hangs);
	tcase_add_test(tcase, no_retry_handler);
	tcase_add_test(tcase, no_telemetry);
	tcase_add_test(tcase, its_driver_goes);
	tcase_add_test(tcase, its_list_changes);
	tcase_add_test(tcase, all_ones);
	tcase_add_test(tcase, every_counter);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
