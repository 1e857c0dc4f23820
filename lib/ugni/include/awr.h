/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libawr: routing chosen message by message, in front of uGNI. docs/awr.md says how it chooses.
 *
 * The first three functions are in the library that De Sensi et al. published, too. A program that
 * must also run without libawr looks them up by dlsym().
 */
#ifndef AWR_H
#define AWR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * awr_change_routing() - send all further messages with one routing
 * @routing: GNI_DLVMODE_... of gni_pub.h
 *
 * It ends the automatic mode, until awr_enable(). An invalid delivery mode changes nothing, and is
 * reported on standard error.
 */
void awr_change_routing(uint16_t routing);

/**
 * awr_enable() - let libawr choose, as it does from the beginning
 *
 * It forgets the state of the network.
 */
void awr_enable(void);

/**
 * awr_disable() - let messages take the routing that the program gives them
 *
 * Short messages keep the routing that they had last.
 */
void awr_disable(void);

/**
 * awr_alltoall() - announce the beginning or the end of an alltoall
 * @begins: 1 before, 0 after; pairs may be nested
 *
 * Not in the published library, which knows only MPI_Alltoall().
 */
void awr_alltoall(int begins);

#ifdef __cplusplus
}
#endif

#endif /* AWR_H */
