// SPDX-License-Identifier: LGPL-2.1-or-later
#include "view.h"

/* Router cycles of 800 MHz in a microsecond. */
#define CYCLES_US	800

/* Both name the same ways and classes. */
#define SAME(ours, theirs) _Static_assert((int)(ours) - (int)(theirs) == 0, #ours)

SAME(NET_REQUESTS_SENT, GPCD_NIC_REQUESTS_SENT);
SAME(NET_RESPONSES_RECEIVED, GPCD_NIC_RESPONSES_RECEIVED);
SAME(NET_REQUESTS_RECEIVED, GPCD_NIC_REQUESTS_RECEIVED);
SAME(NET_RESPONSES_SENT, GPCD_NIC_RESPONSES_SENT);
SAME(NET_FMA_PUT, GPCD_NIC_FMA_PUT);
SAME(NET_BTE_PUT, GPCD_NIC_BTE_PUT);
SAME(NET_FMA_GET, GPCD_NIC_FMA_GET);
SAME(NET_BTE_GET, GPCD_NIC_BTE_GET);
SAME(NET_FMA_AMO, GPCD_NIC_FMA_AMO);
SAME(NET_BINS, GPCD_NIC_BINS);
SAME(NET_WORDS, GPCD_NIC_WORDS);

/* Count more router cycles of waiting; the sum of all parts is rounded, not each part. */
static uint64_t waited_more(uint64_t *waited, uint64_t more, unsigned int chip)
{
	uint64_t before = gpcd_nic_cycles(chip, *waited);

	*waited += more;
	return gpcd_nic_cycles(chip, *waited) - before;
}

/* Count more router cycles of latency, in us; likewise. */
static uint64_t latency_more(uint64_t *latency, uint64_t more)
{
	uint64_t before = *latency / CYCLES_US;

	*latency += more;
	return *latency / CYCLES_US - before;
}

/* Count what a NIC and its host tiles have exchanged since. */
static void crossings_write(const struct net_nic *then, const struct net_nic *now,
			    struct gpcd_image_feed *feed, unsigned int nic)
{
	for (unsigned int i = 0; i < NET_NIC_WAYS * NET_LANES; i++) {
		unsigned int way = i / NET_LANES, tile = i % NET_LANES;
		const struct net_nic_tile *before = &then->tile[way][tile];
		const struct net_nic_tile *after = &now->tile[way][tile];
		const struct gpcd_nic_crossing more = {
			.way = way, .tile = tile,
			.packets = after->packets - before->packets,
			.flits = after->flits - before->flits,
			.stalled = after->stalled - before->stalled,
		};

		if (more.packets || more.stalled)
			gpcd_image_feed_cross(feed, nic, &more);
	}
}

/* Return what a NIC has done since one way, with packets of a class, but for waits and times. */
static struct gpcd_nic_packets packets_more(const struct net_nic_packets *then,
					    const struct net_nic_packets *now)
{
	struct gpcd_nic_packets more = {
		.packets = now->packets - then->packets,
		.data = now->data - then->data,
		.bytes = now->bytes - then->bytes,
		.transfers = now->transfers - then->transfers,
		.ordered = now->ordered - then->ordered,
	};

	for (unsigned int words = 0; words <= NET_WORDS; words++)
		more.sized[words] = now->sized[words] - then->sized[words];
	return more;
}

void net_nic_write(struct nic_written *written, const struct net_nic *did,
		   struct gpcd_image_feed *feed, unsigned int chip, unsigned int nic)
{
	for (unsigned int i = 0; i < GPCD_NIC_WAYS * GPCD_NIC_CLASSES; i++) {
		unsigned int way = i / GPCD_NIC_CLASSES, class = i % GPCD_NIC_CLASSES;
		const struct net_nic_packets *now = &did->at[way][class];
		const struct net_nic_packets *then = &written->did.at[way][class];
		struct gpcd_nic_packets more = packets_more(then, now);

		more.way = way;
		more.kind = class;
		more.waited = waited_more(&written->waited[way][class],
					  now->waited - then->waited, chip);
		more.latency = latency_more(&written->latency, now->latency - then->latency);
		if (more.packets || more.waited)
			gpcd_image_feed_nic(feed, nic, &more);
	}
	crossings_write(&written->did, did, feed, nic);
	written->did = *did;
}

void net_nic_restart(struct nic_written *written, const struct net_nic *did)
{
	for (unsigned int i = 0; i < NET_NIC_WAYS * NET_CLASSES; i++) {
		struct net_nic_packets *then = &written->did.at[i / NET_CLASSES][i % NET_CLASSES];
		const struct net_nic_packets *now = &did->at[i / NET_CLASSES][i % NET_CLASSES];

		then->packets -= now->packets;
		then->phits -= now->phits;
		then->data -= now->data;
		then->bytes -= now->bytes;
		then->transfers -= now->transfers;
		then->waited -= now->waited;
		then->latency -= now->latency;
		then->ordered -= now->ordered;
		for (unsigned int words = 0; words <= NET_WORDS; words++)
			then->sized[words] -= now->sized[words];
	}
	for (unsigned int i = 0; i < NET_NIC_WAYS * NET_LANES; i++) {
		struct net_nic_tile *then = &written->did.tile[i / NET_LANES][i % NET_LANES];
		const struct net_nic_tile *now = &did->tile[i / NET_LANES][i % NET_LANES];

		then->packets -= now->packets;
		then->flits -= now->flits;
		then->stalled -= now->stalled;
	}
}

void net_times_owe(struct nic_owed *owed, const struct net_times *times)
{
	struct gpcd_nic_times *sum = &owed->times;
	uint64_t shortest = times->shortest / CYCLES_US, longest = times->longest / CYCLES_US;

	if (!times->longest)
		return;
	for (unsigned int bin = 0; bin < NET_BINS; bin++)
		sum->bin[bin] += times->count[bin];
	if (!owed->any || shortest < sum->shortest)
		sum->shortest = shortest;
	if (!owed->any || longest > sum->longest)
		sum->longest = longest;
	owed->any = true;
}

void net_times_write(struct nic_owed *owed, struct gpcd_image_feed *feed, unsigned int nic)
{
	if (owed->any)
		gpcd_image_feed_times(feed, nic, &owed->times);
	*owed = (struct nic_owed){ 0 };
}

bool net_times_begin(const struct gpcd_image_feed *feed, unsigned int nic,
		     uint64_t begin[NET_BINS])
{
	struct gpcd_nic_bins bins;

	if (gpcd_image_feed_bins(feed, nic, &bins))
		return false;
	for (unsigned int bin = 0; bin < NET_BINS; bin++)
		begin[bin] = bins.begin[bin] * CYCLES_US;
	return true;
}
