// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * What a packet of a Cassini takes of its link, in router cycles of 1.25 ns. A NIC without a router
 * has no tiles, so the rules of nic.c count all of its traffic.
 */
#include "chips/cassini/cassini.h"
#include "image/traffic_chip.h"

/* In a router cycle a link carries 125/4 octets at 200 Gbit/s, and twice as many at 400 Gbit/s. */
#define QUARTERS	125
#define CASSINI1	4
#define CASSINI2	2

static const struct gpcd_traffic_name names[] = { {} };

static __u32 cycles(unsigned int words, unsigned int scale)
{
	return ((GPCD_CASSINI_HEADER + 8 * words) * scale + QUARTERS - 1) / QUARTERS;
}

static void exchange_measure(struct gpcd_exchange *exchange, unsigned int scale)
{
	exchange->units[REQUEST] = cycles(exchange->get ? 0 : exchange->words, scale);
	exchange->units[RESPONSE] = cycles(exchange->get ? exchange->words : 0, scale);
}

static void cassini1_units(struct gpcd_exchange *exchange)
{
	exchange_measure(exchange, CASSINI1);
}

static void cassini2_units(struct gpcd_exchange *exchange)
{
	exchange_measure(exchange, CASSINI2);
}

/* Half of the load is the NIC's own requests, half is requests of others. */
#define CASSINI_TRAFFIC(chip) { \
	.names = names, \
	.link_units = GPCD_TRAFFIC_TICK_NS / 5 * 4, \
	.link_milli = 1000, \
	.nic_shift = 1, \
	.units = chip##_units, \
}

const struct gpcd_traffic_chip gpcd_cassini1_traffic = CASSINI_TRAFFIC(cassini1);
const struct gpcd_traffic_chip gpcd_cassini2_traffic = CASSINI_TRAFFIC(cassini2);
