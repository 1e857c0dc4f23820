// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <grp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"
#include "device.h"

const char *device_name(void)
{
	const char *name = cli.device ? cli.device : getenv(GPCD_DEVICE_ENV);

	return name && *name ? name : "/dev/gpcd0";
}

static int is_image(const char *name)
{
	return !strncmp(name, "image:", 6);
}

static void complain_missing(const char *name)
{
	if (is_image(name))
		complain("%s: no such file: make one with `gpcd emulate --image %s'", name,
			 name + 6);
	else
		complain("%s: no such device: load a module (modprobe gpcd_emu emulates a chip), "
			 "or use -d image:FILE with `gpcd emulate --image FILE'", name);
}

static void complain_access(const char *name)
{
	struct group *group = NULL;
	struct stat st;

	if (is_image(name)) {
		complain("%s: not allowed to open this file: see its mode", name);
		return;
	}
	if (!stat(name, &st) && st.st_gid && (st.st_mode & 060) == 060)
		group = getgrgid(st.st_gid);
	if (group)
		complain("%s: not allowed: join group %s (as root: usermod -aG %s USER) "
			 "and log in again", name, group->gr_name, group->gr_name);
	else
		complain("%s: not allowed: only root may open it; the udev rule 60-gpcd.rules "
			 "opens it to group gpcd", name);
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
	case -ENODEV:
	case -ENXIO:
		complain("%s: its chip is gone", name);
		break;
	case -EPROTO:
		complain("%s: no register image and no gpcd device that this gpcd knows: "
			 "are module and library of one version?", name);
		break;
	default:
		complain("%s: %s", name, strerror(-err));
	}
}

int device_open(struct gpcd **device)
{
	int err = gpcd_open(cli.device, device);

	if (err)
		device_complain(device_name(), err);
	return exit_code(err);
}

int device_failed(struct gpcd *device, int err)
{
	device_complain(gpcd_path(device), err);
	return exit_code(err);
}
