// SPDX-License-Identifier: LGPL-2.1-or-later
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "keys.h"

/* Numbers are whole millionths, up to this many units. */
#define MICRO		1000000ull
#define NUMBER_MOST	1000000000ull

#define SECOND		1000000000000ull	/* ps */

typedef unsigned __int128 wide_t;

/* A unit that may follow a number. */
struct unit {
	const char *name;
	uint64_t size;	/* ps or bytes; 0: a cycle of the machine */
	uint64_t part;	/* units that make one size, above 0 */
};

static const struct unit times[] = {
	{ "ps", 1, 1 }, { "ns", 1000, 1 }, { "us", 1000000, 1 }, { "cycles", 0, 1 },
	{ "cycle", 0, 1 }, { NULL, 0, 0 }
};

static const struct unit byte_times[] = {
	{ "ps/B", 1, 1 }, { "ns/B", 1000, 1 }, { "cycles/B", 0, 1 }, { NULL, 0, 0 }
};

static const struct unit sizes[] = {
	{ "GiB", 1 << 30, 1 }, { "MiB", 1 << 20, 1 }, { "KiB", 1 << 10, 1 }, { "B", 1, 1 },
	{ NULL, 0, 0 }
};

/* Bytes in a second, except the last. */
static const struct unit rates[] = {
	{ "GB/s", 1000000000, 1 }, { "MB/s", 1000000, 1 }, { "Mbit/s", 1000000, 8 },
	{ "B/cycle", 0, 1 }, { NULL, 0, 0 }
};

/* Parse a decimal number and the blanks after it; @rest is the unit. */
static int fetch_number(const char *text, uint64_t *micro, const char **rest)
{
	uint64_t whole = 0, part = 0, scale = MICRO;

	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	for (; isdigit((unsigned char)*text); text++) {
		whole = 10 * whole + *text - '0';
		if (whole > NUMBER_MOST)
			return -EINVAL;
	}
	if (*text == '.' && isdigit((unsigned char)text[1])) {
		for (text++; isdigit((unsigned char)*text) && scale > 1; text++) {
			scale /= 10;
			part += (*text - '0') * scale;
		}
	}
	*rest = text + strspn(text, " \t");
	*micro = whole * MICRO + part;
	return 0;
}

/* Parse a whole number. */
static int fetch_whole(const char *text, uint64_t *value, const char **rest)
{
	uint64_t micro;
	int err = fetch_number(text, &micro, rest);

	*value = micro / MICRO;
	return err || micro % MICRO ? -EINVAL : 0;
}

static const struct unit *unit_named(const struct unit *units, const char *name)
{
	while (units->name && strcmp(units->name, name))
		units++;
	return units->name ? units : NULL;
}

static int fetch_ps(const struct unit *units, const struct hardware *hardware, const char *text,
		    uint64_t *ps)
{
	const struct unit *unit;
	const char *rest;
	uint64_t micro;
	wide_t value;

	if (fetch_number(text, &micro, &rest))
		return -EINVAL;
	unit = unit_named(units, rest);
	if (!unit)
		return -EINVAL;
	if (!unit->size && !hardware->cycle_ps)
		return -EDOM;
	value = (wide_t)micro * (unit->size ? unit->size : hardware->cycle_ps);
	value = (value + MICRO / 2) / MICRO;
	if (value > UINT64_MAX)
		return -EINVAL;
	*ps = value;
	return 0;
}

static int fetch_clock(const struct hardware *hardware, const char *text, uint64_t *ps)
{
	const char *rest;
	uint64_t micro;

	if (fetch_number(text, &micro, &rest))
		return -EINVAL;
	if (strcmp(rest, "MHz"))
		return !strncmp(rest, "cycle", 5) ? -EINVAL : fetch_ps(times, hardware, text, ps);
	if (!micro)
		return -EINVAL;
	*ps = (SECOND + micro / 2) / micro;
	return 0;
}

static uint64_t common_factor(wide_t a, wide_t b)
{
	while (b) {
		wide_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static int set_rate(struct hardware_rate *rate, wide_t bytes, wide_t ps)
{
	uint64_t factor;

	if (!bytes || !ps)
		return -EINVAL;
	factor = common_factor(bytes, ps);
	if (bytes / factor > UINT64_MAX || ps / factor > UINT64_MAX)
		return -EINVAL;
	rate->bytes = bytes / factor;
	rate->ps = ps / factor;
	return 0;
}

static int fetch_rate(const struct hardware *hardware, const char *text,
		      struct hardware_rate *rate)
{
	const struct unit *unit;
	const char *rest;
	uint64_t micro;

	if (fetch_number(text, &micro, &rest))
		return -EINVAL;
	if (!strcmp(rest, "ns/B"))
		return set_rate(rate, 1000, micro);
	unit = unit_named(rates, rest);
	if (!unit)
		return -EINVAL;
	if (!unit->size && !hardware->cycle_ps)
		return -EDOM;
	if (!unit->size)
		return set_rate(rate, micro, (wide_t)hardware->cycle_ps * MICRO);
	return set_rate(rate, (wide_t)micro * unit->size / MICRO, (wide_t)SECOND * unit->part);
}

static int fetch_bytes(const char *text, uint64_t *bytes)
{
	const struct unit *unit;
	const char *rest;

	if (fetch_whole(text, bytes, &rest))
		return -EINVAL;
	unit = unit_named(sizes, rest);
	if (!unit)
		return -EINVAL;
	*bytes *= unit->size;
	return 0;
}

static const char *flit_word(const struct hardware *hardware)
{
	const struct topo_family *family = hardware->topo.family;

	return hardware->switching == HARDWARE_WORMHOLE || (family && family->flits) ? "flits" :
	       "phits";
}

static int fetch_flits(const struct hardware *hardware, const char *text, uint32_t *flits)
{
	const char *rest;
	uint64_t value;

	if (!fetch_bytes(text, &value)) {
		if (!hardware->flit)
			return -EDOM;
		if (value % hardware->flit)
			return -EINVAL;
		value /= hardware->flit;
	} else if (fetch_whole(text, &value, &rest) || strcmp(rest, flit_word(hardware))) {
		return -EINVAL;
	}
	*flits = value;
	return value > UINT32_MAX ? -EINVAL : 0;
}

static int fetch_count(const char *text, uint32_t *count)
{
	const char *rest;
	uint64_t value;

	if (fetch_whole(text, &value, &rest) || *rest || value > UINT32_MAX)
		return -EINVAL;
	*count = value;
	return 0;
}

static int fetch_word(const char *const *words, const char *text, uint32_t *number)
{
	for (*number = 0; words[*number]; ++*number) {
		if (!strcmp(words[*number], text))
			return 0;
	}
	return -EINVAL;
}

static int fetch_name(const char *text, char *name)
{
	size_t length = strlen(text);

	if (!length || length >= HARDWARE_NAME)
		return -EINVAL;
	memcpy(name, text, length + 1);
	return 0;
}

/* topo_parse() takes a size alone for a torus; a machine file must name the topology. */
static int fetch_topology(const char *text, struct topo *topo)
{
	return strchr(text, ':') && !topo_parse(topo, text) ? 0 : -EINVAL;
}

static int fetch_any(const struct value_kind *kind, const struct hardware *hardware,
		     const char *text, void *place)
{
	switch (kind->type) {
	case VALUE_NAME:
		return fetch_name(text, place);
	case VALUE_TOPOLOGY:
		return fetch_topology(text, place);
	case VALUE_COUNT:
		return fetch_count(text, place);
	case VALUE_WORD:
		return fetch_word(kind->words, text, place);
	case VALUE_CLOCK:
		return fetch_clock(hardware, text, place);
	case VALUE_TIME:
		return fetch_ps(times, hardware, text, place);
	case VALUE_BYTE_TIME:
		return fetch_ps(byte_times, hardware, text, place);
	case VALUE_RATE:
		return fetch_rate(hardware, text, place);
	case VALUE_LONG:
		if (!strcmp(text, "never")) {
			*(uint64_t *)place = HARDWARE_SHORT;
			return 0;
		}
		return fetch_bytes(text, place);
	case VALUE_BYTES:
		return fetch_bytes(text, place);
	default:
		return fetch_flits(hardware, text, place);
	}
}

static bool name_fits(const char *name)
{
	size_t length = strnlen(name, HARDWARE_NAME);

	for (size_t i = 0; i < length; i++) {
		if (!isprint((unsigned char)name[i]) || name[i] == ';' || name[i] == '#')
			return false;
	}
	return length && length < HARDWARE_NAME && name[0] != ' ' && name[length - 1] != ' ';
}

static bool word_fits(const char *const *words, uint32_t number)
{
	for (uint32_t i = 0; words[i]; i++) {
		if (i == number)
			return true;
	}
	return false;
}

static bool number_fits(const struct value_kind *kind, uint64_t value)
{
	return value >= kind->least && value <= kind->most;
}

/* ps that @bytes take; may exceed 2^64 if the rate has not been checked. */
static wide_t time_at(const struct hardware_rate *rate, uint64_t bytes)
{
	return ((wide_t)bytes * rate->ps + rate->bytes / 2) / rate->bytes;
}

static bool rate_fits(const struct value_kind *kind, const struct hardware_rate *rate)
{
	wide_t ps;

	if (!rate->bytes || !rate->ps)
		return false;
	ps = time_at(rate, 1 << 20);
	return ps >= kind->least && ps <= kind->most;
}

bool value_fits(const struct value_kind *kind, const void *place)
{
	switch (kind->type) {
	case VALUE_NAME:
		return name_fits(place);
	case VALUE_TOPOLOGY:
		return ((const struct topo *)place)->family;
	case VALUE_WORD:
		return word_fits(kind->words, *(const uint32_t *)place);
	case VALUE_COUNT:
	case VALUE_FLITS:
		return number_fits(kind, *(const uint32_t *)place);
	case VALUE_RATE:
		return rate_fits(kind, place);
	case VALUE_LONG:
		return *(const uint64_t *)place == HARDWARE_SHORT ||
		       number_fits(kind, *(const uint64_t *)place);
	default:
		return number_fits(kind, *(const uint64_t *)place);
	}
}

int value_parse(const struct value_kind *kind, const struct hardware *hardware, const char *text,
		void *place)
{
	int err = fetch_any(kind, hardware, text, place);

	return err || value_fits(kind, place) ? err : -EINVAL;
}

/* Print millionths as a decimal number without trailing zeros. */
static void print_micro(uint64_t micro, const char *unit, char text[HARDWARE_TEXT])
{
	char number[48];
	size_t length = snprintf(number, sizeof(number), "%llu.%06llu", micro / MICRO,
				 micro % MICRO);

	while (number[length - 1] == '0')
		length--;
	if (number[length - 1] == '.')
		length--;
	snprintf(text, HARDWARE_TEXT, "%.*s %s", (int)length, number, unit);
}

/* Use the first unit that needs at most six decimals. */
static void print_rate(const struct hardware *hardware, const struct hardware_rate *rate,
		       char text[HARDWARE_TEXT])
{
	wide_t second = (wide_t)rate->bytes * SECOND, ps = rate->ps;
	const struct {
		wide_t micro;
		wide_t by;
		const char *unit;
	} forms[] = {
		{ second, ps * 1000, "GB/s" },
		{ second, ps, "MB/s" },
		{ second * 8, ps, "Mbit/s" },
		{ (wide_t)rate->bytes * hardware->cycle_ps * MICRO, ps, "B/cycle" },
		{ ps * 1000, rate->bytes, "ns/B" },
	};
	unsigned int last = sizeof(forms) / sizeof(*forms) - 1, i = 0;

	while (i < last && forms[i].micro % forms[i].by)
		i++;
	print_micro(forms[i].micro / forms[i].by, forms[i].unit, text);
}

/* Use the largest unit that needs no decimals. */
static void print_bytes(uint64_t bytes, char text[HARDWARE_TEXT])
{
	const struct unit *unit = sizes;

	if (bytes == HARDWARE_SHORT) {
		snprintf(text, HARDWARE_TEXT, "never");
		return;
	}
	while (unit->size > 1 && (!bytes || bytes % unit->size))
		unit++;
	snprintf(text, HARDWARE_TEXT, "%llu %s", (unsigned long long)(bytes / unit->size),
		 unit->name);
}

void value_print(const struct value_kind *kind, const struct hardware *hardware,
		 const void *place, char text[HARDWARE_TEXT])
{
	switch (kind->type) {
	case VALUE_NAME:
		snprintf(text, HARDWARE_TEXT, "%s", (const char *)place);
		break;
	case VALUE_TOPOLOGY:
		topo_name(place, text, HARDWARE_TEXT);
		break;
	case VALUE_COUNT:
		snprintf(text, HARDWARE_TEXT, "%u", *(const uint32_t *)place);
		break;
	case VALUE_WORD:
		snprintf(text, HARDWARE_TEXT, "%s", kind->words[*(const uint32_t *)place]);
		break;
	case VALUE_CLOCK:
	case VALUE_TIME:
		print_micro(*(const uint64_t *)place * 1000, "ns", text);
		break;
	case VALUE_BYTE_TIME:
		print_micro(*(const uint64_t *)place * 1000, "ns/B", text);
		break;
	case VALUE_RATE:
		print_rate(hardware, place, text);
		break;
	case VALUE_FLITS:
		snprintf(text, HARDWARE_TEXT, "%u %s", *(const uint32_t *)place,
			 flit_word(hardware));
		break;
	default:
		print_bytes(*(const uint64_t *)place, text);
	}
}

uint64_t hardware_time(const struct hardware_rate *rate, uint64_t bytes)
{
	return time_at(rate, bytes);
}
