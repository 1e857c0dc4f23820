// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/* The registers of Cassini 1 (200 Gbit/s). */
#include "chips/cassini/cassini.h"

static const struct gpcd_rule rules[] = {
#include "chips/cassini/cassini1.rules"
	{}
};

static const struct gpcd_rule *const lists[] = { gpcd_cassini_rules, rules, NULL };

const struct gpcd_chip_registers gpcd_cassini1_registers = {
	.rules = lists,
	.static_counters = gpcd_cassini_static,
	.totals = gpcd_cassini_totals,
	.coord = "GROUP,SWITCH,PORT",
	.modern = 1,
};
