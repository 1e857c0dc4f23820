/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Numbers, times and words for people, who read them on a terminal. Scripts read exact numbers from
 * a pipe or a file; --raw gives these on a terminal, too.
 */
#ifndef CLI_PEOPLE_H
#define CLI_PEOPLE_H

#include <stdbool.h>
#include <stdint.h>

/* Print exact numbers also on a terminal: option --raw. */
void people_want_raw(void);

/* Check if people read the text on standard output. */
bool people_read(void);

/* A number in three digits, and its unit with a prefix. */
struct people {
	char number[32];
	char unit[64];
};

/*
 * Write a number for people: "281712345" and "B/s" are 282 and MB/s, "0.187" and "share" 18.7 and
 * %, "1" and "phits" 1 and phit. Any other text than a number stays as it is.
 */
void people_value(struct people *people, const char *value, const char *unit);

/* Size of a time with its NUL. */
#define PEOPLE_TIME 40

/* Write a local time, given in ns since 1970: "2026-11-20 06:32:58". Return @text. */
const char *people_time(char text[PEOPLE_TIME], uint64_t realtime_ns);

/* Write a duration, rounded up: "45 s", "2:05 min", "3:20 h", "50 days". Return @text. */
const char *people_duration(char text[PEOPLE_TIME], double seconds);

/* Return the ending of a noun after a number. */
static inline const char *people_plural(uint64_t number)
{
	return number == 1 ? "" : "s";
}

#endif /* CLI_PEOPLE_H */
