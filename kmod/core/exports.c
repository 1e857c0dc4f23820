// SPDX-License-Identifier: GPL-2.0-only
/*
 * The catalogue, for providers: its own files are not the kernel's alone.
 */
#include <linux/export.h>

#include "catalogue/pages.h"

#define PUBLISH EXPORT_SYMBOL_GPL

PUBLISH(gpcd_catalogue_count);
PUBLISH(gpcd_catalogue_at);
PUBLISH(gpcd_catalogue_find);
PUBLISH(gpcd_catalogue_by_addr);
PUBLISH(gpcd_catalogue_by_name);
PUBLISH(gpcd_catalogue_hash);
PUBLISH(gpcd_reg_name);
PUBLISH(gpcd_reg_match);
PUBLISH(gpcd_reg_wanted);
PUBLISH(gpcd_reg_field);
PUBLISH(gpcd_reg_write_mask);
PUBLISH(gpcd_chip_name);
PUBLISH(gpcd_chip_by_name);
PUBLISH(gpcd_chip_nics);
PUBLISH(gpcd_kind_name);
PUBLISH(gpcd_unit_name);
PUBLISH(gpcd_page_slots);
PUBLISH(gpcd_catalogue_pages);
PUBLISH(gpcd_catalogue_page);
PUBLISH(gpcd_catalogue_page_class);
