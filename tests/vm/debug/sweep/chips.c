// SPDX-License-Identifier: GPL-2.0-only
/*
 * Chips that come and go by configfs, and the handles of their back doors.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "module.h"
#include "sweep.h"

#define ITEM		CONFIG "/chip"
#define BACKDOOR	"/sys/class/gpcd_emu/gpcd_emu0/"

static void chips_load(void)
{
	must(!module_load("gpcd", ""), "gpcd to load");
	must(!module_load("gpcd_emu", "chips=0"), "gpcd_emu to load");
}

static void chips_unload(void)
{
	must(!module_unload("gpcd_emu"), "gpcd_emu to unload");
	must(!module_unload("gpcd"), "gpcd to unload");
}

static void set(const char *path, const char *text)
{
	must(!file_write(path, text), path);
}

/* Directories */

static long item_make(const struct entry *entry)
{
	(void)entry;
	return result(mkdir(ITEM, 0755));
}

static void item_needed(const struct entry *entry)
{
	must(!item_make(entry), ITEM);
}

static long item_remove(const struct entry *entry)
{
	(void)entry;
	return result(rmdir(ITEM));
}

static void item_is_new(const struct entry *entry, long result)
{
	(void)entry;
	(void)result;
	text_compare("of a new chip", "gemini\n", file_read(ITEM "/chip"));
	text_compare("of a new chip", "0\n", file_read(ITEM "/live"));
}

static void item_forget(const struct entry *entry, long result)
{
	(void)result;
	must(!item_remove(entry), ITEM);
}

/* Attributes of a directory */

static void item_attr_open(const struct entry *entry)
{
	item_needed(entry);
	attr_open(entry);
}

static void item_attr_close(const struct entry *entry, long result)
{
	attr_close(entry, result);
	item_forget(entry, result);
}

/* Chips, of two views each */

static void chip_make(const struct entry *entry, const char *kind)
{
	item_needed(entry);
	set(ITEM "/chip", kind);
	set(ITEM "/nic_addrs", "7,8");
	set(ITEM "/clock", "virtual");
}

static void gemini_live(const struct entry *entry)
{
	chip_make(entry, "gemini");
	set(ITEM "/live", "1");
}

static void gemini_ready(const struct entry *entry)
{
	chip_make(entry, "gemini");
	attr_open(entry);
}

static void aries_ready(const struct entry *entry)
{
	chip_make(entry, "aries");
	attr_open(entry);
}

static void gemini_live_ready(const struct entry *entry)
{
	gemini_live(entry);
	attr_open(entry);
}

static void gemini_unplugged_ready(const struct entry *entry)
{
	gemini_live(entry);
	set(BACKDOOR "fault", "unplug");
	attr_open(entry);
}

static void devices_are(unsigned int count)
{
	struct stat door;
	char path[64];

	for (unsigned int i = 0; i < count; i++) {
		int device = device_open(i);
		long nic = device < 0 ? device : device_nic(device);

		snprintf(path, sizeof(path), "/dev/gpcd_emu%u", i);
		if (nic != 7 + i)
			complain("gpcd%u has NIC address %ld", i, nic);
		if (stat(path, &door))
			complain("view %u has no back door", i);
		if (device >= 0)
			close(device);
	}
	if (device_open(count) != -ENOENT)
		complain("there is a gpcd%u", count);
}

static void chip_lives(const struct entry *entry, long result)
{
	(void)entry;
	(void)result;
	devices_are(2);
	text_compare("of the chip", "gpcd0\ngpcd1\n", file_read(ITEM "/devices"));
}

static void no_chip_lives(const struct entry *entry, long result)
{
	(void)entry;
	(void)result;
	if (device_open(0) != -ENOENT)
		complain("there is a gpcd0");
	text_compare("of the chip", "", file_read(ITEM "/devices"));
}

/* Checks that everything went with its directory in one call. */
static void item_is_gone(const struct entry *entry, long result)
{
	no_chip_lives(entry, result);
	if (!access(ITEM, F_OK))
		complain("the directory is there");
}

static void seconds_passed(const struct entry *entry, long result)
{
	(void)entry;
	if (result != (long)strlen(entry->text))
		complain("%ld bytes were written", result);
}

static const char events_lost[] = "an event that udev would like to have may be lost";

static const struct entry entries[] = {
	{
		.name = "configfs: mkdir",
		.run = item_make,
		.worked = item_is_new,
		.undo = item_forget,
	}, {
		.name = "configfs: rmdir",
		.prepare = item_needed,
		.run = item_remove,
		.worked = item_is_gone,
	}, {
		.name = "configfs: chip is written",
		.path = ITEM "/chip",
		.text = "aries",
		.prepare = item_attr_open,
		.run = attr_store,
		.worked = attr_stored,
		.undo = item_attr_close,
	}, {
		.name = "configfs: coord is written",
		.path = ITEM "/coord",
		.text = "1,2,3",
		.prepare = item_attr_open,
		.run = attr_store,
		.worked = attr_stored,
		.undo = item_attr_close,
	}, {
		.name = "configfs: nic_addrs is written",
		.path = ITEM "/nic_addrs",
		.text = "7,8",
		.prepare = item_attr_open,
		.run = attr_store,
		.worked = attr_stored,
		.undo = item_attr_close,
	}, {
		.name = "configfs: seed is written",
		.path = ITEM "/seed",
		.text = "12345678901234567890",
		.prepare = item_attr_open,
		.run = attr_store,
		.worked = attr_stored,
		.undo = item_attr_close,
	}, {
		.name = "configfs: clock is written",
		.path = ITEM "/clock",
		.text = "virtual",
		.prepare = item_attr_open,
		.run = attr_store,
		.worked = attr_stored,
		.undo = item_attr_close,
	}, {
		.name = "configfs: traffic is written",
		.path = ITEM "/traffic",
		.text = "0",
		.prepare = item_attr_open,
		.run = attr_store,
		.worked = attr_stored,
		.undo = item_attr_close,
	}, {
		.name = "configfs: nic_addrs is read",
		.path = ITEM "/nic_addrs",
		.text = "7,8\n",
		.prepare = gemini_ready,
		.run = attr_load,
		.failed = attr_untouched,
		.worked = attr_loaded,
		.undo = item_attr_close,
	}, {
		.name = "configfs: devices is read",
		.path = ITEM "/devices",
		.text = "gpcd0\ngpcd1\n",
		.prepare = gemini_live_ready,
		.run = attr_load,
		.failed = attr_untouched,
		.worked = attr_loaded,
		.undo = item_attr_close,
	}, {
		.name = "configfs: a Gemini comes to life",
		.path = ITEM "/live",
		.text = "1",
		.prepare = gemini_ready,
		.run = attr_store,
		.worked = chip_lives,
		.undo = item_attr_close,
		.pages_alike = PAGES_ALIKE,
		.parts = PARTS,
		.forgives = events_lost,
	}, {
		.name = "configfs: an Aries comes to life",
		.path = ITEM "/live",
		.text = "1",
		.prepare = aries_ready,
		.run = attr_store,
		.worked = chip_lives,
		.undo = item_attr_close,
		.pages_alike = PAGES_ALIKE,
		.parts = PARTS,
		.fault = FAULT_DROUGHT,
		.forgives = events_lost,
	}, {
		.name = "configfs: a chip's life ends",
		.path = ITEM "/live",
		.text = "0",
		.prepare = gemini_live_ready,
		.run = attr_store,
		.worked = no_chip_lives,
		.undo = item_attr_close,
		.forgives = events_lost,
	}, {
		.name = "configfs: rmdir of a chip that lives",
		.prepare = gemini_live,
		.run = item_remove,
		.worked = item_is_gone,
		.forgives = events_lost,
	}, {
		.name = "sysfs: a chip becomes stuck",
		.path = BACKDOOR "fault",
		.text = "stuck",
		.prepare = gemini_live_ready,
		.run = attr_store,
		.worked = attr_stored,
		.undo = item_attr_close,
	}, {
		.name = "sysfs: a chip is unplugged",
		.path = BACKDOOR "fault",
		.text = "unplug",
		.prepare = gemini_live_ready,
		.run = attr_store,
		.worked = no_chip_lives,
		.undo = item_attr_close,
		.forgives = events_lost,
	}, {
		.name = "sysfs: a chip is plugged in again",
		.path = BACKDOOR "fault",
		.text = "none",
		.prepare = gemini_unplugged_ready,
		.run = attr_store,
		.worked = chip_lives,
		.undo = item_attr_close,
		.parts = PARTS,
		.forgives = events_lost,
	}, {
		.name = "sysfs: a chip's time passes",
		.path = BACKDOOR "advance",
		.text = "50000000",
		.prepare = gemini_live_ready,
		.run = attr_store,
		.worked = seconds_passed,
		.undo = item_attr_close,
	},
};

const struct stage chip_stage = {
	.setup = chips_load,
	.teardown = chips_unload,
	.entries = entries,
	.count = ARRAY_SIZE(entries),
};
