// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "mark.h"
#include "netsim/worm/plain_worm.h"
#include "topo/grid.h"

/* A worm, for ever. */
struct worm_body {
	struct worm_message message;
	uint64_t asks;		/* in its node */
	uint64_t grant;		/* of in */
	unsigned int flits;
	unsigned int watched;	/* the flit with which its head has come */
	bool gone;		/* it was granted the channel into the network */
	bool wanted;		/* out of its input queue */
	uint64_t byte_ps;	/* ... a byte */
};

/* A flit in a buffer, or on its way there. */
struct flit {
	unsigned int body;
	unsigned int number;
	uint64_t there;		/* as a whole */
	uint64_t asked;		/* a header: since when; UINT64_MAX: it does not yet */
	bool leaves;
	uint64_t left;		/* if it leaves: when it has */
};

/* A link and the buffer at its end. */
struct wire {
	struct flit *flit;	/* the first one first */
	unsigned int flits;
	bool held;
	unsigned int body;	/* who holds it */
	unsigned int next;	/* its next flit */
	const struct wire *from;	/* NULL: from a node */
	uint64_t grant;
	uint64_t idle;
	uint64_t emptied;	/* an input queue: when its last flit has left */
	bool asked;		/* its next flit has asked for the port of a memory */
	uint64_t turn;		/* when it gets it */
};

/* A channel. */
struct pipe {
	struct worm_channel count;
	const struct worm_class *class;
	unsigned int router;	/* at its end; out of the network: none */
	unsigned int port;	/* as seen from there */
	struct wire wire[WORM_LINKS];
};

/* A header that asks. */
struct asker {
	uint64_t asked;
	unsigned int port;
	unsigned int link;
	unsigned int order;
	unsigned int body;
	struct wire *at;
	bool found;
};

struct plain_worm {
	struct worm_config config;
	unsigned int pipes;
	struct pipe *pipe;
	unsigned int bodies;
	struct worm_body *body;
	unsigned int notices;
	struct worm_notice *notice;
	unsigned int *order;	/* of notices: the worm */
	unsigned int moments;
	uint64_t *moment;
	uint64_t *port;		/* by node: until when its memory's port is taken */
};

/* --- moments and notices --- */

static void *more(void *array, unsigned int count, size_t size)
{
	void *larger = reallocarray(array, count + 1, size);

	ck_assert_ptr_nonnull(larger);
	return larger;
}

static void moment_add(struct plain_worm *plain, uint64_t time)
{
	unsigned int i;

	for (i = 0; i < plain->moments; i++)
		if (plain->moment[i] == time)
			return;
	plain->moment = more(plain->moment, plain->moments, sizeof(*plain->moment));
	plain->moment[plain->moments++] = time;
}

uint64_t plain_worm_moment(const struct plain_worm *plain, uint64_t time)
{
	uint64_t first = UINT64_MAX;
	unsigned int i;

	for (i = 0; i < plain->moments; i++)
		if (plain->moment[i] >= time && plain->moment[i] < first)
			first = plain->moment[i];
	return first;
}

/* Forget moments that are over. */
static void moments_drop(struct plain_worm *plain, uint64_t time)
{
	unsigned int i, kept = 0;

	for (i = 0; i < plain->moments; i++)
		if (plain->moment[i] > time)
			plain->moment[kept++] = plain->moment[i];
	plain->moments = kept;
}

static void notice_later(struct plain_worm *plain, uint64_t time, enum worm_event event,
			 unsigned int body)
{
	const struct worm_message *message = &plain->body[body].message;

	plain->notice = more(plain->notice, plain->notices, sizeof(*plain->notice));
	plain->order = more(plain->order, plain->notices, sizeof(*plain->order));
	plain->order[plain->notices] = body;
	plain->notice[plain->notices++] = (struct worm_notice){
		time, event, message->node, message->peer, message->id, body,
	};
	moment_add(plain, time);
}

bool plain_worm_notice(struct plain_worm *plain, uint64_t time, struct worm_notice *notice)
{
	unsigned int best = plain->notices, i;

	for (i = 0; i < plain->notices; i++) {
		const struct worm_notice *one = &plain->notice[i];

		if (one->time != time)
			continue;
		if (best == plain->notices || one->event < plain->notice[best].event ||
		    (one->event == plain->notice[best].event &&
		     plain->order[i] < plain->order[best]))
			best = i;
	}
	if (best == plain->notices)
		return false;
	*notice = plain->notice[best];
	plain->notices--;
	plain->notice[best] = plain->notice[plain->notices];
	plain->order[best] = plain->order[plain->notices];
	return true;
}

/* --- building --- */

static void pipe_add(struct plain_worm *plain, const struct worm_class *class,
		     enum worm_side side, unsigned int chip, unsigned int port, unsigned int peer)
{
	struct pipe *pipe;

	plain->pipe = more(plain->pipe, plain->pipes, sizeof(*plain->pipe));
	pipe = &plain->pipe[plain->pipes++];
	memset(pipe, 0, sizeof(*pipe));
	pipe->class = class;
	pipe->count.side = side;
	pipe->count.chip = chip;
	pipe->count.port = port;
	pipe->count.peer = peer;
	pipe->router = side == WORM_LINK ? peer : side == WORM_IN ? chip : TOPO_NONE;
	pipe->port = side == WORM_LINK ? grid_opposite(port)
				       : topo_ports(plain->config.topo) + port;
}

struct plain_worm *plain_worm_new(const struct worm_config *config)
{
	struct plain_worm *plain = calloc(1, sizeof(*plain));
	const struct topo *topo = config->topo;
	unsigned int chip, i, far;

	ck_assert_ptr_nonnull(plain);
	plain->config = *config;
	config = &plain->config;
	plain->port = calloc(topo->chips * config->nodes, sizeof(*plain->port));
	ck_assert_ptr_nonnull(plain->port);
	for (chip = 0; chip < topo->chips; chip++) {
		for (i = 0; i < topo_ports(topo); i++) {
			far = topo_neighbour(topo, chip, i);
			if (far != TOPO_NONE)
				pipe_add(plain, &config->dim[grid_dim(i)], WORM_LINK, chip, i, far);
		}
		for (i = 0; i < config->nodes; i++)
			pipe_add(plain, &config->in, WORM_IN, chip, i, chip * config->nodes + i);
		for (i = 0; i < config->nodes; i++)
			pipe_add(plain, &config->out, WORM_OUT, chip, i, chip * config->nodes + i);
	}
	return plain;
}

void plain_worm_free(struct plain_worm *plain)
{
	unsigned int i, j;

	for (i = 0; i < plain->pipes; i++)
		for (j = 0; j < WORM_LINKS; j++)
			free(plain->pipe[i].wire[j].flit);
	free(plain->pipe);
	free(plain->body);
	free(plain->notice);
	free(plain->order);
	free(plain->moment);
	free(plain->port);
	free(plain);
}

static unsigned int flits_of(const struct worm_config *config, uint64_t bytes)
{
	return config->header + (bytes + config->flit - 1) / config->flit;
}

void plain_worm_post(struct plain_worm *plain, uint64_t time, const struct worm_message *message)
{
	const struct worm_config *config = &plain->config;
	uint64_t watch = message->watch < message->bytes ? message->watch : message->bytes;

	plain->body = more(plain->body, plain->bodies, sizeof(*plain->body));
	plain->body[plain->bodies++] = (struct worm_body){
		.message = *message, .asks = time, .flits = flits_of(config, message->bytes),
		.watched = flits_of(config, watch) - 1,
	};
	moment_add(plain, time);
}

/* --- where a worm goes --- */

/* Return a port of a router, or TOPO_NONE: to the node. */
static unsigned int way_on(const struct worm_config *config, unsigned int chip, unsigned int dst)
{
	unsigned int from[TOPO_DIMS], to[TOPO_DIMS], dim = config->topo->dims;

	if (!config->highest_first)
		return topo_route(config->topo, chip, dst, 0);
	topo_coord(config->topo, chip, from);
	topo_coord(config->topo, dst, to);
	while (dim--)
		if (from[dim] != to[dim])
			return from[dim] < to[dim] ? grid_up(dim) : grid_down(dim);
	return TOPO_NONE;
}

/* Does a worm whose header is at a router ask for a channel? */
static bool asks_for(const struct plain_worm *plain, const struct worm_body *body,
		     unsigned int chip, const struct pipe *pipe)
{
	unsigned int dst = body->message.peer / plain->config.nodes;
	unsigned int port = way_on(&plain->config, chip, dst);

	if (pipe->count.chip != chip)
		return false;
	if (port == TOPO_NONE)
		return pipe->count.side == WORM_OUT && pipe->count.peer == body->message.peer;
	return pipe->count.side == WORM_LINK && pipe->count.port == port;
}

/* --- flits --- */

/* Flits that have left a buffer make room, and links that tails have left are free. */
static void wire_settle(struct pipe *pipe, struct wire *wire, const struct plain_worm *plain,
			uint64_t time)
{
	if (wire->flits && wire->flit->leaves && wire->flit->left <= time) {
		wire->flits--;
		memmove(wire->flit, wire->flit + 1, wire->flits * sizeof(*wire->flit));
	}
	if (wire->held && wire->next == plain->body[wire->body].flits && wire->idle <= time) {
		wire->held = false;
		pipe->count.held_ps += wire->idle - wire->grant;
	}
	if (wire->flits && !wire->flit->number && !wire->flit->leaves &&
	    wire->flit->there <= time && wire->flit->asked == UINT64_MAX)
		wire->flit->asked = time;
}

static bool has_slot(const struct plain_worm *plain, const struct pipe *pipe,
		     const struct wire *wire)
{
	return (pipe->count.side == WORM_OUT && !plain->config.queues) ||
	       wire->flits < pipe->class->buffer;
}

/* Does the next flit of a wire, which could go at once, have its turn at a memory's port? */
static bool has_port(struct plain_worm *plain, struct wire *wire, unsigned int body,
		     unsigned int number, unsigned int node, uint64_t time)
{
	uint64_t takes = plain->config.port_ps * plain->config.flit;

	if (!takes || !plain->body[body].message.dma || number < plain->config.header)
		return true;
	if (!wire->asked) {
		wire->asked = true;
		wire->turn = plain->port[node] > time ? plain->port[node] : time;
		plain->port[node] = wire->turn + takes;
		moment_add(plain, wire->turn);
	}
	if (wire->turn > time)
		return false;
	wire->asked = false;
	return true;
}

/* Return from when on a node has a flit of its worm. */
static uint64_t in_memory(const struct plain_worm *plain, const struct worm_body *body,
			  unsigned int flit)
{
	const struct worm_config *config = &plain->config;
	uint64_t bytes = 0;

	if (flit >= config->header)
		bytes = (uint64_t)(flit - config->header + 1) * config->flit;
	if (bytes > body->message.bytes)
		bytes = body->message.bytes;
	return body->grant + bytes * body->message.byte_ps;
}

static void flit_add(struct wire *wire, struct flit flit)
{
	wire->flit = more(wire->flit, wire->flits, sizeof(*wire->flit));
	wire->flit[wire->flits++] = flit;
}

/* Send the next flit of the worm that holds a link. */
static void flit_send(struct plain_worm *plain, struct pipe *pipe, struct wire *wire,
		      uint64_t time)
{
	unsigned int number = wire->next++;
	const struct worm_body *body = &plain->body[wire->body];
	struct flit flit = {
		.body = wire->body, .number = number, .there = time + pipe->class->hop_ps,
		.asked = UINT64_MAX,
	};

	wire->idle = time + pipe->class->flit_ps;
	pipe->count.flits++;
	moment_add(plain, wire->idle);
	moment_add(plain, flit.there);
	if (wire->from) {
		wire->from->flit->leaves = true;
		wire->from->flit->left = wire->idle;
	} else if (number == body->flits - 1) {
		notice_later(plain, wire->idle, WORM_SENT, wire->body);
	}
	if (pipe->count.side != WORM_OUT || plain->config.queues)
		flit_add(wire, flit);
	if (pipe->count.side != WORM_OUT)
		return;
	if (number == body->watched)
		notice_later(plain, flit.there, WORM_HEAD, wire->body);
	if (number == body->flits - 1)
		notice_later(plain, flit.there, WORM_ARRIVED, wire->body);
}

/* Continue a worm that holds a link, if its next flit can go. */
static void wire_go_on(struct plain_worm *plain, struct pipe *pipe, struct wire *wire,
		       uint64_t time)
{
	const struct worm_body *body;

	if (!wire->held || wire->idle > time || !has_slot(plain, pipe, wire))
		return;
	body = &plain->body[wire->body];
	if (wire->next == body->flits)
		return;
	if (wire->from) {
		const struct flit *flit = wire->from->flit;

		if (!wire->from->flits || flit->body != wire->body || flit->number != wire->next ||
		    flit->there > time || flit->leaves)
			return;
	} else if (in_memory(plain, body, wire->next) > time) {
		moment_add(plain, in_memory(plain, body, wire->next));
		return;
	} else if (!has_port(plain, wire, wire->body, wire->next, body->message.node, time)) {
		return;
	}
	flit_send(plain, pipe, wire, time);
}

/* --- input queues --- */

void plain_worm_take(struct plain_worm *plain, uint32_t number, uint64_t byte_ps)
{
	plain->body[number].wanted = true;
	plain->body[number].byte_ps = byte_ps;
}

/* Return how long a flit takes out of a queue, for its DMA and by the port. */
static uint64_t flit_takes(const struct plain_worm *plain, const struct worm_body *body,
			   unsigned int number)
{
	uint64_t byte_ps = body->byte_ps;

	if (number < plain->config.header)
		return 0;
	if (body->message.dma && plain->config.port_ps > byte_ps)
		byte_ps = plain->config.port_ps;
	return byte_ps * plain->config.flit;
}

/* Take flits out of a queue that can leave now. Those of no time leave at once. */
static void queue_empty(struct plain_worm *plain, struct wire *wire, uint64_t time)
{
	while (wire->flits && wire->flit->there <= time && !wire->flit->leaves) {
		struct flit *flit = wire->flit;
		const struct worm_body *body = &plain->body[flit->body];
		uint64_t takes = flit_takes(plain, body, flit->number);

		if (wire->emptied > time || !body->wanted ||
		    !has_port(plain, wire, flit->body, flit->number, body->message.peer, time))
			return;
		wire->emptied = time + takes;
		flit->leaves = true;
		flit->left = wire->emptied;
		moment_add(plain, flit->left);
		if (flit->number == body->flits - 1)
			notice_later(plain, flit->left, WORM_TAKEN, flit->body);
		if (takes)
			return;
		wire->flits--;
		memmove(wire->flit, wire->flit + 1, wire->flits * sizeof(*wire->flit));
	}
}

/* --- grants --- */

static void asker_better(struct asker *best, const struct asker *other)
{
	if (!best->found || other->asked < best->asked ||
	    (other->asked == best->asked &&
	     (other->port < best->port ||
	      (other->port == best->port &&
	       (other->link < best->link ||
		(other->link == best->link && other->order < best->order))))))
		*best = *other;
}

/* Return the header that is to have a channel. */
static struct asker first_asker(struct plain_worm *plain, const struct pipe *pipe, uint64_t time)
{
	struct asker best = { .found = false };
	unsigned int i, j;

	for (i = 0; pipe->count.side == WORM_IN && i < plain->bodies; i++)
		if (!plain->body[i].gone && plain->body[i].asks <= time &&
		    plain->body[i].message.node == pipe->count.peer)
			asker_better(&best, &(struct asker){
				.asked = plain->body[i].asks, .order = i, .body = i, .found = true,
			});
	if (pipe->count.side == WORM_IN)
		return best;
	for (i = 0; i < plain->pipes; i++) {
		for (j = 0; j < plain->pipe[i].class->links; j++) {
			struct wire *wire = &plain->pipe[i].wire[j];

			if (!wire->flits || wire->flit->asked > time || wire->flit->leaves ||
			    !asks_for(plain, &plain->body[wire->flit->body],
				      plain->pipe[i].router, pipe))
				continue;
			asker_better(&best, &(struct asker){
				.asked = wire->flit->asked, .port = plain->pipe[i].port, .link = j,
				.body = wire->flit->body, .at = wire, .found = true,
			});
		}
	}
	return best;
}

static void pipe_grant(struct plain_worm *plain, struct pipe *pipe, uint64_t time)
{
	struct asker asker;
	unsigned int i;

	for (i = 0; i < pipe->class->links; i++) {
		struct wire *wire = &pipe->wire[i];

		if (wire->held || !has_slot(plain, pipe, wire))
			continue;
		asker = first_asker(plain, pipe, time);
		if (!asker.found)
			return;
		wire->held = true;
		wire->body = asker.body;
		wire->from = asker.at;
		wire->next = 0;
		wire->grant = time;
		if (!asker.at) {
			plain->body[asker.body].gone = true;
			plain->body[asker.body].grant = time;
		}
		pipe->count.worms++;
		pipe->count.blocked_ps += time - asker.asked;
		flit_send(plain, pipe, wire, time);
	}
}

/* Let worms go on over the channels from nodes, or over all others. */
static void wires_go_on(struct plain_worm *plain, bool in, uint64_t time)
{
	unsigned int i, j;

	for (i = 0; i < plain->pipes; i++)
		for (j = 0; j < plain->pipe[i].class->links; j++)
			if (plain->pipe[i].count.side == WORM_IN ? in : !in)
				wire_go_on(plain, &plain->pipe[i], &plain->pipe[i].wire[j], time);
}

/* At one time sending DMAs ask for ports before receiving ones. */
void plain_worm_look(struct plain_worm *plain, uint64_t time)
{
	unsigned int i, j;

	for (i = 0; i < plain->pipes; i++)
		for (j = 0; j < plain->pipe[i].class->links; j++)
			wire_settle(&plain->pipe[i], &plain->pipe[i].wire[j], plain, time);
	wires_go_on(plain, true, time);
	for (i = 0; i < plain->pipes; i++)
		for (j = 0; j < plain->pipe[i].class->links; j++)
			if (plain->pipe[i].count.side == WORM_OUT)
				queue_empty(plain, &plain->pipe[i].wire[j], time);
	wires_go_on(plain, false, time);
	for (i = 0; i < plain->pipes; i++)
		pipe_grant(plain, &plain->pipe[i], time);
	moments_drop(plain, time);
	for (i = 0; i < plain->notices; i++)
		if (plain->notice[i].time == time)
			moment_add(plain, time);
}

bool plain_worm_queues(const struct plain_worm *plain)
{
	return plain->config.queues;
}

struct worm_channel plain_worm_channel(const struct plain_worm *plain, uint32_t number)
{
	return plain->pipe[number].count;
}

unsigned int plain_worm_flits(const struct plain_worm *plain)
{
	unsigned int i, j, flits = 0;

	for (i = 0; i < plain->pipes; i++)
		for (j = 0; j < WORM_LINKS; j++)
			flits += plain->pipe[i].wire[j].flits;
	return flits;
}
