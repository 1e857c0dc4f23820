/* SPDX-License-Identifier: GPL-2.0-only */
/* Random wormhole networks. */
#ifndef RANDOM_WORM_H
#define RANDOM_WORM_H

#include "netsim/worm/worm.h"
#include "netsim/random_program.h"

/* Make a network of up to 36 nodes with times of a few ps; @topo is filled in, too. */
void random_worm(struct chance *chance, struct topo *topo, struct worm_config *config);

#endif /* RANDOM_WORM_H */
