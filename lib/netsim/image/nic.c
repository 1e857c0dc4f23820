// SPDX-License-Identifier: LGPL-2.1-or-later
#include "nic.h"

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

void net_nic_write(struct nic_written *written, const struct net_nic *did,
		   struct gpcd_image_feed *feed, unsigned int chip, unsigned int nic)
{
	for (unsigned int i = 0; i < GPCD_NIC_WAYS * GPCD_NIC_CLASSES; i++) {
		unsigned int way = i / GPCD_NIC_CLASSES, class = i % GPCD_NIC_CLASSES;
		const struct net_nic_packets *now = &did->at[way][class];
		const struct net_nic_packets *then = &written->did.at[way][class];
		const struct gpcd_nic_packets more = {
			.way = way, .kind = class,
			.packets = now->packets - then->packets,
			.data = now->data - then->data,
			.bytes = now->bytes - then->bytes,
			.transfers = now->transfers - then->transfers,
			.waited = waited_more(&written->waited[way][class],
					      now->waited - then->waited, chip),
			.latency = latency_more(&written->latency, now->latency - then->latency),
		};

		if (more.packets || more.waited)
			gpcd_image_feed_nic(feed, nic, &more);
	}
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
	}
}
