// SPDX-License-Identifier: LGPL-2.1-or-later
/* Events that are counted together. */
#include <errno.h>
#include <papi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "event.h"
#include "set.h"

/* --- one set --- */

struct set *set_new(void)
{
	return calloc(1, sizeof(struct set));
}

/* Free everything derived from the set's present events. */
static void set_forget(struct set *set)
{
	gpcd_snapshot_destroy(set->last);
	gpcd_snapshot_destroy(set->next);
	gpcd_group_destroy(set->group);
	set->last = NULL;
	set->next = NULL;
	set->group = NULL;
}

void set_free(struct set *set)
{
	if (!set)
		return;
	set_forget(set);
	free(set->code);
	free(set->value);
	free(set);
}

/* Return the index of an event, or the number of events if it is not in the set. */
static unsigned int set_place(const struct set *set, int code)
{
	unsigned int i = 0;

	while (i < set->count && set->code[i] != code)
		i++;
	return i;
}

/* Check whether the caller may read a register: an error now is better than one at the start. */
static int event_try(int code)
{
	char name[PAPI_MAX_STR_LEN];
	struct gpcd *dev;
	uint64_t value;
	int err = event_name(code, name);

	if (err)
		return err;
	err = device_get(&dev);
	return device_error(err ? err : gpcd_read(dev, 0, name, &value));
}

int set_add(struct set *set, int code)
{
	unsigned int count = set->count + 1;
	long long *value;
	int *codes, err;

	if (set->running)
		return PAPI_EISRUN;
	if (set_place(set, code) < set->count)
		return PAPI_ECNFLCT;
	err = event_try(code);
	if (err)
		return err;
	codes = reallocarray(set->code, count, sizeof(*codes));
	if (codes)
		set->code = codes;
	value = reallocarray(set->value, count, sizeof(*value));
	if (value)
		set->value = value;
	if (!codes || !value)
		return PAPI_ENOMEM;
	set_forget(set);
	set->code[set->count] = code;
	set->value[set->count] = 0;
	set->count = count;
	return PAPI_OK;
}

int set_remove(struct set *set, int code)
{
	unsigned int place = set_place(set, code), after;

	if (set->running)
		return PAPI_EISRUN;
	if (place == set->count)
		return PAPI_EINVAL;
	set_forget(set);
	after = --set->count - place;
	memmove(set->code + place, set->code + place + 1, after * sizeof(*set->code));
	memmove(set->value + place, set->value + place + 1, after * sizeof(*set->value));
	return PAPI_OK;
}

static int group_fill(struct set *set)
{
	char name[PAPI_MAX_STR_LEN];
	int err = 0;

	for (unsigned int i = 0; i < set->count && !err; i++) {
		err = event_name(set->code[i], name);
		if (!err)
			err = device_error(gpcd_group_add(set->group, name));
	}
	return err;
}

/* Make a group of the set's events, unless there is one. */
static int set_prepare(struct set *set)
{
	struct gpcd *dev;
	int err;

	if (set->group)
		return PAPI_OK;
	err = device_error(device_get(&dev));
	if (!err)
		err = device_error(gpcd_group_create(dev, 0, &set->group));
	if (!err)
		err = group_fill(set);
	if (!err)
		err = device_error(gpcd_snapshot_create(set->group, &set->last));
	if (!err)
		err = device_error(gpcd_snapshot_create(set->group, &set->next));
	if (err)
		set_forget(set);
	return err;
}

/* Read all registers into a snapshot. Return an error if one of them cannot be read. */
static int set_measure(struct set *set, struct gpcd_snapshot *snapshot)
{
	int err = device_error(gpcd_group_read(set->group, snapshot));

	if (err || !gpcd_snapshot_times(snapshot)->failed)
		return err;
	for (unsigned int i = 0; i < set->count; i++) {
		switch (gpcd_snapshot_status(snapshot, i)) {
		case GPCD_STATUS_DENIED:
			return PAPI_EPERM;
		case GPCD_STATUS_GONE:
			return PAPI_ECLOST;
		case GPCD_STATUS_ABSENT:
			return PAPI_ENOEVNT;
		case GPCD_STATUS_REFUSED:
			return device_error(-EIO);
		}
	}
	return PAPI_OK;
}

static bool is_counter(const struct set *set, unsigned int i)
{
	return gpcd_kind_counts(gpcd_group_kind(set->group, i));
}

/* Let all counters count from the latest reading. */
static void counters_begin(struct set *set)
{
	for (unsigned int i = 0; i < set->count; i++)
		set->value[i] = is_counter(set, i) ? 0 : gpcd_snapshot_value(set->last, i);
}

static int set_begin(struct set *set)
{
	int err = set_measure(set, set->last);

	if (!err)
		counters_begin(set);
	return err;
}

int set_start(struct set *set)
{
	int err;

	if (set->running)
		return PAPI_EISRUN;
	if (!set->count)
		return PAPI_EINVAL;
	err = set_prepare(set);
	if (!err)
		err = set_begin(set);
	set->running = !err;
	return err;
}

int set_reset(struct set *set)
{
	if (set->running)
		return set_begin(set);
	if (set->count)
		memset(set->value, 0, set->count * sizeof(*set->value));
	return PAPI_OK;
}

/* Check that there were no resets or writes between the two readings. A chip has one epoch. */
static int same_epoch(const struct set *set)
{
	return gpcd_snapshot_times(set->last)->epoch == gpcd_snapshot_times(set->next)->epoch ?
		       PAPI_OK : PAPI_ECLOST;
}

/* Check that all counters have a difference: a saturating one has none at its maximum. */
static int has_deltas(const struct set *set)
{
	uint64_t delta;
	int err = 0;

	for (unsigned int i = 0; !err && i < set->count; i++) {
		if (is_counter(set, i))
			err = gpcd_snapshot_delta(set->last, set->next, i, &delta);
	}
	return device_error(err);
}

int set_read(struct set *set)
{
	struct gpcd_snapshot *next = set->next;
	uint64_t delta;
	int err;

	if (!set->running)
		return PAPI_OK;
	err = set_measure(set, next);
	if (!err)
		err = same_epoch(set);
	if (!err)
		err = has_deltas(set);
	if (err)
		return err;
	for (unsigned int i = 0; i < set->count; i++) {
		if (!gpcd_snapshot_delta(set->last, next, i, &delta))
			set->value[i] += delta;
		else
			set->value[i] = gpcd_snapshot_value(next, i);
	}
	set->next = set->last;
	set->last = next;
	return PAPI_OK;
}

int set_take(struct set *set, long long *values)
{
	int err = set_read(set);

	if (err)
		return err;
	for (unsigned int i = 0; i < set->count; i++)
		values[i] += set->value[i];
	if (set->running)
		counters_begin(set);
	else
		set_reset(set);
	return PAPI_OK;
}

int set_stop(struct set *set)
{
	int err;

	if (!set->running)
		return PAPI_ENOTRUN;
	err = set_read(set);
	set->running = false;
	return err;
}

/* --- PAPI's event sets, an array by number: PAPI numbers its sets from 0 and reuses numbers --- */

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

/* Give a set its number; on error it is freed. */
static int sets_put(int id, struct set *set)
{
	int err;

	pthread_mutex_lock(&lock);
	err = sets_grow(id);
	if (!err)
		all[id] = set;
	pthread_mutex_unlock(&lock);
	if (err)
		set_free(set);
	return err;
}

int sets_assign(int id)
{
	struct set *set = set_new();

	return set ? sets_put(id, set) : PAPI_ENOMEM;
}

int sets_add(int id, int code)
{
	struct set *set = sets_find(id);
	int err;

	if (set)
		return set_add(set, code);
	set = set_new();
	if (!set)
		return PAPI_ENOMEM;
	err = set_add(set, code);
	if (!err)
		return sets_put(id, set);
	set_free(set);
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
