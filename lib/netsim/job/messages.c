// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "netsim/job/state.h"
#include "netsim/packet.h"

/* --- operations --- */

/*
 * Operations of a rank: when they begin, how long they keep a stream of execution busy, and what
 * waits for them.
 */

/* Convert ns to router cycles of 1.25 ns, rounded up. */
static uint64_t cycles_of(uint64_t ns)
{
	return ns / 5 * 4 + (ns % 5 * 4 + 4) / 5;
}

/* Keep a stream of execution busy, once it is free; returns the cycle in which that begins. */
static uint64_t cpu_take(struct job *job, uint32_t op, uint64_t cycles)
{
	uint32_t rank = job_owner(job, op);
	uint64_t *cpu = &job->cpu[job->rank[rank].cpus + job->program->op[op].cpu];
	uint64_t now = job_chip_of(job, rank)->now, start = *cpu > now ? *cpu : now;

	*cpu = start + cycles;
	return start;
}

void job_wake(struct job *job, uint32_t op, enum program_wait wait)
{
	const struct program_edges *after = &job->program->after;
	uint32_t i, next;

	for (i = after->first[op]; i < after->first[op + 1]; i++) {
		next = program_edge_op(after->to[i]);
		if (program_edge_wait(after->to[i]) == wait &&
		    !job_count_down(&job->op[next].left))
			job_ready(job, next);
	}
}

/* Whether operations wait for the start of an operation: they are the last ones in its list. */
static bool start_is_awaited(const struct program_edges *after, uint32_t op)
{
	uint32_t first = after->first[op], end = after->first[op + 1];

	return first < end && program_edge_wait(after->to[end - 1]) == PROGRAM_START;
}

uint64_t job_busy(const struct job *job, uint32_t op)
{
	const struct program_op *what = &job->program->op[op];

	switch (what->kind) {
	case PROGRAM_SEND:
		return JOB_SEND;
	case PROGRAM_RECV:
		return JOB_RECV;
	case PROGRAM_CALC:
		return cycles_of(what->size);
	default:
		return JOB_AMO;
	}
}

/* Begin an operation that does not wait for others, and continue it once it has kept a cpu busy. */
static void busy_begin(struct job *job, uint32_t op, enum job_timer_kind then)
{
	struct job_chip *chip = job_op_chip(job, op);
	uint64_t cycles = job_busy(job, op), start = cpu_take(job, op, cycles);

	if (start_is_awaited(&job->program->after, op))
		job_timer_set(chip, start, op, JOB_START);
	job_timer_set(chip, start + cycles, op, then);
}

void job_ready(struct job *job, uint32_t op)
{
	struct job_chip *chip;

	job->op[op].phase = JOB_BEGUN;
	switch (job->program->op[op].kind) {
	case PROGRAM_RECV:
		chip = job_op_chip(job, op);
		job_timer_set(chip, chip->now, op, JOB_START);
		break;
	case PROGRAM_CALC:
		busy_begin(job, op, JOB_END);
		break;
	default:
		busy_begin(job, op, JOB_SUBMIT);
		break;
	}
}

void job_receive(struct job *job, uint32_t recv)
{
	uint64_t start = cpu_take(job, recv, JOB_RECV);

	job_timer_set(job_op_chip(job, recv), start + JOB_RECV, recv, JOB_END);
}

/* --- messages --- */

/* Messages between ranks, atomic operations, puts and gets: what is sent when. */

/* --- transfers of a node --- */

/* Let a rank's node issue a part of a message, once. */
static void part_issue(struct job *job, uint32_t rank, uint32_t send, unsigned int part)
{
	uint32_t node = job->rank[rank].node;
	int err = job_queue_add(&job->nic[node].queue, JOB_PARTS * send + part);

	job->ready[topo_node_chip(job->topo, node)] |= 1u << topo_node_nic(job->topo, node);
	if (err)
		job_chip_of(job, rank)->error = err;
}

/* Return the requests of an atomic operation, a put or a get. */
static struct net_transfer direct_transfer(const struct job *job, uint32_t op, uint32_t to)
{
	static const enum net_op ops[PROGRAM_OP_KINDS] = {
		[PROGRAM_AMO] = NET_AMO, [PROGRAM_PUT] = NET_PUT, [PROGRAM_GET] = NET_GET,
	};
	const struct program_op *what = &job->program->op[op];

	return (struct net_transfer){
		.op = ops[what->kind], .bytes = what->size, .node = to,
		.routing = job_routing_of(job, op),
		.bte = what->kind != PROGRAM_AMO && mpi_bte(job->mpi, what->size),
	};
}

/* Return all of a part, with the node at its other end. */
static struct net_transfer part_transfer(const struct job *job, uint32_t send, unsigned int part)
{
	uint32_t from = job->rank[job_owner(job, send)].node;
	uint32_t to = job->rank[job->program->op[send].peer].node;
	struct mpi_part parts[MPI_PARTS] = { 0 };
	struct net_transfer transfer;

	if (job_is_direct(job, send))
		return direct_transfer(job, send, to);
	job_parts(job, send, parts);
	transfer = parts[part == JOB_CLEAR ? 0 : part].transfer;
	transfer.routing = job_routing_of(job, send);
	transfer.node = part == JOB_CLEAR || parts[part].pulled ? from : to;
	return transfer;
}

/* Return for how many parts of a cycle the host interface is busy with a packet. */
static uint64_t host_takes(const struct job *job, uint32_t send, unsigned int part,
			   const struct net_transfer *transfer)
{
	bool block = part ? part == job_protocol_of(job, send)->data
			  : job_is_direct(job, send) && transfer->bte;
	uint64_t bytes = transfer->bytes;

	return job->host.ps * ((block ? JOB_BTE : JOB_FMA) + bytes);
}

bool job_transfer(struct job *job, uint32_t node, struct net_transfer *transfer)
{
	struct job_nic *nic = &job->nic[node];
	struct job_chip *chip;
	uint64_t packets;
	uint32_t id;

	if (!nic->queue.count || nic->outstanding == JOB_OUTSTANDING)
		return false;
	chip = &job->chip[topo_node_chip(job->topo, node)];
	id = nic->queue.transfer[nic->queue.first];
	*transfer = part_transfer(job, id / JOB_PARTS, id % JOB_PARTS);
	packets = net_transactions(transfer);
	transfer->bytes -= NET_PAYLOAD * nic->gone;
	if (transfer->bytes > NET_PAYLOAD)
		transfer->bytes = NET_PAYLOAD;
	transfer->id = id;
	transfer->rest = nic->gone;
	transfer->cycle = nic->free > chip->now ? nic->free : chip->now;
	nic->takes = 0;
	if (!job->mpi->instant)
		nic->takes = host_takes(job, id / JOB_PARTS, id % JOB_PARTS, transfer);
	nic->outstanding++;
	chip->under_way++;
	if (++nic->gone == packets) {
		nic->gone = 0;
		job_queue_take(&nic->queue);
	}
	if (!nic->queue.count)
		job->ready[topo_node_chip(job->topo, node)] ^= 1u << topo_node_nic(job->topo, node);
	return true;
}

/*
 * A packet has left the NIC, or has failed there; returns whether it was the last of its transfer.
 */
static bool packet_gone(struct job *job, uint32_t node)
{
	uint64_t now = job->chip[topo_node_chip(job->topo, node)].now;
	uint64_t cycle = NET_CYCLE_PS * job->host.bytes;
	struct job_nic *nic = &job->nic[node];

	if (nic->free < now) {
		nic->free = now;
		nic->part = 0;
	}
	nic->part += nic->takes;
	nic->free += nic->part / cycle;
	nic->part %= cycle;
	return !nic->gone;
}

/* A response has come, or none will. */
static void packet_back(struct job *job, uint32_t node)
{
	job->nic[node].outstanding--;
	job->chip[topo_node_chip(job->topo, node)].under_way--;
}

/* --- headers --- */

/* A receive and a message have found each other. */
static void match(struct job *job, uint32_t recv, uint32_t send)
{
	struct job_protocol protocol = *job_protocol_of(job, send);
	unsigned int i;

	if (!job_count(job->op[send].coming)) {
		job_receive(job, recv);
		return;
	}
	if (protocol.data)
		part_issue(job, job_owner(job, recv), send, JOB_CLEAR);
	for (i = 0; i < protocol.parts; i++)
		if (protocol.pulled & 1u << i)
			part_issue(job, job_owner(job, recv), send, i);
}

void job_post(struct job *job, uint32_t recv)
{
	uint32_t send = matching_post(&job->matching, recv);

	if (send)
		match(job, recv, send - 1);
}

static void header_take(struct job *job, uint32_t send)
{
	uint32_t recv = matching_take(&job->matching, send);

	if (recv)
		match(job, recv - 1, send);
}

/* Headers may overtake each other on the way; they are taken in the order of sending. */
static void header_arrive(struct job *job, uint32_t send)
{
	uint32_t next = matching_came(&job->matching, send);

	for (; next; next = matching_early(&job->matching, next - 1))
		header_take(job, next - 1);
}

/* --- messages under way --- */

/* Choose the routing of a message, a put or a get, unless its operation names one. */
static void message_route(struct job *job, uint32_t number)
{
	const struct program_op *op = &job->program->op[number];
	uint32_t rank = job_owner(job, number);
	const struct job_choice choice = {
		.rank = rank, .node = job->rank[rank].node, .peer = op->peer, .bytes = op->size,
		.alltoall = op->alltoall,
		.pulled = job_protocol_of(job, number)->pulled || op->kind == PROGRAM_GET,
		.cycle = job_chip_of(job, rank)->now,
	};
	uint64_t busy = 0;

	if (!job->router.choose || op->routing)
		return;
	job->op[number].way |= JOB_WAY(0, job->router.choose(job->router.context, &choice, &busy));
	if (busy)
		cpu_take(job, number, busy);
}

/* Count the responses to what the receiver fetches, which the sender has to see leave. */
static uint64_t responses_of(const struct job *job, uint32_t send)
{
	struct mpi_part parts[MPI_PARTS];
	unsigned int count = job_parts(job, send, parts), i;
	uint64_t packets = 0;

	for (i = 0; i < count; i++)
		if (parts[i].pulled)
			packets += net_transactions(&parts[i].transfer);
	return packets;
}

void job_submit(struct job *job, uint32_t send)
{
	uint32_t rank = job_owner(job, send), peer = job->program->op[send].peer;
	struct job_chip *chip = job_chip_of(job, rank);
	struct job_protocol protocol = *job_protocol_of(job, send);
	unsigned int i;

	matching_sent(&job->matching, send);
	if (job->rank[rank].node == job->rank[peer].node) {
		job->op[send].coming = job_count_of(0);
		job_timer_set(chip, chip->now, send, JOB_END);
		header_arrive(job, send);
		return;
	}
	message_route(job, send);
	if (protocol.last == JOB_PARTS)
		job->op[send].left = job_count_of(responses_of(job, send));
	for (i = 0; i < protocol.parts; i++)
		if (!i || !protocol.pulled)
			part_issue(job, rank, send, i);
}

/* A packet that the receiver counts has come. */
static void packet_count(struct job *job, uint32_t send, bool header)
{
	uint64_t left = job_count_down(&job->op[send].coming);

	if (header)
		header_arrive(job, send);
	else if (!left && job_receiver(job, send))
		job_receive(job, job_receiver(job, send) - 1);
}

/* In this cycle NICs have injected already: what follows begins in the next one. */
static void sender_end(struct job *job, uint32_t send)
{
	struct job_chip *chip = job_op_chip(job, send);

	job_timer_set(chip, chip->now + 1, send, JOB_END);
}

static void packet_failed(struct job *job, uint32_t node)
{
	job->chip[topo_node_chip(job->topo, node)].failed++;
	packet_back(job, node);
}

/* --- atomic operations, puts and gets: one transfer each, whose part is 0 --- */

void job_direct_submit(struct job *job, uint32_t op)
{
	uint32_t rank = job_owner(job, op), peer = job->program->op[op].peer;
	struct job_chip *chip = job_chip_of(job, rank);
	struct net_transfer transfer;

	if (job->rank[rank].node == job->rank[peer].node) {
		job_timer_set(chip, chip->now, op, JOB_END);
		return;
	}
	if (job->program->op[op].kind != PROGRAM_AMO)
		message_route(job, op);
	transfer = part_transfer(job, op, 0);
	job->op[op].left = job_count_of(net_transactions(&transfer));
	part_issue(job, rank, op, 0);
}

static void direct_notice(struct job *job, const struct net_notice *notice)
{
	uint32_t op = notice->id / JOB_PARTS;
	struct job_chip *chip = job_op_chip(job, op);

	switch (notice->event) {
	case NET_SENT:
		packet_gone(job, notice->node);
		break;
	case NET_RETURNED:
		packet_back(job, notice->node);
		if (!job_count_down(&job->op[op].left))
			job_timer_set(chip, chip->now, op, JOB_END);
		break;
	case NET_FAILED:
		packet_failed(job, notice->node);
		break;
	default:
		break;
	}
}

/* --- notices of an engine --- */

static void message_notice(struct job *job, const struct net_notice *notice)
{
	uint32_t send = notice->id / JOB_PARTS;
	unsigned int part = notice->id % JOB_PARTS;
	struct job_protocol protocol = *job_protocol_of(job, send);
	bool pulled = protocol.pulled & 1u << part;

	switch (notice->event) {
	case NET_SENT:
		if (packet_gone(job, notice->node) && part == protocol.last)
			sender_end(job, send);
		break;
	case NET_ANSWERED:
		if (pulled && !protocol.data && !job_count_down(&job->op[send].left))
			sender_end(job, send);
		break;
	case NET_ARRIVED:
		if (part == JOB_CLEAR)
			part_issue(job, job_owner(job, send), send, protocol.data);
		else if (!pulled)
			packet_count(job, send, !part);
		break;
	case NET_FAILED:
		packet_failed(job, notice->node);
		break;
	default:
		packet_back(job, notice->node);
		if (pulled && !protocol.data)
			packet_count(job, send, false);
		break;
	}
}

void job_notice(struct job *job, const struct net_notice *notice)
{
	if (job_is_direct(job, notice->id / JOB_PARTS))
		direct_notice(job, notice);
	else
		message_notice(job, notice);
}
