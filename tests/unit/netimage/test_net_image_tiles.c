// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tiles of a dragonfly in the images of its NICs, and invariants between NICs and their processor
 * tiles over all chips, for any traffic.
 */
#include "dragonfly_images.h"
#include "image/traffic_chip.h"
#include "netsim/packet.h"
#include "topo/aries.h"

#define TILES	(ARIES_NETWORK + NET_LANES)
#define VCS	8
#define TEXT	96

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* Make the name of a tile's register; for a processor tile it has a PT_. */
static void tile_name(char text[TEXT], unsigned int tile, const char *name)
{
	snprintf(text, TEXT, "AR_RTR_%u_%u_%s%s", tile / ARIES_ROW, tile % ARIES_ROW,
		 tile < ARIES_NETWORK ? "" : "PT_", name);
}

static uint64_t of_tile(unsigned int chip, unsigned int tile, const char *name)
{
	char text[TEXT];

	tile_name(text, tile, name);
	return value(NICS * chip, text);
}

static uint64_t of_channel(unsigned int chip, unsigned int tile, unsigned int vc,
			   const char *name)
{
	char text[TEXT];

	snprintf(text, sizeof(text), name, vc, vc);
	return of_tile(chip, tile, text);
}

static void tile_set(unsigned int chip, unsigned int tile, const char *name, uint64_t value)
{
	char text[TEXT];

	tile_name(text, tile, name);
	ck_assert_int_eq(gpcd_write(device[NICS * chip], 0, text, value), 0);
}

/* A lane of a port of a chip, host links included. */
struct place {
	unsigned int chip, port, lane, tile;
};

/* Advance to the next place; false: it was the last. Chip CHIPS has none. */
static bool place_next(struct place *at)
{
	unsigned int ports = topo_ports(&fabric.topo);
	unsigned int lanes = at->port < ports ? fabric.lanes[at->port] : NET_LANES;

	if (++at->lane == lanes) {
		at->lane = 0;
		at->port++;
	}
	if (at->port > ports) {
		at->port = 0;
		at->chip++;
	}
	if (at->chip < CHIPS)
		at->tile = aries_tile(&fabric.topo, at->port, at->lane);
	return at->chip < CHIPS;
}

/* Call a function for all tiles that are in use. */
static void every_tile(void (*check)(const struct place *at))
{
	struct place at = { .tile = aries_tile(&fabric.topo, 0, 0) };

	do
		check(&at);
	while (place_next(&at));
}

static uint64_t channel(const struct place *at, unsigned int vc, enum net_channel_counter counter)
{
	return net_count_channel(net, at->chip, at->port, at->lane, vc, counter);
}

static uint64_t seen;

/*
 * The modules' traffic derives flits of tiles from flits of NICs; a network has the same packets.
 */
START_TEST(packets_have_as_many_flits_as_in_the_modules_traffic)
{
	const struct net_config config = { .fabric = &fabric };
	const struct net_transfer put = { .op = NET_PUT };
	struct gpcd_exchange exchange = { .flits = { 1 + _i, 1 } };
	struct net_sizes sizes = net_sizes(&config, &put, 16 * _i);

	gpcd_aries_traffic.units(&exchange);
	ck_assert_uint_eq(sizes.request, exchange.units[REQUEST]);
	ck_assert_uint_eq(sizes.response, exchange.units[RESPONSE]);
}
END_TEST

static bool is_host(const struct place *at)
{
	return at->tile >= ARIES_NETWORK;
}

/* Processor tiles have a register for the first channel of each kind; nothing comes on another. */
static void flits_agree(const struct place *at)
{
	uint64_t flits;

	for (unsigned int vc = 0; vc < VCS; vc++) {
		flits = channel(at, vc, NET_CHANNEL_PHITS);
		if (is_host(at) && vc % 4)
			ck_assert_uint_eq(flits, 0);
		else
			ck_assert_uint_eq(of_channel(at->chip, at->tile, vc,
						     "INQ_PRF_INCOMING_FLIT_VC%u"), flits);
		seen |= (uint64_t)(flits > 0) << vc;
	}
}

/* Requests begin on VC0, responses on VC4; after a blue link both are on the next VC. */
START_TEST(flits_are_told_by_channel)
{
	run(any_next);
	seen = 0;
	every_tile(flits_agree);
	ck_assert_uint_eq(seen, 1 << 0 | 1 << 1 | 1 << 4 | 1 << 5);
}
END_TEST

static uint64_t rowbus(const struct place *at)
{
	if (!is_host(at))
		return of_tile(at->chip, at->tile, "INQ_PRF_ROWBUS_STALL_CNT");
	return of_tile(at->chip, at->tile, "INQ_PRF_REQ_ROWBUS_STALL_CNT") +
	       of_tile(at->chip, at->tile, "INQ_PRF_RSP_ROWBUS_STALL_CNT");
}

#define FILTER_CNT	"INQ_PRF_INCOMING_PKT_VC%u_FILTER_FLIT%u_CNT"

static void stalls_agree(const struct place *at)
{
	uint64_t sum = 0, stalls;

	for (unsigned int vc = 0; vc < VCS; vc++) {
		stalls = of_channel(at->chip, at->tile, vc, FILTER_CNT);
		ck_assert_uint_eq(stalls, channel(at, vc, NET_CHANNEL_INQ_STALLS));
		sum += stalls;
	}
	ck_assert_uint_eq(rowbus(at), sum);
	ck_assert_uint_eq(net_count(net, at->chip, at->port, at->lane, NET_INQ_STALLS), sum);
	seen += sum;
}

/* Filters are not set up: a tile's counts by channel add up to its stalls. */
START_TEST(stalls_are_told_by_channel)
{
	run(any_next);
	seen = 0;
	every_tile(stalls_agree);
	ck_assert_uint_gt(seen, 0);
}
END_TEST

static void filter_set_up(const struct place *at)
{
	tile_set(at->chip, at->tile, "INQ_PRF_FLIT0_FILTERING_SETUP", 1ULL << 54);
}

static void filter_stands_still(const struct place *at)
{
	ck_assert_uint_eq(of_channel(at->chip, at->tile, 0, FILTER_CNT), 0);
	seen += channel(at, 0, NET_CHANNEL_INQ_STALLS);
}

START_TEST(a_filter_that_is_set_up_stands_still)
{
	every_tile(filter_set_up);
	run(any_next);
	seen = 0;
	every_tile(filter_stands_still);
	ck_assert_uint_gt(seen, 0);
}
END_TEST

#define COLUMN		((1ULL << 61) - 1)

/* Responses are on VC4 to VC7; the register names one of them. */
static void column_choose(const struct place *at)
{
	tile_set(at->chip, at->tile, "COLBUF_PERF_STALL_RS", 4ULL << 61);
}

static void columns_agree(const struct place *at)
{
	uint64_t requests = of_tile(at->chip, at->tile, "COLBUF_PERF_STALL_RQ");
	uint64_t responses = of_tile(at->chip, at->tile, "COLBUF_PERF_STALL_RS");

	ck_assert_uint_eq(requests, channel(at, 0, NET_CHANNEL_CREDIT_STALLS));
	ck_assert_uint_eq(responses >> 61, 4);
	ck_assert_uint_eq(responses & COLUMN, channel(at, 4, NET_CHANNEL_CREDIT_STALLS));
	seen |= (requests > 0) | (responses & COLUMN ? 2 : 0);
}

START_TEST(column_buffers_stall_for_the_channel_that_is_chosen)
{
	every_tile(column_choose);
	run(any_next);
	seen = 0;
	every_tile(columns_agree);
	ck_assert_uint_eq(seen, 3);
}
END_TEST

static void columns_stand_still(const struct place *at)
{
	ck_assert_uint_eq(of_tile(at->chip, at->tile, "COLBUF_PERF_STALL_RS"), 0);
	seen += channel(at, 4, NET_CHANNEL_CREDIT_STALLS);
}

/* After a reset both name VC0, which has no responses. */
START_TEST(responses_do_not_stall_for_a_channel_of_requests)
{
	run(any_next);
	seen = 0;
	every_tile(columns_stand_still);
	ck_assert_uint_gt(seen, 0);
}
END_TEST

/* --- invariants --- */

/* Return the sum of a register over a chip's NICs. */
static uint64_t of_chip(unsigned int chip, const char *name)
{
	uint64_t sum = 0;

	for (unsigned int nic = 0; nic < NICS; nic++)
		sum += of_nic(NICS * chip + nic, name);
	return sum;
}

/* Return a cell of netlink, for a NIC and a tile, whose numbers replace '#' and '%'. */
static uint64_t cell(unsigned int node, unsigned int tile, const char *name)
{
	char text[TEXT], *number;

	snprintf(text, sizeof(text), "%s", name);
	number = strchr(text, '%');
	*number = '0' + tile;
	return of_nic(node, text);
}

/* Return the sum of a NIC's cells over the tiles that serve it. */
static uint64_t cells(unsigned int node, const char *name)
{
	unsigned int first = node % NICS / 2 * 4;
	uint64_t sum = 0;

	for (unsigned int tile = first; tile < first + 4; tile++)
		sum += cell(node, tile, name);
	return sum;
}

static const struct {
	const char *cell, *tile, *total;
} crossings[] = {
	{ "NL_PRF_NIC_#_REQ_TO_PTILE_%", "NL_PRF_PTILE_%_REQ_OUT_NW_FLITS",
	  "NL_PRF_REQ_NIC_#_TO_PTILES_FLITS" },
	{ "NL_PRF_NIC_#_RSP_TO_PTILE_%", "NL_PRF_PTILE_%_RSP_OUT_NW_FLITS",
	  "NL_PRF_RSP_NIC_#_TO_PTILES_FLITS" },
	{ "NL_PRF_PTILE_%_REQ_TO_NIC_#", "NL_PRF_PTILE_%_REQ_IN_NW_FLITS",
	  "NL_PRF_REQ_PTILES_TO_NIC_#_FLITS" },
	{ "NL_PRF_PTILE_%_RSP_TO_NIC_#", "NL_PRF_PTILE_%_RSP_IN_NW_FLITS",
	  "NL_PRF_RSP_PTILES_TO_NIC_#_FLITS" },
	{ "NL_PRF_PTILE_%_REQ_TO_NIC_#_STALLED", "NL_PRF_PTILE_%_REQ_TO_NIC_#_STALLED",
	  "NL_PRF_REQ_PTILES_TO_NIC_#_STALLED" },
	{ "NL_PRF_PTILE_%_RSP_TO_NIC_#_STALLED", "NL_PRF_PTILE_%_RSP_TO_NIC_#_STALLED",
	  "NL_PRF_RSP_PTILES_TO_NIC_#_STALLED" },
};

START_TEST(cells_of_a_nic_add_up)
{
	uint64_t all = 0;

	run(any_next);
	for (unsigned int node = 0; node < NODES; node++) {
		ck_assert_uint_eq(cells(node, crossings[_i].cell),
				  of_nic(node, crossings[_i].total));
		ck_assert_uint_eq(cells(node, crossings[_i].tile),
				  of_nic(node, crossings[_i].total));
		all += of_nic(node, crossings[_i].total);
	}
	ck_assert_uint_gt(all, 0);
}
END_TEST

/* Packets of 64 bytes are 5 flits of a NIC and 12 of a tile; headers alone 1 and 3. */
static uint64_t tile_flits(uint64_t flits, uint64_t packets)
{
	return 3 * packets + 9 * ((flits - packets) / 4);
}

static uint64_t of_host(unsigned int chip, const char *name)
{
	uint64_t sum = 0;

	for (unsigned int tile = ARIES_NETWORK; tile < TILES; tile++)
		sum += of_tile(chip, tile, name);
	return sum;
}

START_TEST(processor_tiles_see_what_nics_sent)
{
	run(any_next);
	for (unsigned int chip = 0; chip < CHIPS; chip++) {
		ck_assert_uint_eq(of_host(chip, "INQ_PRF_INCOMING_FLIT_VC0"),
				  tile_flits(of_chip(chip, "NL_PRF_REQ_NIC_#_TO_PTILES_FLITS"),
					     of_chip(chip, "NL_PRF_REQ_NIC_#_TO_PTILES_PKTS")));
		ck_assert_uint_eq(of_host(chip, "INQ_PRF_INCOMING_FLIT_VC4"),
				  tile_flits(of_chip(chip, "NL_PRF_RSP_NIC_#_TO_PTILES_FLITS"),
					     of_chip(chip, "NL_PRF_RSP_NIC_#_TO_PTILES_PKTS")));
	}
}
END_TEST

/* Packets that crossed network links, counted at the tiles where they arrived. */
START_TEST(each_hop_arrives_at_a_tile)
{
	struct place at = { 0 };
	struct net_totals totals;
	uint64_t packets = 0;

	run(any_next);
	net_totals(net, &totals);
	do {
		for (unsigned int vc = 0; !is_host(&at) && vc < VCS; vc++)
			packets += channel(&at, vc, NET_CHANNEL_PACKETS);
	} while (place_next(&at));
	ck_assert_uint_eq(packets, totals.hops);
}
END_TEST

START_TEST(tiles_go_on_in_the_next_network)
{
	uint64_t once, twice;

	run(one_next);
	once = of_host(0, "INQ_PRF_INCOMING_FLIT_VC0");
	restart(one_next);
	twice = of_host(0, "INQ_PRF_INCOMING_FLIT_VC0");
	ck_assert_uint_eq(once, 12);
	ck_assert_uint_eq(twice, 24);
	ck_assert_uint_eq(cells(1, "NL_PRF_NIC_#_REQ_TO_PTILE_%"), 10);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_image_tiles");
	TCase *tiles = tcase_create("tiles");

	suite_add_tcase(suite, tiles);
	tcase_add_checked_fixture(tiles, setup, teardown);
	tcase_add_loop_test(tiles, packets_have_as_many_flits_as_in_the_modules_traffic, 1, 5);
	tcase_add_test(tiles, flits_are_told_by_channel);
	tcase_add_test(tiles, stalls_are_told_by_channel);
	tcase_add_test(tiles, a_filter_that_is_set_up_stands_still);
	tcase_add_test(tiles, column_buffers_stall_for_the_channel_that_is_chosen);
	tcase_add_test(tiles, responses_do_not_stall_for_a_channel_of_requests);
	tcase_add_loop_test(tiles, cells_of_a_nic_add_up, 0, ARRAY_SIZE(crossings));
	tcase_add_test(tiles, processor_tiles_see_what_nics_sent);
	tcase_add_test(tiles, each_hop_arrives_at_a_tile);
	tcase_add_test(tiles, tiles_go_on_in_the_next_network);
	return suite_run(suite);
}
