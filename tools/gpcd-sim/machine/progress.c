// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/wait/clock.h"
#include "progress.h"

#define FIRST	1000000000ULL	/* ns */
#define AGAIN	200000000ULL
#define BAR	32

void progress_begin(struct progress *progress)
{
	*progress = (struct progress){ .start = monotonic_ns() };
	if (isatty(STDERR_FILENO))
		progress->next = progress->start + FIRST;
}

static void progress_draw(double part, const char *text)
{
	char bar[BAR + 1];

	memset(bar, '.', BAR);
	bar[BAR] = '\0';
	if (part < 0) {
		fprintf(stderr, "\r\033[K%s", text);
		return;
	}
	memset(bar, '#', part * BAR);
	fprintf(stderr, "\r\033[K[%s] %3.0f %%  %s", bar, 100 * part, text);
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
	progress_draw(part, text);
	progress->drawn = true;
	progress->next = monotonic_ns() + AGAIN;
}

void progress_end(struct progress *progress)
{
	if (progress->drawn)
		fputs("\r\033[K", stderr);
	progress->drawn = false;
}
