/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Declarations shared by the files of the legacy library interface, gpcd_lib.h. */
#ifndef GPCD_LEGACY_H
#define GPCD_LEGACY_H

#include <gpcd_lib.h>

#include "gpcd/carrier/carrier.h"

/* Return the chip of a descriptor; GPCD_CHIP_NONE if the caller made it himself. */
unsigned int gpcd_desc_chip(const gpcd_mmr_desc_t *desc);

/* A device that is opened when it is first needed. */
struct gpcd_handle {
	struct gpcd_list list;	/* registers to read; list.dev is NULL while the device is closed */
	struct gpcd_layout *layout;	/* of the addresses of list */
	int verbose;	/* last setting of gpcd_verbose_debug() passed to the kernel */
};

/* A function that uses an open handle; returns 0 or a negative errno. */
typedef int (*gpcd_handle_call_t)(struct gpcd_handle *handle, void *arg);

/*
 * Call a function with a handle whose device is open. If it returns -ENODEV, the device is reopened
 * and the function called once more. Only one thread may use a handle at a time. Return the
 * function's result, or the error of opening the device.
 */
int gpcd_handle_call(struct gpcd_handle *handle, gpcd_handle_call_t call, void *arg);

/* Close the device; the next call opens it again. */
void gpcd_handle_close(struct gpcd_handle *handle);

/* As gpcd_handle_call(), with the handle that all threads share. */
int gpcd_shared_call(gpcd_handle_call_t call, void *arg);

/* The registers of a context in the form of the device ABI. */
struct gpcd_batch {
	const gpcd_context_t *context;
	uint64_t *addrs;
	uint64_t *values;
	uint8_t *statuses;	/* enum gpcd_status of each register */
	unsigned int count;	/* registers; 0: none have been gathered */
	unsigned int room;	/* registers for which there is room */
	uint32_t nic_addr;	/* 0: the local NIC */
};

/* Free a batch's arrays. */
void gpcd_batch_free(struct gpcd_batch *batch);

/* A context of gpcd_create_context(). */
struct gpcd_owned {
	gpcd_context_t context;	/* the part that the client sees */
	struct gpcd_owned *next;	/* in the same bucket of the registry */
	struct gpcd_handle handle;	/* of this context; its list uses batch's arrays */
	struct gpcd_batch batch;	/* the registers read last */
};

/* Register a context that gpcd_create_context() has made. */
void gpcd_owned_add(struct gpcd_owned *owned);

/*
 * Remove a context from the registry. Return it as gpcd_owned_add() got it, for the caller to free;
 * NULL if it was not made by gpcd_create_context().
 */
struct gpcd_owned *gpcd_owned_remove(const gpcd_context_t *context);

/* Find a context in the registry; NULL if it was not made by gpcd_create_context(). */
struct gpcd_owned *gpcd_owned_find(const gpcd_context_t *context);

#endif /* GPCD_LEGACY_H */
