/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of gpcd_pci.ko, the provider of chips on a PCI bus: devices of the bus (main.c), which
 * chip a device holds (identity.c), and its registers (chip.c).
 */
#ifndef GPCD_PCI_H
#define GPCD_PCI_H

#include <linux/gpcd_image.h>
#include <linux/mutex.h>
#include <linux/pci.h>
#include <linux/workqueue.h>

#include "core/provider.h"

/* A chip whose registers are the memory behind a BAR, as one of its NICs sees it. */
struct pci_chip {
	struct pci_dev *pdev;
	int bar;	/* number of the BAR */
	const u64 __iomem *words;	/* the image; nothing but readq() may touch it */
	struct gpcd_image_info info;	/* as it was when the chip was identified */
	u64 epoch;	/* the latest that was seen */
	bool lost;	/* the chip does not answer */
	struct work_struct show;	/* makes a change of lost known */
	struct mutex life;	/* device */
	struct gpcd_device *device;	/* NULL before and after its life */
};

/*
 * Read the page that describes the image, once, and check it. Return 0 with info and epoch filled
 * in, or -ENODEV after logging the reason.
 */
int gpcd_pci_identify(struct pci_chip *chip);

/*
 * Return whether the image is still of the chip that was identified, whatever its state. Any
 * context.
 */
bool gpcd_pci_same(const struct pci_chip *chip);

/* Register the chip's device. Return 0, or a negative errno after logging the reason. */
int gpcd_pci_register(struct pci_chip *chip);

/* Remove the chip's device. When this returns, nobody uses words or will. May sleep. */
void gpcd_pci_unregister(struct pci_chip *chip);

#endif /* GPCD_PCI_H */
