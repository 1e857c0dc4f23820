// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The registry of contexts that gpcd_create_context() has made, by address. A context that a caller
 * made himself has only the three public members, and nothing after them may be accessed.
 */
#include <pthread.h>

#include "gpcd/legacy/legacy.h"

#define BUCKETS 256

static struct gpcd_owned *registry[BUCKETS];
static pthread_rwlock_t registry_lock = PTHREAD_RWLOCK_INITIALIZER;

/* Return the link that points to @context, or the end of its bucket. */
static struct gpcd_owned **registry_place(const gpcd_context_t *context)
{
	struct gpcd_owned **place = &registry[(uintptr_t)context / 64 % BUCKETS];

	while (*place && &(*place)->context != context)
		place = &(*place)->next;
	return place;
}

struct gpcd_owned *gpcd_owned_find(const gpcd_context_t *context)
{
	struct gpcd_owned *owned;

	pthread_rwlock_rdlock(&registry_lock);
	owned = *registry_place(context);
	pthread_rwlock_unlock(&registry_lock);
	return owned;
}

void gpcd_owned_add(struct gpcd_owned *owned)
{
	pthread_rwlock_wrlock(&registry_lock);
	*registry_place(&owned->context) = owned;
	pthread_rwlock_unlock(&registry_lock);
}

struct gpcd_owned *gpcd_owned_remove(const gpcd_context_t *context)
{
	struct gpcd_owned **place, *owned;

	pthread_rwlock_wrlock(&registry_lock);
	place = registry_place(context);
	owned = *place;
	if (owned)
		*place = owned->next;
	pthread_rwlock_unlock(&registry_lock);
	return owned;
}
