// SPDX-License-Identifier: GPL-2.0-only
/* Sums by link of a chip whose module lacks a register of the tiles. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "gpcd/series/linkmap.h"
#include "gpcd/series/linksums.h"
#include "gpcd/series/series.h"
#include "suite.h"
#include "wrap.h"

#define LACKING	"GM_2_3_TILE_PERFORMANCE_COUNTERS_4"

static int lacks;	/* what the chip says of the register, or 0 */

int __wrap_gpcd_group_add(struct gpcd_group *group, const char *name)
{
	return lacks && !strcmp(name, LACKING) ? lacks : __real_gpcd_group_add(group, name);
}

/* Open the sums of a chip; return the exit code. */
static int open_sums(char **said)
{
	const struct gpcd_info info = { .chip = GPCD_CHIP_GEMINI, .nic_addr = 1 };
	struct linkmap map = { .system = { .size = "torus:2x2x2", .class = -1 } };
	struct series series = { 0 };
	size_t size;
	FILE *stream = open_memstream(said, &size);
	int code;

	ck_assert_ptr_nonnull(stream);
	ck_assert_int_eq(gpcd_open_recorded("/dev/gpcd7", &info, &series.device), 0);
	ck_assert_int_eq(gpcd_group_create(series.device, 0, &series.group), 0);
	complain_to(stream);
	code = linkmap_open(&map, NULL);
	ck_assert_int_eq(code, 0);
	code = linksums_open(&series, &map, false);
	complain_to(NULL);
	fclose(stream);
	free(series.sums);
	linkmap_close(&map);
	gpcd_group_destroy(series.group);
	gpcd_close(series.device);
	return code;
}

START_TEST(a_lacking_register_is_named)
{
	static const int errors[] = { -ENOENT, -ENXIO };
	char *said;

	for (unsigned int i = 0; i < ARRAY_SIZE(errors); i++) {
		lacks = errors[i];
		ck_assert_int_eq(open_sums(&said), EXIT_DEVICE);
		ck_assert_str_eq(said, "/dev/gpcd7: no register " LACKING
				 ": gpcd and its module differ in version: update both\n");
		free(said);
	}
}
END_TEST

START_TEST(a_whole_chip_has_sums)
{
	char *said;

	lacks = 0;
	ck_assert_int_eq(open_sums(&said), 0);
	ck_assert_str_eq(said, "");
	free(said);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("linksums");
	TCase *tcase = tcase_create("all");

	tcase_add_test(tcase, a_lacking_register_is_named);
	tcase_add_test(tcase, a_whole_chip_has_sums);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
