/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What every subcommand shares: the command line, messages, exit codes.
 */
#ifndef CLI_H
#define CLI_H

#include <argp.h>
#include <gpcd/gpcd.h>

#include "util.h"

struct format;

/* Exit codes; gpcd(1) and `gpcd --help` list them. */
enum {
	EXIT_RUNTIME = 1,
	EXIT_USAGE = 2,
	EXIT_DEVICE = 3,
	EXIT_PERMISSION = 4,
	EXIT_OUTPUT = 5,
};

/**
 * struct cli - what the command line says to every subcommand
 * @command: what messages begin with: "gpcd" and the subcommand's name
 * @device: -d, or NULL
 * @nic_addr: --nic-addr, or 0: the device's own
 * @format: of the output: text unless --csv or --json
 */
struct cli {
	const char *command;
	const char *device;
	uint32_t nic_addr;
	const struct format *format;
};

extern struct cli cli;

/*
 * Children of a subcommand's argp. Device: -d; output: also --csv and --json;
 * register: -d and --nic-addr; series: all of them.
 */
extern const struct argp_child cli_device_options[];
extern const struct argp_child cli_output_options[];
extern const struct argp_child cli_register_options[];
extern const struct argp_child cli_series_options[];

/* Parse a subcommand's arguments; exits on a wrong one. */
void cli_parse(const struct argp *argp, int argc, char **argv, void *input);

/* One line on standard error, after the name of the subcommand. */
__printf(1, 2) void complain(const char *fmt, ...);

/* The exit code of a negative errno. */
int exit_code(int err);

/* The subcommands: each returns an exit code. */
int cmd_list(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_counters(int argc, char **argv);
int cmd_read(int argc, char **argv);
int cmd_write(int argc, char **argv);
int cmd_sample(int argc, char **argv);
int cmd_emulate(int argc, char **argv);
int cmd_perms(int argc, char **argv);

#endif /* CLI_H */
