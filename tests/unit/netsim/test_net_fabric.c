// SPDX-License-Identifier: GPL-2.0-only
/* Properties that a machine's links get from their classes (lib/netsim/fabric.c). */
#include <errno.h>

#include "netsim/net.h"
#include "suite.h"

/* The classes of the list have buffers of one size; these have sizes of their own. */
static void class_fill(const struct topo *topo, unsigned int number, struct topo_class *class)
{
	topo_dragonfly.class_fill(topo, number, class);
	class->buffer = 100 + number;
}

static void machine_parse(struct topo *topo, struct topo_family *family)
{
	ck_assert_int_eq(topo_parse(topo, "dragonfly:4x3x5"), 0);
	*family = *topo->family;
	family->class_fill = class_fill;
	topo->family = family;
}

START_TEST(a_port_is_as_its_class_says)
{
	struct topo_family family;
	struct net_fabric fabric;
	unsigned int port, ports;
	struct topo_class class;
	struct topo topo;

	machine_parse(&topo, &family);
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
	ports = topo_ports(&topo);
	for (port = 0; port < ports; port++) {
		topo_class(&topo, topo_class_of(&topo, port), &class);
		ck_assert_uint_eq(fabric.lanes[port], class.lanes);
		ck_assert_uint_eq(fabric.hop[port], class.hop * 4 / 5);
		ck_assert_uint_eq(fabric.buffer[port], 100 + topo_class_of(&topo, port));
	}
	ck_assert_uint_gt(topo_class_of(&topo, ports - 1), 0);
	net_fabric_free(&fabric);
}
END_TEST

START_TEST(host_tiles_have_buffers_of_the_first_class)
{
	struct topo_family family;
	struct net_fabric fabric;
	struct topo topo;

	machine_parse(&topo, &family);
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
	ck_assert_uint_eq(fabric.buffer[topo_ports(&topo)], 100);
	ck_assert_uint_eq(fabric.hop[topo_ports(&topo)], 80);
	net_fabric_free(&fabric);
}
END_TEST

/* A machine whose end points the engine refuses, as its NICs would send twice in a cycle. */
static void host_refused(struct net_host host)
{
	const struct net_traffic traffic = { .requests = 1u << NET_PUT };
	struct net_fabric fabric;
	const struct net_config config = { .fabric = &fabric, .put_response = 3, .threads = 1 };
	struct topo topo;
	struct net *net;

	topo_parse(&topo, "dragonfly:2x1x1");
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
	fabric.host = host;
	ck_assert_int_eq(net_new(&config, &traffic, &net), -EINVAL);
	net_fabric_free(&fabric);
}

/* Rounding of doubles is less. */
#define EXACT	0.000000001

/* 5 cycles of 650 MHz and 9.6 GB/s of Geminis and the like; 5 of 800 MHz and 15.75 of Aries. */
START_TEST(end_points_are_those_of_the_family)
{
	static const struct {
		const char *machine;
		double turn, rate;	/* ns, bytes a ns */
	} are[] = {
		{ "torus:2x2x2", 5 / 0.65, 9.6 }, { "mesh:2", 5 / 0.65, 9.6 },
		{ "hypercube:2", 5 / 0.65, 9.6 }, { "dragonfly:2x2x2", 6.25, 15.75 },
	};
	struct net_fabric fabric;
	const struct net_host *host = &fabric.host;
	struct topo topo;

	for (unsigned int i = 0; i < sizeof(are) / sizeof(*are); i++) {
		topo_parse(&topo, are[i].machine);
		ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
		ck_assert_double_eq_tol(net_turn_cycles(&fabric) * 1.25, are[i].turn, EXACT);
		ck_assert_double_eq_tol(1e3 * host->rate.bytes / host->rate.ps, are[i].rate, EXACT);
		net_fabric_free(&fabric);
	}
	host_refused((struct net_host){ NET_NIC_CYCLE - 1, { 63, 4000 } });
	host_refused((struct net_host){ NET_NIC_CYCLE, { 0, 4000 } });
	host_refused((struct net_host){ NET_NIC_CYCLE, { 63, 0 } });
	host_refused((struct net_host){ NET_NIC_CYCLE, { NET_RATE_MOST + 1, 1 } });
	host_refused((struct net_host){ NET_NIC_CYCLE, { 1, NET_RATE_MOST + 1 } });
}
END_TEST

/* On 2 of 3 SerDes lanes a phit takes half as long again, rounded up, however often it is said. */
START_TEST(a_degraded_link_is_slower_and_has_its_rate_still)
{
	struct net_fabric fabric, whole;
	struct topo topo;

	topo_parse(&topo, "4");
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 8, 125), 0);
	ck_assert_int_eq(net_fabric_degrade(&fabric, 1, 0, 1), 0);
	ck_assert_uint_eq(fabric.ticks[2], 375);
	ck_assert_int_eq(net_fabric_degrade(&fabric, 1, 0, 2), 0);
	ck_assert_uint_eq(fabric.ticks[2], 188);
	ck_assert_uint_eq(fabric.ticks[3], 125);
	whole = net_fabric_whole(&fabric);
	ck_assert_uint_eq(whole.ticks[2], 125);
	net_fabric_free(&fabric);
}
END_TEST

START_TEST(a_link_that_would_be_too_slow_is_not_degraded)
{
	struct net_fabric fabric;
	struct topo topo;

	topo_parse(&topo, "4");
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 8, 21846), 0);
	ck_assert_int_eq(net_fabric_degrade(&fabric, 1, 0, 1), -EINVAL);
	ck_assert_uint_eq(fabric.ticks[2], 21846);
	net_fabric_free(&fabric);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_fabric");
	TCase *tcase = tcase_create("fabric");

	tcase_add_test(tcase, a_port_is_as_its_class_says);
	tcase_add_test(tcase, host_tiles_have_buffers_of_the_first_class);
	tcase_add_test(tcase, end_points_are_those_of_the_family);
	tcase_add_test(tcase, a_degraded_link_is_slower_and_has_its_rate_still);
	tcase_add_test(tcase, a_link_that_would_be_too_slow_is_not_degraded);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
