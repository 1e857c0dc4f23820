// SPDX-License-Identifier: LGPL-2.1-or-later
/* A job from beginning to end, and its interface to an engine. */
#include <errno.h>
#include <stdlib.h>

#include "netsim/job/state.h"
#include "netsim/packet.h"

/* --- what happens --- */

static void op_end(struct job *job, uint32_t op, uint64_t cycle)
{
	struct job_rank *rank = &job->rank[job_owner(job, op)];

	job->op[op].phase = JOB_ENDED;
	rank->left--;
	rank->end = cycle;
	job_wake(job, op, PROGRAM_END);
}

/*
 * Keep when an operation began or ended. What keeps a stream of execution busy may have no timer
 * for its start.
 */
static void times_note(struct job *job, const struct agenda_item *timer)
{
	bool calc = job->program->op[timer->what].kind == PROGRAM_CALC;
	struct job_times *times = &job->times[timer->what];

	if (timer->kind == JOB_START)
		times->begin = timer->time;
	else if (timer->kind == JOB_SUBMIT || calc)
		times->begin = timer->time - job_busy(job, timer->what);
	if (timer->kind == JOB_END)
		times->end = timer->time;
}

static void timer_happen(struct job *job, const struct agenda_item *timer)
{
	if (job->times)
		times_note(job, timer);
	switch (timer->kind) {
	case JOB_START:
		job_wake(job, timer->what, PROGRAM_START);
		if (job->program->op[timer->what].kind == PROGRAM_RECV)
			job_post(job, timer->what);
		break;
	case JOB_SUBMIT:
		if (job_is_direct(job, timer->what))
			job_direct_submit(job, timer->what);
		else
			job_submit(job, timer->what);
		break;
	default:
		op_end(job, timer->what, timer->time);
		break;
	}
}

/* --- as an engine sees it --- */

static bool traffic_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	return job_transfer(context, node, transfer);
}

static uint64_t traffic_step(void *context, unsigned int number, uint64_t cycle,
			     const struct net_notice *notice)
{
	struct job *job = context;
	struct job_chip *chip = &job->chip[number];
	struct agenda_item timer;

	chip->now = cycle;
	if (notice)
		job_notice(job, notice);
	while (agenda_first(&chip->timers) <= cycle) {
		timer = agenda_take(&chip->timers);
		timer_happen(job, &timer);
	}
	return agenda_first(&chip->timers);
}

/* --- beginning --- */

static void protocols_start(struct job *job)
{
	struct job_protocol protocol;
	unsigned int i, part;

	for (i = 1; i < JOB_PROTOCOLS; i++) {
		protocol = (struct job_protocol){ .parts = i % 4, .pulled = i / 4 * 2 };
		for (part = 1; part < protocol.parts && protocol.pulled; part++)
			if (!(protocol.pulled & 1u << part))
				protocol.data = part;
		protocol.last = protocol.parts - 1;
		if (protocol.pulled)
			protocol.last = protocol.data ? protocol.data : JOB_PARTS;
		job->protocol[i] = protocol;
	}
}

/* Find how a message travels, and how many packets its receiver has to see. */
static void send_start(struct job *job, uint32_t send)
{
	const struct job_protocol *protocol;
	struct mpi_part parts[MPI_PARTS];
	unsigned int count = job_parts(job, send, parts), pulled = 0, i;
	uint64_t packets = 0;

	for (i = 0; i < count; i++)
		pulled |= parts[i].pulled << i;
	job->op[send].way |= JOB_PROTOCOL(count, pulled);
	protocol = job_protocol_of(job, send);
	for (i = 0; i < count; i++)
		if (!parts[i].pulled || !protocol->data)
			packets += net_transactions(&parts[i].transfer);
	job->op[send].coming = job_count_of(packets);
}

static void ops_start(struct job *job)
{
	const struct program *program = job->program;
	const struct program_edges *after = &program->after;
	uint32_t rank, op, i;

	for (rank = 0; rank < program->ranks; rank++) {
		job->rank[rank].left = program->first[rank + 1] - program->first[rank];
		for (op = program->first[rank]; op < program->first[rank + 1]; op++) {
			job->op[op].way = JOB_WAY(0, program->op[op].routing);
			for (i = after->first[op]; i < after->first[op + 1]; i++)
				job_count_up(&job->op[program_edge_op(after->to[i])].left);
			if (program->op[op].kind == PROGRAM_SEND)
				send_start(job, op);
		}
	}
}

/* Streams of execution of all ranks, rank by rank. */
static int cpus_start(struct job *job)
{
	const struct program *program = job->program;
	uint64_t cpus = 0;
	uint32_t rank, op;

	for (rank = 0; rank < program->ranks; rank++) {
		uint32_t most = 0;

		for (op = program->first[rank]; op < program->first[rank + 1]; op++)
			if (program->op[op].cpu > most)
				most = program->op[op].cpu;
		job->rank[rank].cpus = cpus;
		cpus += most + 1;
	}
	if (cpus > UINT32_MAX)
		return -EINVAL;
	job->cpu = calloc(cpus, sizeof(*job->cpu));
	return job->cpu ? 0 : -ENOMEM;
}

static int arrays_start(struct job *job)
{
	size_t ops = job->program->ops + (size_t)1;

	job->op = calloc(ops, sizeof(*job->op));
	job->rank = calloc(job->program->ranks, sizeof(*job->rank));
	job->chip = calloc(job->topo->chips, sizeof(*job->chip));
	job->nic = calloc(topo_nodes(job->topo), sizeof(*job->nic));
	job->ready = calloc(job->topo->chips, sizeof(*job->ready));
	if (!job->op || !job->rank || !job->chip || !job->nic || !job->ready)
		return -ENOMEM;
	return 0;
}

static int ranks_place(struct job *job, const uint32_t *place)
{
	uint32_t rank;

	for (rank = 0; rank < job->program->ranks; rank++) {
		if (place[rank] >= topo_nodes(job->topo))
			return -EINVAL;
		job->rank[rank].node = place[rank];
		job->rank[rank].chip = topo_node_chip(job->topo, place[rank]);
	}
	return 0;
}

/* Begin all operations that wait for nothing. */
static void ops_begin(struct job *job)
{
	uint32_t op;

	for (op = 0; op < job->program->ops; op++)
		if (!job_count(job->op[op].left))
			job_ready(job, op);
}

static int job_start(struct job *job, const uint32_t *place)
{
	int err = arrays_start(job);

	if (!err)
		err = ranks_place(job, place);
	if (!err)
		err = cpus_start(job);
	if (!err)
		err = matching_new(&job->matching, job->program);
	if (err)
		return err;
	protocols_start(job);
	ops_start(job);
	ops_begin(job);
	return job_error(job);
}

int job_new(const struct program *program, const struct net_fabric *fabric,
	    const uint32_t *place, const struct mpi *mpi, struct job **result,
	    struct net_traffic *traffic)
{
	struct job *job;
	int err;

	if (program->ops > UINT32_MAX / JOB_PARTS || mpi->header > NET_PAYLOAD)
		return -EINVAL;
	job = calloc(1, sizeof(*job));
	if (!job)
		return -ENOMEM;
	*job = (struct job){
		.program = program, .topo = &fabric->topo, .host = fabric->host.rate, .mpi = mpi,
	};
	err = job_start(job, place);
	if (err) {
		job_free(job);
		return err;
	}
	*traffic = (struct net_traffic){
		.next = traffic_next, .step = traffic_step, .context = job,
		.ready = job->ready,
		.requests = 1 << NET_PUT | 1 << NET_GET | 1 << NET_AMO,
	};
	*result = job;
	return 0;
}

int job_keep_times(struct job *job)
{
	job->times = calloc(job->program->ops + (size_t)1, sizeof(*job->times));
	return job->times ? 0 : -ENOMEM;
}

void job_route(struct job *job, const struct job_router *router)
{
	job->router = *router;
}

/* --- end --- */

void job_free(struct job *job)
{
	uint32_t i;

	if (!job)
		return;
	for (i = 0; job->chip && i < job->topo->chips; i++)
		agenda_free(&job->chip[i].timers);
	for (i = 0; job->nic && i < topo_nodes(job->topo); i++)
		free(job->nic[i].queue.transfer);
	free(job->op);
	free(job->times);
	matching_free(&job->matching);
	free(job->cpu);
	free(job->rank);
	free(job->chip);
	free(job->nic);
	free(job->ready);
	free(job);
}

int job_error(const struct job *job)
{
	unsigned int chip;

	for (chip = 0; chip < job->topo->chips; chip++)
		if (job->chip[chip].error)
			return job->chip[chip].error;
	return 0;
}

bool job_truncated(const struct job *job, uint32_t *number, struct job_truncation *truncation)
{
	const struct program_op *op = job->program->op;
	uint32_t send, recv;

	for (send = *number; send < job->program->ops; send++) {
		recv = op[send].kind == PROGRAM_SEND ? job_receiver(job, send) : 0;
		if (!recv || op[send].size <= op[recv - 1].size)
			continue;
		*truncation = (struct job_truncation){
			.from = job_owner(job, send), .to = op[send].peer,
			.send = &op[send], .recv = &op[recv - 1],
		};
		*number = send + 1;
		return true;
	}
	return false;
}

uint64_t job_failed(const struct job *job)
{
	uint64_t failed = 0;
	unsigned int chip;

	for (chip = 0; chip < job->topo->chips; chip++)
		failed += job->chip[chip].failed;
	return failed;
}

uint32_t job_rank_of(const struct job *job, uint32_t id)
{
	return job_owner(job, id / JOB_PARTS);
}

uint64_t job_end_of(const struct job *job, uint32_t rank, uint32_t ranks)
{
	uint64_t last = 0;
	uint32_t i;

	for (i = rank; i < rank + ranks; i++)
		if (job->rank[i].end > last)
			last = job->rank[i].end;
	return last;
}

uint64_t job_end(const struct job *job)
{
	return job_end_of(job, 0, job->program->ranks);
}

bool job_is_idle(const struct job *job)
{
	uint32_t nodes = topo_nodes(job->topo), node;
	unsigned int chip;

	for (chip = 0; chip < job->topo->chips; chip++)
		if (job->chip[chip].timers.count || job->chip[chip].under_way)
			return false;
	for (node = 0; node < nodes; node++)
		if (job->nic[node].queue.count)
			return false;
	return true;
}

uint32_t job_waiting(const struct job *job, uint32_t rank, const struct program_op **op)
{
	const struct program *program = job->program;
	uint32_t i, first = UINT32_MAX;

	while (rank < program->ranks && !job->rank[rank].left)
		rank++;
	if (rank == program->ranks)
		return rank;
	for (i = program->first[rank]; i < program->first[rank + 1]; i++) {
		if (job->op[i].phase == JOB_BEGUN)
			break;
		if (job->op[i].phase == JOB_BLOCKED && first == UINT32_MAX)
			first = i;
	}
	*op = &program->op[i < program->first[rank + 1] ? i : first];
	return rank;
}
