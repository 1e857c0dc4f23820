/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The image's protocol on a bus: image.h with 64-bit reads in place of loads. A word of another
 * size does not compile, and neither does anything that would write.
 */
#ifndef GPCD_PCI_BUS_H
#define GPCD_PCI_BUS_H

#include <linux/build_bug.h>
#include <linux/io.h>
#include <linux/processor.h>

/* @word is in memory that ioremap() mapped. */
static inline u64 gpcd_bus_load(const __u64 *word)
{
	return readq((const __u64 __iomem __force *)word);
}

/* Reads of one device are neither reordered, nor overtaken by what follows them. */
#define GPCD_LOAD(p)			gpcd_bus_load(p)
#define GPCD_LOAD_ACQUIRE(p)		gpcd_bus_load(p)
#define GPCD_READ_FENCE()		((void)0)
#define GPCD_RELAX()			cpu_relax()
#define GPCD_STORE(p, value)		do { (void)(p); BUILD_BUG(); } while (0)
#define GPCD_STORE_RELEASE(p, value)	GPCD_STORE(p, value)
#define GPCD_WRITE_FENCE()		BUILD_BUG()

/* A read takes a microsecond or so, perhaps in an interrupt: try less often. */
#define GPCD_IMAGE_TRIES	8
#define GPCD_IMAGE_SPINS	32

#include "image/image.h"

#endif /* GPCD_PCI_BUS_H */
