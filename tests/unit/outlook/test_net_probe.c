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
	       "num_ranks 2\n\nrank 0 {\n\tl1: send 8b to 1\n\tl2: send 8b to 1\n\tl2 requires l1\n}\n"
	       "\nrank 1 {\n\tl1: recv 8b from 0\n\tl2: recv 8b from 0\n\tl2 requires l1\n}\n");
}
END_TEST

START_TEST(pings)
{
	expect(PROBE_PING, 1, 0,
	       "num_ranks 2\n\nrank 0 {\n\tl1: send 8b to 1\n\tl2: recv 8b from 1\n\tl2 requires l1\n}\n"
	       "\nrank 1 {\n\tl1: recv 8b from 0\n\tl2: send 8b to 0\n\tl2 requires l1\n}\n");
}
END_TEST

START_TEST(delays)
{
	expect(PROBE_DELAY, 1, 500,
	       "num_ranks 2\n\nrank 0 {\n\tl1: send 8b to 1\n\tl2: calc 500\n\tl2 requires l1\n"
	       "\tl3: recv 8b from 1\n\tl3 requires l2\n}\n"
	       "\nrank 1 {\n\tl1: recv 8b from 0\n\tl2: send 8b to 0\n\tl2 requires l1\n}\n");
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
	tcase_add_test(tcase, refused);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
