/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/* Interface between traffic.c and each chip's own traffic.c, in its folder in kmod/chips. */
#ifndef GPCD_TRAFFIC_CHIP_H
#define GPCD_TRAFFIC_CHIP_H

#include "image/traffic.h"

#define GPCD_TRAFFIC_NET_TILES	40
#define GPCD_TRAFFIC_HOST_TILES	4

/* One kind of transaction. Arrays are indexed by REQUEST and RESPONSE. */
struct gpcd_exchange {
	unsigned int words;	/* payload in words of 8 bytes, rounded up: 1 to 8 */
	int get;	/* the response carries the payload; else the request */
	int bte;	/* from the block transfer engine */
	unsigned int hop;	/* routers passed before, 0 to 3 */
	__u32 flits[2];	/* of the NIC */
	__u32 units[2];	/* phits or flits at a tile */
};

#define REQUEST		0
#define RESPONSE	1

/* One direction of an exchange at one tile. */
struct gpcd_passage {
	const struct gpcd_exchange *exchange;
	unsigned int way;	/* REQUEST or RESPONSE */
	unsigned int tile;	/* 8 * row + column */
};

/* Transactions between a NIC and the router. */
struct gpcd_crossing {
	unsigned int nic;
	unsigned int tile;	/* host tile they cross */
	__u64 packets;
	__u64 trains;	/* trains that began */
	__u64 waited;	/* router cycles that the NIC's requests waited in the tile */
	__u64 waited_before;	/* the same, earlier in the tick */
};

/* Counters to resolve. */
struct gpcd_traffic_name {
	const char *name;	/* '#' stands for 0 to count - 1 */
	const char *field;	/* counting field of a packed register, or NULL */
	unsigned int count;	/* 0: one, and no '#' in name */
};

#define GPCD_TRAFFIC_NAME(nm)		{ .name = nm }
#define GPCD_TRAFFIC_NAMES(nm, n)	{ .name = nm, .count = n }
#define GPCD_TRAFFIC_FIELD(nm, part)	{ .name = nm, .field = part }

/*
 * How a chip counts traffic; traffic.c in the chip's folder defines one, and model.c there refers
 * to it. @host returns host tile @i of a NIC, @i from 0 to GPCD_TRAFFIC_HOST_TILES - 1; @units
 * fills in the units of an exchange; @arrive counts packets that arrive at a tile, @wait the router
 * cycles that packets waited in a tile's input, @starve those that a tile's output waited for
 * credits. A chip without tiles has none of these functions but @units.
 */
struct gpcd_traffic_chip {
	const struct gpcd_traffic_name *names; /* as in an enum; ends with an empty one */
	__u8 net[GPCD_TRAFFIC_NET_TILES];	/* network tiles */
	__u32 link_units;	/* phits or flits that the slowest link carries in a tick */
	__u32 link_milli;	/* thousandths of a router cycle for one of them */
	__u32 far_buffer;	/* credits of a link */
	unsigned int nic_shift;	/* halvings of the load at host tiles; if > 0, two inputs at most */
	unsigned int (*host)(unsigned int nic, unsigned int i);
	void (*units)(struct gpcd_exchange *exchange);
	void (*arrive)(const struct gpcd_traffic *traffic, struct gpcd_image *image,
		       const struct gpcd_passage *passage, __u64 packets);
	void (*wait)(const struct gpcd_traffic *traffic, struct gpcd_image *image,
		     const struct gpcd_passage *passage, __u64 cycles);
	void (*starve)(const struct gpcd_traffic *traffic, struct gpcd_image *image,
		       const struct gpcd_passage *passage, __u64 cycles);
	unsigned int ptile;	/* first host tile, for the NICs' rules that distinguish tiles */
};

/* The traffic of each chip that has some: gpcd_gemini_traffic and so on. */
#define GPCD_LIST_TRAFFIC(number, chip, nics, regs, pages, span) gpcd_##chip##_traffic,
extern const struct gpcd_traffic_chip
	GPCD_CHIP_LIST(GPCD_LIST_TRAFFIC) gpcd_none_traffic;

/*
 * Add @n to a tile's counter. @which is its index among the names, @tile is 8 * row + column with
 * rows from the rule's first, and @vc is the rule's third subscript.
 */
static inline void gpcd_traffic_count_tile(const struct gpcd_traffic *traffic,
					   struct gpcd_image *image, unsigned int which,
					   unsigned int tile, unsigned int vc, __u64 n)
{
	const struct gpcd_image_counter *counter = &traffic->counter[which];

	gpcd_image_count(image, counter, gpcd_image_counter_at(counter, tile / 8, tile % 8, vc),
			 n);
}

#endif /* GPCD_TRAFFIC_CHIP_H */
