/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counters of a port that its driver gives by netlink: all of one moment, in one message. */
#ifndef NICS_RDMA_STATS_H
#define NICS_RDMA_STATS_H

#include "nics/netlink.h"
#include "nics/nic.h"

struct rdma_stats;

/*
 * Open the counters of a port and append them to the items of @nic. Optional ones are among them
 * where they are counting. Return 0; -EPROTONOSUPPORT if there is no such netlink; -ENODEV if it
 * does not know the device; -EMSGSIZE if there are too many for a message; -EINVAL if the driver
 * has none; or another negative errno.
 */
int rdma_stats_open(struct rdma_stats **stats, struct nic *nic, const char *device,
		    unsigned int port);

/* Read them, if one is wanted. Parameters and result are as for a source's read function. */
int rdma_stats_read(struct rdma_stats *stats, const bool *wanted,
		    const struct nic_values *values);

/* Close them; @stats may be NULL. The items remain. */
void rdma_stats_close(struct rdma_stats *stats);

#endif /* NICS_RDMA_STATS_H */
