/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef UTIL_H
#define UTIL_H

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#define FORMAT_OF(string, first) format(printf, string, first)
#define __printf(string, first) __attribute__((FORMAT_OF(string, first)))

#endif /* UTIL_H */
