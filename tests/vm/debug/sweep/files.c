// SPDX-License-Identifier: GPL-2.0-only
/*
 * Device nodes and attributes as files, and the back door and its mapping.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "command.h"
#include "image/image.h"

#define BACKDOOR	"/sys/class/gpcd_emu/gpcd_emu0/"
#define PARAMETER	"/sys/module/gpcd/parameters/default_perms"

/* Opening and closing a node */

static long node_open(const struct entry *entry)
{
	return result(open(entry->path, O_RDWR | O_CLOEXEC));
}

static void node_close(const struct entry *entry, long node)
{
	(void)entry;
	close(node);
}

static void device_works(const struct entry *entry, long node)
{
	long nic = device_nic(node);

	(void)entry;
	if (nic != 1)
		complain("its NIC address is %ld", nic);
}

static void device_ready(const struct entry *entry)
{
	(void)entry;
	fd = device_open(0);
	must(fd >= 0, "gpcd0");
}

static long device_shut(const struct entry *entry)
{
	(void)entry;
	return result(close(fd));
}

/* The back door and the device: mapped, and brought in page by page. */

static char *image;

static void backdoor_open(const struct entry *entry)
{
	fd = node_open(entry);
	must(fd >= 0, entry->path);
}

static long backdoor_map(const struct entry *entry)
{
	(void)entry;
	image = mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	return image == MAP_FAILED ? -errno : 0;
}

static long device_map(const struct entry *entry)
{
	(void)entry;
	image = mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ, MAP_SHARED, fd, 0);
	return image == MAP_FAILED ? -errno : 0;
}

static __u64 *image_word(void)
{
	return (__u64 *)(image + register_of(0));
}

static void backdoor_shows(const struct entry *entry, long result)
{
	uint64_t value = gpcd_image_load(image_word());

	returned(entry, result);
	if (value != value_of(0))
		complain("it shows %#lx, wanted %#lx", value, value_of(0));
}

static void backdoor_unmap(const struct entry *entry, long result)
{
	must(!munmap(image, GPCD_IMAGE_SIZE), "munmap");
	device_close(entry, result);
}

static void mapping_undo(const struct entry *entry, long result)
{
	if (result < 0)
		device_close(entry, result);
	else
		backdoor_unmap(entry, result);
}

static void backdoor_mapped(const struct entry *entry)
{
	backdoor_open(entry);
	must(!backdoor_map(entry), "mmap");
}

static long backdoor_page_in(const struct entry *entry)
{
	char *page = image + register_of(0) / GPCD_PAGE_SIZE * GPCD_PAGE_SIZE;

	(void)entry;
	return result(madvise(page, GPCD_PAGE_SIZE, MADV_POPULATE_WRITE));
}

/* A parameter of the module */

static void parameter_restore(const struct entry *entry, long result)
{
	attr_close(entry, result);
	must(!file_write(PARAMETER, "nic,router,setup"), PARAMETER);
}

static const struct entry entries[] = {
	{
		.name = "open",
		.path = "/dev/gpcd0",
		.run = node_open,
		.worked = device_works,
		.undo = node_close,
	}, {
		.name = "open of the control node",
		.path = CONTROL,
		.run = node_open,
		.undo = node_close,
	}, {
		.name = "close",
		.prepare = device_ready,
		.run = device_shut,
		.worked = returned,
		.idle = "it only gives back",
	}, {
		.name = "open of a back door",
		.path = "/dev/gpcd_emu0",
		.run = node_open,
		.undo = node_close,
	}, {
		.name = "mmap of a back door",
		.path = "/dev/gpcd_emu0",
		.prepare = backdoor_open,
		.run = backdoor_map,
		.worked = backdoor_shows,
		.undo = backdoor_unmap,
	}, {
		.name = "first access to a page of a back door",
		.path = "/dev/gpcd_emu0",
		.prepare = backdoor_mapped,
		.run = backdoor_page_in,
		.worked = backdoor_shows,
		.undo = backdoor_unmap,
	}, {
		.name = "mmap of a device",
		.path = "/dev/gpcd0",
		.prepare = backdoor_open,
		.run = device_map,
		.worked = backdoor_shows,
		.undo = mapping_undo,
	}, {
		.name = "sysfs: nic_addr is read",
		.path = "/sys/class/gpcd/gpcd1/nic_addr",
		.text = "2\n",
		.prepare = attr_open,
		.run = attr_load,
		.failed = attr_untouched,
		.worked = attr_loaded,
		.undo = attr_close,
	}, {
		.name = "sysfs: ignore_perms is read",
		.path = "/sys/class/gpcd/ignore_perms",
		.text = "0\n",
		.prepare = attr_open,
		.run = attr_load,
		.failed = attr_untouched,
		.worked = attr_loaded,
		.undo = attr_close,
	}, {
		.name = "sysfs: fault is read",
		.path = BACKDOOR "fault",
		.text = "none\n",
		.prepare = attr_open,
		.run = attr_load,
		.failed = attr_untouched,
		.worked = attr_loaded,
		.undo = attr_close,
	}, {
		.name = "sysfs: gpcd is read",
		.path = BACKDOOR "gpcd",
		.text = "gpcd0\n",
		.prepare = attr_open,
		.run = attr_load,
		.failed = attr_untouched,
		.worked = attr_loaded,
		.undo = attr_close,
	}, {
		.name = "parameter default_perms is written",
		.path = PARAMETER,
		.text = "none",
		.prepare = attr_open,
		.run = attr_store,
		.worked = attr_stored,
		.undo = parameter_restore,
	},
};

const struct stage file_stage = {
	.setup = devices_load,
	.teardown = devices_unload,
	.entries = entries,
	.count = ARRAY_SIZE(entries),
};
