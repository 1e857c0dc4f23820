// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which chip is behind a BAR. Its describing page belongs to whoever made the image, so nothing of
 * it is trusted: it is copied once, word by word, and the copy is checked.
 */
#include "pci/pci.h"
#include "image/image.h"

#define INFO_WORDS	(sizeof(struct gpcd_image_info) / sizeof(u64))

/* The words up to chip_id do not change while a chip lives, except the half that is its state. */
#define SAME_WORDS	(offsetof(struct gpcd_image_info, epoch) / sizeof(u64))
#define STATE_WORD	(offsetof(struct gpcd_image_info, state) / sizeof(u64))

static const u64 __iomem *info_words(const struct pci_chip *chip)
{
	return chip->words + GPCD_IMAGE_INFO / sizeof(u64);
}

/* Log why the image is rejected, and what helps. */
static void image_refuse(const struct pci_chip *chip, enum gpcd_image_flaw flaw)
{
	const struct gpcd_image_info *info = &chip->info;
	struct device *dev = &chip->pdev->dev;

	switch (flaw) {
	case GPCD_FLAW_MAGIC:
		if (info->magic == ~0ULL)
			dev_err(dev, "BAR %d answers with all ones: is the device still there?\n",
				chip->bar);
		else
			dev_err(dev, "BAR %d holds no register image: `gpcd emulate' makes one\n",
				chip->bar);
		break;
	case GPCD_FLAW_VERSION:
		dev_err(dev, "the image has layout %u, not %u: use one version of gpcd for both\n",
			info->version, GPCD_IMAGE_VERSION);
		break;
	case GPCD_FLAW_CHIP:
		dev_err(dev, "the image is of chip %u, which is unknown: update gpcd\n",
			info->chip);
		break;
	case GPCD_FLAW_NIC:
		dev_err(dev, "the image is of NIC %u with address %u, which a %s does not have: make it anew\n",
			info->nic_index, info->nic_addr, gpcd_chip_name(info->chip));
		break;
	case GPCD_FLAW_DOMAIN:
		dev_err(dev, "the image has domain %u, which is not 1 to %u: make it anew\n",
			info->domain, GPCD_IMAGE_DOMAINS);
		break;
	default:
		dev_err(dev, "the image has the unknown state %u: make it anew\n", info->state);
	}
}

/* An image may be of any chip, whatever the length of the BAR. */
static bool bar_too_short(const struct pci_chip *chip)
{
	return pci_resource_len(chip->pdev, chip->bar) < gpcd_chip_size(chip->info.chip);
}

int gpcd_pci_identify(struct pci_chip *chip)
{
	u64 words[INFO_WORDS];
	enum gpcd_image_flaw flaw;
	unsigned int i;

	for (i = 0; i < INFO_WORDS; i++)
		words[i] = readq(&info_words(chip)[i]);
	flaw = gpcd_image_check((const struct gpcd_image_info *)words, &chip->info);
	if (flaw) {
		image_refuse(chip, flaw);
		return -ENODEV;
	}
	if (bar_too_short(chip)) {
		dev_err(&chip->pdev->dev,
			"BAR %d is too short for the registers of a %s: use an image of another chip\n",
			chip->bar, gpcd_chip_name(chip->info.chip));
		return -ENODEV;
	}
	if (chip->info.state == GPCD_IMAGE_GONE) {
		dev_err(&chip->pdev->dev,
			"the chip of the image is gone: start what drives it, then bind the device\n");
		return -ENODEV;
	}
	chip->epoch = chip->info.epoch;
	return 0;
}

bool gpcd_pci_same(const struct pci_chip *chip)
{
	const u64 *before = (const u64 *)&chip->info;
	unsigned int i;

	for (i = 0; i < SAME_WORDS; i++) {
		if (i != STATE_WORD && readq(&info_words(chip)[i]) != before[i])
			return false;
	}
	return true;
}
