// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Devices of the legacy interface, whose callers do not open any: a device is opened when it is
 * first needed, and reopened if its chip is gone.
 */
#include <errno.h>
#include <pthread.h>

#include "gpcd/legacy/legacy.h"

/* The last setting of gpcd_verbose_debug(); each handle passes it to the kernel at its next use. */
static atomic_int verbose_wanted;

/* The handle for single registers and for contexts that callers made themselves. */
static struct gpcd_handle shared;
static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;

static void handle_follow(struct gpcd_handle *handle)
{
	int wanted = atomic_load_explicit(&verbose_wanted, memory_order_relaxed);

	if (handle->verbose == wanted)
		return;
	handle->list.dev->carrier->command(handle->list.dev, GPC_IOC_VERBOSE, &wanted);
	handle->verbose = wanted;
}

/* A missing node is -ENODEV here, because -ENOENT means a missing register. */
static int handle_open(struct gpcd_handle *handle)
{
	int err;

	if (handle->list.dev)
		return 0;
	handle->list.fd = -1;
	handle->list.layout = &handle->layout;
	handle->verbose = 0;
	err = gpcd_open(NULL, &handle->list.dev);
	if (err)
		return err == -ENOENT ? -ENODEV : err;
	/* Legacy names are of chips that Cray's library knew. */
	if (gpcd_chip_legacy(gpcd_chip(handle->list.dev)))
		return 0;
	gpcd_close(handle->list.dev);
	handle->list.dev = NULL;
	return -EPROTO;
}

void gpcd_handle_close(struct gpcd_handle *handle)
{
	if (!handle->list.dev)
		return;
	handle->list.dev->carrier->list_close(&handle->list);
	gpcd_mapped_forget(&handle->layout);
	gpcd_close(handle->list.dev);
	handle->list.dev = NULL;
}

static int handle_try(struct gpcd_handle *handle, gpcd_handle_call_t call, void *arg)
{
	int err = handle_open(handle);

	if (err)
		return err;
	handle_follow(handle);
	err = call(handle, arg);
	if (err == -ENODEV)
		gpcd_handle_close(handle);
	return err;
}

int gpcd_handle_call(struct gpcd_handle *handle, gpcd_handle_call_t call, void *arg)
{
	int err = handle_try(handle, call, arg);

	return err == -ENODEV ? handle_try(handle, call, arg) : err;
}

int gpcd_shared_call(gpcd_handle_call_t call, void *arg)
{
	int err;

	pthread_mutex_lock(&shared_lock);
	err = gpcd_handle_call(&shared, call, arg);
	pthread_mutex_unlock(&shared_lock);
	return err;
}

static int verbose_call(struct gpcd_handle *handle, void *arg)
{
	return handle->list.dev->carrier->command(handle->list.dev, GPC_IOC_VERBOSE, arg);
}

int gpcd_verbose_debug(int on)
{
	int err = gpcd_shared_call(verbose_call, &on);

	if (!err)
		atomic_store_explicit(&verbose_wanted, on, memory_order_relaxed);
	return err;
}

static int perms_call(struct gpcd_handle *handle, void *arg)
{
	return handle->list.dev->carrier->command(handle->list.dev, GPC_IOC_SET_PERMS, arg);
}

int gpcd_add_perms_entry(uint64_t job_id, uint64_t perms)
{
	struct gpcd_perms entry = { .perms = perms, .job_id = job_id };

	return gpcd_shared_call(perms_call, &entry);
}

static int ignore_call(struct gpcd_handle *handle, void *arg)
{
	return handle->list.dev->carrier->command(handle->list.dev, GPC_IOC_IGNORE_PERMS, arg);
}

int gpcd_disable_perms(void)
{
	return gpcd_shared_call(ignore_call, NULL);
}
