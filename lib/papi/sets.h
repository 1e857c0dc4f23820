/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * PAPI's event sets for registers.
 *
 * An event set is PAPI's until a register is added to it, or it is assigned to the component of
 * the registers. PAPI then still knows it, as an empty set.
 */
#ifndef PAPI_SETS_H
#define PAPI_SETS_H

struct set;

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

#endif /* PAPI_SETS_H */
