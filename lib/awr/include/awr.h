/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libawr: routing chosen message by message, in front of uGNI. docs/awr.md says how it chooses.
 *
 * The first three functions are those of the library that De Sensi et al. published. A program that
 * has to run without libawr, too, looks for them by dlsym().
 */
#ifndef AWR_H
#define AWR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * awr_change_routing() - send all that follows by one routing
 * @routing: GNI_DLVMODE_... of gni_pub.h
 *
 * It ends the automatic mode, until awr_enable(). What is no delivery mode changes nothing, and a
 * line on standard error says so.
 */
void awr_change_routing(uint16_t routing);

/**
 * awr_enable() - let libawr choose, as it does from the beginning
 *
 * What it knew of the network is forgotten.
 */
void awr_enable(void);

/**
 * awr_disable() - let messages take the routing that the program gives them
 *
 * Short messages take the routing that they had last.
 */
void awr_disable(void);

/**
 * awr_alltoall() - say that what follows is an alltoall, or that it was one
 * @begins: 1 before, 0 after; pairs may stand within each other
 *
 * Not of the published library, which knows MPI_Alltoall() alone.
 */
void awr_alltoall(int begins);

#ifdef __cplusplus
}
#endif

#endif /* AWR_H */
