// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * How the registers of a chip behave.
 */
#include "image/chipmodel.h"

#define PAGE_WORDS	(GPCD_PAGE_SIZE / 8)

#define MODEL(number, chip, nics, regs, pages, span) \
	[number] = &gpcd_##chip##_model,

static const struct gpcd_chip_model *const models[GPCD_CHIPS] = { GPCD_CHIP_LIST(MODEL) };

const struct gpcd_chip_model *gpcd_chip_model(unsigned int chip)
{
	return models[chip];
}

static int same_page(const struct gpcd_reg *a, const struct gpcd_reg *b)
{
	return a->addr / GPCD_PAGE_SIZE == b->addr / GPCD_PAGE_SIZE;
}

/* Return a field of a register as a mask; 0 if the register has no such field. */
static __u64 field_bits(const struct gpcd_reg *reg, const char *name)
{
	const struct gpcd_field *field = gpcd_reg_field(reg, name);

	return field ? gpcd_width_mask(field->width) << field->lsb : 0;
}

static __u64 reg_load(const struct gpcd_image *image, const struct gpcd_reg *reg)
{
	__u64 word = gpcd_image_load(gpcd_image_word(image, gpcd_reg_word(reg)));

	return word >> gpcd_reg_shift(reg) & gpcd_width_mask(reg->rule->width);
}

static void reg_store(struct gpcd_image *image, const struct gpcd_reg *reg, __u64 value)
{
	gpcd_image_store_bits(gpcd_image_word(image, gpcd_reg_word(reg)), gpcd_reg_shift(reg),
			      reg->rule->width, value);
}

static __u64 control_enables(const struct gpcd_reg *control)
{
	const struct gpcd_gate *gate = models[control->chip]->gates;
	struct gpcd_reg other;
	__u64 mask = 0;

	for (; gate && gate->control; gate++) {
		if (!gpcd_catalogue_by_name(control->chip, gate->control, &other) &&
		    other.addr == control->addr)
			mask |= field_bits(control, gate->enable);
	}
	return mask;
}

static void registers_reset(struct gpcd_image *image)
{
	struct gpcd_reg reg;
	unsigned int i, word;

	for (i = 0; i < gpcd_catalogue_pages(image->chip); i++) {
		for (word = 0; word < PAGE_WORDS; word++)
			gpcd_image_store(&image->page[i][word], 0);
	}
	for (i = 0; !gpcd_catalogue_at(image->chip, i, &reg); i++) {
		if (reg.rule->kind == GPCD_KIND_CONTROL)
			reg_store(image, &reg, control_enables(&reg));
	}
}

void gpcd_image_init(struct gpcd_image *image, const struct gpcd_image_info *desc)
{
	struct gpcd_image_info *info = image->info;
	unsigned int i;

	gpcd_image_write_begin(info, GPCD_IMAGE_OWNER);
	registers_reset(image);
	info->version = GPCD_IMAGE_VERSION;
	info->chip = desc->chip;
	info->nic_addr = desc->nic_addr;
	info->nic_index = desc->nic_index;
	for (i = 0; i < 3; i++)
		info->coord[i] = desc->coord[i];
	info->state = GPCD_IMAGE_LIVE;
	info->chip_id = desc->chip_id;
	gpcd_image_store(&info->epoch, desc->epoch);
	gpcd_image_store(&info->chip_ns, 0);
	gpcd_image_store(&info->driver, 0);
	info->domain = desc->domain;
	info->reserved = 0;
	gpcd_image_write_end(info, GPCD_IMAGE_OWNER);
	GPCD_STORE_RELEASE(&info->magic, GPCD_IMAGE_MAGIC);
}

void gpcd_image_end(struct gpcd_image *image)
{
	GPCD_STORE_RELEASE(&image->info->state, GPCD_IMAGE_GONE);
}

void gpcd_image_batch_begin(struct gpcd_image *views, unsigned int count,
			    enum gpcd_image_writer writer)
{
	while (count--)
		gpcd_image_write_begin(views[count].info, writer);
}

void gpcd_image_batch_end(struct gpcd_image *views, unsigned int count,
			  enum gpcd_image_writer writer)
{
	while (count--)
		gpcd_image_write_end(views[count].info, writer);
}

static void page_clear(struct gpcd_image *image, const struct gpcd_reg *control)
{
	unsigned int i = control->index;
	struct gpcd_reg reg;

	/* The catalogue is sorted by address, so the registers of a page follow each other. */
	while (i && !gpcd_catalogue_at(image->chip, i - 1, &reg) && same_page(&reg, control))
		i--;
	for (; !gpcd_catalogue_at(image->chip, i, &reg) && same_page(&reg, control); i++) {
		if (reg.rule->kind == GPCD_KIND_COUNTER || reg.rule->kind == GPCD_KIND_GAUGE)
			reg_store(image, &reg, 0);
	}
}

static int control_write(struct gpcd_image *image, const struct gpcd_reg *reg, __u64 value)
{
	__u64 clears = field_bits(reg, "CLEAR") | field_bits(reg, "COUNTERS_CLEAR");

	reg_store(image, reg, value & ~clears);
	if (!(value & clears))
		return 0;
	page_clear(image, reg);
	return 1;
}

/* Write a register. Return whether counters changed, which begins a new epoch. */
static int reg_write(struct gpcd_image *image, const struct gpcd_reg *reg, __u64 value)
{
	switch (reg->rule->kind) {
	case GPCD_KIND_CONTROL:
		return control_write(image, reg, value);
	case GPCD_KIND_STICKY:
		reg_store(image, reg, reg_load(image, reg) & ~value);
		return 0;
	default:
		reg_store(image, reg, value & gpcd_reg_write_mask(reg));
		return reg->rule->kind == GPCD_KIND_COUNTER ||
		       reg->rule->kind == GPCD_KIND_PACKED;
	}
}

void gpcd_image_epoch_next(const struct gpcd_image *image)
{
	__u64 *epoch = &image->info->epoch;

	gpcd_image_store(epoch, gpcd_image_epoch_after(gpcd_image_load(epoch)));
}

static void epoch_next(struct gpcd_image *views, unsigned int count)
{
	while (count--)
		gpcd_image_epoch_next(&views[count]);
}

void gpcd_image_write(struct gpcd_image *views, unsigned int count, unsigned int at,
		      const struct gpcd_reg *reg, __u64 value)
{
	gpcd_image_batch_begin(views, count, GPCD_IMAGE_OWNER);
	if (reg_write(&views[at], reg, value))
		epoch_next(views, count);
	gpcd_image_batch_end(views, count, GPCD_IMAGE_OWNER);
}

static void counter_govern(struct gpcd_image_counter *counter, const struct gpcd_reg *reg)
{
	const struct gpcd_gate *gate = models[reg->chip]->gates;
	struct gpcd_reg control;

	for (; gate && gate->control && !counter->enable; gate++) {
		if (gpcd_catalogue_by_name(reg->chip, gate->control, &control) ||
		    !same_page(reg, &control) || !gpcd_reg_match(reg, gate->counters))
			continue;
		counter->control = control.addr;
		counter->enable = field_bits(&control, gate->enable);
	}
}

int gpcd_image_counter_find(unsigned int chip, const char *name, const char *field,
			    struct gpcd_image_counter *counter)
{
	const struct gpcd_field *part;
	struct gpcd_reg reg;

	if (!gpcd_catalogue_pages(chip) || gpcd_catalogue_by_name(chip, name, &reg))
		return -1;
	part = field ? gpcd_reg_field(&reg, field) : (void *)0;
	if (field && !part)
		return -1;
	counter->rule = reg.rule;
	counter->addr = gpcd_reg_word(&reg);
	counter->shift = gpcd_reg_shift(&reg) + (part ? part->lsb : 0);
	counter->width = part ? part->width : reg.rule->width;
	counter->control = 0;
	counter->enable = 0;
	counter_govern(counter, &reg);
	return 0;
}

void gpcd_image_count(struct gpcd_image *image, const struct gpcd_image_counter *counter,
		      __u32 at, __u64 n)
{
	__u64 *word = gpcd_image_word(image, counter->addr + at);

	if (counter->enable &&
	    !(gpcd_image_load(gpcd_image_word(image, counter->control)) & counter->enable))
		return;
	gpcd_image_store_bits(word, counter->shift, counter->width,
			      (gpcd_image_load(word) >> counter->shift) + n);
}
