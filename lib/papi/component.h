/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The registers as a component of PAPI, cray_npu, numbered after the components of PAPI itself. */
#ifndef PAPI_COMPONENT_H
#define PAPI_COMPONENT_H

#include <papi.h>
#include <stdbool.h>

/* The name of Cray's own component, which clients know. */
#define COMPONENT_NAME	"cray_npu"

/* Return the component's number. */
int component_index(void);

/*
 * Describe the component as PAPI does. It tries to open the device; while that fails, disabled is
 * one of PAPI's codes, and disabled_reason gives the reason. The result is valid as long as the
 * process lives; PAPI_disable_component() of PAPI writes 1 to its disabled. Thread-safe.
 */
const PAPI_component_info_t *component_info(void);

/* Return whether the program has disabled the component by PAPI_disable_component(). */
bool component_is_off(void);

#endif /* PAPI_COMPONENT_H */
