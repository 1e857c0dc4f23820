/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef CLI_UTIL_H
#define CLI_UTIL_H

/** ARRAY_SIZE() - number of elements of an array */
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* Libraries that ask for it define it as well. */
#ifndef __printf
#define FORMAT_OF(string, first) format(printf, string, first)
/** __printf() - a function takes a format as printf(3) does: the compiler checks its arguments */
#define __printf(string, first) __attribute__((FORMAT_OF(string, first)))
#endif

#endif /* CLI_UTIL_H */
