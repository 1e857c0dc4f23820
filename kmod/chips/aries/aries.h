/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/* Declarations and macros shared by the files of the Aries. */
#ifndef GPCD_CHIPS_ARIES_H
#define GPCD_CHIPS_ARIES_H

#include "catalogue/rules.h"

extern const struct gpcd_rule gpcd_aries_monitor_rules[];
extern const struct gpcd_rule gpcd_aries_pi_rules[];

extern const struct gpcd_field gpcd_aries_control_fields[4];

#define GUESS	GPCD_RULE_INFERRED

#define CONTROL(blk, address, nm) \
	GPCD_PLAIN(blk, address, "AR_" nm "_EVENT_CNTR_CTRL", 4, CONTROL, \
		   "enables and clears the counters of its monitor", \
		   .unit = GPCD_UNIT_NONE, .flags = GUESS, GPCD_FIELDS(gpcd_aries_control_fields))
/* Registers that count nothing keep what is written to them. */
#define SPARE(blk, address, nm, ...) \
	GPCD_PLAIN(blk, address, "AR_" nm, 64, SETUP, "a register without a purpose", \
		   .unit = GPCD_UNIT_NONE, .flags = GUESS, __VA_ARGS__)

#endif /* GPCD_CHIPS_ARIES_H */
