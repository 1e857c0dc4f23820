// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "cli/out/out.h"
#include "job.h"
#include "netsim/job/job.h"

_Static_assert(TRACE_THREADS - JOB_THREADS == 0, "threads");
_Static_assert(TRACE_ANY - JOB_ANY == 0 && TRACE_NOBODY - JOB_NOBODY == 0, "ranks");

/* Most events that are kept: 128 MiB, and about 1 GiB during the rerun. */
#define EVENTS_MOST	(1u << 22)

/* --- logging --- */

int rerun_open(struct rerun *rerun, const struct machine *machine, const uint32_t *node,
	       uint32_t places, uint64_t seed)
{
	rerun->machine = machine;
	rerun->node = node;
	rerun->seed = seed;
	return trace_new(places, EVENTS_MOST, &rerun->trace);
}

static void rerun_forget(struct rerun *rerun)
{
	trace_free(rerun->trace);
	rerun->trace = NULL;
}

void rerun_close(struct rerun *rerun)
{
	rerun_forget(rerun);
}

void rerun_rank(struct rerun *rerun, uint32_t rank, uint32_t ranks, bool again)
{
	if (ranks > rerun->ranks)
		rerun->ranks = ranks;
	if (again && rerun->trace)
		trace_revive(rerun->trace, rank);
}

static int event_kind(const struct job_record *record)
{
	switch (record->kind) {
	case JOB_MESSAGE:
		return TRACE_SEND;
	case JOB_PUT:
		return TRACE_PUT;
	case JOB_GET:
		return TRACE_GET;
	case JOB_RECEIVE:
		return TRACE_RECV;
	case JOB_WAIT:
		return TRACE_WAIT;
	case JOB_COMPUTE:
		return TRACE_CALC;
	default:
		return -EPROTO;
	}
}

int rerun_log(struct rerun *rerun, uint32_t rank, const struct job_record *record)
{
	int kind = event_kind(record), err;
	const struct trace_event event = {
		.kind = kind, .size = record->bytes, .peer = record->rank, .tag = record->tag,
		.channel = record->channel, .request = record->request,
		.thread = record->thread, .step = record->flags & JOB_STEP,
		.derived = record->flags & JOB_DERIVED,
	};

	if (kind < 0 || record->thread >= JOB_THREADS ||
	    record->flags & ~(JOB_ZERO | JOB_DERIVED | JOB_STEP))
		return -EPROTO;
	if (!rerun->trace)
		return 0;
	err = trace_add(rerun->trace, rank, &event, record->count);
	if (err == -EINVAL)
		return -EPROTO;
	if (err)
		rerun_forget(rerun);
	return 0;
}

/* --- the program --- */

static int program_write(const struct program *program, const char *path)
{
	struct outfile out;
	int err;

	err = outfile_open(&out, path);
	if (!err)
		err = outfile_close(&out, program_print(out.stream, program));
	return err ? complain_output(path, err) : 0;
}

static double mean_us(uint64_t cycles, uint32_t ranks)
{
	return cycles * US_PER_CYCLE / ranks;
}

static void time_print(const struct job *job, uint32_t ranks, const struct job_spent *sum)
{
	char busy[64], idle[64];

	snprintf(busy, sizeof(busy), "compute: %.6g us, calls: %.6g us",
		 mean_us(sum->compute, ranks), mean_us(sum->calls, ranks));
	snprintf(idle, sizeof(idle), "wait: %.6g us, wire: %.6g us", mean_us(sum->wait, ranks),
		 mean_us(sum->wire, ranks));
	complain("time of the job: %.8g us; of a rank, mean: %s, %s",
		 job_end(job) * US_PER_CYCLE, busy, idle);
}

static int report_time(const struct job *job, uint32_t ranks)
{
	struct job_spent *spent = calloc(ranks, sizeof(*spent)), sum = { 0 };
	int err = spent ? job_spend(job, spent) : -ENOMEM;

	for (uint32_t rank = 0; rank < ranks && !err; rank++) {
		sum.compute += spent[rank].compute;
		sum.calls += spent[rank].calls;
		sum.wait += spent[rank].wait;
		sum.wire += spent[rank].wire;
	}
	free(spent);
	if (err)
		return complain_error("what ranks did with their time", err);
	time_print(job, ranks, &sum);
	return 0;
}

/* If ranks report wrongly what they did, the rerun may not reach its end. */
static int ends_check(const struct job *job, uint32_t ranks)
{
	const struct program_op *op;
	uint32_t rank = job_waiting(job, 0, &op);
	int err = job_error(job);

	if (err)
		return complain_error("the rerun", err);
	if (job_failed(job))
		complain("the rerun: %ju requests have failed, because the machine broke",
			 (uintmax_t)job_failed(job));
	if (rank == ranks)
		return 0;
	complain("no time of the job: %s, rank %u would wait for ever",
		 job_failed(job) ? "after the losses" : "by the reports of ranks", rank);
	return EXIT_RUNTIME;
}

static int engine_run(struct rerun *rerun, const struct net_traffic *traffic, uint64_t bytes,
		      bool *interrupted)
{
	struct net_config config = engine_config(rerun->machine);
	struct engine engine;
	struct simulation simulation = { .engine = &engine, .until = NET_FOREVER, .bytes = bytes };
	int code, err;

	config.seed = rerun->seed;
	config.changes = rerun->changes;
	err = engine_event(&engine, rerun->machine, &config, traffic);
	code = err ? engine_failed(err) : simulate(&simulation);
	if (simulation.interrupted)
		complain("no time of the job: its rerun was ended at %.6g us",
			 engine.cycles * US_PER_CYCLE);
	rerun->cycles = engine.cycles;
	*interrupted = simulation.interrupted;
	engine_free(&engine);
	return code;
}

static int program_run(struct rerun *rerun, const struct program *program)
{
	struct net_traffic traffic;
	bool interrupted = false;
	struct job *job;
	int code, err;

	err = job_new(program, &rerun->machine->fabric, rerun->node, &mpi_cray, &job,
		      &traffic);
	if (err)
		return complain_error("the rerun", err);
	err = job_keep_times(job);
	code = err ? complain_error("the rerun", err) :
		     engine_run(rerun, &traffic, program_sum(program).bytes, &interrupted);
	if (!code && !interrupted)
		code = ends_check(job, program->ranks);
	if (!code && !interrupted)
		code = report_time(job, program->ranks);
	job_free(job);
	return interrupted ? EXIT_RUNTIME : code;
}

static void report_gaps(const struct trace_gaps *gaps)
{
	if (gaps->sends)
		complain("messages without a reported receive: %ju: received at once in the rerun",
			 (uintmax_t)gaps->sends);
	if (gaps->recvs)
		complain("receives without a reported message: %ju: left out of the rerun",
			 (uintmax_t)gaps->recvs);
}

static int not_written(const struct rerun *rerun, const char *why)
{
	complain("%s: not written: %s", rerun->path, why);
	return EXIT_OUTPUT;
}

static int without_trace(const struct rerun *rerun)
{
	complain("no time of the job: ranks did more than %u things", EVENTS_MOST);
	return rerun->path ? not_written(rerun, "it would be too large") : 0;
}

int rerun_run(struct rerun *rerun, bool write_only)
{
	struct trace_gaps gaps;
	struct program *program;
	int code = 0, err;

	if (!rerun->ranks)
		return rerun->path ? not_written(rerun, "no rank reported anything") : 0;
	if (!rerun->trace)
		return without_trace(rerun);
	err = trace_program(rerun->trace, rerun->ranks, &program, &gaps);
	rerun_forget(rerun);
	if (err)
		return complain_error("the rerun", err);
	report_gaps(&gaps);
	if (rerun->path)
		code = program_write(program, rerun->path);
	if (!code && !write_only)
		code = program_run(rerun, program);
	program_free(program);
	return code;
}
