/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times in nanoseconds. */
#ifndef NICS_CLOCK_H
#define NICS_CLOCK_H

#include <stdint.h>
#include <time.h>

#define NIC_MSEC	1000000ULL
#define NIC_SEC		1000000000ULL

static inline uint64_t nic_timespec_ns(const struct timespec *time)
{
	return time->tv_sec * NIC_SEC + time->tv_nsec;
}

/* Return the time of a clock that always works, such as CLOCK_MONOTONIC. */
static inline uint64_t nic_clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return nic_timespec_ns(&now);
}

#endif /* NICS_CLOCK_H */
