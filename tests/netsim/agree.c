// SPDX-License-Identifier: GPL-2.0-only

#include "agree.h"
#include "mark.h"

void pair_start(struct pair *pair, const struct scenario *scenario, const char *name)
{
	*pair = (struct pair){
		.scenario = scenario, .name = name,
		.event = run_start(scenario, EVENT),
		.reference = run_start(scenario, REFERENCE),
	};
}

void pair_end(struct pair *pair)
{
	run_end(pair->event);
	run_end(pair->reference);
}

static const char *const counter_name[NET_COUNTERS] = {
	"VC0 phits", "VC1 phits", "VC0 packets", "VC1 packets", "input stalls", "credit stalls",
};

static const char *const channel_counter_name[NET_CHANNEL_COUNTERS] = {
	"phits", "packets", "input stalls", "credit stalls",
};

/* Virtual channels of all links. */
static unsigned int channels(const struct net_fabric *fabric)
{
	return 2 * fabric->topo.family->phases;
}

static void channels_agree(const struct pair *pair, unsigned int chip, unsigned int port,
			   unsigned int lane)
{
	unsigned int vcs = channels(&pair->scenario->fabric), i, vc, counter;
	uint64_t event, reference;

	for (i = 0; i < vcs * NET_CHANNEL_COUNTERS; i++) {
		vc = i % vcs;
		counter = i / vcs;
		event = run_channel(pair->event, chip, port, lane, vc, counter);
		reference = run_channel(pair->reference, chip, port, lane, vc, counter);
		ck_assert_msg(event == reference,
			      "%s, cycle %lu: chip %u port %u lane %u VC%u %s: %lu, reference %lu",
			      pair->name, pair->cycle, chip, port, lane, vc,
			      channel_counter_name[counter], event, reference);
	}
}

static void lane_agrees(const struct pair *pair, unsigned int chip, unsigned int port,
			unsigned int lane)
{
	uint64_t event, reference;
	unsigned int counter;

	for (counter = 0; counter < NET_COUNTERS; counter++) {
		event = run_lane(pair->event, chip, port, lane, counter);
		reference = run_lane(pair->reference, chip, port, lane, counter);
		ck_assert_msg(event == reference,
			      "%s, cycle %lu: chip %u port %u lane %u %s: %lu, reference %lu",
			      pair->name, pair->cycle, chip, port, lane,
			      counter_name[counter], event, reference);
	}
	channels_agree(pair, chip, port, lane);
}

static void tiles_agree(const struct pair *pair)
{
	const struct net_fabric *fabric = &pair->scenario->fabric;
	unsigned int ports = topo_ports(&fabric->topo), chip, port, lane;

	for (chip = 0; chip < fabric->topo.chips; chip++) {
		for (port = 0; port < ports; port++)
			for (lane = 0; lane < fabric->lanes[port]; lane++)
				lane_agrees(pair, chip, port, lane);
		for (lane = 0; lane < NET_LANES; lane++)
			lane_agrees(pair, chip, ports, lane);
	}
}

static void total_agrees(const struct pair *pair, const char *total, uint64_t event,
			 uint64_t reference)
{
	ck_assert_msg(event == reference, "%s, cycle %lu: %s: %lu, reference %lu",
		      pair->name, pair->cycle, total, event, reference);
}

static void totals_agree(const struct pair *pair)
{
	struct net_totals event = run_totals(pair->event);
	struct net_totals reference = run_totals(pair->reference);

	total_agrees(pair, "cycle", event.cycle, reference.cycle);
	total_agrees(pair, "last", event.last, reference.last);
	total_agrees(pair, "injected", event.injected, reference.injected);
	total_agrees(pair, "delivered", event.delivered, reference.delivered);
	total_agrees(pair, "lost", event.lost, reference.lost);
	total_agrees(pair, "failed", event.failed, reference.failed);
	total_agrees(pair, "hops", event.hops, reference.hops);
	total_agrees(pair, "retries", event.retries, reference.retries);
	total_agrees(pair, "latency", event.latency, reference.latency);
	total_agrees(pair, "longest", event.longest, reference.longest);
	total_agrees(pair, "bytes", event.bytes, reference.bytes);
	total_agrees(pair, "idle", run_idle(pair->event), run_idle(pair->reference));
}

static void histograms_agree(const char *name, const struct latency_key *key, const char *what,
			     const struct histogram *event, const struct histogram *reference)
{
	struct histogram_bucket ours, theirs;
	unsigned int place = 0, place_too = 0;
	int left, left_too;

	do {
		ours = (struct histogram_bucket){ 0 };
		theirs = ours;
		left = histogram_next(event, &place, &ours);
		left_too = histogram_next(reference, &place_too, &theirs);
		ck_assert_msg(left == left_too && ours.from == theirs.from &&
			      ours.count == theirs.count,
			      "%s: %s over %u hops, %s: %lu of %lu cycles, reference %lu of %lu",
			      name, key->response ? "responses" : "requests", key->hops, what,
			      ours.count, ours.from, theirs.count, theirs.from);
	} while (left);
	ck_assert_msg(event->sum == reference->sum && event->most == reference->most &&
		      event->count == reference->count,
		      "%s: %s over %u hops, %s: %lu cycles, at most %lu; reference %lu, %lu", name,
		      key->response ? "responses" : "requests", key->hops, what, event->sum,
		      event->most, reference->sum, reference->most);
}

void latencies_agree(const char *name, const struct latency *event,
		     const struct latency *reference)
{
	struct latency_row *ours, *theirs;
	size_t count, wanted, i;

	ck_assert_int_eq(latency_rows(event, &ours, &count), 0);
	ck_assert_int_eq(latency_rows(reference, &theirs, &wanted), 0);
	ck_assert_msg(count == wanted, "%s: %zu rows of latencies, reference %zu", name, count,
		      wanted);
	for (i = 0; i < count; i++) {
		const struct latency_key *a = &ours[i].key, *b = &theirs[i].key;

		ck_assert_msg(a->group == b->group && a->response == b->response &&
			      a->hops == b->hops,
			      "%s: row %zu is of %u hops, in the reference of %u", name, i,
			      a->hops, b->hops);
		histograms_agree(name, a, "from the NIC", &ours[i].nic, &theirs[i].nic);
		histograms_agree(name, a, "from the call", &ours[i].call, &theirs[i].call);
	}
	latency_rows_free(ours, count);
	latency_rows_free(theirs, wanted);
}

/* Members of struct net_nic_packets, in their order. */
static const char *const nic_count[] = {
	"packets", "phits", "data flits", "bytes", "transfers", "cycles waited", "latency",
	"in order", "packets without payload", "of 1 word", "of 2 words", "of 3 words",
	"of 4 words", "of 5 words", "of 6 words", "of 7 words", "of 8 words",
};

#define NIC_COUNTS	(sizeof(nic_count) / sizeof(*nic_count))
_Static_assert(sizeof(struct net_nic_packets) == NIC_COUNTS * sizeof(uint64_t), "all have a name");

static const char *const nic_way[NET_NIC_WAYS] = {
	"requests sent", "responses received", "requests received", "responses sent",
};

static void crossings_agree(const char *name, uint32_t node, const struct net_nic *event,
			    const struct net_nic *reference)
{
	const struct net_nic_tile *ours = &event->tile[0][0], *theirs = &reference->tile[0][0];
	unsigned int i;

	for (i = 0; i < NET_NIC_WAYS * NET_LANES; i++, ours++, theirs++)
		ck_assert_msg(ours->packets == theirs->packets && ours->flits == theirs->flits &&
			      ours->stalled == theirs->stalled,
			      "%s: node %u, %s, host tile %u: %lu packets, %lu flits, %lu stalls, reference %lu, %lu, %lu",
			      name, node, nic_way[i / NET_LANES], i % NET_LANES, ours->packets,
			      ours->flits, ours->stalled, theirs->packets, theirs->flits,
			      theirs->stalled);
}

static void nic_agrees(const char *name, uint32_t node, const struct net_nic *event,
		       const struct net_nic *reference)
{
	const uint64_t *a = &event->at[0][0].packets, *b = &reference->at[0][0].packets;
	unsigned int i;

	for (i = 0; i < sizeof(event->at) / sizeof(*a); i++)
		ck_assert_msg(a[i] == b[i], "%s: node %u, %s, class %lu, %s: %lu, reference %lu",
			      name, node, nic_way[i / NIC_COUNTS / NET_CLASSES],
			      i / NIC_COUNTS % NET_CLASSES, nic_count[i % NIC_COUNTS], a[i], b[i]);
	crossings_agree(name, node, event, reference);
}

/* Bins begin at other places after each look. */
static void times_agree(const struct pair *pair, uint32_t node)
{
	uint64_t begin[NET_BINS];
	struct net_times event, reference;
	unsigned int bin;

	for (bin = 0; bin < NET_BINS; bin++)
		begin[bin] = bin * (100 + (pair->cycle + node) % 300);
	event = run_times(pair->event, node, begin);
	reference = run_times(pair->reference, node, begin);
	for (bin = 0; bin < NET_BINS; bin++)
		ck_assert_msg(event.count[bin] == reference.count[bin],
			      "%s, cycle %lu: node %u, %lu times from %lu cycles on, reference %lu",
			      pair->name, pair->cycle, node, event.count[bin], event.begin[bin],
			      reference.count[bin]);
	ck_assert_msg(event.shortest == reference.shortest && event.longest == reference.longest,
		      "%s, cycle %lu: node %u, times from %lu to %lu cycles, reference %lu to %lu",
		      pair->name, pair->cycle, node, event.shortest, event.longest,
		      reference.shortest, reference.longest);
}

static void nics_agree(const struct pair *pair)
{
	const struct topo *topo = &pair->scenario->fabric.topo;
	struct net_nic event, reference;
	uint32_t node;

	for (node = 0; node < topo_nodes(topo); node++) {
		event = run_nic(pair->event, node);
		reference = run_nic(pair->reference, node);
		nic_agrees(pair->name, node, &event, &reference);
		times_agree(pair, node);
	}
}

static void result_agrees(const struct pair *pair, const char *engine, int result)
{
	ck_assert_msg(result == pair->err, "%s, cycle %lu: %s engine returns %d, reference %d",
		      pair->name, pair->cycle, engine, result, pair->err);
}

/* All packets are accounted for. */
static void packets_are_kept(const struct pair *pair)
{
	struct net_totals totals = run_totals(pair->reference);
	uint64_t left = run_under_way(pair->reference);

	ck_assert_msg(totals.injected == totals.delivered + totals.lost + left,
		      "%s, cycle %lu: %lu packets injected, %lu delivered, %lu lost, %lu under way",
		      pair->name, pair->cycle, totals.injected, totals.delivered, totals.lost,
		      left);
}

void pair_until(struct pair *pair, uint64_t until)
{
	if (pair->err)
		return;
	pair->err = run_until(pair->reference, until);
	pair->cycle = pair->err ? pair->cycle : run_totals(pair->reference).cycle;
	result_agrees(pair, "event", run_until(pair->event, until));
	if (pair->err)
		return;
	tiles_agree(pair);
	nics_agree(pair);
	totals_agree(pair);
	if (pair->scenario->measured)
		latencies_agree(pair->name, run_latency(pair->event),
				run_latency(pair->reference));
	packets_are_kept(pair);
}

static void link_agrees(const struct pair *pair, const struct run *flow, unsigned int chip,
			unsigned int port)
{
	uint64_t count, reference;
	unsigned int counter;

	for (counter = NET_VC0_PHITS; counter <= NET_VC1_PACKETS; counter++) {
		count = run_link(flow, chip, port, counter);
		reference = run_link(pair->reference, chip, port, counter);
		ck_assert_msg(count == reference,
			      "%s: chip %u port %u %s: flow %lu, reference %lu",
			      pair->name, chip, port, counter_name[counter], count, reference);
	}
}

void pair_flow(const struct pair *pair)
{
	struct run *flow = run_start(pair->scenario, FLOW);
	const struct topo *topo = &pair->scenario->fabric.topo;
	unsigned int chip, port;

	result_agrees(pair, "flow", run_until(flow, NET_FOREVER));
	for (chip = 0; !pair->err && chip < topo->chips; chip++)
		for (port = 0; port <= topo_ports(topo); port++)
			link_agrees(pair, flow, chip, port);
	run_end(flow);
}

static void lanes_agree(const char *name, const struct net *net, const struct ref *ref,
			unsigned int chip, unsigned int port, unsigned int lanes)
{
	uint64_t event, reference;
	unsigned int lane, counter;

	for (lane = 0; lane < lanes; lane++) {
		for (counter = 0; counter < NET_COUNTERS; counter++) {
			event = net_count(net, chip, port, lane, counter);
			reference = ref_count(ref, chip, port, lane, counter);
			ck_assert_msg(event == reference,
				      "%s: chip %u port %u lane %u %s: %lu, reference %lu", name,
				      chip, port, lane, counter_name[counter], event, reference);
		}
	}
}

void engines_agree(const char *name, const struct net_fabric *fabric, const struct net *net,
		   const struct ref *ref)
{
	unsigned int ports = topo_ports(&fabric->topo), chip, port;
	struct net_nic event, reference;
	uint32_t node;

	for (chip = 0; chip < fabric->topo.chips; chip++) {
		for (port = 0; port < ports; port++)
			lanes_agree(name, net, ref, chip, port, fabric->lanes[port]);
		lanes_agree(name, net, ref, chip, ports, NET_LANES);
	}
	for (node = 0; node < topo_nodes(&fabric->topo); node++) {
		ck_assert_msg(net_nic(net, node, &event), "%s: NICs are not counted", name);
		ref_nic(ref, node, &reference);
		nic_agrees(name, node, &event, &reference);
	}
}
