// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * PAPI's event sets for registers. PAPI numbers its sets from 0 and reuses numbers, so this is an
 * array by number.
 */
#include <papi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "set.h"
#include "sets.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct set **all;
static int room;

struct set *sets_find(int id)
{
	struct set *set;

	pthread_mutex_lock(&lock);
	set = id >= 0 && id < room ? all[id] : NULL;
	pthread_mutex_unlock(&lock);
	return set;
}

/* Make room for a set of this number. */
static int sets_grow(int id)
{
	struct set **more;

	if (id < 0)
		return PAPI_EINVAL;
	if (id < room)
		return PAPI_OK;
	more = reallocarray(all, (size_t)id + 1, sizeof(struct set *));
	if (!more)
		return PAPI_ENOMEM;
	memset(more + room, 0, (id + 1 - room) * sizeof(struct set *));
	all = more;
	room = id + 1;
	return PAPI_OK;
}

int sets_assign(int id)
{
	struct set *set = set_new();
	int err = set ? PAPI_OK : PAPI_ENOMEM;

	pthread_mutex_lock(&lock);
	if (!err)
		err = sets_grow(id);
	if (!err)
		all[id] = set;
	pthread_mutex_unlock(&lock);
	if (err)
		set_free(set);
	return err;
}

int sets_add(int id, int code)
{
	struct set *set = sets_find(id);
	int err;

	if (set)
		return set_add(set, code);
	err = sets_assign(id);
	if (err)
		return err;
	err = set_add(sets_find(id), code);
	if (err)
		sets_remove(id);
	return err;
}

void sets_remove(int id)
{
	struct set *set = sets_find(id);

	if (!set)
		return;
	pthread_mutex_lock(&lock);
	all[id] = NULL;
	pthread_mutex_unlock(&lock);
	set_free(set);
}

void sets_remove_all(void)
{
	for (int id = 0; id < room; id++)
		set_free(all[id]);
	free(all);
	all = NULL;
	room = 0;
}
