/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What other kernel modules may ask of gpcd0, as the original offers it.
 */
#ifndef GPCD_KAPI_H
#define GPCD_KAPI_H

#include <linux/types.h>

/**
 * gpcd_read_registers() - read registers of /dev/gpcd0, without permission check
 * @num_mmrs: how many
 * @mmr_addrs: their addresses
 * @mmr_data: receives one value each
 *
 * Any context but NMI, hard interrupts included. Each 16 registers in a row are of one
 * batch of the chip's updates; values that may mix two are served all the same.
 *
 * Return: @num_mmrs; -EINVAL a misaligned address, or more than INT_MAX, -ENXIO an address that the
 * chip lacks, -ENODEV no gpcd0; then @mmr_data is undefined.
 */
int gpcd_read_registers(u32 num_mmrs, u64 *mmr_addrs, u64 *mmr_data);

/**
 * gpcd_invalid_read_registers() - which registers could not be read
 * @num_mmrs: how many
 * @mmr_addrs: their addresses
 *
 * Return: how many of @mmr_addrs /dev/gpcd0 does not have, INT_MAX at most;
 * -ENODEV no gpcd0.
 */
int gpcd_invalid_read_registers(u32 num_mmrs, u64 *mmr_addrs);

#endif /* GPCD_KAPI_H */
