/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What the files of the legacy library interface, gpcd_lib.h, share.
 */
#ifndef GPCD_LEGACY_H
#define GPCD_LEGACY_H

#include <gpcd_lib.h>

#include "gpcd/carrier/carrier.h"

/** gpcd_desc_chip() - return the chip of a descriptor; GPCD_CHIP_NONE if it is the caller's own */
unsigned int gpcd_desc_chip(const gpcd_mmr_desc_t *desc);

/**
 * struct gpcd_handle - a device that is opened when it is first needed
 * @list: the registers that are read on the device; list.dev is NULL while it is closed
 * @verbose: the last setting of gpcd_verbose_debug() that the kernel was told
 */
struct gpcd_handle {
	struct gpcd_list list;
	int verbose;
};

/** gpcd_handle_call_t - a function that uses an open handle; returns 0 or a negative errno */
typedef int (*gpcd_handle_call_t)(struct gpcd_handle *handle, void *arg);

/**
 * gpcd_handle_call() - call a function with a handle whose device is open
 * @handle: a handle that only one thread uses at a time
 * @call: the function; if it returns -ENODEV the device is opened anew and it is called once more
 * @arg: handed to @call
 *
 * Return: the result of @call, or the error of opening the device.
 */
int gpcd_handle_call(struct gpcd_handle *handle, gpcd_handle_call_t call, void *arg);

/** gpcd_handle_close() - close the device; the next call opens it again */
void gpcd_handle_close(struct gpcd_handle *handle);

/** gpcd_shared_call() - do gpcd_handle_call() with the handle that all threads share */
int gpcd_shared_call(gpcd_handle_call_t call, void *arg);

/**
 * struct gpcd_batch - the registers of a context in the form of the device ABI
 * @context: the context
 * @addrs: addresses of the registers
 * @values: values of the registers
 * @statuses: an enum gpcd_status for each register
 * @count: number of registers; 0: none have been gathered
 * @room: number of registers for which there is room
 * @nic_addr: address of the NIC whose registers they are; 0: the local NIC
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
 * @context: the part that the client sees
 * @next: next context in the same bucket of the registry
 * @handle: device of this context alone; its list has the registers of @batch
 * @batch: the registers that were read last
 */
struct gpcd_owned {
	gpcd_context_t context;
	struct gpcd_owned *next;
	struct gpcd_handle handle;
	struct gpcd_batch batch;
};

/** gpcd_owned_add() - register a context that gpcd_create_context() has made */
void gpcd_owned_add(struct gpcd_owned *owned);

/**
 * gpcd_owned_remove() - take a context out of the registry
 * @context: any context
 *
 * Return: the context as gpcd_owned_add() got it, which the caller now frees; NULL if
 * gpcd_create_context() has not made @context.
 */
struct gpcd_owned *gpcd_owned_remove(const gpcd_context_t *context);

/**
 * gpcd_owned_find() - look a context up in the registry
 * @context: any context
 *
 * Return: the context; NULL if gpcd_create_context() has not made @context.
 */
struct gpcd_owned *gpcd_owned_find(const gpcd_context_t *context);

#endif /* GPCD_LEGACY_H */
