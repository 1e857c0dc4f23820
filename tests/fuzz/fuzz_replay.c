// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recordings of registers (tools/gpcd/recording): for any input, each reading is one that a chip
 * can have or its rejection is explained, and all readings can be drawn.
 */
#include "cli/out/complain.h"
#include "fuzz.h"
#include "recording/chart.h"
#include "recording/playback.h"
#include "parts/sections.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	complain_as("fuzz");
	fuzz_hush();
	return 0;
}

static void reading_check(const struct played *played)
{
	const struct gpcd_group *group = played->series.group;
	unsigned int i, bits;
	uint64_t value, delta;

	EXPECT(gpcd_snapshot_times(played->now)->sequence);
	for (i = 0; i < gpcd_group_count(group); i++) {
		bits = gpcd_group_width(group, i);
		value = gpcd_snapshot_value(played->now, i);
		EXPECT(bits == 64 || !(value >> bits));
		EXPECT(!gpcd_status_error(gpcd_snapshot_status(played->now, i)) || !value);
		if (!gpcd_snapshot_delta(played->before, played->now, i, &delta))
			EXPECT(bits == 64 || !(delta >> bits));
	}
}

/* A picture of the first column that the first device records. */
static void chart_begin(struct chart *chart, const struct playback *playback, char *registers[2])
{
	const struct gpcd_group *group = playback->list[0].series.group;

	registers[0] = (char *)gpcd_group_name(group, 0);
	registers[1] = NULL;
	*chart = (struct chart) {
		.picture = { .path = "/dev/null", .scale = SCALE_LOG },
		.top = 1e9,
		.registers = registers,
	};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *bytes = malloc(size + 1);
	int fd = memfd_create("recording", MFD_CLOEXEC), code;
	struct playback playback;
	struct chart chart = { 0 };
	char path[64], *registers[2];
	bool drawn = false;
	size_t i;

	EXPECT(bytes && fd >= 0);
	memcpy(bytes, data, size);
	sums_mend(bytes, size);
	EXPECT(write(fd, bytes, size) == (ssize_t)size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	fuzz_said = 0;
	code = playback_open(&playback, path);
	EXPECT(!code || fuzz_said);
	if (!code) {
		chart_begin(&chart, &playback, registers);
		fuzz_said = 0;
		drawn = !chart_open(&chart, &playback, NULL);
		EXPECT(drawn || fuzz_said);
	}
	while (!code && playback_next(&playback, &code)) {
		for (i = 0; i < playback.count; i++) {
			if (playback.list[i].there)
				reading_check(&playback.list[i]);
		}
		if (!code && drawn)
			chart_add(&chart);
	}
	EXPECT(!code || fuzz_said);
	fuzz_said = 0;
	EXPECT(!drawn || !chart_draw(&chart) || fuzz_said);
	chart_close(&chart);
	playback_close(&playback);
	close(fd);
	free(bytes);
	return 0;
}
