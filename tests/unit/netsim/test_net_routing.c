// SPDX-License-Identifier: GPL-2.0-only
/* Routings of packets: their names, and which topologies support them. */
#include <errno.h>

#include "netsim/packet.h"
#include "suite.h"

static const char *const names[9] = {
	"minimal", "valiant", "adaptive0", "adaptive1", "adaptive2", "adaptive3", "min_hash",
	"nmin_hash", "in_order",
};

START_TEST(routings_have_names)
{
	unsigned int i;

	ck_assert_uint_eq(NET_ROUTINGS, 9);
	for (i = 0; i < NET_ROUTINGS; i++) {
		ck_assert_str_eq(net_routing_name(i), names[i]);
		ck_assert_int_eq(net_routing_find(names[i]), i);
	}
	ck_assert_ptr_null(net_routing_name(NET_ROUTINGS));
	ck_assert_int_eq(net_routing_find("Adaptive3"), NET_ADAPTIVE3);
	ck_assert_int_eq(net_routing_find("adaptive"), -EINVAL);
	ck_assert_int_eq(net_routing_find(""), -EINVAL);
}
END_TEST

/* Expect this result of net_config_check() and net_transfer_check() for a routing on a machine. */
static void check(const char *machine, unsigned int routing, int expected)
{
	const struct net_traffic traffic = { .requests = 1u << NET_PUT };
	struct net_config config = { .put_response = 3, .routing = routing };
	struct net_transfer put = { .bytes = 8, .routing = NET_ROUTED(routing) };
	struct net_fabric fabric;
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, machine), 0);
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
	config.fabric = &fabric;
	ck_assert_msg(net_config_check(&config) == expected, "%s, machine's routing %u", machine,
		      routing);
	ck_assert_msg(net_transfer_check(&config, &traffic, &put) == expected,
		      "%s, transfer's routing %u", machine, routing);
	net_fabric_free(&fabric);
}

START_TEST(machines_of_groups_know_all)
{
	unsigned int i;

	for (i = 0; i < NET_ROUTINGS; i++) {
		check("dragonfly:2x2x3", i, 0);
		check("dragonfly:2x2x1", i, 0);
		check("torus:4x4", i, i == NET_MINIMAL ? 0 : -EINVAL);
		check("mesh:4", i, i == NET_MINIMAL ? 0 : -EINVAL);
	}
	check("dragonfly:2x2x3", NET_ROUTINGS, -EINVAL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_routing");
	TCase *tcase = tcase_create("routing");

	tcase_add_test(tcase, routings_have_names);
	tcase_add_test(tcase, machines_of_groups_know_all);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
