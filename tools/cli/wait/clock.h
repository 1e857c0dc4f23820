/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <stdint.h>

/* Read CLOCK_MONOTONIC, ns. */
uint64_t monotonic_ns(void);

/* Read CLOCK_REALTIME, ns. */
uint64_t realtime_ns(void);

#endif /* CLI_CLOCK_H */
