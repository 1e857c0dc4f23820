// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traffic and stalls of the logical links of chips: a view of metrics by link, with sums of
 * counters where no metric is named.
 */
#include <errno.h>
#include <gpcd/nics.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/parse.h"
#include "cli/pick.h"
#include "commands.h"
#include "device/device.h"
#include "device/options.h"
#include "metrics/measured.h"

/* What the arguments ask for. */
struct plan {
	struct stream stream;
	struct picture picture;
	const char *chip; /* argument of --chip, or NULL */
	unsigned int coord[3]; /* chip, parsed */
	bool rates; /* also print rates and shares */
	bool heading; /* also print the names of columns */
};

static bool is_coord(const char *text)
{
	unsigned int coord[3];

	return !parse_coord(text, coord);
}

static const struct option_row rows[] = {
	{ "chip", 0, "X,Y,Z", 0,
	  "coordinate of the device, of an Aries group,chassis,blade; default: its own",
	  OPTION_ONCE(struct plan, chip), .valid = is_coord },
	{ "rates", 0, NULL, 0, "rates per second, and the share of what a link can carry",
	  OPTION_FLAG(struct plan, rates) },
	{ "header", 0, NULL, 0, "name the columns of text; default: where it goes to a terminal",
	  OPTION_FLAG(struct plan, heading) },
	{ "no-header", 0, NULL, 0, "do not name the columns of text",
	  OPTION_CLEAR(struct plan, heading) },
	{ 0 }
};

static int note_chip(struct options_state *state, void *input)
{
	struct plan *plan = input;

	(void)state;
	if (plan->chip)
		parse_coord(plan->chip, plan->coord);
	return 0;
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct plan, stream.pace, &pace_options),
	OPTIONS_PART(struct plan, stream.measuring.picked.wanted, &sets_options),
	OPTIONS_PART(struct plan, stream.measuring.map, &linkmap_options),
	OPTIONS_PART(struct plan, picture, &picture_options),
	DEVICE_NAMED,
	{ .options = &format_sample_options }, { .options = &format_long_options }, { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.check = note_chip,
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
};

/* The columns of this command itself: exact sums of the counters of each link's tiles. */
static int watch_sums(struct plan *plan)
{
	struct measuring *measuring = &plan->stream.measuring;
	struct linkheat heat = { 0 };
	int code = linkmap_open(&measuring->map, measuring->coord);

	if (code)
		return code;
	measuring->known = true;
	measuring->picked.picking = PICKING_SUMS;
	measuring->rates = plan->rates;
	measuring->heading = plan->heading;
	plan->stream.heat = &heat;
	code = linkheat_open(&heat, &measuring->map, &plan->picture);
	if (!code)
		code = measuring_open(measuring);
	if (!code)
		code = stream_run(&plan->stream);
	linkheat_close(&heat);
	return code;
}

/* Metrics per link in their place. */
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
	code = measuring_open(measuring);
	return code ? code : stream_run(&plan->stream);
}

/* Links are made of a router's tiles. If no device is named, this machine has no router. */
static int reject_nics(void)
{
	struct device_set set;
	int code = device_set_find(&set, true);

	for (size_t i = 0; !code && i < set.count; i++) {
		if (!gpcd_nic_named(set.names[i]))
			continue;
		complain_of(set.names[i],
			    "a network interface, not a router: see `gpcd top' and `gpcd stat'");
		code = device_is_named() ? EXIT_USAGE : EXIT_DEVICE;
	}
	device_set_free(&set);
	return code;
}

int cmd_links(int argc, char **argv)
{
	struct plan plan = { .heading = isatty(STDOUT_FILENO) };
	struct measuring *measuring = &plan.stream.measuring;
	int code;

	options_parse(&options, argc, argv, &plan);
	measuring->all = true;
	measuring->once = true;
	measuring->coord = plan.chip ? plan.coord : NULL;
	code = reject_nics();
	if (!code)
		code = measuring->picked.wanted.count ? watch_metrics(&plan) : watch_sums(&plan);
	measuring_close(measuring);
	return code;
}
