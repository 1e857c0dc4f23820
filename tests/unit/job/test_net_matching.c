// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which receive gets which message: the same as searching plain lists in order, for all sources and
 * tags.
 */
#include <stdlib.h>

#include "netsim/matching/matching.h"
#include "netsim/mix.h"
#include "suite.h"
#include "text.h"

#define SOURCES		3
#define TAGS		3
#define OPS		300

static uint64_t draws;

static unsigned int below(unsigned int limit)
{
	return net_mix_below(draws++, limit);
}

/* Operations that wait, by number, in order. */
struct waiting {
	uint32_t op[OPS];
	unsigned int count;
};

static bool fits(const struct matching *matching, uint32_t recv, uint32_t send)
{
	const struct program_op *wanted = &matching->program->op[recv];
	const struct program_op *sent = &matching->program->op[send];

	return matching_owner(matching, recv) == sent->peer &&
	       (wanted->peer == PROGRAM_ANY || wanted->peer == matching_owner(matching, send)) &&
	       (wanted->tag == PROGRAM_ANY || wanted->tag == sent->tag);
}

/* Take the first waiting operation that matches; 0: none, and this one waits now. */
static uint32_t plain_match(const struct matching *matching, struct waiting *others,
			    struct waiting *own, uint32_t op, bool is_recv)
{
	unsigned int i;
	uint32_t found;

	for (i = 0; i < others->count; i++) {
		found = others->op[i];
		if (is_recv ? !fits(matching, op, found) : !fits(matching, found, op))
			continue;
		others->count--;
		memmove(&others->op[i], &others->op[i + 1],
			(others->count - i) * sizeof(*others->op));
		return 1 + found;
	}
	own->op[own->count++] = op;
	return 0;
}

static int one_of_any(unsigned int limit)
{
	return below(3) ? (int)below(limit) : -1;
}

/* Make ranks that send to two others, which receive about as often. */
static struct program *program_start(void)
{
	struct program *program;
	unsigned int rank, op;
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	fprintf(file, "num_ranks %d\n", SOURCES + 2);
	for (rank = 0; rank < SOURCES + 2; rank++) {
		fprintf(file, "rank %u {\n", rank);
		for (op = 0; op < OPS / (SOURCES + 2); op++) {
			if (rank < SOURCES)
				fprintf(file, "send 8b to %u tag %u\n", SOURCES + below(2),
					below(TAGS));
			else
				fprintf(file, "recv 8b from %d tag %d\n", one_of_any(SOURCES),
					one_of_any(TAGS));
		}
		fputs("}\n", file);
	}
	fclose(file);
	program = read_program(text);
	free(text);
	return program;
}

/* Shuffle all operations: receives begin, and messages come. */
static void shuffled(uint32_t *order, uint32_t ops)
{
	uint32_t i, other;

	for (i = 0; i < ops; i++)
		order[i] = i;
	for (i = 0; i < ops; i++) {
		other = below(i + 1);
		order[i] = order[other];
		order[other] = i;
	}
}

static void compare_matches(struct matching *matching, unsigned int seed)
{
	struct waiting receives = { .count = 0 }, messages = { .count = 0 };
	uint32_t order[OPS], i, op, found, plain;
	bool is_recv;

	shuffled(order, matching->program->ops);
	for (i = 0; i < matching->program->ops; i++) {
		op = order[i];
		is_recv = matching->program->op[op].kind == PROGRAM_RECV;
		plain = is_recv ? plain_match(matching, &messages, &receives, op, true) :
				  plain_match(matching, &receives, &messages, op, false);
		found = is_recv ? matching_post(matching, op) : matching_take(matching, op);
		ck_assert_msg(found == plain,
			      "seed %u: operation %u, the %uth, finds %d, by plain lists %d",
			      seed, op, i, (int)found - 1, (int)plain - 1);
	}
}

START_TEST(matches_as_by_plain_lists)
{
	struct matching matching;
	struct program *program;
	unsigned int seed;

	for (seed = 0; seed < suite_share(500); seed++) {
		draws = 100000ull * seed;
		program = program_start();
		ck_assert_int_eq(matching_new(&matching, program), 0);
		compare_matches(&matching, seed);
		matching_free(&matching);
		program_free(program);
	}
}
END_TEST

/* A message has come, and releases those that came early: each is the next of its pair. */
static unsigned int take_in_order(struct matching *matching, uint32_t send, unsigned int seed,
				  const uint32_t *number, uint32_t next[SOURCES][SOURCES + 2])
{
	uint32_t found = matching_came(matching, send);
	unsigned int taken = 0;

	for (; found; found = matching_early(matching, found - 1)) {
		uint32_t from = matching_owner(matching, found - 1);
		uint32_t to = matching->program->op[found - 1].peer;

		ck_assert_msg(number[found - 1] == next[from][to],
			      "seed %u: from %u to %u message %u is taken in place of %u", seed,
			      from, to, number[found - 1], next[from][to]);
		next[from][to]++;
		taken++;
	}
	return taken;
}

static void compare_order(struct matching *matching, unsigned int seed)
{
	uint32_t sent[SOURCES][SOURCES + 2] = { 0 }, next[SOURCES][SOURCES + 2] = { 0 };
	uint32_t order[OPS], number[OPS] = { 0 }, op;
	unsigned int sends = 0, taken = 0;

	for (op = 0; op < matching->program->ops; op++) {
		if (matching->program->op[op].kind != PROGRAM_SEND)
			continue;
		matching_sent(matching, op);
		number[op] = sent[matching_owner(matching, op)][matching->program->op[op].peer]++;
		sends++;
	}
	shuffled(order, matching->program->ops);
	for (op = 0; op < matching->program->ops; op++) {
		if (matching->program->op[order[op]].kind == PROGRAM_SEND)
			taken += take_in_order(matching, order[op], seed, number, next);
	}
	ck_assert_msg(taken == sends, "seed %u: %u of %u messages are taken", seed, taken, sends);
}

/* Messages of a pair come in any order, and are taken in the order of sending. */
START_TEST(overtaken_messages_wait)
{
	struct matching matching;
	struct program *program;
	unsigned int seed;

	for (seed = 0; seed < suite_share(100); seed++) {
		draws = 100000ull * seed;
		program = program_start();
		ck_assert_int_eq(matching_new(&matching, program), 0);
		compare_order(&matching, seed);
		matching_free(&matching);
		program_free(program);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_matching");
	TCase *tcase = tcase_create("matching");

	tcase_set_timeout(tcase, HANG_SECONDS);
	tcase_add_test(tcase, matches_as_by_plain_lists);
	tcase_add_test(tcase, overtaken_messages_wait);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
