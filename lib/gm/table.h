/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The table that rank 0 prints, made of one record from each leader. A Gemini's record is the
 * beginning of an Aries's, which has more links.
 */
#ifndef GM_TABLE_H
#define GM_TABLE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The library exports only what <gpcd/gm.h> declares. */
#pragma GCC visibility push(default)
#include <gpcd/gm.h>
#pragma GCC visibility pop

#include "router/router.h"

/* Bytes of a record's text, with its NUL. */
#define RECORD_TEXT	(GEMINI_LINKS * ROUTER_COUNTERS * 8)

/* A link. */
struct record_link {
	uint64_t x : 10;	/* coordinate of the far chip: x, or group */
	uint64_t y : 10;	/* y, or chassis */
	uint64_t z : 10;	/* z, or blade */
	uint64_t speed : 20;	/* one way, in 125 kB/s; every tile speed is a multiple */
	uint64_t direction : 3;	/* as in struct link */
	uint64_t tiles : 6;	/* summed up; 0: there is no such link */
	uint64_t lost : 4;	/* tiles that the link should have in addition */
	uint64_t sums[ROUTER_COUNTERS];
};

/*
 * The record that a leader sends to rank 0: a chip, or the reason why it could not be read. The
 * first link is the host link, whose far end is the chip itself; the others follow in the order of
 * struct links, then one without tiles if there is room. A record whose host link has no tiles
 * contains a reason, without "# " and newline. Records are sent as they are in memory, as all
 * machines of a job are of one kind.
 */
struct record {
	union {
		struct record_link links[LINKS_MOST];
		struct {
			uint64_t blank;	/* 0: the host link has no tiles */
			char text[RECORD_TEXT];
		};
	};
};

static_assert(sizeof(struct record_link) * GEMINI_LINKS == 392,
	      "rank 0 has less than 4 MiB for 10,000 Geminis");
static_assert(offsetof(struct record, text) + RECORD_TEXT <= 392, "a Gemini's record holds a text");

/* Return how many bytes of a record are sent. */
size_t record_size(bool aries);

/* Fill in @record with the links of @router and their sums. */
void record_fill(struct record *record, const struct router *router);

/* Make @record contain a reason, truncated if it is too long. */
void record_complain(struct record *record, const char *text);

/* Return whether @record contains a reason instead of counters. */
bool record_is_complaint(const struct record *record);

/* Return the number of links of @record, the host link included. */
unsigned int record_links(const struct record *record, bool aries);

/*
 * Return link @number, below @links, in the order in which links are printed: the host link last.
 * @links is from record_links().
 */
const struct record_link *record_link(const struct record *record, unsigned int links,
				      unsigned int number);

/* Get the coordinate of the chip at the far end of @link. */
void record_far(const struct record_link *link, unsigned int coord[3]);

/* Return the speed of @link one way, in GB/s. */
double record_speed(const struct record_link *link);

/*
 * Cost and times of the last two samples, over all leaders. If no leader could take a sample, its
 * first_ns is greater than its last_ns.
 */
struct summary {
	struct gemini_cost cost;	/* maximum of all leaders */
	struct gemini_sample before;	/* the sample before the last */
	struct gemini_sample now;	/* the last sample */
};

/* The chips of a job. */
struct table {
	char *records;		/* one for each chip, sorted by coordinate; see table_record() */
	size_t count;
	bool aries;
	struct summary summary;	/* over all chips */
};

/* Return the record of chip @i, below the table's count. */
static inline const struct record *table_record(const struct table *table, size_t i)
{
	return (const struct record *)(table->records + i * record_size(table->aries));
}

/*
 * Write a table to a stream and flush the stream. Returns 0, -EINVAL for an unknown format,
 * -ENOMEM, or the error of writing.
 */
int table_print(const struct table *table, FILE *stream, enum gemini_format format);

#endif /* GM_TABLE_H */
