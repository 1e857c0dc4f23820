/* SPDX-License-Identifier: GPL-2.0-only */
/* Limits that GPCD_IOC_INFO answers, where a test needs them beforehand. test_abi.c checks them. */
#ifndef INFO_LIMITS_H
#define INFO_LIMITS_H

#define REGS_MAX		65536
#define RING_REGS_MAX		1023
#define RING_RECORDS_MAX	65536
#define RING_PERIOD_MIN_NS	10000ULL
#define RING_PERIOD_MAX_NS	3600000000000ULL

#endif /* INFO_LIMITS_H */
