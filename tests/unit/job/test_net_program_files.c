// SPDX-License-Identifier: GPL-2.0-only
/* Programs in files: texts that are read part by part, pipes, and schedules of LogGOPSim. */
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
		ck_assert_uint_eq(program->after.first[1], 0);
		ck_assert_uint_eq(program->after.first[2], 1);
		ck_assert_uint_eq(program->after.to[0], PROGRAM_EDGE(0, PROGRAM_END));
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
	static const char text[] = "num_ranks 1\nrank 1 {\nnext";
	char rest[sizeof(text)] = "";
	int ends[2], same;
	FILE *file;

	ck_assert_int_eq(pipe(ends), 0);
	ck_assert_int_eq(write(ends[1], text, strlen(text)), strlen(text));
	close(ends[1]);
	same = dup(ends[0]);
	file = fdopen(ends[0], "r");
	setbuf(file, NULL);
	ck_assert_int_eq(parse(file), -EINVAL);
	ck_assert_uint_eq(error.line, 2);
	ck_assert_int_eq(read(same, rest, sizeof(rest)), 4);
	ck_assert_str_eq(rest, "next");
	close(same);
}
END_TEST

/* --- schedules --- */

/* Two ranks, the first with a send after a computation and a receive from any rank. */
static const char text[] =
	"num_ranks 2\n"
	"rank 0 {\nl1: calc 1000 cpu 1\nl2: send 258b to 1 tag 7 nic 3\nl2 requires l1\n"
	"l3: recv 2b from -1 tag -1\nl3 irequires l1\nl3 requires l2\n}\n"
	"rank 1 {\n}\n";

/* The same, byte by byte. */
static const unsigned char bytes[] = {
	0x7f, 0x10, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 3,
	38, 0, 0, 0, 0, 0, 0, 0, 179, 0, 0, 0, 0, 0, 0, 0,	/* 14: the ranks' parts */
	179, 0, 0, 0, 0, 0, 0, 0, 187, 0, 0, 0, 0, 0, 0, 0,
	3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,			/* 46: rank 0 */
	0, 0, 0, 0, 3, 0, 0, 0, 0, 0xe8, 3, 0, 0, 0, 0, 0, 0,	/* 58: the computation */
	0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0,
	1, 0, 0, 0, 1, 1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0,	/* 97: the send */
	7, 0, 0, 0, 0, 3, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0,
	2, 0, 0, 0, 2, 255, 255, 255, 255, 2, 0, 0, 0, 0, 0, 0, 0, /* 136: the receive */
	255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0,
	1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0,			/* 175: who waits */
	0, 0, 0, 0, 0, 0, 0, 0,					/* 187: rank 1 */
};

static int parse_schedule(const void *what, size_t size, const struct program_limits *limits)
{
	FILE *file = fmemopen((void *)what, size, "r");
	int err;

	program = NULL;
	err = program_parse(file, "it", limits, &program, &error);
	fclose(file);
	return err;
}

static struct program *parse_text(const char *what)
{
	ck_assert_int_eq(parse(fmemopen((void *)what, strlen(what), "r")), 0);
	return program;
}

START_TEST(schedule_is_a_program)
{
	struct program *same = parse_text(text);

	ck_assert(!same->schedule);
	ck_assert_int_eq(parse_schedule(bytes, sizeof(bytes), &program_limits_default), 0);
	ck_assert(program_is_sound(program));
	ck_assert(program_is_equal(same, program));
	ck_assert(program->schedule);
	ck_assert_uint_eq(program->op[0].line, 1);
	ck_assert_uint_eq(program->op[2].line, 3);
	program_free(same);
	program_free(program);
}
END_TEST

START_TEST(schedule_is_written)
{
	char written[2 * sizeof(bytes)];
	FILE *file = fmemopen(written, sizeof(written), "w");

	ck_assert_int_eq(program_write_schedule(file, parse_text(text)), 0);
	ck_assert_int_eq(ftell(file), sizeof(bytes));
	fclose(file);
	ck_assert_mem_eq(written, bytes, sizeof(bytes));
	program_free(program);
}
END_TEST

static const char *const no_schedules[] = {
	"num_ranks 1 rank 0 { amo 8b to 0 }", "num_ranks 1 rank 0 { put 8b to 0 }",
	"num_ranks 1 rank 0 { send 8b to 0 routing minimal }",
	"num_ranks 1 rank 0 { calc 8 cpu 256 }",
};

START_TEST(what_a_schedule_cannot_say_is_not_written)
{
	char written[256];
	FILE *file = fmemopen(written, sizeof(written), "w");

	ck_assert_int_eq(program_write_schedule(file, parse_text(no_schedules[_i])), -ENOTSUP);
	ck_assert_int_eq(ftell(file), 0);
	fclose(file);
	program_free(program);
}
END_TEST

START_TEST(write_says_that_nothing_is_written)
{
	FILE *file = fopen("/dev/full", "w");

	setbuf(file, NULL);
	ck_assert_int_eq(program_write_schedule(file, parse_text(text)), -ENOSPC);
	fclose(file);
	program_free(program);
}
END_TEST

#define ROOM	"more operations than its part has room for"
#define PART	"its part does not follow the one before: write it by txt2bin"
#define LENGTH	"a part that is longer or shorter than the file says"
#define ABOVE	"a cpu or nic above the greatest that the schedule names"
#define LISTED	"it is listed among those that wait for nothing, and waits"
#define UNLISTED "it waits for nothing, and is not listed among those that do not"
#define KIND	"no operation: 1 to 3, a send, recv or calc"
#define LISTS	"a list that does not follow the one before"
#define NO_RANK	"no rank of the program"
#define MORE	"it waits for more than it says"

/* What some bytes make wrong that are changed. */
static const struct {
	size_t at, count;
	unsigned char byte;
	const char *reason, *word;
} wrong[] = {
	{ 8, 1, 0, "no number of ranks", "0" },
	{ 11, 1, 1, "more ranks than allowed", "" },
	{ 12, 1, 0, ABOVE, "rank 0, operation 1" },
	{ 13, 1, 2, ABOVE, "rank 0, operation 2" },
	{ 14, 1, 39, PART, "rank 0" },
	{ 22, 1, 37, PART, "rank 0" },
	{ 30, 1, 178, PART, "rank 1" },
	{ 38, 1, 178, PART, "rank 1" },
	{ 38, 1, 186, ROOM, "rank 1" },
	{ 38, 1, 188, LENGTH, "rank 1" },
	{ 46, 1, 4, ROOM, "rank 0" },
	{ 46, 1, 2, LENGTH, "rank 0" },
	{ 46, 4, 255, ROOM, "rank 0" },
	{ 50, 1, 4, ROOM, "rank 0" },
	{ 54, 1, 1, UNLISTED, "rank 0, operation 1" },
	{ 58, 1, 1, LISTED, "rank 0, operation 1" },
	{ 62, 1, 0, KIND, "rank 0, operation 1" },
	{ 62, 1, 4, KIND, "rank 0, operation 1" },
	{ 74, 1, 1, "a number that is too large", "rank 0, operation 1" },
	{ 85, 1, 1, LISTS, "rank 0, operation 1" },
	{ 93, 1, 2, LISTS, "rank 0, operation 1" },
	{ 97, 1, 2, "it waits for less than it says", "rank 0, operation 2" },
	{ 97, 1, 0, UNLISTED, "rank 0, operation 2" },
	{ 102, 1, 2, NO_RANK, "rank 0, operation 2" },
	{ 102, 4, 255, NO_RANK, "rank 0, operation 2" },
	{ 114, 4, 255, "a send with any tag", "rank 0, operation 2" },
	{ 141, 1, 2, NO_RANK, "rank 0, operation 3" },
	{ 175, 1, 3, "an operation that is not there waits for it", "rank 0, operation 1" },
	{ 175, 1, 0, MORE, "rank 0, operation 1" },
	{ 175, 1, 2, MORE, "rank 0, operation 3" },
};

START_TEST(what_is_wrong_is_told_with_rank_and_operation)
{
	unsigned char changed[sizeof(bytes)];

	memcpy(changed, bytes, sizeof(bytes));
	memset(changed + wrong[_i].at, wrong[_i].byte, wrong[_i].count);
	ck_assert_int_eq(parse_schedule(changed, sizeof(changed), &program_limits_default),
			 -EINVAL);
	ck_assert_str_eq(error.reason, wrong[_i].reason);
	ck_assert_str_eq(error.word, wrong[_i].word);
	ck_assert_uint_eq(error.line, 0);
}
END_TEST

START_TEST(schedule_is_whole)
{
	unsigned char more[sizeof(bytes) + 1] = { 0 };
	size_t size;

	for (size = 8; size < sizeof(bytes); size++) {
		ck_assert_int_eq(parse_schedule(bytes, size, &program_limits_default), -EINVAL);
		ck_assert_str_eq(error.reason, "a schedule that is cut off");
	}
	memcpy(more, bytes, sizeof(bytes));
	ck_assert_int_eq(parse_schedule(more, sizeof(more), &program_limits_default), -EINVAL);
	ck_assert_str_eq(error.reason, "bytes behind the part of the last rank");
	/* without all of the magic it is a text, and no good one */
	ck_assert_int_eq(parse_schedule(bytes, 7, &program_limits_default), -EINVAL);
	ck_assert_uint_eq(error.line, 1);
}
END_TEST

START_TEST(schedule_without_a_beginning_is_rejected)
{
	unsigned char changed[sizeof(bytes)];

	memcpy(changed, bytes, sizeof(bytes));
	changed[97] = 2;	/* the send waits for itself, too */
	changed[136] = 1;
	changed[183] = 1;
	ck_assert_int_eq(parse_schedule(changed, sizeof(changed), &program_limits_default),
			 -EINVAL);
	ck_assert_str_eq(error.reason, "operations wait for each other in a circle");
	ck_assert_str_eq(error.word, "rank 0");
	ck_assert_uint_eq(error.line, 0);
}
END_TEST

START_TEST(schedule_cannot_count_beyond_32_bits)
{
	unsigned char changed[sizeof(bytes)];

	memcpy(changed, bytes, sizeof(bytes));
	memset(changed + 81, 255, 4);	/* for its end; one more waits for its start */
	memset(changed + 93, 255, 4);
	ck_assert_int_eq(parse_schedule(changed, sizeof(changed), &program_limits_default),
			 -EINVAL);
	ck_assert_str_eq(error.reason, "a number that is too large");
	ck_assert_str_eq(error.word, "rank 0, operation 1");
}
END_TEST

START_TEST(schedule_keeps_limits)
{
	struct program_limits limits = { .ranks = 2, .ops = 3, .waits = 3 };

	ck_assert_int_eq(parse_schedule(bytes, sizeof(bytes), &limits), 0);
	program_free(program);
	limits.waits = 2;
	ck_assert_int_eq(parse_schedule(bytes, sizeof(bytes), &limits), -EINVAL);
	ck_assert_str_eq(error.reason, "more operations or dependences than allowed");
	limits = (struct program_limits){ .ranks = 2, .ops = 2, .waits = 3 };
	ck_assert_int_eq(parse_schedule(bytes, sizeof(bytes), &limits), -EINVAL);
	ck_assert_str_eq(error.reason, "more operations or dependences than allowed");
	limits = (struct program_limits){ .ranks = 1, .ops = 3, .waits = 3 };
	ck_assert_int_eq(parse_schedule(bytes, sizeof(bytes), &limits), -EINVAL);
	ck_assert_str_eq(error.reason, "more ranks than allowed");
}
END_TEST

START_TEST(schedule_comes_by_a_pipe)
{
	int ends[2];

	ck_assert_int_eq(pipe(ends), 0);
	ck_assert_int_eq(write(ends[1], bytes, sizeof(bytes)), sizeof(bytes));
	close(ends[1]);
	ck_assert_int_eq(parse(fdopen(ends[0], "r")), 0);
	ck_assert_uint_eq(program->ops, 3);
	program_free(program);
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
	tcase_add_test(tcase, schedule_is_a_program);
	tcase_add_test(tcase, schedule_is_written);
	tcase_add_loop_test(tcase, what_a_schedule_cannot_say_is_not_written, 0,
			    sizeof(no_schedules) / sizeof(*no_schedules));
	tcase_add_test(tcase, write_says_that_nothing_is_written);
	tcase_add_loop_test(tcase, what_is_wrong_is_told_with_rank_and_operation, 0,
			    sizeof(wrong) / sizeof(*wrong));
	tcase_add_test(tcase, schedule_is_whole);
	tcase_add_test(tcase, schedule_without_a_beginning_is_rejected);
	tcase_add_test(tcase, schedule_cannot_count_beyond_32_bits);
	tcase_add_test(tcase, schedule_keeps_limits);
	tcase_add_test(tcase, schedule_comes_by_a_pipe);
	return suite_run(suite);
}
