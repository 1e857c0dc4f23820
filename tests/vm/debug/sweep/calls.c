// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls that several tables make: on devices, and on attributes, which are files
 * of one text.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <gpcd_pub.h>
#include <linux/gpcd.h>

#include "sweep.h"

static int attr = -1;
static char got[4096];

bool untouched(const void *buffer, size_t size)
{
	const unsigned char *bytes = buffer;

	for (size_t i = 0; i < size; i++) {
		if (bytes[i] != UNTOUCHED)
			return false;
	}
	return true;
}

uint64_t register_of(int i)
{
	return GPC_TILE_SPC(i / 48, i / 6 % 8, i % 6);
}

long device_open(unsigned int index)
{
	char path[32];

	snprintf(path, sizeof(path), "/dev/gpcd%u", index);
	return result(open(path, O_RDWR | O_CLOEXEC));
}

long device_nic(int fd)
{
	struct gpcd_info info = { .size = sizeof(info) };

	return ioctl(fd, GPCD_IOC_INFO, &info) ? -errno : (long)info.nic_addr;
}

void attr_open(const struct entry *entry)
{
	attr = open(entry->path, entry->run == attr_load ? O_RDONLY : O_WRONLY);
	must(attr >= 0, entry->path);
	memset(got, UNTOUCHED, sizeof(got));
}

long attr_store(const struct entry *entry)
{
	return result(write(attr, entry->text, strlen(entry->text)));
}

long attr_load(const struct entry *entry)
{
	(void)entry;
	return result(pread(attr, got, sizeof(got), 0));
}

void attr_untouched(const struct entry *entry)
{
	(void)entry;
	if (!untouched(got, sizeof(got)))
		complain("the buffer was written");
}

void attr_loaded(const struct entry *entry, long result)
{
	if ((size_t)result != strlen(entry->text) || memcmp(got, entry->text, result))
		complain("read '%.*s', wanted '%s'", (int)result, got, entry->text);
}

void attr_stored(const struct entry *entry, long result)
{
	const char *text = file_read(entry->path);

	if ((size_t)result != strlen(entry->text))
		complain("wrote %ld bytes of %zu", result, strlen(entry->text));
	else if (strncmp(text, entry->text, result))
		complain("'%s' was written and is '%s'", entry->text, text);
}

void attr_close(const struct entry *entry, long result)
{
	(void)entry;
	(void)result;
	close(attr);
}
