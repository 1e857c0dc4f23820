/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Events that are counted together: a set, and PAPI's numbers of sets. */
#ifndef PAPI_SET_H
#define PAPI_SET_H

#include <stdbool.h>

/* --- one set --- */

/*
 * The value of a counter is how far it went since the set was started or reset; the value of any
 * other register or field is its present one. A counter is exact if it wraps at most once between
 * two readings.
 *
 * All functions return PAPI_OK or one of PAPI's codes. Only set_add() and the first set_start()
 * after it allocate memory. One thread at a time may use a set.
 */

/* A set. */
struct set {
	bool running;	/* between set_start() and set_stop() */
	unsigned int count;	/* events */
	int *code;	/* of each event, in the order in which they were added */
	long long *value;	/* of each event at the latest reading */
	struct gpcd_group *group;	/* NULL: an event was added since the last start */
	struct gpcd_snapshot *last;	/* latest reading */
	struct gpcd_snapshot *next;	/* room for the next reading */
};

/* Make an empty set; remove it with set_free(). NULL if there is no memory. */
struct set *set_new(void);

/* Remove a set; NULL is allowed. */
void set_free(struct set *set);

/*
 * Add an event. Return PAPI_OK, PAPI_EISRUN, PAPI_ECNFLCT if it is in the set, PAPI_EPERM if the
 * caller may not read it, PAPI_ENOEVNT, PAPI_ENOMEM, or as device_error().
 */
int set_add(struct set *set, int code);

/*
 * Remove an event; the events after it move up by one. Return PAPI_OK, PAPI_EISRUN, or PAPI_EINVAL
 * if it is not in the set.
 */
int set_remove(struct set *set, int code);

/*
 * Begin to count, from 0. Return PAPI_OK, PAPI_EISRUN, PAPI_EINVAL if the set is empty, or as
 * device_error().
 */
int set_start(struct set *set);

/*
 * Update set->value, if the set is running. On error all values are unchanged; after PAPI_ECLOST
 * the set must be started or reset. Return PAPI_OK, or as device_error().
 */
int set_read(struct set *set);

/*
 * Let all counters of a set, running or not, begin from 0 again. Return PAPI_OK, or as
 * device_error().
 */
int set_reset(struct set *set);

/*
 * Add set->value to @values, and let all counters begin from 0 again, without losing counts. Return
 * PAPI_OK, or as set_read(), and then @values are unchanged.
 */
int set_take(struct set *set, long long *values);

/*
 * Update set->value and stop counting. Return PAPI_OK, PAPI_ENOTRUN, or as device_error(): then
 * counting has stopped too, and the values are the previous reading's.
 */
int set_stop(struct set *set);

/* --- PAPI's event sets --- */

/*
 * PAPI's event sets for registers.
 *
 * An event set is PAPI's until a register is added to it, or it is assigned to the component of
 * the registers. PAPI then still knows it, as an empty set.
 */

/*
 * Return our set for an event set that PAPI numbers @id, valid until sets_remove(); NULL if the
 * event set is PAPI's.
 */
struct set *sets_find(int id);

/*
 * Make an event set that has no events and no component one for registers. Return PAPI_OK,
 * PAPI_ENOMEM, or PAPI_EINVAL if no event set can have that number.
 */
int sets_assign(int id);

/*
 * Add a register to an event set that has no events of PAPI's. Return as set_add() and
 * sets_assign(). On error, an event set that was PAPI's stays so.
 */
int sets_add(int id, int code);

/* Let an event set be PAPI's again. */
void sets_remove(int id);

/* Let all event sets be PAPI's again, and release all memory. */
void sets_remove_all(void);

#endif /* PAPI_SET_H */
