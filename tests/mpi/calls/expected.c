// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "calls.h"

static void expect_kind(enum job_kind kind, int rank, uint64_t bytes, uint32_t flags)
{
	const struct job_record record = {
		.kind = kind, .flags = flags, .rank = ranks - 1 - rank, .bytes = bytes, .count = 1,
	};

	expect(&record);
}

void expect_message(int rank, uint64_t bytes, uint32_t flags)
{
	expect_kind(JOB_MESSAGE, rank, bytes, flags);
}

void expect_put(int rank, uint64_t bytes, uint32_t flags)
{
	expect_kind(JOB_PUT, rank, bytes, flags);
}

void expect_get(int rank, uint64_t bytes)
{
	expect_kind(JOB_GET, rank, bytes, 0);
}

void expect_unseen(const char *call)
{
	struct job_record record = { .kind = JOB_UNSEEN, .count = 1 };

	strncpy(record.name, call, sizeof(record.name) - 1);
	expect(&record);
}

static void sends(int from, int to, uint64_t bytes)
{
	if (from == me)
		expect_message(to, bytes, JOB_DERIVED);
}

const uint64_t *same(uint64_t bytes)
{
	static uint64_t all[RANKS_MOST];

	for (int i = 0; i < ranks; i++)
		all[i] = bytes;
	return all;
}

void expect_dissemination(void)
{
	for (int step = 1; step < ranks; step *= 2) {
		for (int from = 0; from < ranks; from++)
			sends(from, (from + step) % ranks, 0);
	}
}

/* A place's parent lacks its lowest bit; the farthest places are served first. */
void expect_binomial_down(int root, uint64_t bytes)
{
	for (int bit = RANKS_MOST; bit; bit /= 2) {
		for (int place = 1; place < ranks; place++) {
			if ((place & -place) == bit)
				sends((place - bit + root) % ranks, (place + root) % ranks, bytes);
		}
	}
}

void expect_binomial_up(int root, uint64_t bytes)
{
	for (int place = 1; place < ranks; place++)
		sends((place + root) % ranks, ((place & (place - 1)) + root) % ranks, bytes);
}

void expect_recursive_doubling(uint64_t bytes)
{
	int core = 1;

	while (2 * core <= ranks)
		core *= 2;
	for (int rank = core; rank < ranks; rank++)
		sends(rank, rank - core, bytes);
	for (int bit = 1; bit < core; bit *= 2) {
		for (int rank = 0; rank < core; rank++)
			sends(rank, rank ^ bit, bytes);
	}
	for (int rank = core; rank < ranks; rank++)
		sends(rank - core, rank, bytes);
}

void expect_linear_in(int root, const uint64_t bytes[])
{
	for (int rank = 0; rank < ranks; rank++) {
		if (rank != root)
			sends(rank, root, bytes[rank]);
	}
}

void expect_linear_out(int root, const uint64_t bytes[])
{
	for (int rank = 0; rank < ranks; rank++) {
		if (rank != root)
			sends(root, rank, bytes[rank]);
	}
}

/* In each step a rank has the block of the rank so many places below. */
void expect_ring(const uint64_t bytes[])
{
	for (int step = 0; step < ranks - 1; step++)
		sends(me, after(1), bytes[after(ranks - step)]);
}

void expect_pairwise(const uint64_t bytes[])
{
	for (int step = 1; step < ranks; step++)
		sends(me, after(step), bytes[after(step)]);
}

void expect_chain(uint64_t bytes)
{
	for (int rank = 1; rank < ranks; rank++)
		sends(rank - 1, rank, bytes);
}
