// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program of 127,512 operations, an alltoall of 253 ranks: processor time of reading its text and
 * its schedule, and of running it on 128 Geminis, and the memory that it takes.
 *
 *	bench_program [ROUNDS]
 */
#include <errno.h>
#include <malloc.h>

#include "bench.h"
#include "netsim/collective/collective.h"
#include "netsim/job/job.h"
#include "netsim/net.h"
#include "topo/gemini.h"

#define ROUNDS	11

/* A program, and how it is written. */
static struct program *program;
static struct bytes {
	char *at;
	size_t count;
} text, schedule;

static size_t allocated(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

static void program_make(void)
{
	struct program_plan plan = { .ranks = 253, .bytes = 8, .count = 1 };

	for (plan.kind = program_kinds; strcmp(plan.kind->name, "alltoall"); plan.kind++)
		;
	plan.algorithm = plan.kind->algorithms;
	check(program_generate(&plan, &program_limits_default, &program), "program_generate");
}

static void program_put(struct bytes *bytes, int (*write)(FILE *file, const struct program *it))
{
	FILE *file = open_memstream(&bytes->at, &bytes->count);

	check(file ? write(file, program) : -ENOMEM, "writing");
	fclose(file);
}

/* Return the seconds, and add what the program takes. */
static double read_round(const struct bytes *bytes, size_t *memory)
{
	double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
	FILE *file = fmemopen(bytes->at, bytes->count, "r");
	struct program_error error;
	struct program *again;
	size_t before = allocated();

	check(program_parse(file, "it", &program_limits_default, &again, &error), "program_parse");
	*memory = allocated() - before;
	fclose(file);
	start = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
	program_free(again);
	return start;
}

static double run_round(const struct net_fabric *fabric, size_t *memory, uint64_t *end)
{
	const struct net_config config = { .fabric = fabric, .put_response = 3, .threads = 1 };
	double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
	struct net_traffic traffic;
	size_t before = allocated();
	uint32_t place[253], rank;
	struct job *job;
	struct net *net;

	for (rank = 0; rank < program->ranks; rank++)
		place[rank] = rank;
	check(job_new(program, fabric, place, &mpi_cray, &job, &traffic), "job_new");
	*memory = allocated() - before;
	check(net_new(&config, &traffic, &net), "net_new");
	check(net_drain(net, 1ull << 40), "net_drain");
	*end = job_end(job);
	net_free(net);
	job_free(job);
	return seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
}

static void show(const char *what, double *values, size_t count, size_t memory)
{
	doubles_sort(values, count);
	printf("%-10s %8.1f [%.1f, %.1f] %10.1f\n", what, 1e3 * values[count / 2],
	       1e3 * values[0], 1e3 * values[count - 1], (double)memory / program->ops);
}

int main(int argc, char **argv)
{
	size_t rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : ROUNDS, i, memory[3] = { 0 };
	double *times[3];
	struct gemini_system system;
	struct net_fabric fabric;
	struct topo torus;
	uint64_t end = 0;

	check(topo_parse(&torus, "8x4x4"), "topo_parse");
	check(gemini_system(&system, &torus, -1), "gemini_system");
	check(net_fabric_gemini(&fabric, &system), "net_fabric_gemini");
	program_make();
	program_put(&text, program_print);
	program_put(&schedule, program_write_schedule);
	for (i = 0; i < 3; i++)
		times[i] = calloc(rounds + 1, sizeof(**times));
	for (i = 0; i < rounds; i++) {
		times[0][i] = read_round(&text, &memory[0]);
		times[1][i] = read_round(&schedule, &memory[1]);
		times[2][i] = run_round(&fabric, &memory[2], &end);
	}
	printf("%u operations, %zu bytes of text, %zu of schedule; they end in cycle %ju\n",
	       program->ops, text.count, schedule.count, (uintmax_t)end);
	printf("%-10s ms: median [min, max]  bytes an operation; %zu rounds\n", "", rounds);
	show("text", times[0], rounds, memory[0]);
	show("schedule", times[1], rounds, memory[1]);
	show("run", times[2], rounds, memory[2]);
	return 0;
}
