// SPDX-License-Identifier: GPL-2.0-only
/*
 * Several processes simulate a machine: how it is divided, what they send each other, and that
 * nobody can tell their counters from those of one process. test_net_random.c draws small machines,
 * faults and changes; here are patterns at all loads.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "netsim/fake_peers.h"
#include "netsim/net.h"
#include "netsim/pattern.h"
#include "netsim/traffic/traffic.h"
#include "suite.h"

static struct net_fabric fabric;

static void fabric_of(const char *name)
{
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, name), 0);
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
}

/* --- the partition --- */

struct division {
	const char *topo;
	unsigned int count;
	unsigned int first[5];	/* of the first processes, then the number of chips */
	unsigned int reach;
	unsigned int cut;
};

/*
 * Planes of 16 where they divide evenly; a mesh is cut once less than a torus. 6 planes are not 4
 * parts, but 24 rows are: Y is cut twice in 2 planes, and 16 of 24 rows have the row above in
 * another part. Groups of 6 chips: 3 blue links of each group, each way, leave it.
 */
static const struct division divisions[] = {
	{ "torus:4x4x4", 1, { 0, 64 }, UINT_MAX, 0 },
	{ "torus:4x4x4", 2, { 0, 32, 64 }, 84, 64 },
	{ "mesh:4x4x4", 2, { 0, 32, 64 }, 84, 32 },
	{ "torus:4x4x6", 4, { 0, 24, 48, 72, 96 }, 84, 32 + 128 },
	{ "torus:16x12x24", 4, { 0, 1152, 2304, 3456, 4608 }, 84, 4 * 2 * 192 },
	{ "dragonfly:3x2x4", 4, { 0, 6, 12, 18, 24 }, 120, 12 },
	{ "dragonfly:3x2x4", 2, { 0, 12, 24 }, 120, 8 },
	{ "torus:3", 3, { 0, 1, 2, 3 }, 84, 6 },
};

START_TEST(machines_are_divided_where_few_links_are_cut)
{
	const struct division *wanted = &divisions[_i];
	static struct net_partition partition;
	unsigned int i;

	fabric_of(wanted->topo);
	net_partition(&fabric, wanted->count, &partition);
	for (i = 0; i <= wanted->count; i++)
		ck_assert_uint_eq(partition.first[i], wanted->first[i]);
	ck_assert_uint_eq(partition.reach, wanted->reach);
	ck_assert_uint_eq(partition.cut, wanted->cut);
	for (i = 0; i < fabric.topo.chips; i++) {
		unsigned int part = net_partition_find(&partition, wanted->count, i);

		ck_assert(i >= partition.first[part] && i < partition.first[part + 1]);
	}
	net_fabric_free(&fabric);
}
END_TEST

/* --- several processes, and one --- */

/* A machine that so many processes simulate, each with traffic of its own. */
struct team {
	struct peers *peers;
	unsigned int count;
	struct net *net[4];
	struct net_traffic traffic[4];
	struct net_totals totals[4];
	struct net_cost cost[4];
	int result[4];
	uint64_t until;
};

static struct traffic_pattern pattern = { .each = { .op = NET_PUT, .bytes = 64 } };

static struct net_config config = { .fabric = &fabric, .put_response = 3, .nics = true };

static void team_new(struct team *team, unsigned int count, unsigned int threads)
{
	unsigned int i;

	*team = (struct team){ .peers = peers_new(count), .count = count };
	config.threads = threads;
	for (i = 0; i < count; i++) {
		config.peers = peers_at(team->peers, i);
		ck_assert_int_eq(traffic_pattern(&fabric.topo, &pattern, &team->traffic[i]), 0);
		ck_assert_int_eq(net_new(&config, &team->traffic[i], &team->net[i]), 0);
	}
}

static void team_free(struct team *team)
{
	unsigned int i;

	for (i = 0; i < team->count; i++) {
		net_free(team->net[i]);
		traffic_free(&team->traffic[i]);
	}
	peers_free(team->peers);
}

static void team_call(void *context, unsigned int number)
{
	struct team *team = context;

	team->result[number] = net_run(team->net[number], team->until);
	net_totals_all(team->net[number], &team->totals[number]);
	net_cost(team->net[number], &team->cost[number]);
}

static void team_until(struct team *team, uint64_t until)
{
	team->until = until;
	peers_run(team->peers, team_call, team);
}

/* Compare what a process counted in its chips, and the totals of all, with one process. */
static void part_equals(const struct team *team, unsigned int number, const struct team *alone)
{
	unsigned int ports = topo_ports(&fabric.topo), chip, end, port, lane, counter;
	const struct net *net = team->net[number];
	uint64_t count, wanted;

	ck_assert_int_eq(team->result[number], 0);
	ck_assert_mem_eq(&team->totals[number], alone->totals, sizeof(*alone->totals));
	ck_assert(net_idle(net) == net_idle(alone->net[0]));
	ck_assert_uint_eq(net_next(net), net_next(alone->net[0]));
	for (net_part(net, &chip, &end); chip < end; chip++) {
		for (port = 0; port <= ports; port++) {
			for (lane = 0; lane < (port < ports ? fabric.lanes[port] : NET_LANES);
			     lane++) {
				for (counter = 0; counter < NET_COUNTERS; counter++) {
					count = net_count(net, chip, port, lane, counter);
					wanted = net_count(alone->net[0], chip, port, lane,
							   counter);
					ck_assert_msg(count == wanted,
						      "%u processes, chip %u port %u lane %u counter %u: %lu, alone %lu",
						      team->count, chip, port, lane, counter,
						      count, wanted);
				}
			}
		}
	}
}

static const char *const machines[] = { "torus:3x2x4", "dragonfly:2x2x4" };
static const unsigned int gaps[] = { 120, 40, 25, 17, 12 };	/* loads of NICs 0.1 to 1 */

#define MACHINES	2
#define LOADS		5
#define TEAMS		3

/* Adaptive routings read loads; waits, latencies and stalls follow the smallest difference. */
START_TEST(processes_count_what_one_counts)
{
	unsigned int count = 2 + _i % TEAMS, load = _i / TEAMS % LOADS, i, look;
	struct team alone, team;

	fabric_of(machines[_i / TEAMS / LOADS]);
	config.routing = fabric.topo.bridges ? NET_ADAPTIVE1 : NET_MINIMAL;
	pattern.kind = kind_of("uniform");
	pattern.gap = gaps[load];
	pattern.until = 1500;
	team_new(&alone, 1, 1);
	team_new(&team, count, 1 + count % 2);
	for (look = 0; look < 3; look++) {
		team_until(&alone, look < 2 ? 500 + 777 * look : NET_FOREVER);
		team_until(&team, look < 2 ? 500 + 777 * look : NET_FOREVER);
		for (i = 0; i < count; i++)
			part_equals(&team, i, &alone);
	}
	ck_assert_uint_gt(alone.totals[0].delivered, 100);
	team_free(&alone);
	team_free(&team);
	net_fabric_free(&fabric);
}
END_TEST

/* --- what is sent --- */

/* Blue links of 400 cycles alone are cut, where windows take 80: an exchange each 400 cycles. */
START_TEST(processes_meet_as_seldom_as_the_links_between_them_allow)
{
	struct team alone, team;
	unsigned int port;

	fabric_of("dragonfly:3x2x2");
	for (port = 0; port < topo_ports(&fabric.topo); port++)
		if (topo_class_of(&fabric.topo, port) == 2)
			fabric.hop[port] = 400;
	config.routing = NET_MINIMAL;
	pattern.kind = kind_of("uniform");
	pattern.gap = 20;
	pattern.until = NET_FOREVER;
	team_new(&alone, 1, 1);
	team_new(&team, 2, 1);
	team_until(&alone, 8000);
	team_until(&team, 8000);
	part_equals(&team, 0, &alone);
	part_equals(&team, 1, &alone);
	ck_assert_uint_eq(team.cost[0].exchanges, 8000 / 400);
	ck_assert_uint_eq(team.cost[1].exchanges, 8000 / 400);
	ck_assert_uint_le(team.cost[0].letters, 8000 / 400);
	ck_assert_uint_ge(team.cost[0].letters, 8000 / 400 - 1);
	team_free(&alone);
	team_free(&team);
	net_fabric_free(&fabric);
}
END_TEST

/* Node 0 sends at cycle 10 million: nobody meets for the time before. */
START_TEST(idle_time_is_skipped_by_all)
{
	struct net_transfer late = { .op = NET_PUT, .bytes = 8, .cycle = 10000000 };
	struct team team;

	fabric_of("torus:2x2x4");
	pattern.kind = kind_of("neighbour");
	pattern.until = NET_FOREVER;
	pattern.gap = late.cycle;
	pattern.count = 1;
	team_new(&team, 4, 1);
	team_until(&team, NET_FOREVER);
	ck_assert(net_idle(team.net[3]));
	ck_assert_uint_gt(team.totals[0].last, 1000000);
	ck_assert_uint_lt(team.cost[0].exchanges, 2000);
	pattern.count = 0;
	team_free(&team);
	net_fabric_free(&fabric);
}
END_TEST

/* --- errors --- */

static bool send_wrongly(void *context, uint32_t node, struct net_transfer *transfer)
{
	unsigned int *left = context;

	if (node != 30 || !*left)
		return false;
	--*left;
	*transfer = (struct net_transfer){ .op = NET_GET, .node = 0, .bytes = 8, .cycle = 500 };
	return true;
}

/* Chip 15 belongs to process 3 of 4: all return its error, and know whose it is. */
START_TEST(an_error_of_one_process_is_everyones)
{
	unsigned int left[4] = { 1, 1, 1, 1 }, i;
	struct team team = { .peers = peers_new(4), .count = 4 };

	fabric_of("torus:4x2x2");
	config.threads = 1;
	for (i = 0; i < 4; i++) {
		team.traffic[i] = (struct net_traffic){
			.next = send_wrongly, .requests = 1 << NET_PUT, .context = &left[i],
		};
		config.peers = peers_at(team.peers, i);
		ck_assert_int_eq(net_new(&config, &team.traffic[i], &team.net[i]), 0);
	}
	team_until(&team, 100000);
	for (i = 0; i < 4; i++) {
		ck_assert_int_eq(team.result[i], -EINVAL);
		ck_assert_uint_eq(net_failed(team.net[i]), 3);
		ck_assert_int_eq(net_run(team.net[i], 200000), -EINVAL);
		net_free(team.net[i]);
	}
	peers_free(team.peers);
	net_fabric_free(&fabric);
}
END_TEST

static uint64_t step_never(void *context, unsigned int chip, uint64_t cycle,
			   const struct net_notice *notice)
{
	(void)context;
	(void)chip;
	(void)cycle;
	(void)notice;
	return NET_FOREVER;
}

START_TEST(what_cannot_be_divided_is_refused)
{
	struct net_traffic traffic = { .next = send_wrongly, .requests = 1 << NET_PUT };
	struct peers *peers = peers_new(4);
	struct net *net;

	config.peers = peers_at(peers, 0);
	fabric_of("torus:3");
	ck_assert_int_eq(net_new(&config, &traffic, &net), -EINVAL);
	net_fabric_free(&fabric);
	fabric_of("torus:4");
	config.threads = NET_PEER_THREADS + 1;
	ck_assert_int_eq(net_new(&config, &traffic, &net), -EINVAL);
	config.threads = 1;
	traffic.step = step_never;
	ck_assert_int_eq(net_new(&config, &traffic, &net), -EINVAL);
	traffic.step = NULL;
	ck_assert_int_eq(net_new(&config, &traffic, &net), 0);
	net_free(net);
	peers_free(peers);
	net_fabric_free(&fabric);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_peers");
	TCase *tcase = tcase_create("peers");

	suite_add_tcase(suite, tcase);
	tcase_add_loop_test(tcase, machines_are_divided_where_few_links_are_cut, 0,
			    sizeof(divisions) / sizeof(*divisions));
	tcase_add_loop_test(tcase, processes_count_what_one_counts, 0, MACHINES * LOADS * TEAMS);
	tcase_add_test(tcase, processes_meet_as_seldom_as_the_links_between_them_allow);
	tcase_add_test(tcase, idle_time_is_skipped_by_all);
	tcase_add_test(tcase, an_error_of_one_process_is_everyones);
	tcase_add_test(tcase, what_cannot_be_divided_is_refused);
	return suite_run(suite);
}
