// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/* How a Cassini 2 behaves: all counters always count. */
#include "image/nic_rules.h"
#include "image/traffic_chip.h"

const struct gpcd_chip_model gpcd_cassini2_model = {
	.nic = &gpcd_cassini_nic,
	.traffic = &gpcd_cassini2_traffic,
};
