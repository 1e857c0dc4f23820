// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The tiles of an Aries: flits and stalls by virtual channel.
 *
 * Tiles of links have a register for each of 8 virtual channels, and one for all stalls. Processor
 * tiles, which packets cross only on the first channel of their kind, have one each for requests
 * and responses. Stalls of the column buffers count for the channel that the register itself names,
 * stalls of the filters only until the filter is set up.
 */
#include <stdio.h>

#include "topo/aries.h"
#include "view.h"

#define TILES		(ARIES_NETWORK + NET_LANES)
#define VCS		8
#define KINDS		2
#define COUNTER_BITS	48

/* Lowest bit of the channel's number in a register of a column buffer. */
#define VC_PTR_AT	61

/* The registers of a tile. */
struct tile_regs {
	struct gpcd_feed_reg flits[VCS]; /* by virtual channel; processor tile: first of a kind */
	struct gpcd_feed_reg rowbus[KINDS]; /* link: one for all stalls; processor tile: by kind */
	struct gpcd_feed_reg filter[VCS];	/* by virtual channel: counts of its filter */
	struct gpcd_feed_reg setup[VCS];	/* by virtual channel: set-up of its filter */
	struct gpcd_feed_reg column[KINDS];	/* by kind */
};

/* What a view knows of a tile: what is written, by virtual channel. */
struct tile_state {
	uint64_t written[VCS][NET_CHANNEL_COUNTERS];
};

/* --- names --- */

static int reg_find(struct gpcd_feed_reg *reg, unsigned int tile, const char *name)
{
	char text[96];

	snprintf(text, sizeof(text), "AR_RTR_%u_%u_%s%s", tile / ARIES_ROW, tile % ARIES_ROW,
		 tile < ARIES_NETWORK ? "" : "PT_", name);
	return gpcd_feed_reg_find(GPCD_CHIP_ARIES, text, reg);
}

static bool has_flits(unsigned int tile, unsigned int vc)
{
	return tile < ARIES_NETWORK || vc % (VCS / KINDS) == 0;
}

static int channel_regs_find(struct tile_regs *regs, unsigned int tile, unsigned int vc)
{
	char name[64];
	int err = 0;

	snprintf(name, sizeof(name), "INQ_PRF_INCOMING_FLIT_VC%u", vc);
	if (has_flits(tile, vc))
		err = reg_find(&regs->flits[vc], tile, name);
	snprintf(name, sizeof(name), "INQ_PRF_INCOMING_PKT_VC%u_FILTER_FLIT%u_CNT", vc, vc);
	if (!err)
		err = reg_find(&regs->filter[vc], tile, name);
	snprintf(name, sizeof(name), "INQ_PRF_FLIT%u_FILTERING_SETUP", vc);
	return err ? err : reg_find(&regs->setup[vc], tile, name);
}

static int rowbus_find(struct tile_regs *regs, unsigned int tile)
{
	int err;

	if (tile < ARIES_NETWORK)
		return reg_find(&regs->rowbus[0], tile, "INQ_PRF_ROWBUS_STALL_CNT");
	err = reg_find(&regs->rowbus[0], tile, "INQ_PRF_REQ_ROWBUS_STALL_CNT");
	return err ? err : reg_find(&regs->rowbus[1], tile, "INQ_PRF_RSP_ROWBUS_STALL_CNT");
}

static int aries_tile_find(struct tile_regs *regs, unsigned int tile)
{
	int err = rowbus_find(regs, tile);

	if (!err)
		err = reg_find(&regs->column[0], tile,
			       "COLBUF_PERF_STALL_RQ:COL_BUF_PERF_STALL_RQ");
	if (!err)
		err = reg_find(&regs->column[1], tile,
			       "COLBUF_PERF_STALL_RS:COL_BUF_PERF_STALL_RS");
	for (unsigned int vc = 0; vc < VCS && !err; vc++)
		err = channel_regs_find(regs, tile, vc);
	return err;
}

static int aries_find(void *registers)
{
	struct tile_regs *regs = registers;
	int err = 0;

	for (unsigned int tile = 0; tile < TILES && !err; tile++)
		err = aries_tile_find(&regs[tile], tile);
	return err;
}

/* --- counts --- */

static uint64_t word_of(const struct view *view, const struct gpcd_feed_reg *reg)
{
	uint64_t value = 0;

	gpcd_image_feed_word(view->feed, reg, &value);
	return value;
}

static void count(struct view *view, const struct gpcd_feed_reg *reg, uint64_t more)
{
	if (more)
		gpcd_image_feed_count(view->feed, reg, more);
}

/* Count a tile's new events on a virtual channel. */
static void channel_write(struct view *view, const struct tile_regs *regs, unsigned int tile,
			  unsigned int vc, const uint64_t more[NET_CHANNEL_COUNTERS])
{
	unsigned int kind = vc / (VCS / KINDS);
	bool network = tile < ARIES_NETWORK;
	uint64_t stalls = more[NET_CHANNEL_INQ_STALLS];

	if (has_flits(tile, vc))
		count(view, &regs->flits[vc], more[NET_CHANNEL_PHITS]);
	count(view, &regs->rowbus[network ? 0 : kind], stalls);
	if (stalls && !word_of(view, &regs->setup[vc]))
		count(view, &regs->filter[vc], stalls);
	if (word_of(view, &regs->column[kind]) >> VC_PTR_AT == vc)
		count(view, &regs->column[kind], more[NET_CHANNEL_CREDIT_STALLS]);
}

static void aries_tile_write(const struct net_images *images, struct view *view,
			     const struct net *net, unsigned int port, unsigned int lane)
{
	unsigned int at = aries_tile(&images->topo, port, lane);
	const struct tile_regs *regs = &((const struct tile_regs *)images->registers)[at];
	struct tile_state *tile = &((struct tile_state *)view->tiles)[at];
	uint64_t now, more[NET_CHANNEL_COUNTERS];

	for (unsigned int vc = 0; vc < VCS; vc++) {
		for (unsigned int i = 0; i < NET_CHANNEL_COUNTERS; i++) {
			now = net_count_channel(net, view->chip, port, lane, vc, i);
			more[i] = (now - tile->written[vc][i]) & ((1ULL << COUNTER_BITS) - 1);
			tile->written[vc][i] = now;
		}
		channel_write(view, regs, at, vc, more);
	}
}

static unsigned int lanes_of(const struct topo *topo, unsigned int port)
{
	struct topo_class class;

	if (port == topo_ports(topo))
		return NET_LANES;
	topo_class(topo, topo_class_of(topo, port), &class);
	return class.lanes;
}

static void aries_write(const struct net_images *images, struct view *view, const struct net *net)
{
	const struct topo *topo = &images->topo;

	for (unsigned int port = 0; port <= topo_ports(topo); port++) {
		for (unsigned int lane = 0; lane < lanes_of(topo, port); lane++)
			aries_tile_write(images, view, net, port, lane);
	}
}

static void aries_tile_restart(const struct net_images *images, struct view *view,
			       const struct net *net, unsigned int port, unsigned int lane)
{
	unsigned int at = aries_tile(&images->topo, port, lane);
	struct tile_state *tile = &((struct tile_state *)view->tiles)[at];

	for (unsigned int i = 0; i < VCS * NET_CHANNEL_COUNTERS; i++)
		tile->written[i % VCS][i / VCS] -=
			net_count_channel(net, view->chip, port, lane, i % VCS, i / VCS);
}

static void aries_restart(const struct net_images *images, struct view *view,
			  const struct net *net)
{
	const struct topo *topo = &images->topo;

	for (unsigned int port = 0; port <= topo_ports(topo); port++) {
		for (unsigned int lane = 0; lane < lanes_of(topo, port); lane++)
			aries_tile_restart(images, view, net, port, lane);
	}
}

const struct image_kind image_aries = {
	.chip = GPCD_CHIP_ARIES,
	.registers = TILES * sizeof(struct tile_regs),
	.tiles = TILES * sizeof(struct tile_state),
	.find = aries_find,
	.write = aries_write,
	.restart = aries_restart,
};
