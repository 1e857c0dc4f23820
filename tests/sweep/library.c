// SPDX-License-Identifier: GPL-2.0-only
/*
 * A client of the library that takes a failure for what it is: it checks errno and what must be
 * untouched, and tries again, which must succeed.
 *
 *	GPCD_DEVICE=DEVICE library [IMAGE]
 *
 * With IMAGE it first makes and drives that file. It gets through every failure, and prints what it
 * found and what it keeps open.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gpcd/image.h>
#include <gpcd_lib.h>

#define COUNTER	"GM_0_0_TILE_PERFORMANCE_COUNTERS_0"
#define OTHER	"GM_0_0_TILE_PERFORMANCE_COUNTERS_1"
#define GLOB	"GM_?_?_TILE_PERFORMANCE_COUNTERS_?"
#define FIELD	"GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0:VALID"
#define UNTOUCHED 0x5eed
#define TICK_NS	10000000

/* What a client holds. */
static struct client {
	const char *where;
	const char *image;	/* the file, or NULL */
	struct gpcd_image_source *source;	/* drives it */
	struct gpcd_image_feed *feed;	/* drives it from outside */
	struct gpcd *dev;
	struct gpcd_group *group;
	struct gpcd_snapshot *before;
	struct gpcd_snapshot *after;
	struct gpcd_group *watched;	/* of an alarm */
	struct gpcd_alarm *alarm;
	gpcd_context_t *ours;	/* a context of the library's */
	gpcd_context_t own;	/* a context of three members */
} the;

static void broken(const char *what, int err)
{
	fprintf(stderr, "%s: %d; injected was %s\n", what, err, getenv("SWEEP_ERROR"));
	abort();
}

/* Our own output is not what is tried here: it gets through. */
static void say(const char *text)
{
	ssize_t n;

	while (*text) {
		n = write(STDOUT_FILENO, text, strlen(text));
		text += n > 0 ? n : 0;
	}
}

/* Mark what a call may not touch unless it succeeds. */
static void untouched(const char *what, int err, int is)
{
	if (err && !is)
		broken(what, err);
}

/* At most one call fails, with the errno injected, and never twice. */
static void step(const char *name, int (*call)(void))
{
	int err = call();

	if (!err)
		return;
	if (err != atoi(getenv("SWEEP_ERROR")))
		broken(name, err);
	err = call();
	if (err)
		broken(name, err);
}

#define STEP(call) step(#call, call)

static int image_create(void)
{
	const struct gpcd_info info = { .chip = GPCD_CHIP_GEMINI, .nic_addr = 1 };

	return gpcd_image_create(the.image, &info);
}

static int source_open(void)
{
	int err = gpcd_image_source_open(the.image, 1, &the.source);

	untouched("source", err, !the.source);
	return err;
}

/* The time that has not passed does so in the next call. */
static int source_advance(void)
{
	return gpcd_image_source_advance(the.source, TICK_NS);
}

static int feed_open(void)
{
	int err = gpcd_image_feed_open(the.image, &the.feed);

	untouched("feed", err, !the.feed);
	return err;
}

static int feed_count(void)
{
	struct gpcd_feed_reg reg;
	int err = gpcd_image_feed_begin(the.feed);

	if (err)
		return err;
	if (gpcd_feed_reg_find(GPCD_CHIP_GEMINI, COUNTER, &reg) ||
	    gpcd_image_feed_count(the.feed, &reg, 1))
		broken("count", 0);
	return gpcd_image_feed_end(the.feed, TICK_NS);
}

static int device_open(void)
{
	int err = gpcd_open(the.where, &the.dev);

	untouched("device", err, !the.dev);
	return err;
}

static int device_info(void)
{
	struct gpcd_info info = { .size = sizeof(info) };

	return gpcd_get_info(the.dev, &info);
}

static int device_read(void)
{
	uint64_t value = UNTOUCHED;
	int err = gpcd_read(the.dev, 0, COUNTER, &value);

	untouched("value", err, value == UNTOUCHED);
	return err;
}

static int device_write(void)
{
	return gpcd_write(the.dev, 0, COUNTER, 1);
}

static int perms_query(void)
{
	struct gpcd_perms_query perms = { .size = sizeof(perms) };

	return gpcd_perms_query(the.dev, &perms);
}

static int group_create(void)
{
	int err = gpcd_group_create(the.dev, 0, &the.group);

	untouched("group", err, !the.group);
	return err;
}

static int group_add(void)
{
	int err = gpcd_group_add(the.group, FIELD);

	untouched("group", err, !gpcd_group_count(the.group));
	return err;
}

/* More than a group has room for at first. */
static int group_add_glob(void)
{
	int n = gpcd_group_add_glob(the.group, GLOB);

	if (n < 0)
		untouched("group", n, gpcd_group_count(the.group) == 1);
	return n < 0 ? n : 0;
}

static int snapshot_before(void)
{
	int err = gpcd_snapshot_create(the.group, &the.before);

	untouched("snapshot", err, !the.before);
	return err;
}

static int snapshot_after(void)
{
	int err = gpcd_snapshot_create(the.group, &the.after);

	untouched("snapshot", err, !the.after);
	return err;
}

static int group_read(struct gpcd_snapshot *snapshot)
{
	const struct gpcd_times times = *gpcd_snapshot_times(snapshot);
	uint64_t value = gpcd_snapshot_value(snapshot, 1);
	int err = gpcd_group_read(the.group, snapshot);

	untouched("times", err, !memcmp(&times, gpcd_snapshot_times(snapshot), sizeof(times)));
	untouched("snapshot", err, value == gpcd_snapshot_value(snapshot, 1));
	return err;
}

static int read_before(void)
{
	return group_read(the.before);
}

static int read_after(void)
{
	return group_read(the.after);
}

static int group_share(void)
{
	struct gpcd_group *shared = NULL;
	int err = gpcd_group_share(the.group, the.dev, 0, &shared);

	untouched("shared group", err, !shared);
	gpcd_group_destroy(shared);
	return err;
}

static int watched_create(void)
{
	int err = gpcd_group_create(the.dev, 0, &the.watched);

	untouched("watched group", err, !the.watched);
	return err;
}

static int watched_add(void)
{
	return gpcd_group_add(the.watched, COUNTER);
}

static int alarm_open(void)
{
	const struct gpcd_alarm_limits limits = { .raise = 1, .period_ns = TICK_NS };
	int err = gpcd_alarm_open(the.watched, &limits, &the.alarm);

	untouched("alarm", err, !the.alarm);
	return err;
}

/*
 * The chip's time stands still. A release that could not examine its file has left the name of its
 * process there, which is no driver any more.
 */
static int alarm_look(void)
{
	int changed = gpcd_alarm_look(the.alarm);
	const struct gpcd_alarm_change *last = gpcd_alarm_last(the.alarm);

	if (changed == 1 && last->state == GPCD_ALARM_GONE && gpcd_abandoned(the.dev))
		return 0;
	untouched("change", changed, !last);
	return changed;
}

static int context_create(void)
{
	the.ours = gpcd_create_context();
	return the.ours ? 0 : -ENOMEM;
}

static gpcd_mmr_desc_t *desc(char *name)
{
	return (gpcd_mmr_desc_t *)gpcd_lookup_mmr_byname(name);
}

static int context_add(void)
{
	int err = gpcd_context_add_mmr(the.ours, desc(COUNTER));

	untouched("context", err, !the.ours->list && !the.ours->count);
	return err;
}

/* More than a context of ours has room for on the stack. */
static int context_add_many(void)
{
	struct gpcd_reg reg;
	char name[GPCD_NAME_MAX];
	int err;

	for (unsigned int i = the.ours->count; i < 70; i++) {
		gpcd_catalogue_at(GPCD_CHIP_GEMINI, i, &reg);
		gpcd_reg_name(&reg, name);
		err = gpcd_context_add_mmr(the.ours, desc(name));
		if (err)
			return err;
	}
	return 0;
}

static int context_clone(void)
{
	int err = gpcd_clone_context(the.ours, &the.own);

	untouched("clone", err, !the.own.list && !the.own.count);
	return err;
}

static int context_read(gpcd_context_t *context)
{
	int err;

	context->list->value = UNTOUCHED;
	err = gpcd_context_read_mmr_vals(context);
	untouched("context", err, context->list->value == UNTOUCHED);
	return err;
}

static int context_read_ours(void)
{
	return context_read(the.ours);
}

static int context_read_own(void)
{
	return context_read(&the.own);
}

static int single_read(void)
{
	uint64_t value = UNTOUCHED;
	int err = gpcd_read_mmr_val_byname(OTHER, &value, 0);

	untouched("value", err, value == UNTOUCHED);
	return err;
}

static int single_write(void)
{
	uint64_t value = 2;

	return gpcd_write_mmr_val_byname(OTHER, &value, 0);
}

static void modern(void)
{
	char found[64];
	uint64_t delta;

	STEP(device_open);
	STEP(device_info);
	STEP(device_read);
	STEP(device_write);
	STEP(perms_query);
	STEP(group_create);
	STEP(group_add);
	STEP(group_add_glob);
	STEP(snapshot_before);
	STEP(snapshot_after);
	STEP(read_before);
	STEP(read_after);
	STEP(group_share);
	STEP(watched_create);
	STEP(watched_add);
	STEP(alarm_open);
	STEP(alarm_look);
	snprintf(found, sizeof(found), "%u values, delta %d\n", gpcd_group_count(the.group),
		 gpcd_snapshot_delta(the.before, the.after, 1, &delta));
	gpcd_alarm_close(the.alarm);
	gpcd_group_destroy(the.watched);
	gpcd_snapshot_destroy(the.before);
	gpcd_group_destroy(the.group);
	gpcd_snapshot_destroy(the.after);
	gpcd_close(the.dev);
	say(found);
}

static void legacy(void)
{
	char found[64];

	STEP(context_create);
	STEP(context_add);
	STEP(context_read_ours);
	STEP(context_add_many);
	STEP(context_read_ours);
	STEP(context_clone);
	STEP(context_read_own);
	STEP(single_read);
	STEP(single_write);
	snprintf(found, sizeof(found), "%d entries, the first %ju\n", the.own.count,
		 (uintmax_t)the.own.list->value);
	gpcd_remove_context(&the.own);
	gpcd_remove_context(the.ours);
	say(found);
}

static void image(void)
{
	STEP(image_create);
	STEP(image_create);
	STEP(feed_open);
	STEP(feed_count);
	gpcd_image_feed_release(the.feed);
	STEP(source_open);
	STEP(source_advance);
	gpcd_image_source_release(the.source);
}

static bool is_open(int fd)
{
	while (fcntl(fd, F_GETFD) < 0) {
		if (errno == EBADF)
			return false;
	}
	return true;
}

static int descriptors(void)
{
	int n = 0;

	for (int fd = 0; fd < 16; fd++)
		n += is_open(fd);
	return n;
}

int main(int argc, char **argv)
{
	char kept[64];
	int before;

	the.where = getenv(GPCD_DEVICE_ENV);
	the.image = argc > 1 ? argv[1] : NULL;
	before = descriptors();
	if (the.image)
		image();
	modern();
	legacy();
	snprintf(kept, sizeof(kept), "%d descriptors kept\n", descriptors() - before);
	say(kept);
	return 0;
}
