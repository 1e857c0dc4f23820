// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Feeds: a simulator drives the counters of an image file, or of an emulated chip by the back doors
 * of its views.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpcd/image.h>

#include "gpcd/given.h"
#include "gpcd/image/file.h"
#include "image/nic_rules.h"

#define DOORS		"/dev"
#define DOOR_NAME	"gpcd_emu"

/* Views are indexed by their NIC's index; @own is the view that was opened. */
struct gpcd_image_feed {
	struct gpcd_image_file *view[GPCD_NICS_MAX];
	struct gpcd_image_file *own;
	int door;
	int batch;
};

static void views_close(struct gpcd_image_feed *feed)
{
	for (unsigned int i = 0; i < GPCD_NICS_MAX; i++) {
		if (feed->view[i])
			gpcd_image_file_close(feed->view[i]);
	}
}

static int own_add(struct gpcd_image_feed *feed, struct gpcd_info *info)
{
	int err = gpcd_image_file_info(feed->own, info);

	if (err)
		gpcd_image_file_close(feed->own);
	else
		feed->view[info->nic_index] = feed->own;
	return err;
}

static int is_door_name(const struct dirent *entry)
{
	return !strncmp(entry->d_name, DOOR_NAME, strlen(DOOR_NAME));
}

/*
 * Return whether an error means that a back door has no view to join. Back doors come and go, and
 * root may have overwritten an image through its back door.
 */
static int nobody_in(int err)
{
	return err == -ENOENT || err == -ENXIO || err == -ENODEV || err == -EPROTO;
}

/* Add the view at a back door to the feed, if it is another view of the feed's chip. */
static int sibling_add(struct gpcd_image_feed *feed, const char *path, uint64_t chip_id)
{
	struct gpcd_image_file *file;
	struct gpcd_info info;
	int err = gpcd_image_door_open(path, &file);

	if (err)
		return nobody_in(err) ? 0 : err;
	if (gpcd_image_file_info(file, &info) || info.chip_id != chip_id ||
	    info.chip != feed->own->image.chip || feed->view[info.nic_index])
		gpcd_image_file_close(file);
	else
		feed->view[info.nic_index] = file;
	return 0;
}

static int siblings_add(struct gpcd_image_feed *feed, uint64_t chip_id)
{
	char path[sizeof(DOORS "/") + NAME_MAX];
	struct dirent **doors;
	int n = scandir(DOORS, &doors, is_door_name, alphasort);
	int err = 0;

	if (n < 0)
		return -errno;
	while (n--) {
		snprintf(path, sizeof(path), DOORS "/%s", doors[n]->d_name);
		if (!err)
			err = sibling_add(feed, path, chip_id);
		free(doors[n]);
	}
	free(doors);
	return err;
}

static int views_open(struct gpcd_image_feed *feed, const char *path)
{
	struct gpcd_info info;
	int err;

	feed->door = !strncmp(path, DOORS "/" DOOR_NAME, strlen(DOORS "/" DOOR_NAME));
	err = feed->door ? gpcd_image_door_open(path, &feed->own) :
	      gpcd_image_file_open(path, O_RDWR, &feed->own);
	if (err)
		return err;
	err = own_add(feed, &info);
	if (!err && feed->door)
		err = siblings_add(feed, info.chip_id);
	return err;
}

/* Claim all views, always in the same order: if two feeds start at once, one of them succeeds. */
static int views_claim(struct gpcd_image_feed *feed)
{
	struct gpcd_info info;
	int err = 0;

	for (unsigned int i = 0; i < GPCD_NICS_MAX && !err; i++) {
		if (!feed->view[i])
			continue;
		err = gpcd_image_file_populate(feed->view[i]);
		if (!err)
			err = gpcd_image_file_drive(feed->view[i]);
		if (!err)
			err = gpcd_image_file_info(feed->view[i], &info);
	}
	return err;
}

int gpcd_image_feed_open(const char *path, struct gpcd_image_feed **result)
{
	struct gpcd_image_feed *feed = calloc(1, sizeof(*feed));
	int err;

	if (!feed)
		return -ENOMEM;
	err = views_open(feed, path);
	if (!err)
		err = views_claim(feed);
	if (err)
		goto close_views;
	*result = feed;
	return 0;

close_views:
	views_close(feed);
	free(feed);
	return err;
}

int gpcd_image_feed_info(const struct gpcd_image_feed *feed, struct gpcd_info *info)
{
	int err = gpcd_given_check(info->size, GPCD_INFO_SIZE_1);
	struct gpcd_info ours;

	if (!err)
		err = gpcd_image_file_info(feed->own, &ours);
	if (!err)
		gpcd_given_fill(info, &ours, sizeof(ours));
	return err;
}

uint64_t gpcd_image_feed_time(const struct gpcd_image_feed *feed)
{
	return gpcd_image_load(&feed->own->image.info->chip_ns);
}

static unsigned int kind_of(const struct gpcd_reg *reg, const struct gpcd_field *field)
{
	return field ? field->kind : reg->rule->kind;
}

/* Only a whole register can be a set-up register. */
static int is_setup(const struct gpcd_reg *reg, const struct gpcd_field *field)
{
	return !field && reg->rule->kind == GPCD_KIND_SETUP;
}

int gpcd_feed_reg_find(unsigned int chip, const char *name, struct gpcd_feed_reg *result)
{
	struct gpcd_image_counter counter;
	const struct gpcd_field *field;
	char primary[GPCD_NAME_MAX];
	struct gpcd_reg reg;
	int err = gpcd_resolve(chip, name, &reg, &field);

	if (err)
		return err;
	if (kind_of(&reg, field) != GPCD_KIND_COUNTER && !is_setup(&reg, field))
		return -EINVAL;
	gpcd_reg_name(&reg, primary);
	if (gpcd_image_counter_find(chip, primary, field ? field->name : NULL, &counter))
		return -EINVAL;
	*result = (struct gpcd_feed_reg) {
		.enable = counter.enable,
		.addr = counter.addr,
		.control = counter.control,
		.chip = chip,
		.kind = kind_of(&reg, field),
		.shift = counter.shift,
		.width = counter.width,
	};
	return 0;
}

static uint32_t field_get(const struct gpcd_reg *reg, const char *name, uint64_t word)
{
	const struct gpcd_field *field = gpcd_reg_field(reg, name);

	return word >> field->lsb & gpcd_width_mask(field->width);
}

/* Return whether a register has all fields that gpcd_image_feed_filter() needs. */
static int is_filter(const struct gpcd_reg *reg)
{
	return gpcd_reg_field(reg, "VALID") && gpcd_reg_field(reg, "PHIT_INDEX") &&
	       gpcd_reg_field(reg, "PATTERN") && gpcd_reg_field(reg, "MASK");
}

int gpcd_image_feed_filter(const struct gpcd_image_feed *feed, const struct gpcd_feed_reg *setup,
			   struct gpcd_feed_filter *filter)
{
	const struct gpcd_image *image = &feed->own->image;
	const struct gpcd_reg *reg;
	uint64_t word;

	if (setup->chip != image->chip || setup->kind != GPCD_KIND_SETUP)
		return -EINVAL;
	reg = gpcd_catalogue_find(image->chip, setup->addr);
	if (!is_filter(reg))
		return -EINVAL;
	word = gpcd_image_load(gpcd_image_word(image, setup->addr));
	*filter = (struct gpcd_feed_filter) {
		.valid = field_get(reg, "VALID", word),
		.phit = field_get(reg, "PHIT_INDEX", word),
		.pattern = field_get(reg, "PATTERN", word),
		.mask = field_get(reg, "MASK", word),
	};
	return 0;
}

int gpcd_image_feed_word(const struct gpcd_image_feed *feed, const struct gpcd_feed_reg *reg,
			 uint64_t *value)
{
	const struct gpcd_image *image = &feed->own->image;

	if (reg->chip != image->chip)
		return -EINVAL;
	*value = gpcd_image_load(gpcd_image_word(image, reg->addr));
	return 0;
}

static int feed_gone(const struct gpcd_image_feed *feed)
{
	int gone = 0;

	for (unsigned int i = 0; i < GPCD_NICS_MAX; i++)
		gone |= feed->view[i] && gpcd_image_file_gone(feed->view[i]);
	return gone;
}

int gpcd_image_feed_begin(struct gpcd_image_feed *feed)
{
	int err = feed->batch ? -EINVAL : feed_gone(feed) ? -ENODEV : 0;

	if (!err)
		err = gpcd_image_file_lock(feed->own);
	if (err)
		return err;
	for (unsigned int i = 0; i < GPCD_NICS_MAX; i++) {
		if (feed->view[i])
			gpcd_image_write_begin(feed->view[i]->image.info, GPCD_IMAGE_FEED);
	}
	feed->batch = 1;
	return 0;
}

int gpcd_image_feed_count(struct gpcd_image_feed *feed, const struct gpcd_feed_reg *reg,
			  uint64_t n)
{
	const struct gpcd_image_counter counter = {
		.addr = reg->addr,
		.control = reg->control,
		.enable = reg->enable,
		.shift = reg->shift,
		.width = reg->width,
	};

	if (!feed->batch || reg->chip != feed->own->image.chip || reg->kind != GPCD_KIND_COUNTER)
		return -EINVAL;
	gpcd_image_count(&feed->own->image, &counter, 0, n);
	return 0;
}

/* --- NICs --- */

/* By enum gpcd_chip: a chip that a program describes has no image that a feed could drive. */
static struct gpcd_nic_counters nic_counters[GPCD_CHIPS];

static void nic_counters_fill(void)
{
	for (unsigned int chip = 0; chip < GPCD_CHIPS; chip++) {
		if (gpcd_chip_nics(chip))
			gpcd_nic_init(&nic_counters[chip], chip);
	}
}

/* Return the rules of a feed's type of chip. */
static const struct gpcd_nic_counters *counters_of(const struct gpcd_image_feed *feed)
{
	static pthread_once_t filled = PTHREAD_ONCE_INIT;

	pthread_once(&filled, nic_counters_fill);
	return &nic_counters[feed->own->image.chip];
}

static int has_nic(const struct gpcd_image_feed *feed, unsigned int nic)
{
	return nic < GPCD_NICS_MAX && feed->view[nic];
}

int gpcd_image_feed_nic(struct gpcd_image_feed *feed, unsigned int nic,
			const struct gpcd_nic_packets *packets)
{
	const struct gpcd_nic_counters *counters = counters_of(feed);

	if (!feed->batch || packets->way >= GPCD_NIC_WAYS || packets->kind >= GPCD_NIC_CLASSES)
		return -EINVAL;
	if (!has_nic(feed, nic))
		return -ENOENT;
	if (!counters->model)
		return -EOPNOTSUPP;
	gpcd_nic_count(counters, &feed->view[nic]->image, nic, packets);
	return 0;
}

int gpcd_image_feed_cross(struct gpcd_image_feed *feed, unsigned int nic,
			  const struct gpcd_nic_crossing *crossing)
{
	const struct gpcd_nic_counters *counters = counters_of(feed);

	if (!feed->batch || crossing->way >= GPCD_NIC_WAYS || crossing->tile >= GPCD_NIC_TILES)
		return -EINVAL;
	if (!has_nic(feed, nic))
		return -ENOENT;
	if (!counters->model)
		return -EOPNOTSUPP;
	gpcd_nic_cross(counters, &feed->view[nic]->image, nic, crossing);
	return 0;
}

int gpcd_image_feed_bins(const struct gpcd_image_feed *feed, unsigned int nic,
			 struct gpcd_nic_bins *bins)
{
	if (!has_nic(feed, nic))
		return -ENOENT;
	return gpcd_nic_bins(counters_of(feed), &feed->view[nic]->image, bins) ? -EOPNOTSUPP : 0;
}

int gpcd_image_feed_times(struct gpcd_image_feed *feed, unsigned int nic,
			  const struct gpcd_nic_times *times)
{
	struct gpcd_nic_bins bins;
	int err = feed->batch ? gpcd_image_feed_bins(feed, nic, &bins) : -EINVAL;

	if (!err)
		gpcd_nic_track(counters_of(feed), &feed->view[nic]->image, times);
	return err;
}

int gpcd_image_feed_epoch(struct gpcd_image_feed *feed)
{
	if (!feed->batch)
		return -EINVAL;
	for (unsigned int i = 0; i < GPCD_NICS_MAX; i++) {
		if (feed->view[i])
			gpcd_image_epoch_next(&feed->view[i]->image);
	}
	return 0;
}

static void batch_end(struct gpcd_image_feed *feed)
{
	for (unsigned int i = 0; i < GPCD_NICS_MAX; i++) {
		if (feed->view[i])
			gpcd_image_write_end(feed->view[i]->image.info, GPCD_IMAGE_FEED);
	}
	gpcd_image_file_unlock(feed->own);
	feed->batch = 0;
}

int gpcd_image_feed_end(struct gpcd_image_feed *feed, uint64_t chip_ns)
{
	if (!feed->batch)
		return -EINVAL;
	for (unsigned int i = 0; i < GPCD_NICS_MAX; i++) {
		if (feed->view[i])
			gpcd_image_store(&feed->view[i]->image.info->chip_ns, chip_ns);
	}
	batch_end(feed);
	return 0;
}

void gpcd_image_feed_release(struct gpcd_image_feed *feed)
{
	if (!feed)
		return;
	/* A truncated file may have no batch to end. */
	if (feed->batch && gpcd_image_file_whole(feed->own))
		batch_end(feed);
	views_close(feed);
	free(feed);
}

void gpcd_image_feed_close(struct gpcd_image_feed *feed)
{
	if (feed && !feed->door)
		gpcd_image_end(&feed->own->image);
	gpcd_image_feed_release(feed);
}
