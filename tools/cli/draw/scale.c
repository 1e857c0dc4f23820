// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "cli/util.h"
#include "scale.h"

static const char *const names[] = {
	[SCALE_MOST] = "most",
	[SCALE_FULL] = "full",
	[SCALE_LOG] = "log",
};

static const char *scale_name(unsigned int i)
{
	return names[i];
}

const struct words scale_words = { scale_name, ARRAY_SIZE(names) };

double scale_nice_above(double value)
{
	static const double steps[] = { 1, 1.5, 2, 3, 4, 5, 6, 8, 10 };
	double decade = value > 0 ? pow(10, floor(log10(value))) : 0.01;
	unsigned int i = 0;

	while (i < ARRAY_SIZE(steps) - 1 && steps[i] * decade < value)
		i++;
	return steps[i] * decade;
}

struct scale scale_fit(enum scale_kind kind, double most)
{
	return (struct scale){
		.kind = kind,
		.top = kind == SCALE_MOST ? scale_nice_above(most) : 1,
	};
}

static double scale_part(const struct scale *scale, double value)
{
	if (scale->kind != SCALE_LOG)
		return value / scale->top;
	if (value <= SCALE_LOG_FROM)
		return 0;
	return 1 - log10(value) / log10(SCALE_LOG_FROM);
}

unsigned int scale_level(const struct scale *scale, double value)
{
	double level = scale_part(scale, value) * SCALE_LEVELS;

	return level < SCALE_LEVELS ? (unsigned int)level : SCALE_LEVELS - 1;
}

double scale_value(const struct scale *scale, double part)
{
	return scale->kind == SCALE_LOG ? pow(SCALE_LOG_FROM, 1 - part) : part * scale->top;
}
