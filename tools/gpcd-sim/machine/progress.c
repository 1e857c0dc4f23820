// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/wait/clock.h"
#include "progress.h"

#define FIRST	1000000000ULL	/* ns */
#define AGAIN	200000000ULL
#define BAR	16
#define LEFT	32
#define LINE	256
#define COLUMNS	80	/* if the terminal does not report them */

void progress_begin(struct progress *progress)
{
	*progress = (struct progress){ .start = monotonic_ns() };
	if (isatty(STDERR_FILENO))
		progress->next = progress->start + FIRST;
}

/* Format a time: "45 s", "2:05 min", "3:20 h". */
static void left_tell(double seconds, char left[LEFT])
{
	unsigned int minutes = seconds / 60;

	if (seconds < 60)
		snprintf(left, LEFT, "%.0f s", ceil(seconds));
	else if (minutes < 60)
		snprintf(left, LEFT, "%u:%02u min", minutes, (unsigned int)seconds % 60);
	else if (minutes < 1000 * 60)
		snprintf(left, LEFT, "%u:%02u h", minutes / 60, minutes % 60);
	else
		snprintf(left, LEFT, "%.3g days", seconds / 86400);
}

/* Return the terminal's columns: a longer line would wrap, and its first part would stay. */
static unsigned int columns(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? COLUMNS : size.ws_col;
}

__printf(3, 4) static size_t line_add(char line[LINE], size_t length, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	length += vsnprintf(line + length, LINE - length, fmt, args);
	va_end(args);
	return length < LINE ? length : LINE - 1;
}

static void progress_draw(const struct progress *progress, double part, const char *text)
{
	double seconds = (monotonic_ns() - progress->start) / 1e9;
	char bar[BAR + 1], left[LEFT], line[LINE];
	size_t length = 0;

	memset(bar, '.', BAR);
	bar[BAR] = '\0';
	if (part >= 0) {
		memset(bar, '#', part * BAR);
		length = line_add(line, length, "[%s] %3.0f %%", bar, 100 * part);
	}
	if (part > 0) {
		left_tell(seconds / part - seconds, left);
		length = line_add(line, length, ", %s left", left);
	}
	line_add(line, length, "%s%s", part < 0 ? "" : "  ", text);
	fprintf(stderr, "\r\033[K%.*s", (int)columns() - 1, line);
}

void progress_show(struct progress *progress, double part, const char *fmt, ...)
{
	char text[128];
	va_list args;

	if (!progress->next || monotonic_ns() < progress->next)
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	progress_draw(progress, part, text);
	progress->drawn = true;
	progress->next = monotonic_ns() + AGAIN;
}

void progress_end(struct progress *progress)
{
	if (progress->drawn)
		fputs("\r\033[K", stderr);
	progress->drawn = false;
}
