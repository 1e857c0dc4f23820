// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Contexts: lists of registers, last added first.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "gpcd/legacy/legacy.h"

gpcd_context_t *gpcd_create_context(void)
{
	struct gpcd_owned *owned = calloc(1, sizeof(*owned));

	if (!owned)
		return NULL;
	owned->batch.context = &owned->context;
	gpcd_owned_add(owned);
	return &owned->context;
}

static void list_free(gpcd_mmr_list_t *list)
{
	gpcd_mmr_list_t *next;

	for (; list; list = next) {
		next = list->next;
		free(list);
	}
}

int gpcd_remove_context(gpcd_context_t *ctx)
{
	struct gpcd_owned *owned;

	if (!ctx)
		return -EINVAL;
	list_free(ctx->list);
	ctx->list = NULL;
	ctx->count = 0;
	owned = gpcd_owned_remove(ctx);
	if (!owned)
		return 0;
	gpcd_handle_close(&owned->handle);
	gpcd_batch_free(&owned->batch);
	free(owned);
	return 0;
}

int gpcd_context_add_mmr(gpcd_context_t *ctx, gpcd_mmr_desc_t *desc)
{
	gpcd_mmr_list_t *entry;

	if (!ctx || !desc)
		return -EINVAL;
	entry = malloc(sizeof(*entry));
	if (!entry)
		return -ENOMEM;
	entry->item = desc;
	entry->value = 0;
	entry->next = ctx->list;
	ctx->list = entry;
	ctx->count++;
	return 0;
}

int gpcd_context_remove_mmr(gpcd_context_t *ctx, gpcd_mmr_desc_t *desc)
{
	gpcd_mmr_list_t **place, *entry;

	if (!ctx || !desc)
		return -EINVAL;
	for (place = &ctx->list; *place; place = &(*place)->next) {
		entry = *place;
		if (entry->item != desc)
			continue;
		*place = entry->next;
		ctx->count--;
		free(entry);
		return 0;
	}
	return -ENOENT;
}

gpcd_mmr_list_t *gpcd_context_find_list_byname(gpcd_context_t *ctx, char *name)
{
	gpcd_mmr_list_t *entry = ctx && name ? ctx->list : NULL;

	while (entry && strcmp(entry->item->name, name))
		entry = entry->next;
	return entry;
}

int gpcd_clone_context(gpcd_context_t *in, gpcd_context_t *out)
{
	gpcd_mmr_list_t *list = NULL, **end = &list;
	const gpcd_mmr_list_t *from;

	if (!in || !out)
		return -EINVAL;
	for (from = in->list; from; from = from->next) {
		*end = malloc(sizeof(**end));
		if (!*end) {
			list_free(list);
			return -ENOMEM;
		}
		**end = *from;
		(*end)->next = NULL;
		end = &(*end)->next;
	}
	out->list = list;
	out->count = in->count;
	out->nic_addr = in->nic_addr;
	return 0;
}

void gpcd_context_set_nic_addr(gpcd_context_t *ctx, uint32_t nic_addr)
{
	if (ctx)
		ctx->nic_addr = nic_addr;
}

int gpcd_context_print(gpcd_context_t *ctx)
{
	const gpcd_mmr_list_t *entry;
	int i = 0;

	if (!ctx)
		return -EINVAL;
	for (entry = ctx->list; entry; entry = entry->next)
		printf("GPCD Context print %3d : %s : %" PRIu64 "\n", i++,
		       entry->item->name, entry->value);
	return 0;
}
