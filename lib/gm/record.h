/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a leader sends to rank 0: its Gemini's links and what they counted, or why it did not.
 */
#ifndef GM_RECORD_H
#define GM_RECORD_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "router/router.h"

/** RECORD_TEXT: bytes of a text in a record, with its NUL: what the sums take */
#define RECORD_TEXT	(GEMINI_LINKS * ROUTER_COUNTERS * 8)

/**
 * struct record_link - a link, without its counters
 * @x: of the Gemini at the other end
 * @y: likewise
 * @z: likewise
 * @speed: one way, in units of 125 kB/s, of which a tile of any medium has a whole number
 * @tiles: that are summed up; 0: there is no such link
 * @lost: tiles that it should have besides
 */
struct record_link {
	uint64_t x : 10;
	uint64_t y : 10;
	uint64_t z : 10;
	uint64_t speed : 20;
	uint64_t tiles : 6;
	uint64_t lost : 4;
};

/**
 * struct record - a Gemini
 * @links: X+ X- Y+ Y- Z+ Z- and host, whose far end is the Gemini itself; without any tile the
 *	record is a complaint
 * @sums: how far the links' counters went
 * @text: the complaint, without "# " and line feed
 *
 * Machines of a job are of one kind: it is sent as it lies in memory.
 */
struct record {
	struct record_link links[GEMINI_LINKS];
	union {
		uint64_t sums[GEMINI_LINKS][ROUTER_COUNTERS];
		char text[RECORD_TEXT];
	};
};

static_assert(sizeof(struct record) == 392, "rank 0 has 4 MB for 10,000 of them");

/** record_fill() - by the sums of the router and its links */
void record_fill(struct record *record, const struct router *router);

/** record_complain() - with a text, which may be cut */
void record_complain(struct record *record, const char *text);

/** record_is_complaint() - whether it holds a text */
bool record_is_complaint(const struct record *record);

/** record_far() - coordinate of the Gemini at the other end of a link */
void record_far(const struct record *record, unsigned int link, unsigned int coord[3]);

/** record_speed() - of a link, GB/s one way */
double record_speed(const struct record *record, unsigned int link);

#endif /* GM_RECORD_H */
