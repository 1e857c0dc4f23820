/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * List registers and describe them, for programs that list events.
 *
 * Registers are the component's events, in the order of the chip's catalogue, and fields are their
 * unit masks. Aliases are skipped: each register is listed once.
 */
#ifndef PAPI_LISTING_H
#define PAPI_LISTING_H

#include <papi.h>

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

#endif /* PAPI_LISTING_H */
