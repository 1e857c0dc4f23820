// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Messages between ranks: what is sent when.
 */
#include "netsim/job/state.h"
#include "netsim/packet.h"

/* --- lists --- */

static void job_list_add(struct job_list *list, uint32_t *next, uint32_t number)
{
	next[number] = 0;
	if (list->first)
		next[list->last - 1] = 1 + number;
	else
		list->first = 1 + number;
	list->last = 1 + number;
}

/* Take a number out of a list; @before: 1 + the number before it, or 0. */
static void job_list_remove(struct job_list *list, uint32_t *next, uint32_t before, uint32_t number)
{
	if (before)
		next[before - 1] = next[number];
	else
		list->first = next[number];
	if (list->last == 1 + number)
		list->last = before;
}

/* --- transfers of a node --- */

/* Let a rank's node issue a part of a message, once. */
static void part_issue(struct job *job, uint32_t rank, uint32_t send, unsigned int part)
{
	job_list_add(&job->queue[job->rank[rank].node], job->issue, JOB_PARTS * send + part);
}

bool job_transfer(struct job *job, uint32_t node, struct net_transfer *transfer)
{
	struct job_chip *chip = &job->chip[topo_node_chip(job->topo, node)];
	struct job_list *queue = &job->queue[node];
	struct mpi_part parts[MPI_PARTS];
	uint32_t send, id;
	unsigned int part;

	if (!queue->first)
		return false;
	id = queue->first - 1;
	job_list_remove(queue, job->issue, 0, id);
	send = id / JOB_PARTS;
	part = id % JOB_PARTS;
	job_parts(job, send, parts);
	*transfer = parts[part].transfer;
	transfer->id = id;
	transfer->cycle = chip->now;
	chip->under_way += net_transactions(transfer);
	transfer->node = parts[part].pulled ?
			 job->rank[job->owner[send]].node :
			 job->rank[job->program->op[send].peer].node;
	return true;
}

/* --- headers --- */

/* A receive and a message have found each other. */
static void match(struct job *job, uint32_t recv, uint32_t send)
{
	struct job_way way = job->way[send];
	unsigned int i;

	if (!job->message[send].left) {
		job_receive(job, recv);
		return;
	}
	for (i = 0; i < way.parts; i++)
		if (way.pulled & 1u << i)
			part_issue(job, job->owner[recv], send, i);
}

void job_post(struct job *job, uint32_t recv)
{
	uint32_t send = job_match_post(job, recv);

	if (send)
		match(job, recv, send - 1);
}

static void header_take(struct job *job, uint32_t send)
{
	uint32_t recv = job_match_take(job, send);

	if (recv)
		match(job, recv - 1, send);
}

/* The header that is next in its pair's order, if it came early; 0: it did not. */
static uint32_t early_take(struct job *job, struct job_pair *pair)
{
	uint32_t next = pair->early.first, before = 0;

	for (; next; before = next, next = job->next[next - 1]) {
		if (job->sequence[next - 1] != pair->came)
			continue;
		job_list_remove(&pair->early, job->next, before, next - 1);
		return next;
	}
	return 0;
}

/* Headers may overtake each other on the way; they are taken in the order of sending. */
static void header_arrive(struct job *job, uint32_t send)
{
	struct job_pair *pair = &job->pairs[job->pair[send]];
	uint32_t next = 1 + send;

	if (job->sequence[send] != pair->came) {
		job_list_add(&pair->early, job->next, send);
		return;
	}
	for (; next; next = early_take(job, pair)) {
		pair->came++;
		header_take(job, next - 1);
	}
}

/* --- messages under way --- */

void job_submit(struct job *job, uint32_t send)
{
	uint32_t rank = job->owner[send], peer = job->program->op[send].peer;
	struct job_chip *chip = job_chip_of(job, rank);
	struct job_way way = job->way[send];
	unsigned int i;

	job->sequence[send] = job->pairs[job->pair[send]].sent++;
	if (job->rank[rank].node == job->rank[peer].node) {
		job->message[send].left = 0;
		job_timer_set(chip, chip->now, send, JOB_END);
		header_arrive(job, send);
		return;
	}
	for (i = 0; i < way.parts; i++)
		if (!i || !way.pulled)
			part_issue(job, rank, send, i);
}

/* A packet that the receiver counts has come. */
static void packet_count(struct job *job, uint32_t send, bool header)
{
	struct job_message *message = &job->message[send];

	message->left--;
	if (header)
		header_arrive(job, send);
	else if (!message->left && message->match)
		job_receive(job, message->match - 1);
}

/* The receiver asks for the data: its first request lets the sender go on. */
static void sender_continue(struct job *job, uint32_t send, unsigned int data)
{
	if (!data || !job->op[send].left)
		return;
	job->op[send].left = 0;
	part_issue(job, job->owner[send], send, data);
}

/* In this cycle NICs have injected already: what follows begins in the next one. */
static void sender_end(struct job *job, uint32_t send)
{
	struct job_chip *chip = job_chip_of(job, job->owner[send]);

	job_timer_set(chip, chip->now + 1, send, JOB_END);
}

void job_notice(struct job *job, const struct net_notice *notice)
{
	uint32_t send = notice->id / JOB_PARTS;
	unsigned int part = notice->id % JOB_PARTS;
	struct job_way way = job->way[send];
	bool pulled = way.pulled & 1u << part;

	switch (notice->event) {
	case NET_SENT:
		if (part == way.last)
			sender_end(job, send);
		break;
	case NET_ANSWERED:
		if (pulled && !way.data && !--job->op[send].left)
			sender_end(job, send);
		break;
	case NET_ARRIVED:
		if (pulled)
			sender_continue(job, send, way.data);
		else
			packet_count(job, send, !part);
		break;
	case NET_FAILED:
		job->chip[topo_node_chip(job->topo, notice->node)].failed++;
		job->chip[topo_node_chip(job->topo, notice->node)].under_way--;
		break;
	default:
		job->chip[topo_node_chip(job->topo, notice->node)].under_way--;
		if (pulled && !way.data)
			packet_count(job, send, false);
		break;
	}
}
