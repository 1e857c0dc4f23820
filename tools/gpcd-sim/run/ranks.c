// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "cli/parse.h"
#include "machine/engine.h"
#include "ranks.h"

/* Waiting ranks that are named before the rest is counted. */
#define NAMED	10

static int program_read(struct ranks *ranks)
{
	bool given = !strcmp(ranks->file, "-");
	FILE *file = given ? stdin : fopen(ranks->file, "re");
	struct program_error error;
	int err;

	if (!file) {
		complain("%s: %s", ranks->file, strerror(errno));
		return EXIT_RUNTIME;
	}
	err = program_parse(file, ranks->file, &program_limits_default, &ranks->program, &error);
	if (!given)
		fclose(file);
	if (err == -EINVAL)
		complain("%s:%lu: %s%s%s", error.file, error.line, error.reason,
			 *error.word ? ": " : "", error.word);
	else if (err)
		complain("%s: %s", ranks->file, strerror(-err));
	return exit_code(err);
}

/* Add the nodes of one word, "5" or "4-7"; how many there are then, or a negative errno. */
static int64_t nodes_add(char *word, uint32_t *place, uint32_t count, uint32_t most)
{
	char *last = strchr(word, '-');
	uint32_t from, to, node;

	if (last)
		*last++ = '\0';
	if (parse_u32(word, &from) || parse_u32(last ? last : word, &to) || to < from)
		return -EINVAL;
	if (to - from >= most - count)
		return -E2BIG;
	for (node = from; node <= to && count < most; node++)
		place[count++] = node;
	return count;
}

static int nodes_parse(char *nodes, uint32_t *place, uint32_t ranks)
{
	int64_t count = 0;
	char *word, *rest;

	for (word = strtok_r(nodes, ",", &rest); word && count >= 0;
	     word = strtok_r(NULL, ",", &rest))
		count = nodes_add(word, place, count, ranks);
	if (count < 0)
		return count;
	return count == ranks ? 0 : -E2BIG;
}

/* Say why the ranks could not be placed. */
static void place_failed(const struct ranks *ranks, const struct topo *topo, int err)
{
	uint32_t count = ranks->program->ranks;

	if (err == -EINVAL)
		complain("--job: the nodes behind the @ are numbers or ranges, as 0,2,4-7");
	else if (err == -E2BIG)
		complain("--job: %s has %u ranks: the @ must name as many nodes", ranks->file,
			 count);
	else if (err == -ENODEV)
		complain("--job: %s has %u ranks, but the machine has nodes 0 to %u alone",
			 ranks->file, count, topo_nodes(topo) - 1);
	else
		complain("%s: %s", ranks->file, strerror(-err));
}

static int ranks_on_nodes(struct ranks *ranks, char *nodes, const struct topo *topo,
			  struct net_traffic *traffic)
{
	uint32_t count = ranks->program->ranks, rank;
	uint32_t *place = calloc(count, sizeof(*place));
	int err = place ? 0 : -ENOMEM;

	for (rank = 0; rank < count && !err; rank++)
		place[rank] = rank;
	if (!err && nodes)
		err = nodes_parse(nodes, place, count);
	if (!err) {
		err = job_new(ranks->program, topo, place, &mpi_cray, &ranks->job, traffic);
		err = err == -EINVAL ? -ENODEV : err;
	}
	free(place);
	if (!err)
		return 0;
	place_failed(ranks, topo, err);
	return err == -ENOMEM ? exit_code(err) : EXIT_USAGE;
}

int ranks_open(struct ranks *ranks, const char *argument, const struct topo *topo,
	       struct net_traffic *traffic)
{
	char *nodes;
	int code;

	*ranks = (struct ranks){ .file = strdup(argument) };
	if (!ranks->file) {
		complain("%s: %s", argument, strerror(ENOMEM));
		return EXIT_RUNTIME;
	}
	nodes = strrchr(ranks->file, '@');
	if (nodes)
		*nodes++ = '\0';
	code = program_read(ranks);
	return code ? code : ranks_on_nodes(ranks, nodes, topo, traffic);
}

static void waiting_tell(const struct ranks *ranks, uint32_t rank, const struct program_op *op)
{
	static const char *const kinds[] = {
		[PROGRAM_SEND] = "send", [PROGRAM_RECV] = "recv", [PROGRAM_CALC] = "calc",
	};

	complain("%s: rank %u waits for ever in line %u (%s)", ranks->file, rank, op->line,
		 kinds[op->kind]);
}

int ranks_check(const struct ranks *ranks, bool idle)
{
	uint32_t rank = 0, waiting = 0;
	const struct program_op *op;
	int err = job_error(ranks->job);

	if (err) {
		complain("%s: %s", ranks->file, engine_why(err));
		return exit_code(err);
	}
	while (idle && (rank = job_waiting(ranks->job, rank, &op)) < ranks->program->ranks) {
		if (++waiting <= NAMED)
			waiting_tell(ranks, rank, op);
		rank++;
	}
	if (waiting > NAMED)
		complain("%s: and %u ranks more", ranks->file, waiting - NAMED);
	return waiting ? EXIT_RUNTIME : 0;
}

void ranks_close(struct ranks *ranks)
{
	job_free(ranks->job);
	program_free(ranks->program);
	free(ranks->file);
}
