// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpcd_pci: chips whose registers are the memory behind a BAR of a PCI device.
 *
 * No id of a chip that gpcd knows is public, so there is no table of ids: an administrator binds
 * devices by driver_override or new_id, as docs/hardware.md shows.
 */
#include <linux/module.h>
#include <linux/pm.h>
#include <linux/slab.h>

#include "core/version.h"
#include "pci/pci.h"

/* Return the number of the BAR that holds an image, or -ENODEV. */
static int bar_find(struct pci_dev *pdev)
{
	int bar;

	for (bar = 0; bar < PCI_STD_NUM_BARS; bar++) {
		if (pci_resource_flags(pdev, bar) & IORESOURCE_MEM &&
		    pci_resource_len(pdev, bar) == GPCD_IMAGE_SIZE)
			return bar;
	}
	dev_err(&pdev->dev, "no BAR has %u bytes of memory, as an image has: give the device one\n",
		GPCD_IMAGE_SIZE);
	return -ENODEV;
}

static int bar_map(struct pci_chip *chip)
{
	struct pci_dev *pdev = chip->pdev;
	int ret = pci_enable_device_mem(pdev);

	if (ret)
		return ret;
	ret = pci_request_region(pdev, chip->bar, KBUILD_MODNAME);
	if (ret)
		goto err_disable;
	chip->words = pci_iomap(pdev, chip->bar, 0);
	if (chip->words)
		return 0;
	ret = -ENOMEM;
	pci_release_region(pdev, chip->bar);
err_disable:
	pci_disable_device(pdev);
	return ret;
}

static void bar_unmap(struct pci_chip *chip)
{
	pci_iounmap(chip->pdev, (void __iomem *)chip->words);
	pci_release_region(chip->pdev, chip->bar);
	pci_disable_device(chip->pdev);
}

static int pci_chip_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	int bar = bar_find(pdev), ret;
	struct pci_chip *chip;

	if (bar < 0)
		return bar;
	chip = kzalloc(sizeof(*chip), GFP_KERNEL);
	if (!chip)
		return -ENOMEM;
	chip->pdev = pdev;
	chip->bar = bar;
	ret = bar_map(chip);
	if (ret)
		goto err_free;
	ret = gpcd_pci_identify(chip);
	if (!ret)
		ret = gpcd_pci_register(chip);
	if (ret)
		goto err_unmap;
	pci_set_drvdata(pdev, chip);
	return 0;

err_unmap:
	bar_unmap(chip);
err_free:
	kfree(chip);
	return ret;
}

static void pci_chip_remove(struct pci_dev *pdev)
{
	struct pci_chip *chip = pci_get_drvdata(pdev);

	gpcd_pci_unregister(chip);
	bar_unmap(chip);
	kfree(chip);
}

/*
 * A chip that loses its power loses its counters and its set-up, which nobody here can restore, and
 * readers would take what it then counts for what it counted before.
 */
static int pci_chip_suspend(struct device *dev)
{
	dev_err(dev, "its counters would be lost: unbind it from gpcd_pci before you suspend\n");
	return -EBUSY;
}

static DEFINE_SIMPLE_DEV_PM_OPS(pci_chip_pm, pci_chip_suspend, NULL);

static struct pci_driver pci_chip_driver = {
	.name = KBUILD_MODNAME,
	.id_table = NULL,	/* an empty table would refuse every new_id */
	.probe = pci_chip_probe,
	.remove = pci_chip_remove,
	.driver.pm = pm_sleep_ptr(&pci_chip_pm),
};
module_pci_driver(pci_chip_driver);

MODULE_DESCRIPTION("Gemini and Aries chips on a PCI bus for gpcd");
MODULE_AUTHOR("The gpcd authors");
MODULE_LICENSE("GPL");
MODULE_VERSION(GPCD_VERSION);
