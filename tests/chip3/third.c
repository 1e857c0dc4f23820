// SPDX-License-Identifier: GPL-2.0-only
/*
 * A third chip by the library: every counter is fed and read again, by the modern and by
 * the legacy interface. Prints what is wrong, one line.
 *
 *	third feed DOOR DEVICE		DOOR: an image file or a back door
 *	third legacy DEVICE
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpcd/image.h>
#include <gpcd_lib.h>

#define STEP 1000003ULL

static void fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

static void check(int err, const char *what)
{
	if (err)
		fail("%s: %s", what, strerror(-err));
}

static int counts(const struct gpcd_reg *reg)
{
	return reg->rule->kind == GPCD_KIND_COUNTER;
}

static uint64_t wanted(const struct gpcd_reg *reg)
{
	return counts(reg) ? STEP * (reg->index + 1) : 1;
}

static void feed_all(struct gpcd_image_feed *feed, unsigned int chip)
{
	char name[GPCD_NAME_MAX];
	struct gpcd_feed_reg to;
	struct gpcd_reg reg;

	check(gpcd_image_feed_begin(feed), "begin");
	for (unsigned int i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		if (!counts(&reg))
			continue;
		gpcd_reg_name(&reg, name);
		check(gpcd_feed_reg_find(chip, name, &to), name);
		check(gpcd_image_feed_count(feed, &to, wanted(&reg)), name);
	}
	check(gpcd_image_feed_end(feed, gpcd_image_feed_time(feed) + 1000), "end");
}

static void read_all(struct gpcd *device, unsigned int chip)
{
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;
	uint64_t value;

	for (unsigned int i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		gpcd_reg_name(&reg, name);
		check(gpcd_read(device, 0, name, &value), name);
		if (value != wanted(&reg))
			fail("%s is %ju, not %ju", name, (uintmax_t)value, (uintmax_t)wanted(&reg));
	}
}

/* A counter that its control register switches off stands still; the others count. */
static void gate_holds(struct gpcd_image_feed *feed, struct gpcd *device, unsigned int chip)
{
	static const char *const names[] = { "TH_NIC_SENT_0", "TH_NIC_SENT_1" };
	uint64_t before[2], after[2];

	for (int i = 0; i < 2; i++)
		check(gpcd_read(device, 0, names[i], &before[i]), names[i]);
	check(gpcd_write(device, 0, "TH_NIC_CONTROL", 0), "TH_NIC_CONTROL");
	feed_all(feed, chip);
	check(gpcd_write(device, 0, "TH_NIC_CONTROL", 1), "TH_NIC_CONTROL");
	for (int i = 0; i < 2; i++)
		check(gpcd_read(device, 0, names[i], &after[i]), names[i]);
	if (after[0] != before[0] || after[1] == before[1])
		fail("switched off TH_NIC_SENT_0 counts, or TH_NIC_SENT_1 does not");
}

static void feed(const char *door, const char *path)
{
	struct gpcd_image_feed *feed;
	struct gpcd_info info = { .size = sizeof(info) };
	struct gpcd *device;

	check(gpcd_open(path, &device), path);
	check(gpcd_image_feed_open(door, &feed), door);
	check(gpcd_image_feed_info(feed, &info), "info");
	feed_all(feed, info.chip);
	read_all(device, info.chip);
	gate_holds(feed, device, info.chip);
	gpcd_image_feed_release(feed);
	gpcd_close(device);
}

/* Write all and read all of them: by a context, and one by one. */
static void legacy(const char *path)
{
	unsigned int chip = gpcd_chip_by_name("third"), i;
	gpcd_context_t *context = gpcd_create_context();
	char name[GPCD_NAME_MAX];
	gpcd_mmr_desc_t *desc;
	struct gpcd_reg reg;
	uint64_t value;

	setenv(GPCD_DEVICE_ENV, path, 1);
	for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		gpcd_reg_name(&reg, name);
		desc = (gpcd_mmr_desc_t *)gpcd_lookup_mmr_byname(name);
		if (!desc || desc->addr != reg.addr || strcmp(desc->name, name))
			fail("%s: no descriptor, or another's", name);
		check(gpcd_context_add_mmr(context, desc), name);
		context->list->value = wanted(&reg) + 1;
	}
	check(gpcd_context_write_mmr_vals(context), "writing all");
	check(gpcd_context_read_mmr_vals(context), "reading all");
	for (gpcd_mmr_list_t *entry = context->list; entry; entry = entry->next) {
		gpcd_catalogue_by_name(chip, entry->item->name, &reg);
		check(gpcd_read_mmr_val(entry->item, &value, 0), entry->item->name);
		if (!counts(&reg))
			continue;
		if (entry->value != wanted(&reg) + 1 || value != entry->value)
			fail("%s is %ju and %ju, not %ju", entry->item->name,
			     (uintmax_t)entry->value, (uintmax_t)value,
			     (uintmax_t)wanted(&reg) + 1);
	}
	gpcd_remove_context(context);
	if (gpcd_read_mmr_val_byname("GM_NL_PERF_CNTRL", &value, 0) != -ENOENT)
		fail("a Gemini's register is read");
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "feed"))
		feed(argv[2], argv[3]);
	else if (argc == 3 && !strcmp(argv[1], "legacy"))
		legacy(argv[2]);
	else
		fail("usage: third feed DOOR DEVICE | third legacy DEVICE");
	return 0;
}
