/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages on standard error, and exit codes.
 */
#ifndef CLI_COMPLAIN_H
#define CLI_COMPLAIN_H

#include <stdio.h>

#include "cli/util.h"

/* Exit codes of all commands; listed in gpcd(1) and `gpcd --help`. */
enum cli_exit {
	EXIT_RUNTIME = 1,
	EXIT_USAGE = 2,
	EXIT_INPUT = EXIT_USAGE, /* a named input file is missing, unreadable or malformed */
	EXIT_DEVICE = 3, /* no such device, or its chip is gone */
	EXIT_PERMISSION = 4,
	EXIT_OUTPUT = 5, /* could not be written */
};

/*
 * Set the name that messages begin with, "gpcd read". It is not copied and must outlive all
 * messages.
 */
void complain_as(const char *name);

const char *complain_name(void);

/* Write messages there, without the name; NULL: to standard error again. */
void complain_to(FILE *stream);

/*
 * Write one line to standard error, after the name of the command; @fmt has no newline. A message
 * is cut off after 1,023 bytes.
 */
__printf(1, 2) void complain(const char *fmt, ...);

/*
 * Report a fault of a device, as "NAME: FAULT", where many may have the same. The first two devices
 * in a row with the same fault get a message each; later ones are counted for complain_rest().
 */
__printf(2, 3) void complain_of(const char *name, const char *fmt, ...);

/*
 * Report the devices that complain_of() counted: "N others: FAULT", or the device's own message if
 * there is only one. complain() and the end of the process call this, too.
 */
void complain_rest(void);

/* Return the exit code for a negative errno, or 0 for 0. */
int exit_code(int err);

/* Report an error of a file or device in the C library's words. Return the exit code for @err. */
int complain_error(const char *what, int err);

/* Report that a file or folder cannot be written. Return EXIT_OUTPUT. */
int complain_output(const char *path, int err);

#endif /* CLI_COMPLAIN_H */
