/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Events that are counted together.
 *
 * Counters give how far they went since the set was started or reset; all other registers and
 * fields what they are. A counter is read wrap-safe: exact if it wraps at most once between two
 * readings.
 *
 * All functions return PAPI_OK or one of PAPI's codes; none but set_add() and the first set_start()
 * after it allocates memory. One thread at a time may use a set.
 */
#ifndef PAPI_SET_H
#define PAPI_SET_H

#include <stdbool.h>

/**
 * struct set - events that are counted together
 * @running: between set_start() and set_stop()
 * @count: events
 * @code: of each event, in the order in which they were added
 * @value: of each event at the latest reading
 * @group: their registers; NULL: an event was added since the last start
 * @last: the latest reading
 * @next: has room for the reading that follows
 */
struct set {
	bool running;
	unsigned int count;
	int *code;
	long long *value;
	struct gpcd_group *group;
	struct gpcd_snapshot *last;
	struct gpcd_snapshot *next;
};

/**
 * set_new() - make an empty set
 *
 * Return: the set, which the caller removes with set_free(), or NULL: no memory.
 */
struct set *set_new(void);

/**
 * set_free() - remove a set
 * @set: the set, or NULL
 */
void set_free(struct set *set);

/**
 * set_add() - add an event
 * @set: the set
 * @code: the event's code
 *
 * Return: PAPI_OK; PAPI_EISRUN; PAPI_ECNFLCT it is in the set; PAPI_EPERM the caller may not read
 * it; PAPI_ENOEVNT; PAPI_ENOMEM; or as device_error().
 */
int set_add(struct set *set, int code);

/**
 * set_remove() - remove an event; those after it move up by one
 * @set: the set
 * @code: the event's code
 *
 * Return: PAPI_OK; PAPI_EISRUN; PAPI_EINVAL it is not in the set.
 */
int set_remove(struct set *set, int code);

/**
 * set_start() - begin to count, from 0
 * @set: the set
 *
 * Return: PAPI_OK; PAPI_EISRUN; PAPI_EINVAL the set is empty; or as device_error().
 */
int set_start(struct set *set);

/**
 * set_read() - bring @value up to date, if the set is running
 * @set: the set
 *
 * If it fails all values stay as they were. After PAPI_ECLOST the set has to be started or reset.
 *
 * Return: PAPI_OK, or as device_error().
 */
int set_read(struct set *set);

/**
 * set_reset() - let all counters begin from 0 again
 * @set: the set, running or not
 *
 * Return: PAPI_OK, or as device_error().
 */
int set_reset(struct set *set);

/**
 * set_take() - add up what was counted; all counters begin from 0 again, and lose nothing
 * @set: the set, running or not
 * @values: of each event; @value is added
 *
 * Return: PAPI_OK, or as set_read(), and @values are as before.
 */
int set_take(struct set *set, long long *values);

/**
 * set_stop() - end counting; @value is brought up to date first
 * @set: the set
 *
 * Return: PAPI_OK; PAPI_ENOTRUN; or as device_error(): counting has ended, @value is that of the
 * reading before.
 */
int set_stop(struct set *set);

#endif /* PAPI_SET_H */
