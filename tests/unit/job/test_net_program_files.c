// SPDX-License-Identifier: GPL-2.0-only
/* Programs in files: texts that are read part by part, and pipes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "netsim/program.h"
#include "suite.h"

/* Bytes that the parser reads at a time, and more: texts are shifted across their end. */
#define CHUNK	16384

static struct program *program;
static struct program_error error;

static int parse(FILE *file)
{
	int err;

	program = NULL;
	err = program_parse(file, "it", &program_limits_default, &program, &error);
	fclose(file);
	return err;
}

/* Parse a text after a line of so many bytes. */
static int parse_after(size_t bytes, const char *text)
{
	char *whole = malloc(bytes + strlen(text) + 1);
	int err;

	memset(whole, '#', bytes - 1);
	whole[bytes - 1] = '\n';
	strcpy(whole + bytes, text);
	err = parse(fmemopen(whole, strlen(whole), "r"));
	free(whole);
	return err;
}

static const char across[] =
	"num_ranks 2\n"
	"/* a comment /* of two\nlines **/ rank 1 {\n"
	"a_label: send 8b/**/to 0 tag 1234567// the end\n"
	"a_label requires another\n"
	"another: recv 8 b from -1 # the end\n"
	"} /";

/* Wherever the part that was read first ends, the tokens are the same. */
START_TEST(words_go_on_in_what_is_read_next)
{
	size_t shift;

	for (shift = 0; shift <= sizeof(across); shift++) {
		ck_assert_int_eq(parse_after(CHUNK - shift, across), -EINVAL);
		ck_assert_uint_eq(error.line, 8);
		ck_assert_str_eq(error.word, "/");
	}
}
END_TEST

START_TEST(numbers_go_on_in_what_is_read_next)
{
	char text[sizeof(across)];
	size_t shift;

	snprintf(text, sizeof(text), "%.*s", (int)strlen(across) - 1, across);
	for (shift = 0; shift <= sizeof(text); shift++) {
		ck_assert_int_eq(parse_after(CHUNK - shift, text), 0);
		ck_assert_uint_eq(program->ops, 2);
		ck_assert_uint_eq(program->op[0].tag, 1234567);
		ck_assert_uint_eq(program->op[0].line, 5);
		ck_assert_uint_eq(program->op[1].size, 8);
		ck_assert_uint_eq(program->op[1].line, 7);
		ck_assert_uint_eq(program->before.to[0], 1);
		program_free(program);
	}
}
END_TEST

/* A byte of 0 at the end of a part is no end of the text. */
START_TEST(byte_of_0_is_seen_wherever_it_stands)
{
	static const char text[] = "num_ranks 1\n\0";
	char whole[CHUNK + sizeof(text)];
	size_t shift;

	for (shift = 0; shift <= sizeof(text); shift++) {
		memset(whole, ' ', CHUNK);
		memcpy(whole + CHUNK - shift, text, sizeof(text) - 1);
		ck_assert_int_eq(parse(fmemopen(whole, CHUNK - shift + sizeof(text) - 1, "r")),
				 -EINVAL);
		ck_assert_str_eq(error.reason, "a byte of 0");
		ck_assert_uint_eq(error.line, 2);
	}
}
END_TEST

/* Else a terminal's error would come when the text is over, and an endless text had none. */
START_TEST(pipe_is_read_no_further_than_the_wrong_line)
{
	static const char text[] = "num_ranks 1\nrank 1 {\n";
	int ends[2];

	ck_assert_int_eq(pipe(ends), 0);
	ck_assert_int_eq(write(ends[1], text, strlen(text)), strlen(text));
	ck_assert_int_eq(parse(fdopen(ends[0], "r")), -EINVAL);
	ck_assert_uint_eq(error.line, 2);
	close(ends[1]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net-program-files");
	TCase *tcase = tcase_create("texts");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, words_go_on_in_what_is_read_next);
	tcase_add_test(tcase, numbers_go_on_in_what_is_read_next);
	tcase_add_test(tcase, byte_of_0_is_seen_wherever_it_stands);
	tcase_add_test(tcase, pipe_is_read_no_further_than_the_wrong_line);
	return suite_run(suite);
}
