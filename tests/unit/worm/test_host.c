// SPDX-License-Identifier: GPL-2.0-only
/* Programs that do not end, or cannot begin, and lack of memory. */
#include <errno.h>

#include "worm/ends.h"

void *__real_calloc(size_t count, size_t size);
void *__real_reallocarray(void *old, size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_reallocarray(void *old, size_t count, size_t size);

/* The allocation from now on that fails, from 1; 0: none. */
static unsigned int starve;

static bool starves(void)
{
	return starve && !--starve;
}

void *__wrap_calloc(size_t count, size_t size)
{
	return starves() ? NULL : __real_calloc(count, size);
}

void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
	return starves() ? NULL : __real_reallocarray(old, count, size);
}

static const struct host_config short_messages = {
	.send_ps = 10, .recv_ps = 10, .long_bytes = HOST_SHORT,
};

/* --- waiting for ever --- */

#define STUCK "num_ranks 3\nrank 0 {\nsend 8b to 1\n}\n" \
	      "rank 1 {\nr: recv 8b from 0\ns: recv 8b from 2\nc: calc 1\nc requires s\n}\n" \
	      "rank 2 {\nr: recv 8b from 1 tag 4\ns: send 8b to 1\ns requires r\n}\n"

START_TEST(ranks_that_wait_are_named)
{
	struct ends ends = ends_run(STUCK, &short_messages);
	uint32_t op, rank = host_waiting(ends.program, &ends.result, 0, &op);

	ck_assert_uint_eq(rank, 1);
	ck_assert_uint_eq(op, 2);
	rank = host_waiting(ends.program, &ends.result, 2, &op);
	ck_assert_uint_eq(rank, 2);
	ck_assert_uint_eq(op, 4);
	ck_assert_uint_eq(host_waiting(ends.program, &ends.result, 3, &op), 3);
	ck_assert_uint_eq(ends.result.op[5].ready, HOST_NEVER);
	ck_assert_uint_eq(ends.result.op[5].begin, HOST_NEVER);
	ck_assert_uint_eq(ends.result.op[5].end, HOST_NEVER);
	ends_spent(&ends, 1, 0, 10, ends.result.op[1].end - 10);
	ck_assert_uint_eq(ends.result.rank[2].end, 0);
	ends_free(&ends);
}
END_TEST

START_TEST(message_larger_than_its_receive)
{
	struct ends ends = ends_run("num_ranks 2\nrank 0 {\nsend 8b to 1\nsend 9b to 1\n}\n"
				    "rank 1 {\nrecv 8b from 0\nrecv 8b from 0\n}\n",
				    &short_messages);
	uint32_t send = 0, op;

	ck_assert(host_truncated(ends.program, &ends.result, &send));
	ck_assert_uint_eq(send, 1);
	ck_assert_uint_eq(ends.result.match[send], 1 + 3);
	send++;
	ck_assert(!host_truncated(ends.program, &ends.result, &send));
	ck_assert_uint_eq(host_waiting(ends.program, &ends.result, 0, &op), 2);
	ends_free(&ends);
}
END_TEST

/* --- what cannot begin --- */

static void expect_refusal(const char *text, const uint32_t *place, const uint64_t *start,
			   struct host_config config, const char *words)
{
	struct program *program = read_program(text);
	struct worm_config network;
	struct host_result result;
	const char *refusal;
	struct worm *worm;
	struct topo topo;

	ends_network(&topo, &network);
	refusal = host_refusal(program, place, start, &network, &config);
	ck_assert_msg(refusal && strstr(refusal, words), "\"%s\" does not say \"%s\"",
		      refusal ? refusal : "", words);
	ck_assert_int_eq(worm_new(&network, &worm), 0);
	ck_assert_int_eq(host_run(program, place, start, worm, &config, &result), -EINVAL);
	worm_free(worm);
	program_free(program);
}

#define TWO "num_ranks 2\nrank 0 {\ncalc 1\n}\nrank 1 {\ncalc 1\n}\n"

START_TEST(programs_that_are_refused)
{
	const uint32_t same[] = { 3, 3 }, beyond[] = { 0, 4 };
	const uint64_t late[] = { 0, WORM_TIME + 1 };
	const struct host_config config = short_messages;

	expect_refusal("num_ranks 2\nrank 0 {\namo 8b to 1\n}\nrank 1 {\n}\n", NULL, NULL, config,
		       "no atomic operations");
	expect_refusal("num_ranks 2\nrank 0 {\nget 8b from 1\n}\nrank 1 {\n}\n", NULL, NULL,
		       config, "gets");
	expect_refusal("num_ranks 2\nrank 0 {\nsend 1073741825b to 1\n}\nrank 1 {\n}\n", NULL,
		       NULL, config, "2^30 bytes");
	expect_refusal("num_ranks 5\n", NULL, NULL, config, "more ranks than nodes");
	expect_refusal(TWO, same, NULL, config, "on one node");
	expect_refusal(TWO, beyond, NULL, config, "not there");
	expect_refusal(TWO, NULL, late, config, "too late");
}
END_TEST

START_TEST(end_points_that_are_refused)
{
	struct host_config config = short_messages;

	config.gap_ps = HOST_PS + 1;
	expect_refusal(TWO, NULL, NULL, config, "at most a second");
	config = short_messages;
	config.memory_byte_ps = WORM_PS + 1;
	expect_refusal(TWO, NULL, NULL, config, "a byte takes");
}
END_TEST

/* The second 2^52 ns end after the end of time. */
START_TEST(time_that_ends)
{
	struct program *program = read_program("num_ranks 1\nrank 0 {\ncalc 4503599627370496\n"
					       "calc 4503599627370496\n}\n");
	struct worm_config network;
	struct host_result result;
	struct worm *worm;
	struct topo topo;

	ends_network(&topo, &network);
	ck_assert_int_eq(worm_new(&network, &worm), 0);
	ck_assert_int_eq(host_run(program, NULL, NULL, worm, &short_messages, &result),
			 -EOVERFLOW);
	worm_free(worm);
	program_free(program);
}
END_TEST

/* --- memory --- */

#define BOTH_WAYS "num_ranks 2\nrank 0 {\nsend 8b to 1\nsend 90b to 1\nrecv 8b from 1\n}\n" \
		  "rank 1 {\nrecv 90b from 0\nrecv 8b from 0\nsend 8b to 0 cpu 1\n}\n"

/* Run it with one allocation failing; return the result. */
static int run_starved(const struct program *program, const struct host_config *config,
		       unsigned int number)
{
	struct worm_config network;
	struct host_result result;
	struct worm *worm = NULL;
	struct topo topo;
	int err;

	ends_network(&topo, &network);
	starve = number;
	err = worm_new(&network, &worm);
	if (!err)
		err = host_run(program, NULL, NULL, worm, config, &result);
	starve = 0;
	if (!err)
		host_result_free(&result);
	worm_free(worm);
	return err;
}

START_TEST(each_allocation_may_fail)
{
	struct host_config config = {
		.send_ps = 10, .recv_ps = 10, .long_bytes = 50, .memory_byte_ps = 2,
	};
	struct program *program = read_program(BOTH_WAYS);
	unsigned int receive, number;
	int err;

	for (receive = HOST_POLL; receive <= HOST_INTERRUPT; receive++) {
		config.receive = receive;
		for (number = 1; (err = run_starved(program, &config, number)); number++)
			ck_assert_msg(err == -ENOMEM, "allocation %u: %s", number, strerror(-err));
		ck_assert_uint_gt(number, 30);
	}
	program_free(program);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("host");
	TCase *tcase = tcase_create("host");

	tcase_add_test(tcase, ranks_that_wait_are_named);
	tcase_add_test(tcase, message_larger_than_its_receive);
	tcase_add_test(tcase, programs_that_are_refused);
	tcase_add_test(tcase, end_points_that_are_refused);
	tcase_add_test(tcase, time_that_ends);
	tcase_add_test(tcase, each_allocation_may_fail);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
