/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a leader sends to rank 0: the links of its chip and what they counted, or the reason why
 * the chip could not be read. A Gemini's record is the beginning of an Aries's, which has more
 * links.
 */
#ifndef GM_RECORD_H
#define GM_RECORD_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "router/router.h"

/** RECORD_TEXT: size of a record's text in bytes, with its NUL */
#define RECORD_TEXT	(GEMINI_LINKS * ROUTER_COUNTERS * 8)

/**
 * struct record_link - a link
 * @x: first number of the coordinate of the chip at the other end: x, or group
 * @y: the second: y, or chassis
 * @z: the third: z, or blade
 * @speed: one way, in units of 125 kB/s; the speed of a tile of any medium is a multiple of it
 * @direction: as struct link has it
 * @tiles: number of tiles that are summed up; 0: there is no such link
 * @lost: number of tiles that the link should have in addition
 * @sums: how far each counter went
 */
struct record_link {
	uint64_t x : 10;
	uint64_t y : 10;
	uint64_t z : 10;
	uint64_t speed : 20;
	uint64_t direction : 3;
	uint64_t tiles : 6;
	uint64_t lost : 4;
	uint64_t sums[ROUTER_COUNTERS];
};

/**
 * struct record - a chip, or the reason why it could not be read
 * @links: the host link, whose far end is the chip itself, then the others as struct links has
 *	them, and one without tiles behind the last, if there is room. If the host link has no
 *	tiles, the record holds @text
 * @blank: zeros where a host link without tiles is
 * @text: the reason, without "# " and line feed
 *
 * All machines of a job are of one kind, so a record is sent as it lies in memory.
 */
struct record {
	union {
		struct record_link links[LINKS_MOST];
		struct {
			uint64_t blank;
			char text[RECORD_TEXT];
		};
	};
};

static_assert(sizeof(struct record_link) * GEMINI_LINKS == 392,
	      "rank 0 has 4 MB for 10,000 Geminis");
static_assert(offsetof(struct record, text) + RECORD_TEXT <= 392, "a Gemini's record holds a text");

/**
 * record_size() - how much of a record is sent
 * @aries: the chips are Aries, not Geminis
 *
 * Return: bytes.
 */
size_t record_size(bool aries);

/** record_fill() - fill in @record with the links of @router and their sums */
void record_fill(struct record *record, const struct router *router);

/** record_complain() - make @record report a reason; a @text that is too long is cut */
void record_complain(struct record *record, const char *text);

/** record_is_complaint() - return whether @record holds a reason instead of counters */
bool record_is_complaint(const struct record *record);

/** record_links() - return the number of links that @record has, the host's included */
unsigned int record_links(const struct record *record, bool aries);

/**
 * record_link() - find a link in the order in which links are printed, the host's last
 * @record: the record
 * @links: as record_links()
 * @number: below @links
 *
 * Return: the link.
 */
const struct record_link *record_link(const struct record *record, unsigned int links,
				      unsigned int number);

/** record_far() - fill in @coord with the coordinate of the chip at the other end of @link */
void record_far(const struct record_link *link, unsigned int coord[3]);

/** record_speed() - return the speed of @link one way, in GB/s */
double record_speed(const struct record_link *link);

#endif /* GM_RECORD_H */
