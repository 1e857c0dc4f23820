// SPDX-License-Identifier: GPL-2.0-only
/*
 * Interconnect files that are refused: which line, and why.
 */
#include <errno.h>

#include "interconnect.h"
#include "suite.h"
#include "wrap.h"

#define FROM "c0-0c0s0g0l01[(0,0,0)] "
#define TO " c0-0c0s1g0l21[(0,0,1)] LinkType: backplane\n"

/* The wrong line is the second of a file. */
static const struct {
	const char *line, *reason;
} bad[] = {
	{ "nonsense\n", "no name of a chip: this is no interconnect file, as `rtr -i' prints" },
	{ "c0\n", "column 3: wanted -" },
	{ "c-0c0s0g0l01\n", "column 2: wanted a number up to 1023" },
	{ "c0-0c3s0g0l01[(0,0,0)] Z+ ->" TO, "column 6: wanted a number up to 2" },
	{ "c0-0c0s8g0l01[(0,0,0)] Z+ ->" TO, "column 8: wanted a number up to 7" },
	{ "c0-0c0s0g2l01[(0,0,0)] Z+ ->" TO, "column 10: wanted a number up to 1" },
	{ "c0-0c0s0n0l01[(0,0,0)] Z+ ->" TO, "column 9: wanted g" },
	{ "c0-0c0s0g0l08[(0,0,0)] Z+ ->" TO,
	  "column 12: wanted row and column of a network tile" },
	{ "c0-0c0s0g0l60[(0,0,0)] Z+ ->" TO,
	  "column 12: wanted row and column of a network tile" },
	/* tile 19, of the host */
	{ "c0-0c0s0g0l23[(0,0,0)] Z+ ->" TO,
	  "column 12: wanted row and column of a network tile" },
	{ "c0-0c0s0g0l0", "column 12: wanted row and column of a network tile" },
	{ "c0-0c0s0g0l01(0,0,0) Z+ ->" TO, "column 14: wanted [" },
	{ "c0-0c0s0g0l01[(0,0)] Z+ ->" TO, "column 19: wanted ," },
	{ "c0-0c0s0g0l01[(0,0,1024)] Z+ ->" TO, "column 20: wanted a number up to 1023" },
	{ "c0-0c0s0g0l01[(0,0,-1)] Z+ ->" TO, "column 20: wanted a number up to 1023" },
	{ "c4294967296-0c0s0g0l01[(0,0,0)] Z+ ->" TO, "column 2: wanted a number up to 1023" },
	{ FROM "Z+ -> c0-0c0s1g0l23[(0,0,1)] LinkType: backplane\n",
	  "column 41: wanted row and column of a network tile" },
	{ FROM "W+ ->" TO, "column 24: wanted X+, X-, Y+, Y-, Z+ or Z-" },
	{ FROM "Z* ->" TO, "column 24: wanted X+, X-, Y+, Y-, Z+ or Z-" },
	{ FROM "Z", "column 24: wanted X+, X-, Y+, Y-, Z+ or Z-" },
	{ FROM "Z+ =>" TO, "column 27: wanted ->" },
	{ FROM "Z+ -> unused\n", "column 30: wanted c" },
	{ FROM "Z+ -> c0-0c0s1g0l21[(0,0,1)]\n", "column 52: wanted LinkType:" },
	{ FROM "Z+ -> c0-0c0s1g0l21[(0,0,1)] LinkType:\n",
	  "column 62: wanted backplane, mezzanine or cable" },
	{ FROM "Z+ -> c0-0c0s1g0l21[(0,0,1)] LinkType: fibre\n",
	  "column 63: wanted backplane, mezzanine or cable" },
	{ FROM "Z+ -> c0-0c0s1g0l21[(0,0,1)] LinkType: backplanes\n",
	  "column 63: wanted backplane, mezzanine or cable" },
	{ FROM "Z+ -> c0-0c0s1g0l21[(0,0,1)] LinkType: cable11w\n",
	  "column 63: wanted backplane, mezzanine or cable" },
	{ FROM "Z+ -> c0-0c0s1g0l21[(0,0,1)] LinkType: backplane # more\n",
	  "column 73: wanted the end of the line" },
	{ "c0-0c0s0g0l00[(0,0,0)] Z+ -> c0-0c0s1g0l21[(0,0,1)] LinkType: backplane\n",
	  "contradicts an earlier line about this tile" },
	{ "c0-0c0s0g0l00[(0,0,0)] X+ -> c0-0c0s1g0l32[(0,0,1)] LinkType: backplane\n",
	  "contradicts an earlier line about this tile" },
	{ "c0-0c0s0g0l00[(0,0,0)] Z+ -> c0-0c0s1g0l32[(0,0,1)] LinkType: mezzanine\n",
	  "contradicts an earlier line about this tile" },
	{ "c0-0c0s0g1l01[(0,0,0)] Z+ ->" TO, "(0,0,0) had another name before" },
	{ FROM "Z+ -> c0-0c0s2g0l21[(0,0,1)] LinkType: backplane\n",
	  "(0,0,1) had another name before" },
	{ "\001", "no name of a chip: this is no interconnect file, as `rtr -i' prints" },
	{ "c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)\n", "an Aries in a file of Geminis" },
	{ "c9-0c0s15a0\n", "an Aries in a file of Geminis" },
};

START_TEST(bad_line)
{
	check_refused(GOOD, bad[_i].line, bad[_i].reason);
}
END_TEST

START_TEST(length_of_a_line)
{
	char text[INTERCONNECT_LINE + 2];
	struct interconnect_error error;
	struct interconnect *map;
	size_t piece;

	memset(text, ' ', sizeof(text));
	memcpy(text, GOOD, sizeof(GOOD) - 2);
	text[INTERCONNECT_LINE] = '\n';
	for (piece = 1; piece < sizeof(text); piece++) {
		ck_assert_int_eq(parse(text, INTERCONNECT_LINE + 1, piece, NULL, &map, &error), 0);
		ck_assert_uint_eq(interconnect_chips(map), 2);
		interconnect_free(map);
	}
	text[INTERCONNECT_LINE] = ' ';
	text[INTERCONNECT_LINE + 1] = '\n';
	for (piece = 1; piece <= sizeof(text); piece++) {
		ck_assert_int_eq(parse(text, sizeof(text), piece, NULL, &map, &error), -EBADMSG);
		ck_assert_str_eq(error.reason,
				 "more than 500 characters: this is no interconnect file, as `rtr -i' prints");
		ck_assert_uint_eq(error.line, 1);
	}
}
END_TEST

/* Reads fail from this one on; 0: never. */
static unsigned int reads_until_error;

ssize_t __wrap_read(int fd, void *buffer, size_t size)
{
	if (reads_until_error && !--reads_until_error) {
		errno = EIO;
		return -1;
	}
	return __real_read(fd, buffer, size);
}

/* The error is not blamed on the last line read. */
START_TEST(file_that_cannot_be_read_on)
{
	struct interconnect_error error;
	struct interconnect *map;
	const char *path = file_with(GOOD, 1);

	reads_until_error = 2;
	ck_assert_int_eq(interconnect_load(&map, path, NULL, &error), -EIO);
	ck_assert_str_eq(error.reason, "Input/output error");
	ck_assert_uint_eq(error.line, 0);
	unlink(path);
}
END_TEST

START_TEST(file_that_cannot_be_read)
{
	struct interconnect_error error;
	struct interconnect *map;
	const char *path;

	ck_assert_int_eq(interconnect_load(&map, "/nowhere/at/all", NULL, &error), -ENOENT);
	ck_assert_str_eq(error.reason, "No such file or directory");
	ck_assert_uint_eq(error.line, 0);
	ck_assert_int_eq(interconnect_load(&map, "/", NULL, &error), -EISDIR);
	ck_assert_str_eq(error.reason, "Is a directory");
	ck_assert_uint_eq(error.line, 0);

	path = file_with("\n", 100000);
	ck_assert_int_eq(truncate(path, 100001), 0);	/* NUL bytes after them */
	ck_assert_int_eq(interconnect_load(&map, path, NULL, &error), -EBADMSG);
	ck_assert_uint_eq(error.line, 100001);
	unlink(path);
}
END_TEST

/* Coordinates imply more chips than allowed. */
START_TEST(too_many_chips)
{
	static const char self[] =
		"c0-0c0s0g0l00[(%u,%u,%u)] X+ -> c0-0c0s0g0l00[(%u,%u,%u)] LinkType: cable\n";
	struct interconnect_reader *reader = interconnect_reader_new(NULL);
	struct interconnect_error error;
	unsigned int i;
	char line[128];
	int err = 0;

	for (i = 0; i < TOPO_CHIPS && !err; i++) {
		snprintf(line, sizeof(line), self, i & 1023, i >> 10, 0u, i & 1023, i >> 10, 0u);
		err = interconnect_reader_feed(reader, line, strlen(line), &error);
	}
	ck_assert_int_eq(err, 0);
	snprintf(line, sizeof(line), self, 0u, 0u, 1u, 0u, 0u, 1u);
	err = interconnect_reader_feed(reader, line, strlen(line), &error);
	ck_assert_int_eq(err, -EBADMSG);
	ck_assert_str_eq(error.reason, "more than 65536 chips");
	ck_assert_uint_eq(error.line, TOPO_CHIPS + 1);
	interconnect_reader_free(reader);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("interconnect, bad");
	TCase *refused = tcase_create("refused");

	tcase_add_loop_test(refused, bad_line, 0, ARRAY_SIZE(bad));
	tcase_add_test(refused, length_of_a_line);
	tcase_add_test(refused, file_that_cannot_be_read);
	tcase_add_test(refused, file_that_cannot_be_read_on);
	tcase_add_test(refused, too_many_chips);
	suite_add_tcase(suite, refused);
	return suite_run(suite);
}
