// SPDX-License-Identifier: GPL-2.0-only
/*
 * All nodes send as much as they can: every message arrives, for any pattern and the smallest
 * buffers, and nothing is lost on the way.
 */
#include <string.h>

#include "netsim/worm/worm.h"
#include "suite.h"
#include "worm/dice.h"

struct load {
	struct topo topo;
	struct worm_config config;
	struct worm *worm;
	const char *name;
	uint64_t hops;		/* of all flits, over links */
	uint64_t flits;
	uint64_t worms;
};

typedef uint32_t (*pattern)(struct chance *chance, uint32_t nodes, uint32_t node);

static uint32_t uniform(struct chance *chance, uint32_t nodes, uint32_t node)
{
	(void)node;
	return chance->below(chance, nodes);
}

static uint32_t complement(struct chance *chance, uint32_t nodes, uint32_t node)
{
	(void)chance;
	return nodes - 1 - node;
}

static uint32_t shuffle(struct chance *chance, uint32_t nodes, uint32_t node)
{
	(void)chance;
	return node == nodes - 1 ? node : 2 * node % (nodes - 1);
}

static uint32_t hot(struct chance *chance, uint32_t nodes, uint32_t node)
{
	(void)node;
	return chance->below(chance, 4) ? nodes / 2 : chance->below(chance, nodes);
}

static uint32_t neighbour(struct chance *chance, uint32_t nodes, uint32_t node)
{
	(void)chance;
	return (node + 1) % nodes;
}

static const struct { const char *name; pattern peer; } patterns[] = {
	{ "uniform", uniform }, { "complement", complement }, { "shuffle", shuffle },
	{ "hot", hot }, { "neighbour", neighbour },
};

static void load_begin(struct load *load, const char *topo, unsigned int nodes,
		       struct worm_class class, bool highest_first)
{
	unsigned int dim;

	*load = (struct load){ .hops = 0 };
	ck_assert_int_eq(topo_parse(&load->topo, topo), 0);
	load->config = (struct worm_config){
		.topo = &load->topo, .nodes = nodes, .flit = 2, .header = 1, .in = class,
		.out = class, .highest_first = highest_first,
	};
	for (dim = 0; dim < load->topo.dims; dim++)
		load->config.dim[dim] = class;
	ck_assert_int_eq(worm_new(&load->config, &load->worm), 0);
}

/* Each node sends some messages. */
static void load_send(struct load *load, struct chance *chance, pattern peer,
		      unsigned int messages)
{
	uint32_t nodes = worm_nodes(&load->config), node, to, i;
	uint64_t bytes;

	for (i = 0; i < messages; i++) {
		for (node = 0; node < nodes; node++) {
			to = peer(chance, nodes, node);
			bytes = chance->below(chance, 40);
			ck_assert_int_eq(worm_send(load->worm, 0, node, to, bytes, load->worms), 0);
			load->worms++;
			load->flits += 1 + (bytes + 1) / 2;
			load->hops += (1 + (bytes + 1) / 2) *
				      topo_distance(&load->topo, node / load->config.nodes,
						    to / load->config.nodes, 0);
		}
	}
}

static void load_run(struct load *load)
{
	struct worm_notice notice;
	uint64_t count = 0, last = 0;
	unsigned int arrived = 0;

	while (worm_next(load->worm, UINT64_MAX, &notice)) {
		ck_assert_uint_ge(notice.time, last);
		last = notice.time;
		arrived += notice.event == WORM_ARRIVED;
		count++;
	}
	ck_assert_msg(arrived == load->worms && count == 3 * load->worms,
		      "%s: %u of %lu messages have arrived", load->name, arrived, load->worms);
}

/* Flits of a channel take their time, one after the other on each of its links. */
static void channel_check(const struct load *load, const struct worm_channel *channel)
{
	ck_assert_uint_ge(channel->held_ps, channel->flits * load->config.in.flit_ps);
	ck_assert_uint_ge(channel->flits, channel->worms);
}

static void load_check(const struct load *load)
{
	uint64_t flits[3] = { 0 }, worms[3] = { 0 };
	struct worm_channel channel;
	uint32_t i;

	for (i = 0; i < worm_channels(load->worm); i++) {
		worm_channel(load->worm, i, &channel);
		flits[channel.side] += channel.flits;
		worms[channel.side] += channel.worms;
		channel_check(load, &channel);
	}
	ck_assert_uint_eq(flits[WORM_IN], load->flits);
	ck_assert_uint_eq(flits[WORM_OUT], load->flits);
	ck_assert_uint_eq(flits[WORM_LINK], load->hops);
	ck_assert_uint_eq(worms[WORM_IN], load->worms);
	ck_assert_uint_eq(worms[WORM_OUT], load->worms);
}

static void expect_all(const char *topo, unsigned int nodes, struct worm_class class,
		       unsigned int messages)
{
	struct dice dice = dice_new(nodes);
	struct load load;
	unsigned int i;

	for (i = 0; i < 2 * sizeof(patterns) / sizeof(*patterns); i++) {
		load_begin(&load, topo, nodes, class, i & 1);
		load.name = patterns[i / 2].name;
		load_send(&load, &dice.chance, patterns[i / 2].peer, messages);
		load_run(&load);
		load_check(&load);
		worm_free(load.worm);
	}
}

START_TEST(no_deadlock_with_buffers_of_one)
{
	expect_all("mesh:5x4", 2, (struct worm_class){ 1, 10, 10, 1 }, 8);
	expect_all("mesh:3x3x3", 1, (struct worm_class){ 1, 10, 7, 1 }, 8);
	expect_all("hypercube:4", 4, (struct worm_class){ 1, 10, 30, 1 }, 8);
}
END_TEST

START_TEST(no_deadlock_with_parallel_links)
{
	expect_all("mesh:5x4", 2, (struct worm_class){ 2, 10, 10, 3 }, 8);
	expect_all("hypercube:4", 4, (struct worm_class){ 4, 10, 30, 2 }, 8);
}
END_TEST

START_TEST(thousand_nodes)
{
	expect_all("mesh:32x32", 1, (struct worm_class){ 1, 10, 10, 8 }, 1);
	expect_all("hypercube:10", 1, (struct worm_class){ 1, 10, 10, 8 }, 1);
}
END_TEST

/* A node that always has something to send keeps its channel fully busy. */
START_TEST(channel_at_its_rate)
{
	struct worm_notice notice = { .time = 0 };
	struct load load;
	unsigned int i;

	load_begin(&load, "mesh:2", 1, (struct worm_class){ 1, 10, 10, 2 }, false);
	for (i = 0; i < 100; i++)
		ck_assert_int_eq(worm_send(load.worm, 0, 1, 0, 18, i), 0);
	while (worm_next(load.worm, UINT64_MAX, &notice))
		;
	ck_assert_uint_eq(notice.time, 30 + (100 * 10 - 1) * 10);
	worm_free(load.worm);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("worm_load");
	TCase *tcase = tcase_create("load");

	tcase_set_timeout(tcase, HANG_SECONDS);
	tcase_add_test(tcase, no_deadlock_with_buffers_of_one);
	tcase_add_test(tcase, no_deadlock_with_parallel_links);
	tcase_add_test(tcase, thousand_nodes);
	tcase_add_test(tcase, channel_at_its_rate);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
