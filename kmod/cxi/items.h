/* SPDX-License-Identifier: GPL-2.0-only */
/* The driver's items, and the registers of the catalogue that they are. */
#ifndef GPCD_CXI_ITEMS_H
#define GPCD_CXI_ITEMS_H

#include <linux/types.h>

/* A unit test compiles this, too. */
#ifdef __KERNEL__
#include <linux/init.h>
#endif

/* The item of a register that the driver does not give. */
#define GPCD_CXI_NO_ITEM	0

/* Find the items of all registers. Return the number of items that no register is known for. */
unsigned int gpcd_cxi_items_init(void);

/* Return the items of a Cassini's registers, by index in the catalogue. */
const __u16 *gpcd_cxi_items(unsigned int chip);

#endif /* GPCD_CXI_ITEMS_H */
