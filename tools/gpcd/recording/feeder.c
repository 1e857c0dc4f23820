// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/devname.h"
#include "device/device.h"
#include "feeder.h"

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
	struct gpcd_info info = { 0 };
	int err;

	if (!access(path, F_OK))
		return 0;
	err = gpcd_get_info(played->series.device, &info);
	if (!err)
		err = gpcd_image_create(path, &info);
	return err ? complain_output(feeder->name, err) : 0;
}

static int chip_check(const struct feeder *feeder, const struct played *played)
{
	unsigned int chip = gpcd_chip(played->series.device);
	struct gpcd_info info;
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

int feeder_open(struct feeder *feeder, const char *name, const struct played *played)
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

		if (status != GPCD_STATUS_OK && status != GPCD_STATUS_TORN)
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

int feeder_replay(struct feeder *feeder, const struct played *played)
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

void feeder_close(struct feeder *feeder)
{
	gpcd_image_feed_release(feeder->feed);
	free(feeder->counters);
	free(feeder->slots);
}
