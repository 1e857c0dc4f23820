// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <grp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/devname.h"
#include "cli/out/complain.h"
#include "device.h"
#include "options.h"

static const char *named(void)
{
	const char *name = device_options.name;

	if (!name)
		name = secure_getenv(GPCD_DEVICE_ENV);
	return name && *name ? name : NULL;
}

int device_is_named(void)
{
	return !!named();
}

const char *device_path(void)
{
	static char path[DEVNAME_ROOM];
	const char *name = named();

	return name ? devname_full(name, path) : "/dev/gpcd0";
}

static int is_node(const struct dirent *entry)
{
	return !strncmp(entry->d_name, "gpcd", 4) && isdigit((unsigned char)entry->d_name[4]);
}

/* Unlike glob(3), scandir(3) reports that it could not read the folder. */
int device_nodes(struct dirent ***nodes)
{
	int n = scandir("/dev", nodes, is_node, versionsort);

	return n < 0 ? -errno : n;
}

static void complain_missing(const char *name)
{
	if (devname_is_image(name))
		complain("%s: no such file: make one with `gpcd emulate --image %s'", name,
			 name + 6);
	else
		complain("%s: no such device: load a module (gpcd_emu emulates), or -d image:FILE",
			 name);
}

/* The file exists, but it is no device of gpcd, or no image. */
static void complain_kind(const char *name)
{
	bool image = devname_is_image(name);
	const char *path = image ? name + 6 : name;
	struct stat st = { 0 };

	if (stat(path, &st))
		st.st_mode = 0;
	if (S_ISDIR(st.st_mode))
		complain_of(name,
			    "a directory: name the file of a register image in it, image:FILE");
	else if (image && S_ISREG(st.st_mode))
		complain_of(name,
			    "no register image, or one of another version of gpcd: make it anew");
	else if (image)
		complain("%s: not a file: a device is named without image:, as in -d %s", name,
			 path);
	else if (S_ISREG(st.st_mode))
		complain("%s: a file, not a device: a register image is named -d image:%s", name,
			 name);
	else
		complain_of(name, "not a device of gpcd, or of another version: see `gpcd list'");
}

static void complain_access(const char *name)
{
	struct group *group = NULL;
	struct stat st;

	if (devname_is_image(name)) {
		complain_of(name, "not allowed to open this file: see its mode");
		return;
	}
	if (!stat(name, &st) && st.st_gid && (st.st_mode & 060) == 060)
		group = getgrgid(st.st_gid);
	if (group)
		complain_of(name,
			    "not allowed: join group %s (usermod -aG %s USER) and log in again",
			    group->gr_name, group->gr_name);
	else
		complain_of(name,
			    "not allowed but to root: udev's 60-gpcd.rules lets group gpcd in");
}

static void complain_abandoned(const char *name)
{
	complain_of(name,
		    "abandoned: what drove it died: start that again (gpcd emulate, gpcd-sim ...)");
}

void device_complain(const char *name, int err)
{
	switch (err) {
	case -ENOENT:
		complain_missing(name);
		break;
	case -EACCES:
	case -EPERM:
		complain_access(name);
		break;
	case -EADDRNOTAVAIL:
		complain_of(name, "no NIC has address %u: see `gpcd list'",
			    device_options.nic_addr);
		break;
	case -ENXIO:
	case -ENODEV:
		complain_of(name, "its chip is gone");
		break;
	case -EFAULT:
		complain_of(name, "the image file was made shorter, or cannot be read");
		break;
	case -EOWNERDEAD:
		complain_abandoned(name);
		break;
	case -EPROTO:
	case -EISDIR:
		complain_kind(name);
		break;
	default:
		complain_of(name, "%s", strerror(-err));
	}
}

int device_alone(void)
{
	const char *const *names = device_options.names;

	for (unsigned int i = 1; i < device_options.count; i++) {
		if (!strcmp(names[i], names[0]))
			continue;
		complain("both -d %s and -d %s: this command takes one device", names[0],
			 names[i]);
		return EXIT_USAGE;
	}
	return 0;
}

int device_open_named(struct gpcd **device)
{
	int err = device_alone();

	if (err)
		return err;
	device_wait(device_path());
	err = gpcd_open(device_path(), device);
	if (err)
		device_complain(device_path(), err);
	return exit_code(err);
}

int device_check(struct gpcd *device, const struct gpcd_snapshot *before,
		 const struct gpcd_snapshot *now)
{
	if (before && gpcd_snapshot_times(before)->chip_ns != gpcd_snapshot_times(now)->chip_ns)
		return 0;
	return gpcd_abandoned(device) ? device_failed(device, -EOWNERDEAD) : 0;
}

int device_failed(struct gpcd *device, int err)
{
	device_complain(gpcd_path(device), err);
	return exit_code(err);
}
