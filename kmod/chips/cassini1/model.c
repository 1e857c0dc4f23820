// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/* How a Cassini 1 behaves: all counters count, and only feeds and writes move them. */
#include "image/chipmodel.h"

const struct gpcd_chip_model gpcd_cassini1_model = {};
