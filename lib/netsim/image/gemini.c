// SPDX-License-Identifier: LGPL-2.1-or-later
/* The tiles of a Gemini: six static counters, and filters. */
#include <stdio.h>

#include "view.h"

#define VCS		2
#define COLUMNS		8
#define MATCHES		(NET_FILTERS + 1)
#define COUNTER_BITS	48

/* The registers of a tile. */
struct tile_regs {
	struct gpcd_feed_reg counters[NET_COUNTERS];
	struct gpcd_feed_reg matches[VCS][MATCHES];
	struct gpcd_feed_reg setups[VCS][NET_FILTERS];
};

/* What a view knows of a tile. */
struct tile_state {
	uint64_t written[NET_COUNTERS];	/* when last written, less what an earlier network owes */
	uint64_t matches[VCS][MATCHES];				/* packets that matched since */
	struct gpcd_feed_filter filters[VCS][NET_FILTERS];	/* as last read */
	bool valid[VCS];	/* by virtual channel: any filter is */
};

static int filter_reg_find(struct gpcd_feed_reg *reg, unsigned int tile, const char *name,
			   unsigned int vc, unsigned int i)
{
	char text[96], which[8];

	if (i == NET_FILTER_ALL)
		snprintf(which, sizeof(which), "ALL");
	else
		snprintf(which, sizeof(which), "%u", i);
	snprintf(text, sizeof(text), "GM_%u_%u_TILE_FILTERING_PERFORMANCE_COUNTER_%sVC%u_%s",
		 tile / COLUMNS, tile % COLUMNS, name, vc, which);
	return gpcd_feed_reg_find(GPCD_CHIP_GEMINI, text, reg);
}

static int tile_regs_find(struct tile_regs *regs, unsigned int tile)
{
	char name[64];
	int err = 0;

	for (unsigned int i = 0; i < NET_COUNTERS && !err; i++) {
		snprintf(name, sizeof(name), "GM_%u_%u_TILE_PERFORMANCE_COUNTERS_%u",
			 tile / COLUMNS, tile % COLUMNS, i);
		err = gpcd_feed_reg_find(GPCD_CHIP_GEMINI, name, &regs->counters[i]);
	}
	for (unsigned int vc = 0; vc < VCS; vc++) {
		for (unsigned int i = 0; i < MATCHES && !err; i++)
			err = filter_reg_find(&regs->matches[vc][i], tile, "", vc, i);
		for (unsigned int i = 0; i < NET_FILTERS && !err; i++)
			err = filter_reg_find(&regs->setups[vc][i], tile, "SETUP_", vc, i);
	}
	return err;
}

static int gemini_find(void *registers)
{
	struct tile_regs *regs = registers;
	int err = 0;

	for (unsigned int tile = 0; tile < GEMINI_TILES && !err; tile++)
		err = tile_regs_find(&regs[tile], tile);
	return err;
}

static bool tile_look(const struct tile_regs *regs, struct view *view, struct tile_state *tile,
		      unsigned int vc)
{
	tile->valid[vc] = false;
	for (unsigned int i = 0; i < NET_FILTERS; i++) {
		gpcd_image_feed_filter(view->feed, &regs->setups[vc][i], &tile->filters[vc][i]);
		tile->valid[vc] |= tile->filters[vc][i].valid;
	}
	return tile->valid[vc];
}

static bool gemini_look(const struct net_images *images, struct view *view)
{
	const struct tile_regs *regs = images->registers;
	struct tile_state *tiles = (struct tile_state *)view->tiles;
	bool any = false;

	for (unsigned int i = 0; i < GEMINI_TILES * VCS; i++)
		any |= tile_look(&regs[i / VCS], view, &tiles[i / VCS], i % VCS);
	return any;
}

static void gemini_tile_arrive(void *context, unsigned int chip, unsigned int port,
			       unsigned int lane, const struct net_header *header)
{
	struct net_images *images = context;
	unsigned int at = gemini_tile(&images->system, chip, port, lane), matched;
	struct tile_state *tile;

	for (struct view *view = images->views[chip]; view; view = view->next) {
		tile = &((struct tile_state *)view->tiles)[at];
		if (!tile->valid[header->vc])
			continue;
		matched = net_filters_match(tile->filters[header->vc], header);
		for (unsigned int i = 0; i < MATCHES; i++)
			tile->matches[header->vc][i] += matched >> i & 1;
	}
}

static void matches_write(const struct tile_regs *regs, struct view *view,
			  struct tile_state *tile)
{
	uint64_t more;

	for (unsigned int i = 0; i < VCS * MATCHES; i++) {
		more = tile->matches[i / MATCHES][i % MATCHES];
		if (more)
			gpcd_image_feed_count(view->feed, &regs->matches[i / MATCHES][i % MATCHES],
					      more);
		tile->matches[i / MATCHES][i % MATCHES] = 0;
	}
}

static void gemini_tile_write(const struct net_images *images, struct view *view,
			      const struct net *net, unsigned int port, unsigned int lane)
{
	unsigned int at = gemini_tile(&images->system, view->chip, port, lane);
	const struct tile_regs *regs = &((const struct tile_regs *)images->registers)[at];
	struct tile_state *tile = &((struct tile_state *)view->tiles)[at];
	uint64_t now, more;

	for (unsigned int i = 0; i < NET_COUNTERS; i++) {
		now = net_count(net, view->chip, port, lane, i);
		more = (now - tile->written[i]) & ((1ULL << COUNTER_BITS) - 1);
		if (more)
			gpcd_image_feed_count(view->feed, &regs->counters[i], more);
		tile->written[i] = now;
	}
	matches_write(regs, view, tile);
}

static void gemini_write(const struct net_images *images, struct view *view, const struct net *net)
{
	for (unsigned int port = 0; port < GEMINI_LINKS; port++) {
		for (unsigned int lane = 0; lane < gemini_lanes(port); lane++)
			gemini_tile_write(images, view, net, port, lane);
	}
}

static void gemini_restart(const struct net_images *images, struct view *view,
			   const struct net *net)
{
	struct tile_state *tiles = (struct tile_state *)view->tiles;
	unsigned int at;

	for (unsigned int port = 0; port < GEMINI_LINKS; port++) {
		for (unsigned int lane = 0; lane < gemini_lanes(port); lane++) {
			at = gemini_tile(&images->system, view->chip, port, lane);
			for (unsigned int i = 0; i < NET_COUNTERS; i++)
				tiles[at].written[i] -= net_count(net, view->chip, port, lane, i);
		}
	}
}

const struct image_kind image_gemini = {
	.chip = GPCD_CHIP_GEMINI,
	.registers = GEMINI_TILES * sizeof(struct tile_regs),
	.tiles = GEMINI_TILES * sizeof(struct tile_state),
	.find = gemini_find,
	.write = gemini_write,
	.restart = gemini_restart,
	.look = gemini_look,
	.arrive = gemini_tile_arrive,
};

/* --- filters --- */

/* Lowest bits of fields in their phits, by the masks in gpcd_pub.h or by Fig. 6. */
#define VC_AT		22
#define DEST_AT		6
#define SOURCE_AT	8
#define DST_ID_AT	6
#define SRC_ID_AT	4
#define ADDRESS_LOW_AT	6
#define ADDRESS_HIGH_AT	2
#define COMMAND_AT	2

#define HEAD		0
#define ADDRESS_LOW	1
#define ADDRESS_HIGH	2
#define SOURCE		3
#define COMMAND		5

/* Bits 6 to 23 of an address, and 24 to 37. */
#define ADDRESS_LOW_OF(address)		((uint32_t)((address) >> 6 & 0x3ffff))
#define ADDRESS_HIGH_OF(address)	((uint32_t)((address) >> 24 & 0x3fff))

/* Commands are not published: these are our choice. */
static const uint8_t commands[NET_OPS] = {
	[NET_PUT] = 1, [NET_GET] = 2, [NET_AMO] = 3,
};

/* Phits of a header that are known. */
#define REQUEST_KNOWN	7
#define RESPONSE_KNOWN	1

/* Compute a phit of a header, 24 bits. Returns false if it is not known. */
static bool header_phit(const struct net_header *header, unsigned int index, uint32_t *phit)
{
	unsigned int known = header->vc ? RESPONSE_KNOWN : REQUEST_KNOWN;

	if (index >= known || index >= header->phits)
		return false;
	switch (index) {
	case HEAD:
		*phit = (uint32_t)header->vc << VC_AT | header->dst / GEMINI_NICS << DEST_AT;
		break;
	case ADDRESS_LOW:
		*phit = ADDRESS_LOW_OF(header->offset) << ADDRESS_LOW_AT;
		break;
	case ADDRESS_HIGH:
		*phit = ADDRESS_HIGH_OF(header->offset) << ADDRESS_HIGH_AT;
		break;
	case SOURCE:
		*phit = header->src / GEMINI_NICS << SOURCE_AT |
			header->dst % GEMINI_NICS << DST_ID_AT |
			header->src % GEMINI_NICS << SRC_ID_AT;
		break;
	case COMMAND:
		*phit = (uint32_t)commands[header->op] << COMMAND_AT;
		break;
	default:
		*phit = 0;
	}
	return true;
}

unsigned int net_filters_match(const struct gpcd_feed_filter *filters,
			       const struct net_header *header)
{
	unsigned int matched = 0;
	uint32_t phit;

	for (unsigned int i = 0; i < NET_FILTERS; i++) {
		if (!filters[i].valid || !header_phit(header, filters[i].phit, &phit))
			continue;
		if (!((phit ^ filters[i].pattern) & filters[i].mask))
			matched |= 1 << i;
	}
	return matched ? matched | 1 << NET_FILTER_ALL : 0;
}
