/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Numbers and times as people type them: 0, or -EINVAL.
 */
#ifndef PARSE_H
#define PARSE_H

#include <stdint.h>

/* Decimal, or hexadecimal after 0x; no sign, no blanks, nothing behind. */
int parse_number(const char *text, uint64_t *value);

/* Likewise, 0 to 0xffffffff. */
int parse_u32(const char *text, uint32_t *value);

/* Likewise, within these. */
int parse_between(const char *text, uint32_t low, uint32_t high, uint32_t *value);

/* "1s", "500ms", "100us", "20ns", "2m", "0.5"; without a suffix seconds. */
int parse_time(const char *text, uint64_t *ns);

/* "0.3", "1e-6", up to 1e18; no sign. */
int parse_real(const char *text, double *value);

/* Likewise, 0 to 1. */
int parse_part(const char *text, double *value);

/* So many numbers as parse_u32() takes, with @by between them. */
int parse_list(const char *text, const char *by, uint32_t *values, unsigned int count);

/* "x,y,z" */
int parse_coord(const char *text, uint32_t coord[3]);

/* "64x64x32": three of 1 or more. */
int parse_size(const char *text, uint32_t size[3]);

#endif /* PARSE_H */
