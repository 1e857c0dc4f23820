// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "cli.h"
#include "out.h"
#include "parse.h"

struct cli cli = { .format = &format_text };

static const struct program *program;
static const char *program_name;

enum { KEY_WAIT = 0x180 };

static const struct argp_option device_options[] = {
	{ "device", 'd', "DEVICE", 0,
	  "/dev/gpcdN, gpcdN or image:FILE; default: $GPCD_DEVICE, else /dev/gpcd0 (links: all)",
	  0 },
	{ "wait", KEY_WAIT, "TIME", OPTION_ARG_OPTIONAL,
	  "wait until the device is there and live, with --wait=TIME at most so long", 0 },
	{ 0 }
};

static void parse_wait(const struct argp_state *state, const char *time)
{
	cli.wait_ns = CLI_WAIT_EVER;
	if (time && (parse_time(time, &cli.wait_ns) || !cli.wait_ns))
		argp_error(state, "--wait=%s: a time is 500ms, 10s or 2m", time);
}

static error_t parse_device(int key, char *arg, struct argp_state *state)
{
	if (key == KEY_WAIT) {
		parse_wait(state, arg);
		return 0;
	}
	if (key != 'd')
		return ARGP_ERR_UNKNOWN;
	if (cli.ndevices == CLI_DEVICES)
		argp_error(state, "more than %d devices", CLI_DEVICES);
	cli.device = arg;
	cli.devices[cli.ndevices++] = arg;
	return 0;
}

enum { KEY_CSV = 0x100, KEY_JSON };

static const struct argp_option output_options[] = {
	{ "csv", KEY_CSV, NULL, 0, "comma-separated values", 1 },
	{ "json", KEY_JSON, NULL, 0, "JSON", 1 },
	{ 0 }
};

static error_t parse_output(int key, char *arg, struct argp_state *state)
{
	const struct format *format = key == KEY_CSV ? &format_csv : &format_json;

	(void)arg;
	if (key != KEY_CSV && key != KEY_JSON)
		return ARGP_ERR_UNKNOWN;
	if (cli.format != &format_text && cli.format != format)
		argp_error(state, "both --csv and --json: choose one");
	cli.format = format;
	return 0;
}

static const struct argp_option nic_options[] = {
	{ "nic-addr", 'a', "ADDR", 0,
	  "registers of this NIC, not of the device's own; a number", 2 },
	{ 0 }
};

static error_t parse_nic(int key, char *arg, struct argp_state *state)
{
	if (key != 'a')
		return ARGP_ERR_UNKNOWN;
	cli_once(state, "--nic-addr", cli.nic, arg);
	cli.nic = arg;
	if (parse_u32(arg, &cli.nic_addr))
		cli_refuse(state, nic_options, key, arg, NULL);
	return 0;
}

static const struct argp device_argp = { .options = device_options, .parser = parse_device };
const struct argp cli_format_argp = { .options = output_options, .parser = parse_output };
static const struct argp nic_argp = { .options = nic_options, .parser = parse_nic };

#define CHILD(of) { .argp = &of##_argp }

const struct argp_child cli_device_options[] = { CHILD(device), { 0 } };
const struct argp_child cli_output_options[] = { CHILD(cli_format), CHILD(device), { 0 } };
const struct argp_child cli_register_options[] = { CHILD(nic), CHILD(device), { 0 } };
const struct argp_child cli_series_options[] = {
	CHILD(cli_format), CHILD(nic), CHILD(device), { 0 }
};

void cli_parse(const struct argp *argp, int argc, char **argv, void *input)
{
	arguments_parse(argp, argc, argv, 0, input);
}

void cli_parse_front(const struct argp *argp, int argc, char **argv, void *input)
{
	arguments_parse(argp, argc, argv, ARGP_IN_ORDER, input);
}

void cli_once(const struct argp_state *state, const char *option, const char *before,
	      const char *arg)
{
	if (before && strcmp(before, arg))
		argp_error(state, "both %s %s and %s %s: choose one", option, before, option, arg);
}

void cli_refuse(const struct argp_state *state, const struct argp_option *options, int key,
		const char *arg, const struct words *words)
{
	char text[2 * WORDS_ROOM];

	argp_error(state, "%s", words_refusal(options, key, arg, words, text));
}

static const char *chip_word(unsigned int i)
{
	return gpcd_chip_name(GPCD_CHIP_NONE + 1 + i);
}

const struct words cli_chips = { chip_word, GPCD_CHIPS - 1 };

char *cli_chip_help(int key, const char *text, void *input)
{
	char names[WORDS_ROOM];
	char *help;

	(void)input;
	if (key != 'c')
		return (char *)text;
	words_list(&cli_chips, names);
	return asprintf(&help, "%s; %s", names, text) < 0 ? NULL : help;
}

static const char *command_word(unsigned int i)
{
	return program->commands[i].name;
}

static const struct command *command_find(const struct argp_state *state, const char *name)
{
	struct words words = { .name = command_word };
	char offer[WORDS_ROOM];
	int i;

	while (program->commands[words.count].name)
		words.count++;
	i = words_find(&words, name);
	if (i < 0)
		argp_error(state, "no command '%s': %s", name, words_offer(&words, name, offer));
	return i < 0 ? NULL : &program->commands[i];
}

struct invocation {
	const struct command *command;
	int argc;
	char **argv;
};

/* The first argument that is no option names the subcommand; the rest is its own. */
static error_t parse_main(int key, char *arg, struct argp_state *state)
{
	struct invocation *it = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		it->command = command_find(state, arg);
		it->argc = state->argc - state->next + 1;
		it->argv = &state->argv[state->next - 1];
		state->next = state->argc;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "a command is missing");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Lest a device be opened as standard output where that is closed. */
static void fill_descriptors(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDONLY);
	} while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

/* Help and version, which argp prints. */
static void check_written(void)
{
	struct out out = { 0 };
	int code;

	if (fflush(stdout))
		out.error = -errno;
	else if (ferror(stdout))
		out.error = -EIO;
	code = out_end(&out);
	if (code)
		_exit(code);
}

/* A mapping ends where its file does. */
static void image_shrunk(int sig)
{
	static const char said[] = ": the image file was made shorter, or cannot be read\n";
	ssize_t n;

	n = write(STDERR_FILENO, program_name, strlen(program_name));
	n += write(STDERR_FILENO, said, sizeof(said) - 1);
	(void)sig;
	(void)n;
	_exit(EXIT_DEVICE);
}

/* A pipe that its reader closes, and a file too large, are write errors, told as such. */
static void prepare_signals(void)
{
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	signal(SIGBUS, image_shrunk);
}

void cli_begin(const char *name)
{
	program_name = name;
	cli.command = name;
	fill_descriptors();
	prepare_signals();
	atexit(check_written);
	argp_err_exit_status = EXIT_USAGE;
}

int cli_run(const struct program *this, int argc, char **argv)
{
	const struct argp argp = {
		.parser = parse_main,
		.args_doc = "COMMAND [ARGUMENT...]",
		.doc = this->doc,
		.children = this->options,
	};
	struct invocation it = { 0 };
	static char title[32];

	program = this;
	cli_begin(this->name);
	arguments_parse(&argp, argc, argv, ARGP_IN_ORDER, &it);
	snprintf(title, sizeof(title), "%s %s", this->name, it.command->name);
	cli.command = title;
	it.argv[0] = title;
	return it.command->run(it.argc, it.argv);
}
