// SPDX-License-Identifier: GPL-2.0-only
/* A format that has one function alone, tables(): every command that prints samples has it. */
#include <gpcd/image.h>
#include <sys/mman.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "gpcd/commands.h"
#include "gpcd/device/options.h"
#include "suite.h"

#define IMAGE	"sample_format.img"
#define TILE	"GM_0_0_TILE_PERFORMANCE_COUNTERS_0"
#define WORDS	16	/* of a command line, at most */

static char said[65536], folder[32];

static void odd_tables(struct out *out, const struct table *tables, size_t count)
{
	const char *cell;

	ck_assert_uint_eq(count, 1);
	for (size_t i = 0; i < tables->count; i++) {
		cell = table_cell(tables, 0, i);
		out_add(out, "%s%s", cell ? cell : "", (i + 1) % tables->ncolumns ? ";" : "\n");
	}
}

static const struct format odd = { .name = "odd", .tables = odd_tables };

static int run(int (*command)(int argc, char **argv), const char *arguments)
{
	char line[256], *argv[WORDS + 1], *rest = line;
	int argc = 0, code, fd = memfd_create("output", MFD_CLOEXEC), out = dup(STDOUT_FILENO);
	ssize_t n;

	strcpy(line, arguments);
	for (; argc < WORDS && rest; argc++)
		argv[argc] = strsep(&rest, " ");
	argv[argc] = NULL;
	format_chosen = &odd;
	device_options = (struct device_options){ 0 };
	fflush(stdout);
	ck_assert_int_ge(dup2(fd, STDOUT_FILENO), 0);
	code = command(argc, argv);
	ck_assert_int_ge(dup2(out, STDOUT_FILENO), 0);
	n = pread(fd, said, sizeof(said) - 1, 0);
	said[n > 0 ? n : 0] = '\0';
	close(fd);
	close(out);
	return code;
}

static void setup(void)
{
	const struct gpcd_info info = {
		.chip = GPCD_CHIP_GEMINI, .nic_addr = 5, .coord = { 1, 2, 3 },
	};

	strcpy(folder, "/tmp/sample-format-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
	ck_assert_int_eq(gpcd_image_create(IMAGE, &info), 0);
}

static void teardown(void)
{
	unlink(IMAGE);
	rmdir(folder);
}

static void expect_said(const char *words)
{
	ck_assert_msg(strstr(said, words), "no \"%s\" in: %s", words, said);
}

START_TEST(a_value_is_a_row)
{
	ck_assert_int_eq(run(cmd_sample, "sample -n 1 -i 1ms -d image:" IMAGE " " TILE), 0);
	expect_said(";image:" IMAGE ";1,2,3;");
	expect_said(";" TILE ";0;phits;ok\n");
}
END_TEST

START_TEST(a_links_value_is_a_row)
{
	ck_assert_int_eq(run(cmd_links, "links -n 1 -i 1ms --torus 4x4x4 -d image:" IMAGE), 0);
	expect_said(";image:" IMAGE ";1,2,3;");
	expect_said(":X+;0;phits;ok\n");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sample format");
	TCase *tcase = tcase_create("sample format");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_value_is_a_row);
	tcase_add_test(tcase, a_links_value_is_a_row);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
