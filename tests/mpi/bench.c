// SPDX-License-Identifier: GPL-2.0-only
/*
 * Cost of libgm: each step of a sample and of a table, with as many ranks as there are, and the
 * memory of each; then rank 0's table of 10,000 Geminis, for which the ranks stand in.
 *
 *	mpirun -n RANKS bench [ROUNDS]
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <mpi.h>

#include "gm/gm.h"
#include "meter.h"

#define ROUNDS		31
#define GEMINIS		10000
#define STEPS		5

static int rank, ranks;
static FILE *nowhere;

static int compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Print a median with its range, us. */
static void tell(const char *what, double *values, int count)
{
	if (rank)
		return;
	qsort(values, count, sizeof(*values), compare);
	printf("%-34s %10.1f us [%.1f, %.1f]\n", what, values[count / 2], values[0],
	       values[count - 1]);
}

static void must(const char *what, int result, const gemini_state_t *state)
{
	if (!result)
		return;
	if (!rank)
		fprintf(stderr, "bench: %s: %s\n", what, state ? gemini_error(state) : "failed");
	MPI_Abort(MPI_COMM_WORLD, 1);
}

static void job(int rounds)
{
	static const char * const names[STEPS] = {
		"clock", "barrier", "read", "aggregate", "gather",
	};
	double *values[STEPS];
	struct gemini_cost cost;
	gemini_state_t state;
	size_t here[2], most[2] = { 0 };

	must("init", gemini_init_state(MPI_COMM_WORLD, &state), &state);
	for (int i = 0; i < STEPS; i++)
		values[i] = calloc(rounds, sizeof(double));
	must("read", gemini_read_counters(MPI_COMM_WORLD, &state), &state);
	for (int i = 0; i < rounds; i++) {
		must("read", gemini_read_counters(MPI_COMM_WORLD, &state), &state);
		must("print", gemini_fprint_counters(MPI_COMM_WORLD, &state, nowhere, GEMINI_TEXT),
		     &state);
		must("cost", gemini_get_cost(MPI_COMM_WORLD, &state, &cost), &state);
		values[0][i] = cost.clock_ns / 1e3;
		values[1][i] = cost.barrier_ns / 1e3;
		values[2][i] = cost.read_ns / 1e3;
		values[3][i] = cost.aggregate_ns / 1e3;
		values[4][i] = cost.gather_ns / 1e3;
	}
	for (int i = 0; i < STEPS; i++) {
		tell(names[i], values[i], rounds);
		free(values[i]);
	}
	here[0] = gemini_memory(&state, &here[1]);
	if (!rank)
		printf("%-34s %10zu bytes, at most %zu\n", "memory of rank 0", here[0], here[1]);
	MPI_Reduce(here, most, 2, MPI_UNSIGNED_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
	if (!rank)
		printf("%-34s %10zu bytes, at most %zu\n", "memory of any rank", most[0], most[1]);
	must("finalize", gemini_finalize_state(MPI_COMM_WORLD, &state), NULL);
}

/* A Gemini like a busy one of the paper's Fig. 4. */
static void invent(struct record *record, unsigned int number)
{
	for (unsigned int i = 0; i < GEMINI_LINKS; i++) {
		record->links[i] = (struct record_link) {
			.x = number % 25, .y = number / 25 % 20, .z = number / 500,
			.speed = 75000, .direction = i ? i - 1 : GEMINI_HOST, .tiles = 8,
		};
		for (unsigned int j = 0; j < ROUTER_COUNTERS; j++)
			record->links[i].sums[j] = 1626452284ULL + number * 1000 + i * 10 + j;
	}
}

/* Each rank sends the records of its share; return the time of the gather itself. */
static double gather(char *all, int share)
{
	size_t size = record_size(false);
	char *mine = calloc(share, size);
	double begin;

	for (int i = 0; i < share; i++)
		invent((struct record *)(mine + i * size), rank * share + i);
	MPI_Barrier(MPI_COMM_WORLD);
	begin = MPI_Wtime();
	MPI_Gather(mine, share * size, MPI_BYTE, all, share * size, MPI_BYTE, 0, MPI_COMM_WORLD);
	begin = MPI_Wtime() - begin;
	free(mine);
	return begin * 1e6;
}

/* Return rank 0's peak memory while printing, beyond what it had before there was a table. */
static size_t held(const struct table *table, enum gemini_format format)
{
	size_t before = meter_heap(), most = before;
	FILE *meter = meter_open(&most);

	must("meter_open", meter ? 0 : -1, NULL);
	must("table_print", table_print(table, meter, format), NULL);
	fclose(meter);
	return malloc_usable_size(table->records) + most - before;
}

static double print(const struct table *table, enum gemini_format format)
{
	double begin = MPI_Wtime();

	must("table_print", table_print(table, nowhere, format), NULL);
	return (MPI_Wtime() - begin) * 1e6;
}

static void large(int rounds)
{
	int share = (GEMINIS + ranks - 1) / ranks;
	size_t bytes = (size_t)share * ranks * record_size(false);
	struct table table = { .count = GEMINIS };
	double *gathers = calloc(rounds, sizeof(double)), *texts = calloc(rounds, sizeof(double));

	if (!rank)
		table.records = malloc(bytes);
	for (int i = 0; i < rounds; i++)
		gathers[i] = gather(table.records, share);
	tell("10,000 Geminis: gather", gathers, rounds);
	for (int i = 0; i < rounds && !rank; i++)
		texts[i] = print(&table, GEMINI_TEXT);
	tell("10,000 Geminis: the table", texts, rounds);
	for (int i = 0; i < rounds && !rank; i++)
		texts[i] = print(&table, GEMINI_JSON);
	tell("10,000 Geminis: JSON", texts, rounds);
	if (!rank) {
		printf("%-34s %10zu bytes\n", "10,000 Geminis: held by the table",
		       held(&table, GEMINI_TEXT));
		printf("%-34s %10zu bytes\n", "10,000 Geminis: held by JSON",
		       held(&table, GEMINI_JSON));
	}
	free(table.records);
	free(gathers);
	free(texts);
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	nowhere = fopen("/dev/null", "w");
	if (rounds < 1 || !nowhere)
		must("usage: bench [ROUNDS]", 1, NULL);
	if (!rank)
		printf("%d ranks, %d rounds: medians [range], the longest of all leaders\n", ranks,
		       rounds);
	job(rounds);
	large(rounds);
	fclose(nowhere);
	MPI_Finalize();
	return 0;
}
