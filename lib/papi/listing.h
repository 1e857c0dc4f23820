/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Registers for programs that list events: one after the other, with a description each.
 *
 * Registers are the component's events, in the order of the chip's catalogue, and fields are their
 * unit masks. Aliases are left out: each register is listed once.
 */
#ifndef PAPI_LISTING_H
#define PAPI_LISTING_H

#include <papi.h>

/**
 * listing_step() - go on to the next event of the component
 * @code: a code of this component, or any other one if @modifier is PAPI_ENUM_FIRST; the next
 *	event's code, if there is one
 * @modifier: PAPI_ENUM_FIRST the first register; PAPI_ENUM_EVENTS the register after that of @code;
 *	PAPI_NTV_ENUM_UMASKS the first field of a register, or the field after that of @code
 *
 * Return: PAPI_OK; PAPI_ENOEVNT there is no other; PAPI_EINVAL another @modifier, or a code of
 * another component; or as device_error().
 */
int listing_step(int *code, int modifier);

/**
 * listing_describe() - describe a register or field as PAPI describes native events
 * @code: an event's code
 * @info: filled in
 *
 * Return: PAPI_OK, or as event_reg(), and @info is as it was.
 */
int listing_describe(int code, PAPI_event_info_t *info);

#endif /* PAPI_LISTING_H */
