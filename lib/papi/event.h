/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Registers as PAPI's events: their names and codes.
 *
 * An event is NAME or NAME:FIELD, as libgpcd has them. Clients of Cray's component also write
 * cray_npu:::NAME, and AR_RTR_PT_r_c_REST for AR_RTR_r_c_PT_REST.
 */
#ifndef PAPI_EVENT_H
#define PAPI_EVENT_H

#include <gpcd/gpcd.h>
#include <papi.h>
#include <stdbool.h>

/**
 * EVENT_FIRST: the least code of a register
 *
 * A code is EVENT_FIRST + (place of the register in the chip's catalogue << EVENT_FIELD_BITS) +
 * (1 + number of the field, or 0). PAPI's own native events are numbered from PAPI_NATIVE_MASK, one
 * after the other, as programs ask for them: a quarter of 2^30 of them never comes to be.
 */
#define EVENT_FIRST		(PAPI_NATIVE_MASK + 0x10000000)
#define EVENT_FIELD_BITS	8
#define EVENT_LAST		(EVENT_FIRST + 0x0fffffff)

/**
 * event_is_register() - tell whether a code is that of a register
 * @code: PAPI's code of an event
 */
static inline bool event_is_register(int code)
{
	return code >= EVENT_FIRST && code <= EVENT_LAST;
}

/**
 * event_code() - return the code of a register or field
 * @reg: the register
 * @field: 1 + number of its field; 0: the whole register
 */
static inline int event_code(const struct gpcd_reg *reg, unsigned int field)
{
	return EVENT_FIRST + (reg->index << EVENT_FIELD_BITS) + field;
}

/**
 * event_reg() - find the register of a code
 * @code: an event's code
 * @reg: filled in
 * @field: filled in with 1 + number of its field, or 0
 *
 * Return: PAPI_OK; PAPI_ENOEVNT there is no such event; or as device_error().
 */
int event_reg(int code, struct gpcd_reg *reg, unsigned int *field);

/**
 * event_find() - find the register of a name
 * @name: the name as a client writes it
 * @code: filled in with the event's code
 *
 * Return: PAPI_OK; PAPI_ENOEVNT the device's chip has no such register, or no chip has; another of
 * PAPI's codes as device_error(), if a chip has such a register, but the device cannot be opened.
 */
int event_find(const char *name, int *code);

/**
 * event_counts() - does a register count, or a field of it?
 * @reg: the register
 * @field: 1 + number of its field, which may count where the register is packed; 0: the register
 */
bool event_counts(const struct gpcd_reg *reg, unsigned int field);

/**
 * event_write() - write the name of a register or field
 * @reg: the register, of any chip
 * @field: 1 + number of its field; 0: the register
 * @name: filled in, as libgpcd calls it
 */
void event_write(const struct gpcd_reg *reg, unsigned int field, char name[PAPI_MAX_STR_LEN]);

/**
 * event_name() - write the name of an event
 * @code: an event's code
 * @name: filled in, as libgpcd calls it
 *
 * Return: as event_reg().
 */
int event_name(int code, char name[PAPI_MAX_STR_LEN]);

/**
 * event_help() - write what a register means; a guess from its name says so
 * @rule: what the register has in common with its like
 * @help: filled in
 *
 * Return: the length of the text.
 */
int event_help(const struct gpcd_rule *rule, char help[PAPI_HUGE_STR_LEN]);

#endif /* PAPI_EVENT_H */
