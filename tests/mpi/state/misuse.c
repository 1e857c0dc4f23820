// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>

#include "state.h"

/* misuse: make each call that must be refused. */
void run_misuse(struct gpcd_image_feed *feed, const char *argument)
{
	struct gemini_sample when;
	struct gemini_cost cost;
	gemini_state_t state;

	(void)feed;
	(void)argument;
	expect("null", NULL, gemini_init_state(MPI_COMM_NULL, &state), -EINVAL);
	expect("no state", NULL, gemini_read_counters(MPI_COMM_WORLD, &state), -EINVAL);
	check("finalize none", NULL, gemini_finalize_state(MPI_COMM_WORLD, &state));
	begin(MPI_COMM_WORLD, &state);
	expect("cost", &state, gemini_get_cost(MPI_COMM_WORLD, &state, &cost), -ENODATA);
	expect("sample", &state, gemini_get_sample(MPI_COMM_WORLD, &state, &when), -ENODATA);
	expect("none", &state, gemini_print_counters(MPI_COMM_WORLD, &state), -ENODATA);
	sample(MPI_COMM_WORLD, &state);
	expect("one", &state, gemini_print_counters(MPI_COMM_WORLD, &state), -ENODATA);
	sample(MPI_COMM_WORLD, &state);
	expect("format", &state,
	       gemini_fprint_counters(MPI_COMM_WORLD, &state, stdout, 99), -EINVAL);
	expect("stream", &state,
	       gemini_fprint_counters(MPI_COMM_WORLD, &state, NULL, GEMINI_TEXT), -EINVAL);
	expect("path", &state,
	       gemini_write_counters(MPI_COMM_WORLD, &state, NULL, GEMINI_TEXT), -EINVAL);
	expect("comm", &state, gemini_read_counters(MPI_COMM_NULL, &state), -EINVAL);
	expect("finalize", &state, gemini_finalize_state(MPI_COMM_NULL, &state), -EINVAL);
	if (ranks > 1)
		expect("self", &state, gemini_read_counters(MPI_COMM_SELF, &state), -EINVAL);
	end(MPI_COMM_WORLD, &state);
	if (!rank)
		printf("refused\n");
}
