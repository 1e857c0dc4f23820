// SPDX-License-Identifier: GPL-2.0-only
/*
 * The engines of lib/netsim: on any small network, with the input's traffic, the event engine must
 * count what the reference counts, amid a run and at its end, however many processes and threads
 * it has, and the flow engine the traffic of every link.
 */
#include "parts/net.h"
#include "netsim/agree.h"

/* The reference goes through all cycles one by one. */
#define CYCLES		2000
#define STEP		400
#define TRANSFERS	12

/* --- traffic --- */

/* If @wrong, possibly with an invalid op, node or size. */
static struct net_transfer transfer_make(struct input *input, bool wrong)
{
	unsigned int kind = take(input);
	struct net_transfer transfer = {
		.op = kind % (NET_OPS + wrong), .zero = kind & 4, .hashed = kind & 8,
		.node = below(input, topo_nodes(&net.fabric.topo) + wrong),
	};

	transfer.bytes = take(input);
	if (transfer.op == NET_AMO && !wrong)
		transfer.bytes = NET_AMO_BYTES;
	if (transfer.op == NET_RAW) {
		transfer.bytes %= 8;
		transfer.phits = wrong ? below(input, 34) : 1 + below(input, 32);
	}
	return transfer;
}

/* If @wrong, announce possibly less than comes, or larger packets than exist; otherwise more. */
static void announce(unsigned int ops, unsigned int phits, bool wrong)
{
	struct net_traffic *traffic = &net.traffic;

	if (wrong) {
		traffic->requests &= ops;
		traffic->phits = phits;
	} else {
		traffic->requests |= ops;
		if (phits > traffic->phits)
			traffic->phits = phits;
	}
}

static void traffic_make(struct input *input, bool wrong)
{
	unsigned int ops = below(input, 1 << NET_OPS), node;
	unsigned int phits = below(input, wrong ? 40 : 33);
	struct net_transfer transfer;
	uint64_t cycle = 0;

	while (input->size && net.count < TRANSFERS) {
		node = below(input, topo_nodes(&net.fabric.topo));
		cycle += below(input, 64);
		transfer = transfer_make(input, wrong);
		transfer.cycle = cycle;
		scenario_send(&net, node, transfer);
	}
	announce(ops, phits, wrong);
}

/* Up to four processes simulate the machine; what else is drawn does not depend on it. */
static void divide(void)
{
	unsigned int processes = 1 + net.config.seed / 2 % 4;

	net.processes = processes < net.fabric.topo.chips ? processes : net.fabric.topo.chips;
}

/* With two errors, engines may differ in which they report: links fail, or transfers are wrong. */
static void net_make(struct input *input)
{
	bool wrong;

	fabric_make(input);
	config_make(input);
	divide();
	wrong = below(input, 4) == 3;
	if (!wrong)
		faults_make(input);
	if (!wrong && below(input, 2))
		changes_make(input);
	traffic_make(input, wrong);
}

static bool is_over(const struct pair *pair)
{
	return pair->err || run_idle(pair->event);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	uint64_t cycle = 1 + 2 * take(&input);
	struct pair pair;
	char name[128];

	net_make(&input);
	topo_name(&net.fabric.topo, name, sizeof(name));
	pair_start(&pair, &net, name);
	for (; cycle < CYCLES && !is_over(&pair); cycle += STEP)
		pair_until(&pair, cycle);
	if (is_over(&pair) && !net.config.changes)
		pair_flow(&pair);
	pair_end(&pair);
	scenario_end(&net);
	return 0;
}
