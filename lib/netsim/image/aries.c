// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The tiles of an Aries.
 */
#include <stdio.h>

#include "topo/aries.h"
#include "view.h"

#define COUNTER_BITS	48

/** struct tile_regs - the registers of a network tile: cycles that packets wait for the row bus */
struct tile_regs {
	struct gpcd_feed_reg stall;
};

/** struct tile_state - what a view knows of a network tile: the stalls that are written */
struct tile_state {
	uint64_t stall;
};

static int aries_find(void *registers)
{
	struct tile_regs *regs = registers;
	char name[64];
	int err = 0;

	for (unsigned int tile = 0; tile < ARIES_NETWORK && !err; tile++) {
		snprintf(name, sizeof(name), "AR_RTR_%u_%u_INQ_PRF_ROWBUS_STALL_CNT",
			 tile / ARIES_ROW, tile % ARIES_ROW);
		err = gpcd_feed_reg_find(GPCD_CHIP_ARIES, name, &regs[tile].stall);
	}
	return err;
}

static void aries_tile_write(const struct net_images *images, struct view *view,
			     const struct net *net, unsigned int port, unsigned int lane)
{
	unsigned int at = aries_tile(&images->topo, port, lane);
	const struct tile_regs *regs = &((const struct tile_regs *)images->registers)[at];
	struct tile_state *tile = &((struct tile_state *)view->tiles)[at];
	uint64_t now = net_count(net, view->chip, port, lane, NET_INQ_STALLS);
	uint64_t more = (now - tile->stall) & ((1ULL << COUNTER_BITS) - 1);

	if (more)
		gpcd_image_feed_count(view->feed, &regs->stall, more);
	tile->stall = now;
}

static unsigned int lanes_of(const struct topo *topo, unsigned int port)
{
	struct topo_class class;

	topo_class(topo, topo_class_of(topo, port), &class);
	return class.lanes;
}

static void aries_write(const struct net_images *images, struct view *view, const struct net *net)
{
	const struct topo *topo = &images->topo;

	for (unsigned int port = 0; port < topo_ports(topo); port++) {
		for (unsigned int lane = 0; lane < lanes_of(topo, port); lane++)
			aries_tile_write(images, view, net, port, lane);
	}
}

static void aries_restart(const struct net_images *images, struct view *view,
			  const struct net *net)
{
	struct tile_state *tiles = (struct tile_state *)view->tiles;
	const struct topo *topo = &images->topo;

	for (unsigned int port = 0; port < topo_ports(topo); port++) {
		for (unsigned int lane = 0; lane < lanes_of(topo, port); lane++)
			tiles[aries_tile(topo, port, lane)].stall -=
				net_count(net, view->chip, port, lane, NET_INQ_STALLS);
	}
}

const struct image_kind image_aries = {
	.chip = GPCD_CHIP_ARIES,
	.registers = ARIES_NETWORK * sizeof(struct tile_regs),
	.tiles = ARIES_NETWORK * sizeof(struct tile_state),
	.find = aries_find,
	.write = aries_write,
	.restart = aries_restart,
};
