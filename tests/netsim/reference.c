// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "reference_state.h"

#define COUNT_MASK	0xffffffffffffULL

static uint32_t nodes(const struct ref *ref)
{
	return topo_nodes(ref->topo);
}

static size_t tiles(const struct ref *ref)
{
	return (size_t)ref->topo->chips * ref->tiles;
}

/* --- traffic that waits --- */

static void step_call(struct ref *ref, unsigned int chip, const struct net_notice *notice)
{
	const struct net_traffic *traffic = &ref->traffic;

	ref->totals.last = now(ref) + 1;
	ref->step[chip] = traffic->step(traffic->context, chip, now(ref), notice);
}

void ref_step(struct ref *ref, unsigned int chip)
{
	if (ref->traffic.step && ref->step[chip] == now(ref))
		step_call(ref, chip, NULL);
}

void ref_tell(struct ref *ref, uint32_t node, uint32_t id, enum net_event event)
{
	const struct net_notice notice = { .node = node, .id = id, .event = event };

	if (ref->traffic.step)
		step_call(ref, topo_node_chip(ref->topo, node), &notice);
}

/* --- phase 4: NICs inject --- */

static int transfer_check(const struct ref *ref, uint32_t node, const struct net_transfer *transfer)
{
	unsigned int src = topo_node_chip(ref->topo, node);
	unsigned int dst = topo_node_chip(ref->topo, transfer->node);
	int err = net_transfer_check(&ref->config, &ref->traffic, transfer);

	if (err || ref->dead)
		return err;
	if (!ref_reaches(ref, src, dst) || (transfer->op != NET_RAW && !ref_reaches(ref, dst, src)))
		return -EHOSTUNREACH;
	return 0;
}

/* Load a NIC's next transfer that has a transaction. */
static int nic_refill(struct ref *ref, uint32_t node)
{
	struct nic *nic = &ref->nics[node];
	int err = 0;

	while (!err && !nic->left && !nic->done) {
		if (ref->traffic.next(ref->traffic.context, node, &nic->transfer)) {
			nic->left = net_transactions(&nic->transfer);
			err = transfer_check(ref, node, &nic->transfer);
		} else {
			nic->done = true;
			ref->active -= !ref->traffic.step;
		}
	}
	return err;
}

bool ref_serves(const struct ref *ref, unsigned int lane, uint32_t node)
{
	unsigned int nics = topo_nics(ref->topo);

	return nics == 2 || lane / 4 == node % nics / 2;
}

static enum net_routing routing_of(const struct ref *ref, const struct net_transfer *transfer)
{
	return transfer->routing ? transfer->routing - 1 : ref->config.routing;
}

/*
 * Return the host tiles, by bit, that the next packet of a kind may take: in order always the same.
 */
static unsigned int hosts_for(const struct ref *ref, uint32_t node, unsigned int kind)
{
	const struct packet *answer = STAILQ_FIRST(&ref->nics[node].responses);
	const struct net_transfer *transfer = &ref->nics[node].transfer;
	enum net_routing routing = kind ? answer->routing : routing_of(ref, transfer);
	uint32_t to = kind ? answer->dst : transfer->node;
	unsigned int hosts = 0, lane;

	for (lane = 0; lane < NET_LANES; lane++)
		hosts |= ref_serves(ref, lane, node) << lane;
	return routing == NET_IN_ORDER ? 1u << net_hash(node, to, ref->host, hosts) : hosts;
}

/* Return the host tile that can take a packet of a node, or NULL. */
static struct tile *host_pick(const struct ref *ref, uint32_t node, unsigned int kind)
{
	unsigned int chip = topo_node_chip(ref->topo, node), may = hosts_for(ref, node, kind);
	unsigned int lane;
	struct tile *best = NULL, *host;

	for (lane = 0; lane < NET_LANES; lane++) {
		if (!(may & 1u << lane))
			continue;
		host = tile(ref, chip, ref->host, lane);
		if (is_free(ref, host->in_free) && slots_free(ref, channel(ref, host, kind, 0)) &&
		    (!best || host->in_free < best->in_free))
			best = host;
	}
	return best;
}

static void packet_inject(struct ref *ref, unsigned int chip, struct tile *host,
			  struct packet *packet)
{
	struct fifo *input = channel(ref, host, packet->kind, 0) + ref_fifo(ref, chip, packet);

	host->in_free = latest(host->in_free, now(ref) * NET_TICKS) + packet->phits * NET_TICKS;
	packet->born = now(ref);
	packet->head = now(ref);
	packet->tail = host->in_free;
	packet->slot = slot_take(ref, input);
	fifo_add(input, packet);
	ref_phits_count(ref, host, packet);
	ref->here[chip]++;
	ref->totals.injected++;
}

/* Make the next transaction's request. */
static struct packet *packet_request(struct ref *ref, uint32_t node)
{
	struct nic *nic = &ref->nics[node];
	const struct net_transfer *transfer = &nic->transfer;
	unsigned int bytes = nic->left > 1 ? NET_PAYLOAD : (transfer->bytes - 1) % NET_PAYLOAD + 1;
	struct net_sizes sizes = net_sizes(&ref->config, transfer, bytes);
	struct packet *packet = malloc(sizeof(*packet));

	if (!packet)
		return NULL;
	*packet = (struct packet){
		.src = node, .dst = transfer->node, .phits = sizes.request,
		.bytes = transfer->op == NET_PUT || transfer->op == NET_AMO ? bytes : 0,
		.reply = sizes.response,
		.reply_bytes = transfer->op == NET_GET || transfer->op == NET_AMO ? bytes : 0,
		.hashed = transfer->hashed, .class = net_class(transfer), .id = transfer->id,
		.routing = routing_of(ref, transfer), .steady = transfer->no_radapt,
	};
	if (packet->routing == NET_IN_ORDER) {
		packet->hashed = true;
		packet->steady = false;
	}
	if (nic->left == net_transactions(transfer) && !transfer->rest)
		nic->did.at[NET_REQUESTS_SENT][packet->class].transfers++;
	nic->left--;
	return packet;
}

/* Has a NIC something to inject in this cycle? */
static bool nic_waits(const struct ref *ref, uint32_t node, unsigned int kind)
{
	const struct nic *nic = &ref->nics[node];
	const struct packet *packet = STAILQ_FIRST(&nic->responses);

	if (!nic_is_free(ref, nic->start))
		return false;
	return kind ? packet && packet->born <= now(ref)
		    : nic->left && nic->transfer.cycle <= now(ref);
}

static struct packet *packet_response(struct ref *ref, uint32_t node)
{
	struct packet *packet = STAILQ_FIRST(&ref->nics[node].responses);

	STAILQ_REMOVE_HEAD(&ref->nics[node].responses, next);
	return packet;
}

/* If no way is left, let a request fail, or drop a response; return whether that was so. */
static bool nic_refuse(struct ref *ref, uint32_t node, unsigned int kind)
{
	struct nic *nic = &ref->nics[node];
	struct packet *packet = STAILQ_FIRST(&nic->responses);
	uint32_t to = kind ? packet->dst : nic->transfer.node, id = nic->transfer.id;

	if (!ref->dead || !ref_is_cut_off(ref, node, to, !kind && nic->transfer.op != NET_RAW))
		return false;
	nic_use(ref, &nic->start);
	ref->totals.last = now(ref) + 1;
	if (kind) {
		ref_give_up(ref, packet_response(ref, node));
		free(packet);
		return true;
	}
	nic->left--;
	if (!nic->left)
		ref_tell(ref, node, id, NET_SENT);
	ref_fail(ref, node, id);
	return true;
}

static void time_add(struct net_times *times, uint64_t time)
{
	unsigned int bin, last = 0;

	for (bin = 1; bin < NET_BINS; bin++)
		if (times->begin[bin] <= time)
			last = bin;
	times->count[last]++;
	times->shortest = !times->longest || time < times->shortest ? time : times->shortest;
	times->longest = time > times->longest ? time : times->longest;
}

void ref_nic_count(struct ref *ref, uint32_t node, enum net_nic_way way,
		   const struct packet *packet, unsigned int lane)
{
	struct net_nic_packets *count = &ref->nics[node].did.at[way][packet->class];
	struct net_nic_tile *tile = &ref->nics[node].did.tile[way][lane];

	if (packet->class != NET_UNANSWERED) {
		tile->packets++;
		tile->flits += 1 + (packet->bytes + 15) / 16;
	}

	count->packets++;
	count->phits += packet->phits;
	count->data += packet->bytes / 16 + !!(packet->bytes % 16);
	count->bytes += packet->bytes;
	count->sized[packet->bytes / 8 + !!(packet->bytes % 8)]++;
	if (way == NET_REQUESTS_SENT && packet->routing == NET_IN_ORDER)
		count->ordered++;
	if (way != NET_RESPONSES_RECEIVED)
		return;
	count->latency += now(ref) - packet->asked;
	time_add(&ref->nics[node].times, now(ref) - packet->asked);
}

/* Count a cycle in which the next packet of a kind finds no host tile. */
static void wait_count(struct ref *ref, uint32_t node, unsigned int kind)
{
	struct nic *nic = &ref->nics[node];
	enum net_class class = kind ? STAILQ_FIRST(&nic->responses)->class
				    : net_class(&nic->transfer);

	nic->did.at[kind ? NET_RESPONSES_SENT : NET_REQUESTS_SENT][class].waited++;
}

static int nic_inject(struct ref *ref, uint32_t node)
{
	unsigned int chip = topo_node_chip(ref->topo, node), kind;
	struct packet *packet;
	struct tile *host;

	for (kind = ref_is_quiet(ref) ? 0 : KINDS; kind-- > 0;) {
		if (!nic_waits(ref, node, kind) || nic_refuse(ref, node, kind))
			continue;
		host = host_pick(ref, node, kind);
		if (!host) {
			wait_count(ref, node, kind);
			continue;
		}
		packet = kind ? packet_response(ref, node) : packet_request(ref, node);
		if (!packet)
			return -ENOMEM;
		packet->waited = now(ref) - (kind ? packet->born : ref->nics[node].transfer.cycle);
		packet_inject(ref, chip, host, packet);
		ref_nic_count(ref, node, kind ? NET_RESPONSES_SENT : NET_REQUESTS_SENT, packet,
			      host - tile(ref, chip, ref->host, 0));
		nic_use(ref, &ref->nics[node].start);
		if (kind || !ref->nics[node].left)
			ref_tell(ref, node, packet->id, kind ? NET_ANSWERED : NET_SENT);
	}
	return nic_refill(ref, node);
}

/* Closed traffic may have new transfers for a NIC without any. */
static int nics_ask(struct ref *ref)
{
	uint32_t node;
	int err = 0;

	for (node = 0; ref->traffic.step && !err && node < nodes(ref); node++) {
		ref->nics[node].done = false;
		err = nic_refill(ref, node);
	}
	return err;
}

/* --- a run --- */

static int cycle_run(struct ref *ref)
{
	unsigned int chip, node;
	int err = 0;

	ref_change(ref);
	for (chip = 0; chip < ref->topo->chips; chip++) {
		ref_step(ref, chip);
		if (ref->here[chip])
			ref_arrive(ref, chip);
		ref_fail_late(ref, chip);
	}
	err = nics_ask(ref);
	for (chip = 0; chip < ref->topo->chips; chip++)
		if (ref->here[chip])
			ref_ask(ref, chip);
	for (chip = 0; chip < ref->topo->chips; chip++)
		if (ref->here[chip])
			ref_serve(ref, chip);
	for (node = 0; !err && node < nodes(ref); node++)
		err = nic_inject(ref, node);
	ref->totals.cycle++;
	return err;
}

/* Is nothing under way, nor about to be? */
static bool is_empty(const struct ref *ref)
{
	uint32_t node;

	if (ref->totals.injected != ref->totals.delivered + ref->totals.lost ||
	    !STAILQ_EMPTY(&ref->failing))
		return false;
	for (node = 0; node < nodes(ref); node++)
		if (!STAILQ_EMPTY(&ref->nics[node].responses) || ref->nics[node].left)
			return false;
	return true;
}

/* While closed traffic waits for its time, nothing happens: skip to its next cycle. */
static void time_skip(struct ref *ref, uint64_t until)
{
	uint64_t next = until;
	unsigned int chip;

	if (!ref->traffic.step || ref->config.changes || !is_empty(ref))
		return;
	for (chip = 0; chip < ref->topo->chips; chip++)
		if (ref->step[chip] < next)
			next = ref->step[chip];
	if (next != NEVER)
		ref->totals.cycle = latest(now(ref), next);
}

int ref_run(struct ref *ref, uint64_t until)
{
	uint32_t node;
	int err = 0;

	for (node = 0; !err && node < nodes(ref); node++)
		err = nic_refill(ref, node);
	while (!err && (until == NET_FOREVER ? !ref_idle(ref) : ref->totals.cycle < until)) {
		err = cycle_run(ref);
		time_skip(ref, until);
	}
	return err;
}

bool ref_idle(const struct ref *ref)
{
	unsigned int chip;

	if (!is_empty(ref))
		return false;
	for (chip = 0; ref->traffic.step && chip < ref->topo->chips; chip++)
		if (ref->step[chip] != NEVER)
			return false;
	return !ref->active;
}

uint64_t ref_under_way(const struct ref *ref)
{
	uint64_t sum = 0;
	unsigned int chip;

	for (chip = 0; chip < ref->topo->chips; chip++)
		sum += ref->here[chip];
	return sum;
}

uint64_t ref_count(const struct ref *ref, unsigned int chip, unsigned int port, unsigned int lane,
		   enum net_counter counter)
{
	return tile(ref, chip, port, lane)->count[counter] & COUNT_MASK;
}

uint64_t ref_count_channel(const struct ref *ref, unsigned int chip, unsigned int port,
			   unsigned int lane, unsigned int vc, enum net_channel_counter counter)
{
	return tile(ref, chip, port, lane)->channel[vc][counter] & COUNT_MASK;
}

void ref_nic(const struct ref *ref, uint32_t node, struct net_nic *nic)
{
	*nic = ref->nics[node].did;
}

void ref_nic_times(struct ref *ref, uint32_t node, const uint64_t *begin,
		   struct net_times *times)
{
	struct net_times *is = &ref->nics[node].times;
	unsigned int bin;

	*times = *is;
	*is = (struct net_times){ 0 };
	for (bin = 0; bin < NET_BINS; bin++)
		is->begin[bin] = begin[bin];
}

void ref_totals(const struct ref *ref, struct net_totals *totals)
{
	*totals = ref->totals;
}

void ref_measure(struct ref *ref, const struct net_meter *meter)
{
	ref->meter = *meter;
}

/* --- from beginning to end --- */

/* Slots of all tiles. */
static size_t slots(const struct ref *ref)
{
	size_t sum = 0;
	unsigned int port, kind;

	for (port = 0; port <= ref->host; port++)
		for (kind = 0; kind < KINDS; kind++)
			sum += net_credits(&ref->config, &ref->traffic, kind, port);
	return sum * ref->topo->chips * NET_LANES * ref->phases;
}

static void fifos_start(struct ref *ref)
{
	unsigned int fifos = ref->fifos;
	uint64_t *slot = ref->slot;
	size_t i;

	for (i = 0; i < fifos * tiles(ref); i++) {
		struct fifo *fifo = &ref->tile[i / fifos].in[i % fifos];
		unsigned int port = i / fifos % ref->tiles / NET_LANES;

		fifo->tile = &ref->tile[i / fifos];
		STAILQ_INIT(&fifo->packets);
		fifo->way_back = port == ref->host ? 0 : ref->config.fabric->hop[port];
		fifo->slot = slot;
		fifo->slots = net_credits(&ref->config, &ref->traffic,
					  KINDS * (i % fifos) / fifos, port);
		if (i % ref->share == ref->share - 1)
			slot += fifo->slots;
	}
}

static void deliveries_start(struct ref *ref)
{
	uint32_t node;
	size_t i;

	for (i = 0; i < tiles(ref); i++)
		STAILQ_INIT(&ref->tile[i].delivery);
	for (node = 0; node < nodes(ref); node++)
		STAILQ_INIT(&ref->nics[node].responses);
}

int ref_new(const struct net_config *config, const struct net_traffic *traffic,
	    struct ref **result)
{
	struct ref *ref;

	if (net_config_check(config) || net_traffic_check(traffic))
		return -EINVAL;
	ref = calloc(1, sizeof(*ref));
	if (!ref)
		return -ENOMEM;
	*ref = (struct ref){ .config = *config, .traffic = *traffic };
	STAILQ_INIT(&ref->failing);
	ref->topo = &config->fabric->topo;
	ref->host = topo_ports(ref->topo);
	ref->tiles = (ref->host + 1) * NET_LANES;
	ref->active = traffic->step ? 0 : nodes(ref);
	ref->phases = ref->topo->family->phases;
	ref->share = config->fifos ? config->fifos : 1;
	ref->fifos = KINDS * ref->phases * ref->share;
	ref->tile = calloc(tiles(ref), sizeof(*ref->tile));
	ref->slot = calloc(slots(ref), sizeof(*ref->slot));
	ref->nics = calloc(nodes(ref), sizeof(*ref->nics));
	ref->here = calloc(ref->topo->chips, sizeof(*ref->here));
	ref->step = calloc(ref->topo->chips, sizeof(*ref->step));
	if (!ref->tile || !ref->slot || !ref->nics || !ref->here || !ref->step) {
		ref_free(ref);
		return -ENOMEM;
	}
	fifos_start(ref);
	deliveries_start(ref);
	if (ref_changes_start(ref)) {
		ref_free(ref);
		return -ENOMEM;
	}
	*result = ref;
	return 0;
}

static void packets_free(struct packets *packets)
{
	struct packet *packet;

	while ((packet = STAILQ_FIRST(packets))) {
		STAILQ_REMOVE_HEAD(packets, next);
		free(packet);
	}
}

void ref_free(struct ref *ref)
{
	unsigned int input;
	uint32_t node;
	size_t i;

	for (i = 0; ref->tile && i < tiles(ref); i++) {
		packets_free(&ref->tile[i].delivery);
		for (input = 0; input < ref->fifos; input++)
			packets_free(&ref->tile[i].in[input].packets);
	}
	for (node = 0; ref->nics && node < nodes(ref); node++)
		packets_free(&ref->nics[node].responses);
	free(ref->tile);
	free(ref->slot);
	free(ref->nics);
	free(ref->here);
	packets_free(&ref->failing);
	free(ref->tables.failed);
	free(ref->dead);
	free(ref->step);
	free(ref);
}
