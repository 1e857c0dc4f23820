/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The interface for other kernel modules, as in the original: read registers of /dev/gpcd0.
 */
#ifndef GPCD_KAPI_H
#define GPCD_KAPI_H

#include <linux/types.h>

/**
 * gpcd_read_registers() - read registers of /dev/gpcd0, without permission check
 * @num_mmrs: number of registers
 * @mmr_addrs: addresses of the registers
 * @mmr_data: array of @num_mmrs values, filled in
 *
 * Any context but NMI, hard interrupts included. Each 16 consecutive registers are read within
 * one batch of the chip's updates. If that fails, the values may mix two batches, and are
 * returned all the same.
 *
 * Return: @num_mmrs; -EINVAL: a misaligned address, or more than INT_MAX registers; -ENXIO: an
 * address that the chip lacks; -ENODEV: no gpcd0. After an error @mmr_data is undefined.
 */
int gpcd_read_registers(u32 num_mmrs, u64 *mmr_addrs, u64 *mmr_data);

/**
 * gpcd_invalid_read_registers() - count the addresses that /dev/gpcd0 does not have
 * @num_mmrs: number of addresses
 * @mmr_addrs: the addresses
 *
 * Return: the number of @mmr_addrs without a register, INT_MAX at most; -ENODEV: no gpcd0.
 */
int gpcd_invalid_read_registers(u32 num_mmrs, u64 *mmr_addrs);

#endif /* GPCD_KAPI_H */
