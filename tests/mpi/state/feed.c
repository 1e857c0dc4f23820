// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"

#define TILES		48
#define COUNTERS	6

struct gpcd_image_feed *feed_open(void)
{
	const char *pattern = getenv("GM_FEED"), *mark;
	struct gpcd_image_feed *feed = NULL;
	char path[4096];
	int err;

	if (!pattern)
		return NULL;
	mark = strstr(pattern, "%r");
	if (mark)
		snprintf(path, sizeof(path), "%.*s%d%s", (int)(mark - pattern), pattern, rank,
			 mark + 2);
	else
		snprintf(path, sizeof(path), "%s", pattern);
	err = gpcd_image_feed_open(path, &feed);
	if (err && err != -ENOENT && err != -EBUSY)
		fail(path, NULL, err);
	return feed;
}

static void count(struct gpcd_image_feed *feed, const char *name, uint64_t n)
{
	struct gpcd_feed_reg reg;

	check(name, NULL, gpcd_feed_reg_find(GPCD_CHIP_GEMINI, name, &reg));
	check(name, NULL, gpcd_image_feed_count(feed, &reg, n));
}

static void count_all(struct gpcd_image_feed *feed, uint64_t times)
{
	char name[64];

	if (!feed)
		return;
	check("begin", NULL, gpcd_image_feed_begin(feed));
	for (int i = 0; i < TILES * COUNTERS; i++) {
		snprintf(name, sizeof(name), "GM_%d_%d_TILE_PERFORMANCE_COUNTERS_%d",
			 i / COUNTERS / 8, i / COUNTERS % 8, i % COUNTERS);
		count(feed, name, times * (1000 * (rank + 1) + i % COUNTERS));
	}
	check("end", NULL, gpcd_image_feed_end(feed, gpcd_image_feed_time(feed) + 1000000));
}

/* Rank 0 runs GM_STEP, with $TIMES in its environment: it may change files that are counters. */
static void run_step(uint64_t times)
{
	const char *step = getenv("GM_STEP");
	char text[32];

	if (rank || !step)
		return;
	snprintf(text, sizeof(text), "%llu", (unsigned long long)times);
	setenv("TIMES", text, 1);
	if (system(step))
		fail(step, NULL, -EIO);
}

void traffic(struct gpcd_image_feed *feed, uint64_t times)
{
	count_all(feed, times);
	run_step(times);
	MPI_Barrier(MPI_COMM_WORLD);
}
