// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Make image files. A new image is made under a temporary name and then renamed, so that it appears
 * as a whole. The image that it replaces is marked gone, so that its readers look for the new one.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/stat.h>

#include <gpcd/image.h>

#include "gpcd/image/file.h"

static int info_valid(const struct gpcd_info *info)
{
	return gpcd_catalogue_pages(info->chip) && info->nic_addr &&
	       info->nic_index < gpcd_chip_nics(info->chip) && info->domain <= GPCD_IMAGE_DOMAINS;
}

/*
 * Return an epoch that no image has had: a new file is a new chip. The clock may have been set
 * back, so the epoch also exceeds the replaced image's.
 */
static uint64_t epoch_begin(const struct gpcd_image_file *old)
{
	uint64_t next = old ? gpcd_image_epoch_after(gpcd_image_load(&old->image.info->epoch)) : 0;
	struct timespec now;
	uint64_t now_ns;

	clock_gettime(CLOCK_REALTIME, &now);
	now_ns = now.tv_sec * 1000000000ULL + now.tv_nsec;
	return now_ns > next ? now_ns : next;
}

static int image_make(const char *path, const struct gpcd_info *info,
		      const struct gpcd_image_file *old)
{
	const struct gpcd_image_info desc = {
		.chip = info->chip,
		.nic_addr = info->nic_addr,
		.nic_index = info->nic_index,
		.coord = { info->coord[0], info->coord[1], info->coord[2] },
		.chip_id = info->chip_id,
		.epoch = epoch_begin(old),
		.domain = info->domain ? info->domain : 1,
	};
	struct gpcd_image_file *file;
	int err = gpcd_image_file_create(path, info->chip, &file);

	if (err)
		return err;
	gpcd_image_init(&file->image, &desc);
	gpcd_image_file_close(file);
	return 0;
}

/* Open and claim the image that is to be replaced, if there is one. */
static int predecessor_open(const char *path, struct gpcd_image_file **old)
{
	int err = gpcd_image_file_open(path, O_RDWR, old);

	if (err == -ENOENT)
		return 0;
	if (err)
		return err == -EPROTO ? -EEXIST : err;
	err = gpcd_image_file_claim(*old);
	if (err)
		gpcd_image_file_close(*old);
	return err;
}

/*
 * Return in @name where the image that will be @path is made: in the same folder, to be renamed.
 * The name begins with a dot, so that patterns of devices do not match it before the image is
 * complete. Return its length, or -1, as asprintf(3).
 */
static int name_unfinished(const char *path, char **name)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;

	return asprintf(name, "%.*s.%s.%d", (int)(base - path), path, base, gettid());
}

static int image_replace(const char *path, const struct gpcd_info *info)
{
	struct gpcd_image_file *old = NULL;
	char *name;
	int err;

	if (name_unfinished(path, &name) < 0)
		return -ENOMEM;
	err = predecessor_open(path, &old);
	if (err)
		goto free_name;
	err = image_make(name, info, old);
	if (!err && rename(name, path)) {
		err = -errno;
		unlink(name);
	}
	if (old && !err)
		gpcd_image_end(&old->image);
	if (old)
		gpcd_image_file_close(old);
free_name:
	free(name);
	return err;
}

/*
 * Follow symbolic links. Return the path of the existing file, or @path for a new one; NULL and
 * errno on error.
 */
static char *path_resolve(const char *path)
{
	char *file = realpath(path, NULL);
	struct stat st;

	if (!file && errno == ENOENT && lstat(path, &st) && errno == ENOENT)
		file = strdup(path);
	return file;
}

int gpcd_image_create(const char *path, const struct gpcd_info *info)
{
	char *file;
	int err;

	if (!info_valid(info))
		return -EINVAL;
	file = path_resolve(path);
	if (!file)
		return -errno;
	err = image_replace(file, info);
	free(file);
	return err;
}
