// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/infile.h"
#include "cli/out/complain.h"
#include "cli/parse.h"
#include "findings.h"

#define HEAD	"rank,time_ns,low_ns,high_ns"
#define LAST	"slowest,"
#define COLUMNS	3

/* How a schedule is generated. */
struct maker {
	const char *name;
	const char *kind;
	const char *algorithm;
};

static const struct maker makers[SCHEDULES_COUNT] = {
	{ "barrier", "barrier", "hypercube" },
	{ "clocks-pairs", "clocks", "pairs" },
	{ "clocks-averaged", "clocks", "averaged" },
	{ "shuffle", "permutation", "shuffle" },
	{ "transpose", "permutation", "transpose" },
	{ "transpose-chips", "permutation", "transpose-chips" },
	{ "complement", "permutation", "complement" },
	{ "reverse", "permutation", "reverse" },
	{ "random", "permutation", "random" },
};

void schedules_name(struct schedule list[SCHEDULES_COUNT])
{
	unsigned int i;

	for (i = 0; i < SCHEDULES_COUNT; i++)
		list[i].name = makers[i].name;
}

/* --- simulated --- */

static int simulate(const struct world *world, const struct maker *maker, uint64_t seed,
		    struct schedule *schedule)
{
	struct world_run run = { 0 };
	struct host_result result;
	struct program *program;
	int err = world_program(maker->kind, maker->algorithm, schedule->bytes, seed, &program);

	if (err)
		return err;
	run.program = program;
	err = world_run(world, &run, &result);
	if (!err) {
		schedule->messages = program_sum(program).ops[PROGRAM_SEND];
		schedule->simulated = result.end;
		host_result_free(&result);
	}
	program_free(program);
	return err;
}

int schedules_simulate(const struct world *world, uint64_t bytes, uint64_t seed,
		       struct schedule list[SCHEDULES_COUNT])
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < SCHEDULES_COUNT && !err; i++) {
		list[i].bytes = strcmp(makers[i].kind, "permutation") ? WORLD_SHORT : bytes;
		err = simulate(world, &makers[i], seed, &list[i]);
	}
	return err;
}

/* --- measured --- */

static bool parse_slowest(char *rest, struct schedules_measured *measured)
{
	double *const values[COLUMNS] = { &measured->ns, &measured->low, &measured->high };
	unsigned int i;

	for (i = 0; i < COLUMNS; i++) {
		char *column = strsep(&rest, ",");

		if (!column || parse_data(column, values[i]) || *values[i] < 0)
			return false;
	}
	return !rest && measured->low <= measured->ns && measured->ns <= measured->high;
}

/* Read up to the line of the slowest ranks, which is the last one. */
static const char *read_measured(FILE *file, struct schedule *schedule, int *err)
{
	uint32_t ranks = 0;
	char *line = NULL;
	const char *wrong = NULL;
	size_t room = 0;
	bool begun = false;

	while (!wrong && !schedule->is_measured && (*err = infile_line(file, &line, &room)) > 0) {
		if (!begun) {
			begun = true;
			wrong = strcmp(line, HEAD) ? "the first line is not " HEAD : NULL;
		} else if (strncmp(line, LAST, strlen(LAST))) {
			ranks++;
		} else if (!parse_slowest(line + strlen(LAST), &schedule->measured)) {
			wrong = "the line `slowest' is not a time within its interval";
		} else if (ranks != WORLD_RANKS) {
			wrong = "it has not 64 ranks";
		} else {
			schedule->is_measured = true;
		}
	}
	free(line);
	return wrong || schedule->is_measured || *err < 0 ? wrong : "there is no line `slowest'";
}

static int read_file(const char *path, struct schedule *schedule)
{
	FILE *file = infile_text(path);
	const char *wrong;
	int err = 0;

	if (!file)
		return EXIT_INPUT;
	wrong = read_measured(file, schedule, &err);
	infile_close(file);
	if (err < 0)
		return infile_failed(path, err);
	if (!wrong)
		return 0;
	complain("%s: %s: `gm-measure --program --csv' writes it", path, wrong);
	return EXIT_INPUT;
}

int schedules_read(const char *folder, struct schedule list[SCHEDULES_COUNT])
{
	char path[PATH_MAX];
	unsigned int i, found = 0;
	int code = 0;

	for (i = 0; i < SCHEDULES_COUNT && !code; i++) {
		if (snprintf(path, sizeof(path), "%s/%s.csv", folder, list[i].name) >= PATH_MAX)
			return infile_failed(folder, -ENAMETOOLONG);
		if (!access(path, F_OK)) {
			found++;
			code = read_file(path, &list[i]);
		} else if (errno != ENOENT) {
			code = infile_failed(path, -errno);
		}
	}
	if (found || code)
		return code;
	complain("--measured %s: no file of a schedule there, as barrier.csv", folder);
	return EXIT_USAGE;
}
