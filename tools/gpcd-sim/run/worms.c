// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>

#include "cli/cli.h"
#include "cli/hardware/machines.h"
#include "cli/out/complain.h"
#include "worms.h"
#include "wormtables.h"

static int refuse_machine(const struct worms *worms, const char *why)
{
	complain("--machine %s: %s", worms->machine->file, why);
	return EXIT_USAGE;
}

/* Report the first operation that is no message. */
static int check_messages(const struct ranks_job *each)
{
	const struct program *program = each->program;
	const struct program_op *op;

	for (uint32_t i = 0; i < program->ops; i++) {
		op = &program->op[i];
		if (op->kind == PROGRAM_CALC || op->kind == PROGRAM_SEND ||
		    op->kind == PROGRAM_RECV)
			continue;
		complain("%s:%u: %s: worms carry messages: take send and recv", each->file,
			 op->line, program_op_words[op->kind]);
		return EXIT_USAGE;
	}
	return 0;
}

/* Return the rank that an operation belongs to. */
static uint32_t op_rank(const struct program *program, uint32_t op)
{
	uint32_t low = 0, high = program->ranks, middle;

	while (high - low > 1) {
		middle = low + (high - low) / 2;
		if (program->first[middle] <= op)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static int check_truncations(const struct ranks *ranks, const struct host_result *result)
{
	const struct program *program = ranks->all;
	struct job_truncation found;
	uint32_t send, count = 0;

	for (send = 0; host_truncated(program, result, &send); send++) {
		found = (struct job_truncation){
			.from = op_rank(program, send), .to = program->op[send].peer,
			.send = &program->op[send],
			.recv = &program->op[result->match[send] - 1],
		};
		ranks_tell_truncation(ranks, &found, count++);
	}
	return ranks_end_truncations(count);
}

static int check_waiting(const struct ranks *ranks, const struct host_result *result)
{
	const struct program *program = ranks->all;
	uint32_t op, rank = 0;
	int code = 0;

	while ((rank = host_waiting(program, result, rank, &op)) < program->ranks) {
		ranks_tell_waiting(ranks, rank++, &program->op[op]);
		code = EXIT_RUNTIME;
	}
	return code;
}

/* Print the results of a run. */
static int print_result(const struct worms *worms, const struct worm *network,
			const struct ranks *ranks, const struct host_result *result)
{
	const struct wormreport report = {
		.machine = worms->machine, .workload = worms->workload, .network = network,
		.ranks = ranks, .result = result,
	};
	struct table tables[WORMTABLES];
	size_t count = 0;

	tables[count++] = wormtables_run(&report);
	tables[count++] = wormtables_dimensions(&report);
	tables[count++] = wormtables_jobs(&report);
	if (worms->ranks)
		tables[count++] = wormtables_ranks(&report);
	if (worms->links)
		tables[count++] = wormtables_links(&report);
	return pick_print(worms->pick, tables, count);
}

static int run_jobs(const struct worms *worms, const struct ranks *ranks,
		    const struct host_config *host, struct worm *network)
{
	struct host_result result;
	int err = host_run(ranks->all, ranks->place, NULL, network, host, &result), code;

	if (err)
		return complain_error("--job", err);
	code = check_truncations(ranks, &result);
	if (!code)
		code = check_waiting(ranks, &result);
	if (!code)
		code = print_result(worms, network, ranks, &result);
	host_result_free(&result);
	return code;
}

static int run_network(const struct worms *worms, const struct ranks *ranks)
{
	const struct hardware *hardware = &worms->machine->hardware;
	struct worm_config network;
	struct host_config host;
	struct worm *worm;
	const char *why;
	int code, err;

	machines_worm(hardware, &network);
	machines_host(hardware, &host);
	why = host_refusal(ranks->all, ranks->place, NULL, &network, &host);
	if (why)
		return refuse_machine(worms, why);
	err = worm_new(&network, &worm);
	if (err)
		return complain_error("--machine", err);
	code = run_jobs(worms, ranks, &host, worm);
	worm_free(worm);
	return code;
}

int worms_run(const struct worms *worms)
{
	const struct hardware *hardware = &worms->machine->hardware;
	const struct place_on on = { .nodes = hardware->topo.chips * hardware->nodes };
	const struct workload *workload = worms->workload;
	struct ranks ranks;
	int code;

	if (!workload->jobs)
		return refuse_machine(worms, "it switches worms, which jobs alone send: add --job");
	code = ranks_read(&ranks, workload->job, workload->jobs);
	for (unsigned int i = 0; i < workload->jobs && !code; i++)
		code = check_messages(&ranks.each[i]);
	if (!code)
		code = ranks_locate(&ranks, &on);
	if (!code)
		code = run_network(worms, &ranks);
	ranks_close(&ranks);
	return code;
}
