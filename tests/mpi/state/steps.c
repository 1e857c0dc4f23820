// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "state.h"

void fail(const char *what, const gemini_state_t *state, int err)
{
	fprintf(stderr, "rank %d: %s: %d: %s\n", rank, what, err,
		state ? gemini_error(state) : strerror(-err));
	MPI_Abort(MPI_COMM_WORLD, 1);
}

void check(const char *what, const gemini_state_t *state, int err)
{
	if (err)
		fail(what, state, err);
}

void expect(const char *what, const gemini_state_t *state, int err, int wanted)
{
	if (err != wanted) {
		fprintf(stderr, "expected %d: ", wanted);
		fail(what, state, err);
	}
}

void sample(MPI_Comm comm, gemini_state_t *state)
{
	check("gemini_read_counters", state, gemini_read_counters(comm, state));
}

void begin(MPI_Comm comm, gemini_state_t *state)
{
	check("gemini_init_state", state, gemini_init_state(comm, state));
}

void end(MPI_Comm comm, gemini_state_t *state)
{
	check("gemini_finalize_state", state, gemini_finalize_state(comm, state));
	check("again", state, gemini_finalize_state(comm, state));
}
