/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What the files behind gpcd_lib.h share.
 */
#ifndef GPCD_LEGACY_H
#define GPCD_LEGACY_H

#include <gpcd_lib.h>

#include "gpcd/carrier/carrier.h"

/** gpcd_desc_chip() - the chip of a descriptor of ours; none for a caller's own */
unsigned int gpcd_desc_chip(const gpcd_mmr_desc_t *desc);

/**
 * struct gpcd_handle - a device that is opened when first needed
 * @list: read again and again on it; its dev is NULL while it is closed
 * @verbose: what the kernel was last told of gpcd_verbose_debug()
 */
struct gpcd_handle {
	struct gpcd_list list;
	int verbose;
};

/** gpcd_handle_call_t - works on an open handle; 0 or a negative errno */
typedef int (*gpcd_handle_call_t)(struct gpcd_handle *handle, void *arg);

/**
 * gpcd_handle_call() - do something on a handle's device
 * @handle: one thread's at a time
 * @call: what; repeated once on a device opened anew if it returns -ENODEV
 * @arg: handed to @call
 *
 * Return: what @call does, or why the device cannot be opened.
 */
int gpcd_handle_call(struct gpcd_handle *handle, gpcd_handle_call_t call, void *arg);

/** gpcd_handle_close() - close the device; the next call opens it again */
void gpcd_handle_close(struct gpcd_handle *handle);

/** gpcd_shared_call() - gpcd_handle_call() on the handle that all threads share */
int gpcd_shared_call(gpcd_handle_call_t call, void *arg);

/**
 * struct gpcd_batch - a context as a call of the device ABI has it
 * @context: the context
 * @addrs: addresses of its registers
 * @values: their values
 * @statuses: what became of each
 * @count: how many; 0: nothing gathered
 * @room: for how many there is room
 * @nic_addr: whose; 0: the local NIC
 */
struct gpcd_batch {
	const gpcd_context_t *context;
	uint64_t *addrs;
	uint64_t *values;
	uint8_t *statuses;
	unsigned int count;
	unsigned int room;
	uint32_t nic_addr;
};

/** gpcd_batch_free() - free a batch's arrays */
void gpcd_batch_free(struct gpcd_batch *batch);

/**
 * struct gpcd_owned - a context of gpcd_create_context()
 * @context: what the client sees of it
 * @next: in the same bucket of the registry
 * @handle: its own device, with the list of @batch
 * @batch: what was read last
 */
struct gpcd_owned {
	gpcd_context_t context;
	struct gpcd_owned *next;
	struct gpcd_handle handle;
	struct gpcd_batch batch;
};

/** gpcd_owned_add() - remember a new context of ours */
void gpcd_owned_add(struct gpcd_owned *owned);

/**
 * gpcd_owned_remove() - forget a context of ours
 * @context: any context
 *
 * Return: what gpcd_owned_add() was given, now the caller's to free; NULL where the
 * context is the caller's own.
 */
struct gpcd_owned *gpcd_owned_remove(const gpcd_context_t *context);

/**
 * gpcd_owned_find() - what we keep of a context
 * @context: any context
 *
 * Return: NULL where the context is the caller's own.
 */
struct gpcd_owned *gpcd_owned_find(const gpcd_context_t *context);

#endif /* GPCD_LEGACY_H */
