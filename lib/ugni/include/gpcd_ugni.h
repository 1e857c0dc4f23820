/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An addition of the emulation to uGNI: the virtual clock of the process. */
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

#ifdef __cplusplus
}
#endif

#endif /* GPCD_UGNI_H */
