/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A network's counters, written into the register images of its chips.
 *
 * The six static counters of each tile of a Gemini are the network's; the filtering counters count
 * by the set-up registers as they were at the last write. docs/nic-counters.md says what the tiles
 * of an Aries count. A Cassini, a NIC that is a chip of its own, has no tiles. If the network's
 * configuration asks for NICs, their counters count what their nodes sent and received, by the
 * rules of that page, and their transactions' times, in the bins that the NIC's latest image had
 * at the last write. Chip time is 1.25 ns a router cycle.
 */
#ifndef NETSIM_IMAGE_H
#define NETSIM_IMAGE_H

#include "netsim/net.h"
#include "topo/gemini.h"

/* The images of some chips of a machine. */
struct net_images;

/*
 * Make an empty list of images for a machine of Geminis; free it with net_images_release(). Returns
 * 0 or -ENOMEM.
 */
int net_images_gemini(const struct gemini_system *system, struct net_images **result);

/*
 * Make an empty list of images for a machine of Aries, a dragonfly; free it with
 * net_images_release(). Returns 0 or -ENOMEM.
 */
int net_images_aries(const struct topo *topo, struct net_images **result);

/*
 * Make an empty list of images for a dragonfly whose NICs are chips of their own, of this type
 * (enum gpcd_chip), and whose routers have no registers; free it with net_images_release(). Returns
 * 0; -EINVAL, no such NIC; or -ENOMEM.
 */
int net_images_cassini(const struct topo *topo, unsigned int type, struct net_images **result);

/*
 * Drive a further image of a chip: an image file, or the back door of an emulated chip. A chip is a
 * router with its NICs, or where NICs are chips of their own, the number of a node. Returns 0;
 * -EINVAL for an image of another type of chip; or an error of gpcd_image_feed_open().
 */
int net_images_add(struct net_images *images, unsigned int chip, const char *path);

/* Return the number of images that are driven. */
size_t net_images_count(const struct net_images *images);

/*
 * Bring all images up to the network's counters, in one batch per image, between two net_run(). The
 * network is the same one until net_images_restart(). Returns 0; -EBUSY if an image is locked,
 * which catches up at a later write; otherwise it stops at the first error of
 * gpcd_image_feed_begin() or gpcd_image_guard(). That image, whose path is returned in failed
 * (valid until net_images_release()), is no longer driven: call again for the others.
 */
int net_images_write(struct net_images *images, struct net *net, const char **failed);

/*
 * Prepare for another network, from cycle 0 on, for the next net_images_write(). Time and counters
 * of the chips go on from where the finished network has brought them, or would have without locked
 * images.
 */
void net_images_restart(struct net_images *images, struct net *net);

/*
 * Stop driving, and free the list; NULL is allowed. Chips stay live, and their time stands still.
 * The network must not run any more: it still has the list as its observer.
 */
void net_images_release(struct net_images *images);

#endif /* NETSIM_IMAGE_H */
