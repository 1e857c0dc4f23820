// SPDX-License-Identifier: GPL-2.0-only
#include <argp.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "complain.h"
#include "unicode.h"

/* Longer messages are cut off. */
#define TEXT_ROOM 1024

static const char *command;

void complain_as(const char *name)
{
	command = name;
}

const char *complain_name(void)
{
	return command;
}

static void complain_args(const char *fmt, va_list args)
{
	char text[TEXT_ROOM], shown[4 * TEXT_ROOM], *end = shown;
	const char *next = text;

	vsnprintf(text, sizeof(text), fmt, args);
	*end = '\0';
	while (*next) {
		next += unicode_next(next, end);
		end += strlen(end);
	}
	fprintf(stderr, "%s: %s\n", command, shown);
}

void complain(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	complain_args(fmt, args);
	va_end(args);
}

/* Replaces the function of the C library, which prints "(null)" when memory is out. */
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
	case -EADDRNOTAVAIL:
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

/* A name without letters would not be seen. */
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
