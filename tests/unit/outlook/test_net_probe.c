// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes, as the texts of their programs.
 */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "netsim/probe/probe.h"
#include "suite.h"

static void expect(enum probe_kind kind, uint32_t count, uint64_t delay, const char *text)
{
	const struct probe probe = { .kind = kind, .bytes = 8, .count = count, .delay = delay };
	struct program *program;
	char *printed;
	size_t size;
	FILE *file = open_memstream(&printed, &size);

	ck_assert_int_eq(probe_program(&probe, &program), 0);
	ck_assert_int_eq(program_print(file, program), 0);
	ck_assert_int_eq(fclose(file), 0);
	ck_assert_str_eq(printed, text);
	free(printed);
	program_free(program);
}

START_TEST(sends)
{
	expect(PROBE_SEND, 2, 0,
	       "num_ranks 2\n\nrank 0 {\nl1: send 8b to 1\nl2: send 8b to 1\nl2 requires l1\n}\n"
	       "\nrank 1 {\nl1: recv 8b from 0\nl2: recv 8b from 0\nl2 requires l1\n}\n");
}
END_TEST

START_TEST(pings)
{
	expect(PROBE_PING, 1, 0,
	       "num_ranks 2\n\nrank 0 {\nl1: send 8b to 1\nl2: recv 8b from 1\nl2 requires l1\n}\n"
	       "\nrank 1 {\nl1: recv 8b from 0\nl2: send 8b to 0\nl2 requires l1\n}\n");
}
END_TEST

START_TEST(delays)
{
	expect(PROBE_DELAY, 1, 500,
	       "num_ranks 2\n\nrank 0 {\nl1: send 8b to 1\nl2: calc 500\nl2 requires l1\n"
	       "l3: recv 8b from 1\nl3 requires l2\n}\n"
	       "\nrank 1 {\nl1: recv 8b from 0\nl2: send 8b to 0\nl2 requires l1\n}\n");
}
END_TEST

static void expect_probe(const struct probe *got, struct probe wanted)
{
	ck_assert_int_eq(got->kind, wanted.kind);
	ck_assert_uint_eq(got->bytes, wanted.bytes);
	ck_assert_uint_eq(got->count, wanted.count);
	ck_assert_uint_eq(got->delay, wanted.delay);
}

/* The probes that `gpcd-sim model fit' needs: see model/fit.h. */
START_TEST(a_set)
{
	const struct probe_plan plan = {
		.bytes = 8, .long_bytes = 4096, .burst = 16, .delay = 1000,
	};
	struct probe set[PROBE_SET];

	probe_set(&plan, set);
	expect_probe(&set[0], (struct probe){ PROBE_PING, 8, 1, 0 });
	expect_probe(&set[1], (struct probe){ PROBE_SEND, 8, 1, 0 });
	expect_probe(&set[2], (struct probe){ PROBE_SEND, 8, 16, 0 });
	expect_probe(&set[3], (struct probe){ PROBE_DELAY, 8, 1, 1000 });
	expect_probe(&set[4], (struct probe){ PROBE_PING, 4096, 1, 0 });
	expect_probe(&set[5], (struct probe){ PROBE_PING, 8192, 1, 0 });
}
END_TEST

START_TEST(refused)
{
	const struct probe bad[] = {
		{ PROBE_KINDS, 8, 1, 0 },
		{ PROBE_PING, PROGRAM_SIZE + 1, 1, 0 },
		{ PROBE_PING, 8, 0, 0 },
		{ PROBE_PING, 8, PROBE_COUNT + 1, 0 },
		{ PROBE_PING, 8, 1, 1 },
		{ PROBE_DELAY, 8, 1, PROGRAM_SIZE + 1 },
	};
	struct program *program;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		ck_assert_msg(probe_program(&bad[i], &program) == -EINVAL, "probe %zu", i);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_probe");
	TCase *tcase = tcase_create("all");

	tcase_add_test(tcase, sends);
	tcase_add_test(tcase, pings);
	tcase_add_test(tcase, delays);
	tcase_add_test(tcase, a_set);
	tcase_add_test(tcase, refused);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
