// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traffic and stalls of the logical links of chips: a view of metrics by link, with sums of
 * counters where no metric is named.
 */
#include <errno.h>
#include <gpcd/nics.h>
#include <unistd.h>

#include "chips/chips.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/parse.h"
#include "cli/pick.h"
#include "cli/wait/wait.h"
#include "commands.h"
#include "device/device.h"
#include "device/options.h"
#include "metrics/measured.h"

/* What the arguments ask for. */
struct plan {
	struct stream stream;
	struct linkheat_request heat; /* a picture, a page */
	const char *chip; /* argument of --chip, or NULL */
	unsigned int coord[3]; /* chip, parsed */
	bool rates; /* also print rates and shares */
	bool heading; /* also print the names of columns */
	bool wrong; /* only what is wrong */
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
	{ "wrong", 0, NULL, 0,
	  "only links over a limit, failed, uneven or that stand still, and why",
	  OPTION_FLAG(struct plan, wrong) },
	{ 0 }
};

static int note_chip(struct options_state *state, void *input)
{
	struct plan *plan = input;
	const char *drawn = plan->heat.picture.path ? "the picture" :
			    plan->heat.page.path ? "--html" : NULL;

	if (plan->chip)
		parse_coord(plan->chip, plan->coord);
	if (plan->wrong && (plan->rates || plan->chip || drawn))
		return options_reject(state,
				      "--wrong has its own columns, of all chips: leave %s out",
				      plan->rates ? "--rates" : plan->chip ? "--chip" : drawn);
	return 0;
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct plan, stream.pace, &pace_options),
	OPTIONS_PART(struct plan, stream.log, &logfile_options),
	OPTIONS_PART(struct plan, stream.measuring.picked.wanted, &sets_options),
	OPTIONS_PART(struct plan, stream.measuring.map, &linkmap_options),
	OPTIONS_PART(struct plan, heat.picture, &picture_options),
	OPTIONS_PART(struct plan, heat.page, &html_options),
	DEVICE_NAMED,
	{ .options = &format_sample_options }, { .options = &format_long_options },
	{ .options = &format_csv_columns_options }, { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.check = note_chip,
	.doc = "Print the traffic over the logical links of Geminis or Aries in each period.\n"
	       "\vThese are the counters of their tiles, summed over the tiles of each link.\n"
	       "Without -d and GPCD_DEVICE: all devices of this machine, each chip once.\n"
	       "-d may be repeated. With -m, metrics per link in place of the columns below.\n"
	       "A picture shows all links, their load and stalls, as the mean of all samples;\n"
	       "a page (--html) has each sample.\n"
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
	code = linkheat_open(&heat, &measuring->map, &plan->heat);
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

	if (plan->rates || plan->heat.picture.path || plan->heat.page.path) {
		complain("%s the columns without -m: leave it out",
			 plan->rates ? "--rates is about" : plan->heat.picture.path ?
			 "a picture is drawn from" : "--html is made from");
		return EXIT_USAGE;
	}
	measuring->picked.picking = PICKING_LINKS;
	code = measuring_open(measuring);
	return code ? code : stream_run(&plan->stream);
}

/* Samples of what is wrong. */
struct watch {
	struct pace *pace;
	struct logfile *log;
	struct chips chips;
	struct model model;
	struct out out;
};

static int fault_reload(void *data)
{
	struct watch *watch = data;

	if (logfile_reopen(watch->log))
		faults_header(&watch->out);
	return 0;
}

static int fault_step(void *data, const struct pace_step *at)
{
	struct watch *watch = data;
	size_t good = chips_read(&watch->chips, &watch->model);

	chips_report(&watch->chips);
	if (!good && !device_options.wait_ns)
		return chips_code(&watch->chips);
	if (at->first)
		return 0;
	if (logfile_next(watch->log, realtime_ns()))
		faults_header(&watch->out);
	faults_add(&watch->out, &watch->chips, &watch->model, MODEL_LINK, true);
	watch->pace->torn += watch->chips.is_torn;
	return pace_write(watch->pace, &watch->out);
}

static int watch_faults(struct plan *plan)
{
	struct linkmap *map = &plan->stream.measuring.map;
	struct watch watch = {
		.pace = &plan->stream.pace,
		.log = &plan->stream.log,
		.out = { .name = plan->stream.log.path },
		.chips = { .map = map, .wanted = plan->stream.measuring.picked.wanted },
		.model = { .faults = true },
	};
	int code = linkmap_open(map, NULL), broken;

	if (code)
		return code;
	code = chips_open(&watch.chips, &watch.model);
	if (!code)
		code = logfile_open(watch.log);
	if (!code) {
		if (watch.log->path)
			watch.pace->reload = fault_reload;
		faults_header(&watch.out);
		code = pace_run(watch.pace, fault_step, &watch);
	}
	broken = out_end(&watch.out);
	if (!code)
		code = broken ? broken : chips_code(&watch.chips);
	chips_close(&watch.chips);
	model_free(&watch.model);
	linkmap_close(map);
	return code;
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
	if (!code && plan.wrong)
		return watch_faults(&plan);
	if (!code)
		code = measuring->picked.wanted.count ? watch_metrics(&plan) : watch_sums(&plan);
	measuring_close(measuring);
	return code;
}
