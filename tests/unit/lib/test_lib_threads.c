// SPDX-License-Identifier: GPL-2.0-only
/*
 * Threads: contexts, groups and callers' own contexts, each on its thread and
 * without a lock, while traffic runs. Also meant for ThreadSanitizer.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

#include <gpcd_lib.h>

#include "image/traffic.h"
#include "view.h"
#include "suite.h"

#define THREADS	4
#define ROUNDS	50
#define SWEEPS	5000

static struct view view;
static struct gpcd *dev;
static atomic_int failures, stop;

static void setup(void)
{
	view_create(&view, GPCD_CHIP_GEMINI);
	setenv(GPCD_DEVICE_ENV, view.where, 1);
	ck_assert_int_eq(gpcd_open(NULL, &dev), 0);
	failures = 0;
}

static void teardown(void)
{
	gpcd_close(dev);
	view_destroy(&view);
	unsetenv(GPCD_DEVICE_ENV);
}

static void add_tile(gpcd_context_t *ctx)
{
	char name[GPCD_NAME_MAX];
	int i;

	for (i = 0; i < 6; i++) {
		snprintf(name, sizeof(name), "GM_0_0_TILE_PERFORMANCE_COUNTERS_%d", i);
		failures += !!gpcd_context_add_mmr(ctx, (gpcd_mmr_desc_t *)
						   gpcd_lookup_mmr_byname(name));
	}
}

static void *own_contexts(void *unused)
{
	gpcd_context_t *ctx;
	int i;

	for (i = 0; i < ROUNDS; i++) {
		ctx = gpcd_create_context();
		add_tile(ctx);
		failures += !!gpcd_context_read_mmr_vals(ctx);
		failures += !!gpcd_context_read_mmr_vals(ctx);
		gpcd_remove_context(ctx);
	}
	return unused;
}

static void *bare_contexts(void *unused)
{
	gpcd_context_t bare = { 0 };
	uint64_t value;
	int i;

	add_tile(&bare);
	for (i = 0; i < ROUNDS; i++) {
		failures += !!gpcd_context_read_mmr_vals(&bare);
		failures += !!gpcd_read_mmr_val(bare.list->item, &value, 0);
	}
	gpcd_remove_context(&bare);
	return unused;
}

static void *groups(void *unused)
{
	struct gpcd_snapshot *snapshot;
	struct gpcd_group *group;
	uint64_t value;
	int i;

	failures += !!gpcd_group_create(dev, 0, &group);
	gpcd_group_add_glob(group, "GM_*_TILE_PERFORMANCE_COUNTERS_*");
	failures += !!gpcd_snapshot_create(group, &snapshot);
	for (i = 0; i < ROUNDS; i++) {
		failures += !!gpcd_group_read(group, snapshot);
		failures += !!gpcd_read(dev, 0, "GM_NL_PERF_CNTRL", &value);
		failures += !!gpcd_write(dev, 0, "GM_NL_PERF_CNTRL", 1);
	}
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
	return unused;
}

static void *traffic(void *source)
{
	int i;

	for (i = 0; i < ROUNDS; i++)
		failures += !!gpcd_image_source_advance(source, 20000000);
	return NULL;
}

static void *endless_traffic(void *source)
{
	while (!stop)
		failures += !!gpcd_image_source_advance(source, GPCD_TRAFFIC_TICK_NS);
	return NULL;
}

START_TEST(all_at_once)
{
	static void *(*const work[THREADS])(void *) = {
		own_contexts, bare_contexts, groups, traffic
	};
	struct gpcd_image_source *source;
	pthread_t threads[2 * THREADS];
	int i;

	ck_assert_int_eq(gpcd_image_source_open(view.path, 1, &source), 0);
	/* Two of each, but one source. */
	for (i = 0; i < 2 * THREADS - 1; i++)
		pthread_create(&threads[i], NULL, work[i % THREADS], source);
	for (i = 0; i < 2 * THREADS - 1; i++)
		pthread_join(threads[i], NULL);
	ck_assert_int_eq(failures, 0);
	gpcd_image_source_close(source);
}
END_TEST

/* Every request is answered within its batch: VC0 packets equal VC1 packets. */
START_TEST(sweeps_are_whole)
{
	struct gpcd_image_source *source;
	struct gpcd_snapshot *snapshot;
	struct gpcd_group *group;
	uint64_t vc0, vc1;
	pthread_t thread;
	unsigned int i;
	int round, whole = 0, uneven = 0;

	ck_assert_int_eq(gpcd_image_source_open(view.path, 1, &source), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add_glob(group, "GM_*_TILE_PERFORMANCE_COUNTERS_[23]"), 96);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	stop = 0;
	pthread_create(&thread, NULL, endless_traffic, source);
	for (round = 0; round < SWEEPS || !whole; round++) {
		failures += !!gpcd_group_read(group, snapshot);
		if (gpcd_snapshot_times(snapshot)->torn)
			continue;
		for (i = 0, vc0 = 0, vc1 = 0; i < 96; i += 2) {
			vc0 += gpcd_snapshot_value(snapshot, i);
			vc1 += gpcd_snapshot_value(snapshot, i + 1);
		}
		whole++;
		uneven += vc0 != vc1;
	}
	stop = 1;
	pthread_join(thread, NULL);
	ck_assert_int_eq(failures, 0);
	ck_assert_int_eq(uneven, 0);
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
	gpcd_image_source_close(source);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lib_threads");
	TCase *tests = tcase_create("threads");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, all_at_once);
	tcase_add_test(tests, sweeps_are_whole);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
