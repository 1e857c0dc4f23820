// SPDX-License-Identifier: LGPL-2.1-or-later
/* Which messages belong to which receives. */
#include <errno.h>
#include <stdlib.h>

#include "state.h"

/* A message, or a receive: half of what belongs together. */
struct half {
	uint64_t channel;
	uint32_t from;	/* sender; TRACE_ANY: unknown; TRACE_NOBODY: the receive was cancelled */
	uint32_t to;	/* receiver */
	uint32_t tag;
	uint32_t event;	/* number of the event, counted over all ranks */
	bool derived;	/* it stands for a part of a collective operation */
};

/* Messages, or receives. */
struct halves {
	struct half *half;
	size_t count;
};

/* A receive that is a request. */
struct asked {
	uint32_t request;
	size_t half;	/* index of the receive */
};

/* Matching in progress. */
struct pairing {
	const struct trace *trace;
	struct trace_match *match;	/* the result */
	struct halves sends;		/* messages */
	struct halves recvs;		/* receives */
	struct asked *asked;		/* of the rank whose events are being read */
	size_t askeds;
};

static int ascending(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* Compare what two halves must have in common to belong together. */
static int half_compare_keys(const struct half *a, const struct half *b)
{
	int is = ascending(a->from, b->from);

	if (!is)
		is = ascending(a->to, b->to);
	if (!is)
		is = ascending(a->channel, b->channel);
	if (!is)
		is = ascending(a->derived, b->derived);
	return is ? is : ascending(a->tag, b->tag);
}

static int half_compare(const void *a, const void *b)
{
	const struct half *one = a, *two = b;
	int is = half_compare_keys(one, two);

	return is ? is : ascending(one->event, two->event);
}

static int asked_compare(const void *a, const void *b)
{
	const struct asked *one = a, *two = b;

	return ascending(one->request, two->request);
}

/* --- reading events --- */

/* A request's receive gets from its wait what only the wait knew. */
static void wait_tell(struct pairing *pairing, const struct trace_event *event)
{
	const struct asked key = { .request = event->request };
	const struct asked *asked;
	struct half *recv;

	if (event->peer == TRACE_ANY)
		return;
	asked = bsearch(&key, pairing->asked, pairing->askeds, sizeof(key), asked_compare);
	if (!asked)
		return;
	recv = &pairing->recvs.half[asked->half];
	recv->from = event->peer;
	recv->tag = event->tag;
}

static void recv_read(struct pairing *pairing, const struct trace_event *event,
		      const struct half *half)
{
	if (event->request && !event->derived)
		pairing->asked[pairing->askeds++] = (struct asked){
			event->request, pairing->recvs.count,
		};
	pairing->recvs.half[pairing->recvs.count++] = *half;
}

static void event_read(struct pairing *pairing, uint32_t rank, uint32_t number, uint32_t *sent)
{
	const struct trace_event *event = &pairing->trace->rank[rank].event[number];
	uint32_t at = pairing->match->first[rank] + number;
	struct half half = {
		.channel = event->channel, .tag = event->tag, .derived = event->derived,
		.event = at,
	};

	pairing->match->message[at] = TRACE_NONE;
	pairing->match->peer[at] = event->peer;
	if (event->kind == TRACE_RECV) {
		half.from = event->peer;
		half.to = rank;
		recv_read(pairing, event, &half);
	} else if (event->kind == TRACE_SEND) {
		pairing->match->tag[at] = (*sent)++;
		half.from = rank;
		half.to = event->peer;
		pairing->sends.half[pairing->sends.count++] = half;
	}
}

static void rank_read(struct pairing *pairing, uint32_t rank)
{
	const struct trace_rank *events = &pairing->trace->rank[rank];
	uint32_t i, sent = 0;

	pairing->askeds = 0;
	for (i = 0; i < events->events; i++)
		event_read(pairing, rank, i, &sent);
	qsort(pairing->asked, pairing->askeds, sizeof(*pairing->asked), asked_compare);
	for (i = 0; i < events->events; i++) {
		if (events->event[i].kind == TRACE_WAIT)
			wait_tell(pairing, &events->event[i]);
	}
}

/* --- putting halves together --- */

static const struct trace_event *event_of(const struct pairing *pairing, const struct half *half)
{
	return &pairing->trace->rank[half->from]
			.event[half->event - pairing->match->first[half->from]];
}

/* Something has to receive a message whose receive is missing. */
static void send_alone(struct pairing *pairing, const struct half *send)
{
	struct trace_match *match = pairing->match;

	match->extra[match->extras++] = (struct trace_extra){
		.rank = send->to, .peer = send->from, .tag = match->tag[send->event],
		.size = event_of(pairing, send)->size,
	};
}

static void halves_join(struct trace_match *match, const struct half *send,
			const struct half *recv)
{
	match->message[recv->event] = send->event;
	match->peer[recv->event] = send->from;
}

static void halves_match(struct pairing *pairing, struct trace_gaps *gaps)
{
	const struct half *send = pairing->sends.half, *sends = send + pairing->sends.count;
	const struct half *recv = pairing->recvs.half, *recvs = recv + pairing->recvs.count;
	int is;

	qsort(pairing->sends.half, pairing->sends.count, sizeof(*send), half_compare);
	qsort(pairing->recvs.half, pairing->recvs.count, sizeof(*recv), half_compare);
	while (send < sends || recv < recvs) {
		is = send == sends ? 1 : recv == recvs ? -1 : half_compare_keys(send, recv);
		if (is < 0) {
			gaps->sends++;
			send_alone(pairing, send++);
		} else if (is > 0) {
			gaps->recvs += !recv->derived && recv->from != TRACE_NOBODY;
			recv++;
		} else {
			halves_join(pairing->match, send++, recv++);
		}
	}
}

/* Tags are numbers of a sender's messages, in their order. */
static int extra_compare(const void *a, const void *b)
{
	const struct trace_extra *one = a, *two = b;
	int is = ascending(one->rank, two->rank);

	if (!is)
		is = ascending(one->peer, two->peer);
	return is ? is : ascending(one->tag, two->tag);
}

static void match_first(const struct trace *trace, struct trace_match *match)
{
	uint32_t rank, sum = 0;

	for (rank = 0; rank < trace->ranks; rank++) {
		match->first[rank] = sum;
		sum += trace->rank[rank].events;
	}
}

static int pairing_new(struct pairing *pairing)
{
	size_t events = pairing->trace->events + (size_t)1;
	struct trace_match *match = pairing->match;

	match->first = calloc(pairing->trace->ranks, sizeof(*match->first));
	match->tag = calloc(events, sizeof(*match->tag));
	match->message = calloc(events, sizeof(*match->message));
	match->peer = calloc(events, sizeof(*match->peer));
	match->extra = calloc(events, sizeof(*match->extra));
	pairing->sends.half = calloc(events, sizeof(struct half));
	pairing->recvs.half = calloc(events, sizeof(struct half));
	pairing->asked = calloc(events, sizeof(*pairing->asked));
	return match->first && match->tag && match->message && match->peer && match->extra &&
	       pairing->sends.half && pairing->recvs.half && pairing->asked ? 0 : -ENOMEM;
}

int trace_match(const struct trace *trace, struct trace_match *match, struct trace_gaps *gaps)
{
	struct pairing pairing = { .trace = trace, .match = match };
	uint32_t rank;
	int err;

	*match = (struct trace_match){ 0 };
	*gaps = (struct trace_gaps){ 0 };
	err = pairing_new(&pairing);
	if (!err) {
		match_first(trace, match);
		for (rank = 0; rank < trace->ranks; rank++)
			rank_read(&pairing, rank);
		halves_match(&pairing, gaps);
		qsort(match->extra, match->extras, sizeof(*match->extra), extra_compare);
	}
	free(pairing.sends.half);
	free(pairing.recvs.half);
	free(pairing.asked);
	return err;
}

void trace_match_free(struct trace_match *match)
{
	free(match->first);
	free(match->tag);
	free(match->message);
	free(match->peer);
	free(match->extra);
}
