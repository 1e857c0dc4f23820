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
	struct judged judged;
	struct window window; /* the present one */
	uint32_t *nics; /* by device: number of its NIC */
	struct out out;
	struct findings_page page;
	uint64_t number; /* of the present window */
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
	.doc = "Say what is wrong in a network, and where it comes from.\n"
	       "\vWithout a recording: the devices of this machine, or of -d, in each period.\n"
	       "A recording is explained as a whole, and by fifths, which show bursts.\n"
	       "\n"
	       "A sentence for each cause of congestion, the worst first: a NIC that is sent\n"
	       "more than it takes, or takes packets slowly; a link that is routed more than\n"
	       "it carries, is degraded or has failed; a NIC that sends far more than others.\n"
	       "The map of links tells where packets may go, and what has failed.\n"
	       "\n"
	       "Network interfaces tell by themselves if their link is bad, their host is slow\n"
	       "or the network behind them is congested; they need no map.",
};

/* Explain samples of equal length, at most RECORDED_SAMPLES. */
static int explain_print(struct run *run, const struct window *samples, size_t count)
{
	const struct judged *judged = &run->judged;
	struct explain_counts *counts[RECORDED_SAMPLES];
	struct explain_nic *signs[RECORDED_SAMPLES];
	struct explained explained = { 0 };
	int err, code = 0;

	for (size_t i = 0; i < count; i++) {
		counts[i] = samples[i].counts;
		signs[i] = samples[i].signs;
	}
	err = explain_windows(judged->sites.explain, counts, count, &explained.network);
	if (!err)
		err = explain_nics(signs, count, judged->nics.limits, judged->nics.count,
				   &explained.nics);
	if (!err) {
		findings_print(&run->out, judged, ++run->number, &explained);
		code = findings_page_say(&run->page, &explained.network, run->file);
	}
	explain_findings_free(&explained.network);
	explain_nics_free(&explained.nics);
	return err ? complain_error("the findings", err) : code;
}

/* --- a recording --- */

static int recording_read(struct recorded *recorded, const char *path,
			  struct measuring *measuring, struct judged *judged)
{
	struct player player = { 0 };
	int code;

	/* Standard input cannot be read twice: it is of registers. */
	if (!strcmp(path, "-"))
		return recorded_read(recorded, path, measuring, judged);
	code = player_open(&player, path);
	if (!code && simulated_is(&player)) {
		code = measuring_map(measuring);
		if (!code)
			code = simulated_read(recorded, &player, &measuring->map, judged);
		player_close(&player);
		return code;
	}
	player_close(&player);
	return code ? code : recorded_read(recorded, path, measuring, judged);
}

static int recording_explain(struct run *run, const struct recorded *recorded)
{
	if (!recorded->count) {
		complain("%s: fewer than two readings: nothing to compare", run->file);
		return EXIT_INPUT;
	}
	run->page.heat.undated = recorded->undated;
	for (size_t i = 0; i < recorded->count; i++)
		findings_page_sample(&run->page, &recorded->samples[i]);
	findings_header(&run->out);
	return explain_print(run, recorded->samples, recorded->count);
}

static int run_recording(struct run *run)
{
	struct recorded recorded = { 0 };
	int code = run->page.request.page.path ?
		   outfile_spares(run->page.request.page.path, run->file) : 0, broken;

	if (!code)
		code = recording_read(&recorded, run->file, &run->measuring, &run->judged);
	if (!code)
		code = recording_explain(run, &recorded);
	recorded_free(&recorded);
	if (!code)
		out_record(&run->out);
	broken = out_end(&run->out);
	return broken ? broken : code;
}

/* --- devices --- */

static int judged_open(struct run *run)
{
	const struct measuring *measuring = &run->measuring;
	struct judged *judged = &run->judged;
	int err = 0;

	run->nics = calloc(measuring->count, sizeof(*run->nics));
	if (!run->nics)
		return complain_error("devices", -ENOMEM);
	for (size_t i = 0; i < measuring->count && !err; i++) {
		const struct measured *measured = &measuring->list[i];
		const struct series *series = &measured->series;

		if (measured->failed)
			continue;
		run->nics[i] = judged->nics.count;
		if (series->sums)
			err = sites_add(&judged->sites, series->coord, &series->sums->links);
		else
			err = nics_add(&judged->nics, gpcd_path(series->device), &measured->bound);
	}
	if (!err)
		err = sites_join(&judged->sites);
	if (!err)
		err = window_make(&run->window, judged);
	return err ? complain_error("links", err) : 0;
}

static void chip_fill(struct run *run, const struct measured *measured)
{
	const struct linksums *sums = measured->series.sums;
	const struct site *site = sites_find(&run->judged.sites, measured->series.coord);

	for (unsigned int k = 0; k < sums->links.count && sums->sums.timed; k++)
		sites_fill(&run->judged.sites, site, k, sums->sums.link[k].rates,
			   run->window.counts);
}

static size_t window_read(struct run *run)
{
	struct measuring *measuring = &run->measuring;
	size_t left = 0;

	measuring_read(measuring);
	window_clear(&run->window, &run->judged);
	for (size_t i = 0; i < measuring->count; i++) {
		struct measured *measured = &measuring->list[i];

		if (!measured->failed)
			measuring_fail(measuring, measured, measured_check(measured, &run->code));
		left += !measured->failed;
		if (!measured_is_fresh(measured))
			continue;
		if (measured->series.sums)
			chip_fill(run, measured);
		else if (measured->readings > 1)
			nics_fill(&run->judged.nics, run->nics[i], measured->before,
				  measured->after, run->window.signs);
		run->window.from = gpcd_snapshot_times(measured->before)->realtime_ns;
		run->window.to = gpcd_snapshot_times(measured->after)->realtime_ns;
	}
	return left;
}

static int window_step(void *data, const struct pace_step *at)
{
	struct run *run = data;
	int code;

	if (!window_read(run))
		return run->measuring.code;
	if (at->first)
		return 0;
	findings_page_sample(&run->page, &run->window);
	findings_begin(&run->out, run->number + 1);
	code = explain_print(run, &run->window, 1);
	return code ? code : pace_write(&run->pace, &run->out);
}

static int run_devices(struct run *run)
{
	int code, broken;

	run->measuring.all = true;
	run->measuring.once = true;
	code = measuring_open(&run->measuring);
	if (!code)
		code = judged_open(run);
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

/* A page needs the map of links, even if no chip is read. */
static int page_open(struct run *run)
{
	int code = run->page.request.page.path ? measuring_map(&run->measuring) : 0;

	return code ? code : findings_page_open(&run->page, &run->measuring.map,
						&run->judged.sites);
}

int cmd_explain(int argc, char **argv)
{
	struct run run = { .measuring.picked.picking = PICKING_SIGNS };
	int code, broken;

	options_parse(&options, argc, argv, &run);
	code = page_open(&run);
	if (!code)
		code = run.file ? run_recording(&run) : run_devices(&run);
	/* A device that failed has samples before that. */
	broken = code && run.file ? code : findings_page_write(&run.page);
	findings_page_close(&run.page);
	free(run.nics);
	window_free(&run.window);
	judged_close(&run.judged);
	measuring_close(&run.measuring);
	return code ? code : broken;
}
