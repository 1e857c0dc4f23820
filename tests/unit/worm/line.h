/* SPDX-License-Identifier: GPL-2.0-only */
/* Small networks whose channels are all alike, and the events in them. */
#ifndef TESTS_UNIT_WORM_LINE_H
#define TESTS_UNIT_WORM_LINE_H

#include "netsim/worm/worm.h"
#include "suite.h"

#define LINE_NOTICES	64

/* A network, and what has happened there. */
struct line {
	struct topo topo;
	struct worm_config config;
	struct worm *worm;
	struct worm_notice notice[LINE_NOTICES];
	unsigned int notices;
};

/* Describe a network with one flit of one byte before the payload, and one link a channel. */
static inline void line_describe(struct line *line, const char *topo, unsigned int nodes,
				 struct worm_class class)
{
	unsigned int dim;

	*line = (struct line){ .notices = 0 };
	ck_assert_int_eq(topo_parse(&line->topo, topo), 0);
	line->config = (struct worm_config){
		.topo = &line->topo, .nodes = nodes, .flit = 1, .header = 1, .in = class,
		.out = class,
	};
	for (dim = 0; dim < line->topo.dims; dim++)
		line->config.dim[dim] = class;
}

static inline void line_begin(struct line *line)
{
	ck_assert_msg(!worm_refusal(&line->config), "%s", worm_refusal(&line->config));
	ck_assert_int_eq(worm_new(&line->config, &line->worm), 0);
}

/* Send a message of so many flits, with its node's number as id. */
static inline void line_send(struct line *line, uint64_t time, uint32_t node, uint32_t peer,
			     unsigned int flits)
{
	ck_assert_int_eq(worm_send(line->worm, time, node, peer, flits - 1, node), 0);
}

/* Run until nothing happens any more. */
static inline void line_end(struct line *line)
{
	while (worm_next(line->worm, UINT64_MAX, &line->notice[line->notices]))
		ck_assert_uint_lt(++line->notices, LINE_NOTICES);
}

static inline uint64_t line_time(const struct line *line, uint32_t id, enum worm_event event)
{
	unsigned int i;

	for (i = 0; i < line->notices; i++)
		if (line->notice[i].id == id && line->notice[i].event == event)
			return line->notice[i].time;
	ck_abort_msg("message %u: no event %d", id, event);
}

static inline void line_expect(const struct line *line, uint32_t id, uint64_t sent, uint64_t head,
			       uint64_t arrived)
{
	ck_assert_msg(line_time(line, id, WORM_SENT) == sent &&
		      line_time(line, id, WORM_HEAD) == head &&
		      line_time(line, id, WORM_ARRIVED) == arrived,
		      "message %u: sent at %lu, head at %lu, arrived at %lu; not %lu, %lu, %lu", id,
		      line_time(line, id, WORM_SENT), line_time(line, id, WORM_HEAD),
		      line_time(line, id, WORM_ARRIVED), sent, head, arrived);
}

/* Return the channel of a side of a router, by its port. */
static inline struct worm_channel line_channel(const struct line *line, enum worm_side side,
					       uint32_t chip, uint32_t port)
{
	struct worm_channel channel;
	uint32_t i;

	for (i = 0; i < worm_channels(line->worm); i++) {
		worm_channel(line->worm, i, &channel);
		if (channel.side == side && channel.chip == chip && channel.port == port)
			return channel;
	}
	ck_abort_msg("no channel %u of router %u", port, chip);
}

#endif /* TESTS_UNIT_WORM_LINE_H */
