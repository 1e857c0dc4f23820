/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Numbers and times as people type them. Nothing may stand in front of them or behind them, not
 * even a blank; there are no signs, but for parse_data().
 *
 * Each function returns 0, or -EINVAL for any other text; the result is then undefined.
 */
#ifndef CLI_PARSE_H
#define CLI_PARSE_H

#include <stdint.h>

/**
 * parse_number() - parse a number of 64 bits
 * @text: the number, in decimal, or in hexadecimal after 0x
 * @value: the result
 *
 * Return: 0 or -EINVAL.
 */
int parse_number(const char *text, uint64_t *value);

/**
 * parse_u32() - parse a number of 32 bits
 * @text: the number, as for parse_number()
 * @value: the result
 *
 * Return: 0 or -EINVAL.
 */
int parse_u32(const char *text, uint32_t *value);

/**
 * parse_between() - parse a number within limits
 * @text: the number, as for parse_number()
 * @low: the lowest that is allowed
 * @high: the highest
 * @value: the result
 *
 * Return: 0 or -EINVAL.
 */
int parse_between(const char *text, uint32_t low, uint32_t high, uint32_t *value);

/**
 * parse_bytes() - parse a number of bytes
 * @text: the number, as for parse_number(), and a unit or none: "4096", "4KiB", "16MiB", "1GiB"
 * @value: the result
 *
 * Return: 0 or -EINVAL.
 */
int parse_bytes(const char *text, uint64_t *value);

/**
 * parse_time() - parse a time
 * @text: a number with or without a fraction, and a unit: "1s", "500ms", "100us", "20ns", "2m",
 *	"1h"; without a unit in seconds, "0.5"
 * @ns: the result, ns, rounded; at most 9e18
 *
 * Return: 0 or -EINVAL.
 */
int parse_time(const char *text, uint64_t *ns);

/**
 * parse_real() - parse a number with a fraction
 * @text: the number, "0.3" or "1e-6"
 * @value: the result, 0 to 1e18
 *
 * Return: 0 or -EINVAL.
 */
int parse_real(const char *text, double *value);

/**
 * parse_data() - parse a number as files of data have them
 * @text: the number, "-0.3" or "+1.5E-06"
 * @value: the result, -1e200 to 1e200
 *
 * Return: 0 or -EINVAL.
 */
int parse_data(const char *text, double *value);

/**
 * parse_part() - parse a part of a whole
 * @text: the number, as for parse_real()
 * @value: the result, 0 to 1
 *
 * Return: 0 or -EINVAL.
 */
int parse_part(const char *text, double *value);

/**
 * parse_list() - parse a list of numbers
 * @text: the numbers, as for parse_u32(); at most 191 bytes in all
 * @by: the character between two of them, as a string
 * @values: the result
 * @count: how many there must be
 *
 * Return: 0 or -EINVAL.
 */
int parse_list(const char *text, const char *by, uint32_t *values, unsigned int count);

/**
 * parse_coord() - parse a coordinate
 * @text: the coordinate, "x,y,z"
 * @coord: the result
 *
 * Return: 0 or -EINVAL.
 */
int parse_coord(const char *text, uint32_t coord[3]);

/**
 * parse_size() - parse a size of three dimensions
 * @text: the size, "64x64x32"
 * @size: the result; each is 1 or more
 *
 * Return: 0 or -EINVAL.
 */
int parse_size(const char *text, uint32_t size[3]);

/**
 * parse_range() - parse a range of numbers
 * @text: the range, "7-9", or a single number, "7"; it is cut at the dash
 * @first: the first number
 * @last: the last number, not below @first
 *
 * Return: 0 or -EINVAL.
 */
int parse_range(char *text, uint32_t *first, uint32_t *last);

#endif /* CLI_PARSE_H */
