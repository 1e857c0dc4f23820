// SPDX-License-Identifier: GPL-2.0-only
/*
 * Configurations that every engine refuses, and the last ones before them that it accepts. _i is
 * the case; all engines go through it.
 */
#include "netsim/scenario.h"
#include "suite.h"

static struct scenario net;

static void put_response_set(uint64_t value)
{
	net.config.put_response = value;
}

static void turnaround_set(uint64_t value)
{
	net.config.turnaround = value;
}

static void crc_rate_set(uint64_t value)
{
	net.config.crc_rate = value;
}

static void lanes_set(uint64_t value)
{
	net.fabric.lanes[XP] = value;
	net.fabric.lanes[XM] = value;
}

static void lanes_back_set(uint64_t value)
{
	net.fabric.lanes[XM] = value;
}

static void buffer_set(uint64_t value)
{
	net.fabric.buffer[XP] = value;
	net.fabric.buffer[XM] = value;
}

static void buffer_back_set(uint64_t value)
{
	net.fabric.buffer[XM] = value;
}

static void buffer_host_set(uint64_t value)
{
	net.fabric.buffer[XM + 1] = value;
}

static void ticks_set(uint64_t value)
{
	net.fabric.ticks[3] = value;
}

static void traffic_phits_set(uint64_t value)
{
	net.traffic.phits = value;
}

static void phits_set(uint64_t value)
{
	net.sent[1].transfer.phits = value;
}

static void cycle_set(uint64_t value)
{
	net.sent[1].transfer.cycle = value;
}

static void node_set(uint64_t value)
{
	net.sent[1].transfer.node = value;
}

static const struct {
	const char *name;
	void (*set)(uint64_t value);
	uint64_t good, bad;
} limits[] = {
	{ "least PUT response", put_response_set, 1, 0 },
	{ "largest PUT response", put_response_set, 32, 33 },
	{ "turnaround", turnaround_set, (1 << 30) - 1, 1 << 30 },
	{ "CRC rate", crc_rate_set, 1u << 31, (1u << 31) + 1 },
	{ "fewest lanes", lanes_set, 1, 0 },
	{ "most lanes", lanes_set, 8, 9 },
	{ "lanes back", lanes_back_set, 4, 5 },
	{ "smallest buffer", buffer_set, 64, 63 },
	{ "largest buffer", buffer_set, 4096, 4097 },
	{ "buffer back", buffer_back_set, 256, 255 },
	{ "smallest buffer of a host tile", buffer_host_set, 64, 63 },
	{ "largest buffer of a host tile", buffer_host_set, 4096, 4097 },
	{ "ticks", ticks_set, 1, 0 },
	{ "announced phits", traffic_phits_set, 32, 33 },
	{ "fewest phits", phits_set, 1, 0 },
	{ "most phits", phits_set, 16, 17 },
	{ "cycle", cycle_set, 1ull << 52, (1ull << 52) + 1 },
	{ "node", node_set, 3, 4 },
};

static void result_is(const char *name, int wanted)
{
	enum engine engine;
	struct run *run;
	int err;

	for (engine = EVENT; engine < ENGINES; engine++) {
		run = run_start(&net, engine);
		err = run_until(run, 1000);
		ck_assert_msg(err == wanted, "%s, %s: %d, not %d", name, engine_name[engine],
			      err, wanted);
		run_end(run);
	}
}

START_TEST(limit_is_every_engines)
{
	scenario_even(&net, "mesh:2", 4, 128);
	scenario_send(&net, 0, PUT(2, 64));
	scenario_send(&net, 1, RAW(2, 1, 1));
	net.traffic.phits = 16;
	limits[_i].set(limits[_i].good);
	result_is(limits[_i].name, 0);
	limits[_i].set(limits[_i].bad);
	result_is(limits[_i].name, -EINVAL);
	scenario_end(&net);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_limits");
	TCase *tcase = tcase_create("limits");

	tcase_add_loop_test(tcase, limit_is_every_engines, 0, sizeof(limits) / sizeof(*limits));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
