/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views of chips, and what differs between types of chips: the registers of the tiles. */
#ifndef NETSIM_IMAGE_VIEW_H
#define NETSIM_IMAGE_VIEW_H

#include <gpcd/image.h>

#include "image.h"
#include "nic.h"
#include "topo/gemini.h"

/* An image of a chip. */
struct view {
	struct view *next;				/* of the same chip, or of the lost ones */
	struct gpcd_image_feed *feed;
	char *path;					/* of the image */
	unsigned int chip;
	uint64_t start;					/* chip time at the network's cycle 0, ns */
	struct nic_written nics[1 << TOPO_NIC_BITS];	/* what is written of its NICs */
	struct nic_owed owed[1 << TOPO_NIC_BITS];	/* times that are still to be written */
	uint64_t tiles[];	/* state of its tiles: image_kind.tiles bytes */
};

/* How the tiles of a type of chip count. */
struct image_kind {
	unsigned int chip;	/* enum gpcd_chip */
	size_t registers;	/* bytes of net_images.registers */
	size_t tiles;		/* bytes of view.tiles, whole words, initially 0 */
	/*
	 * Find the registers, the same on every chip. Returns 0 or an error of
	 * gpcd_feed_reg_find().
	 */
	int (*find)(void *registers);
	/* Count what the tiles have done since; the view is in a batch. */
	void (*write)(const struct net_images *images, struct view *view, const struct net *net);
	/* Forget what the tiles have done in the finished network, except what it still owes. */
	void (*restart)(const struct net_images *images, struct view *view,
			const struct net *net);
	/* Read the set-up registers; returns whether they need arrivals. NULL: never. */
	bool (*look)(const struct net_images *images, struct view *view);
	/* See an arrival, as struct net_observer, with the images as context. */
	void (*arrive)(void *images, unsigned int chip, unsigned int port, unsigned int lane,
		       const struct net_header *header);
};

/* The types of chips. */
extern const struct image_kind image_gemini, image_aries;

/* The images of some chips. */
struct net_images {
	const struct image_kind *kind;
	struct topo topo;
	struct gemini_system system;			/* Gemini only */
	void *registers;				/* of the tiles, as kind needs them */
	int (*guard)(net_image_call call, void *data);	/* see net_images_guard() */
	size_t count;					/* images that are driven */
	struct view **views;				/* by chip */
	struct view *lost;				/* no longer driven */
};

#endif /* NETSIM_IMAGE_VIEW_H */
