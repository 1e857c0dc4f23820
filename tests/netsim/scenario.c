// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "mark.h"
#include "netsim/flow/flow.h"
#include "fake_peers.h"
#include "reference.h"
#include "scenario.h"
#include "topo/gemini.h"

const char *const engine_name[ENGINES] = { "event", "reference", "flow" };

/* A process's meter: its threads have numbers of their own in the run's meter. */
struct run_meter {
	const struct net_meter *all;
	unsigned int first;
};

struct run {
	const struct scenario *scenario;
	enum engine engine;
	union {
		struct net **net;	/* of each process */
		struct ref *ref;
		struct flow *flow;
	};
	struct peers *peers;	/* of the event engine */
	unsigned int processes;
	struct net_meter meter;	/* for all processes */
	struct run_meter *meters; /* of each */
	uint64_t until;		/* for the run under way */
	int *result;		/* of each process */
	struct net_totals *totals;
	size_t *next;		/* of each node, in the scenario's list */
	struct latency *latency;
	int err;		/* there is no network */
};

static void config_start(struct scenario *scenario)
{
	scenario->config = (struct net_config){
		.fabric = &scenario->fabric, .put_response = 3, .threads = 1, .nics = true,
	};
}

void scenario_even(struct scenario *scenario, const char *name, unsigned int lanes,
		   unsigned int ticks)
{
	struct topo topo;

	*scenario = (struct scenario){ 0 };
	ck_assert_int_eq(topo_parse(&topo, name), 0);
	ck_assert_int_eq(net_fabric_even(&scenario->fabric, &topo, lanes, ticks), 0);
	config_start(scenario);
}

void scenario_gemini(struct scenario *scenario, const char *torus)
{
	struct gemini_system system;
	struct topo topo;

	*scenario = (struct scenario){ 0 };
	ck_assert_int_eq(topo_parse(&topo, torus), 0);
	ck_assert_int_eq(gemini_system(&system, &topo, -1), 0);
	ck_assert_int_eq(net_fabric_gemini(&scenario->fabric, &system), 0);
	config_start(scenario);
}

void scenario_end(struct scenario *scenario)
{
	free(scenario->sent);
	free(scenario->change);
	net_fabric_free(&scenario->fabric);
}

void scenario_send(struct scenario *scenario, uint32_t node, struct net_transfer transfer)
{
	struct net_traffic *traffic = &scenario->traffic;
	size_t count = scenario->count++;

	scenario->sent = reallocarray(scenario->sent, scenario->count, sizeof(*scenario->sent));
	ck_assert_ptr_nonnull(scenario->sent);
	scenario->sent[count] = (struct scenario_sent){ node, transfer };
	traffic->requests |= 1u << transfer.op;
	if (transfer.phits > traffic->phits)
		traffic->phits = transfer.phits;
}

void scenario_fail(struct scenario *scenario, unsigned int chip, unsigned int port,
		   unsigned int lanes)
{
	struct net_fabric *fabric = &scenario->fabric;
	unsigned int ports = topo_ports(&fabric->topo);

	if (!fabric->failed)
		fabric->failed = calloc((size_t)fabric->topo.chips * ports, 1);
	ck_assert_ptr_nonnull(fabric->failed);
	fabric->failed[chip * ports + port] |= lanes;
}

void scenario_change(struct scenario *scenario, struct net_change change)
{
	struct net_changes *changes = &scenario->changes;

	scenario->change = reallocarray(scenario->change, changes->count + 1,
					sizeof(*scenario->change));
	ck_assert_ptr_nonnull(scenario->change);
	scenario->change[changes->count++] = change;
	changes->list = scenario->change;
	if (scenario->config.changes)
		return;
	changes->detect = 300;
	changes->quiesce = 500;
	changes->timeout = 700;
	scenario->config.changes = changes;
}

static bool run_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct run *run = context;
	const struct scenario *scenario = run->scenario;
	size_t *next = &run->next[node];

	while (*next < scenario->count && scenario->sent[*next].node != node)
		++*next;
	if (*next == scenario->count)
		return false;
	*transfer = scenario->sent[(*next)++].transfer;
	return true;
}

static struct net_traffic run_traffic(struct run *run)
{
	struct net_traffic traffic = run->scenario->traffic;

	traffic.next = run_next;
	traffic.context = run;
	return traffic;
}

static void process_delivered(void *context, unsigned int thread,
			      const struct net_delivery *delivery)
{
	const struct run_meter *meter = context;

	meter->all->delivered(meter->all->context, meter->first + thread, delivery);
}

static void processes_measure(struct run *run)
{
	struct net_meter meter = { .delivered = process_delivered };
	unsigned int i;

	run->meters = calloc(run->processes, sizeof(*run->meters));
	ck_assert_ptr_nonnull(run->meters);
	for (i = 0; i < run->processes; i++) {
		run->meters[i] = (struct run_meter){
			&run->meter, i * run->scenario->config.threads,
		};
		meter.context = &run->meters[i];
		ck_assert_int_eq(net_measure(run->net[i], &meter), 0);
	}
}

static void run_measure(struct run *run)
{
	const struct scenario *scenario = run->scenario;

	ck_assert_int_eq(latency_new(scenario->config.threads * run->processes, &run->latency), 0);
	run->meter = latency_meter(run->latency);
	if (run->engine == EVENT)
		processes_measure(run);
	else
		ref_measure(run->ref, &run->meter);
}

/* All processes have the same result. */
static int event_new(struct run *run, const struct net_traffic *traffic)
{
	struct net_config config = run->scenario->config;
	unsigned int i;
	int err;

	run->peers = peers_new(run->processes);
	run->net = calloc(run->processes, sizeof(*run->net));
	run->result = calloc(run->processes, sizeof(*run->result));
	run->totals = calloc(run->processes, sizeof(*run->totals));
	ck_assert(run->net && run->result && run->totals);
	for (i = 0; i < run->processes; i++) {
		config.peers = peers_at(run->peers, i);
		err = net_new(&config, traffic, &run->net[i]);
		if (err)
			return err;
	}
	return 0;
}

static void event_free(struct run *run)
{
	unsigned int i;

	for (i = 0; i < run->processes; i++)
		net_free(run->net[i]);
	peers_free(run->peers);
	free(run->net);
	free(run->meters);
	free(run->result);
	free(run->totals);
}

static void process_run(void *context, unsigned int number)
{
	struct run *run = context;

	run->result[number] = net_run(run->net[number], run->until);
}

static void process_totals(void *context, unsigned int number)
{
	struct run *run = context;

	net_totals_all(run->net[number], &run->totals[number]);
}

static int event_until(struct run *run, uint64_t until)
{
	unsigned int i;

	run->until = until;
	peers_run(run->peers, process_run, run);
	for (i = 1; i < run->processes; i++)
		ck_assert_int_eq(run->result[i], run->result[0]);
	return run->result[0];
}

static struct net_totals event_totals(const struct run *run)
{
	unsigned int i;

	peers_run(run->peers, process_totals, (void *)run);
	for (i = 1; i < run->processes; i++)
		ck_assert_mem_eq(&run->totals[i], run->totals, sizeof(*run->totals));
	return run->totals[0];
}

/* Return the network of the process that simulates a chip. */
static struct net *event_at(const struct run *run, unsigned int chip)
{
	unsigned int first, end, i;

	for (i = 0; i < run->processes; i++) {
		net_part(run->net[i], &first, &end);
		if (chip >= first && chip < end)
			return run->net[i];
	}
	ck_abort_msg("no process simulates chip %u", chip);
}

static struct net *event_of(const struct run *run, uint32_t node)
{
	return event_at(run, topo_node_chip(&run->scenario->fabric.topo, node));
}

struct latency *run_latency(const struct run *run)
{
	return run->latency;
}

struct run *run_start(const struct scenario *scenario, enum engine engine)
{
	struct run *run = calloc(1, sizeof(*run));
	struct net_traffic traffic;

	ck_assert_ptr_nonnull(run);
	run->scenario = scenario;
	run->engine = engine;
	run->processes = scenario->processes ? scenario->processes : 1;
	run->next = calloc(topo_nodes(&scenario->fabric.topo), sizeof(*run->next));
	ck_assert_ptr_nonnull(run->next);
	traffic = run_traffic(run);
	if (engine == EVENT)
		run->err = event_new(run, &traffic);
	else if (engine == REFERENCE)
		run->err = ref_new(&scenario->config, &traffic, &run->ref);
	else
		run->err = flow_new(&scenario->config, &run->flow);
	if (scenario->measured && engine < TIMED && !run->err)
		run_measure(run);
	return run;
}

void run_end(struct run *run)
{
	if (run->engine == EVENT)
		event_free(run);
	else if (run->err)
		;
	else if (run->engine == REFERENCE)
		ref_free(run->ref);
	else
		flow_free(run->flow);
	latency_free(run->latency);
	free(run->next);
	free(run);
}

int run_until(struct run *run, uint64_t until)
{
	struct net_traffic traffic = run_traffic(run);
	int err;

	if (run->err)
		return run->err;
	if (run->engine == EVENT)
		return event_until(run, until);
	if (run->engine == REFERENCE)
		return ref_run(run->ref, until);
	err = flow_run(run->flow, &traffic, until);
	flow_finish(run->flow, 0);
	return err;
}

struct run *run_all(const struct scenario *scenario, enum engine engine)
{
	struct run *run = run_start(scenario, engine);
	int err = run_until(run, NET_FOREVER);

	ck_assert_msg(!err, "%s: run: %d", engine_name[engine], err);
	return run;
}

bool run_idle(const struct run *run)
{
	if (run->err)
		return false;
	return run->engine == EVENT ? net_idle(run->net[0]) : ref_idle(run->ref);
}

struct net_totals run_totals(const struct run *run)
{
	struct net_totals totals;

	if (run->engine == EVENT)
		return event_totals(run);
	ref_totals(run->ref, &totals);
	return totals;
}

uint64_t run_under_way(const struct run *run)
{
	ck_assert_int_eq(run->engine, REFERENCE);
	return ref_under_way(run->ref);
}

uint64_t run_lane(const struct run *run, unsigned int chip, unsigned int port, unsigned int lane,
		  enum net_counter counter)
{
	if (run->engine == EVENT)
		return net_count(event_at(run, chip), chip, port, lane, counter);
	return ref_count(run->ref, chip, port, lane, counter);
}

uint64_t run_channel(const struct run *run, unsigned int chip, unsigned int port,
		     unsigned int lane, unsigned int vc, enum net_channel_counter counter)
{
	if (run->engine == EVENT)
		return net_count_channel(event_at(run, chip), chip, port, lane, vc, counter);
	return ref_count_channel(run->ref, chip, port, lane, vc, counter);
}

struct net_nic run_nic(const struct run *run, uint32_t node)
{
	struct net_nic nic;

	if (run->engine == EVENT)
		ck_assert(net_nic(event_of(run, node), node, &nic));
	else
		ref_nic(run->ref, node, &nic);
	return nic;
}

struct net_times run_times(struct run *run, uint32_t node, const uint64_t *begin)
{
	struct net_times times;

	if (run->engine == EVENT)
		ck_assert(net_nic_times(event_of(run, node), node, begin, &times));
	else
		ref_nic_times(run->ref, node, begin, &times);
	return times;
}

uint64_t run_link(const struct run *run, unsigned int chip, unsigned int port,
		  enum net_counter counter)
{
	unsigned int lane, lanes = NET_LANES;
	uint64_t sum = 0;

	if (run->engine == FLOW)
		return flow_count(run->flow, chip, port, counter);
	if (port < topo_ports(&run->scenario->fabric.topo))
		lanes = run->scenario->fabric.lanes[port];
	for (lane = 0; lane < lanes; lane++)
		sum += run_lane(run, chip, port, lane, counter);
	return sum;
}

uint64_t run_network(const struct run *run, enum net_counter counter)
{
	const struct topo *topo = &run->scenario->fabric.topo;
	unsigned int chip, port;
	uint64_t sum = 0;

	for (chip = 0; chip < topo->chips; chip++)
		for (port = 0; port < topo_ports(topo); port++)
			sum += run_link(run, chip, port, counter);
	return sum;
}

uint64_t run_hosts(const struct run *run, enum net_counter counter)
{
	const struct topo *topo = &run->scenario->fabric.topo;
	uint64_t sum = 0;
	unsigned int chip;

	for (chip = 0; chip < topo->chips; chip++)
		sum += run_link(run, chip, topo_ports(topo), counter);
	return sum;
}
