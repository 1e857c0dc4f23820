/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * NICs whose short messages libawr routes. One thread at a time may call.
 */
#ifndef AWR_NICS_H
#define AWR_NICS_H

#include "ugni/include/gni_types.h"

/** NICS - how many NICs a process may have; short messages of others keep their routing */
#define NICS 64

/**
 * nics_add() - take note of a NIC
 * @cdm: the domain that it belongs to
 * @nic: the NIC
 */
void nics_add(gni_cdm_handle_t cdm, gni_nic_handle_t nic);

/**
 * nics_drop() - forget the NIC of a domain
 * @cdm: the domain
 */
void nics_drop(const struct gni_cdm *cdm);

/**
 * nics_route() - choose the delivery mode of short messages
 * @mode: the mode; an endpoint does not tell its NIC: all get it
 */
void nics_route(uint16_t mode);

#endif /* AWR_NICS_H */
