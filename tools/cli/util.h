/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef CLI_UTIL_H
#define CLI_UTIL_H

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* Some libraries define this too. */
#ifndef __printf
#define FORMAT_OF(string, first) format(printf, string, first)
/* Let the compiler check the arguments of a function whose format is like printf(3)'s. */
#define __printf(string, first) __attribute__((FORMAT_OF(string, first)))
#endif

#endif /* CLI_UTIL_H */
