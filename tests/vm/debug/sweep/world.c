// SPDX-License-Identifier: GPL-2.0-only
/*
 * State of the modules as seen from outside, as text: two looks that differ, differ in a line that
 * says where.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "command.h"

#define REGISTERS	20	/* of gpcd0 */
#define NODES		5	/* of a kind: more than there should ever be */

/* Small files */

const char *file_read(const char *path)
{
	static char text[1 << 16];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = 0, got = 1;

	if (fd < 0)
		return "";
	while (got > 0 && length < (ssize_t)sizeof(text) - 1) {
		got = read(fd, text + length, sizeof(text) - 1 - length);
		length += got > 0 ? got : 0;
	}
	close(fd);
	text[length] = '\0';
	return text;
}

long file_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	long ret;

	if (fd < 0)
		return -errno;
	ret = result(write(fd, text, strlen(text)));
	close(fd);
	return ret < 0 ? ret : 0;
}

/* A world's lines */

__printf(2, 3)
static void line(char *text, const char *fmt, ...)
{
	size_t length = strlen(text);
	va_list args;

	va_start(args, fmt);
	length += vsnprintf(text + length, WORLD_SIZE - length, fmt, args);
	va_end(args);
	must(length < WORLD_SIZE, "room for a world");
}

static int is_ours(const struct dirent *entry)
{
	return !strncmp(entry->d_name, "gpcd", 4);
}

static int is_name(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Write a line for each name in a directory; @look adds details. */
static void names(char *text, const char *dir, int (*filter)(const struct dirent *),
		  void (*look)(char *text, const char *path))
{
	struct dirent **list;
	char path[512];
	int count = scandir(dir, &list, filter, alphasort);

	if (count < 0) {
		line(text, "no %s\n", dir);
		return;
	}
	for (int i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, list[i]->d_name);
		look(text, path);
		free(list[i]);
	}
	free(list);
}

static void look_name(char *text, const char *path)
{
	line(text, "%s\n", path);
}

/* Things: modules and their users, device numbers, devices, nodes, permissions. */

static void see_lines(char *text, const char *path, void (*look)(char *text, char *line))
{
	char *rest = (char *)file_read(path), *one;

	while ((one = strsep(&rest, "\n"))) {
		if (strstr(one, "gpcd"))
			look(text, one);
	}
}

/* "name size users ..." */
static void look_module(char *text, char *one)
{
	char name[64];
	int users;

	if (sscanf(one, "%63s %*u %d", name, &users) == 2 && !strncmp(name, "gpcd", 4))
		line(text, "module %s: %d users\n", name, users);
}

static void look_number(char *text, char *one)
{
	line(text, "device number %s\n", one);
}

static void see_permissions(char *text)
{
	struct gpcd_perms_policy policy = { .size = sizeof(policy) };
	struct gpcd_perms_entry entries[16];
	struct gpcd_nic nics[32];
	struct gpcd_perms_list list = {
		.size = sizeof(list), .count = ARRAY_SIZE(entries),
		.entry_size = sizeof(entries[0]), .entries = (uintptr_t)entries,
		.nic_count = ARRAY_SIZE(nics), .nics = (uintptr_t)nics,
	};
	int fd = device_open(0);

	if (fd < 0)
		return;
	control(GPCD_IOC_PERMS_POLICY, &policy, "PERMS_POLICY");
	control(GPCD_IOC_PERMS_LIST, &list, "PERMS_LIST");
	line(text, "permissions: default %#x, ignored %u\n", policy.was_may, policy.was_ignored);
	for (unsigned int i = 0; i < list.count; i++)
		line(text, "permission of job %llu: %#x, %u devices\n", entries[i].job,
		     entries[i].may, entries[i].nic_count);
	close(fd);
}

/* Listing /dev takes longer than testing each name. */
static void see_nodes(char *text)
{
	static const char * const nodes[] = { "gpcd", "gpcd_emu" };
	char path[64];

	for (int i = 0; i < NODES * ARRAY_SIZE(nodes); i++) {
		snprintf(path, sizeof(path), "/dev/%s%d", nodes[i / NODES], i % NODES);
		if (!access(path, F_OK))
			look_name(text, path);
	}
}

static void see_descriptors(char *text)
{
	int lowest = dup(STDOUT_FILENO);

	line(text, "next descriptor: %d\n", lowest);
	close(lowest);
}

void world_see_things(struct world *world)
{
	char *text = world->things;

	text[0] = '\0';
	see_lines(text, "/proc/modules", look_module);
	see_lines(text, "/proc/devices", look_number);
	names(text, "/sys/class/gpcd", is_name, look_name);
	names(text, "/sys/class/gpcd_emu", is_name, look_name);
	names(text, CONFIG, is_name, look_name);
	see_nodes(text);
	see_descriptors(text);
	see_permissions(text);
}

/*
 * Values: texts of devices, back doors and directories, except those that differ for each new chip.
 */

static void look_file(char *text, const char *path)
{
	line(text, "%s: %s\n", path, file_read(path));
}

static void look_attr(char *text, const char *dir, const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	look_file(text, path);
}

/* Two views share the registers. */
static void see_registers(char *text)
{
	uint64_t addrs[REGISTERS], values[REGISTERS];
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = REGISTERS,
		.addrs = (uintptr_t)addrs, .values = (uintptr_t)values,
	};
	int fd = device_open(0);

	if (fd < 0)
		return;
	for (int i = 0; i < REGISTERS; i++)
		addrs[i] = register_of(i);
	must(!ioctl(fd, GPCD_IOC_SNAPSHOT, &req), "SNAPSHOT");
	for (int i = 0; i < REGISTERS; i++)
		line(text, "register %#lx: %lu\n", addrs[i], values[i]);
	close(fd);
}

static void look_backdoor(char *text, const char *path)
{
	look_attr(text, path, "gpcd");
	look_attr(text, path, "fault");
}

static void look_directory(char *text, const char *path)
{
	names(text, path, is_name, look_file);
}

void world_see(struct world *world)
{
	char *text = world->values;

	world_see_things(world);
	text[0] = '\0';
	see_registers(text);
	names(text, "/sys/class/gpcd_emu", is_ours, look_backdoor);
	names(text, CONFIG, is_name, look_directory);
}

static int line_length(const char *at)
{
	return strcspn(at, "\n");
}

void text_compare(const char *when, const char *was, const char *is)
{
	if (!strcmp(was, is))
		return;
	while (*was && line_length(was) == line_length(is) &&
	       !strncmp(was, is, line_length(was) + 1)) {
		was += line_length(was) + 1;
		is += line_length(is) + 1;
	}
	complain("%s: '%.*s', it was '%.*s'", when, line_length(is), is, line_length(was), was);
}
