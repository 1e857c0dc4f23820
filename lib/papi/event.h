/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Registers as PAPI's events: their names and codes, and lists of them. */
#ifndef PAPI_EVENT_H
#define PAPI_EVENT_H

#include <gpcd/gpcd.h>
#include <papi.h>
#include <stdbool.h>

/* --- names and codes --- */

/*
 * An event is NAME or NAME:FIELD, as in libgpcd. Clients of Cray's component also write
 * cray_npu:::NAME, and AR_RTR_PT_r_c_REST for AR_RTR_r_c_PT_REST.
 */

/*
 * Codes of registers: EVENT_FIRST + (index of the register in the chip's catalogue <<
 * EVENT_FIELD_BITS) + (1 + number of the field, or 0). PAPI numbers its own native events
 * consecutively from PAPI_NATIVE_MASK, as programs ask for them, so they never reach EVENT_FIRST.
 */
#define EVENT_FIRST		(PAPI_NATIVE_MASK + 0x10000000)
#define EVENT_FIELD_BITS	8
#define EVENT_LAST		(EVENT_FIRST + 0x0fffffff)

/* Return whether a code is a register's. */
static inline bool event_is_register(int code)
{
	return code >= EVENT_FIRST && code <= EVENT_LAST;
}

/*
 * Return the code of a register or field. @field is 1 + the field's number; 0: the whole register.
 */
static inline int event_code(const struct gpcd_reg *reg, unsigned int field)
{
	return EVENT_FIRST + (reg->index << EVENT_FIELD_BITS) + field;
}

/*
 * Find the register of a code. @field is set to 1 + the field's number, or 0. Return PAPI_OK,
 * PAPI_ENOEVNT if there is no such event, or as device_error().
 */
int event_reg(int code, struct gpcd_reg *reg, unsigned int *field);

/*
 * Find the code of a name as clients write it. Return PAPI_OK, PAPI_ENOEVNT if the device's chip
 * has no such register, or no chip has, or as device_error() if a chip has it but the device cannot
 * be opened.
 */
int event_find(const char *name, int *code);

/*
 * Return whether a register counts, or its field if @field is 1 + the field's number. Fields of
 * packed registers may count.
 */
bool event_counts(const struct gpcd_reg *reg, unsigned int field);

/*
 * Write libgpcd's name of a register of any chip, or of its field if @field is 1 + the field's
 * number.
 */
void event_write(const struct gpcd_reg *reg, unsigned int field, char name[PAPI_MAX_STR_LEN]);

/* Write libgpcd's name of an event. Return as event_reg(). */
int event_name(int code, char name[PAPI_MAX_STR_LEN]);

/*
 * Write the meaning of a register, with a note if it is guessed from the name. Return the length of
 * the text.
 */
int event_help(const struct gpcd_rule *rule, char help[PAPI_HUGE_STR_LEN]);

/* --- listing --- */

/*
 * List registers and describe them, for programs that list events.
 *
 * Registers are the component's events, in the order of the chip's catalogue, and fields are their
 * unit masks. Aliases are skipped: each register is listed once.
 */

/*
 * Replace the code of an event of this component by the next event's. @modifier is PAPI_ENUM_FIRST
 * for the first register, after any code; PAPI_ENUM_EVENTS for the next register;
 * PAPI_NTV_ENUM_UMASKS for the first or next field of a register. Return PAPI_OK, PAPI_ENOEVNT if
 * there is none, PAPI_EINVAL for another modifier or a code of another component, or as
 * device_error().
 */
int listing_step(int *code, int modifier);

/*
 * Describe a register or field as PAPI describes native events. Return PAPI_OK, or as event_reg(),
 * and then *info is unchanged.
 */
int listing_describe(int code, PAPI_event_info_t *info);

#endif /* PAPI_EVENT_H */
