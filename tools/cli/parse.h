/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parse numbers and times as people type them. Nothing may precede or follow them, not even a
 * blank; signs are allowed in parse_data() only.
 *
 * Each function returns 0, or -EINVAL for any other text; the result is then undefined.
 */
#ifndef CLI_PARSE_H
#define CLI_PARSE_H

#include <stdint.h>

/* Parse a 64-bit number, decimal or hexadecimal after 0x. */
int parse_number(const char *text, uint64_t *value);

int parse_u32(const char *text, uint32_t *value);

/* Parse a number from @low to @high. */
int parse_between(const char *text, uint32_t low, uint32_t high, uint32_t *value);

/* Parse a size, in bytes if it has no unit: "4096", "4096B", "4KiB", "16MiB", "1GiB". */
int parse_bytes(const char *text, uint64_t *value);

/*
 * Parse a time, which may have a fraction: "1s", "500ms", "100us", "20ns", "2m", "1h", or seconds
 * without a unit, "0.5". The result is rounded to nanoseconds; at most 9e18.
 */
int parse_time(const char *text, uint64_t *ns);

/* Parse a number with a fraction, "0.3" or "1e-6", from 0 to 1e18. */
int parse_real(const char *text, double *value);

/* Parse a number as data files have it, "-0.3" or "+1.5E-06", from -1e200 to 1e200. */
int parse_data(const char *text, double *value);

/* Parse a number from 0 to 1. */
int parse_part(const char *text, double *value);

/* Parse exactly @count numbers with the separator @by between them; @text has at most 191 bytes. */
int parse_list(const char *text, const char *by, uint32_t *values, unsigned int count);

/* Parse a coordinate, "x,y,z". */
int parse_coord(const char *text, uint32_t coord[3]);

/* Parse a size of three dimensions, "64x64x32", each 1 or more. */
int parse_size(const char *text, uint32_t size[3]);

/*
 * Parse a range, "7-9", or a single number, "7"; @last is not below @first. Cuts @text at the dash.
 */
int parse_range(char *text, uint32_t *first, uint32_t *last);

#endif /* CLI_PARSE_H */
