// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Sources: traffic that drives the counters of an image file.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

#include <gpcd/image.h>

#include "image/traffic.h"
#include "gpcd/image/file.h"

/* The traffic's time lags until_ns while another process keeps the file locked. */
struct gpcd_image_source {
	struct gpcd_image_file *file;
	struct gpcd_traffic traffic;
	uint64_t until_ns;
};

/* Continue from the time when an earlier source ended: the image has counted its ticks. */
static void traffic_resume(struct gpcd_traffic *traffic, const struct gpcd_image_info *info)
{
	traffic->now_ns = gpcd_image_load(&info->chip_ns);
	traffic->tick = traffic->now_ns / GPCD_TRAFFIC_TICK_NS;
}

int gpcd_image_source_open(const char *path, uint64_t seed, struct gpcd_image_source **result)
{
	struct gpcd_image_source *source = calloc(1, sizeof(*source));
	struct gpcd_image_info info;
	int err;

	if (!source)
		return -ENOMEM;
	err = gpcd_image_file_open(path, O_RDWR, &source->file);
	if (err)
		goto free_source;
	err = gpcd_image_file_gone(source->file) ? -ENODEV :
	      gpcd_image_file_drive(source->file);
	if (!err && (gpcd_image_check(source->file->image.info, &info) ||
		     info.chip != source->file->image.chip))
		err = -EPROTO;
	if (err)
		goto close_file;
	gpcd_traffic_init(&source->traffic, source->file->image.chip, seed, info.nic_index);
	source->traffic.writer = GPCD_IMAGE_FEED;
	traffic_resume(&source->traffic, &info);
	source->until_ns = source->traffic.now_ns;
	*result = source;
	return 0;

close_file:
	gpcd_image_file_close(source->file);
free_source:
	free(source);
	return err;
}

int gpcd_image_source_advance(struct gpcd_image_source *source, uint64_t ns)
{
	int err, more;

	if (gpcd_image_file_gone(source->file))
		return -ENODEV;
	source->until_ns += ns;
	do {
		err = gpcd_image_file_lock(source->file);
		if (err)
			return err;
		more = gpcd_traffic_step(&source->traffic, &source->file->image, 1,
					 source->until_ns);
		gpcd_image_file_unlock(source->file);
	} while (more);
	return 0;
}

void gpcd_image_source_release(struct gpcd_image_source *source)
{
	if (!source)
		return;
	gpcd_image_file_close(source->file);
	free(source);
}

void gpcd_image_source_close(struct gpcd_image_source *source)
{
	if (source)
		gpcd_image_end(&source->file->image);
	gpcd_image_source_release(source);
}
