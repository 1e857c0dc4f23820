// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mappings: whose permissions they have, how many parts they consist of, and who pays for them.
 *
 * A part is a VMA. mmap(2) makes one; it, and anything that divides a VMA, is refused when the
 * file or the user has too many. The copies that fork(2) makes, and mremap(2) while it moves,
 * cannot be refused; they count, and keep the user from mapping more.
 *
 * The user who made a mapping pays for all of its parts until they end, even the parts of a child
 * that has become another user, or those mapped from another user's file.
 */
#include <linux/cred.h>
#include <linux/hashtable.h>
#include <linux/slab.h>

#include "core/core.h"

#define USERS_BITS	6

/* A user who has mappings. */
struct gpcd_map_user {
	struct hlist_node node;	/* in the table of users */
	kuid_t uid;
	unsigned int mappings;	/* number; protected by users_lock */
	atomic_t parts;	/* number of parts of these mappings */
};

static DEFINE_HASHTABLE(users, USERS_BITS);
static DEFINE_SPINLOCK(users_lock);
static atomic_t mappings_count = ATOMIC_INIT(0);

/* Users */

/* The caller holds users_lock. */
static struct gpcd_map_user *user_find(kuid_t uid)
{
	struct gpcd_map_user *user;

	hash_for_each_possible(users, user, node, __kuid_val(uid)) {
		if (uid_eq(user->uid, uid))
			return user;
	}
	return NULL;
}

/* Count another mapping of a user. An unknown user is added as @fresh, unless that is NULL. */
static struct gpcd_map_user *user_count(kuid_t uid, struct gpcd_map_user *fresh)
{
	struct gpcd_map_user *user;

	spin_lock(&users_lock);
	user = user_find(uid);
	if (!user && fresh) {
		user = fresh;
		user->uid = uid;
		hash_add(users, &user->node, __kuid_val(uid));
	}
	if (user)
		user->mappings++;
	spin_unlock(&users_lock);
	return user;
}

/* Return the calling process's user, with one more mapping, or NULL if there is no memory. */
static struct gpcd_map_user *user_get(void)
{
	kuid_t uid = current_uid();
	struct gpcd_map_user *user = user_count(uid, NULL), *fresh;

	if (user)
		return user;
	fresh = kzalloc(sizeof(*fresh), GFP_KERNEL_ACCOUNT);
	if (!fresh)
		return NULL;
	user = user_count(uid, fresh);
	if (user != fresh)
		kfree(fresh);
	return user;
}

static void user_put(struct gpcd_map_user *user)
{
	bool last;

	spin_lock(&users_lock);
	last = !--user->mappings;
	if (last)
		hash_del(&user->node);
	spin_unlock(&users_lock);
	if (!last)
		return;
	WARN_ON(atomic_read(&user->parts));
	kfree(user);
}

/* Parts */

static bool count_below(atomic_t *count, int max)
{
	int old = atomic_read(count);

	do {
		if (old >= max)
			return false;
	} while (!atomic_try_cmpxchg(count, &old, old + 1));
	return true;
}

static int part_take(struct gpcd_mapping *mapping)
{
	if (!count_below(&mapping->space->parts, GPCD_MAP_FILE_MAX))
		return -EDQUOT;
	if (count_below(&mapping->user->parts, GPCD_MAP_USER_MAX))
		return 0;
	atomic_dec(&mapping->space->parts);
	return -EDQUOT;
}

static void part_give(struct gpcd_mapping *mapping)
{
	atomic_dec(&mapping->space->parts);
	atomic_dec(&mapping->user->parts);
}

/* Mappings */

static void mapping_join(struct gpcd_mapping *mapping, struct gpcd_space *space)
{
	gpcd_reader_get(&mapping->reader);
	/* Find out the mapper's privilege now: later another process may touch the page. */
	gpcd_reader_privileged(&mapping->reader);
	mutex_lock(&space->lock);
	list_add(&mapping->node, &space->mappings);
	mutex_unlock(&space->lock);
	gpcd_space_join(space);
	/* Full order, for gpcd_mappings_any(). */
	atomic_inc_return(&mappings_count);
}

struct gpcd_mapping *gpcd_mapping_create(struct gpcd_space *space)
{
	struct gpcd_mapping *mapping = kzalloc(sizeof(*mapping), GFP_KERNEL_ACCOUNT);
	int ret = -ENOMEM;

	if (!mapping)
		return ERR_PTR(-ENOMEM);
	refcount_set(&mapping->parts, 1);
	mapping->space = space;
	mapping->user = user_get();
	if (!mapping->user)
		goto err_free;
	ret = part_take(mapping);
	if (ret)
		goto err_user;
	mapping_join(mapping, space);
	return mapping;

err_user:
	user_put(mapping->user);
err_free:
	kfree(mapping);
	return ERR_PTR(ret);
}

void gpcd_mapping_open(struct gpcd_mapping *mapping)
{
	refcount_inc(&mapping->parts);
	atomic_inc(&mapping->space->parts);
	atomic_inc(&mapping->user->parts);
}

void gpcd_mapping_close(struct gpcd_mapping *mapping)
{
	struct gpcd_space *space = mapping->space;

	part_give(mapping);
	if (!refcount_dec_and_test(&mapping->parts))
		return;
	mutex_lock(&space->lock);
	list_del(&mapping->node);
	mutex_unlock(&space->lock);
	atomic_dec(&mappings_count);
	gpcd_reader_put(&mapping->reader);
	user_put(mapping->user);
	kfree(mapping);
}

int gpcd_mapping_may_split(const struct gpcd_mapping *mapping)
{
	return atomic_read(&mapping->space->parts) < GPCD_MAP_FILE_MAX &&
	       atomic_read(&mapping->user->parts) < GPCD_MAP_USER_MAX ? 0 : -EDQUOT;
}

bool gpcd_mappings_any(void)
{
	/*
	 * Full barrier: read the count after everything that the caller has changed. A mapping that
	 * is not counted by then has no page yet, and its first page fault sees the change.
	 */
	smp_mb();
	return atomic_read(&mappings_count);
}
