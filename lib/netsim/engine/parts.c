// SPDX-License-Identifier: LGPL-2.1-or-later
/* Letters between the processes that simulate a network, and what these agree on. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "phases.h"

/*
 * A letter: this, then a struct note for each packet if there are any notes, a struct mail for each
 * packet, and a struct posted for each credit. An empty letter has no bytes.
 */
struct letter {
	uint32_t packets;
	uint32_t credits;
};

/* A credit for a chip. */
struct posted {
	uint32_t chip;
	uint32_t credit;
};

/* Where the parts of a letter are. */
struct layout {
	struct note *note;	/* NULL: there are none */
	struct mail *mail;
	struct posted *posted;
	size_t bytes;		/* of the letter */
};

static struct layout layout_of(const struct net *net, const void *text)
{
	const struct letter *letter = text;
	struct note *note = (struct note *)(letter + 1);
	struct mail *mail = (struct mail *)(note + (net->notes ? letter->packets : 0));
	struct posted *posted = (struct posted *)(mail + letter->packets);

	return (struct layout){
		.note = net->notes ? note : NULL, .mail = mail, .posted = posted,
		.bytes = (char *)(posted + letter->credits) - (char *)text,
	};
}

/* --- beginning and end --- */

/* Mark the processes that have a chip which one of ours has a link to. */
static void neighbours_mark(const struct net *net, const struct parts *parts, bool *marked)
{
	unsigned int chip, port, far;

	for (chip = net->first_chip; chip < net->end_chip; chip++) {
		for (port = 0; port < net->ports; port++) {
			far = topo_neighbour(net->topo, chip, port);
			if (far != TOPO_NONE)
				marked[net_partition_find(&parts->partition, parts->peers->count,
							  far)] = true;
		}
	}
	marked[parts->peers->number] = false;
}

static int neighbours_start(const struct net *net, struct parts *parts)
{
	unsigned int count = parts->peers->count, peer;
	bool *marked = calloc(count, sizeof(*marked));

	parts->neighbour = calloc(count, sizeof(*parts->neighbour));
	parts->letter = calloc(count, sizeof(*parts->letter));
	parts->draft = calloc(count, sizeof(*parts->draft));
	if (!marked || !parts->neighbour || !parts->letter || !parts->draft) {
		free(marked);
		return -ENOMEM;
	}
	neighbours_mark(net, parts, marked);
	for (peer = 0; peer < count; peer++) {
		if (!marked[peer])
			continue;
		parts->neighbour[peer] = parts->neighbours;
		parts->letter[parts->neighbours++].peer = peer;
	}
	free(marked);
	return 0;
}

int net_parts_start(struct net *net)
{
	const struct net_peers *peers = net->config.peers;
	struct parts *parts;

	net->end_chip = net->topo->chips;
	if (!peers || peers->count == 1)
		return 0;
	parts = calloc(1, sizeof(*parts));
	net->parts = parts;
	if (!parts)
		return -ENOMEM;
	parts->peers = peers;
	parts->work = 1;
	net_partition(net->config.fabric, peers->count, &parts->partition);
	net->first_chip = parts->partition.first[peers->number];
	net->end_chip = parts->partition.first[peers->number + 1];
	parts->reach = net->lookahead;
	if (!net->config.changes && parts->partition.reach != UINT_MAX)
		parts->reach = parts->partition.reach / net->lookahead * net->lookahead;
	return neighbours_start(net, parts);
}

int net_parts_worker(struct worker *worker)
{
	const struct parts *parts = worker->net->parts;

	if (!parts)
		return 0;
	worker->abroad = mailboxes_new(parts->neighbours + 1);
	return worker->abroad ? 0 : -ENOMEM;
}

void net_parts_worker_free(struct worker *worker)
{
	if (worker->abroad)
		mailboxes_free(worker->abroad, worker->net->parts->neighbours + 1);
}

void net_parts_free(struct net *net)
{
	struct parts *parts = net->parts;
	unsigned int i;

	if (!parts)
		return;
	for (i = 0; i < parts->neighbours; i++)
		free(parts->draft[i].text);
	free(parts->draft);
	free(parts->letter);
	free(parts->neighbour);
	toll_free(&parts->toll);
	free(parts);
}

/* --- writing --- */

/* Count what all workers send to a neighbour. */
static struct letter mail_count(const struct net *net, unsigned int neighbour)
{
	struct letter letter = { 0 };
	const struct mailbox *box;
	unsigned int i;
	size_t at;

	for (i = 0; i < net->threads; i++) {
		box = &net->workers[i].abroad[neighbour];
		for (at = 0; at < box->count; at++)
			letter.packets += !!box->mail[at].packet.phits;
		letter.credits += box->count;
	}
	letter.credits -= letter.packets;
	return letter;
}

/* Move a mailbox into a letter. Notes of packets go with them. */
static void mail_write(struct net *net, struct mailbox *box, struct layout *layout)
{
	const struct mail *mail = box->mail, *end = mail + box->count;

	for (; mail < end; mail++) {
		if (!mail->packet.phits) {
			*layout->posted++ = (struct posted){ mail->chip, mail->packet.cycle };
			continue;
		}
		if (layout->note)
			net_note_export(net, &mail->packet, layout->note++);
		*layout->mail++ = *mail;
	}
	box->count = 0;
}

/* Write the letter to a neighbour. Returns its bytes, or -ENOMEM. */
static int letter_write(struct net *net, unsigned int neighbour)
{
	struct parts *parts = net->parts;
	struct draft *draft = &parts->draft[neighbour];
	struct net_letter *letter = &parts->letter[neighbour];
	struct letter head = mail_count(net, neighbour);
	struct layout layout = layout_of(net, &head);
	unsigned int i;

	letter->sent_bytes = 0;
	if (!head.packets && !head.credits)
		return 0;
	if (draft_reserve(draft, layout.bytes))
		return -ENOMEM;
	letter->sent = draft->text;
	letter->sent_bytes = layout.bytes;
	memcpy(draft->text, &head, sizeof(head));
	layout = layout_of(net, draft->text);
	for (i = 0; i < net->threads; i++)
		mail_write(net, &net->workers[i].abroad[neighbour], &layout);
	parts->cost.letters++;
	parts->cost.bytes += letter->sent_bytes;
	return 0;
}

/* --- reading --- */

static void packets_read(struct worker *worker, const struct layout *layout, uint32_t count,
			 struct inbox *inboxes)
{
	const struct mail *mail = layout->mail;
	struct packet packet;
	uint32_t i;

	for (i = 0; i < count; i++, mail++) {
		if (net_is_foreign(worker, mail->chip))
			continue;
		packet = mail->packet;
		if (layout->note && net_note_import(worker, &packet, &layout->note[i])) {
			worker->store.lost = true;
			continue;
		}
		net_wake(worker, mail->chip, worker->net->cycle);
		*inbox_packet(&inboxes[mail->chip], &worker->store) = packet;
	}
}

static void credits_read(struct worker *worker, const struct posted *posted, uint32_t count,
			 struct inbox *inboxes)
{
	const struct posted *end = posted + count;

	for (; posted < end; posted++) {
		if (net_is_foreign(worker, posted->chip))
			continue;
		net_wake(worker, posted->chip, worker->net->cycle);
		inbox_credit(&inboxes[posted->chip], &worker->store, posted->credit);
	}
}

void net_parts_read(struct worker *worker)
{
	const struct net *net = worker->net;
	struct inbox *inboxes = net->inboxes[!(net->window & 1)];
	const struct parts *parts = net->parts;
	const struct letter *letter;
	struct layout layout;
	unsigned int i;

	for (i = 0; i < parts->neighbours; i++) {
		if (!parts->letter[i].received_bytes)
			continue;
		letter = parts->letter[i].received;
		layout = layout_of(net, letter);
		packets_read(worker, &layout, letter->packets, inboxes);
		credits_read(worker, layout.posted, letter->credits, inboxes);
	}
}

/* --- agreement --- */

/* Places of numbers in a vote. */
enum { MOST_HASTE, MOST_LAST, MOST_ERROR };	/* haste: NET_FOREVER minus the next cycle */
enum { SUM_WORK, SUM_LETTERS, SUM_TOLLS };

void net_parts_plan(struct net *net, uint64_t until)
{
	struct parts *parts = net->parts;

	if (net->cycle >= parts->border)
		parts->border = until - net->cycle < parts->reach ? until :
				net->cycle + parts->reach;
	net->end = cycle_min(net->end, parts->border);
}

static uint64_t error_vote(const struct net *net)
{
	unsigned int i;

	for (i = 0; i < net->threads; i++)
		if (net->workers[i].error)
			return (uint64_t)-net->workers[i].error << 32 | net->parts->peers->number;
	return 0;
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

static void parts_meet(struct parts *parts, struct net_vote *vote)
{
	uint64_t start = now_ns();

	parts->peers->exchange(parts->peers->context, parts->letter, parts->neighbours, vote);
	parts->cost.exchanges++;
	parts->cost.messages += parts->neighbours;
	parts->cost.waited += now_ns() - start;
	parts->fresh = true;
}

static void vote_take(struct net *net, const struct net_vote *vote)
{
	struct parts *parts = net->parts;
	uint64_t error = vote->most[MOST_ERROR];

	parts->next = NET_FOREVER - vote->most[MOST_HASTE];
	if (vote->sum[SUM_LETTERS])
		parts->next = cycle_min(parts->next, parts->border);
	parts->last = vote->most[MOST_LAST];
	parts->work = vote->sum[SUM_WORK];
	parts->tolls = vote->sum[SUM_TOLLS];
	if (error && !net->error) {
		net->error = -(int)(error >> 32);
		parts->failed = (uint32_t)error;
	}
}

bool net_parts_exchange(struct net *net, uint64_t *next, uint64_t *last)
{
	struct parts *parts = net->parts;
	struct net_vote vote = { .most = { NET_FOREVER - *next, *last } };
	unsigned int i;

	parts->fresh = false;
	if (net->changes)
		parts->border = net->end;
	if (net->end < parts->border && *next < parts->border)
		return false;
	for (i = 0; i < parts->neighbours; i++) {
		if (letter_write(net, i) && !net->workers[0].error)
			net->workers[0].error = -ENOMEM;
		vote.sum[SUM_LETTERS] += !!parts->letter[i].sent_bytes;
	}
	for (i = 0; i < net->threads; i++) {
		vote.sum[SUM_WORK] += net->workers[i].work;
		vote.sum[SUM_TOLLS] += net->workers[i].toll.failures;
		vote.sum[SUM_TOLLS] += net->workers[i].toll.losses;
	}
	vote.most[MOST_ERROR] = error_vote(net);
	parts_meet(parts, &vote);
	vote_take(net, &vote);
	net->end = parts->border;
	*next = parts->next;
	*last = parts->last;
	return true;
}

/* --- failures --- */

/* Append what all processes have of a list. Returns 0 or -ENOMEM. */
static int toll_gather(const struct net_peers *peers, struct toll *sum)
{
	struct failure *failure;
	struct loss *loss;
	size_t bytes, i;
	int err = 0;

	failure = peers->gather(peers->context, sum->failure,
				sum->failures * sizeof(*failure), true, &bytes);
	sum->failures = 0;
	for (i = 0; i < bytes / sizeof(*failure) && !err; i++)
		err = toll_add_failure(sum, &failure[i]);
	free(failure);
	loss = peers->gather(peers->context, sum->loss, sum->losses * sizeof(*loss), true, &bytes);
	sum->losses = 0;
	for (i = 0; i < bytes / sizeof(*loss) && !err; i++)
		err = toll_add_loss(sum, &loss[i]);
	free(loss);
	return err;
}

struct toll *net_parts_toll(struct net *net)
{
	struct toll *sum = &net->parts->toll;
	unsigned int i;

	sum->failures = 0;
	sum->losses = 0;
	if (!net->parts->tolls)
		return sum;
	for (i = 0; i < net->threads; i++)
		net_toll_move(net, sum, &net->workers[i].toll);
	if (toll_gather(net->parts->peers, sum) && !net->workers[0].error)
		net->workers[0].error = -ENOMEM;
	return sum;
}

/* --- results --- */

void net_part(const struct net *net, unsigned int *first, unsigned int *end)
{
	*first = net->first_chip;
	*end = net->end_chip;
}

unsigned int net_failed(const struct net *net)
{
	return net->parts ? net->parts->failed : 0;
}

void net_cost(const struct net *net, struct net_cost *cost)
{
	*cost = (struct net_cost){ 0 };
	if (!net->parts)
		return;
	*cost = net->parts->cost;
	cost->neighbours = net->parts->neighbours;
}

void net_totals_all(const struct net *net, struct net_totals *totals)
{
	const struct net_peers *peers = net->config.peers;
	struct net_vote vote;

	net_totals(net, totals);
	if (!net->parts)
		return;
	vote = (struct net_vote){
		.most = { totals->longest, totals->last },
		.sum = {
			totals->injected, totals->delivered, totals->lost, totals->failed,
			totals->hops, totals->retries, totals->latency, totals->bytes,
		},
	};
	peers->exchange(peers->context, NULL, 0, &vote);
	*totals = (struct net_totals){
		.cycle = totals->cycle, .last = vote.most[1], .longest = vote.most[0],
		.injected = vote.sum[0], .delivered = vote.sum[1], .lost = vote.sum[2],
		.failed = vote.sum[3], .hops = vote.sum[4], .retries = vote.sum[5],
		.latency = vote.sum[6], .bytes = vote.sum[7],
	};
}
