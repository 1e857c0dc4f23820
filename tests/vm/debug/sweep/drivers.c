// SPDX-License-Identifier: GPL-2.0-only
/*
 * NICs of another driver that come, get another address and go. That driver does not hear of
 * errors: a NIC for which there is no memory has no device.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "module.h"
#include "sweep.h"

#define DO	"/sys/module/cxi_test/parameters/do"
#define NIC	100

static int lines = -1;

static void nics_load(void)
{
	must(!module_load("gpcd", ""), "gpcd to load");
	must(!module_load("cxi_test", ""), "cxi_test to load");
	must(!module_load("gpcd_cxi", ""), "gpcd_cxi to load");
	lines = open(DO, O_WRONLY | O_CLOEXEC);
	must(lines >= 0, DO);
}

static void nics_unload(void)
{
	close(lines);
	must(!module_unload("gpcd_cxi"), "gpcd_cxi to unload");
	must(!module_unload("cxi_test"), "cxi_test to unload");
	must(!module_unload("gpcd"), "gpcd to unload");
}

static long line_write(const struct entry *entry)
{
	return result(pwrite(lines, entry->text, strlen(entry->text), 0));
}

static void line_done(const char *text)
{
	const struct entry entry = { .text = text };

	must(line_write(&entry) == (long)strlen(text), text);
}

static void nic_needed(const struct entry *entry)
{
	(void)entry;
	line_done("add 0 1 99");
}

static void nic_undone(const struct entry *entry, long result)
{
	(void)entry;
	(void)result;
	line_done("remove 0");
}

/* There is a device with the NIC's address, or none. */
static void nic_came(const struct entry *entry, long result)
{
	long device = device_open(0), nic;

	(void)entry;
	(void)result;
	if (device == -ENOENT)
		return;
	nic = device < 0 ? device : device_nic(device);
	if (nic != NIC)
		complain("gpcd0 has NIC address %ld", nic);
	close(device);
}

static void nic_went(const struct entry *entry, long result)
{
	(void)entry;
	(void)result;
	if (device_open(0) != -ENOENT)
		complain("there is a gpcd0");
}

static const char no_device[] = "a NIC for which there is no memory has no device";

static const struct entry entries[] = {
	{
		.name = "a driver's NIC comes",
		.text = "add 0 1 100",
		.run = line_write,
		.worked = nic_came,
		.undo = nic_undone,
		.forgives = no_device,
	}, {
		.name = "a driver's NIC gets another address",
		.text = "nid 0 100",
		.prepare = nic_needed,
		.run = line_write,
		.worked = nic_came,
		.undo = nic_undone,
		.forgives = no_device,
	}, {
		.name = "a driver's NIC goes",
		.text = "remove 0",
		.prepare = nic_needed,
		.run = line_write,
		.worked = nic_went,
		.forgives = "an event that udev would like to have may be lost",
	},
};

const struct stage driver_stage = {
	.setup = nics_load,
	.teardown = nics_unload,
	.entries = entries,
	.count = ARRAY_SIZE(entries),
};
