// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "amo.h"

/* Bits of command codes. */
#define FIRST_CACHED	0x10
#define CACHED		0x20
#define SILENT		0x100
#define SHORT		0x200
#define SHORT_MORE	0x1ff

enum {
	FIRST_ADD = 0x08, FIRST_AND, FIRST_OR, FIRST_XOR, FIRST_AX, FIRST_CSWAP,
	AND = 0x41, OR = 0x43, XOR = 0x45, SWAP = 0x47, AX = 0x49, CSWAP = 0x4b,
	IMIN = 0x51, IMAX = 0x53, IADD = 0x55, FPMIN = 0x59, FPMAX = 0x5b, FPADD = 0x5d,
};

/* In the first family, compare-and-swap always fetches. */
static bool decode_first(unsigned int code, struct amo *amo)
{
	static const unsigned int second[] = { IADD, AND, OR, XOR, AX, CSWAP };

	if (code < FIRST_ADD || code > FIRST_CSWAP || (code == FIRST_CSWAP && !amo->fetch))
		return false;
	amo->what = second[code - FIRST_ADD];
	return true;
}

static bool is_known(unsigned int what)
{
	static const unsigned int all[] = {
		AND, OR, XOR, SWAP, AX, CSWAP, IMIN, IMAX, IADD, FPMIN, FPMAX, FPADD,
	};

	for (unsigned int i = 0; i < sizeof(all) / sizeof(*all); i++) {
		if (all[i] == what)
			return true;
	}
	return false;
}

bool amo_decode(uint32_t command, struct amo *amo)
{
	unsigned int code = command & SHORT ? command - SHORT_MORE : command;

	amo->bytes = command & SHORT ? 4 : 8;
	amo->fetch = !(code & SILENT);
	code &= ~SILENT;
	if (code < CACHED && !(command & SHORT))
		return decode_first(code & ~FIRST_CACHED, amo);
	amo->what = code & ~CACHED;
	return is_known(amo->what);
}

static double real(const struct amo *amo, uint64_t bits)
{
	double value;
	float narrow;

	memcpy(&value, &bits, sizeof(value));
	memcpy(&narrow, &bits, sizeof(narrow));
	return amo->bytes == 4 ? narrow : value;
}

static uint64_t sum(const struct amo *amo, uint64_t a, uint64_t b)
{
	double wide = real(amo, a) + real(amo, b);
	float narrow = wide;
	uint64_t bits = 0;

	if (amo->bytes == 4)
		memcpy(&bits, &narrow, sizeof(narrow));
	else
		memcpy(&bits, &wide, sizeof(wide));
	return bits;
}

static int64_t number(const struct amo *amo, uint64_t bits)
{
	return amo->bytes == 4 ? (int32_t)bits : (int64_t)bits;
}

static uint64_t result(const struct amo *amo, uint64_t old, uint64_t a, uint64_t b)
{
	switch (amo->what) {
	case AND:
		return old & a;
	case OR:
		return old | a;
	case XOR:
		return old ^ a;
	case SWAP:
		return a;
	case AX:
		return (old & a) ^ b;
	case CSWAP:
		return old == a ? b : old;
	case IMIN:
		return number(amo, a) < number(amo, old) ? a : old;
	case IMAX:
		return number(amo, a) > number(amo, old) ? a : old;
	case IADD:
		return old + a;
	case FPMIN:
		return real(amo, a) < real(amo, old) ? a : old;
	case FPMAX:
		return real(amo, a) > real(amo, old) ? a : old;
	default:
		return sum(amo, old, a);
	}
}

uint64_t amo_apply(const struct amo *amo, uint64_t old, const uint64_t operand[2])
{
	uint64_t mask = amo->bytes == 4 ? UINT32_MAX : UINT64_MAX;

	return result(amo, old, operand[0] & mask, operand[1] & mask) & mask;
}
