/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * What a chip does to its registers: how an image begins, what a write by
 * software changes, what an event adds.
 *
 * A control register governs counters of its own page: those that stand there,
 * or some of them. Without its enable bit they stand still. The views of one
 * chip are an array of images that share the router's pages.
 */
#ifndef GPCD_CHIPMODEL_H
#define GPCD_CHIPMODEL_H

#include "image/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct gpcd_gate - a bit that lets counters count
 * @control: a control register
 * @enable: its field
 * @counters: a glob over the counters of its page that it governs
 */
struct gpcd_gate {
	const char *control;
	const char *enable;
	const char *counters;
};

struct gpcd_traffic_chip;

/**
 * struct gpcd_chip_model - what model.c in a chip's folder says
 * @gates: what governs its counters, the last without a name; NULL: nothing does
 * @traffic: how it counts traffic; NULL: no traffic moves its counters
 */
struct gpcd_chip_model {
	const struct gpcd_gate *gates;
	const struct gpcd_traffic_chip *traffic;
};

/* gpcd_gemini_model and its like; the last is none, and ends the list. */
#define GPCD_LIST_MODEL(number, chip, nics, regs, pages, span) gpcd_##chip##_model,
extern const struct gpcd_chip_model
	GPCD_CHIP_LIST(GPCD_LIST_MODEL) gpcd_none_model;

/**
 * gpcd_chip_model() - how a chip behaves
 * @chip: a known &enum gpcd_chip
 */
const struct gpcd_chip_model *gpcd_chip_model(unsigned int chip);

/**
 * gpcd_image_init() - reset a view: all registers, and what describes it
 * @image: the view, its pages and its describing page in place
 * @desc: chip, domain, nic_addr, nic_index, coord, chip_id and epoch of the view;
 *	the rest is ignored
 *
 * All registers are 0, but control registers, which enable what they govern;
 * the chip's time is 0. The magic is written last. It is a batch of the owner's;
 * the feed's word stays as it is, for a feed may be amid a batch.
 */
void gpcd_image_init(struct gpcd_image *image, const struct gpcd_image_info *desc);

/**
 * gpcd_image_check() - take a describing page over, trusting nothing
 * @info: the page, which somebody may be writing
 * @copy: filled in, each member read once
 *
 * Return: 0; -1: no image, another layout, an unknown chip, a NIC it does not
 * have, nic_addr 0, no domain or an unknown state. An image that is gone is a good one.
 */
int gpcd_image_check(const struct gpcd_image_info *info, struct gpcd_image_info *copy);

/**
 * gpcd_image_end() - say that a view's chip is gone, until gpcd_image_init()
 * @image: the view
 */
void gpcd_image_end(struct gpcd_image *image);

/**
 * gpcd_image_batch_begin() - open a batch of updates on all views of a chip
 * @views: the views
 * @count: how many
 * @writer: who writes it
 */
void gpcd_image_batch_begin(struct gpcd_image *views, unsigned int count,
			    enum gpcd_image_writer writer);

/**
 * gpcd_image_batch_end() - close the batch
 * @views: the views
 * @count: how many
 * @writer: who wrote it
 */
void gpcd_image_batch_end(struct gpcd_image *views, unsigned int count,
			  enum gpcd_image_writer writer);

/**
 * gpcd_image_write() - software writes a register
 * @views: the views of the chip
 * @count: how many
 * @at: the view that is written
 * @reg: the register
 * @value: the value
 *
 * A counter takes the value modulo its width, a set-up register without its
 * reserved bits, ones clear sticky flags. A control register keeps its value
 * but for the clear bits, which zero the counters and gauges of its page. Where
 * a counter was written or cleared all views enter a new epoch. It is a batch
 * of the owner's; one owner at a time.
 */
void gpcd_image_write(struct gpcd_image *views, unsigned int count, unsigned int at,
		      const struct gpcd_reg *reg, __u64 value);

/**
 * struct gpcd_image_counter - a counter that events drive, resolved
 * @rule: what it has in common with its like
 * @addr: address of its word
 * @control: address of the control register that governs it
 * @enable: its enable bit there; 0: nothing stops it
 * @shift: its lowest bit in its word
 * @width: its bits
 */
struct gpcd_image_counter {
	const struct gpcd_rule *rule;
	__u32 addr;
	__u32 control;
	__u64 enable;
	__u8 shift;
	__u8 width;
};

/**
 * gpcd_image_counter_find() - resolve a counter
 * @chip: an &enum gpcd_chip
 * @name: its name; where the rule has subscripts, that of the first
 * @field: the counting field of a packed register, or NULL
 * @counter: filled in
 *
 * Return: 0, or -1 where there is none.
 */
int gpcd_image_counter_find(unsigned int chip, const char *name, const char *field,
			    struct gpcd_image_counter *counter);

/**
 * gpcd_image_counter_at() - bytes from the first counter of a rule to another
 * @counter: the first
 * @i: its first subscript, from 0
 * @j: its second
 * @k: its third
 */
static inline __u32 gpcd_image_counter_at(const struct gpcd_image_counter *counter,
					  unsigned int i, unsigned int j, unsigned int k)
{
	const struct gpcd_dim *dim = counter->rule->dim;

	return i * dim[0].stride + j * dim[1].stride + k * dim[2].stride;
}

/**
 * gpcd_image_count() - something happened @n times
 * @image: the view
 * @counter: the counter, or the first of its rule
 * @at: gpcd_image_counter_at() of the one meant
 * @n: by how much it goes up, modulo its width; a disabled one does not
 */
void gpcd_image_count(struct gpcd_image *image, const struct gpcd_image_counter *counter,
		      __u32 at, __u64 n);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_CHIPMODEL_H */
