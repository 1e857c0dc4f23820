// SPDX-License-Identifier: GPL-2.0-only
/* Programs from a text. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/program.h"
#include "netsim/routing.h"
#include "suite.h"

static struct program *program;
static struct program_error error;

static int parse_within(const char *text, size_t size, const struct program_limits *limits)
{
	FILE *file = fmemopen((char *)text, size, "r");
	int err;

	program = NULL;
	err = program_parse(file, "it.goal", limits, &program, &error);
	fclose(file);
	return err;
}

static int parse_bytes(const char *text, size_t size)
{
	return parse_within(text, size, &program_limits_default);
}

static int parse(const char *text)
{
	return parse_bytes(text, strlen(text));
}

static void expect(uint32_t number, const struct program_op *is)
{
	const struct program_op *op = &program->op[number];

	ck_assert_uint_eq(op->kind, is->kind);
	ck_assert_uint_eq(op->size, is->size);
	ck_assert_uint_eq(op->peer, is->peer);
	ck_assert_uint_eq(op->tag, is->tag);
	ck_assert_uint_eq(op->cpu, is->cpu);
	ck_assert_uint_eq(op->nic, is->nic);
	ck_assert_uint_eq(op->line, is->line);
	ck_assert_uint_eq(op->alltoall, is->alltoall);
	ck_assert_uint_eq(op->routing, is->routing);
}

static void expect_list(const struct program_edges *lists, uint32_t op, enum program_wait kind,
			uint32_t count, const uint32_t *to)
{
	uint32_t found = 0, i;

	for (i = lists->first[op]; i < lists->first[op + 1]; i++) {
		if (program_edge_wait(lists->to[i]) != kind)
			continue;
		ck_assert_uint_lt(found, count);
		ck_assert_uint_eq(program_edge_op(lists->to[i]), to[found++]);
	}
	ck_assert_uint_eq(found, count);
}

static void expect_after(uint32_t op, enum program_wait kind, uint32_t count, const uint32_t *to)
{
	expect_list(&program->after, op, kind, count, to);
}

static void expect_before(uint32_t op, enum program_wait kind, uint32_t count, const uint32_t *to)
{
	struct program_edges before;

	ck_assert_int_eq(program_edges_turn(&program->after, program->ops, &before), 0);
	expect_list(&before, op, kind, count, to);
	program_edges_free(&before);
}

START_TEST(line_becomes_an_operation)
{
	const struct program_op any = {
		0, PROGRAM_ANY, PROGRAM_ANY, 7, 0, 0, PROGRAM_RECV, false, 0,
	};

	const struct program_op largest = {
		PROGRAM_SIZE, 1, PROGRAM_ANY - 1, 8, 65535, 255, PROGRAM_SEND, false, 0,
	};

	ck_assert_int_eq(parse("num_ranks 3\n"
			       "rank 1 {\n"
			       "l1: send 8b to 2 tag 7 cpu 1 nic 3\n"
			       "recv 16b from 0\n"
			       "\n"
			       "l3: calc 100 cpu 4\n"
			       "l4: recv 0b from -1 tag -1\n"
			       "l5: send 4503599627370496b to 1 tag 4294967294 cpu 65535 nic 255\n"
			       "}\n"), 0);
	ck_assert_uint_eq(program->ranks, 3);
	ck_assert_uint_eq(program->ops, 5);
	ck_assert(program_is_sound(program));
	ck_assert_uint_eq(program->first[0], 0);
	ck_assert_uint_eq(program->first[1], 0);
	ck_assert_uint_eq(program->first[2], 5);
	expect(0, &(struct program_op){ 8, 2, 7, 3, 1, 3, PROGRAM_SEND, false, 0 });
	expect(1, &(struct program_op){ 16, 0, 0, 4, 0, 0, PROGRAM_RECV, false, 0 });
	expect(2, &(struct program_op){ 100, 0, 0, 6, 4, 0, PROGRAM_CALC, false, 0 });
	expect(3, &any);
	/* a message to oneself, and the largest of everything */
	expect(4, &largest);
	program_free(program);
}
END_TEST

/* An operation that GOAL lacks: it has a size, a rank and a NIC, but no tag. */
START_TEST(line_becomes_an_atomic_operation)
{
	ck_assert_int_eq(parse("num_ranks 3\nrank 1 {\n"
			       "l1: amo 8b to 2\namo 8 b to 1 nic 3 cpu 1\n}"), 0);
	ck_assert_uint_eq(program->ops, 2);
	expect(0, &(struct program_op){ 8, 2, 0, 3, 0, 0, PROGRAM_AMO, false, 0 });
	expect(1, &(struct program_op){ 8, 1, 0, 4, 1, 3, PROGRAM_AMO, false, 0 });
	program_free(program);
}
END_TEST

START_TEST(operations_name_their_routing)
{
	const struct program_op adaptive = {
		8, 0, 2, 2, 0, 0, PROGRAM_SEND, false, NET_ROUTED(NET_ADAPTIVE3),
	};
	const struct program_op hash = {
		8, 1, 0, 3, 0, 0, PROGRAM_AMO, false, NET_ROUTED(NET_MIN_HASH),
	};
	const struct program_op minimal = {
		1, 0, 0, 4, 0, 0, PROGRAM_SEND, false, NET_ROUTED(NET_MINIMAL),
	};
	struct program *again;

	ck_assert_int_eq(parse("num_ranks 2 rank 1 {\nsend 8b to 0 routing adaptive3 tag 2\n"
			       "amo 8b to 1 routing MIN_HASH\nsend 1b to 0 routing minimal\n}"), 0);
	expect(0, &adaptive);
	expect(1, &hash);
	expect(2, &minimal);
	again = program_again(program);
	ck_assert_ptr_nonnull(again);
	ck_assert(program_is_equal(program, again));
	again->op[0].routing = 0;
	ck_assert(!program_is_equal(program, again));
	program_free(again);
	program_free(program);
	ck_assert_int_eq(parse("num_ranks 2 rank 1 {\nrecv 8b from 0 routing minimal\n}"),
			 -EINVAL);
	ck_assert_int_eq(parse("num_ranks 2 rank 1 {\nsend 8b to 0 routing adaptive4\n}"),
			 -EINVAL);
	ck_assert_str_eq(error.reason, "no routing: minimal, valiant, adaptive0 to 3 ...");
	ck_assert_str_eq(error.word, "adaptive4");
}
END_TEST

START_TEST(sends_name_the_alltoall_that_they_belong_to)
{
	struct program *again;

	ck_assert_int_eq(parse("num_ranks 2 rank 1 {\nsend 8b to 0 call alltoall tag 2\n"
			       "send 8b to 0 tag 2\n}"), 0);
	expect(0, &(struct program_op){ 8, 0, 2, 2, 0, 0, PROGRAM_SEND, true, 0 });
	expect(1, &(struct program_op){ 8, 0, 2, 3, 0, 0, PROGRAM_SEND, false, 0 });
	again = program_again(program);
	ck_assert_ptr_nonnull(again);
	ck_assert(program_is_equal(program, again));
	again->op[0].alltoall = false;
	ck_assert(!program_is_equal(program, again));
	program_free(again);
	program_free(program);
}
END_TEST

START_TEST(dependences_are_lists_both_ways)
{
	ck_assert_int_eq(parse("num_ranks 1\nrank 0 {\n"
			       "b requires a\n"	/* before either has its operation */
			       "a: calc 1\n"
			       "c irequires a\n"
			       "c requires b\n"
			       "c: calc 2\n"
			       "b: calc 3\n"
			       "c requires a\n"
			       "c requires a\n"
			       "}\n"), 0);
	ck_assert(program_is_sound(program));
	/* a is 0, c is 1, b is 2 */
	expect_before(0, PROGRAM_END, 0, NULL);
	expect_before(1, PROGRAM_END, 3, (uint32_t []){ 0, 0, 2 });
	expect_before(1, PROGRAM_START, 1, (uint32_t []){ 0 });
	expect_before(2, PROGRAM_END, 1, (uint32_t []){ 0 });
	expect_after(0, PROGRAM_END, 3, (uint32_t []){ 1, 1, 2 });
	expect_after(0, PROGRAM_START, 1, (uint32_t []){ 1 });
	expect_after(2, PROGRAM_END, 1, (uint32_t []){ 1 });
	program_free(program);
}
END_TEST

START_TEST(ranks_come_in_any_order)
{
	ck_assert_int_eq(parse("num_ranks 4\n"
			       "rank 3 {\na: calc 3\nb: calc 4\nb requires a\n}\n"
			       "rank 0 {\n}\n"
			       "rank 1 {\nb: calc 1\na: calc 2\na irequires b\n}\n"), 0);
	ck_assert(program_is_sound(program));
	ck_assert_uint_eq(program->first[1], 0);
	ck_assert_uint_eq(program->first[2], 2);
	ck_assert_uint_eq(program->first[3], 2);
	ck_assert_uint_eq(program->first[4], 4);
	ck_assert_uint_eq(program->op[0].size, 1);
	ck_assert_uint_eq(program->op[3].size, 4);
	expect_before(1, PROGRAM_START, 1, (uint32_t []){ 0 });
	expect_before(3, PROGRAM_END, 1, (uint32_t []){ 2 });
	program_free(program);
}
END_TEST

/* All of these are the same program, of one operation. */
static const char *const ways[] = {
	"num_ranks 2\nrank 1 {\nl1: send 8b to 0 tag 3 cpu 1 nic 2\n}\n",
	"num_ranks 2\nrank 1 {\nsend 8b to 0 nic 2 cpu 1 tag 3\n}",
	"num_ranks 2\r\nrank 1 {\r\nl1: send 8b to 0 tag 3 cpu 1 nic 2\r\n}\r\n",
	"num_ranks 2 rank 1{l1:send 8 b to 0 tag 3 cpu 1 nic 2}",
	"\n\n  num_ranks 2\n\n\trank 1\n\n{\n\n\tl1 :send 8b\tto 0 tag 3 cpu 1 nic 2\t\n\n}\n\n",
	"# one\nnum_ranks 2 // two\n/* three\nthree */ rank 1 { # four\n"
	"send/**/8b /* five */ to 0// six\n tag 3\n}",
	"num_ranks 2\nrank 0 {\n}\nrank 1 {\nsend 8b to 0 tag 3 cpu 1 nic 2# seven\n} /**/// */",
	"num_ranks 02\nrank 01 {\nsend 008b to 00 tag 03 cpu 01 nic 02\n}\n",
};

START_TEST(blanks_and_comments_separate)
{
	const struct program_op op = { 8, 0, 3, 0, 1, 2, PROGRAM_SEND, false, 0 };

	if (_i == 5) {
		/* here the line ends before the tag */
		ck_assert_int_eq(parse(ways[_i]), -EINVAL);
		ck_assert_uint_eq(error.line, 6);
		return;
	}
	ck_assert_int_eq(parse(ways[_i]), 0);
	ck_assert_uint_eq(program->ops, 1);
	program->op[0].line = 0;
	expect(0, &op);
	program_free(program);
}
END_TEST

START_TEST(ranks_without_a_block_do_nothing)
{
	ck_assert_int_eq(parse("num_ranks 1000"), 0);
	ck_assert_uint_eq(program->ranks, 1000);
	ck_assert_uint_eq(program->ops, 0);
	ck_assert_uint_eq(program->first[1000], 0);
	ck_assert(program_is_sound(program));
	program_free(program);
}
END_TEST

#define OUTSIDE "outside of blocks is something else than \"rank\""
#define LINES(lines) "num_ranks 4\nrank 2 {\nl1: calc 1\n" lines "\nl9: calc 1\n}\n"

#define NO_GOAL	"it does not begin with num_ranks: this is no program in the format GOAL"

static const struct {
	const char *text;
	unsigned long line;
	const char *reason, *word;
} wrong[] = {
	{ "", 1, NO_GOAL, "the end of the text" },
	{ "\nrank 0 {\n}\n", 2, NO_GOAL, "rank" },
	{ "NUM_RANKS 4\n", 1, NO_GOAL, "NUM_RANKS" },
	{ "num_ranks\n4", 1, "no number of ranks", "the end of the line" },
	{ "num_ranks -4", 1, "no number of ranks", "-4" },
	{ "num_ranks 00", 1, "no number of ranks", "0" },
	{ "num_ranks 16777217", 1, "a number that is too large", "16777217" },
	{ "num_ranks 18446744073709551617", 1, "a number that is too large",
	  "18446744073709551617" },
	{ "num_ranks 4\n\nl1: calc 1", 3, OUTSIDE, "l1" },
	{ "num_ranks 4\nrank 1 {\n}\n}", 4, OUTSIDE, "}" },
	{ "num_ranks 4\nnum_ranks 4", 2, OUTSIDE, "num_ranks" },
	{ "num_ranks 4\nrank 4 {", 2, "no rank of the program: 0 to num_ranks - 1", "4" },
	{ "num_ranks 4\nrank x {", 2, "no rank of the program: 0 to num_ranks - 1", "x" },
	{ "num_ranks 4\nrank 1\nl1: calc 1", 3, "no { after the number of the rank", "l1" },
	{ "num_ranks 4\nrank 1 {\n}\n\nrank 1 {\n}", 5, "twice the block of a rank", "rank 1" },
	{ "num_ranks 4\nrank 1\n{\ncalc 1\n", 2, "a block without its }", "rank 1" },
	{ "num_ranks 4\nrank 1 {\ncalc 1\nrank 2 {\n}", 4,
	  "a block within a block: the } of the first is missing", "rank" },
	{ LINES("sned 8b to 1"), 4, "neither an operation nor a label", "sned" },
	{ LINES("SEND 8b to 1"), 4, "neither an operation nor a label", "SEND" },
	{ LINES("l2"), 4, "neither an operation nor a label", "l2" },
	{ LINES("l2: sned 8b to 1"), 4, "no operation: send, recv, calc, amo, put or get", "sned" },
	{ LINES("l2:"), 4, "no operation: send, recv, calc, amo, put or get",
	  "the end of the line" },
	{ LINES("2l: calc 1"), 4, "no label: letters, digits and _, a letter first", "2l" },
	{ LINES("a/b: calc 1"), 4, "no label: letters, digits and _, a letter first", "a/b" },
	{ LINES("l-2: calc 1"), 4, "no label: letters, digits and _, a letter first", "l-2" },
	{ LINES(": calc 1"), 4, "no label: letters, digits and _, a letter first", ":" },
	{ LINES("{"), 4, "no label: letters, digits and _, a letter first", "{" },
	{ LINES("l2: calc 1\nl2: calc 1"), 5, "twice the same label", "l2" },
	{ LINES("l2 requires l1\nl3 requires l1\nl2: calc 1"), 5, "a label that no operation has",
	  "l3" },
	{ LINES("l1 irequires l2"), 4, "a label that no operation has", "l2" },
	{ LINES("l1 requires"), 4, "no label: letters, digits and _, a letter first",
	  "the end of the line" },
	{ LINES("l9 requires l1 l2"), 4, "expected the end of the line after the dependence",
	  "l2" },
	{ LINES("send"), 4, "no size: send 8b, recv 8b, calc 100", "the end of the line" },
	{ LINES("calc 8b"), 4, "no size: send 8b, recv 8b, calc 100", "8b" },
	{ LINES("calc 1/2"), 4, "no size: send 8b, recv 8b, calc 100", "1/2" },
	{ LINES("/ 8"), 4, "no label: letters, digits and _, a letter first", "/" },
	{ LINES("calc -8"), 4, "no size: send 8b, recv 8b, calc 100", "-8" },
	{ LINES("send b to 1"), 4, "no size: send 8b, recv 8b, calc 100", "b" },
	{ LINES("send 8 to 1"), 4, "no b after the number of bytes", "to" },
	{ LINES("calc 4503599627370497"), 4, "a number that is too large", "4503599627370497" },
	{ LINES("send 99999999999999999999b to 1"), 4, "a number that is too large",
	  "99999999999999999999" },
	{ LINES("send 8b from 1"), 4, "a send without \"to\"", "from" },
	{ LINES("recv 8b to 1"), 4, "a recv without \"from\"", "to" },
	{ LINES("send 8b to 4"), 4, "no rank of the program: 0 to num_ranks - 1", "4" },
	{ LINES("recv 8b from -2"), 4, "no rank of the program: 0 to num_ranks - 1", "-2" },
	{ LINES("recv 8b from 99999999999999999999"), 4,
	  "no rank of the program: 0 to num_ranks - 1", "99999999999999999999" },
	{ LINES("send 8b to -1"), 4, "a send to any rank", "-1" },
	{ LINES("send 8b to 1 tag -1"), 4, "a send with any tag", "-1" },
	{ LINES("send 8b to 1 tag 4294967295"), 4, "a number that is too large", "4294967295" },
	{ LINES("send 8b to 1 tag x"), 4, "no tag: a number", "x" },
	{ LINES("send 8b to 1 cpu 65536"), 4, "a number that is too large", "65536" },
	{ LINES("send 8b to 1 cpu -1"), 4, "no cpu: 0 to 65535", "-1" },
	{ LINES("send 8b to 1 nic 256"), 4, "a number that is too large", "256" },
	{ LINES("send 8b to 1 nic"), 4, "no nic: 0 to 255", "the end of the line" },
	{ LINES("send 8b to 1 tag 1 cpu 1 tag 1"), 4, "twice the same", "tag" },
	{ LINES("send 8b to 1 via 3"), 4,
	  "expected tag, cpu, nic, routing, call or the end of the line",
	  "via" },
	{ LINES("send 8b to 1 call allreduce"), 4, "no call: call alltoall", "allreduce" },
	{ LINES("send 8b to 1 call alltoall call alltoall"), 4, "twice the same", "call" },
	{ LINES("put 8b to 1 call alltoall"), 4,
	  "expected cpu, nic, routing or the end of the line", "call" },
	{ LINES("put 0b to 1"), 4, "a put of 0 bytes: 1 at least, as put 8b to 1", "to" },
	{ LINES("put 8b from 1"), 4, "a put without \"to\"", "from" },
	{ LINES("put 8b to -1"), 4, "a put to any rank", "-1" },
	{ LINES("put 8b to 1 tag 1"), 4,
	  "expected cpu, nic, routing or the end of the line", "tag" },
	{ LINES("get 0b from 1"), 4, "a get of 0 bytes: 1 at least, as get 8b from 1", "from" },
	{ LINES("get 8b to 1"), 4, "a get without \"from\"", "to" },
	{ LINES("get 8b from -1"), 4, "a get from any rank", "-1" },
	{ LINES("get 8b from 1 tag 1"), 4,
	  "expected cpu, nic, routing or the end of the line", "tag" },
	{ LINES("amo 16b to 1"), 4, "an amo has 8 bytes: amo 8b to 1", "16b" },
	{ LINES("amo 8 to 1"), 4, "no b after the number of bytes", "to" },
	{ LINES("amo 8b from 1"), 4, "an amo without \"to\"", "from" },
	{ LINES("amo 8b to 4"), 4, "no rank of the program: 0 to num_ranks - 1", "4" },
	{ LINES("amo 8b to -1"), 4, "an amo to any rank", "-1" },
	{ LINES("amo 8b to 1 tag 1"), 4,
	  "expected cpu, nic, routing or the end of the line", "tag" },
	{ LINES("calc 8 nic 0"), 4, "expected cpu or the end of the line", "nic" },
	{ LINES("l1 requires l1"), 3, "operations wait for each other in a circle", "rank 2" },
	{ LINES("l9 requires l2\nl2: calc 1\nl2 irequires l3\nl3: calc 2\nl3 requires l2"), 5,
	  "operations wait for each other in a circle", "rank 2" },
	{ LINES("/* l2: calc\n\n"), 4, "a comment that does not end", "" },
	{ LINES("l2: calc \x1b[2J\xc3\xa4"), 4, "no size: send 8b, recv 8b, calc 100", "?[2J??" },
};

START_TEST(what_is_wrong_is_told_with_line_and_reason)
{
	ck_assert_int_eq(parse(wrong[_i].text), -EINVAL);
	ck_assert_str_eq(error.file, "it.goal");
	ck_assert_str_eq(error.reason, wrong[_i].reason);
	ck_assert_str_eq(error.word, wrong[_i].word);
	ck_assert_uint_eq(error.line, wrong[_i].line);
	ck_assert_ptr_null(program);
}
END_TEST

static const struct {
	const char *text;
	size_t size;
	unsigned long line;
} zeros[] = {
	{ "num_ranks 1\n\0", 13, 2 }, { "num_ranks 1\0", 12, 1 }, { "num_ra\0nks 1", 12, 1 },
	{ "# one\n# two\0", 12, 2 }, { "// \0\n", 5, 1 }, { "/*\n\n\0*/", 7, 3 },
};

START_TEST(byte_of_0_is_no_text)
{
	ck_assert_int_eq(parse_bytes(zeros[_i].text, zeros[_i].size), -EINVAL);
	if (_i != 1 && _i != 2)
		ck_assert_str_eq(error.reason, "a byte of 0");
	ck_assert_uint_eq(error.line, zeros[_i].line);
}
END_TEST

START_TEST(a_word_has_255_bytes_at_most)
{
	char text[600];
	int length;

	length = snprintf(text, sizeof(text), "num_ranks 1\nrank 0 {\nl%0254d: calc 1\n}", 0);
	ck_assert_int_eq(parse_bytes(text, length), 0);
	program_free(program);
	length = snprintf(text, sizeof(text), "num_ranks 1\nrank 0 {\nl%0255d: calc 1\n}", 0);
	ck_assert_int_eq(parse_bytes(text, length), -EINVAL);
	ck_assert_str_eq(error.reason,
			 "a word of more than 255 bytes: this is no program in the format GOAL");
	ck_assert_uint_eq(error.line, 3);
	ck_assert_uint_eq(strlen(error.word), PROGRAM_WORD - 1);
}
END_TEST

static int parse_small(uint32_t ranks, uint32_t ops, uint32_t waits)
{
	static const char text[] = "num_ranks 2\nrank 0 {\na: calc 1\nb: calc 1\nb requires a\n}\n";
	const struct program_limits limits = { .ranks = ranks, .ops = ops, .waits = waits };

	return parse_within(text, strlen(text), &limits);
}

START_TEST(limits_are_kept)
{
	static const char too_many[] = "more operations or dependences than allowed";

	ck_assert_int_eq(parse_small(2, 2, 1), 0);
	program_free(program);
	ck_assert_int_eq(parse_small(1, 2, 1), -EINVAL);
	ck_assert_uint_eq(error.line, 1);
	ck_assert_int_eq(parse_small(2, 1, 1), -EINVAL);
	ck_assert_str_eq(error.reason, too_many);
	ck_assert_uint_eq(error.line, 4);
	ck_assert_int_eq(parse_small(2, 2, 0), -EINVAL);
	ck_assert_str_eq(error.reason, too_many);
}
END_TEST

START_TEST(what_cannot_be_read_is_no_text)
{
	FILE *file = fopen(".", "r");

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(program_parse(file, "folder", &program_limits_default, &program, &error),
			 -EISDIR);
	fclose(file);
}
END_TEST

/* Write one of 65521 labels, most of which share their first few dozen letters. */
static void put_label(FILE *file, unsigned int number)
{
	unsigned int i;

	for (i = 0; i <= number % 200; i++)
		fputc('a', file);
	fprintf(file, "_%x", number * 7919 % 65521);
}

/* Labels with a common beginning, and one that is a prefix of others; many of them. */
START_TEST(labels_are_told_apart)
{
	unsigned int count = suite_share(20000), i;
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	fputs("num_ranks 1\nrank 0 {\n", file);
	for (i = 0; i < count; i++) {
		put_label(file, i);
		fprintf(file, ": calc %u\n", i);
	}
	for (i = 1; i < count; i++) {
		put_label(file, i);
		fputs(" requires ", file);
		put_label(file, i - 1);
		fputc('\n', file);
	}
	fputs("}", file);
	fclose(file);
	ck_assert_int_eq(parse_bytes(text, size), 0);
	ck_assert_uint_eq(program->ops, count);
	for (i = 1; i < count; i++) {
		ck_assert_uint_eq(program->op[i].size, i);
		expect_after(i - 1, PROGRAM_END, 1, (uint32_t []){ i });
	}
	program_free(program);
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net-program");
	TCase *tcase = tcase_create("text");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, line_becomes_an_operation);
	tcase_add_test(tcase, line_becomes_an_atomic_operation);
	tcase_add_test(tcase, operations_name_their_routing);
	tcase_add_test(tcase, sends_name_the_alltoall_that_they_belong_to);
	tcase_add_test(tcase, dependences_are_lists_both_ways);
	tcase_add_test(tcase, ranks_come_in_any_order);
	tcase_add_loop_test(tcase, blanks_and_comments_separate, 0, sizeof(ways) / sizeof(*ways));
	tcase_add_test(tcase, ranks_without_a_block_do_nothing);
	tcase_add_loop_test(tcase, what_is_wrong_is_told_with_line_and_reason, 0,
			    sizeof(wrong) / sizeof(*wrong));
	tcase_add_loop_test(tcase, byte_of_0_is_no_text, 0, sizeof(zeros) / sizeof(*zeros));
	tcase_add_test(tcase, a_word_has_255_bytes_at_most);
	tcase_add_test(tcase, limits_are_kept);
	tcase_add_test(tcase, what_cannot_be_read_is_no_text);
	tcase_add_test(tcase, labels_are_told_apart);
	return suite_run(suite);
}
