// SPDX-License-Identifier: LGPL-2.1-or-later
#include "language.h"

static const struct metrics_word registers[] = {
	{ "delta", METRICS_DELTA }, { "rate", METRICS_RATE }, { "value", METRICS_VALUE },
	{ "seconds", METRICS_SECONDS }, { "peak", METRICS_PEAK }, { "tiles", METRICS_TILES },
	{ NULL, METRICS_CONSTANT }
};

const struct metrics_language metrics_registers_language = {
	.words = registers,
	.all = "delta(), rate(), value(), seconds, peak, tiles",
	.what = "the name of a register",
	.pattern = METRICS_LETTERS METRICS_DIGITS "*?[]{}:-",
	.signs = "+-*/()=;",
	.quoted = true,
};

static const struct metrics_word tables[] = {
	{ "value", METRICS_VALUE }, { "mean", METRICS_MEAN }, { "least", METRICS_LEAST },
	{ "most", METRICS_MOST }, { "largest", METRICS_LARGEST }, { "count", METRICS_COUNT },
	{ "first", METRICS_FIRST_OF }, { "last", METRICS_LAST_OF }, { "words", METRICS_WORDS },
	{ NULL, METRICS_CONSTANT }
};

const struct metrics_language metrics_tables_language = {
	.words = tables,
	.all = "value(), mean(), least(), most(), largest(), count(), first(), last(), words()",
	.what = "TABLE:COLUMN",
	.pattern = METRICS_LETTERS METRICS_DIGITS "*?[]{}:-.,=<>&|",
	.signs = "+-*/()=;<>,",
};
