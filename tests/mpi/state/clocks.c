// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../meter.h"
#include "state.h"

#define NS	1000000000ULL

static time_t skew;

/* Overrides the C library's: the time that a rank believes it is. */
__attribute__((visibility("default"))) int clock_gettime(clockid_t id, struct timespec *now)
{
	int result = syscall(SYS_clock_gettime, id, now);

	if (id == CLOCK_MONOTONIC)
		now->tv_sec += skew;
	return result;
}

static uint64_t clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NS + now.tv_nsec;
}

/*
 * The memory that rank 0 took for printing the table; the least of several, as MPI keeps memory
 * too.
 */
static size_t held_by_printing(gemini_state_t *state)
{
	size_t most, before, least = SIZE_MAX;
	FILE *meter = meter_open(&most);
	char room[BUFSIZ];

	check("meter_open", NULL, meter ? 0 : -ENOMEM);
	setvbuf(meter, room, _IOFBF, sizeof(room));
	for (int i = 0; i < 5; i++) {
		before = meter_heap();
		most = before;
		check("print", state,
		      gemini_fprint_counters(MPI_COMM_WORLD, state, meter, GEMINI_TEXT));
		if (most - before < least)
			least = most - before;
	}
	fclose(meter);
	return least;
}

/* cost: print measured costs, and check that they make sense. */
void run_cost(struct gpcd_image_feed *feed, const char *argument)
{
	struct gemini_sample when, next;
	struct gemini_cost took;
	gemini_state_t state;
	size_t held, peak, printing;

	(void)argument;
	begin(MPI_COMM_WORLD, &state);
	sample(MPI_COMM_WORLD, &state);
	check("sample", &state, gemini_get_sample(MPI_COMM_WORLD, &state, &when));
	traffic(feed, 1);
	sample(MPI_COMM_WORLD, &state);
	check("sample", &state, gemini_get_sample(MPI_COMM_WORLD, &state, &next));
	if (when.first_ns > when.last_ns || when.last_ns >= next.first_ns)
		fail("samples out of order", &state, 0);
	expect("print", &state, gemini_write_counters(MPI_COMM_WORLD, &state, "/dev/null",
						      GEMINI_TEXT), -EINVAL);
	printing = held_by_printing(&state);
	check("cost", &state, gemini_get_cost(MPI_COMM_WORLD, &state, &took));
	held = gemini_memory(&state, &peak);
	printf("rank %d: held %zu, peak %zu\n", rank, held, peak);
	if (!rank)
		printf("printing held %zu\n", printing);
	if (!rank)
		printf("clock %" PRIu64 " barrier %" PRIu64 " read %" PRIu64 " aggregate %" PRIu64
		       " gather %" PRIu64 " spread %" PRIu64 "\n", took.clock_ns, took.barrier_ns,
		       took.read_ns, took.aggregate_ns, took.gather_ns,
		       next.last_ns - next.first_ns);
	end(MPI_COMM_WORLD, &state);
}

/*
 * A clock errs by less than synchronising the clocks took: of 16 ranks by 15 half round trips at
 * most (tests/mpi/clock.c), and 8 whole ones are measured. Rank 0's and the first leader's both do.
 */
static void sample_on_one_clock(MPI_Comm comm)
{
	uint64_t before, after, slack;
	struct gemini_sample when;
	struct gemini_cost took;
	gemini_state_t state;

	begin(comm, &state);
	for (int i = 0; i < 3; i++) {
		before = clock_ns();
		sample(comm, &state);
		after = clock_ns();
		check("when", &state, gemini_get_sample(comm, &state, &when));
		check("cost", &state, gemini_get_cost(comm, &state, &took));
		slack = 2 * took.clock_ns;
		MPI_Bcast(&before, 1, MPI_UINT64_T, 0, comm);
		MPI_Bcast(&after, 1, MPI_UINT64_T, 0, comm);
		if (before > when.first_ns + slack || when.first_ns > when.last_ns ||
		    when.last_ns > after + slack)
			fail("not on rank 0's clock", &state, i);
	}
	end(comm, &state);
}

/*
 * skew: all clocks differ by 1000 s; samples carry rank 0's, also where that is the last leader,
 * whose Gemini has the highest coordinate.
 */
void run_skew(struct gpcd_image_feed *feed, const char *argument)
{
	MPI_Comm back;

	(void)feed;
	(void)argument;
	skew = 1000 * (rank + 1);
	MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &back);
	sample_on_one_clock(MPI_COMM_WORLD);
	sample_on_one_clock(back);
	MPI_Comm_free(&back);
	if (!rank)
		printf("one clock\n");
}
