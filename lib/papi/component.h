/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The registers as a component of PAPI, cray_npu, which comes after the components of the PAPI
 * behind this library.
 */
#ifndef PAPI_COMPONENT_H
#define PAPI_COMPONENT_H

#include <papi.h>
#include <stdbool.h>

/** COMPONENT_NAME: the name of Cray's own component, which clients know */
#define COMPONENT_NAME	"cray_npu"

/** component_index() - return the component's number */
int component_index(void);

/**
 * component_info() - describe the component as PAPI does
 *
 * Any thread may call it at any time. It tries to open the device; while that fails, @disabled is
 * one of PAPI's codes, and @disabled_reason says why.
 *
 * Return: the description, valid as long as the process lives. PAPI_disable_component() of PAPI
 * writes 1 to its @disabled.
 */
const PAPI_component_info_t *component_info(void);

/** component_is_off() - has the program disabled the component by PAPI_disable_component()? */
bool component_is_off(void);

#endif /* PAPI_COMPONENT_H */
