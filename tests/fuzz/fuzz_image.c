// SPDX-License-Identifier: GPL-2.0-only
/*
 * A register image whose owner is hostile. The input is the actions of the owner and a reader, a
 * line each, numbers in hexadecimal:
 *
 *   chip 1|2			the reader works on a Gemini, on an Aries
 *   half N V, word N V		4 or 8 bytes of the describing page become V
 *   reg N V, fill V		so does the word of a register, of all of them
 *   size V			the reader finds the file V bytes long, and forgets it
 *   in COMMAND			one of half, word and reg, but in the midst of what
 *				the reader does next; up to four of them at once
 *   open, close, info, perms
 *   read N, write N V
 *   group N, look, compare	registers that a glob matches, in snapshots
 *   drive V, advance V, end	a source of traffic
 *   feed, count N V, filter N, leave V	one from outside: V times what register N counts
 *   context N V, nic V		V registers from the Nth by the legacy interface
 *   cread, cwrite V
 */
#include <stdarg.h>

#include <gpcd_lib.h>

#include "fuzz.h"
#include "wrap.h"

#define WORDS		(sizeof(struct gpcd_image_info) / 8)
#define AMBUSHES	4
#define ADVANCE_MAX	0x3fffffff	/* about a second of the chip's time */

/* A line: a word and one or two numbers. */
struct step {
	char what[16];
	uint64_t at;
	uint64_t value;	/* the second number; the same as the first if there is one only */
};

static struct fuzz_image images[GPCD_CHIPS];

/* The reader, and its open objects. */
static struct {
	struct fuzz_image *image;
	struct gpcd *dev;
	struct gpcd_group *group;
	struct gpcd_snapshot *before;
	struct gpcd_snapshot *now;
	struct gpcd_image_source *source;
	struct gpcd_image_feed *feed;
	gpcd_context_t *context;
	struct step ambush[AMBUSHES];
	unsigned int ambushes;
	int opened;
	int shared;
} reader;

static const char * const globs[] = {
	"*", "*_0", "*_TILE_*", "GM_NL_*", "AR_NIC_*", "*_STALL*", "AR_RTR_*VC[0-3]", "?",
};

static struct gpcd_reg reg_at(uint64_t n)
{
	unsigned int chip = reader.image->chip;
	struct gpcd_reg reg;

	EXPECT(!gpcd_catalogue_at(chip, n % gpcd_catalogue_count(chip), &reg));
	return reg;
}

static void poke_half(const struct step *step)
{
	((uint32_t *)reader.image->info)[step->at % (2 * WORDS)] = step->value;
}

static void poke_word(const struct step *step)
{
	((uint64_t *)reader.image->info)[step->at % WORDS] = step->value;
}

static void poke_reg(const struct step *step)
{
	struct gpcd_reg reg = reg_at(step->at);

	*(uint64_t *)(reader.image->map + gpcd_reg_word(&reg)) = step->value;
}

static void poke_fill(const struct step *step)
{
	unsigned int slot, i;

	for (slot = 0; slot < gpcd_catalogue_pages(reader.image->chip); slot++) {
		uint64_t *words = (uint64_t *)fuzz_image_page(reader.image, slot);

		for (i = 0; i < GPCD_PAGE_SIZE / 8; i++)
			words[i] = step->value;
	}
}

/* Runs between a check by the library and its use. */
static void ambush(void)
{
	const struct step *step = reader.ambush;

	for (; reader.ambushes; reader.ambushes--, step++) {
		if (!strcmp(step->what, "half"))
			poke_half(step);
		else if (!strcmp(step->what, "word"))
			poke_word(step);
		else if (!strcmp(step->what, "reg"))
			poke_reg(step);
	}
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
	ambush();
	return __real_clock_gettime(clock, now);
}

int __wrap_fcntl(int fd, int command, ...)
{
	va_list args;
	void *lock;

	va_start(args, command);
	lock = va_arg(args, void *);
	va_end(args);
	ambush();
	return __real_fcntl(fd, command, lock);
}

static void image_choose(unsigned int chip)
{
	reader.image = &images[chip];
	setenv(GPCD_DEVICE_ENV, reader.image->where, 1);
}

static void do_chip(const struct step *step)
{
	if (reader.opened)
		return;
	fuzz_image_restore(reader.image);
	image_choose(step->at == GPCD_CHIP_ARIES ? GPCD_CHIP_ARIES : GPCD_CHIP_GEMINI);
}

/* Only while nobody has it open: a mapped file that shrinks gives SIGBUS, as documented. */
static void do_size(const struct step *step)
{
	off_t size = step->at % (2 * GPCD_IMAGE_SIZE);
	struct gpcd *dev = NULL;
	int err;

	if (reader.opened)
		return;
	EXPECT(!truncate(reader.image->path, size));
	err = gpcd_open(reader.image->where, &dev);
	EXPECT(err == -EPROTO || (size >= GPCD_IMAGE_SIZE && (!err || err == -ENODEV)));
	gpcd_close(dev);
	EXPECT(!truncate(reader.image->path, GPCD_IMAGE_SIZE));
	fuzz_image_restore(reader.image);
}

static void do_open(const struct step *step)
{
	int err;

	(void)step;
	if (reader.dev)
		return;
	err = gpcd_open(reader.image->where, &reader.dev);
	EXPECT(!err || err == -ENODEV || err == -EPROTO);
	reader.opened |= !err;
}

static void do_close(const struct step *step)
{
	(void)step;
	gpcd_group_destroy(reader.group);
	gpcd_snapshot_destroy(reader.before);
	gpcd_snapshot_destroy(reader.now);
	gpcd_close(reader.dev);
	reader.group = NULL;
	reader.before = NULL;
	reader.now = NULL;
	reader.dev = NULL;
}

static void do_info(const struct step *step)
{
	struct gpcd_info info = { .size = sizeof(info) };
	int err;

	(void)step;
	if (!reader.dev)
		return;
	err = gpcd_get_info(reader.dev, &info);
	EXPECT(!err || err == -ENODEV || err == -EPROTO);
	EXPECT(err || info.chip == gpcd_chip(reader.dev));
	EXPECT(err || (info.nic_addr && info.nic_index < info.nics));
}

/* gpcd_perms_query() makes the same checks as gpcd_get_info(): both must reject a broken image. */
static void do_perms(const struct step *step)
{
	struct gpcd_perms_query perms = { .size = sizeof(perms) };
	struct gpcd_info info = { .size = sizeof(info) };
	int err;

	(void)step;
	if (!reader.dev)
		return;
	err = gpcd_perms_query(reader.dev, &perms);
	EXPECT(!err || err == -ENODEV || err == -EPROTO);
	EXPECT(err == gpcd_get_info(reader.dev, &info));
	EXPECT(err || perms.may == GPCD_MAY_ALL);
}

static void do_read(const struct step *step)
{
	struct gpcd_reg reg = reg_at(step->at);
	char name[GPCD_NAME_MAX];
	uint64_t value = 0;
	int err;

	gpcd_reg_name(&reg, name);
	if (!reader.dev)
		return;
	err = gpcd_read(reader.dev, 0, name, &value);
	EXPECT(!err || err == -ENODEV || err == -ENOENT);
	EXPECT(!(value & ~gpcd_width_mask(reg.rule->width)));
}

static void do_write(const struct step *step)
{
	struct gpcd_reg reg = reg_at(step->at);
	char name[GPCD_NAME_MAX];
	int err;

	gpcd_reg_name(&reg, name);
	if (!reader.dev)
		return;
	err = gpcd_write(reader.dev, 0, name, step->value);
	EXPECT(!err || err == -ENODEV || err == -ENOENT);
}

static void do_group(const struct step *step)
{
	const char *glob = globs[step->at % ARRAY_SIZE(globs)];

	if (!reader.dev || reader.group)
		return;
	EXPECT(!gpcd_group_create(reader.dev, step->value >> 32, &reader.group));
	if (gpcd_group_add_glob(reader.group, glob) > 0) {
		EXPECT(!gpcd_snapshot_create(reader.group, &reader.before));
		EXPECT(!gpcd_snapshot_create(reader.group, &reader.now));
		return;
	}
	gpcd_group_destroy(reader.group);
	reader.group = NULL;
}

static void check_snapshot(const struct gpcd_snapshot *snapshot)
{
	const struct gpcd_times *times = gpcd_snapshot_times(snapshot);
	unsigned int i, failed = 0;

	for (i = 0; i < gpcd_group_count(reader.group); i++) {
		unsigned int status = gpcd_snapshot_status(snapshot, i);
		uint64_t value = gpcd_snapshot_value(snapshot, i);

		/* The two statuses after it are of drivers of the host. */
		EXPECT(status <= GPCD_STATUS_TORN);
		EXPECT(!(value & ~gpcd_width_mask(gpcd_group_width(reader.group, i))));
		EXPECT(!value || status == GPCD_STATUS_OK || status == GPCD_STATUS_TORN);
		failed += status != GPCD_STATUS_OK;
	}
	EXPECT(times->failed == failed && times->end_ns >= times->start_ns);
}

static void do_look(const struct step *step)
{
	struct gpcd_snapshot *last = reader.before;
	int err;

	(void)step;
	if (!reader.group)
		return;
	reader.before = reader.now;
	reader.now = last;
	err = gpcd_group_read(reader.group, reader.now);
	EXPECT(!err || err == -ENODEV || err == -ENXIO);
	if (!err)
		check_snapshot(reader.now);
}

static void do_compare(const struct step *step)
{
	uint64_t delta;
	double rate;
	unsigned int i;
	int err;

	(void)step;
	for (i = 0; reader.group && i < gpcd_group_count(reader.group); i++) {
		err = gpcd_snapshot_delta(reader.before, reader.now, i, &delta);
		EXPECT(!err || err == -EINVAL || err == -ESTALE || err == -ENODATA);
		EXPECT(err || !(delta & ~gpcd_width_mask(gpcd_group_width(reader.group, i))));
		err = gpcd_snapshot_rate(reader.before, reader.now, i, &rate);
		EXPECT(err || rate >= 0);
	}
}

static void do_drive(const struct step *step)
{
	int err;

	if (reader.source)
		return;
	err = gpcd_image_source_open(reader.image->path, step->at, &reader.source);
	EXPECT(!err || err == -ENODEV || err == -EPROTO || err == -EBUSY);
	reader.opened |= !err;
}

static void do_advance(const struct step *step)
{
	int err;

	if (!reader.source)
		return;
	err = gpcd_image_source_advance(reader.source, step->at & ADVANCE_MAX);
	EXPECT(!err || err == -ENODEV);
}

static void do_end(const struct step *step)
{
	if (step->at)
		gpcd_image_source_release(reader.source);
	else
		gpcd_image_source_close(reader.source);
	reader.source = NULL;
}

static void do_feed(const struct step *step)
{
	int err;

	(void)step;
	if (reader.feed)
		return;
	err = gpcd_image_feed_open(reader.image->path, &reader.feed);
	EXPECT(!err || err == -ENODEV || err == -EPROTO || err == -EBUSY);
	reader.opened |= !err;
}

static int feed_reg(const struct step *step, struct gpcd_feed_reg *found)
{
	struct gpcd_reg reg = reg_at(step->at);
	char name[GPCD_NAME_MAX];

	gpcd_reg_name(&reg, name);
	return gpcd_feed_reg_find(reg.chip, name, found);
}

static void do_count(const struct step *step)
{
	struct gpcd_feed_reg reg;
	int err;

	if (!reader.feed || feed_reg(step, &reg))
		return;
	err = gpcd_image_feed_begin(reader.feed);
	EXPECT(!err || err == -ENODEV);
	if (err)
		return;
	err = gpcd_image_feed_count(reader.feed, &reg, step->value);
	EXPECT(err == -EINVAL || (!err && reg.kind == GPCD_KIND_COUNTER));
	EXPECT(!gpcd_image_feed_end(reader.feed, step->value));
}

static void do_filter(const struct step *step)
{
	struct gpcd_feed_filter filter;
	struct gpcd_feed_reg reg;
	int err;

	if (!reader.feed || feed_reg(step, &reg))
		return;
	err = gpcd_image_feed_filter(reader.feed, &reg, &filter);
	EXPECT(err == -EINVAL || (!err && reg.kind == GPCD_KIND_SETUP));
	EXPECT(err || (filter.valid < 2 && filter.phit < 64 && !(filter.mask >> 24)));
}

static void do_leave(const struct step *step)
{
	if (step->at)
		gpcd_image_feed_release(reader.feed);
	else
		gpcd_image_feed_close(reader.feed);
	reader.feed = NULL;
}

static void do_context(const struct step *step)
{
	unsigned int i, count = step->value & 0xff;
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;

	if (!reader.context)
		reader.context = gpcd_create_context();
	for (i = 0; i < count; i++) {
		reg = reg_at(step->at + i);
		gpcd_reg_name(&reg, name);
		EXPECT(!gpcd_context_add_mmr(reader.context, (gpcd_mmr_desc_t *)
					     gpcd_lookup_mmr_byname(name)));
	}
}

static void do_nic(const struct step *step)
{
	gpcd_context_set_nic_addr(reader.context, step->at);
}

static void check_legacy(int err)
{
	EXPECT(!err || err == -ENODEV || err == -ENOENT || err == -ENXIO || err == -EPROTO);
}

static void do_cread(const struct step *step)
{
	uint64_t value = 0;

	if (!reader.context || !reader.context->list)
		return;
	reader.opened = 1;
	check_legacy(gpcd_context_read_mmr_vals(reader.context));
	if (!step->at)
		return;
	reader.shared = 1;
	check_legacy(gpcd_read_mmr_val(reader.context->list->item, &value, 0));
}

static void do_cwrite(const struct step *step)
{
	if (!reader.context || !reader.context->list)
		return;
	reader.opened = 1;
	reader.shared = 1;
	reader.context->list->value = step->at;
	check_legacy(gpcd_context_write_mmr_vals(reader.context));
}

static const struct {
	const char *what;
	void (*run)(const struct step *step);
} commands[] = {
	{ "chip", do_chip }, { "half", poke_half }, { "word", poke_word }, { "reg", poke_reg },
	{ "fill", poke_fill }, { "size", do_size }, { "open", do_open }, { "close", do_close },
	{ "info", do_info }, { "perms", do_perms }, { "read", do_read }, { "write", do_write },
	{ "group", do_group }, { "look", do_look }, { "compare", do_compare },
	{ "drive", do_drive }, { "advance", do_advance }, { "end", do_end },
	{ "feed", do_feed }, { "count", do_count }, { "filter", do_filter }, { "leave", do_leave },
	{ "context", do_context }, { "nic", do_nic }, { "cread", do_cread },
	{ "cwrite", do_cwrite },
};

static struct step step_parse(const char *line)
{
	struct step step = { .what = "" };
	unsigned long long at = 0, value = 0;
	int n = sscanf(line, "%15s %llx %llx", step.what, &at, &value);

	step.at = at;
	step.value = n > 2 ? value : at;
	return step;
}

static void do_line(const char *line)
{
	struct step step;
	size_t i;

	if (!strncmp(line, "in ", 3)) {
		if (reader.ambushes < AMBUSHES)
			reader.ambush[reader.ambushes++] = step_parse(line + 3);
		return;
	}
	step = step_parse(line);
	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		if (!strcmp(commands[i].what, step.what))
			commands[i].run(&step);
	}
}

/*
 * A chip that is gone makes the library close the device that contexts share; it knows the chip
 * that was there at opening.
 */
static void shared_close(void)
{
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;
	unsigned int chip;
	uint64_t value;

	*reader.image->info = reader.image->made;
	reader.image->info->state = GPCD_IMAGE_GONE;
	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		reader.image->info->chip = chip;
		gpcd_catalogue_at(chip, 0, &reg);
		gpcd_reg_name(&reg, name);
		EXPECT(gpcd_read_mmr_val_byname(name, &value, 0));
	}
}

static void reader_create(void)
{
	memset(&reader, 0, sizeof(reader));
	image_choose(GPCD_CHIP_GEMINI);
}

static void reader_destroy(void)
{
	const struct step release = { .at = 1 };

	reader.ambushes = 0;
	do_end(&release);
	do_leave(&release);
	do_close(&release);
	if (reader.context)
		gpcd_remove_context(reader.context);
	if (reader.shared)
		shared_close();
	fuzz_image_restore(reader.image);
}

static void end(void)
{
	unlink(images[GPCD_CHIP_GEMINI].path);
	unlink(images[GPCD_CHIP_ARIES].path);
	rmdir(fuzz_folder());
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	fuzz_image_create(&images[GPCD_CHIP_GEMINI], GPCD_CHIP_GEMINI, "gemini");
	fuzz_image_create(&images[GPCD_CHIP_ARIES], GPCD_CHIP_ARIES, "aries");
	return atexit(end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = dup(STDIN_FILENO), again, i;
	struct fuzz_lines lines;

	close(fd);
	fuzz_lines_create(&lines, data, size);
	reader_create();
	for (i = 0; i < lines.count; i++)
		do_line(lines.line[i]);
	reader_destroy();
	fuzz_lines_destroy(&lines);
	again = dup(STDIN_FILENO);
	EXPECT(again == fd && !close(again));
	return 0;
}
