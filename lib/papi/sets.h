/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Which of PAPI's event sets are for registers.
 *
 * An event set is PAPI's until a register is added to it, or it is assigned to the component of
 * the registers. PAPI still knows it then, as an empty one.
 */
#ifndef PAPI_SETS_H
#define PAPI_SETS_H

struct set;

/**
 * sets_find() - find what an event set has of ours
 * @id: PAPI's number of the event set
 *
 * Return: the set, which is valid until sets_remove(); NULL: it is PAPI's.
 */
struct set *sets_find(int id);

/**
 * sets_assign() - make an event set one for registers
 * @id: PAPI's number of the event set, which has no events and no component
 *
 * Return: PAPI_OK; PAPI_ENOMEM; PAPI_EINVAL there can be no event set of that number.
 */
int sets_assign(int id);

/**
 * sets_add() - add a register to an event set
 * @id: PAPI's number of the event set, which has no events of PAPI's
 * @code: the event's code
 *
 * Return: as set_add() and sets_assign(). If it fails, the event set stays PAPI's if it was so.
 */
int sets_add(int id, int code);

/**
 * sets_remove() - let an event set be PAPI's again
 * @id: PAPI's number of the event set
 */
void sets_remove(int id);

/** sets_remove_all() - let all event sets be PAPI's again, and release all memory */
void sets_remove_all(void);

#endif /* PAPI_SETS_H */
