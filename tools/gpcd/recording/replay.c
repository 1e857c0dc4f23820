// SPDX-License-Identifier: GPL-2.0-only
/* Print a recording as `gpcd sample' would have printed it, draw it, or replay it into a chip. */
#include <errno.h>
#include <gpcd/image.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chart.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/devices.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/parse.h"
#include "cli/pick.h"
#include "cli/wait/wait.h"
#include "commands.h"
#include "device/device.h"
#include "device/options.h"
#include "linkpage.h"
#include "playback.h"
#include "printer.h"
#include "series/series.h"

/* --- into a chip: its counters count up to the recorded values, registers are not written --- */

/* A chip into which a recorded device is replayed. */
struct feeder {
	const char *name; /* image:FILE, or /dev/gpcd_emuN */
	struct gpcd_image_feed *feed;
	struct gpcd_feed_reg *counters; /* the device's registers that are counters */
	unsigned int *slots; /* index of each counter in the device's group */
	unsigned int count;
	bool open; /* a batch is open, because the reading was torn */
	uint64_t epoch; /* of the device, in the last reading */
	uint64_t begin; /* CLOCK_REALTIME of the first reading, ns; 0: none yet */
};

/* --- the chip --- */

static int feed_failed(const struct feeder *feeder, int err)
{
	switch (err) {
	case -EBUSY:
		complain("%s: another program drives it, or keeps it locked: end that first",
			 feeder->name);
		return EXIT_RUNTIME;
	case -EPROTO:
		complain("%s: no register image, or one of another version of gpcd", feeder->name);
		return EXIT_RUNTIME;
	default:
		return complain_error(feeder->name, err);
	}
}

static int target_make(const struct feeder *feeder, const char *path, const struct played *played)
{
	struct gpcd_info info = { .size = sizeof(info) };
	int err;

	if (!access(path, F_OK))
		return 0;
	if (gpcd_chip(played->series.device) >= GPCD_CHIPS_LEARNED) {
		complain("%s: chips of type %s have no image: replay it without --into",
			 feeder->name, gpcd_chip_name(gpcd_chip(played->series.device)));
		return EXIT_USAGE;
	}
	err = gpcd_get_info(played->series.device, &info);
	if (!err)
		err = gpcd_image_create(path, &info);
	return err ? complain_output(feeder->name, err) : 0;
}

static int chip_check(const struct feeder *feeder, const struct played *played)
{
	unsigned int chip = gpcd_chip(played->series.device);
	struct gpcd_info info = { .size = sizeof(info) };
	int err = gpcd_image_feed_info(feeder->feed, &info);

	if (err)
		return feed_failed(feeder, err);
	if (info.chip == chip)
		return 0;
	complain("%s: a chip of type %s, but the recording is of one of type %s", feeder->name,
		 gpcd_chip_name(info.chip), gpcd_chip_name(chip));
	return EXIT_USAGE;
}

/* --- its counters --- */

static int counters_find(struct feeder *feeder, const struct played *played)
{
	const struct gpcd_group *group = played->series.group;
	unsigned int n = gpcd_group_count(group), chip = gpcd_chip(played->series.device);

	feeder->counters = calloc(n, sizeof(*feeder->counters));
	feeder->slots = calloc(n, sizeof(*feeder->slots));
	if (!feeder->counters || !feeder->slots)
		return complain_error(feeder->name, -ENOMEM);
	for (unsigned int i = 0; i < n; i++) {
		if (gpcd_group_kind(group, i) != GPCD_KIND_COUNTER ||
		    gpcd_feed_reg_find(chip, gpcd_group_name(group, i),
				       &feeder->counters[feeder->count]))
			continue;
		feeder->slots[feeder->count++] = i;
	}
	if (feeder->count < n)
		complain("%u of %u registers are no counters, and stay as they are",
			 n - feeder->count, n);
	return 0;
}

/*
 * Take over a chip for the replay of @played, which must have the same type. @name is image:FILE,
 * which is created if need be, or /dev/gpcd_emuN, the back door of an emulated chip. Call
 * feeder_close() in any case. Report any error and return the exit code.
 */
static int feeder_open(struct feeder *feeder, const char *name, const struct played *played)
{
	bool image = devname_is_image(name);
	const char *path = image ? name + strlen("image:") : name;
	int code, err;

	*feeder = (struct feeder) { .name = name };
	code = image ? target_make(feeder, path, played) : 0;
	if (code)
		return code;
	err = gpcd_image_feed_open(path, &feeder->feed);
	if (err)
		return feed_failed(feeder, err);
	code = chip_check(feeder, played);
	return code ? code : counters_find(feeder, played);
}

static uint64_t value_now(const struct feeder *feeder, const struct gpcd_feed_reg *counter)
{
	uint64_t word = 0;

	gpcd_image_feed_word(feeder->feed, counter, &word);
	return word >> counter->shift & ~0ull >> (64 - counter->width);
}

/* Let a counter count the difference. Return whether it does count. */
static bool counter_count(const struct feeder *feeder, const struct gpcd_feed_reg *counter,
			  uint64_t value)
{
	uint64_t missing = value - value_now(feeder, counter);

	gpcd_image_feed_count(feeder->feed, counter, missing & ~0ull >> (64 - counter->width));
	return value_now(feeder, counter) == value;
}

static unsigned int counters_count(const struct feeder *feeder, const struct gpcd_snapshot *now)
{
	unsigned int idle = 0;

	for (unsigned int i = 0; i < feeder->count; i++) {
		unsigned int status = gpcd_snapshot_status(now, feeder->slots[i]);

		if (gpcd_status_error(status))
			continue;
		idle += !counter_count(feeder, &feeder->counters[i],
				       gpcd_snapshot_value(now, feeder->slots[i]));
	}
	return idle;
}

static int update_end(struct feeder *feeder, const struct gpcd_times *times)
{
	uint64_t time = times->chip_ns ? times->chip_ns : times->realtime_ns - feeder->begin;

	feeder->open = false;
	return gpcd_image_feed_end(feeder->feed, time);
}

/* --- readings --- */

/* Earlier values of the chip are unrelated to the first reading and to a new epoch. */
static void epoch_follow(struct feeder *feeder, const struct gpcd_times *times)
{
	if (!feeder->begin || times->epoch != feeder->epoch)
		gpcd_image_feed_epoch(feeder->feed);
	feeder->epoch = times->epoch;
}

static int reading_replay(struct feeder *feeder, const struct gpcd_snapshot *now)
{
	const struct gpcd_times *times = gpcd_snapshot_times(now);
	bool first = !feeder->begin;
	unsigned int idle;

	epoch_follow(feeder, times);
	if (first)
		feeder->begin = times->realtime_ns;
	idle = counters_count(feeder, now);
	if (first && idle)
		complain("%s: %u counters do not count: their control registers have them off",
			 feeder->name, idle);
	feeder->open = true;
	return times->torn ? 0 : update_end(feeder, times);
}

/*
 * Let the chip count up to a reading; without one it stands still. A new epoch of the device begins
 * a new epoch of the chip. A torn reading leaves the chip amid an update until the next reading.
 * Report any error and return the exit code.
 */
static int feeder_replay(struct feeder *feeder, const struct played *played)
{
	int err = 0;

	if (!played->there)
		return 0;
	if (feeder->open)
		err = update_end(feeder, gpcd_snapshot_times(played->before));
	if (!err)
		err = gpcd_image_feed_begin(feeder->feed);
	if (!err)
		err = reading_replay(feeder, played->now);
	return err ? feed_failed(feeder, err) : 0;
}

/* Stop driving the chip, which stays live. */
static void feeder_close(struct feeder *feeder)
{
	gpcd_image_feed_release(feeder->feed);
	free(feeder->counters);
	free(feeder->slots);
}

/* --- the command --- */

#define SPEED_MAX	1e6
#define SPEED_MIN	0.000001

/* What the arguments ask for, and the progress. */
struct replay {
	char **args; /* the recording's path, "-": standard input; and what to print or draw */
	const char *path; /* the first of args */
	const char *into; /* chip to replay into, or NULL: print */
	double speed; /* relative to the recording; 0: as fast as possible */
	struct playback playback;
	struct played *only; /* device to print or replay; NULL: print all */
	struct feeder feeder;
	struct printer printer;
	struct chart chart; /* a picture instead of printing */
	struct linkpage map; /* a page instead of printing */
};

static int parse_speed(const char *arg, void *field)
{
	double *speed = field;

	*speed = 0;
	if (!strcmp(arg, "max"))
		return 0;
	return parse_real(arg, speed) || *speed < SPEED_MIN || *speed > SPEED_MAX ? -EINVAL : 0;
}

#define MODE(value)	OPTION_SET(struct replay, printer.mode, value)

static const struct option_row rows[] = {
	{ "delta", 0, NULL, 0, "the increase of each counter since the record before",
	  MODE(SERIES_DELTA) },
	{ "rate", 0, NULL, 0, "the increase of each counter per second", MODE(SERIES_RATE) },
	{ "into", 0, "CHIP", 0,
	  "replay it into image:FILE, which is made if need be, or /dev/gpcd_emuN",
	  OPTION_ONCE(struct replay, into) },
	{ "speed", 0, "FACTOR", 0,
	  "as many times as fast as it was recorded, 0.000001 to 1000000, or max; "
	  "default: max to print it, 1 with --into",
	  OPTION_CALL(struct replay, speed, parse_speed) },
	{ 0 }
};

/* Is nothing printed although an option says how? */
static int check_printing(const struct replay *replay, struct options_state *state,
			  const char *instead)
{
	bool mode = options_given(state, "raw") || options_given(state, "delta") ||
		    options_given(state, "rate");

	if (!mode && format_chosen == &format_text)
		return 0;
	return options_reject(state, "%s: nothing is printed: leave out --%s", instead,
			      mode ? series_mode_name(replay->printer.mode) : format_chosen->name);
}

/* Without a picture, a map serves metrics that are printed. */
static bool is_map_unused(const struct chart *chart)
{
	const struct linkmap *map = &chart->measuring.map;

	return (*map->size || (map->file && !map->found)) && !*chart->registers &&
	       !chart->measuring.picked.wanted.count;
}

/* Return the option that makes something else than a printed recording, or NULL. */
static const char *drawing(const struct replay *replay)
{
	return replay->chart.page.path ? "--html" : picture_option(&replay->chart.picture);
}

static int check_picture(const struct replay *replay, struct options_state *state)
{
	const struct chart *chart = &replay->chart;
	const char *picture = drawing(replay);

	if (picture && options_given(state, "speed"))
		return options_reject(state, "%s: it is drawn at once: leave out --speed", picture);
	if (!picture && is_map_unused(chart))
		return options_reject(state, "a map of links goes with --svg or --png, or with -m");
	if (replay->into && *chart->registers)
		return options_reject(state, "--into replays all registers: leave out '%s'",
				      *chart->registers);
	if (replay->into && chart->measuring.picked.wanted.count)
		return options_reject(state, "--into replays all registers: leave out -m");
	if (picture && *chart->registers && chart->measuring.picked.wanted.count)
		return options_reject(state, "both -m and registers: choose one");
	return 0;
}

static int check_page(const struct replay *replay, struct options_state *state)
{
	const struct chart *chart = &replay->chart;

	if (!replay->chart.page.path)
		return 0;
	if (chart->picture.path)
		return options_reject(state, "both --html and a picture: choose one");
	if (*chart->registers || chart->measuring.picked.wanted.count)
		return options_reject(state,
				      "--html: a page shows load and stalls of links: leave out %s",
				      *chart->registers ? *chart->registers : "-m");
	return 0;
}

static int check_replay(struct options_state *state, void *input)
{
	struct replay *replay = input;
	const char *picture = drawing(replay);
	int err = options_exclude(state, "delta rate");

	replay->path = replay->args[0];
	replay->chart.registers = replay->args + 1;
	if (!options_given(state, "speed"))
		replay->speed = replay->into ? 1 : 0;
	if (!err && replay->into && picture)
		err = options_reject(state, "both --into and %s: choose one",
				     replay->chart.page.path ? picture : "a picture");
	if (!err && (replay->into || picture))
		err = check_printing(replay, state, replay->into ? "--into" : picture);
	if (!err)
		err = check_page(replay, state);
	return err ? err : check_picture(replay, state);
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct replay, chart, &chart_options),
	DEVICE_NAMED,
	{ .options = &format_sample_options }, { .options = &format_long_options }, { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_ALL(struct replay, args,
				 "which recording? FILE, or - for standard input"),
	.check = check_replay,
	.args_doc = "FILE [NAME|NAME:FIELD|GLOB|0xADDR|METRIC...]",
	.doc = "Print or draw a recording of `gpcd record', or replay it into a chip.\n"
	       "\vWhat is printed is what `gpcd sample' would have printed: all registers, or\n"
	       "the registers and metrics that are named. -d chooses a device. With --into\n"
	       "a chip counts as the recorded one did: its epochs, gaps and torn readings are\n"
	       "replayed, too; registers that are no counters stay as they are. A picture\n"
	       "(--svg, --png; - is standard output) shows one metric over time, or the\n"
	       "registers that are named; without -m link_use where links are known, else\n"
	       "tile_bytes. A page (--html) has a map of all links, which need --torus and\n"
	       "the like, for each record.",
};

/* --- records --- */

static int records_replay(struct replay *replay)
{
	int code;

	while (playback_next(&replay->playback, &code)) {
		if (!player_wait(&replay->playback.player, replay->speed))
			break;
		code = replay->into ? feeder_replay(&replay->feeder, replay->only) :
				      printer_record(&replay->printer);
		if (code)
			break;
	}
	return code;
}

/* --- drawing --- */

static int records_draw(struct replay *replay)
{
	int code;

	while (playback_next(&replay->playback, &code))
		chart_add(&replay->chart);
	return code ? code : chart_draw(&replay->chart);
}

static int print_begin(struct replay *replay)
{
	struct printer *printer = &replay->printer;

	printer->playback = &replay->playback;
	printer->only = replay->only;
	printer->names = replay->chart.registers;
	printer->measuring = &replay->chart.measuring;
	return printer_open(printer);
}

static int records_map(struct replay *replay)
{
	int code;

	while (playback_next(&replay->playback, &code)) {
		code = linkpage_add(&replay->map);
		if (code)
			break;
	}
	return code ? code : linkpage_write(&replay->map);
}

static int replay_begin(struct replay *replay)
{
	bool one = replay->into || device_options.name || format_chosen == &format_csv ||
		   replay->playback.count == 1;

	if (device_options.count > 1) {
		complain("several -d: choose one device of the recording");
		return EXIT_USAGE;
	}
	if (one)
		replay->only = playback_find(&replay->playback, device_options.name);
	if (one && !replay->only)
		return EXIT_USAGE;
	if (replay->chart.page.path)
		return linkpage_open(&replay->map, &replay->chart, &replay->playback, replay->only);
	if (replay->chart.picture.path)
		return chart_open(&replay->chart, &replay->playback, replay->only);
	return replay->into ? feeder_open(&replay->feeder, replay->into, replay->only) :
			      print_begin(replay);
}

int cmd_replay(int argc, char **argv)
{
	struct replay replay = {
		.chart = {
			.measuring.picked.picking = PICKING_METRICS, .picture.alone = true,
		},
	};
	int code, broken;

	options_parse(&options, argc, argv, &replay);
	code = playback_open(&replay.playback, replay.path);
	if (!code)
		code = replay_begin(&replay);
	if (!code && replay.chart.page.path) {
		code = records_map(&replay);
	} else if (!code && replay.chart.picture.path) {
		code = records_draw(&replay);
	} else if (!code) {
		stop_catch();
		code = records_replay(&replay);
	}
	broken = printer_close(&replay.printer);
	linkpage_close(&replay.map);
	chart_close(&replay.chart);
	feeder_close(&replay.feeder);
	playback_close(&replay.playback);
	return broken ? broken : code;
}
