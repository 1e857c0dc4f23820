// SPDX-License-Identifier: GPL-2.0-only
/* Programs as texts, and in numbers. */
#include <errno.h>

#include "netsim/program.h"
#include "text.h"

START_TEST(atomic_operations_are_printed_as_they_are_read)
{
	struct program *program, *again;

	program = read_program("num_ranks 2 rank 1 {\namo 8b to 0 cpu 1 nic 2\nput 9b to 1\n"
			       "get 7b from 0 cpu 2\n}");
	again = program_again(program);
	ck_assert_ptr_nonnull(again);
	ck_assert(program_is_equal(program, again));
	program_free(program);
	program_free(again);
}
END_TEST

START_TEST(print_is_read_back)
{
	struct program *program, *again;

	program = read_program("num_ranks 5\n"
			       "rank 4 {\nb requires a\nsend 0b to 4 nic 1\na: recv 9b from -1 tag -1\n"
			       "b: recv 9b from 0 tag 8 cpu 9\nc irequires a\nc: calc 0\n"
			       "c requires a\nc requires a\nd irequires c\nd: calc 5 cpu 1\n}\n"
			       "rank 2 {\ncalc 18\n}\n");
	again = program_again(program);
	ck_assert_ptr_nonnull(again);
	ck_assert(program_is_equal(program, again));
	program_free(program);
	program_free(again);
}
END_TEST

START_TEST(print_is_as_other_readers_want_it)
{
	char text[512];
	FILE *file = fmemopen(text, sizeof(text), "w");
	struct program *program;

	program = read_program("num_ranks 3\nrank 1 { x requires y\nx: send 8b to 0\n"
			       "y: recv 8b from -1 nic 1 cpu 2 tag 3\nx irequires y }");
	ck_assert_int_eq(program_print(file, program), 0);
	fclose(file);
	ck_assert_str_eq(text,
			 "num_ranks 3\n"
			 "\n"
			 "rank 0 {\n"
			 "}\n"
			 "\n"
			 "rank 1 {\n"
			 "l1: send 8b to 0\n"
			 "l2: recv 8b from -1 tag 3 cpu 2 nic 1\n"
			 "l1 requires l2\n"
			 "l1 irequires l2\n"
			 "}\n"
			 "\n"
			 "rank 2 {\n"
			 "}\n");
	program_free(program);
}
END_TEST

START_TEST(print_says_that_nothing_is_written)
{
	FILE *file = fopen("/dev/full", "w");
	struct program *program;

	setbuf(file, NULL);
	program = read_program("num_ranks 3\n");
	ck_assert_int_eq(program_print(file, program), -ENOSPC);
	fclose(file);
	program_free(program);
}
END_TEST

START_TEST(sum_counts_kinds_and_sizes)
{
	struct program_sum sum;
	struct program *program;

	program = read_program("num_ranks 3\nrank 1 {\na: send 8b to 1\nrecv 100b from 0\n"
			       "send 9b to 2\nb: calc 7\nb requires a\nb irequires a\n}\n");
	sum = program_sum(program);
	ck_assert_uint_eq(sum.ops[PROGRAM_SEND], 2);
	ck_assert_uint_eq(sum.ops[PROGRAM_RECV], 1);
	ck_assert_uint_eq(sum.ops[PROGRAM_CALC], 1);
	ck_assert_uint_eq(sum.bytes, 17);
	ck_assert_uint_eq(sum.ns, 7);
	ck_assert_uint_eq(sum.waits, 2);
	program_free(program);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net-program-print");
	TCase *tcase = tcase_create("print");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, atomic_operations_are_printed_as_they_are_read);
	tcase_add_test(tcase, print_is_read_back);
	tcase_add_test(tcase, print_is_as_other_readers_want_it);
	tcase_add_test(tcase, print_says_that_nothing_is_written);
	tcase_add_test(tcase, sum_counts_kinds_and_sizes);
	return suite_run(suite);
}
