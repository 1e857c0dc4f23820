/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For tests that break the emulated chip: one Gemini with a virtual clock, which
 * comes and goes with each test.
 */
#ifndef CHIP_H
#define CHIP_H

#include <linux/gpcd.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <gpcd_pub.h>

#include "mark.h"
#include "module.h"

#define BACKDOOR	"/sys/class/gpcd_emu/gpcd_emu0"
#define CONFIG		"/sys/kernel/config/gpcd_emu/test"
#define COUNTERS	288
#define ROUNDS		20

#define ARRAY_SIZE(array) ((int)(sizeof(array) / sizeof((array)[0])))

static uint64_t addrs[COUNTERS];

static inline int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int ret;

	ck_assert_msg(fd >= 0, "%s: %s", path, strerror(errno));
	ret = write(fd, text, strlen(text)) < 0 ? errno : 0;
	close(fd);
	return ret;
}

/* Return the text of a descriptor's /proc/self/fdinfo. */
static inline const char *fdinfo_of(int of)
{
	static char text[1024];
	char path[64];
	ssize_t bytes;
	int fd;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", of);
	fd = open(path, O_RDONLY);
	bytes = read(fd, text, sizeof(text) - 1);
	ck_assert_int_gt(bytes, 0);
	text[bytes] = '\0';
	close(fd);
	return text;
}

/* Return a number there; @key is everything before it on its line. */
static inline uint64_t fdinfo_value(int of, const char *key)
{
	const char *at = strstr(fdinfo_of(of), key);

	ck_assert_msg(at, "no %s in fdinfo", key);
	return strtoull(at + strlen(key), NULL, 10);
}

static inline void set_fault(const char *text)
{
	int error = write_file(BACKDOOR "/fault", text);

	ck_assert_msg(!error, "fault %s: %s", text, strerror(error));
}

static inline int open_device(void)
{
	int fd = open(GPCD_DEV_PATH, O_RDWR | O_CLOEXEC);

	ck_assert_msg(fd >= 0, "%s: %s", GPCD_DEV_PATH, strerror(errno));
	return fd;
}

/* Begin anew, and remove what a failed test has left. */
static inline void chip_forget(void)
{
	for (int i = 0; i < COUNTERS; i++)
		addrs[i] = GPC_TILE_SPC(i / 48, i / 6 % 8, i % 6);
	rmdir(CONFIG);
	module_unload("gpcd_emu");
	module_unload("gpcd");
}

static inline void chip_load(void)
{
	chip_forget();
	ck_assert_int_eq(module_load("gpcd", ""), 0);
	ck_assert_int_eq(module_load("gpcd_emu", "clock=virtual"), 0);
}

static inline void chip_unload(void)
{
	ck_assert_int_eq(module_unload("gpcd_emu"), 0);
	ck_assert_int_eq(module_unload("gpcd"), 0);
}

/* Commands; each returns 0 or a positive errno. */

static inline int call(int fd, unsigned long command, void *arg)
{
	return ioctl(fd, command, arg) < 0 ? errno : 0;
}

static inline int read_legacy(int fd)
{
	uint64_t values[COUNTERS];
	struct gpcd_args args = {
		.num_mmrs = COUNTERS, .mmr_addrs = addrs, .mmr_data = values,
	};

	return call(fd, GPC_IOC_READ_REG, &args);
}

/* It is a fault if a sweep lacks values, with or without a chip. */
static inline int whole(int error, const struct gpcd_snapshot_req *req)
{
	return error || !req->failed ? error : EIO;
}

static inline int read_snapshot(int fd)
{
	uint64_t values[COUNTERS];
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = COUNTERS,
		.addrs = (uintptr_t)addrs, .values = (uintptr_t)values,
	};

	return whole(call(fd, GPCD_IOC_SNAPSHOT, &req), &req);
}

#endif /* CHIP_H */
