// SPDX-License-Identifier: GPL-2.0-only
/*
 * The calls of programs that were written for the original library: its header, two arguments as
 * the paper prints or three as its users do. Compiled as C11, C17 and C++.
 */
#include <gemini.h>
#include <gpcd/gm.h>

static int measure(MPI_Comm comm, const char *title)
{
	gemini_state_t state;
	int err;

	gemini_init_state(comm, &state);
	gemini_read_counters(comm, &state);
	MPI_Barrier(comm);
	gemini_read_counters(comm, &state);
	if (title)
		err = gemini_print_counters(comm, &state, title);
	else
		err = gemini_print_counters(comm, &state);
	if (err)
		fprintf(stderr, "%s\n", gemini_error(&state));
	gemini_finalize_state(comm, &state);
	return err;
}

int main(int argc, char **argv)
{
	int (*two)(MPI_Comm comm, gemini_state_t *state) = gemini_print_counters;
	int err;

	MPI_Init(&argc, &argv);
	err = measure(MPI_COMM_WORLD, argc > 1 ? argv[1] : NULL);
	MPI_Finalize();
	return !!err || !two;
}
