// SPDX-License-Identifier: GPL-2.0-only
/*
 * Modules that come and go, with the chips of their parameters.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "module.h"
#include "sweep.h"

#define CHIPS	2
#define VIEWS	1
#define STRING(number)	NUMBER(number)
#define NUMBER(number)	#number

static const char parameters[] = "clock=virtual chips=" STRING(CHIPS) " views=" STRING(VIEWS);

static int file = -1;

static void file_open(const char *name)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s.ko", getenv("MODULES"), name);
	file = open(path, O_RDONLY | O_CLOEXEC);
	must(file >= 0, path);
}

static long load(const char *with)
{
	return result(syscall(SYS_finit_module, file, with, 0));
}

static void unload(const char *name)
{
	must(!module_unload(name), name);
}

/*
 * The kernel's own part of loading is not under test, and prints a stack trace when it has no
 * memory. That part ends with a load that we refuse, or just before. After it, coverage allocates
 * memory, and prints a message without it.
 */
static bool past_coverage(void)
{
	return !kmsg_said("gcov: could not add");
}

/* gpcd alone */

static void core_open(const struct entry *entry)
{
	(void)entry;
	file_open("gpcd");
}

static long core_load(const struct entry *entry)
{
	(void)entry;
	return load("default_perms=nic");
}

static long core_refused(const struct entry *entry)
{
	(void)entry;
	return load("default_perms=1");
}

static void core_works(const struct entry *entry, long result)
{
	(void)entry;
	(void)result;
	text_compare("of the class", "0\n", file_read("/sys/class/gpcd/ignore_perms"));
	text_compare("of the parameter", "nic\n",
		     file_read("/sys/module/gpcd/parameters/default_perms"));
}

static void core_undo(const struct entry *entry, long result)
{
	(void)entry;
	if (!result)
		unload("gpcd");
	close(file);
}

static void core_needed(const struct entry *entry)
{
	(void)entry;
	must(!module_load("gpcd", ""), "gpcd to load");
}

static long core_unload(const struct entry *entry)
{
	(void)entry;
	return module_unload("gpcd");
}

/* gpcd_emu, with the chips of its parameters: it keeps those for which there is memory. */

static void emu_open(const struct entry *entry)
{
	(void)entry;
	file_open("gpcd_emu");
}

static long emu_load(const struct entry *entry)
{
	(void)entry;
	return load(parameters);
}

static long emu_refused(const struct entry *entry)
{
	(void)entry;
	return load("views=99");
}

static unsigned int devices_count(void)
{
	unsigned int count = 0;
	int device;

	while ((device = device_open(count)) >= 0) {
		long nic = device_nic(device);

		if (nic != ++count)
			complain("gpcd%u has NIC address %ld", count - 1, nic);
		close(device);
	}
	return count;
}

static void emu_works(const struct entry *entry, long result)
{
	unsigned int chips = atoi(file_read("/sys/module/gpcd_emu/parameters/chips"));
	unsigned int devices = devices_count();
	char message[64];

	(void)entry;
	(void)result;
	if (devices != chips * VIEWS)
		complain("%u devices of %u chips", devices, chips);
	snprintf(message, sizeof(message), "gpcd_emu: only %u of %u chips: error %d", chips,
		 CHIPS, -ENOMEM);
	if (chips < CHIPS && !kmsg_said(message))
		complain("the log does not say '%s'", message);
	if (chips == CHIPS && kmsg_said("gpcd_emu: only"))
		complain("the log misses chips");
}

static void emu_undo(const struct entry *entry, long result)
{
	(void)entry;
	if (!result)
		unload("gpcd_emu");
	close(file);
}

static void emu_needed(const struct entry *entry)
{
	(void)entry;
	must(!module_load("gpcd_emu", parameters), "gpcd_emu to load");
}

static long emu_unload(const struct entry *entry)
{
	(void)entry;
	return module_unload("gpcd_emu");
}

static void emu_gone(const struct entry *entry, long result)
{
	(void)entry;
	(void)result;
	if (devices_count())
		complain("there is a gpcd0");
	if (!access("/sys/module/gpcd_emu", F_OK))
		complain("the module is there");
}

static const char events_lost[] = "an event that udev would like to have may be lost";
static const char fewer[] = "chips that cannot be made are left out, and the log says so";

static const struct entry core_entries[] = {
	{
		.name = "insmod gpcd",
		.prepare = core_open,
		.run = core_load,
		.worked = core_works,
		.undo = core_undo,
		.refused = core_refused,
		.ours = past_coverage,
		.parts = PARTS,
		.forgives = events_lost,
	}, {
		.name = "rmmod gpcd",
		.prepare = core_needed,
		.run = core_unload,
		.forgives = events_lost,
	},
};

static void nothing(void)
{
}

const struct stage core_stage = {
	.setup = nothing,
	.teardown = nothing,
	.entries = core_entries,
	.count = ARRAY_SIZE(core_entries),
};

static void emu_setup(void)
{
	core_needed(NULL);
}

static void emu_teardown(void)
{
	unload("gpcd");
}

static const struct entry emu_entries[] = {
	{
		.name = "insmod gpcd_emu, with chips",
		.prepare = emu_open,
		.run = emu_load,
		.worked = emu_works,
		.undo = emu_undo,
		.refused = emu_refused,
		.pages_alike = PAGES_ALIKE,
		.parts = PARTS,
		.forgives = fewer,
	}, {
		.name = "rmmod gpcd_emu, with chips",
		.prepare = emu_needed,
		.run = emu_unload,
		.worked = emu_gone,
		.forgives = events_lost,
	},
};

const struct stage emu_stage = {
	.setup = emu_setup,
	.teardown = emu_teardown,
	.entries = emu_entries,
	.count = ARRAY_SIZE(emu_entries),
};
