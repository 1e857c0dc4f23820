// SPDX-License-Identifier: GPL-2.0-only
/* Network interfaces as devices, on a source whose driver does what the test says. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gpcd/nics.h>

#include "nics/nic.h"
#include "suite.h"

#define COUNT 6

/* --- a driver --- */

static const struct nic_item all_items[COUNT] = {
	{ "link", (char *)"rx_bytes" }, { "other", (char *)"RX_bytes" },
	{ "link", (char *)"errors" }, { "link", (char *)"queue" },
	{ "link", (char *)"nobody_knows" }, { "link", (char *)"sent" },
};
static struct nic_item present[COUNT];
static unsigned int count, opens, reads, asked;
static const char *variant;
static uint64_t values[COUNT], times[COUNT];
static uint8_t statuses[COUNT];
static int answer;	/* of the next read */
static int found;	/* of the next search */
static uint64_t speed;	/* of the link, in bit/s */

static int driver_find(const struct nic_visitor *visitor)
{
	static const struct nic_about one = { .driver = "drv", .bus = "0000:01:00.0" },
				      two = { .driver = "drv", .partner = "eth7", .minor = true };
	int err = found ? found : visitor->visit(visitor->data, "a", &one);

	return err ? err : visitor->visit(visitor->data, "b", &two);
}

static int driver_open(struct nic *nic, const char *name)
{
	if (strcmp(name, "a"))
		return -ENOENT;
	nic->about = (struct nic_about) { .driver = "drv", .link = "up", .address = 77 };
	strcpy(nic->about.variant, variant);
	nic->about.bits_per_second = speed;
	nic->items = present;
	nic->count = count;
	opens++;
	return 0;
}

static int driver_about(struct nic *nic)
{
	strcpy(nic->about.link, "down");
	nic->about.bits_per_second = speed;
	return 0;
}

static int driver_read(struct nic *nic, const bool *wanted, const struct nic_values *now)
{
	int err = answer;

	answer = 0;
	reads++;
	asked = 0;
	for (unsigned int i = 0; !err && i < nic->count; i++) {
		unsigned int which = 0;

		while (all_items[which].name != nic->items[i].name)
			which++;
		asked += wanted[i];
		now->values[i] = values[which];
		now->ns[i] = times[which];
		now->statuses[i] = statuses[which];
	}
	return err;
}

static void driver_close(struct nic *nic)
{
	(void)nic;
	opens--;
}

static const struct nic_source driver = {
	.prefix = "driver", .find = driver_find, .open = driver_open, .about = driver_about,
	.read = driver_read, .close = driver_close,
};

static int second_find(const struct nic_visitor *visitor)
{
	static const struct nic_about same = { .bus = "0000:01:00.0" }, port = { .driver = "x" };
	int err = visitor->visit(visitor->data, "eth0", &same);

	return err ? err : visitor->visit(visitor->data, "eth7", &port);
}

static const struct nic_source second = { .prefix = "second", .find = second_find };

const struct nic_source *const nic_sources[] = { &driver, &second, NULL };

/* --- a device --- */

static struct gpcd *dev;
static struct gpcd_group *group;
static struct gpcd_snapshot *before, *after;

static void dictionary_write(void)
{
	static const char text[] = "driver = drv\nsource = net\nvariants = narrow wide\n"
				   "rx_bytes counter 64 bytes What came in\n"
				   "errors saturating 8 errors What went wrong\n"
				   "queue gauge 16 packets What waits\n"
				   "sent counter 32/64 packets inferred: What went out\n";
	char path[] = "/tmp/gpcd-nic-XXXXXX", file[64];
	FILE *out;

	ck_assert_ptr_nonnull(mkdtemp(path));
	snprintf(file, sizeof(file), "%s/drv.counters", path);
	out = fopen(file, "w");
	ck_assert_int_gt(fputs(text, out), 0);
	ck_assert_int_eq(fclose(out), 0);
	ck_assert_int_eq(setenv("GPCD_DICTIONARY", path, 1), 0);
}

static void dictionary_remove(void)
{
	const char *path = getenv("GPCD_DICTIONARY");
	char file[64];

	snprintf(file, sizeof(file), "%s/drv.counters", path);
	unlink(file);
	rmdir(path);
}

static void open_device(void)
{
	memcpy(present, all_items, sizeof(present));
	count = COUNT;
	variant = "narrow";
	for (unsigned int i = 0; i < COUNT; i++) {
		values[i] = 100 + i;
		times[i] = 1000000000;
		statuses[i] = GPCD_STATUS_OK;
	}
	dictionary_write();
	ck_assert_int_eq(gpcd_open("driver:a", &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add_glob(group, "*"), COUNT);
	ck_assert_int_eq(gpcd_snapshot_create(group, &before), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &after), 0);
	ck_assert_int_eq(gpcd_group_read(group, before), 0);
}

static void close_device(void)
{
	gpcd_snapshot_destroy(before);
	gpcd_snapshot_destroy(after);
	gpcd_group_destroy(group);
	gpcd_close(dev);
	ck_assert_uint_eq(opens, 0);
	dictionary_remove();
}

static void read_after(void)
{
	ck_assert_int_eq(gpcd_group_read(group, after), 0);
}

static void delta_is(unsigned int i, int result, uint64_t expected)
{
	uint64_t delta = 0;

	ck_assert_int_eq(gpcd_snapshot_delta(before, after, i, &delta), result);
	if (!result)
		ck_assert_uint_eq(delta, expected);
}

static void item_is(unsigned int i, const char *name, unsigned int kind, unsigned int width,
		    unsigned int unit, const char *help)
{
	const struct gpcd_reg *reg = gpcd_group_reg(group, i);

	ck_assert_str_eq(gpcd_group_name(group, i), name);
	ck_assert_uint_eq(gpcd_group_kind(group, i), kind);
	ck_assert_uint_eq(gpcd_group_width(group, i), width);
	ck_assert_uint_eq(reg->rule->unit, unit);
	ck_assert_str_eq(reg->rule->help, help);
}

START_TEST(items_are_described_by_the_dictionary)
{
	item_is(0, "rx_bytes", GPCD_KIND_COUNTER, 64, GPCD_UNIT_BYTES, "What came in");
	item_is(2, "errors", GPCD_KIND_SATURATING, 8, GPCD_UNIT_ERRORS, "What went wrong");
	item_is(3, "queue", GPCD_KIND_GAUGE, 16, GPCD_UNIT_PACKETS, "What waits");
	item_is(5, "sent", GPCD_KIND_COUNTER, 32, GPCD_UNIT_PACKETS, "What went out");
	ck_assert_uint_eq(gpcd_group_reg(group, 5)->rule->flags & GPCD_RULE_INFERRED,
			  GPCD_RULE_INFERRED);
}
END_TEST

START_TEST(an_unknown_item_is_a_counter_without_a_unit)
{
	item_is(4, "nobody_knows", GPCD_KIND_COUNTER, 64, GPCD_UNIT_UNKNOWN, "");
}
END_TEST

START_TEST(the_second_of_a_name_has_its_family_before_it)
{
	ck_assert_str_eq(gpcd_group_name(group, 1), "other/RX_bytes");
}
END_TEST

START_TEST(values_and_their_times_are_the_drivers)
{
	for (unsigned int i = 0; i < COUNT; i++) {
		ck_assert_uint_eq(gpcd_snapshot_value(before, i), 100 + i);
		ck_assert_uint_eq(gpcd_snapshot_value_ns(before, i), 1000000000);
	}
	ck_assert_uint_eq(gpcd_snapshot_times(before)->failed, 0);
}
END_TEST

START_TEST(only_what_is_wanted_is_read)
{
	uint64_t value;

	reads = 0;
	ck_assert_int_eq(gpcd_read(dev, 0, "sent", &value), 0);
	ck_assert_uint_eq(value, 105);
	ck_assert_uint_eq(reads, 1);
	ck_assert_uint_eq(asked, 1);
}
END_TEST

START_TEST(a_rate_is_over_the_time_between_its_own_values)
{
	double rate = 0;

	values[0] += 600;
	times[0] += 2000000000;
	values[5] += 600;
	times[5] += 3000000000;
	read_after();
	ck_assert_int_eq(gpcd_snapshot_rate(before, after, 0, &rate), 0);
	ck_assert_double_eq(rate, 300);
	ck_assert_int_eq(gpcd_snapshot_rate(before, after, 5, &rate), 0);
	ck_assert_double_eq(rate, 200);
}
END_TEST

START_TEST(a_value_that_was_not_read_again_has_no_rate)
{
	double rate = 0;

	statuses[0] = GPCD_STATUS_STALE;
	read_after();
	ck_assert_uint_eq(gpcd_snapshot_value(after, 0), 100);
	ck_assert_uint_eq(gpcd_snapshot_status(after, 0), GPCD_STATUS_STALE);
	ck_assert_int_eq(gpcd_snapshot_rate(before, after, 0, &rate), -ENODATA);
}
END_TEST

START_TEST(a_refused_value_is_none_and_the_others_are_read)
{
	statuses[0] = GPCD_STATUS_REFUSED;
	read_after();
	ck_assert_uint_eq(gpcd_snapshot_status(after, 0), GPCD_STATUS_REFUSED);
	ck_assert_uint_eq(gpcd_snapshot_value(after, 0), 0);
	ck_assert_uint_eq(gpcd_snapshot_value_ns(after, 0), 0);
	ck_assert_uint_eq(gpcd_snapshot_value(after, 5), 105);
	ck_assert_uint_eq(gpcd_snapshot_times(after)->failed, 1);
	delta_is(0, -ENODATA, 0);
}
END_TEST

START_TEST(a_wrap_is_no_reset)
{
	values[5] = UINT32_MAX;
	read_after();
	ck_assert_int_eq(gpcd_group_read(group, before), 0);
	values[5] = 9;
	read_after();
	delta_is(5, 0, 10);
}
END_TEST

/* By its speed when somebody asked last. */
START_TEST(a_faster_link_wraps_sooner)
{
	const struct gpcd_nic_about *about;

	ck_assert_uint_eq(gpcd_group_wrap_ns(group, 5), 1ULL << 32);
	speed = 400000000000;
	ck_assert_uint_eq(gpcd_group_wrap_ns(group, 5), 1ULL << 32);
	ck_assert_int_eq(gpcd_nic_about(dev, &about), 0);
	ck_assert_uint_eq(gpcd_group_wrap_ns(group, 5), 1374389534);
	close_device();
	open_device();
	ck_assert_uint_eq(gpcd_group_wrap_ns(group, 5), 1374389534);
	speed = 0;
}
END_TEST

START_TEST(a_reset_is_a_new_epoch)
{
	values[0] = 7;
	values[5] += 5;
	read_after();
	ck_assert_uint_eq(gpcd_snapshot_times(after)->epoch,
			  gpcd_snapshot_times(before)->epoch + 1);
	delta_is(0, -ESTALE, 0);
	delta_is(5, -ESTALE, 0);
}
END_TEST

START_TEST(a_fall_of_what_nobody_knows_costs_only_itself)
{
	values[4] = 7;
	values[5] += 5;
	read_after();
	ck_assert_uint_eq(gpcd_snapshot_times(after)->epoch, gpcd_snapshot_times(before)->epoch);
	delta_is(4, -ESTALE, 0);
	delta_is(5, 0, 5);
}
END_TEST

START_TEST(a_gauge_may_fall)
{
	values[3] = 1;
	read_after();
	ck_assert_uint_eq(gpcd_snapshot_times(after)->epoch, gpcd_snapshot_times(before)->epoch);
	delta_is(3, -EINVAL, 0);
}
END_TEST

START_TEST(a_saturating_counter_has_a_delta_below_its_end)
{
	values[2] = 254;
	read_after();
	delta_is(2, 0, 254 - 102);
	values[2] = 255;
	read_after();
	delta_is(2, -EOVERFLOW, 0);
}
END_TEST

START_TEST(a_saturating_counter_that_falls_was_reset)
{
	values[2] = 0;
	read_after();
	ck_assert_uint_eq(gpcd_snapshot_times(after)->epoch,
			  gpcd_snapshot_times(before)->epoch + 1);
}
END_TEST

START_TEST(registers_keep_their_place_when_the_list_changes)
{
	present[0] = all_items[5];
	present[1] = all_items[2];
	count = 2;
	answer = -ESTALE;
	read_after();
	ck_assert_uint_eq(gpcd_snapshot_status(after, 0), GPCD_STATUS_ABSENT);
	ck_assert_uint_eq(gpcd_snapshot_value(after, 2), 102);
	ck_assert_uint_eq(gpcd_snapshot_value(after, 5), 105);
	ck_assert_uint_eq(opens, 1);
}
END_TEST

START_TEST(a_counter_that_comes_back_as_another_is_absent)
{
	variant = "wide";
	answer = -ESTALE;
	read_after();
	ck_assert_uint_eq(gpcd_snapshot_status(after, 5), GPCD_STATUS_ABSENT);
	ck_assert_uint_eq(gpcd_snapshot_value(after, 2), 102);
}
END_TEST

START_TEST(a_value_that_is_wider_than_its_counter_is_refused)
{
	values[5] = 1ULL << 32 | 7;
	read_after();
	ck_assert_uint_eq(gpcd_snapshot_status(after, 5), GPCD_STATUS_REFUSED);
	ck_assert_uint_eq(gpcd_snapshot_value(after, 5), 0);
	ck_assert_uint_eq(gpcd_snapshot_times(after)->failed, 1);
}
END_TEST

START_TEST(what_comes_back_is_read_again)
{
	count = 1;
	answer = -ESTALE;
	read_after();
	count = COUNT;
	answer = -ESTALE;
	read_after();
	ck_assert_uint_eq(gpcd_snapshot_times(after)->failed, 0);
	ck_assert_uint_eq(gpcd_snapshot_value(after, 5), 105);
}
END_TEST

START_TEST(an_interface_that_goes_fails_the_read)
{
	answer = -ENODEV;
	ck_assert_int_eq(gpcd_group_read(group, after), -ENODEV);
}
END_TEST

START_TEST(the_same_counters_are_the_same_chip)
{
	struct gpcd *other;

	ck_assert_int_eq(gpcd_open("driver:a", &other), 0);
	ck_assert_uint_eq(gpcd_chip(other), gpcd_chip(dev));
	ck_assert_str_eq(gpcd_chip_name(gpcd_chip(dev)), "drv");
	gpcd_close(other);
}
END_TEST

START_TEST(the_device_says_what_it_is)
{
	const struct gpcd_nic_about *about;
	struct gpcd_info info = { .size = sizeof(info) };
	int why;

	ck_assert_int_eq(gpcd_get_info(dev, &info), 0);
	ck_assert_uint_eq(info.nregs, COUNT);
	ck_assert_uint_eq(info.nic_addr, 77);
	ck_assert_int_eq(gpcd_way(dev, &why), GPCD_WAY_DRIVER);
	ck_assert_int_eq(gpcd_nic_about(dev, &about), 0);
	ck_assert_str_eq(about->name, "driver:a");
	ck_assert_str_eq(about->driver, "drv");
	ck_assert_str_eq(about->link, "down");
}
END_TEST

START_TEST(other_devices_are_no_interfaces)
{
	struct gpcd_info info = { .chip = GPCD_CHIP_GEMINI };
	const struct gpcd_nic_about *about;
	struct gpcd *recorded;

	ck_assert_int_eq(gpcd_open_recorded("r", &info, &recorded), 0);
	ck_assert_int_eq(gpcd_nic_about(recorded, &about), -EINVAL);
	gpcd_close(recorded);
}
END_TEST

START_TEST(a_name_that_the_source_does_not_know_is_not_opened)
{
	struct gpcd *other;

	ck_assert_int_eq(gpcd_open("driver:b", &other), -ENOENT);
}
END_TEST

START_TEST(a_wrong_dictionary_is_said)
{
	char file[64];
	FILE *out;
	struct gpcd *other;

	snprintf(file, sizeof(file), "%s/drv.counters", getenv("GPCD_DICTIONARY"));
	out = fopen(file, "a");
	ck_assert_int_gt(fputs("half a line\n", out), 0);
	ck_assert_int_eq(fclose(out), 0);
	ck_assert_int_eq(gpcd_open("driver:a", &other), -EBADMSG);
	ck_assert_uint_eq(opens, 1);
}
END_TEST

/* --- finding --- */

static char seen[256];

static int note(void *data, const struct gpcd_nic_about *nic)
{
	(void)data;
	snprintf(seen + strlen(seen), sizeof(seen) - strlen(seen), "%s%s%s%s ", nic->name,
		 nic->minor ? "-" : "", nic->same ? "=" : "", nic->same ? nic->same : "");
	return 0;
}

START_TEST(all_sources_are_searched_and_a_port_is_known_again)
{
	ck_assert_int_eq(gpcd_nics_each(note, NULL), 4);
	ck_assert_str_eq(seen, "driver:a driver:b- second:eth0=driver:a second:eth7=driver:b ");
}
END_TEST

START_TEST(a_source_that_cannot_be_searched_hides_no_other)
{
	*seen = '\0';
	found = -EACCES;
	ck_assert_int_eq(gpcd_nics_each(note, NULL), -EACCES);
	ck_assert_str_eq(seen, "second:eth0 second:eth7 ");
	found = 0;
}
END_TEST

static int stop(void *data, const struct gpcd_nic_about *nic)
{
	(void)nic;
	++*(int *)data;
	return 5;
}

START_TEST(a_search_can_be_ended)
{
	int calls = 0;

	ck_assert_int_eq(gpcd_nics_each(stop, &calls), 5);
	ck_assert_int_eq(calls, 1);
}
END_TEST

static TCase *device_case(void)
{
	TCase *tcase = tcase_create("device");

	tcase_add_checked_fixture(tcase, open_device, close_device);
	tcase_add_test(tcase, items_are_described_by_the_dictionary);
	tcase_add_test(tcase, an_unknown_item_is_a_counter_without_a_unit);
	tcase_add_test(tcase, the_second_of_a_name_has_its_family_before_it);
	tcase_add_test(tcase, values_and_their_times_are_the_drivers);
	tcase_add_test(tcase, only_what_is_wanted_is_read);
	tcase_add_test(tcase, a_rate_is_over_the_time_between_its_own_values);
	tcase_add_test(tcase, a_value_that_was_not_read_again_has_no_rate);
	tcase_add_test(tcase, a_refused_value_is_none_and_the_others_are_read);
	tcase_add_test(tcase, a_wrap_is_no_reset);
	tcase_add_test(tcase, a_faster_link_wraps_sooner);
	tcase_add_test(tcase, a_reset_is_a_new_epoch);
	tcase_add_test(tcase, a_fall_of_what_nobody_knows_costs_only_itself);
	tcase_add_test(tcase, a_gauge_may_fall);
	tcase_add_test(tcase, a_saturating_counter_has_a_delta_below_its_end);
	tcase_add_test(tcase, a_saturating_counter_that_falls_was_reset);
	tcase_add_test(tcase, registers_keep_their_place_when_the_list_changes);
	tcase_add_test(tcase, a_counter_that_comes_back_as_another_is_absent);
	tcase_add_test(tcase, a_value_that_is_wider_than_its_counter_is_refused);
	tcase_add_test(tcase, what_comes_back_is_read_again);
	tcase_add_test(tcase, an_interface_that_goes_fails_the_read);
	tcase_add_test(tcase, the_same_counters_are_the_same_chip);
	tcase_add_test(tcase, the_device_says_what_it_is);
	tcase_add_test(tcase, other_devices_are_no_interfaces);
	tcase_add_test(tcase, a_name_that_the_source_does_not_know_is_not_opened);
	tcase_add_test(tcase, a_wrong_dictionary_is_said);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("nic");
	TCase *finding = tcase_create("finding");

	tcase_add_test(finding, all_sources_are_searched_and_a_port_is_known_again);
	tcase_add_test(finding, a_source_that_cannot_be_searched_hides_no_other);
	tcase_add_test(finding, a_search_can_be_ended);
	suite_add_tcase(suite, device_case());
	suite_add_tcase(suite, finding);
	return suite_run(suite);
}
