/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The counters of the NIC, of the device that GPCD_DEVICE names or else of /dev/gpcd0. */
#ifndef AWR_COUNTERS_H
#define AWR_COUNTERS_H

#include "model/sample.h"

/*
 * Read the counters; the first call opens the device. After an error @counters is untouched.
 * Returns -EAGAIN if the values may mix two updates of the chip, -ENXIO if the chip has no such
 * counters, -EACCES if they may not be read, -ENODEV if the chip is gone, -ENOMEM, or as
 * gpcd_open(). All errors but -EAGAIN are permanent: further calls return them without trying.
 */
int counters_read(struct model_counters *counters);

/* Close the device if it is open; the next reading opens it again. */
void counters_close(void);

#endif /* AWR_COUNTERS_H */
