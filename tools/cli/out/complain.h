/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages on standard error, and exit codes.
 */
#ifndef CLI_COMPLAIN_H
#define CLI_COMPLAIN_H

#include "cli/util.h"

/**
 * enum cli_exit - exit codes of all commands; gpcd(1) and `gpcd --help` list them
 * @EXIT_RUNTIME: something failed
 * @EXIT_USAGE: the arguments are wrong
 * @EXIT_INPUT: an input file that is named is missing, unreadable or malformed: so is the argument
 * @EXIT_DEVICE: there is no such device, or its chip is gone
 * @EXIT_PERMISSION: not permitted
 * @EXIT_OUTPUT: the output could not be written
 */
enum cli_exit {
	EXIT_RUNTIME = 1,
	EXIT_USAGE = 2,
	EXIT_INPUT = EXIT_USAGE,
	EXIT_DEVICE = 3,
	EXIT_PERMISSION = 4,
	EXIT_OUTPUT = 5,
};

/**
 * complain_as() - set the name that messages begin with
 * @name: "gpcd read"; it is not copied, and must outlive all messages
 */
void complain_as(const char *name);

/**
 * complain_name() - get the name that messages begin with
 *
 * Return: the name that complain_as() set.
 */
const char *complain_name(void);

/**
 * complain() - write one line to standard error, after the name of the command
 * @fmt: format of the message, as for printf(3), without a newline
 *
 * A message has at most 1,023 bytes; the rest is cut off.
 */
__printf(1, 2) void complain(const char *fmt, ...);

/**
 * complain_of() - report what is wrong with a device, where many may have the same fault
 * @name: name of the device
 * @fmt: format of the fault, as for complain(); the message is "NAME: FAULT"
 *
 * The first two devices in a row with the same fault get a message each. Later ones are only
 * counted, until complain_rest().
 */
__printf(2, 3) void complain_of(const char *name, const char *fmt, ...);

/**
 * complain_rest() - report the devices that complain_of() counted
 *
 * Write "N others: FAULT", or the device's own message if there is one only. complain() and the
 * end of the process call this, too.
 */
void complain_rest(void);

/**
 * exit_code() - find the exit code for an error
 * @err: a negative errno, or 0
 *
 * Return: the exit code; 0 if @err is 0.
 */
int exit_code(int err);

/**
 * complain_error() - report an error in the C library's words
 * @what: the file or device that it is about
 * @err: a negative errno
 *
 * Return: the exit code for @err.
 */
int complain_error(const char *what, int err);

/**
 * complain_output() - report that a file or folder cannot be written
 * @path: its path
 * @err: a negative errno
 *
 * Return: EXIT_OUTPUT.
 */
int complain_output(const char *path, int err);

#endif /* CLI_COMPLAIN_H */
