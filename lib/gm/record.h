/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a leader sends to rank 0: the links of its Gemini and what they counted, or the reason why
 * the Gemini could not be read.
 */
#ifndef GM_RECORD_H
#define GM_RECORD_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "router/router.h"

/** RECORD_TEXT: size of a record's text in bytes, with its NUL; the same as the sums' */
#define RECORD_TEXT	(GEMINI_LINKS * ROUTER_COUNTERS * 8)

/**
 * struct record_link - a link, without its counters
 * @x: x coordinate of the Gemini at the other end
 * @y: y coordinate of the Gemini at the other end
 * @z: z coordinate of the Gemini at the other end
 * @speed: one way, in units of 125 kB/s; the speed of a tile of any medium is a multiple of it
 * @tiles: number of tiles that are summed up; 0: there is no such link
 * @lost: number of tiles that the link should have in addition
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
 * struct record - a Gemini, or the reason why it could not be read
 * @links: X+ X- Y+ Y- Z+ Z- and host. The far end of the host link is the Gemini itself. If the
 *	host link has no tiles, the record holds @text
 * @sums: how far the counters of each link went
 * @text: the reason, without "# " and line feed
 *
 * All machines of a job are of one kind, so a record is sent as it lies in memory.
 */
struct record {
	struct record_link links[GEMINI_LINKS];
	union {
		uint64_t sums[GEMINI_LINKS][ROUTER_COUNTERS];
		char text[RECORD_TEXT];
	};
};

static_assert(sizeof(struct record) == 392, "rank 0 has 4 MB for 10,000 of them");

/** record_fill() - fill in @record with the links of @router and their sums */
void record_fill(struct record *record, const struct router *router);

/** record_complain() - make @record report a reason; a @text that is too long is cut */
void record_complain(struct record *record, const char *text);

/** record_is_complaint() - return whether @record holds a reason instead of counters */
bool record_is_complaint(const struct record *record);

/** record_far() - fill in @coord with the coordinate of the Gemini at the other end of @link */
void record_far(const struct record *record, unsigned int link, unsigned int coord[3]);

/** record_speed() - return the speed of @link one way, in GB/s */
double record_speed(const struct record *record, unsigned int link);

#endif /* GM_RECORD_H */
