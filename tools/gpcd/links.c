// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traffic and stalls of the logical links of chips: a table for each sample, with the differences
 * to the sample before.
 */
#include <errno.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/out/out.h"
#include "cli/parse.h"
#include "commands.h"
#include "device/options.h"
#include "metrics/stream.h"
#include "series/linkheat.h"
#include "series/sample_format.h"
#include "series/watch.h"

enum { KEY_CHIP = 0x400, KEY_RATES, KEY_HEADER, KEY_NO_HEADER };

/* What the arguments ask for. */
struct plan {
	struct stream stream; /* used if metrics are named */
	struct picture picture;
	const char *chip; /* argument of --chip, or NULL */
	unsigned int coord[3]; /* chip, parsed */
	bool rates; /* also print rates and shares */
	bool heading; /* also print the names of columns */
};

struct run {
	struct plan plan;
	struct watch watch;
	struct linkheat heat;
	struct out out;
};

static const struct argp_option options[] = {
	{ "chip", KEY_CHIP, "X,Y,Z", 0,
	  "coordinate of the device, of an Aries group,chassis,blade; default: its own", 0 },
	{ "rates", KEY_RATES, NULL, 0,
	  "rates per second, and the share of what a link can carry", 0 },
	{ "header", KEY_HEADER, NULL, 0,
	  "name the columns of text; default: where it goes to a terminal", 0 },
	{ "no-header", KEY_NO_HEADER, NULL, 0, "do not name them", 0 },
	{ 0 }
};

static error_t links_option(int key, char *arg, struct argp_state *state)
{
	struct plan *plan = state->input;

	switch (key) {
	case KEY_CHIP:
		cli_once(state, "--chip", plan->chip, arg);
		plan->chip = arg;
		if (parse_coord(arg, plan->coord))
			cli_refuse(state, options, key, arg, NULL);
		return 0;
	case KEY_RATES:
		plan->rates = true;
		return 0;
	case KEY_HEADER:
	case KEY_NO_HEADER:
		plan->heading = key == KEY_HEADER;
		return 0;
	case ARGP_KEY_INIT:
		plan->heading = isatty(STDOUT_FILENO);
		state->child_inputs[0] = &plan->stream.pace;
		state->child_inputs[1] = &plan->stream.measuring.picked.wanted;
		state->child_inputs[2] = &plan->stream.measuring.map;
		state->child_inputs[3] = &plan->picture;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp output_argp = { .children = long_children };

static const struct argp_child children[] = {
	{ .argp = &pace_argp },
	{ .argp = &sets_argp },
	{ .argp = &linkmap_argp },
	{ .argp = &picture_argp },
	{ .argp = &output_argp },
	{ 0 }
};

static const struct argp argp = {
	.options = options,
	.parser = links_option,
	.doc = "Print the traffic over the logical links of Geminis or Aries in each period.\n"
	       "\vThese are the counters of their tiles, summed over the tiles of each link.\n"
	       "Without -d and GPCD_DEVICE: all devices of this machine, each chip once.\n"
	       "-d may be repeated. With -m, metrics per link in place of the columns below.\n"
	       "A picture shows all links, their load and stalls, as the mean of all samples.\n"
	       "\n"
	       "A line per link: direction, coordinate of the far chip, GB/s; what arrived,\n"
	       "phits on VC0 and VC1, packets likewise; cycles of input-queue and of credit\n"
	       "stalls. For an Aries: colour and peer; flits of requests and of responses,\n"
	       "events of the filters of their virtual channels, and the same stalls.",
	.children = children,
};

static bool is_torn(const struct watch *watch)
{
	for (size_t i = 0; i < watch->count; i++) {
		if (watch->chips[i].fresh && watch_torn(&watch->chips[i].router))
			return true;
	}
	return false;
}

/* Return the exit code, or -1 if a signal asks for the end. */
static int write_links(struct run *run, uint64_t missed)
{
	struct pace *pace = &run->plan.stream.pace;
	struct watch_sample sample = {
		.watch = &run->watch,
		.missed = missed,
		.rates = run->plan.rates,
		.heading = run->plan.heading,
	};
	int code;

	sample_format()->links(&run->out, &sample);
	code = pace_write(pace, &run->out);
	if (code)
		return code;
	linkheat_add(&run->heat, &run->watch);
	pace->torn += is_torn(&run->watch);
	return 0;
}

/* The first sweep writes nothing; the second is compared with it. */
static int links_step(void *data, const struct pace_step *at)
{
	struct run *run = data;
	int code = watch_read(&run->watch);

	if (code || at->first)
		return code;
	if (watch_sum(&run->watch))
		return write_links(run, at->missed);
	return run->watch.count ? 0 : run->watch.code;
}

static int watch_links(struct run *run)
{
	const struct sample_format *format = sample_format();
	struct plan *plan = &run->plan;
	struct linkmap *map = &plan->stream.measuring.map;
	int code;

	code = watch_open(&run->watch, map, plan->chip ? plan->coord : NULL);
	if (code)
		return code;
	if (format->links_header)
		format->links_header(&run->out,
				     router_kind_links(linkmap_is_aries(map)), plan->rates);
	if (!run->out.error)
		code = pace_run(&plan->stream.pace, links_step, run);
	if (!code)
		code = linkheat_write(&run->heat, pace_period(&plan->stream.pace));
	watch_close(&run->watch);
	/* Chips that could not be read have been reported. */
	return code ? code : run->watch.code;
}

/* Print metrics per link instead of this command's own columns. */
static int watch_metrics(struct plan *plan)
{
	struct measuring *measuring = &plan->stream.measuring;
	int code;

	if (plan->rates || plan->picture.path) {
		complain("%s the columns without -m: leave it out",
			 plan->rates ? "--rates is about" : "a picture is drawn from");
		return EXIT_USAGE;
	}
	measuring->picked.picking = PICKING_LINKS;
	measuring->all = true;
	measuring->once = true;
	measuring->coord = plan->chip ? plan->coord : NULL;
	code = measuring_open(measuring);
	if (!code)
		code = stream_run(&plan->stream);
	measuring_close(measuring);
	return code;
}

static int watch_columns(struct run *run)
{
	struct linkmap *map = &run->plan.stream.measuring.map;
	int code = linkmap_open(map, run->plan.chip ? run->plan.coord : NULL), broken;

	if (code)
		return code;
	code = linkheat_open(&run->heat, map, &run->plan.picture);
	if (!code)
		code = watch_links(run);
	linkheat_close(&run->heat);
	broken = out_end(&run->out);
	linkmap_close(map);
	return broken ? broken : code;
}

int cmd_links(int argc, char **argv)
{
	struct run run = { 0 };

	cli_parse(&argp, argc, argv, &run.plan);
	return run.plan.stream.measuring.picked.wanted.count ? watch_metrics(&run.plan) :
								watch_columns(&run);
}
