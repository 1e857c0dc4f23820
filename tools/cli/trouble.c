// SPDX-License-Identifier: GPL-2.0-only
/* Why a device cannot be opened or read, and what helps, in words. */
#include <errno.h>
#include <gpcd/nics.h>
#include <grp.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "devices.h"

/* A search for the interface that a name means which lacks its source. */
struct meant {
	const char *name;
	char full[NAME_MAX + DEVNAME_ROOM];
};

static int match_bare(void *data, const struct gpcd_nic_about *nic)
{
	struct meant *meant = data;

	if (strcmp(strchr(nic->name, ':') + 1, meant->name))
		return 0;
	snprintf(meant->full, sizeof(meant->full), "%s", nic->name);
	return 1;
}

static void say_missing_image(const char *path, char text[DEVNAME_TROUBLE])
{
	if (*path)
		snprintf(text, DEVNAME_TROUBLE,
			 "no such file: make one with `gpcd emulate --image %s'", path);
	else
		snprintf(text, DEVNAME_TROUBLE,
			 "the name of a file is missing, as in image:g0.img");
}

static void say_missing(const char *name, char text[DEVNAME_TROUBLE])
{
	struct meant meant = { .name = name };

	if (devname_is_nic(name))
		snprintf(text, DEVNAME_TROUBLE, "no such network interface: see `gpcd list'");
	else if (!strchr(name, '/') && gpcd_nics_each(match_bare, &meant) > 0 && *meant.full)
		snprintf(text, DEVNAME_TROUBLE,
			 "no such device: a network interface is named -d %s", meant.full);
	else if (devname_is_image(name))
		say_missing_image(name + 6, text);
	else
		snprintf(text, DEVNAME_TROUBLE,
			 "no such device: load a module (gpcd_emu emulates), or name with -d what there is: image:FILE, or from `gpcd list'");
}

/* The file exists, but it is no device of gpcd, or no image. */
static void say_kind(const char *name, char text[DEVNAME_TROUBLE])
{
	bool image = devname_is_image(name);
	const char *path = image ? name + 6 : name;
	struct stat st = { 0 };

	if (stat(path, &st))
		st.st_mode = 0;
	if (S_ISDIR(st.st_mode))
		snprintf(text, DEVNAME_TROUBLE,
			 "a directory: name the file of a register image in it, image:FILE");
	else if (image && S_ISREG(st.st_mode))
		snprintf(text, DEVNAME_TROUBLE,
			 "no register image, or one of another version of gpcd: make it anew");
	else if (image)
		snprintf(text, DEVNAME_TROUBLE,
			 "not a file: a device is named without image:, as in -d %s", path);
	else if (S_ISREG(st.st_mode))
		snprintf(text, DEVNAME_TROUBLE,
			 "a file, not a device: a register image is named -d image:%s", name);
	else
		snprintf(text, DEVNAME_TROUBLE,
			 "not a device of gpcd, or its list of registers is wrong: see `gpcd list', or update gpcd");
}

static void say_access(const char *name, char text[DEVNAME_TROUBLE])
{
	struct group *group = NULL;
	struct stat st;

	if (devname_is_image(name)) {
		snprintf(text, DEVNAME_TROUBLE, "not allowed to open this file: see its mode");
		return;
	}
	if (!stat(name, &st) && st.st_gid && (st.st_mode & 060) == 060)
		group = getgrgid(st.st_gid);
	if (group)
		snprintf(text, DEVNAME_TROUBLE,
			 "not allowed: join group %s (usermod -aG %s USER) and log in again",
			 group->gr_name, group->gr_name);
	else
		snprintf(text, DEVNAME_TROUBLE,
			 "not allowed but to root: udev's 60-gpcd.rules lets group gpcd in");
}

/* Return what is said of all devices alike. */
static const char *plain_trouble(const char *name, int err)
{
	static const char abandoned[] =
		"abandoned: what drove it died: start that again (gpcd emulate, gpcd-sim ...)";

	switch (err) {
	case -ENODEV:
		return devname_is_nic(name) ? "it is gone" : "its chip is gone";
	case -EFAULT:
		return "the image file was made shorter, or cannot be read";
	case -ENODATA:
		return "its driver has no counters";
	case -EOWNERDEAD:
		return abandoned;
	default:
		return strerror(-err);
	}
}

const char *devname_trouble(const char *name, int err, char text[DEVNAME_TROUBLE])
{
	switch (err) {
	case -ENOENT:
		say_missing(name, text);
		break;
	case -EACCES:
	case -EPERM:
		say_access(name, text);
		break;
	case -EPROTO:
	case -EISDIR:
		say_kind(name, text);
		break;
	default:
		snprintf(text, DEVNAME_TROUBLE, "%s", plain_trouble(name, err));
	}
	return text;
}
