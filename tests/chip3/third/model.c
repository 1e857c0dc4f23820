// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * How the third chip behaves: a switch, and no traffic.
 */
#include "image/chipmodel.h"

static const struct gpcd_gate gates[] = {
	{ "TH_NIC_CONTROL", "ENABLE", "*" },
	{}
};

const struct gpcd_chip_model gpcd_third_model = { .gates = gates };
