// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The image carrier, which carries out commands itself, on a mapped file. It does not trust the
 * file's contents: the process that writes them may be hostile, or may have died during a change.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include <gpcd/image.h>
#include <gpcd_pub.h>

#include "catalogue/rules.h"
#include "gpcd/carrier/carrier.h"
#include "gpcd/image/file.h"

static int image_open(struct gpcd *dev)
{
	const char *path = dev->path + strlen(GPCD_IMAGE_PREFIX);
	int err = gpcd_image_file_open(path, O_RDWR, &dev->file);

	if (err == -EACCES || err == -EROFS)
		err = gpcd_image_file_open(path, O_RDONLY, &dev->file);
	return err;
}

static void image_close(struct gpcd *dev)
{
	gpcd_image_file_close(dev->file);
}

/* Check a NIC address: a file holds one view, with one address. */
static int nic_check(const struct gpcd_image_file *file, uint32_t nic_addr)
{
	uint32_t own = __atomic_load_n(&file->image.info->nic_addr, __ATOMIC_RELAXED);

	if (gpcd_image_file_gone(file))
		return -ENODEV;
	return nic_addr && nic_addr != own ? -ENXIO : 0;
}

static int addrs_check(unsigned int chip, const uint64_t *addrs, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		if (addrs[i] % 8 && !gpcd_catalogue_find(chip, addrs[i]))
			return -EINVAL;
	}
	return 0;
}

static uint64_t word_load(const struct gpcd_image *image, const struct gpcd_reg *reg)
{
	return gpcd_image_load(gpcd_image_word(image, gpcd_reg_word(reg)));
}

/*
 * Return whether a word of all ones can be a true value: registers fill all its bits, and the chip
 * is present, because the canary, a word that is never all ones, is not. Without a canary assume
 * that the chip is present.
 */
static int all_ones_true(const struct gpcd_image *image, const struct gpcd_reg *reg)
{
	const struct gpcd_reg *canary = gpcd_catalogue_canary(image->chip);

	return gpcd_reg_fills_word(reg) && (!canary || ~word_load(image, canary));
}

static uint8_t image_load(const struct gpcd_image *image, const struct gpcd_reg *reg,
			  uint64_t *value)
{
	uint64_t word;

	*value = 0;
	if (!reg)
		return GPCD_STATUS_ABSENT;
	word = word_load(image, reg);
	if (!~word && !all_ones_true(image, reg))
		return GPCD_STATUS_GONE;
	*value = word >> gpcd_reg_shift(reg) & gpcd_width_mask(reg->rule->width);
	return GPCD_STATUS_OK;
}

/*
 * Registers whose words are fetched at a time: a reader of many images finds none of them in its
 * caches, and would else wait for one after another.
 */
#define FETCHED	64

/* Find registers, and fetch the words of those that the chip has. */
static void registers_fetch(const struct gpcd_image *image, const struct gpcd_chip_tables *tables,
			    const uint64_t *addrs, uint32_t count, const struct gpcd_reg **regs)
{
	uint32_t i;

	for (i = 0; i < count; i++) {
		regs[i] = tables ? gpcd_chip_addressed(tables, addrs[i]) : NULL;
		if (regs[i])
			__builtin_prefetch(gpcd_image_word(image, gpcd_reg_word(regs[i])));
	}
}

/* Read up to FETCHED registers. Return how many of them could not be read. */
static uint32_t image_load_some(const struct gpcd_image *image,
				const struct gpcd_chip_tables *tables, const uint64_t *addrs,
				uint32_t count, uint64_t *values, uint8_t *statuses)
{
	const struct gpcd_reg *regs[FETCHED] = {};
	uint32_t i, failed = 0;

	registers_fetch(image, tables, addrs, count, regs);
	for (i = 0; i < count; i++) {
		statuses[i] = image_load(image, regs[i], &values[i]);
		failed += statuses[i] != GPCD_STATUS_OK;
	}
	return failed;
}

/* Read all registers. Return how many of them could not be read. */
static uint32_t image_load_all(const struct gpcd_image *image, const uint64_t *addrs,
			       const struct gpcd_snapshot_req *req)
{
	const struct gpcd_chip_tables *tables = gpcd_chip_find(image->chip);
	uint64_t *values = gpcd_pointer(req->values);
	uint8_t *statuses = gpcd_pointer(req->statuses);
	uint32_t i, count, failed = 0;

	for (i = 0; i < req->count; i += count) {
		count = req->count - i < FETCHED ? req->count - i : FETCHED;
		failed += image_load_some(image, tables, &addrs[i], count, &values[i],
					  &statuses[i]);
	}
	return failed;
}

static void statuses_tear(struct gpcd_snapshot_req *req)
{
	uint8_t *statuses = gpcd_pointer(req->statuses);
	uint32_t i;

	for (i = 0; i < req->count; i++) {
		if (statuses[i] == GPCD_STATUS_OK)
			statuses[i] = GPCD_STATUS_TORN;
	}
	req->result = GPCD_SNAPSHOT_TORN;
	req->failed = req->count;
}

static void image_sweep(const struct gpcd_image *image, const uint64_t *addrs,
			struct gpcd_snapshot_req *req)
{
	struct gpcd_image_pass pass = {};

	req->start_ns = gpcd_now_ns();
	while (gpcd_image_pass(image->info, &pass))
		req->failed = image_load_all(image, addrs, req);
	req->end_ns = gpcd_now_ns();
	req->chip_ns = pass.chip_ns;
	req->epoch = pass.epoch;
	if (pass.torn)
		statuses_tear(req);
}

/* The arguments of a snapshot. */
struct snapshot {
	const struct gpcd_image_file *file;
	uint32_t nic_addr;
	const uint64_t *addrs;
	struct gpcd_snapshot_req *req;
};

static int snapshot_take(void *data)
{
	const struct snapshot *this = data;
	int err = nic_check(this->file, this->nic_addr);

	if (!err)
		err = addrs_check(this->file->image.chip, this->addrs, this->req->count);
	if (!err)
		image_sweep(&this->file->image, this->addrs, this->req);
	return err;
}

static int image_snapshot(const struct gpcd_image_file *file, uint32_t nic_addr,
			  const uint64_t *addrs, struct gpcd_snapshot_req *req)
{
	struct snapshot this = { file, nic_addr, addrs, req };

	return gpcd_image_guard(snapshot_take, &this);
}

/* A reading of a list. */
struct reading {
	const struct gpcd_list *list;
	const struct gpcd_layout *layout;
	struct gpcd_snapshot_req *req;
};

/* Read the runs of a list. Return 1 if there is a word of all ones. */
static int runs_sweep(const struct reading *this)
{
	const struct gpcd_image_file *file = this->list->dev->file;
	struct gpcd_image_pass pass = {};
	int doubt = 0;

	this->req->start_ns = gpcd_now_ns();
	while (!doubt && gpcd_image_pass(file->image.info, &pass))
		doubt = gpcd_mapped_load(this->layout, file->map,
					 gpcd_pointer(this->req->values));
	this->req->end_ns = gpcd_now_ns();
	if (!doubt)
		gpcd_mapped_end(this->list, &pass, this->req);
	return doubt;
}

/* Read the runs of a list; if a word may mean nothing, read each register by itself. */
static int list_sweep(void *data)
{
	const struct reading *this = data;
	const struct gpcd_image_file *file = this->list->dev->file;
	int err = nic_check(file, this->list->nic_addr);

	if (!err && runs_sweep(this))
		image_sweep(&file->image, this->list->addrs, this->req);
	return err;
}

static int image_list_read(struct gpcd_list *list, struct gpcd_snapshot_req *req)
{
	struct reading this = { list, gpcd_mapped_layout(list), req };
	int err;

	if (this.layout)
		err = gpcd_image_guard(list_sweep, &this);
	else
		err = image_snapshot(list->dev->file, list->nic_addr, list->addrs, req);
	if (!err)
		req->sequence = ++list->sequence;
	return err;
}

static void image_list_close(struct gpcd_list *list)
{
	list->sequence = 0;
}

/* The arguments of a write. */
struct writing {
	struct gpcd_image_file *file;
	struct gpcd_write_req *req;
};

static int write_check(void *data)
{
	const struct writing *this = data;
	const uint64_t *addrs = gpcd_pointer(this->req->addrs);
	unsigned int chip = this->file->image.chip;
	int err = nic_check(this->file, this->req->nic_addr);

	if (!err)
		err = addrs_check(chip, addrs, this->req->count);
	for (uint32_t i = 0; !err && i < this->req->count; i++)
		err = gpcd_catalogue_find(chip, addrs[i]) ? 0 : -ENXIO;
	return err;
}

static int registers_write(void *data)
{
	const struct writing *this = data;
	struct gpcd_write_req *req = this->req;
	const uint64_t *addrs = gpcd_pointer(req->addrs);
	const uint64_t *values = gpcd_pointer(req->values);
	struct gpcd_image *image = &this->file->image;

	for (; req->done < req->count; req->done++)
		gpcd_image_write(image, 1, 0,
				 gpcd_catalogue_find(image->chip, addrs[req->done]),
				 values[req->done]);
	return 0;
}

static int image_write(struct gpcd_image_file *file, struct gpcd_write_req *req)
{
	struct writing this = { file, req };
	int err = file->writable ? gpcd_image_guard(write_check, &this) : -EBADF;

	if (!err)
		err = gpcd_image_file_lock(file);
	if (err)
		return err;
	err = gpcd_image_guard(registers_write, &this);
	gpcd_image_file_unlock(file);
	return err;
}

static int image_perms(const struct gpcd_image_file *file, struct gpcd_perms_query *perms)
{
	struct gpcd_info info;
	int err = gpcd_image_file_info(file, &info);

	if (err)
		return err;
	perms->may = GPCD_MAY_ALL;
	perms->own = 1;
	return 0;
}

static int image_command(struct gpcd *dev, unsigned long command, void *arg)
{
	struct gpcd_snapshot_req *req = arg;

	switch (command) {
	case GPCD_IOC_INFO:
		return gpcd_image_file_info(dev->file, arg);
	case GPCD_IOC_SNAPSHOT:
		req->sequence = atomic_fetch_add(&dev->sequence, 1) + 1;
		return image_snapshot(dev->file, req->nic_addr, gpcd_pointer(req->addrs), req);
	case GPCD_IOC_WRITE:
		return image_write(dev->file, arg);
	case GPCD_IOC_PERMS_QUERY:
		return image_perms(dev->file, arg);
	case GPC_IOC_VERBOSE:
		return 0;
	default:
		return -EOPNOTSUPP;
	}
}

const struct gpcd_carrier gpcd_carrier_image = {
	.open = image_open,
	.close = image_close,
	.command = image_command,
	.list_read = image_list_read,
	.list_close = image_list_close,
};
