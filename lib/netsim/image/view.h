/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Views of chips, and what differs from one type of chip to another: the registers of its tiles.
 */
#ifndef NETSIM_IMAGE_VIEW_H
#define NETSIM_IMAGE_VIEW_H

#include <gpcd/image.h>

#include "image.h"
#include "nic.h"
#include "topo/gemini.h"

/**
 * struct view - an image of a chip
 * @next: the next view of the same chip, or the next that is lost
 * @feed: drives its counters
 * @path: of the image
 * @chip: number of the chip
 * @start: the chip's time at the network's cycle 0, ns
 * @nics: what is written of its NICs
 * @owed: times that are still to be written of its NICs
 * @tiles: what is known of its tiles: image_kind.tiles bytes
 */
struct view {
	struct view *next;
	struct gpcd_image_feed *feed;
	char *path;
	unsigned int chip;
	uint64_t start;
	struct nic_written nics[1 << TOPO_NIC_BITS];
	struct nic_owed owed[1 << TOPO_NIC_BITS];
	uint64_t tiles[];
};

/**
 * struct image_kind - how the tiles of a type of chip count
 * @chip: the type, an &enum gpcd_chip
 * @registers: bytes of net_images.registers
 * @tiles: bytes of view.tiles, whole words, which are 0 at first
 * @find: find the registers, the same on every chip; returns 0, or what gpcd_feed_reg_find() does
 * @write: count what the tiles have done since; the view is in a batch
 * @restart: forget what they have done in a network that is at its end, but for what it owes
 * @look: read the set-up registers; returns whether they want to see arrivals. NULL: never
 * @arrive: see an arrival, as struct net_observer has it, with the images as context
 */
struct image_kind {
	unsigned int chip;
	size_t registers;
	size_t tiles;
	int (*find)(void *registers);
	void (*write)(const struct net_images *images, struct view *view, const struct net *net);
	void (*restart)(const struct net_images *images, struct view *view,
			const struct net *net);
	bool (*look)(const struct net_images *images, struct view *view);
	void (*arrive)(void *images, unsigned int chip, unsigned int port, unsigned int lane,
		       const struct net_header *header);
};

/* The types of chips. */
extern const struct image_kind image_gemini, image_aries;

/**
 * struct net_images - the images of some chips
 * @kind: type of the chips
 * @topo: the topology
 * @system: of Geminis: the system
 * @registers: of the tiles, as @kind needs them
 * @guard: net_images_guard()
 * @count: number of images that are driven
 * @views: by chip
 * @lost: those that are driven no more
 */
struct net_images {
	const struct image_kind *kind;
	struct topo topo;
	struct gemini_system system;
	void *registers;
	int (*guard)(net_image_call call, void *data);
	size_t count;
	struct view **views;
	struct view *lost;
};

#endif /* NETSIM_IMAGE_VIEW_H */
