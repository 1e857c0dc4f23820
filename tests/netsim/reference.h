/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The plain reference: the rules of docs/simulator.md, applied cycle by cycle, chip by chip,
 * counter by counter. An engine is right if it counts the same.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "netsim/net.h"

struct ref;

/* Like net_new(), with any number of tiles; 0, -EINVAL or -ENOMEM. */
int ref_new(const struct net_config *config, const struct net_traffic *traffic,
	    struct ref **result);

void ref_free(struct ref *ref);

/* Like net_run(): 0, -EHOSTUNREACH, -EINVAL or -ENOMEM. */
int ref_run(struct ref *ref, uint64_t until);

/* Like net_idle(). */
bool ref_idle(const struct ref *ref);

/* Return the packets in routers and on wires. */
uint64_t ref_under_way(const struct ref *ref);

/* Like net_count(). */
uint64_t ref_count(const struct ref *ref, unsigned int chip, unsigned int port, unsigned int lane,
		   enum net_counter counter);

/* Like net_count_channel(), for any struct net_config. */
uint64_t ref_count_channel(const struct ref *ref, unsigned int chip, unsigned int port,
			   unsigned int lane, unsigned int vc, enum net_channel_counter counter);

/* Like net_nic(), for any struct net_config. */
void ref_nic(const struct ref *ref, uint32_t node, struct net_nic *nic);

/* Like net_nic_times(), for any struct net_config. */
void ref_nic_times(struct ref *ref, uint32_t node, const uint64_t *begin,
		   struct net_times *times);

/* Like net_totals(). */
void ref_totals(const struct ref *ref, struct net_totals *totals);

/* Like net_measure(). */
void ref_measure(struct ref *ref, const struct net_meter *meter);

#endif /* REFERENCE_H */
