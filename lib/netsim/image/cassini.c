// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Cassini is a NIC without a router: it has no tiles, and kmod/chips/cassini/nic.c says what the
 * packets that pass it move.
 */
#include "view.h"

const struct image_kind image_cassini1 = { .chip = GPCD_CHIP_CASSINI1 };
const struct image_kind image_cassini2 = { .chip = GPCD_CHIP_CASSINI2 };
