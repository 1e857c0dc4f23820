// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "cli.h"

void complain(const char *fmt, ...)
{
	char text[1024];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	fprintf(stderr, "%s: %s\n", cli.command, text);
}

int exit_code(int err)
{
	switch (err) {
	case 0:
		return 0;
	case -ENOENT:
	case -ENODEV:
	case -ENXIO:
	case -EPROTO:
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
