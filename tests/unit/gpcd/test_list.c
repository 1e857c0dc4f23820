// SPDX-License-Identifier: GPL-2.0-only
/* gpcd list: ports that several sources know, found by as many searches whatever their number. */
#include <string.h>

#include "cli/cli.h"
#include "cli/out/format.h"
#include "gpcd/commands.h"
#include "nic.h"
#include "wrap.h"

static unsigned int searches;

static const struct gpcd_counter counters[] = {
	{ "rx_bytes", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_BYTES, 64, 0 },
};

/* Two ports are RDMA devices and network interfaces, the second one twice. */
static const struct gpcd_nic_about nics[] = {
	{ .name = "rdma:a0/1", .bus = "0000:41:00.0" },
	{ .name = "rdma:b0/1", .bus = "0000:42:00.0" },
	{ .name = "net:a", .bus = "0000:41:00.0", .same = "rdma:a0/1" },
	{ .name = "net:b", .bus = "0000:42:00.0", .same = "rdma:b0/1" },
	{ .name = "net:b2", .bus = "0000:42:00.0", .same = "rdma:b0/1" },
	{ .name = "net:c", .bus = "" },
};

int __wrap_gpcd_nics_each(int (*take)(void *data, const struct gpcd_nic_about *nic), void *data)
{
	int result = 0;

	searches++;
	for (unsigned int i = 0; i < ARRAY_SIZE(nics) && !result; i++)
		result = take(data, &nics[i]);
	return result ? result : (int)ARRAY_SIZE(nics);
}

int __wrap_gpcd_open(const char *where, struct gpcd **dev)
{
	struct gpcd_info info = { .nic_addr = 1 };
	int chip = gpcd_chip_learn("mynic", counters, ARRAY_SIZE(counters)), err;

	info.chip = chip;
	err = gpcd_open_recorded(where, &info, dev);
	gpcd_chip_forget(chip);
	return err;
}

int __wrap_gpcd_nic_about(const struct gpcd *dev, const struct gpcd_nic_about **about)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(nics); i++) {
		if (!strcmp(nics[i].name, gpcd_path(dev)))
			*about = &nics[i];
	}
	return 0;
}

static const char *also(const struct table *table, unsigned int row)
{
	unsigned int column = 0;

	while (strcmp(table->columns[column].name, "also"))
		column++;
	return table->cells[row * table->ncolumns + column];
}

START_TEST(one_search_finds_the_other_names)
{
	struct table table = { 0 };

	searches = 0;
	ck_assert_int_eq(list_devices(&table), 0);
	ck_assert_str_eq(also(&table, 0), "net:a");
	ck_assert_str_eq(also(&table, 1), "net:b net:b2");
	ck_assert_uint_eq(searches, 2);
	table_free(&table);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("list");
	TCase *tcase = tcase_create("all");

	complain_as("gpcd list");
	tcase_add_test(tcase, one_search_finds_the_other_names);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
