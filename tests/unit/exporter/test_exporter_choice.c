// SPDX-License-Identifier: GPL-2.0-only
/* Which metrics are exported of chips that devices describe, which come and go. */
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "gpcd-exporter/devices/choice.h"
#include "nic.h"

#define NIC(name, formula) \
	"metric " name " per nic unit \"\" help \"" name "\" = " formula ";\n"

static const struct gpcd_counter one_list[] = {
	{ "rx", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 64, 0 },
};

static const struct gpcd_counter other_list[] = {
	{ "tx", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 64, 0 },
	{ "rx", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 64, 0 },
};

static const struct family own[] = {
	{ .name = "gpcd_up", .type = FAMILY_GAUGE, .help = "up" },
};

static char top[32];
static struct choice choice;

static void put(const char *chip, const char *text)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", top, chip);
	ck_assert_int_eq(mkdir(path, 0700), 0);
	strcat(path, "/a.metrics");
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

static void setup(void)
{
	strcpy(top, "/tmp/gpcd-choice-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(top));
	setenv("GPCD_METRICS", top, 1);
	put("gemini", NIC("packets", "delta(GM_TARB_PERF_OUT_PKTS)"));
	put("aries", NIC("packets", "delta(AR_NIC_ORB_PRF_REQ_BYTES_SENT)"));
	complain_as("gpcd-exporter");
}

static void teardown(void)
{
	char command[64];

	choice_free(&choice);
	snprintf(command, sizeof(command), "rm -rf %s", top);
	ck_assert_int_eq(system(command), 0);
}

static int make(struct choice *made, const char *name)
{
	const struct sets_wanted wanted = { .names = { name }, .count = !!name };

	return choice_make(made, &wanted, own, 1);
}

/* The names of the families after the exporter's own. */
static void families_are(const char *expected)
{
	char names[512] = "";

	for (size_t i = choice.first; i < choice.count; i++)
		sprintf(names + strlen(names), "%s ", choice.families[i].name);
	ck_assert_str_eq(names, expected);
}

START_TEST(families_come_with_the_first_device_of_a_chip)
{
	const struct choice_chip *first, *second;
	struct nic one, other;

	put("mynic", NIC("rx", "delta(rx)") NIC("tx", "delta(tx)") NIC("packets", "delta(rx)"));
	ck_assert_int_eq(make(&choice, NULL), 0);
	families_are("gpcd_packets ");
	nic_create(&one, one_list, 1);
	first = choice_hold(&choice, one.chip);
	families_are("gpcd_packets gpcd_rx ");
	nic_create(&other, other_list, 2);
	second = choice_hold(&choice, other.chip);
	families_are("gpcd_packets gpcd_rx gpcd_tx ");
	ck_assert_ptr_eq(choice_hold(&choice, one.chip), first);
	ck_assert_uint_eq(first->metrics.count, 2);
	ck_assert_uint_eq(second->metrics.count, 3);
	ck_assert_uint_eq(first->family[0], second->family[0]);
	nic_destroy(&one);
	nic_destroy(&other);
}
END_TEST

/* The number of a chip is its own as long as a device holds its metrics. */
START_TEST(a_chip_that_went_is_known_while_it_is_held)
{
	struct choice_chip *held;
	struct nic one, other;
	unsigned int chip;

	put("mynic", NIC("rx", "delta(rx)"));
	ck_assert_int_eq(make(&choice, NULL), 0);
	nic_create(&one, one_list, 1);
	chip = one.chip;
	held = choice_hold(&choice, chip);
	nic_destroy(&one);
	choice_tidy(&choice);
	nic_create(&other, other_list, 2);
	ck_assert_uint_ne(other.chip, chip);
	nic_destroy(&other);
	nic_create(&one, one_list, 1);
	ck_assert_uint_eq(one.chip, chip);
	nic_destroy(&one);
	choice_release(held);
	choice_tidy(&choice);
	ck_assert_ptr_null(gpcd_chip_name(chip));
}
END_TEST

START_TEST(a_chip_of_the_catalogue_is_never_forgotten)
{
	struct choice_chip *first;

	ck_assert_int_eq(make(&choice, NULL), 0);
	first = choice_hold(&choice, GPCD_CHIP_GEMINI);
	choice_release(first);
	choice_tidy(&choice);
	ck_assert_ptr_eq(choice_hold(&choice, GPCD_CHIP_GEMINI), first);
	families_are("gpcd_packets ");
}
END_TEST

/* A device that holds the same chip twice, because it came back, releases each. */
START_TEST(several_devices_hold_a_chip)
{
	struct choice_chip *held;
	struct nic nic;
	unsigned int chip;

	put("mynic", NIC("rx", "delta(rx)"));
	ck_assert_int_eq(make(&choice, NULL), 0);
	nic_create(&nic, one_list, 1);
	chip = nic.chip;
	held = choice_hold(&choice, chip);
	ck_assert_ptr_eq(choice_hold(&choice, chip), held);
	nic_destroy(&nic);
	choice_release(held);
	choice_tidy(&choice);
	ck_assert_str_eq(gpcd_chip_name(chip), "mynic");
	choice_release(held);
	choice_tidy(&choice);
	ck_assert_ptr_null(gpcd_chip_name(chip));
	families_are("gpcd_packets gpcd_rx ");
}
END_TEST

/* Its devices are down: the reason is "empty". */
START_TEST(a_chip_without_metrics_is_no_error)
{
	struct nic nic;

	nic_create(&nic, one_list, 1);
	ck_assert_int_eq(make(&choice, NULL), 0);
	ck_assert_uint_eq(choice_hold(&choice, nic.chip)->metrics.count, 0);
	nic_destroy(&nic);
}
END_TEST

START_TEST(a_chip_of_the_catalogue_may_lack_metrics)
{
	ck_assert_int_eq(make(&choice, NULL), 0);
	ck_assert_uint_eq(choice_hold(&choice, GPCD_CHIP_CASSINI1)->metrics.count, 0);
	families_are("gpcd_packets ");
}
END_TEST

START_TEST(a_folder_without_metrics_is_the_wrong_one)
{
	setenv("GPCD_METRICS", "/nowhere", 1);
	ck_assert_int_eq(make(&choice, NULL), EXIT_RUNTIME);
}
END_TEST

START_TEST(a_name_may_be_of_a_chip_that_is_not_there)
{
	put("mynic", NIC("rx", "delta(rx)"));
	ck_assert_int_eq(make(&choice, "rx"), 0);
	choice_free(&choice);
	ck_assert_int_eq(make(&choice, "tx"), EXIT_USAGE);
}
END_TEST

START_TEST(two_choices_are_the_same_on_the_chips_of_either)
{
	struct choice next = { 0 };
	struct nic nic;

	put("mynic", NIC("rx", "delta(rx)") NIC("all", "delta(*)"));
	ck_assert_int_eq(make(&choice, NULL), 0);
	nic_create(&nic, one_list, 1);
	choice_hold(&choice, nic.chip);
	nic_destroy(&nic);
	ck_assert_int_eq(make(&next, NULL), 0);
	ck_assert(choice_is_same(&next, &choice));
	choice_free(&next);
	ck_assert_int_eq(make(&next, "rx"), 0);
	ck_assert(!choice_is_same(&next, &choice));
	choice_free(&next);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("exporter_choice");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, families_come_with_the_first_device_of_a_chip);
	tcase_add_test(tcase, a_chip_that_went_is_known_while_it_is_held);
	tcase_add_test(tcase, a_chip_of_the_catalogue_is_never_forgotten);
	tcase_add_test(tcase, several_devices_hold_a_chip);
	tcase_add_test(tcase, a_chip_without_metrics_is_no_error);
	tcase_add_test(tcase, a_chip_of_the_catalogue_may_lack_metrics);
	tcase_add_test(tcase, a_folder_without_metrics_is_the_wrong_one);
	tcase_add_test(tcase, a_name_may_be_of_a_chip_that_is_not_there);
	tcase_add_test(tcase, two_choices_are_the_same_on_the_chips_of_either);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
