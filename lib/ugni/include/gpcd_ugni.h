/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Additions of the emulation to uGNI: the virtual clock of the process, and an exchange of all
 * processes that uses no packet.
 */
#ifndef GPCD_UGNI_H
#define GPCD_UGNI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * gpcd_ugni_ns() - read the virtual clock of this process
 *
 * It takes no virtual time.
 *
 * Return: ns since the job began, updated by each call of the emulation; 0 before the first.
 */
uint64_t gpcd_ugni_ns(void);

/**
 * gpcd_ugni_compute() - advance virtual time, as if the process computed
 * @ns: how long
 *
 * Return: 0, or -1 if there is no emulated machine.
 */
int gpcd_ugni_compute(uint64_t ns);

/**
 * gpcd_ugni_exchange() - wait until all processes of the job call this, and exchange data
 * @in: data of this process; may be NULL if @length is 0
 * @out: receives the data of all, by rank; may be NULL if @length is 0
 * @length: bytes of each process, the same in all, at most 1 MiB
 *
 * It returns in all processes at once, 10 us after the last of them has called, and sends no
 * packet.
 *
 * Return: 0, or as enum gni_return: GNI_RC_INVALID_PARAM for memory that is not there,
 * GNI_RC_SIZE_ERROR if the lengths differ or are too long, GNI_RC_ERROR_NOMEM, or
 * GNI_RC_INVALID_STATE if there is no emulated machine.
 */
int gpcd_ugni_exchange(const void *in, void *out, uint32_t length);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_UGNI_H */
