/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The counters of the NIC: those of the device that GPCD_DEVICE names, else of /dev/gpcd0.
 */
#ifndef AWR_COUNTERS_H
#define AWR_COUNTERS_H

#include "model/sample.h"

/**
 * counters_read() - read the counters, which the first call opens
 * @counters: filled in; untouched after an error
 *
 * But for -EAGAIN, once it has failed it fails for ever, without trying again.
 *
 * Return: 0; -EAGAIN the values may mix two updates of the chip; or a negative errno: that of
 * gpcd_open(); -ENXIO the chip has no such counters; -EACCES they may not be read; -ENODEV the chip
 * is gone; -ENOMEM.
 */
int counters_read(struct model_counters *counters);

/** counters_close() - close the device, if it is open; the next reading opens it anew */
void counters_close(void);

#endif /* AWR_COUNTERS_H */
