// SPDX-License-Identifier: GPL-2.0-only
/*
 * A fifth family of topologies, known only by its descriptor: every chip has a link to every other
 * one. And the contents of each descriptor of the list.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/flow/flow.h"
#include "netsim/pattern.h"
#include "suite.h"
#include "topo/cabling.h"
#include "topo/gemini.h"

#define CHIPS	5
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

static unsigned int clique_ports(const struct topo *topo)
{
	return topo->chips - 1;
}

/* Peers by number, without the chip itself. */
static unsigned int clique_neighbour(const struct topo *topo, unsigned int chip, unsigned int port)
{
	return port < clique_ports(topo) ? port + (port >= chip) : TOPO_NONE;
}

static unsigned int clique_route(const struct topo *topo, unsigned int chip, unsigned int dst,
				 unsigned int bridge)
{
	(void)topo;
	(void)bridge;
	return chip == dst ? TOPO_NONE : dst - (dst > chip);
}

static unsigned int clique_far_port(const struct topo *topo, unsigned int chip, unsigned int port)
{
	return clique_route(topo, clique_neighbour(topo, chip, port), chip, 0);
}

static void clique_port_name(const struct topo *topo, unsigned int port, char *buf, size_t size)
{
	(void)topo;
	snprintf(buf, size, "peer %u", port);
}

static void clique_print(const struct topo *topo, char *buf, size_t size)
{
	snprintf(buf, size, "%u", topo->chips);
}

static unsigned int clique_classes(const struct topo *topo)
{
	(void)topo;
	return 1;
}

static unsigned int clique_class_of(const struct topo *topo, unsigned int port)
{
	(void)topo;
	(void)port;
	return 0;
}

static void clique_class_fill(const struct topo *topo, unsigned int number,
			      struct topo_class *class)
{
	(void)topo;
	(void)number;
	*class = (struct topo_class){ "peer", 2, 4.5, 120, 256 };
}

static const struct topo_family clique = {
	.name = "clique",
	.nic_bits = 1,
	.phases = 1,
	.sizes = "N",
	.help = "N chips, each joined to all others",
	.print = clique_print,
	.ports = clique_ports,
	.neighbour = clique_neighbour,
	.far_port = clique_far_port,
	.route = clique_route,
	.port_name = clique_port_name,
	.classes = clique_classes,
	.class_of = clique_class_of,
	.class_fill = clique_class_fill,
};

static const struct topo topo = {
	.family = &clique, .dims = 1, .size = { CHIPS }, .chips = CHIPS,
};

START_TEST(every_question_is_answered)
{
	unsigned int chip, port, far, back;
	struct topo_class class;
	char text[32];

	topo_name(&topo, text, sizeof(text));
	ck_assert_str_eq(text, "clique:5");
	topo_port_name(&topo, 3, text, sizeof(text));
	ck_assert_str_eq(text, "peer 3");
	topo_class(&topo, topo_class_of(&topo, 3), &class);
	ck_assert_str_eq(class.name, "peer");
	ck_assert_uint_eq(topo_ports(&topo), CHIPS - 1);
	ck_assert_uint_eq(topo_neighbour(&topo, 0, CHIPS - 1), TOPO_NONE);
	for (chip = 0; chip < CHIPS; chip++) {
		for (port = 0; port < CHIPS - 1; port++) {
			far = topo_neighbour(&topo, chip, port);
			back = topo_far_port(&topo, chip, port);
			ck_assert_uint_eq(topo_neighbour(&topo, far, back), chip);
			ck_assert_uint_eq(topo_distance(&topo, chip, far, 0), 1);
		}
	}
	ck_assert(!gemini_is_torus(&topo));
	ck_assert_ptr_null(cabling_find(&topo));
}
END_TEST

/* 32 phits arrive at chip 3 from chip 1, its peer 1; the response at chip 1 from its peer 2. */
START_TEST(flow_engine_counts_it)
{
	const struct net_transfer put = { .op = NET_PUT, .node = 2 * 3, .bytes = 64 };
	struct net_fabric fabric;
	const struct net_config config = { .fabric = &fabric, .put_response = 3 };
	unsigned int chip, port;
	uint64_t sum = 0;
	struct flow *flow;

	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
	ck_assert_int_eq(flow_new(&config, &flow), 0);
	ck_assert_int_eq(flow_add(flow, 2 * 1, &put, 1), 0);
	flow_finish(flow, 0);
	ck_assert_uint_eq(flow_count(flow, 3, 1, NET_VC0_PHITS), 32);
	ck_assert_uint_eq(flow_count(flow, 1, 2, NET_VC1_PHITS), 3);
	for (chip = 0; chip < CHIPS; chip++)
		for (port = 0; port < CHIPS - 1; port++)
			sum += flow_count(flow, chip, port, NET_VC0_PACKETS) +
			       flow_count(flow, chip, port, NET_VC1_PACKETS);
	ck_assert_uint_eq(sum, 2);
	flow_free(flow);
	net_fabric_free(&fabric);
}
END_TEST

/* A PUT of each node to another one: 10 requests, 10 responses, and a hop for most of them. */
START_TEST(event_engine_simulates_it)
{
	const struct traffic_pattern pattern = {
		.kind = kind_of("uniform"), .each = { .op = NET_PUT, .bytes = 64 }, .count = 1,
		.until = NET_FOREVER,
	};
	struct net_fabric fabric;
	const struct net_config config = { .fabric = &fabric, .put_response = 3 };
	struct net_traffic traffic;
	struct net_totals totals;
	struct net *net;

	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
	ck_assert_int_eq(traffic_pattern(&topo, &pattern, &traffic), 0);
	ck_assert_int_eq(net_new(&config, &traffic, &net), 0);
	ck_assert_int_eq(net_run(net, NET_FOREVER), 0);
	net_totals(net, &totals);
	ck_assert_uint_eq(totals.delivered, 20);
	ck_assert_uint_gt(totals.hops, 0);
	ck_assert_uint_le(totals.hops, 20);
	net_free(net);
	traffic_free(&traffic);
	net_fabric_free(&fabric);
}
END_TEST

/* A small topology of each family in the list, in its order. */
static const char *const small[] = { "torus:4x3", "mesh:4x3", "hypercube:3", "dragonfly:4x3x5" };

START_TEST(list_has_whole_descriptors)
{
	const struct topo_family *family = topo_families[_i];
	struct topo_class class;
	struct topo made;
	char text[32];
	unsigned int i;

	ck_assert_ptr_nonnull(family);
	ck_assert_int_eq(topo_parse(&made, small[_i]), 0);
	ck_assert_ptr_eq(made.family, family);
	topo_name(&made, text, sizeof(text));
	ck_assert_str_eq(text, small[_i]);
	ck_assert_msg(family->help && family->sizes, "%s has no help", family->name);
	ck_assert_uint_le(family->nic_bits, TOPO_NIC_BITS);
	ck_assert_msg(family->phases == 1 || family->phases == 2 || family->phases == TOPO_PHASES,
		      "%s: %u virtual channels a kind", family->name, family->phases);
	for (i = 0; i < topo_ports(&made); i++)
		ck_assert_uint_lt(topo_class_of(&made, i), topo_classes(&made));
	for (i = 0; i < topo_classes(&made); i++) {
		topo_class(&made, i, &class);
		ck_assert_msg(*class.name && class.lanes && class.rate > 0 && class.hop &&
			      class.buffer,
			      "%s: class %u",
			      family->name, i);
	}
}
END_TEST

START_TEST(list_is_tested_to_its_end)
{
	ck_assert_ptr_null(topo_families[ARRAY_SIZE(small)]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("topo_family");
	TCase *tcase = tcase_create("fifth");

	tcase_add_test(tcase, every_question_is_answered);
	tcase_add_test(tcase, flow_engine_counts_it);
	tcase_add_test(tcase, event_engine_simulates_it);
	suite_add_tcase(suite, tcase);
	tcase = tcase_create("list");
	tcase_add_loop_test(tcase, list_has_whole_descriptors, 0, ARRAY_SIZE(small));
	tcase_add_test(tcase, list_is_tested_to_its_end);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
