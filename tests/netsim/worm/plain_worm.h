/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A wormhole network, simple and slow, written from docs/simulator.md only. It examines its whole
 * state whenever something might happen, and remembers flits, not future times.
 */
#ifndef PLAIN_WORM_H
#define PLAIN_WORM_H

#include "netsim/worm/worm.h"

struct plain_worm;

struct plain_worm *plain_worm_new(const struct worm_config *config);

void plain_worm_free(struct plain_worm *plain);

/* Send a message at a time that has not been processed yet. */
void plain_worm_post(struct plain_worm *plain, uint64_t time, const struct worm_message *message);

/* Let a message, by its number in notices, be taken out of its input queue. */
void plain_worm_take(struct plain_worm *plain, uint32_t number, uint64_t byte_ps);

/* Return the first moment from a time on at which there is work; UINT64_MAX: none. */
uint64_t plain_worm_moment(const struct plain_worm *plain, uint64_t time);

/* Take the first notice of a moment; return whether there is one. */
bool plain_worm_notice(struct plain_worm *plain, uint64_t time, struct worm_notice *notice);

/* Do all that begins at a moment. */
void plain_worm_look(struct plain_worm *plain, uint64_t time);

/* Return whether nodes have input queues. */
bool plain_worm_queues(const struct plain_worm *plain);

/* Return the traffic of a channel, by its number in a network of lib/netsim/worm. */
struct worm_channel plain_worm_channel(const struct plain_worm *plain, uint32_t number);

/* Return the flits in buffers or on their way there. */
unsigned int plain_worm_flits(const struct plain_worm *plain);

#endif /* PLAIN_WORM_H */
