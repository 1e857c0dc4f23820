/* SPDX-License-Identifier: GPL-2.0-only */
/* End points of a plain wormhole network, simple and slow, written from docs/simulator.md only. */
#ifndef PLAIN_HOST_H
#define PLAIN_HOST_H

#include "netsim/host/host.h"
#include "netsim/worm/plain_worm.h"

/* Run a program to its end. */
struct host_result plain_host_run(const struct program *program, const uint32_t *place,
				  const uint64_t *start, struct plain_worm *worm,
				  const struct host_config *config);

#endif /* PLAIN_HOST_H */
