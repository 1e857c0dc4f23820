// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/util.h"
#include "draw.h"

static const char *const names[] = {
	[SCALE_MOST] = "most",
	[SCALE_FULL] = "full",
	[SCALE_LOG] = "log",
};

static const char *scale_name(unsigned int i)
{
	return names[i];
}

const struct words scale_words = { .name = scale_name, .count = ARRAY_SIZE(names) };

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

/*
 * A colour in Oklab (B. Ottosson, 2020), where equal distances look alike: lightness, green to red,
 * blue to yellow.
 */
struct lab {
	double l, a, b;
};

/* Lightness falls evenly along each scale; chroma is largest in the middle. */
static const struct lab stops[][4] = {
	[COLOUR_BLUE] = {
		{ 0.935, -0.014, 0.018 }, { 0.725, -0.085, -0.035 },
		{ 0.495, -0.030, -0.125 }, { 0.265, 0.010, -0.110 },
	},
	[COLOUR_RED] = {
		{ 0.935, 0.008, 0.025 }, { 0.745, 0.080, 0.125 },
		{ 0.535, 0.170, 0.085 }, { 0.325, 0.105, 0.010 },
	},
	[COLOUR_VIOLET] = {
		{ 0.935, 0.012, 0.000 }, { 0.725, 0.105, -0.040 },
		{ 0.495, 0.130, -0.105 }, { 0.265, 0.060, -0.095 },
	},
};

static unsigned int srgb(double linear)
{
	double v = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055;

	return v <= 0 ? 0 : v >= 1 ? 255 : v * 255 + 0.5;
}

static void lab_text(const struct lab *lab, char text[COLOUR_TEXT])
{
	double l = pow(lab->l + 0.3963377774 * lab->a + 0.2158037573 * lab->b, 3);
	double m = pow(lab->l - 0.1055613458 * lab->a - 0.0638541728 * lab->b, 3);
	double s = pow(lab->l - 0.0894841775 * lab->a - 1.2914855480 * lab->b, 3);

	snprintf(text, COLOUR_TEXT, "#%02x%02x%02x",
		 srgb(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
		 srgb(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
		 srgb(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

void colour_of(enum colour_ramp ramp, double value, char text[COLOUR_TEXT])
{
	const unsigned int last = ARRAY_SIZE(stops[0]) - 1;
	double at = value <= 0 ? 0 : value >= 1 ? last : value * last;
	unsigned int i = at >= last ? last - 1 : at;
	const struct lab *from = &stops[ramp][i], *to = from + 1;
	double part = at - i;
	struct lab lab = {
		.l = from->l + (to->l - from->l) * part,
		.a = from->a + (to->a - from->a) * part,
		.b = from->b + (to->b - from->b) * part,
	};

	lab_text(&lab, text);
}

/* --- words --- */

const char *svg_number(double value, double step, char text[SVG_NUMBER])
{
	int figures = step > 0 && value ? ceil(log10(fabs(value) / step)) + 1 : 0;
	char digits[32], *to = text;
	size_t left;

	figures = figures < 6 ? 6 : figures > 15 ? 15 : figures;
	if (fabs(value) < 1000 || fabs(value) >= 1e15) {
		snprintf(text, SVG_NUMBER, "%.*g", figures, value);
		return text;
	}
	snprintf(digits, sizeof(digits), "%.*f", step > 0 && step < 1 ? (int)ceil(-log10(step)) : 0,
		 value);
	left = strcspn(digits, ".");
	for (const char *from = digits; *from; from++) {
		*to++ = *from;
		left -= left > 0;
		if (left && left % 3 == 0 && *from != '-')
			*to++ = ',';
	}
	*to = '\0';
	return text;
}

const char *svg_words(const char *name, char text[SVG_WORDS])
{
	snprintf(text, SVG_WORDS, "%s", name);
	for (char *at = text; *at; at++)
		*at = *at == '_' ? ' ' : *at;
	return text;
}
