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

/* "1s", "500ms", "100us", "20ns", "2m", "0.5"; without a suffix seconds. */
int parse_time(const char *text, uint64_t *ns);

/* "x,y,z" */
int parse_coord(const char *text, uint32_t coord[3]);

#endif /* PARSE_H */
