/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* NICs whose short messages libawr routes. Not thread-safe. */
#ifndef AWR_NICS_H
#define AWR_NICS_H

#include "ugni/include/gni_types.h"

/* NICs that a process may have; short messages of further ones keep their routing. */
#define NICS 64

/* Remember a NIC and the domain that it belongs to. */
void nics_add(gni_cdm_handle_t cdm, gni_nic_handle_t nic);

/* Forget the NIC of a domain. */
void nics_drop(const struct gni_cdm *cdm);

/* Set the delivery mode of short messages on all NICs, as an endpoint does not reveal its NIC. */
void nics_route(uint16_t mode);

#endif /* AWR_NICS_H */
