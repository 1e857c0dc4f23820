// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/util.h"
#include "people.h"

static bool raw;

void people_want_raw(void)
{
	raw = true;
}

bool people_read(void)
{
	return !raw && isatty(STDOUT_FILENO);
}

/* How the units of registers and metrics are shown. */
static const struct unit {
	const char *name;
	const char *shown;
	double factor;	/* what is shown, in one of these */
	bool joined;	/* a prefix is part of its symbol: MB/s, but M phits */
	bool whole;	/* it takes no prefix */
} units[] = {
	{ "share", "%", 100, false, true },
	{ "percent", "%", 1, false, true },
	{ "B", "B", 1, true, false },
	{ "bytes", "B", 1, true, false },
	{ "bytes/s", "B/s", 1, true, false },
	{ "B/s", "B/s", 1, true, false },
	{ "Mbit/s", "bit/s", 1e6, true, false },
	{ "1/s", "/s", 1, true, false },
	{ "ns", "s", 1 / 1e9, true, false },
	{ "us", "s", 1 / 1e6, true, false },
	{ "microseconds", "s", 1 / 1e6, true, false },
	{ "ms", "s", 1 / 1e3, true, false },
	{ "milliseconds", "s", 1 / 1e3, true, false },
	{ "s", "s", 1, true, false },
	{ "seconds", "s", 1, true, false },
};

static struct unit people_unit(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (!strcmp(units[i].name, name))
			return units[i];
	}
	return (struct unit) { .name = name, .shown = name, .factor = 1 };
}

/* Digits after the point, so that there are three digits in all; none of a whole number. */
static int decimals(double number)
{
	double size = fabs(number);

	if (size < 1000 && number == trunc(number))
		return 0;
	return size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
}

/* Would it have four digits before the point? */
static bool is_long(double number)
{
	return fabs(number) >= 1000 || (fabs(number) >= 999.5 && number != trunc(number));
}

/* Times are the only numbers that often are far below 1. */
static const char *choose_prefix(double *number, bool small)
{
	static const char *const large[] = { "", "k", "M", "G", "T", "P", "E" };
	static const char *const fine[] = { "", "m", "\302\265", "n" };
	size_t i = 0;

	while (small && *number && fabs(*number) < 0.9995 && i + 1 < ARRAY_SIZE(fine)) {
		*number *= 1000;
		i++;
	}
	if (i)
		return fine[i];
	while (is_long(*number) && i + 1 < ARRAY_SIZE(large)) {
		*number /= 1000;
		i++;
	}
	return large[i];
}

/* "1 phits/s" is one phit a second, "1 flits of 8 bytes" one flit. */
static void write_singular(struct people *people, const char *unit)
{
	const char *of = strstr(unit, " of ");
	size_t length = of ? (size_t)(of - unit) : strcspn(unit, "/");
	bool plural = length > 3 && unit[length - 1] == 's';

	snprintf(people->unit, sizeof(people->unit), "%.*s%s", (int)(length - plural), unit,
		 unit + length);
}

void people_value(struct people *people, const char *value, const char *unit)
{
	struct unit its = people_unit(unit);
	const char *prefix = "";
	double number;
	char *end;

	number = strtod(value, &end) * its.factor;
	if (end == value || *end || !isfinite(number)) {
		snprintf(people->number, sizeof(people->number), "%s", value);
		snprintf(people->unit, sizeof(people->unit), "%s", unit);
		return;
	}
	if (!its.whole)
		prefix = choose_prefix(&number, !strcmp(its.shown, "s"));
	/* 7 ns are no 7.00 ns, though there is no exact number for a billionth. */
	if (fabs(number - round(number)) < 1 / 1e9)
		number = round(number);
	if (number && fabs(number) < 0.1)
		snprintf(people->number, sizeof(people->number), "%.2g", number);
	else
		snprintf(people->number, sizeof(people->number), "%.*f", decimals(number), number);
	if (!*prefix && number == 1 && !its.joined)
		write_singular(people, its.shown);
	else
		snprintf(people->unit, sizeof(people->unit), "%s%s%s", prefix,
			 *prefix && *its.shown && !its.joined ? " " : "", its.shown);
}

const char *people_time(char text[PEOPLE_TIME], uint64_t realtime_ns)
{
	time_t seconds = realtime_ns / 1000000000;
	struct tm tm;

	localtime_r(&seconds, &tm);
	strftime(text, PEOPLE_TIME, "%Y-%m-%d %H:%M:%S", &tm);
	return text;
}

const char *people_duration(char text[PEOPLE_TIME], double seconds)
{
	double whole = ceil(seconds);
	bool days = whole >= 1000 * 3600.0;
	unsigned int minutes = days ? 0 : whole / 60;

	if (days)
		snprintf(text, PEOPLE_TIME, "%.0f days", whole / 86400);
	else if (!minutes)
		snprintf(text, PEOPLE_TIME, "%.0f s", whole);
	else if (minutes < 60)
		snprintf(text, PEOPLE_TIME, "%u:%02u min", minutes, (unsigned int)whole % 60);
	else
		snprintf(text, PEOPLE_TIME, "%u:%02u h", minutes / 60, minutes % 60);
	return text;
}
