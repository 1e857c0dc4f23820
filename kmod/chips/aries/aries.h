/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/* Shared by the files of the registers of the Aries. */
#ifndef GPCD_CHIPS_ARIES_H
#define GPCD_CHIPS_ARIES_H

#include "catalogue/rules.h"

extern const struct gpcd_rule gpcd_aries_monitor_rules[];
extern const struct gpcd_rule gpcd_aries_pi_rules[];

#define GUESS	GPCD_RULE_INFERRED

#endif /* GPCD_CHIPS_ARIES_H */
