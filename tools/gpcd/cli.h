/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What every subcommand shares: the command line, messages, exit codes.
 */
#ifndef CLI_H
#define CLI_H

#include <argp.h>
#include <gpcd/gpcd.h>

#include "util.h"
#include "words.h"

struct format;

/* Exit codes; gpcd(1) and `gpcd --help` list them. */
enum {
	EXIT_RUNTIME = 1,
	EXIT_USAGE = 2,
	EXIT_DEVICE = 3,
	EXIT_PERMISSION = 4,
	EXIT_OUTPUT = 5,
};

/* As many -d as there may be devices. */
#define CLI_DEVICES 1024

/* --wait without a time */
#define CLI_WAIT_EVER UINT64_MAX

/**
 * struct cli - what the command line says to every subcommand
 * @command: what messages begin with: "gpcd" and the subcommand's name
 * @device: the last -d, or NULL
 * @devices: each -d there is
 * @ndevices: how many
 * @nic: --nic-addr, or NULL
 * @wait_ns: --wait: for devices that are not there yet, at most so long; 0: do not wait
 * @nic_addr: its number, or 0: the device's own
 * @format: of the output: text unless --csv or --json
 */
struct cli {
	const char *command;
	const char *device;
	const char *devices[CLI_DEVICES];
	unsigned int ndevices;
	const char *nic;
	uint64_t wait_ns;
	uint32_t nic_addr;
	const struct format *format;
};

extern struct cli cli;

/** struct command - a subcommand; @run: returns an exit code */
struct command {
	const char *name;
	int (*run)(int argc, char **argv);
};

/**
 * struct program - a command of subcommands
 * @name: what it is called
 * @doc: for --help, as argp wants it
 * @commands: those it has; the last has no name
 * @options: that may stand before the subcommand, or NULL
 */
struct program {
	const char *name;
	const char *doc;
	const struct command *commands;
	const struct argp_child *options;
};

/* What main() of a command begins with. */
void cli_begin(const char *name);

/* What main() of a command of subcommands does; returns an exit code. */
int cli_run(const struct program *program, int argc, char **argv);

/*
 * Of a subcommand's argp, a child, or its children. Format: --csv and --json; device:
 * -d; output: both; register: -d and --nic-addr; series: all of them.
 */
extern const struct argp cli_format_argp;
extern const struct argp_child cli_device_options[];
extern const struct argp_child cli_output_options[];
extern const struct argp_child cli_register_options[];
extern const struct argp_child cli_series_options[];

/* Parse a subcommand's arguments; exits on a wrong one. */
void cli_parse(const struct argp *argp, int argc, char **argv, void *input);

/* Likewise, but the first that is no option, and all behind it, are arguments. */
void cli_parse_front(const struct argp *argp, int argc, char **argv, void *input);

/*
 * Refuse an option that is given a second time with another argument: only one could
 * count. @before: the first argument, or NULL.
 */
void cli_once(const struct argp_state *state, const char *option, const char *before,
	      const char *arg);

/* The argument of an option is not valid: say so as words_refusal() does, and exit. */
void cli_refuse(const struct argp_state *state, const struct argp_option *options, int key,
		const char *arg, const struct words *words);

/* The chips' names, in the order of enum gpcd_chip. */
extern const struct words cli_chips;

/* An argp's help_filter: the help of --chip begins with the chips' names. */
char *cli_chip_help(int key, const char *text, void *input);

/* One line on standard error, after the name of the subcommand. */
__printf(1, 2) void complain(const char *fmt, ...);

/* The exit code of a negative errno. */
int exit_code(int err);

/* Complain in the C library's words for a negative errno; returns its exit code. */
int complain_error(const char *what, int err);

/* The subcommands: each returns an exit code. */
int cmd_list(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_counters(int argc, char **argv);
int cmd_read(int argc, char **argv);
int cmd_write(int argc, char **argv);
int cmd_sample(int argc, char **argv);
int cmd_links(int argc, char **argv);
int cmd_topo(int argc, char **argv);
int cmd_emulate(int argc, char **argv);
int cmd_perms(int argc, char **argv);

#endif /* CLI_H */
