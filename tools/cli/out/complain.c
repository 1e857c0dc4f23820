// SPDX-License-Identifier: GPL-2.0-only
#include <argp.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "progress.h"
#include "unicode.h"

/* Longer messages are cut off. */
#define TEXT_ROOM 1024

/* Number of devices with the same fault that get their own message. */
#define NAMED_MOST 2

static const char *command;

/* Where messages go, without the command's name; NULL: standard error. */
static FILE *elsewhere;

/* Devices in a row with the same fault. */
static struct repeated {
	char reason[TEXT_ROOM];
	char name[TEXT_ROOM]; /* the last device that got no message */
	unsigned int named; /* devices that got a message */
	size_t others; /* devices that did not */
} repeated;

void complain_as(const char *name)
{
	if (!command)
		atexit(complain_rest);
	command = name;
}

void complain_to(FILE *stream)
{
	complain_rest();
	elsewhere = stream;
}

const char *complain_name(void)
{
	return command;
}

static void complain_text(const char *text)
{
	char shown[4 * TEXT_ROOM], *end = shown;

	*end = '\0';
	while (*text) {
		text += unicode_next(text, end);
		end += strlen(end);
	}
	if (elsewhere) {
		fprintf(elsewhere, "%s\n", shown);
		return;
	}
	progress_erase();
	fprintf(stderr, "%s: %s\n", command, shown);
}

__printf(1, 2) static void complain_now(const char *fmt, ...)
{
	char text[TEXT_ROOM];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	complain_text(text);
}

void complain_rest(void)
{
	if (repeated.others == 1)
		complain_now("%s: %s", repeated.name, repeated.reason);
	else if (repeated.others)
		complain_now("%zu others: %s", repeated.others, repeated.reason);
	repeated.named = 0;
	repeated.others = 0;
}

static void complain_args(const char *fmt, va_list args)
{
	char text[TEXT_ROOM];

	complain_rest();
	vsnprintf(text, sizeof(text), fmt, args);
	complain_text(text);
}

void complain(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	complain_args(fmt, args);
	va_end(args);
}

void complain_of(const char *name, const char *fmt, ...)
{
	char reason[TEXT_ROOM];
	va_list args;

	va_start(args, fmt);
	vsnprintf(reason, sizeof(reason), fmt, args);
	va_end(args);
	if (strcmp(reason, repeated.reason))
		complain_rest();
	strcpy(repeated.reason, reason);
	if (repeated.named < NAMED_MOST) {
		repeated.named++;
		complain_now("%s: %s", name, reason);
	} else {
		repeated.others++;
		snprintf(repeated.name, sizeof(repeated.name), "%s", name);
	}
}

/* Replace the function of the C library, which prints "(null)" when memory runs out. */
void argp_error(const struct argp_state *state, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	complain_args(fmt, args);
	va_end(args);
	argp_state_help(state, stderr, ARGP_HELP_STD_ERR);
}

int exit_code(int err)
{
	switch (err) {
	case 0:
		return 0;
	case -ENOENT:
	case -ENODEV:
	case -EOWNERDEAD:
	case -ENXIO:
	case -EPROTO:
	case -EISDIR:
	case -EFAULT:
		return EXIT_DEVICE;
	case -EACCES:
	case -EPERM:
	case -EBADF:
		return EXIT_PERMISSION;
	case -EINVAL:
		return EXIT_USAGE;
	default:
		return EXIT_RUNTIME;
	}
}

/* An empty name would not be seen: print two quotes. */
static void say_error(const char *what, int err)
{
	complain("%s: %s", *what ? what : "''", strerror(-err));
}

int complain_error(const char *what, int err)
{
	say_error(what, err);
	return exit_code(err);
}

int complain_output(const char *path, int err)
{
	say_error(path, err);
	return EXIT_OUTPUT;
}
