// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/wait/wait.h"
#include "people.h"
#include "progress.h"

#define FIRST		2000000000ULL	/* ns before the line is drawn, and between two times */
#define AGAIN		200000000ULL
#define BAR_WIDTH	16
#define WORDS		128
#define LINE		256
#define COLUMNS		80	/* of a terminal that does not report them */

/* The work as a whole. */
static struct {
	struct progress *piece; /* the innermost one, or NULL */
	uint64_t start; /* CLOCK_MONOTONIC, ns */
	uint64_t next; /* when to draw the line again, likewise; 0: never */
	double done; /* 0 to 1 */
	bool drawn;
} work;

void progress_begin(struct progress *piece, double upto)
{
	struct progress *outer = work.piece;

	*piece = (struct progress){ .outer = outer, .to = 1 };
	if (outer) {
		piece->from = work.done;
		piece->to = outer->from + upto * (outer->to - outer->from);
	} else {
		work.start = monotonic_ns();
		work.next = isatty(STDERR_FILENO) ? work.start + FIRST : 0;
		work.done = 0;
	}
	work.piece = piece;
}

__printf(3, 4) static size_t line_add(char line[LINE], size_t length, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	length += vsnprintf(line + length, LINE - length, fmt, args);
	va_end(args);
	return length < LINE ? length : LINE - 1;
}

/* Return the terminal's columns. out_columns() is of a file that uses this one, by its messages. */
static unsigned int terminal_columns(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? COLUMNS : size.ws_col;
}

/* A longer line than the terminal's would wrap, and its first part would stay. */
static void draw_progress(bool known, uint64_t now, const char *words)
{
	double seconds = (now - work.start) / 1e9;
	char bar[BAR_WIDTH + 1], left[PEOPLE_TIME], line[LINE];
	size_t length = 0;

	memset(bar, '.', BAR_WIDTH);
	bar[BAR_WIDTH] = '\0';
	if (known) {
		memset(bar, '#', work.done * BAR_WIDTH);
		length = line_add(line, length, "[%s] %3.0f %%", bar,
				  floor(100 * work.done));
	}
	/* An estimate by the first moments may be far off. */
	if (known && work.done > 0)
		length = line_add(line, length, ", %s left",
				  people_duration(left, seconds / work.done - seconds));
	line_add(line, length, "%s%s", known ? "  " : "", words);
	fprintf(stderr, "\r\033[K%.*s", (int)terminal_columns() - 1, line);
	work.drawn = true;
	work.next = now + AGAIN;
}

void progress_show(double part, const char *fmt, ...)
{
	const struct progress *piece = work.piece;
	char words[WORDS];
	uint64_t now;
	va_list args;

	if (!piece || !work.next)
		return;
	if (part >= 0)
		work.done = piece->from + fmin(part, 1) * (piece->to - piece->from);
	now = monotonic_ns();
	if (now < work.next)
		return;
	va_start(args, fmt);
	vsnprintf(words, sizeof(words), fmt, args);
	va_end(args);
	draw_progress(part >= 0 || piece->outer, now, words);
}

void progress_end(struct progress *piece)
{
	work.piece = piece->outer;
	work.done = piece->to;
	if (!piece->outer)
		progress_erase();
}

void progress_erase(void)
{
	if (work.drawn)
		fputs("\r\033[K", stderr);
	work.drawn = false;
}
