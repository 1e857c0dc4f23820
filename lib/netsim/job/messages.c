// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Messages between ranks: what is sent when, and which receive gets which message.
 */
#include "netsim/job/state.h"

/* --- transfers of a node --- */

/* Let a rank's node issue a part of a message, once. */
static void part_issue(struct job *job, uint32_t rank, uint32_t send, unsigned int part)
{
	struct job_list *queue = &job->queue[job->rank[rank].node];
	uint32_t id = JOB_PARTS * send + part;

	if (queue->first)
		job->issue[queue->last - 1] = 1 + id;
	else
		queue->first = 1 + id;
	queue->last = 1 + id;
}

bool job_transfer(struct job *job, uint32_t node, struct net_transfer *transfer)
{
	struct job_list *queue = &job->queue[node];
	struct job_shape shape;
	uint32_t send, id;
	unsigned int part;

	if (!queue->first)
		return false;
	id = queue->first - 1;
	queue->first = job->issue[id];
	send = id / JOB_PARTS;
	part = id % JOB_PARTS;
	shape = job_shape(job, send);
	*transfer = shape.part[part].transfer;
	transfer->id = id;
	transfer->cycle = job->chip[topo_node_chip(job->topo, node)].now;
	transfer->node = shape.part[part].pulled ?
			 job->rank[job->owner[send]].node :
			 job->rank[job->program->op[send].peer].node;
	return true;
}

/* --- lists --- */

static void posted_add(struct job *job, struct job_list *list, uint32_t recv)
{
	job->op[recv].next = 0;
	if (list->first)
		job->op[list->last - 1].next = 1 + recv;
	else
		list->first = 1 + recv;
	list->last = 1 + recv;
}

static void message_add(struct job *job, struct job_list *list, uint32_t send)
{
	job->message[send].next = 0;
	if (list->first)
		job->message[list->last - 1].next = 1 + send;
	else
		list->first = 1 + send;
	list->last = 1 + send;
}

/* Take the message behind @before, or the first one, out of a list. */
static void message_remove(struct job *job, struct job_list *list, uint32_t before, uint32_t send)
{
	if (before)
		job->message[before - 1].next = job->message[send].next;
	else
		list->first = job->message[send].next;
	if (list->last == 1 + send)
		list->last = before;
}

static bool fits(const struct job *job, uint32_t recv, uint32_t send)
{
	const struct program_op *wanted = &job->program->op[recv], *sent = &job->program->op[send];

	return (wanted->peer == PROGRAM_ANY || wanted->peer == job->owner[send]) &&
	       (wanted->tag == PROGRAM_ANY || wanted->tag == sent->tag);
}

/* --- matching --- */

static void match(struct job *job, uint32_t recv, uint32_t send)
{
	struct job_shape shape = job_shape(job, send);
	unsigned int i;

	job->op[recv].match = 1 + send;
	job->message[send].match = 1 + recv;
	if (!job->message[send].left) {
		job_receive(job, recv);
		return;
	}
	for (i = 0; i < shape.count; i++)
		if (shape.part[i].pulled)
			part_issue(job, job->owner[recv], send, i);
}

void job_post(struct job *job, uint32_t recv)
{
	struct job_rank *rank = &job->rank[job->owner[recv]];
	uint32_t next = rank->unexpected.first, before = 0;

	for (; next; before = next, next = job->message[next - 1].next) {
		if (!fits(job, recv, next - 1))
			continue;
		message_remove(job, &rank->unexpected, before, next - 1);
		match(job, recv, next - 1);
		return;
	}
	posted_add(job, &rank->posted, recv);
}

/* A header is taken in its turn: the first receive that it fits gets it. */
static void header_take(struct job *job, uint32_t send)
{
	struct job_rank *rank = &job->rank[job->program->op[send].peer];
	uint32_t *place = &rank->posted.first, before = 0, recv;

	for (; *place; before = *place, place = &job->op[before - 1].next) {
		recv = *place - 1;
		if (!fits(job, recv, send))
			continue;
		*place = job->op[recv].next;
		if (rank->posted.last == 1 + recv)
			rank->posted.last = before;
		match(job, recv, send);
		return;
	}
	message_add(job, &rank->unexpected, send);
}

/* The header that is next in its pair's order, if it came early; 0: it did not. */
static uint32_t early_take(struct job *job, struct job_pair *pair)
{
	uint32_t next = pair->early.first, before = 0;

	for (; next; before = next, next = job->message[next - 1].next) {
		if (job->sequence[next - 1] != pair->came)
			continue;
		message_remove(job, &pair->early, before, next - 1);
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
		message_add(job, &pair->early, send);
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
	struct job_shape shape;
	unsigned int i;

	job->sequence[send] = job->pairs[job->pair[send]].sent++;
	if (job->rank[rank].node == job->rank[peer].node) {
		job->message[send].left = 0;
		job_timer_set(chip, chip->now, send, JOB_END);
		header_arrive(job, send);
		return;
	}
	shape = job_shape(job, send);
	for (i = 0; i < shape.count; i++)
		if (!i || !shape.pulled)
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
	struct job_shape shape = job_shape(job, send);
	bool pulled = shape.part[part].pulled;

	switch (notice->event) {
	case NET_SENT:
		if (shape.pulled ? shape.data && part == shape.data : part == shape.count - 1)
			sender_end(job, send);
		break;
	case NET_ANSWERED:
		if (pulled && !shape.data && !--job->op[send].left)
			sender_end(job, send);
		break;
	case NET_ARRIVED:
		if (pulled)
			sender_continue(job, send, shape.data);
		else
			packet_count(job, send, !part);
		break;
	default:
		if (pulled && !shape.data)
			packet_count(job, send, false);
		break;
	}
}
