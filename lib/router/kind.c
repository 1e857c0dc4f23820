// SPDX-License-Identifier: LGPL-2.1-or-later
#include <gpcd/gpcd.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "router/kind.h"
#include "topo/aries.h"
#include "topo/gemini.h"

#define ROW	8	/* tiles of a row */
#define END	{ NULL, 0, 0, 0, 0, 0 }

#define GEMINI(index, counter) \
	{ "GM_#_#_TILE_PERFORMANCE_COUNTERS_#", 0, GEMINI_TILES, index, 1, counter }

static const struct router_source gemini[] = {
	GEMINI(0, ROUTER_IN_REQUESTS), GEMINI(1, ROUTER_IN_RESPONSES),
	GEMINI(2, ROUTER_REQUESTS), GEMINI(3, ROUTER_RESPONSES),
	GEMINI(4, ROUTER_INQ_STALLS), GEMINI(5, ROUTER_OUTQ_STALLS), END
};

/* Virtual channels 0 to 3 of a network tile carry requests, 4 to 7 responses. */
#define NETWORK(name, index, registers, counter) \
	{ "AR_RTR_#_#_" name, 0, ARIES_NETWORK, index, registers, counter }
#define PROCESSOR(name, index, registers, counter) \
	{ "AR_RTR_#_#_PT_" name, ARIES_NETWORK, GEMINI_TILES, index, registers, counter }
#define FLITS		"INQ_PRF_INCOMING_FLIT_VC#"
#define EVENTS		"INQ_PRF_INCOMING_PKT_VC#_FILTER_FLIT#_CNT"
#define STALL_RQ	"COLBUF_PERF_STALL_RQ:COL_BUF_PERF_STALL_RQ"
#define STALL_RS	"COLBUF_PERF_STALL_RS:COL_BUF_PERF_STALL_RS"

static const struct router_source aries[] = {
	NETWORK(FLITS, 0, 4, ROUTER_IN_REQUESTS), NETWORK(FLITS, 4, 4, ROUTER_IN_RESPONSES),
	NETWORK(EVENTS, 0, 4, ROUTER_REQUESTS), NETWORK(EVENTS, 4, 4, ROUTER_RESPONSES),
	NETWORK("INQ_PRF_ROWBUS_STALL_CNT", 0, 1, ROUTER_INQ_STALLS),
	NETWORK(STALL_RQ, 0, 1, ROUTER_OUTQ_STALLS), NETWORK(STALL_RS, 0, 1, ROUTER_OUTQ_STALLS),
	PROCESSOR(FLITS, 0, 1, ROUTER_IN_REQUESTS), PROCESSOR(FLITS, 4, 1, ROUTER_IN_RESPONSES),
	PROCESSOR(EVENTS, 0, 4, ROUTER_REQUESTS), PROCESSOR(EVENTS, 4, 4, ROUTER_RESPONSES),
	PROCESSOR("INQ_PRF_REQ_ROWBUS_STALL_CNT", 0, 1, ROUTER_INQ_STALLS),
	PROCESSOR("INQ_PRF_RSP_ROWBUS_STALL_CNT", 0, 1, ROUTER_INQ_STALLS),
	PROCESSOR(STALL_RQ, 0, 1, ROUTER_OUTQ_STALLS),
	PROCESSOR(STALL_RS, 0, 1, ROUTER_OUTQ_STALLS), END
};

static const struct router_kind kinds[] = {
	{ GPCD_CHIP_GEMINI, false, "Gemini",
	  { "vc0_phits", "vc1_phits", "vc0_pkts", "vc1_pkts", "inq_stalls", "outq_stalls" },
	  { "phits", "phits", "packets", "packets", "cycles", "cycles" },
	  { "x", "y", "z" }, 3, gemini },
	{ GPCD_CHIP_ARIES, true, "Aries",
	  { "req_flits", "rsp_flits", "req_events", "rsp_events", "inq_stalls", "outq_stalls" },
	  { "flits", "flits", "events", "events", "cycles", "cycles" },
	  { "group", "chassis", "blade" }, 20. / 3, aries },
};

/* A chip with more registers than this library knows has another number, and the same name. */
const struct router_kind *router_kind(unsigned int chip)
{
	const char *name = gpcd_chip_name(chip);

	for (size_t i = 0; name && i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (!strcmp(name, gpcd_chip_name(kinds[i].chip)))
			return &kinds[i];
	}
	return NULL;
}

const struct router_kind *router_kind_links(bool is_aries)
{
	return &kinds[is_aries];
}

static bool has(const struct router_source *source, unsigned int tile)
{
	return tile >= source->first && tile < source->end;
}

/* Find the first register from source @source of this tile on, or of a later tile. */
static bool settle(const struct router_kind *kind, struct router_at *at,
		   const struct router_source *source)
{
	for (; at->tile < GEMINI_TILES; at->tile++) {
		for (; source->name; source++) {
			if (!has(source, at->tile))
				continue;
			at->source = source;
			at->index = source->index;
			return true;
		}
		source = kind->sources;
	}
	return false;
}

void router_first(const struct router_kind *kind, struct router_at *at)
{
	at->tile = 0;
	settle(kind, at, kind->sources);
}

bool router_next(const struct router_kind *kind, struct router_at *at)
{
	if (++at->index < at->source->index + at->source->registers)
		return true;
	return settle(kind, at, at->source + 1);
}

/* Write a character if it fits, with room for a NUL. Returns the length without truncation. */
static size_t character_put(char *name, size_t size, size_t n, char c)
{
	if (n + 1 < size)
		name[n] = c;
	return n + 1;
}

/*
 * The first # is the row, the second the column, any later one the index: none has two digits. A
 * chip has hundreds of these registers, which are named anew for each device.
 */
void router_at_name(const struct router_at *at, char *name, size_t size)
{
	const unsigned int numbers[] = { at->tile / ROW, at->tile % ROW, at->index };
	unsigned int number = 0;
	size_t n = 0;

	for (const char *from = at->source->name; *from; from++) {
		if (*from != '#') {
			n = character_put(name, size, n, *from);
			continue;
		}
		n = character_put(name, size, n, '0' + numbers[number]);
		number += number < 2;
	}
	if (size)
		name[n < size ? n : size - 1] = '\0';
}
