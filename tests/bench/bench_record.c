// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recordings: how large an hour of a Gemini's 288 static counters is, a record a second, with the
 * built-in traffic and without any; and how many values a second can be read of it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

#include <gpcd/image.h>

#include "bench.h"
#include "gpcd/recording/layout.h"
#include "record/recorder.h"
#include "record/recording.h"

#define HOUR		3600
#define FLUSH		60		/* records a block: what gpcd record does without --flush */
#define SECOND		1000000000ULL
#define RUNS		7
#define WARM_UP		86400ULL	/* seconds that the chip counted before */

/* End the benchmark unless the condition holds. */
static void expect(bool good, const char *what)
{
	check(good ? 0 : -EIO, what);
}

/* A chip, and what is recorded of it. */
struct setting {
	char path[64];	/* image */
	struct gpcd_image_source *source;
	struct gpcd *device;
	struct gpcd_group *group;	/* its static counters */
	struct gpcd_snapshot *snapshot;
};

static void setting_open(struct setting *setting)
{
	const struct gpcd_info info = { .chip = GPCD_CHIP_GEMINI, .nic_addr = 1 };
	char name[80];

	snprintf(setting->path, sizeof(setting->path), "/tmp/bench_record.%d.img", getpid());
	snprintf(name, sizeof(name), "image:%s", setting->path);
	check(gpcd_image_create(setting->path, &info), "the image");
	check(gpcd_image_source_open(setting->path, 1, &setting->source), "its traffic");
	check(gpcd_image_source_advance(setting->source, WARM_UP * SECOND), "its traffic");
	check(gpcd_open(name, &setting->device), "the device");
	check(gpcd_group_create(setting->device, 0, &setting->group), "the group");
	expect(gpcd_group_add_glob(setting->group, "GM_*_TILE_PERFORMANCE_COUNTERS_*") == 288,
	       "the counters");
	check(gpcd_snapshot_create(setting->group, &setting->snapshot), "the snapshot");
}

static void setting_close(struct setting *setting)
{
	gpcd_snapshot_destroy(setting->snapshot);
	gpcd_group_destroy(setting->group);
	gpcd_close(setting->device);
	gpcd_image_source_close(setting->source);
	unlink(setting->path);
}

/* This run's clocks advance by less than a second: make it one. */
static void seconds_add(uint64_t *values, unsigned int seconds)
{
	values[LAYOUT_REALTIME] += seconds * SECOND;
	values[LAYOUT_MONOTONIC] += seconds * SECOND;
}

/* Record an hour; return its bytes. */
static off_t hour_record(struct setting *setting, const char *path, bool idle)
{
	struct description_source source = { .name = gpcd_path(setting->device), .placed = true };
	struct description_group columns = {
		.name = "gemini", .columns = layout_columns(setting->group),
		.ncolumns = LAYOUT_STATES + 288, .sources = &source, .nsources = 1,
	};
	const struct description description = {
		.program = "bench", .title = "an hour", .tick = 1, .groups = &columns, .ngroups = 1,
	};
	static uint64_t values[LAYOUT_STATES + 288];
	static uint8_t absent[LAYOUT_STATES + 288];
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	struct recorder *recorder;
	off_t size;

	expect(fd >= 0, path);
	check(recorder_open(fd, &description, &recorder), path);
	for (unsigned int i = 0; i < HOUR; i++) {
		if (!idle)
			check(gpcd_image_source_advance(setting->source, SECOND), "its traffic");
		check(gpcd_group_read(setting->group, setting->snapshot), "the reading");
		layout_put(setting->snapshot, setting->group, 0, values, absent);
		seconds_add(values, i);
		check(recorder_add(recorder, values[LAYOUT_REALTIME], values, absent), path);
		if (i % FLUSH == FLUSH - 1)
			check(recorder_flush(recorder), path);
	}
	check(recorder_close(recorder), path);
	size = lseek(fd, 0, SEEK_END);
	close(fd);
	free(columns.columns);
	return size;
}

/* Read a recording again and again, for a while; return values per second. */
static double values_read(const char *path)
{
	double began = seconds(CLOCK_MONOTONIC), values = 0;
	struct recording *recording;
	struct record record;
	uint64_t sum = 0;

	while (seconds(CLOCK_MONOTONIC) - began < 1) {
		FILE *file = fopen(path, "re");

		expect(file, path);
		check(recording_open(file, &recording), path);
		while (recording_next(recording, &record) == 1) {
			values += LAYOUT_STATES + 288;
			sum += record.values[LAYOUT_STATES];
		}
		recording_close(recording);
		fclose(file);
	}
	expect(sum, "the values");
	return values / (seconds(CLOCK_MONOTONIC) - began);
}

int main(void)
{
	struct setting setting = { 0 };
	double rates[RUNS];
	char path[64];

	snprintf(path, sizeof(path), "/tmp/bench_record.%d.gpr", getpid());
	setting_open(&setting);
	printf("an hour of 288 counters, a record a second\n");
	printf("  idle     %8.3f MB\n", hour_record(&setting, path, true) / 1e6);
	printf("  traffic  %8.3f MB\n", hour_record(&setting, path, false) / 1e6);
	for (unsigned int i = 0; i < RUNS; i++)
		rates[i] = values_read(path) / 1e6;
	doubles_sort(rates, RUNS);
	printf("reading it: %.1f million values a second (%.1f to %.1f in %d runs)\n",
	       rates[RUNS / 2], rates[0], rates[RUNS - 1], RUNS);
	unlink(path);
	setting_close(&setting);
	return 0;
}
