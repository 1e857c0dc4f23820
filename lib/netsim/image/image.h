/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A network's counters, written into the register images of its chips.
 *
 * The six static counters of each tile of a Gemini are the network's; the filtering counters count,
 * from each write on, what the set-up registers said at that write. docs/nic-counters.md has what
 * the tiles of an Aries count. The counters of a NIC count what its node sent and received, by the
 * rules of that page, if the network's configuration asks for NICs; how long its transactions took
 * counts, from each write on, in the bins that its latest image said at that write. Chip time is
 * 1.25 ns a router cycle.
 */
#ifndef NETSIM_IMAGE_H
#define NETSIM_IMAGE_H

#include "netsim/net.h"
#include "topo/gemini.h"

/* The images of some chips of a machine. */
struct net_images;

/**
 * net_images_gemini() - begin without images of a machine of Geminis
 * @system: the machine
 * @result: the images, for net_images_release()
 *
 * Return: 0, -ENOMEM.
 */
int net_images_gemini(const struct gemini_system *system, struct net_images **result);

/**
 * net_images_aries() - begin without images of a machine of Aries
 * @topo: the machine, a dragonfly
 * @result: the images, for net_images_release()
 *
 * Return: 0, -ENOMEM.
 */
int net_images_aries(const struct topo *topo, struct net_images **result);

/**
 * net_images_add() - drive an image
 * @images: the images
 * @chip: whose counters it gets; a chip may have several images
 * @path: an image file, or the back door of an emulated chip
 *
 * Return: 0, or as gpcd_image_feed_open(); -EINVAL: an image of another type of chip.
 */
int net_images_add(struct net_images *images, unsigned int chip, const char *path);

/**
 * typedef net_image_call - what reads and writes an image
 * @data: its argument
 *
 * Return: 0 or a negative errno.
 */
typedef int (*net_image_call)(void *data);

/**
 * net_images_guard() - survive images that are made shorter
 * @images: the images
 * @guard: makes such a call, by calls of libgpcd; returns what that returns, or -EFAULT if the
 *	file has no such page any more
 *
 * Without it such an image raises SIGBUS in net_images_write().
 */
void net_images_guard(struct net_images *images, int (*guard)(net_image_call call, void *data));

/**
 * net_images_count() - count the images that are driven
 * @images: the images
 *
 * Return: their number.
 */
size_t net_images_count(const struct net_images *images);

/**
 * net_images_write() - bring all images up to the network's counters, one batch an image
 * @images: the images
 * @net: the same one until net_images_restart(); between two of its net_run()
 * @failed: receives the path of the image that an error is about; valid until
 *	net_images_release()
 *
 * Return: 0; -EBUSY: an image is locked, and catches up at a later write; else the first
 * error of gpcd_image_feed_begin() or of the guard, at which it stops. That image is driven no
 * more: call it again for the others.
 */
int net_images_write(struct net_images *images, struct net *net, const char **failed);

/**
 * net_images_restart() - prepare for another network, which began at cycle 0
 * @images: the images; their next net_images_write() is of that network
 * @net: the network that is at its end
 *
 * The chips' time and counters go on from where @net has brought them, or would have, had no image
 * been locked.
 */
void net_images_restart(struct net_images *images, struct net *net);

/**
 * net_images_release() - stop driving; chips stay live, their time stands still
 * @images: freed; NULL: nothing happens
 *
 * A network that net_images_write() was given must not run any more: it still has @images as its
 * observer.
 */
void net_images_release(struct net_images *images);

#endif /* NETSIM_IMAGE_H */
