// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "state.h"

#define STATES	4

/* table FORMAT: counts between two samples; counts before the first must not show. */
void run_table(struct gpcd_image_feed *feed, const char *format)
{
	enum gemini_format how = !strcmp(format, "json") ? GEMINI_JSON :
				 !strcmp(format, "head") ? GEMINI_TEXT_HEAD : GEMINI_TEXT;
	gemini_state_t state;

	begin(MPI_COMM_WORLD, &state);
	traffic(feed, 7);
	sample(MPI_COMM_WORLD, &state);
	traffic(feed, 1);
	sample(MPI_COMM_WORLD, &state);
	if (how == GEMINI_TEXT)
		check("print", &state, gemini_print_counters(MPI_COMM_WORLD, &state));
	else
		check("fprint", &state,
		      gemini_fprint_counters(MPI_COMM_WORLD, &state, stdout, how));
	end(MPI_COMM_WORLD, &state);
}

/* write PATH: write the table into a file; the last rank prints the error, if any. */
void run_write(struct gpcd_image_feed *feed, const char *path)
{
	gemini_state_t state;
	int err;

	begin(MPI_COMM_WORLD, &state);
	sample(MPI_COMM_WORLD, &state);
	traffic(feed, 1);
	sample(MPI_COMM_WORLD, &state);
	err = gemini_write_counters(MPI_COMM_WORLD, &state, path, GEMINI_TEXT);
	if (rank == ranks - 1)
		printf("%d: %s\n", err, gemini_error(&state));
	end(MPI_COMM_WORLD, &state);
}

/* many: several states at once, each with other samples; the last table is the first state's. */
void run_many(struct gpcd_image_feed *feed, const char *argument)
{
	gemini_state_t states[STATES];

	(void)argument;
	for (int i = 0; i < STATES; i++)
		begin(MPI_COMM_WORLD, &states[i]);
	for (int i = 0; i < STATES; i++) {
		sample(MPI_COMM_WORLD, &states[i]);
		traffic(feed, 1);
	}
	for (int i = STATES - 1; i >= 0; i--) {
		sample(MPI_COMM_WORLD, &states[i]);
		if (!rank)
			printf("# state %d\n", i);
		check("print", &states[i], gemini_print_counters(MPI_COMM_WORLD, &states[i]));
	}
	for (int i = 0; i < STATES; i++)
		end(MPI_COMM_WORLD, &states[i]);
}

/* part: only the odd ranks; the even ones have a state of their own, and no table. */
void run_part(struct gpcd_image_feed *feed, const char *argument)
{
	gemini_state_t state;
	MPI_Comm comm;

	(void)argument;
	MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comm);
	begin(comm, &state);
	sample(comm, &state);
	traffic(feed, 1);
	sample(comm, &state);
	if (rank % 2)
		check("print", &state, gemini_print_counters(comm, &state));
	end(comm, &state);
	MPI_Comm_free(&comm);
}
