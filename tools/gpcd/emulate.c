// SPDX-License-Identifier: GPL-2.0-only
/* A chip in a file, with its counters driven in real time. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpcd/image.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/parse.h"
#include "cli/wait/wait.h"
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
	bool once; /* exit after that; the image stays live, its time stands still */
};

/* List what the coordinates mean on each chip of the catalogue: others are not emulated. */
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

static int parse_chip_coord(const char *arg, void *coord)
{
	return parse_coord(arg, coord);
}

static const struct option_row rows[] = {
	{ "image", 0, "FILE", 0, "the image; an old one is replaced",
	  OPTION_TEXT(struct plan, path) },
	{ "chip", 'c', "CHIP", 0, "default: gemini",
	  OPTION_CALL(struct plan, info.chip, names_chip), .words = &names_chips,
	  .describe = names_chip_help },
	{ "nic-addr", 'a', "ADDR", 0, "NIC address of the device, 1 or more; default 1",
	  OPTION_NUMBER(struct plan, info.nic_addr, 1, UINT32_MAX) },
	{ "nic-index", 0, "N", 0, "which of the chip's NICs it is, a number; default 0",
	  OPTION_NUMBER(struct plan, info.nic_index, 0, UINT32_MAX) },
	{ "coord", 0, "X,Y,Z", 0, "the chip's coordinate; default 0,0,0",
	  OPTION_CALL(struct plan, info.coord, parse_chip_coord), .describe = coord_help },
	{ "seed", 0, "N", 0, "a number, seed of the traffic; default 1",
	  OPTION_WIDE(struct plan, seed, 0, UINT64_MAX) },
	{ "interval", 'i', "TIME", 0, "from update to update, 1ms to 1m; default 10ms",
	  OPTION_TIME(struct plan, interval, INTERVAL_MIN, INTERVAL_MAX) },
	{ "advance", 0, "TIME", 0, "let this much of the chip's time pass first",
	  OPTION_TIME(struct plan, advance, 0, UINT64_MAX) },
	{ "once", 0, NULL, 0, "do not drive the image: leave it live, its time standing still",
	  OPTION_FLAG(struct plan, once) },
	{ 0 }
};

static int check_emulate(struct options_state *state, void *input)
{
	const struct plan *plan = input;

	if (plan->path)
		return 0;
	return options_reject(state, "--image FILE is missing, as in --image g0.img");
}

static const struct options options = {
	.rows = rows,
	.check = check_emulate,
	.doc = "Emulate a chip in a file, to be read with `gpcd -d image:FILE'.\n"
	       "\vIt ends at SIGINT, SIGTERM or SIGHUP; the chip is then marked gone.",
};

/* --- calls that may find the file shortened --- */

/* A step of the chip's time. */
struct step {
	struct gpcd_image_source *source;
	uint64_t ns;
};

static int step_run(void *data)
{
	const struct step *step = data;

	return gpcd_image_source_advance(step->source, step->ns);
}

static int step_take(struct gpcd_image_source *source, uint64_t ns)
{
	struct step step = { source, ns };

	return gpcd_image_guard(step_run, &step);
}

static int driving_release(void *source)
{
	gpcd_image_source_release(source);
	return 0;
}

static int driving_close(void *source)
{
	gpcd_image_source_close(source);
	return 0;
}

/* --- time passes --- */

static int source_advance(struct gpcd_image_source *source, uint64_t ns)
{
	uint64_t slice;
	int err = 0;

	for (; ns && !err; ns -= slice) {
		slice = ns < SLICE ? ns : SLICE;
		err = stop_asked() ? -EINTR : step_take(source, slice);
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
		err = step_take(source, now - last);
		if (err && err != -EBUSY)
			return err;
		last = now;
	}
}

static int drive_until_end(struct gpcd_image_source *source, const struct plan *plan)
{
	struct ticker ticker;
	int err;

	err = ticker_start(&ticker, plan->interval, false);
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
	int err, last;

	stop_catch();
	err = gpcd_image_create(plan->path, &plan->info);
	if (err)
		return err;
	err = gpcd_image_source_open(plan->path, plan->seed, &source);
	if (err)
		return err;
	err = source_advance(source, plan->advance);
	if (!err && !plan->once)
		err = drive_until_end(source, plan);
	/* A file that has lost a page cannot be marked gone. */
	last = gpcd_image_guard(err == -EFAULT || (!err && plan->once) ?
				driving_release : driving_close, source);
	return err ? err : last;
}

int cmd_emulate(int argc, char **argv)
{
	struct plan plan = {
		.info = { .chip = GPCD_CHIP_GEMINI, .nic_addr = 1 },
		.seed = 1,
		.interval = 10000000,
	};
	int err;

	options_parse(&options, argc, argv, &plan);
	err = emulate(&plan);
	switch (err) {
	case 0:
		return 0;
	case -EEXIST:
		complain("%s: exists and is no register image of this version: remove it",
			 plan.path);
		break;
	case -EBUSY:
		complain("%s: another program drives it, or keeps it locked: end that first",
			 plan.path);
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
	case -EFAULT:
		complain_of(plan.path,
			    "the image file was made shorter, or cannot be read: it is driven no more");
		return EXIT_DEVICE;
	default:
		complain("%s: %s", plan.path, strerror(-err));
	}
	return EXIT_RUNTIME;
}
