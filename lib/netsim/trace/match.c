// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Which messages belong to which receives.
 */
#include <errno.h>
#include <stdlib.h>

#include "state.h"

/**
 * struct half - a message, or a receive: half of what belongs together
 * @channel: channel
 * @from: who sends; TRACE_ANY: nobody told, TRACE_NOBODY: the receive was cancelled
 * @to: who receives
 * @tag: tag
 * @event: number of the event, counted over all ranks
 * @derived: it stands for a part of a collective operation
 */
struct half {
	uint64_t channel;
	uint32_t from;
	uint32_t to;
	uint32_t tag;
	uint32_t event;
	bool derived;
};

/**
 * struct halves - messages, or receives
 * @half: they
 * @count: how many
 */
struct halves {
	struct half *half;
	size_t count;
};

/**
 * struct asked - a receive that is a request
 * @request: number of the request
 * @half: number of the receive
 */
struct asked {
	uint32_t request;
	size_t half;
};

/**
 * struct matching - matching under way
 * @trace: the trace
 * @match: the result
 * @sends: messages
 * @recvs: receives
 * @asked: of the rank whose events are being read
 * @askeds: how many
 */
struct matching {
	const struct trace *trace;
	struct trace_match *match;
	struct halves sends;
	struct halves recvs;
	struct asked *asked;
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

/* A request's receive takes from the wait for it what only that knew. */
static void wait_tell(struct matching *matching, const struct trace_event *event)
{
	const struct asked key = { .request = event->request };
	const struct asked *asked;
	struct half *recv;

	if (event->peer == TRACE_ANY)
		return;
	asked = bsearch(&key, matching->asked, matching->askeds, sizeof(key), asked_compare);
	if (!asked)
		return;
	recv = &matching->recvs.half[asked->half];
	recv->from = event->peer;
	recv->tag = event->tag;
}

static void recv_read(struct matching *matching, const struct trace_event *event,
		      const struct half *half)
{
	if (event->request && !event->derived)
		matching->asked[matching->askeds++] = (struct asked){
			event->request, matching->recvs.count,
		};
	matching->recvs.half[matching->recvs.count++] = *half;
}

static void event_read(struct matching *matching, uint32_t rank, uint32_t number, uint32_t *sent)
{
	const struct trace_event *event = &matching->trace->rank[rank].event[number];
	uint32_t at = matching->match->first[rank] + number;
	struct half half = {
		.channel = event->channel, .tag = event->tag, .derived = event->derived,
		.event = at,
	};

	matching->match->message[at] = TRACE_NONE;
	matching->match->peer[at] = event->peer;
	if (event->kind == TRACE_RECV) {
		half.from = event->peer;
		half.to = rank;
		recv_read(matching, event, &half);
	} else if (event->kind == TRACE_SEND) {
		matching->match->tag[at] = (*sent)++;
		half.from = rank;
		half.to = event->peer;
		matching->sends.half[matching->sends.count++] = half;
	}
}

static void rank_read(struct matching *matching, uint32_t rank)
{
	const struct trace_rank *events = &matching->trace->rank[rank];
	uint32_t i, sent = 0;

	matching->askeds = 0;
	for (i = 0; i < events->events; i++)
		event_read(matching, rank, i, &sent);
	qsort(matching->asked, matching->askeds, sizeof(*matching->asked), asked_compare);
	for (i = 0; i < events->events; i++) {
		if (events->event[i].kind == TRACE_WAIT)
			wait_tell(matching, &events->event[i]);
	}
}

/* --- putting halves together --- */

static const struct trace_event *event_of(const struct matching *matching, const struct half *half)
{
	return &matching->trace->rank[half->from]
			.event[half->event - matching->match->first[half->from]];
}

/* Something has to receive a message whose receive nobody told. */
static void send_alone(struct matching *matching, const struct half *send)
{
	struct trace_match *match = matching->match;

	match->extra[match->extras++] = (struct trace_extra){
		.rank = send->to, .peer = send->from, .tag = match->tag[send->event],
		.size = event_of(matching, send)->size,
	};
}

static void halves_join(struct trace_match *match, const struct half *send,
			const struct half *recv)
{
	match->message[recv->event] = send->event;
	match->peer[recv->event] = send->from;
}

static void halves_match(struct matching *matching, struct trace_gaps *gaps)
{
	const struct half *send = matching->sends.half, *sends = send + matching->sends.count;
	const struct half *recv = matching->recvs.half, *recvs = recv + matching->recvs.count;
	int is;

	qsort(matching->sends.half, matching->sends.count, sizeof(*send), half_compare);
	qsort(matching->recvs.half, matching->recvs.count, sizeof(*recv), half_compare);
	while (send < sends || recv < recvs) {
		is = send == sends ? 1 : recv == recvs ? -1 : half_compare_keys(send, recv);
		if (is < 0) {
			gaps->sends++;
			send_alone(matching, send++);
		} else if (is > 0) {
			gaps->recvs += !recv->derived && recv->from != TRACE_NOBODY;
			recv++;
		} else {
			halves_join(matching->match, send++, recv++);
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

static int matching_new(struct matching *matching)
{
	size_t events = matching->trace->events + (size_t)1;
	struct trace_match *match = matching->match;

	match->first = calloc(matching->trace->ranks, sizeof(*match->first));
	match->tag = calloc(events, sizeof(*match->tag));
	match->message = calloc(events, sizeof(*match->message));
	match->peer = calloc(events, sizeof(*match->peer));
	match->extra = calloc(events, sizeof(*match->extra));
	matching->sends.half = calloc(events, sizeof(struct half));
	matching->recvs.half = calloc(events, sizeof(struct half));
	matching->asked = calloc(events, sizeof(*matching->asked));
	return match->first && match->tag && match->message && match->peer && match->extra &&
	       matching->sends.half && matching->recvs.half && matching->asked ? 0 : -ENOMEM;
}

int trace_match(const struct trace *trace, struct trace_match *match, struct trace_gaps *gaps)
{
	struct matching matching = { .trace = trace, .match = match };
	uint32_t rank;
	int err;

	*match = (struct trace_match){ 0 };
	*gaps = (struct trace_gaps){ 0 };
	err = matching_new(&matching);
	if (!err) {
		match_first(trace, match);
		for (rank = 0; rank < trace->ranks; rank++)
			rank_read(&matching, rank);
		halves_match(&matching, gaps);
		qsort(match->extra, match->extras, sizeof(*match->extra), extra_compare);
	}
	free(matching.sends.half);
	free(matching.recvs.half);
	free(matching.asked);
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
