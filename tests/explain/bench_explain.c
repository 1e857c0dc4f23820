// SPDX-License-Identifier: GPL-2.0-only
/*
 * How often an explanation names the cause of congestion: scenarios by seed, simulated; their truth
 * is what is offered to links and NICs. Two simple rules judge the same scenarios.
 *
 *	bench_explain SEED [COUNT]
 *
 * Interrupted, it ends after the present scenario and prints the scores so far.
 */
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"
#include "scenario.h"

#define COUNT_DEFAULT	600

/* Small machines come three times as often. */
static const char *const sizes[] = {
	"torus:4x4x4", "dragonfly:4x3x5:2", "torus:4x4x4", "dragonfly:4x4x4:4",
	"torus:4x4x4", "dragonfly:4x3x5:2", "torus:8x8x8", "dragonfly:4x4x4:4",
};

#define MACHINES	(sizeof(sizes) / sizeof(*sizes))

/* In a round, each kind comes once, but calm networks twice: false alarms are to be rare. */
#define ROUND		(SCENARIO_KINDS + 1)

static atomic_bool interrupted;

static void interrupt(int number)
{
	(void)number;
	interrupted = true;
}

/* Every other size is a dragonfly's, the only machine that has detours. */
static const char *size_of(enum scenario_kind kind, unsigned int round)
{
	return sizes[(kind == SCENARIO_DETOURS ? round | 1 : round) % MACHINES];
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	unsigned int count = argc > 2 ? strtoul(argv[2], NULL, 0) : COUNT_DEFAULT;
	struct score scores[SCENARIO_KINDS] = { 0 };

	setlinebuf(stdout);
	signal(SIGINT, interrupt);
	for (unsigned int i = 0; i < count && !interrupted; i++) {
		enum scenario_kind kind = i % ROUND < SCENARIO_KINDS ? i % ROUND : SCENARIO_CALM;
		const char *size = size_of(kind, i / ROUND);
		int err = judge_drawn(kind, size, seed * 1000 + i, &scores[kind], true);

		if (err)
			fprintf(stderr, "%s on %s: %s\n", scenario_names[kind], size,
				strerror(-err));
	}
	scores_print(scores);
	return 0;
}
