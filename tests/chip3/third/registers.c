// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * The registers of an invented chip. It is small, but exceeds Gemini and Aries wherever code may
 * have been fitted to them: six NICs, 70 pages of registers, the last one far up, and tiles whose
 * counters all hash to the same eighth of a table. All registers fill their words.
 */
#include "catalogue/rules.h"

BLOCK(tile, "third-tile", ROUTER, "tiles of the router");
BLOCK(nic, "third-nic", NIC, "what a NIC sent");

static const struct gpcd_field control_fields[] = {
	{ "ENABLE", 0, 1, GPCD_KIND_CONTROL },
	{ "CLEAR", 1, 1, GPCD_KIND_CONTROL },
};

#define TILE_ROWS	GPCD_EVERY(8, 0x8000)
#define TILE_COLS	GPCD_EVERY(8, 0x1000)

#define TILE(off, nm, what, text) \
	GPCD_COUNTER(tile, 0x100000 + (off), "TH_#_#_" nm, 64, what, text, 0, TILE_ROWS, TILE_COLS)

static const struct gpcd_rule rules[] = {
	TILE(0x00, "FLITS", FLITS, "arrived at the tile"),
	TILE(0x40, "PACKETS", PKTS, "arrived at the tile"),
	TILE(0x80, "STALLED", ROUTER, "packets waited at the tile"),
	GPCD_COUNTER(nic, 0x7f00000, "TH_NIC_SENT_#", 64, PKTS, "sent by the NIC, by kind", 0,
		     GPCD_EVERY(6, 0x1000)),
	GPCD_PLAIN(nic, 0x7f00100, "TH_NIC_CONTROL", 64, CONTROL,
		   "enables and clears the counters of its page", .unit = GPCD_UNIT_NONE,
		   GPCD_FIELDS(control_fields)),
	{}
};

static const struct gpcd_rule *const lists[] = { rules, NULL };
static const char *const static_counters[] = { "TH_*_FLITS", "TH_*_STALLED", NULL };

const struct gpcd_chip_registers gpcd_third_registers = {
	.rules = lists,
	.static_counters = static_counters,
	.coord = "SHELF,SLOT,SIDE",
};
