/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Standard output, record by record: a record is formatted whole, then
 * written whole or not at all.
 */
#ifndef OUT_H
#define OUT_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/util.h"

struct sample;
struct series;
struct table;
struct watch_sample;

/**
 * struct out - where records go
 * @text: the record in the making
 * @length: its bytes
 * @room: bytes @text has room for
 * @error: the first thing that went wrong, a negative errno, or 0
 */
struct out {
	char *text;
	size_t length;
	size_t room;
	int error;
};

/**
 * struct format - how commands' results look; commands never print themselves
 * @tables: rows that are known all at once, of one kind or of several
 * @series: what comes before the first sample; NULL: nothing does
 * @sample: one sample
 * @links_header: what comes before the first sample of links, with or without rates;
 *	NULL: nothing does
 * @links: one sample of Geminis' links
 */
struct format {
	void (*tables)(struct out *out, const struct table *tables, size_t count);
	void (*series)(struct out *out, const struct series *series);
	void (*sample)(struct out *out, const struct sample *sample);
	void (*links_header)(struct out *out, bool rates);
	void (*links)(struct out *out, const struct watch_sample *sample);
};

extern const struct format format_text;
extern const struct format format_csv;
extern const struct format format_json;

/* Version of names, columns and types of CSV and JSON. */
#define OUT_SCHEMA 2

/* Add to the record. */
__printf(2, 3) void out_add(struct out *out, const char *fmt, ...);

/*
 * Write the record and begin the next one.
 *
 * Returns 0, -EINTR: not even begun, for the end is asked for (stop.h), or
 * another negative errno.
 */
int out_record(struct out *out);

/*
 * The record is the header line of CSV. Where standard output is appended to a
 * file that begins with the same line, drop it; if that file begins with another
 * line, or does not end with a whole one, set @error.
 */
void out_header(struct out *out);

/* Say what went wrong, if anything, and free the rest; returns the exit code. */
int out_end(struct out *out);

#endif /* OUT_H */
