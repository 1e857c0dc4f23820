// SPDX-License-Identifier: GPL-2.0-only
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/out.h"
#include "number.h"

/* Digits that distinguish any two numbers. */
#define DIGITS_MOST	17

/*
 * Write the fewest digits that identify a number. If 15 do, %g leaves out zeros at their end; but
 * with fewer it writes a whole number in another way, and a number near 0 may need fewer than it
 * has. Returns the length.
 */
static size_t write_number(char text[NUMBER_MOST], double value)
{
	int digits = value == trunc(value) || fabs(value) < DBL_MIN ? 1 : DBL_DIG;
	int length;

	do {
		length = snprintf(text, NUMBER_MOST, "%.*g", digits, value);
	} while (digits++ < DIGITS_MOST && strtod(text, NULL) != value);
	return length;
}

/* Digits after the point of most times and means: sums of ns, in seconds. */
#define PLACES	9
#define UNIT	1000000000ULL

/* %g writes smaller numbers with an exponent; in units they have at most five digits. */
#define PLAIN_LEAST	0.0001

/* Write so many units as %g does: the first digit, a point, the others, the exponent. */
static size_t write_tiny(char text[NUMBER_MOST], uint64_t units)
{
	size_t digits = out_digits(text + 1, units), length = digits + 1;

	text[0] = text[1];
	text[1] = '.';
	while (text[length - 1] == '0' || length == 2)
		length--;
	memcpy(text + length, "e-0", 3);
	text[length + 3] = '0' + PLACES + 1 - digits;
	return length + 4;
}

/*
 * Write a number that has at most PLACES digits after the point, and 15 in all. The quotient of two
 * whole numbers is rounded as the decimal number would be, so these digits identify the value.
 * Returns the length, or 0 if this is no such number.
 */
static size_t write_decimal(char text[NUMBER_MOST], double value)
{
	uint64_t units;
	size_t length;

	if (!(value > 0 && value < 1e6))
		return 0;
	units = (uint64_t)(value * UNIT + 0.5);
	if ((double)units / UNIT != value || units >= UNIT * 1000000)
		return 0;
	if (value < PLAIN_LEAST)
		return write_tiny(text, units);
	length = out_digits(text, units / UNIT);
	/* A leading 1 keeps the zeros after the point, which replaces it. */
	out_digits(text + length, units % UNIT + UNIT);
	text[length] = '.';
	length += PLACES + 1;
	while (text[length - 1] == '0')
		length--;
	return length;
}

/* Powers of ten that a word can hold. */
static const uint64_t tens[] = {
	1ULL, 10ULL, 100ULL, 1000ULL, 10000ULL, 100000ULL, 1000000ULL, 10000000ULL, 100000000ULL,
	1000000000ULL, 10000000000ULL, 100000000000ULL, 1000000000000ULL, 10000000000000ULL,
	100000000000000ULL, 1000000000000000ULL, 10000000000000000ULL, 100000000000000000ULL,
};

typedef unsigned __int128 wide;

/* A number as whole numbers: it is scaled / (2^shift * ten), without any rounding. */
struct exact {
	wide scaled;
	wide ten;		/* power of ten that gives DIGITS_MOST digits before the point */
	unsigned int shift;
	int exponent;		/* of the first digit: value is at least 10^exponent */
	bool even;		/* its last bit is 0: halves are rounded to it */
};

/* The numbers for which no step below has more than 128 bits; 1e-6 as a double is below 1e-6. */
#define EXACT_LEAST	0.000002
#define EXACT_BELOW	1e14

/* Bits of a double, without its first one, which is not stored; and its exponent. */
#define STORED		(DBL_MANT_DIG - 1)
#define BIAS		(DBL_MAX_EXP - 1)

/* The power of ten is estimated from the one of two; it may be one too large. */
static void scale_exact(struct exact *exact, uint64_t mantissa, int two)
{
	unsigned int places;

	exact->exponent = floor((two + 1) * 0.30103);
	exact->shift = STORED - two;
	exact->even = !(mantissa & 1);
	for (;; exact->exponent--) {
		places = DIGITS_MOST - 1 - exact->exponent;
		exact->ten = (wide)tens[places / 2] * tens[places - places / 2];
		exact->scaled = mantissa * exact->ten;
		if (exact->scaled >> exact->shift >= tens[DIGITS_MOST - 1])
			return;
	}
}

/* Round to a multiple of @unit, of the DIGITS_MOST digits before the point, as printf does. */
static uint64_t round_exact(const struct exact *exact, uint64_t unit)
{
	const wide step = (wide)unit << exact->shift;
	uint64_t count = (uint64_t)(exact->scaled >> exact->shift) / unit;
	const wide rest = exact->scaled - count * step;

	return count + (2 * rest > step || (2 * rest == step && count & 1));
}

/* Return whether so many units are nearer to the number than to any other. */
static bool identifies(const struct exact *exact, uint64_t count, uint64_t unit)
{
	const wide other = (wide)count * unit << exact->shift;
	const wide twice = 2 * (other > exact->scaled ? other - exact->scaled :
							exact->scaled - other);

	return twice < exact->ten || (twice == exact->ten && exact->even);
}

/* Write digits as %g does, with the point or the exponent where it belongs. */
static size_t place_digits(char text[NUMBER_MOST], char *digits, size_t length, int exponent)
{
	char *to = text;

	while (digits[length - 1] == '0')
		length--;
	if (exponent >= 0) {
		to = mempcpy(to, digits, exponent + 1);
		*to++ = '.';
		return (char *)mempcpy(to, digits + exponent + 1, length - exponent - 1) - text;
	}
	if (exponent >= -4) {
		to = mempcpy(to, "0.000", 1 - exponent);
		return (char *)mempcpy(to, digits, length) - text;
	}
	*to++ = digits[0];
	if (length > 1) {
		*to++ = '.';
		to = mempcpy(to, digits + 1, length - 1);
	}
	return sprintf(to, "e-%02d", -exponent) + (to - text);
}

/*
 * Write what write_number() does, of a number that is not whole, but compute in whole numbers, so
 * that no digits have to be read again. Returns the length, or 0 for numbers that are too large or
 * too small, and for powers of 2, whose neighbours are not at one distance.
 */
static size_t write_exact(char text[NUMBER_MOST], double value)
{
	char digits[OUT_DIGITS];
	uint64_t bits, count, unit = tens[DIGITS_MOST - DBL_DIG];
	struct exact exact;
	size_t length;

	if (!(value >= EXACT_LEAST && value < EXACT_BELOW))
		return 0;
	memcpy(&bits, &value, sizeof(bits));
	if (!(bits & ((1ULL << STORED) - 1)))
		return 0;
	scale_exact(&exact, (bits & ((1ULL << STORED) - 1)) | 1ULL << STORED,
		    (int)(bits >> STORED) - BIAS);
	for (; unit; unit /= 10) {
		count = round_exact(&exact, unit);
		if (identifies(&exact, count, unit))
			break;
	}
	length = out_digits(digits, count * unit);
	exact.exponent += length - DIGITS_MOST;
	return place_digits(text, digits, length, exact.exponent);
}

/* Most numbers are integers, which need no search for their digits, and many are small. */
size_t number_write(char text[NUMBER_MOST], double value)
{
	size_t length;

	if (value >= 0 && value <= 1e15 && value == (long)value) {
		if (value >= 10)
			return out_digits(text, (long)value);
		*text = '0' + (int)value;
		return 1;
	}
	length = write_decimal(text, value);
	if (!length)
		length = write_exact(text, value);
	return length ? length : write_number(text, value);
}
