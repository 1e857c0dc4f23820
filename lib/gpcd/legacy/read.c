// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Read and write contexts and single registers.
 *
 * A context of gpcd_create_context() keeps its device and the addresses that were read last. While
 * the addresses stay the same, a read compares them, makes one call and stores the values.
 */
#include <errno.h>

#include "gpcd/group.h"
#include "gpcd/legacy/legacy.h"

#define STACK_REGS	64

/* Room on the stack for a few registers, to avoid malloc(); threads have small stacks. */
struct stack_room {
	uint64_t addrs[STACK_REGS];
	uint64_t values[STACK_REGS];
	uint8_t statuses[STACK_REGS];
};

void gpcd_batch_free(struct gpcd_batch *batch)
{
	free(batch->addrs);
	free(batch->values);
	free(batch->statuses);
}

/* Allocate new arrays. The old contents are lost, and after an error the batch has no room. */
static int batch_grow(struct gpcd_batch *batch, unsigned int room)
{
	gpcd_batch_free(batch);
	batch->count = 0;
	batch->room = room;
	batch->addrs = calloc(room, sizeof(*batch->addrs));
	batch->values = calloc(room, sizeof(*batch->values));
	batch->statuses = calloc(room, sizeof(*batch->statuses));
	if (batch->addrs && batch->values && batch->statuses)
		return 0;
	gpcd_batch_free(batch);
	*batch = (struct gpcd_batch) { .context = batch->context };
	return -ENOMEM;
}

static unsigned int context_length(const gpcd_context_t *context)
{
	const gpcd_mmr_list_t *entry;
	unsigned int length = 0;

	for (entry = context->list; entry; entry = entry->next)
		length++;
	return length;
}

/*
 * Return whether a descriptor belongs to another chip: at its address this chip may have another
 * register, or none.
 */
static int is_foreign(const gpcd_mmr_desc_t *desc, unsigned int chip)
{
	unsigned int own = gpcd_desc_chip(desc);

	return own != GPCD_CHIP_NONE && own != chip;
}

/*
 * Return -ENOENT if the chip is present; if it is gone, -ENODEV makes the caller reopen the device.
 */
static int chip_lacks(struct gpcd *dev)
{
	struct gpcd_info info = { .size = sizeof(info) };
	int err = gpcd_get_info(dev, &info);

	return err ? err : -ENOENT;
}

static int batch_gather(struct gpcd_batch *batch, struct gpcd *dev)
{
	const gpcd_mmr_list_t *entry;
	unsigned int i = 0;

	batch->count = 0;
	if (context_length(batch->context) > dev->regs_max)
		return -E2BIG;
	for (entry = batch->context->list; entry; entry = entry->next) {
		if (is_foreign(entry->item, dev->chip))
			return chip_lacks(dev);
		batch->addrs[i] = entry->item->addr;
		batch->values[i++] = entry->value;
	}
	batch->nic_addr = batch->context->nic_addr;
	batch->count = i;
	return 0;
}

/* Return whether the context still has the gathered registers. */
static int batch_matches(const struct gpcd_batch *batch, unsigned int chip)
{
	const gpcd_mmr_list_t *entry;
	unsigned int i = 0;

	if (batch->nic_addr != batch->context->nic_addr)
		return 0;
	for (entry = batch->context->list; entry; entry = entry->next) {
		if (i == batch->count || batch->addrs[i++] != entry->item->addr ||
		    is_foreign(entry->item, chip))
			return 0;
	}
	return i == batch->count;
}

/* Store all values in the context, or none if a register could not be read. */
static int batch_scatter(const struct gpcd_batch *batch, const struct gpcd_snapshot_req *req)
{
	gpcd_mmr_list_t *entry;
	unsigned int i;
	int err = 0;

	for (i = 0; req->failed && !err && i < batch->count; i++)
		err = gpcd_status_error(batch->statuses[i]);
	if (err)
		return err;
	for (entry = batch->context->list, i = 0; entry; entry = entry->next)
		entry->value = batch->values[i++];
	return 0;
}

static struct gpcd_snapshot_req batch_request(const struct gpcd_batch *batch)
{
	return (struct gpcd_snapshot_req) {
		.size = sizeof(struct gpcd_snapshot_req),
		.count = batch->count,
		.values = gpcd_address(batch->values),
		.statuses = gpcd_address(batch->statuses),
	};
}

static int owned_gather(struct gpcd_handle *handle, struct gpcd_batch *batch)
{
	unsigned int length = context_length(batch->context);
	struct gpcd_list *list = &handle->list;
	int err;

	list->dev->carrier->list_close(list);
	gpcd_mapped_forget(&handle->layout);
	err = length > batch->room ? batch_grow(batch, length) : 0;
	if (!err)
		err = batch_gather(batch, list->dev);
	list->addrs = batch->addrs;
	list->count = batch->count;
	list->nic_addr = batch->nic_addr;
	return err;
}

static int owned_read(struct gpcd_handle *handle, void *arg)
{
	const struct gpcd *dev = handle->list.dev;
	struct gpcd_batch *batch = arg;
	struct gpcd_snapshot_req req;
	int err = 0;

	if (!batch_matches(batch, dev->chip))
		err = owned_gather(handle, batch);
	if (err)
		return err;
	req = batch_request(batch);
	err = dev->carrier->list_read(&handle->list, &req);
	return err ? err : batch_scatter(batch, &req);
}

static int bare_read(struct gpcd_handle *handle, void *arg)
{
	struct gpcd *dev = handle->list.dev;
	struct gpcd_batch *batch = arg;
	struct gpcd_snapshot_req req;
	int err = batch_gather(batch, dev);

	if (err)
		return err;
	req = batch_request(batch);
	req.nic_addr = batch->nic_addr;
	req.addrs = gpcd_address(batch->addrs);
	err = dev->carrier->command(dev, GPCD_IOC_SNAPSHOT, &req);
	return err ? err : batch_scatter(batch, &req);
}

static int bare_write(struct gpcd_handle *handle, void *arg)
{
	struct gpcd *dev = handle->list.dev;
	struct gpcd_batch *batch = arg;
	struct gpcd_write_req req;
	int err = batch_gather(batch, dev);

	if (err)
		return err;
	req = (struct gpcd_write_req) {
		.size = sizeof(req),
		.count = batch->count,
		.nic_addr = batch->nic_addr,
		.addrs = gpcd_address(batch->addrs),
		.values = gpcd_address(batch->values),
	};
	err = dev->carrier->command(dev, GPCD_IOC_WRITE, &req);
	return err == -ENXIO ? -ENOENT : err;
}

/* Call a function for a context, with the device that all threads share. */
static int bare_call(const gpcd_context_t *ctx, gpcd_handle_call_t call)
{
	unsigned int length = context_length(ctx);
	struct stack_room stack;
	struct gpcd_batch heap = { .context = ctx };
	struct gpcd_batch local = {
		.context = ctx,
		.addrs = stack.addrs,
		.values = stack.values,
		.statuses = stack.statuses,
	};
	int err;

	if (length <= STACK_REGS)
		return gpcd_shared_call(call, &local);
	err = batch_grow(&heap, length);
	if (!err)
		err = gpcd_shared_call(call, &heap);
	gpcd_batch_free(&heap);
	return err;
}

int gpcd_context_read_mmr_vals(gpcd_context_t *ctx)
{
	struct gpcd_owned *owned;

	if (!ctx)
		return -EINVAL;
	if (!ctx->list)
		return 0;
	owned = gpcd_owned_find(ctx);
	if (!owned)
		return bare_call(ctx, bare_read);
	return gpcd_handle_call(&owned->handle, owned_read, &owned->batch);
}

int gpcd_context_write_mmr_vals(gpcd_context_t *ctx)
{
	if (!ctx)
		return -EINVAL;
	return ctx->list ? bare_call(ctx, bare_write) : 0;
}

/* Call a function for a context of one register. */
static int single_call(const gpcd_mmr_desc_t *desc, uint64_t *val, uint32_t nic_addr,
		       gpcd_handle_call_t call)
{
	gpcd_mmr_list_t entry = { .item = (gpcd_mmr_desc_t *)desc };
	const gpcd_context_t ctx = { .list = &entry, .count = 1, .nic_addr = nic_addr };
	int err;

	if (!desc || !val)
		return -EINVAL;
	entry.value = *val;
	err = bare_call(&ctx, call);
	if (!err)
		*val = entry.value;
	return err;
}

int gpcd_read_mmr_val(const gpcd_mmr_desc_t *desc, uint64_t *val, uint32_t nic_addr)
{
	return single_call(desc, val, nic_addr, bare_read);
}

int gpcd_write_mmr_val(const gpcd_mmr_desc_t *desc, uint64_t *val, uint32_t nic_addr)
{
	return single_call(desc, val, nic_addr, bare_write);
}

static int single_byname(char *name, uint64_t *val, uint32_t nic_addr, gpcd_handle_call_t call)
{
	const gpcd_mmr_desc_t *desc;

	if (!name)
		return -EINVAL;
	desc = gpcd_lookup_mmr_byname(name);
	return desc ? single_call(desc, val, nic_addr, call) : -ENOENT;
}

int gpcd_read_mmr_val_byname(char *name, uint64_t *val, uint32_t nic_addr)
{
	return single_byname(name, val, nic_addr, bare_read);
}

int gpcd_write_mmr_val_byname(char *name, uint64_t *val, uint32_t nic_addr)
{
	return single_byname(name, val, nic_addr, bare_write);
}
