// SPDX-License-Identifier: GPL-2.0-only
/* A chip in a file, with its counters driven in real time. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpcd/image.h>

#include "cli/cli.h"
#include "cli/parse.h"
#include "cli/wait/clock.h"
#include "cli/wait/stop.h"
#include "commands.h"
#include "device/names.h"

#define INTERVAL_MIN 1000000ULL		/* 1 ms */
#define INTERVAL_MAX 60000000000ULL	/* a minute */
#define SLICE 1000000000ULL		/* ns of the chip's time between two checks for signals */

/* What the arguments ask for. */
struct plan {
	const char *path;
	struct gpcd_info info;
	uint64_t seed;
	uint64_t interval; /* between updates of the counters, ns */
	uint64_t advance; /* let this much of the chip's time pass first, ns */
	int once; /* exit after that; the image stays live, its time stands still */
};

enum { KEY_IMAGE = 0x200, KEY_COORD, KEY_INDEX, KEY_SEED, KEY_ADVANCE, KEY_ONCE };

static const struct argp_option options[] = {
	{ "image", KEY_IMAGE, "FILE", 0, "the image; an old one is replaced", 0 },
	{ "chip", 'c', "CHIP", 0, "default: gemini", 0 },
	{ "nic-addr", 'a', "ADDR", 0, "NIC address of the device, 1 or more; default 1", 0 },
	{ "nic-index", KEY_INDEX, "N", 0,
	  "which of the chip's NICs it is, a number; default 0", 0 },
	{ "coord", KEY_COORD, "X,Y,Z", 0, "the chip's coordinate; default 0,0,0", 0 },
	{ "seed", KEY_SEED, "N", 0, "a number, seed of the traffic; default 1", 0 },
	{ "interval", 'i', "TIME", 0, "from update to update, 1ms to 1m; default 10ms", 0 },
	{ "advance", KEY_ADVANCE, "TIME", 0, "let this much of the chip's time pass first", 0 },
	{ "once", KEY_ONCE, NULL, 0,
	  "do not drive the image: leave it live, its time standing still", 0 },
	{ 0 }
};

static int parse_view(int key, char *arg, struct gpcd_info *info)
{
	switch (key) {
	case 'c':
		info->chip = gpcd_chip_by_name(arg);
		return info->chip == GPCD_CHIP_NONE ? -EINVAL : 0;
	case 'a':
		return parse_u32(arg, &info->nic_addr) || !info->nic_addr ? -EINVAL : 0;
	case KEY_INDEX:
		return parse_u32(arg, &info->nic_index);
	case KEY_COORD:
		return parse_coord(arg, info->coord);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int parse_traffic(int key, char *arg, struct plan *plan)
{
	switch (key) {
	case KEY_SEED:
		return parse_number(arg, &plan->seed);
	case 'i':
		if (parse_time(arg, &plan->interval))
			return -EINVAL;
		return plan->interval < INTERVAL_MIN || plan->interval > INTERVAL_MAX ?
		       -EINVAL : 0;
	case KEY_ADVANCE:
		return parse_time(arg, &plan->advance);
	case KEY_ONCE:
		plan->once = 1;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t emulate_option(int key, char *arg, struct argp_state *state)
{
	struct plan *plan = state->input;
	int err;

	if (key == KEY_IMAGE) {
		plan->path = arg;
		return 0;
	}
	if (key == ARGP_KEY_END && !plan->path)
		argp_error(state, "--image FILE is missing");
	err = parse_view(key, arg, &plan->info);
	if (err == ARGP_ERR_UNKNOWN)
		err = parse_traffic(key, arg, plan);
	if (err == -EINVAL)
		cli_refuse(state, options, key, arg, key == 'c' ? &names_chips : NULL);
	return err;
}

/* List what the coordinates mean on each chip. */
static char *coord_help(const char *text)
{
	char *help = strdup(text), *longer;

	for (unsigned int chip = GPCD_CHIP_NONE + 1; help && chip < GPCD_CHIPS; chip++) {
		if (asprintf(&longer, "%s; %s: %s", help, gpcd_chip_name(chip),
			     gpcd_chip_coord(chip)) < 0)
			longer = NULL;
		free(help);
		help = longer;
	}
	return help;
}

static char *option_help(int key, const char *text, void *input)
{
	return key == KEY_COORD ? coord_help(text) : names_chip_help(key, text, input);
}

static const struct argp argp = {
	.options = options,
	.parser = emulate_option,
	.doc = "Emulate a chip in a file, to be read with `gpcd -d image:FILE'.\n"
	       "\vIt ends at SIGINT, SIGTERM or SIGHUP; the chip is then marked gone.",
	.help_filter = option_help,
};

static int source_advance(struct gpcd_image_source *source, uint64_t ns)
{
	uint64_t slice;
	int err = 0;

	for (; ns && !err; ns -= slice) {
		slice = ns < SLICE ? ns : SLICE;
		err = stop_asked() ? -EINTR : gpcd_image_source_advance(source, slice);
	}
	return err;
}

/* The chip's time follows the clock and catches up after late wake-ups and slow writes. */
static int drive(struct gpcd_image_source *source, struct ticker *ticker)
{
	uint64_t last = monotonic_ns(), now, missed;
	int err;

	for (;;) {
		err = ticker_wait(ticker, &missed);
		if (err)
			return err == -EINTR ? 0 : err;
		now = monotonic_ns();
		err = gpcd_image_source_advance(source, now - last);
		if (err && err != -EBUSY)
			return err;
		last = now;
	}
}

static int drive_until_end(struct gpcd_image_source *source, const struct plan *plan)
{
	struct ticker ticker;
	int err;

	err = ticker_start(&ticker, plan->interval);
	if (err)
		return err;
	complain("image:%s lives: %s, nic_addr %u; end it with Ctrl-C", plan->path,
		 gpcd_chip_name(plan->info.chip), plan->info.nic_addr);
	err = drive(source, &ticker);
	ticker_stop(&ticker);
	return err;
}

static int emulate(const struct plan *plan)
{
	struct gpcd_image_source *source;
	int err;

	stop_catch();
	err = gpcd_image_create(plan->path, &plan->info);
	if (err)
		return err;
	err = gpcd_image_source_open(plan->path, plan->seed, &source);
	if (err)
		return err;
	err = source_advance(source, plan->advance);
	if (!err && plan->once) {
		gpcd_image_source_release(source);
		return 0;
	}
	if (!err)
		err = drive_until_end(source, plan);
	gpcd_image_source_close(source);
	return err;
}

int cmd_emulate(int argc, char **argv)
{
	struct plan plan = {
		.info = { .chip = GPCD_CHIP_GEMINI, .nic_addr = 1 },
		.seed = 1,
		.interval = 10000000,
	};
	int err;

	cli_parse(&argp, argc, argv, &plan);
	err = emulate(&plan);
	switch (err) {
	case 0:
		return 0;
	case -EEXIST:
		complain("%s: exists and is no register image of this version: remove it",
			 plan.path);
		break;
	case -EBUSY:
		complain("%s: another gpcd emulate drives it, or a reader locks it", plan.path);
		break;
	case -ENODEV:
		complain("%s: somebody marked the chip gone", plan.path);
		break;
	case -EINTR:
		complain("%s: ended before its time had advanced", plan.path);
		break;
	case -EINVAL:
		complain("%s: a %s has NICs 0 to %u only", plan.path,
			 gpcd_chip_name(plan.info.chip), gpcd_chip_nics(plan.info.chip) - 1);
		return EXIT_USAGE;
	default:
		complain("%s: %s", plan.path, strerror(-err));
	}
	return EXIT_RUNTIME;
}
