// SPDX-License-Identifier: GPL-2.0-only
/*
 * Chips that come and go: configfs, and the attributes of sysfs.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "grammar.h"

#define CONFIG	"/sys/kernel/config/gpcd_emu"
#define DOORS	"/sys/class/gpcd_emu/gpcd_emu"
#define DEVICES	"/sys/class/gpcd/gpcd"
#define CHIPS	4
#define NUMBERS	6	/* of devices and doors */
#define VALUES	8

/* A file of sysfs or configfs. */
struct attribute {
	const char *folder;	/* without the number at its end; NULL: @name is the whole path */
	const char *name;
	const char *value[VALUES];	/* what may be written to it */
};

static const struct attribute config[] = {
	{ CONFIG "/h", "nic_addrs", { "10", "11,12", "20,21,22,23", "1", "10,10", "13\n" } },
	{ CONFIG "/h", "chip", { "gemini", "aries", "aries\n", "cassini1", "cassini2" } },
	{ CONFIG "/h", "coord", { "0,0,0", "1,2,3\n", "4294967295,0,0" } },
	{ CONFIG "/h", "seed", { "1", "0x10", "18446744073709551615" } },
	{ CONFIG "/h", "clock", { "virtual", "real", "virtual\n" } },
	{ CONFIG "/h", "traffic", { "1", "0", "y" } },
};

static const struct attribute others[] = {
	{ CONFIG "/h", "live", { "1" } },
	{ CONFIG "/h", "devices", { "1" } },
	{ DOORS, "fault", { "none" } },
	{ DOORS, "advance", { "1" } },
	{ DOORS, "gpcd", { "1" } },
	{ DOORS, "seed", { "1" } },
	{ DEVICES, "chip", { "1" } },
	{ DEVICES, "chip_id", { "1" } },
	{ DEVICES, "nic_addr", { "1" } },
	{ DEVICES, "nic_index", { "1" } },
	{ DEVICES, "nics", { "1" } },
	{ DEVICES, "coordinate", { "1" } },
	{ DEVICES, "registers", { "1" } },
	{ DEVICES, "epoch", { "1" } },
	{ DEVICES, "catalogue_hash", { "1" } },
	{ DEVICES, "uevent", { "change" } },
	{ NULL, "/sys/class/gpcd/ignore_perms", { "1" } },
	{ NULL, "/sys/module/gpcd/parameters/default_perms", { "nic,router,setup" } },
	{ NULL, "/sys/module/gpcd_emu/parameters/chips", { "1" } },
	{ NULL, "/sys/module/gpcd_emu/parameters/chip", { "aries" } },
	{ NULL, "/sys/module/gpcd_emu/parameters/clock", { "real" } },
};

static const struct attribute live = { CONFIG "/h", "live", { "1", "0", "1", "1", "y", "0\n" } };

static const struct attribute fault = {
	DOORS, "fault", { "none", "unplug", "ones", "stuck", "slow:100000", "none", "unplug\n",
			  "slow:1000001" },
};

/* Advance a little only: a tick of 10 ms takes long on an emulated processor. */
static const struct attribute advance = {
	DOORS, "advance", { "10000000", "0", "1", "50000000", "3600000000001",
			    "18446744073709551615", "9999999\n" },
};

static void attribute_path(char *path, const struct attribute *attribute, unsigned int number)
{
	if (attribute->folder)
		sprintf(path, "%s%u/%s", attribute->folder, number, attribute->name);
	else
		strcpy(path, attribute->name);
}

static void store_make(struct turn *turn, const struct attribute *attribute, unsigned int number)
{
	struct store *store = &turn->store[0];
	int values = 0;

	while (values < VALUES && attribute->value[values])
		values++;
	attribute_path(store->path, attribute, number);
	store->text = turn->text;
	store->length = text_make(turn, attribute->value, values);
	turn->stores = 1;
	turn->act = call_stores;
}

/* --- configfs -------------------------------------------------------------- */

static void folder_make(struct turn *turn)
{
	static const char * const names[] = { "..", ".", "", "h0/x", "%s", "live" };
	uint8_t decision = bytes_take(&turn->bytes);

	turn->arg[0] = AT_FDCWD;
	turn->arg[1] = (uintptr_t)turn->store[0].path;
	if (decision < JUNK)
		sprintf(turn->store[0].path, CONFIG "/h%u", decision % CHIPS);
	else if (decision == JUNK)
		sprintf(turn->store[0].path, CONFIG "/%0300d", 0);
	else
		sprintf(turn->store[0].path, CONFIG "/%s", names[decision % ARRAY_SIZE(names)]);
}

static void mkdir_make(struct turn *turn)
{
	folder_make(turn);
	turn->nr = SYS_mkdirat;
	turn->arg[2] = 0755;
}

static void rmdir_make(struct turn *turn)
{
	folder_make(turn);
	turn->nr = SYS_unlinkat;
	turn->arg[2] = AT_REMOVEDIR;
}

/* Provide a directory that does not exist yet, with a NIC address of its own. */
static void folder_provide(struct turn *turn, unsigned int number)
{
	char path[64];
	int fd;

	if (!turn->caller->admin)
		return;
	sprintf(path, CONFIG "/h%u", number);
	if (mkdir(path, 0755))
		return;
	strcat(path, "/nic_addrs");
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	dprintf(fd, "%u", 10 * (number + 1));
	close(fd);
}

static void set_make(struct turn *turn)
{
	unsigned int number = bytes_pick(&turn->bytes, CHIPS);

	folder_provide(turn, number);
	store_make(turn, &config[bytes_pick(&turn->bytes, ARRAY_SIZE(config))], number);
}

static void live_make(struct turn *turn)
{
	unsigned int number = bytes_pick(&turn->bytes, CHIPS);

	folder_provide(turn, number);
	store_make(turn, &live, number);
}

/* --- sysfs ----------------------------------------------------------------- */

static void fault_make(struct turn *turn)
{
	store_make(turn, &fault, bytes_pick(&turn->bytes, NUMBERS));
}

static void advance_make(struct turn *turn)
{
	store_make(turn, &advance, bytes_pick(&turn->bytes, NUMBERS));
}

static const struct attribute *attribute_any(struct turn *turn)
{
	unsigned int number = bytes_pick(&turn->bytes, ARRAY_SIZE(others) + ARRAY_SIZE(config));

	return number < (unsigned int)ARRAY_SIZE(others) ? &others[number] :
							   &config[number - ARRAY_SIZE(others)];
}

/* Files that nobody may write. */
static void poke_make(struct turn *turn)
{
	store_make(turn, attribute_any(turn), bytes_pick(&turn->bytes, NUMBERS));
	turn->wild = true;
}

static void poke_done(struct turn *turn)
{
	if (turn->ret >= 0)
		model_doubt();
}

static void attribute_open_make(struct turn *turn)
{
	const struct attribute *attribute = attribute_any(turn);

	attribute_path(turn->store[0].path, attribute, bytes_pick(&turn->bytes, NUMBERS));
	turn->nr = SYS_openat;
	turn->arg[0] = AT_FDCWD;
	turn->arg[1] = (uintptr_t)turn->store[0].path;
	turn->arg[2] = O_CLOEXEC | (bytes_pick(&turn->bytes, 2) ? O_RDWR : O_RDONLY);
}

static void attribute_open_done(struct turn *turn)
{
	if (turn->ret >= 0)
		handle_add(turn->ret, THING_ATTR);
}

static long act_show(struct turn *turn)
{
	uint64_t opening[6] = { AT_FDCWD, (uintptr_t)turn->store[0].path, O_RDONLY | O_CLOEXEC };
	long fd = system_call(SYS_openat, opening, false);
	uint64_t reading[6] = { fd, (uintptr_t)turn->text, TEXT_MAX };
	uint64_t closing[6] = { fd };
	long ret;

	if (fd < 0)
		return fd;
	ret = system_call(SYS_read, reading, false);
	system_call(SYS_close, closing, false);
	return ret;
}

static void show_make(struct turn *turn)
{
	const struct attribute *attribute = attribute_any(turn);

	attribute_path(turn->store[0].path, attribute, bytes_pick(&turn->bytes, NUMBERS));
	turn->stores = 1;
	turn->act = act_show;
}

/* The reply is lines of text, without old contents of memory. */
static void show_done(struct turn *turn)
{
	for (long i = 0; i < turn->ret; i++) {
		if (isprint(turn->text[i]) || turn->text[i] == '\n')
			continue;
		finding(turn, "byte %ld is %#x", i, (uint8_t)turn->text[i]);
		return;
	}
	if (turn->ret > 0 && turn->text[turn->ret - 1] != '\n')
		finding(turn, "it does not end its line");
}

/* configfs answers an empty write with EFAULT. */
#define ERRORS_STORE(...) { EACCES, ENOENT, EINVAL, ENODEV, ERANGE, EFAULT, __VA_ARGS__ }

const struct call grammar_chips[] = {
	{
		.name = "mkdir",
		.make = mkdir_make,
		.touches = TOUCH_LIFE,
		.admin = true,
		.errors = { EACCES, EEXIST, ENOENT, ENAMETOOLONG, EPERM },
	}, {
		.name = "rmdir",
		.make = rmdir_make,
		.touches = TOUCH_LIFE,
		.admin = true,
		.errors = { EACCES, ENOENT, EBUSY, EINVAL, ENOTEMPTY, ENAMETOOLONG, ENOTDIR,
			    EPERM },
	}, {
		.name = "set",
		.make = set_make,
		.touches = TOUCH_LIFE,
		.admin = true,
		.errors = ERRORS_STORE(EBUSY),
	}, {
		.name = "live",
		.make = live_make,
		.touches = TOUCH_LIFE,
		.admin = true,
		.errors = ERRORS_STORE(EEXIST, ENOSPC),
	}, {
		.name = "fault",
		.make = fault_make,
		.touches = TOUCH_LIFE,
		.admin = true,
		.errors = ERRORS_STORE(EEXIST, ENOSPC),
	}, {
		.name = "advance",
		.make = advance_make,
		.touches = TOUCH_REGISTERS,
		.admin = true,
		.errors = ERRORS_STORE(EOPNOTSUPP),
	}, {
		.name = "poke",
		.make = poke_make,
		.done = poke_done,
		.touches = TOUCH_LIFE,
		.admin = true,
	}, {
		.name = "open_attribute",
		.make = attribute_open_make,
		.done = attribute_open_done,
		.at_once = true,
		.errors = { EACCES, ENOENT, ENODEV, EINVAL },
	}, {
		.name = "show",
		.make = show_make,
		.done = show_done,
		.errors = { EACCES, ENOENT, ENODEV },
	}, { }
};
