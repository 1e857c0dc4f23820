// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"
#include "device.h"

static const char *named(void)
{
	const char *name = cli.device ? cli.device : secure_getenv(GPCD_DEVICE_ENV);

	return name && *name ? name : NULL;
}

int device_is_named(void)
{
	return !!named();
}

const char *device_name(void)
{
	const char *name = named();
	static char node[32];

	if (!name)
		return "/dev/gpcd0";
	if (strncmp(name, "gpcd", 4) || name[4 + strspn(name + 4, "0123456789")])
		return name;
	snprintf(node, sizeof(node), "/dev/%s", name);
	return node;
}

int device_is_image(const char *name)
{
	return !strncmp(name, "image:", 6);
}

static int is_node(const struct dirent *entry)
{
	return !strncmp(entry->d_name, "gpcd", 4) && isdigit((unsigned char)entry->d_name[4]);
}

/* Unlike glob(3), scandir(3) tells when it could not look. */
int device_nodes(struct dirent ***nodes)
{
	int n = scandir("/dev", nodes, is_node, versionsort);

	return n < 0 ? -errno : n;
}

static void complain_missing(const char *name)
{
	if (device_is_image(name))
		complain("%s: no such file: make one with `gpcd emulate --image %s'", name,
			 name + 6);
	else
		complain("%s: no such device: load a module (gpcd_emu emulates), or -d image:FILE",
			 name);
}

static void complain_access(const char *name)
{
	struct group *group = NULL;
	struct stat st;

	if (device_is_image(name)) {
		complain("%s: not allowed to open this file: see its mode", name);
		return;
	}
	if (!stat(name, &st) && st.st_gid && (st.st_mode & 060) == 060)
		group = getgrgid(st.st_gid);
	if (group)
		complain("%s: not allowed: join group %s (usermod -aG %s USER) and log in again",
			 name, group->gr_name, group->gr_name);
	else
		complain("%s: not allowed but to root: udev's 60-gpcd.rules lets group gpcd in",
			 name);
}

static void complain_gone(const char *name, int err)
{
	if (err == -ENXIO && cli.nic_addr)
		complain("%s: no NIC has address %u: see `gpcd list'", name, cli.nic_addr);
	else
		complain("%s: its chip is gone", name);
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
	case -ENXIO:
	case -ENODEV:
		complain_gone(name, err);
		break;
	case -EPROTO:
		complain("%s: no register image, or not of this version of gpcd", name);
		break;
	default:
		complain("%s: %s", name, strerror(-err));
	}
}

int device_open(struct gpcd **device)
{
	int err = gpcd_open(device_name(), device);

	if (err)
		device_complain(device_name(), err);
	return exit_code(err);
}

int device_failed(struct gpcd *device, int err)
{
	device_complain(gpcd_path(device), err);
	return exit_code(err);
}
