// SPDX-License-Identifier: GPL-2.0-only
/* Explain what is wrong in a network, by the counters of its chips. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/format.h"
#include "cli/pick.h"
#include "commands.h"
#include "device/device.h"
#include "device/options.h"
#include "explain.h"

/* A run of the command. */
struct run {
	struct measuring measuring;
	struct pace pace;
	const char *file; /* a recording, or NULL: devices are read */
	struct sites sites;
	struct explain_counts *counts; /* of the present window */
	struct out out;
	struct findings_page page;
	uint64_t window; /* number of the present one */
	int code; /* exit code of counters that could not be read, or 0 */
};

static const struct option_row rows[] = {
	{ "html", 0, "FILE", 0,
	  "write a page for a browser: all links over time, what is found, and who waits for it",
	  OPTION_TEXT(struct run, page.request.page.path) },
	{ 0 }
};

static const struct options_part parts[] = {
	OPTIONS_PART(struct run, pace, &pace_options),
	OPTIONS_PART(struct run, measuring.map, &linkmap_options),
	DEVICE_NAMED, { .options = &format_options }, { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_ONE(struct run, file, "recording", NULL),
	.args_doc = "[RECORDING]",
	.doc = "Say what is wrong in a network of Geminis or Aries, and where it comes from.\n"
	       "\vWithout a recording: the devices of this machine, or of -d, in each period.\n"
	       "A recording is explained as a whole, and by fifths, which show bursts.\n"
	       "\n"
	       "A sentence for each cause of congestion, the worst first: a NIC that is sent\n"
	       "more than it takes, or takes packets slowly; a link that is routed more than\n"
	       "it carries, is degraded or has failed; a NIC that sends far more than others.\n"
	       "The map of links tells where packets may go, and what has failed.",
};

static int explain_print(struct run *run, struct explain_counts *const *samples, size_t count)
{
	struct explain_findings findings;
	int err = explain_windows(run->sites.explain, samples, count, &findings), code = 0;

	if (!err) {
		findings_print(&run->out, &run->sites, ++run->window, &findings);
		code = findings_page_say(&run->page, &findings, run->file);
	}
	explain_findings_free(&findings);
	return err ? complain_error("the findings", err) : code;
}

/* --- a recording --- */

static int recording_read(struct recorded *recorded, const char *path,
			  struct measuring *measuring, struct sites *sites)
{
	struct player player = { 0 };
	int code;

	/* Standard input cannot be read twice: it is of registers. */
	if (!strcmp(path, "-"))
		return recorded_read(recorded, path, measuring, sites);
	code = player_open(&player, path);
	if (!code && simulated_is(&player)) {
		code = simulated_read(recorded, &player, &measuring->map, sites);
		player_close(&player);
		return code;
	}
	player_close(&player);
	return code ? code : recorded_read(recorded, path, measuring, sites);
}

static int recording_explain(struct run *run, const struct recorded *recorded)
{
	struct recorded_reading reading = { .to = recorded->begin };

	if (!recorded->count) {
		complain("%s: fewer than two readings: nothing to compare", run->file);
		return EXIT_INPUT;
	}
	run->page.heat.undated = recorded->undated;
	for (size_t i = 0; i < recorded->count; i++) {
		reading = (struct recorded_reading) {
			recorded->samples[i], recorded->failed[i], reading.to, recorded->ends[i],
		};
		findings_page_sample(&run->page, &reading);
	}
	findings_header(&run->out);
	return explain_print(run, recorded->samples, recorded->count);
}

static int run_recording(struct run *run)
{
	struct recorded recorded = { 0 };
	int code = run->page.request.page.path ?
		   outfile_spares(run->page.request.page.path, run->file) : 0, broken;

	if (!code)
		code = recording_read(&recorded, run->file, &run->measuring, &run->sites);
	if (!code)
		code = recording_explain(run, &recorded);
	recorded_free(&recorded);
	if (!code)
		out_record(&run->out);
	broken = out_end(&run->out);
	return broken ? broken : code;
}

/* --- devices --- */

static int sites_open(struct run *run)
{
	struct measuring *measuring = &run->measuring;
	int err = 0;

	for (size_t i = 0; i < measuring->count && !err; i++) {
		const struct measured *measured = &measuring->list[i];

		if (!measured->failed)
			err = sites_add(&run->sites, measured->series.coord,
					&measured->series.sums->links);
	}
	if (!err)
		err = sites_join(&run->sites);
	run->counts = err ? NULL : calloc(run->sites.machine.count + 1, sizeof(*run->counts));
	return run->counts ? 0 : complain_error("links", -ENOMEM);
}

static size_t window_read(struct run *run, struct recorded_reading *reading)
{
	struct measuring *measuring = &run->measuring;
	size_t left = 0;

	measuring_read(measuring);
	sites_clear(&run->sites, run->counts);
	for (size_t i = 0; i < measuring->count; i++) {
		struct measured *measured = &measuring->list[i];
		const struct linksums *sums = measured->series.sums;
		const struct site *site;

		if (!measured->failed)
			measuring_fail(measuring, measured, measured_check(measured, &run->code));
		left += !measured->failed;
		if (!measured_is_fresh(measured) || !sums->sums.timed)
			continue;
		site = sites_find(&run->sites, measured->series.coord);
		for (unsigned int k = 0; k < sums->links.count; k++)
			sites_fill(&run->sites, site, k, sums->sums.link[k].rates, run->counts);
		reading->from = gpcd_snapshot_times(measured->before)->realtime_ns;
		reading->to = gpcd_snapshot_times(measured->after)->realtime_ns;
	}
	return left;
}

static int window_step(void *data, const struct pace_step *at)
{
	struct run *run = data;
	struct recorded_reading reading = { .counts = run->counts };
	int code;

	if (!window_read(run, &reading))
		return run->measuring.code;
	if (at->first)
		return 0;
	findings_page_sample(&run->page, &reading);
	findings_begin(&run->out, run->window + 1);
	code = explain_print(run, &run->counts, 1);
	return code ? code : pace_write(&run->pace, &run->out);
}

static int run_devices(struct run *run)
{
	int code, broken;

	run->measuring.all = true;
	run->measuring.once = true;
	code = measuring_open(&run->measuring);
	if (!code)
		code = sites_open(run);
	if (code)
		return code;
	findings_header(&run->out);
	code = pace_run(&run->pace, window_step, run);
	broken = out_end(&run->out);
	if (broken)
		return broken;
	if (!code)
		code = run->measuring.code;
	return code ? code : run->code;
}

int cmd_explain(int argc, char **argv)
{
	struct run run = { .measuring.picked.picking = PICKING_SUMS };
	int code, broken;

	options_parse(&options, argc, argv, &run);
	code = linkmap_open(&run.measuring.map, NULL);
	if (code)
		return code;
	run.measuring.known = true;
	code = findings_page_open(&run.page, &run.measuring.map, &run.sites);
	if (!code)
		code = run.file ? run_recording(&run) : run_devices(&run);
	/* A device that failed has samples before that. */
	broken = code && run.file ? code : findings_page_write(&run.page);
	findings_page_close(&run.page);
	free(run.counts);
	sites_close(&run.sites);
	measuring_close(&run.measuring);
	return code ? code : broken;
}
