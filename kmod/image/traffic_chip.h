/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * What traffic.c asks of a chip: traffic.c in the folder of each, kmod/chips.
 */
#ifndef GPCD_TRAFFIC_CHIP_H
#define GPCD_TRAFFIC_CHIP_H

#include "image/traffic.h"

#define GPCD_TRAFFIC_NET_TILES	40
#define GPCD_TRAFFIC_HOST_TILES	4

/**
 * struct gpcd_exchange - one kind of transaction
 * @words: payload, in started words of 8 bytes, 1 to 8
 * @get: the response carries it; else the request
 * @bte: it belongs to the block transfer engine
 * @hop: routers it has passed before, 0 to 3
 * @flits: of the NIC: of the request, of the response
 * @units: phits or flits at a tile: of the request, of the response
 */
struct gpcd_exchange {
	unsigned int words;
	int get;
	int bte;
	unsigned int hop;
	__u32 flits[2];
	__u32 units[2];
};

#define REQUEST		0
#define RESPONSE	1

/**
 * struct gpcd_passage - one direction of an exchange at one tile
 * @exchange: the exchange
 * @way: REQUEST or RESPONSE
 * @tile: 8 * row + column
 */
struct gpcd_passage {
	const struct gpcd_exchange *exchange;
	unsigned int way;
	unsigned int tile;
};

/**
 * struct gpcd_crossing - transactions between a NIC and the router
 * @nic: the NIC
 * @tile: the host tile they cross
 * @packets: how many
 * @trains: trains of them that began
 * @waited: router cycles that requests from the NIC waited in the tile
 * @waited_before: the same, earlier in the tick
 */
struct gpcd_crossing {
	unsigned int nic;
	unsigned int tile;
	__u64 packets;
	__u64 trains;
	__u64 waited;
	__u64 waited_before;
};

/**
 * struct gpcd_traffic_name - counters to resolve
 * @name: a name; a '#' in it stands for 0 to @count - 1
 * @field: the counting field of a packed register, or NULL
 * @count: how many; 0: one, and @name has no '#'
 */
struct gpcd_traffic_name {
	const char *name;
	const char *field;
	unsigned int count;
};

#define GPCD_TRAFFIC_NAME(nm)		{ .name = nm }
#define GPCD_TRAFFIC_NAMES(nm, n)	{ .name = nm, .count = n }
#define GPCD_TRAFFIC_FIELD(nm, part)	{ .name = nm, .field = part }

/**
 * struct gpcd_traffic_chip - how a chip counts
 * @names: the counters it drives, in the order of its file's enum; ends with
 *	an empty one
 * @net: its network tiles
 * @link_units: phits or flits that its slowest link carries in a tick
 * @link_milli: thousandths of a router cycle that it takes for one
 * @far_buffer: credits of a link
 * @nic_shift: halvings of the load for meetings at host tiles; if any, these
 *	have two inputs at most
 * @host: a host tile of a NIC, @i from 0 to GPCD_TRAFFIC_HOST_TILES - 1
 * @units: fill in what an exchange takes at a tile
 * @arrive: packets arrive at a tile
 * @wait: router cycles that packets waited in a tile's input
 * @starve: router cycles that a tile's output waited for credits
 * @ptile: the first of its host tiles, where its NICs' rules tell them apart (image/nic_rules.h)
 *
 * traffic.c in a chip's folder has one, and model.c there names it.
 */
struct gpcd_traffic_chip {
	const struct gpcd_traffic_name *names;
	__u8 net[GPCD_TRAFFIC_NET_TILES];
	__u32 link_units;
	__u32 link_milli;
	__u32 far_buffer;
	unsigned int nic_shift;
	unsigned int (*host)(unsigned int nic, unsigned int i);
	void (*units)(struct gpcd_exchange *exchange);
	void (*arrive)(const struct gpcd_traffic *traffic, struct gpcd_image *image,
		       const struct gpcd_passage *passage, __u64 packets);
	void (*wait)(const struct gpcd_traffic *traffic, struct gpcd_image *image,
		     const struct gpcd_passage *passage, __u64 cycles);
	void (*starve)(const struct gpcd_traffic *traffic, struct gpcd_image *image,
		       const struct gpcd_passage *passage, __u64 cycles);
	unsigned int ptile;
};

/* gpcd_gemini_traffic and its like, of the chips that have traffic. */
#define GPCD_LIST_TRAFFIC(number, chip, nics, regs, pages, span) gpcd_##chip##_traffic,
extern const struct gpcd_traffic_chip
	GPCD_CHIP_LIST(GPCD_LIST_TRAFFIC) gpcd_none_traffic;

/**
 * gpcd_traffic_count_tile() - a tile's counter goes up
 * @traffic: the source
 * @image: a view
 * @which: its place among the names
 * @tile: 8 * row + column, rows from the rule's first
 * @vc: the rule's third subscript
 * @n: by how much
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
