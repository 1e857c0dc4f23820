/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * What a chip does to its registers: how an image begins, what a write by
 * software changes, what an event adds.
 *
 * A control register governs all counters of its own page, or some of them.
 * Without its enable bit these counters stand still. The views of one chip are an
 * array of images that share the router's pages.
 */
#ifndef GPCD_CHIPMODEL_H
#define GPCD_CHIPMODEL_H

#include "image/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct gpcd_gate - an enable bit, and the counters that it governs
 * @control: name of the control register
 * @enable: name of the field that is the enable bit
 * @counters: glob that matches the governed counters, on the page of the register
 */
struct gpcd_gate {
	const char *control;
	const char *enable;
	const char *counters;
};

struct gpcd_nic_model;
struct gpcd_traffic_chip;

/**
 * struct gpcd_chip_model - how a type of chip behaves: model.c in the chip's folder
 * @gates: the gates of its counters; ends with an entry without a name. NULL: the
 *	counters always count
 * @nic: how its NICs count what passes them; NULL: it moves no counters
 * @traffic: how its router counts traffic; NULL: there is none
 */
struct gpcd_chip_model {
	const struct gpcd_gate *gates;
	const struct gpcd_nic_model *nic;
	const struct gpcd_traffic_chip *traffic;
};

/* Declare gpcd_gemini_model and so on; gpcd_none_model ends the list. */
#define GPCD_LIST_MODEL(number, chip, nics, regs, pages, span) gpcd_##chip##_model,
extern const struct gpcd_chip_model
	GPCD_CHIP_LIST(GPCD_LIST_MODEL) gpcd_none_model;

/**
 * gpcd_chip_model() - return the model of a chip
 * @chip: a known &enum gpcd_chip
 */
const struct gpcd_chip_model *gpcd_chip_model(unsigned int chip);

/**
 * gpcd_image_init() - reset a view: all registers, and the describing page
 * @image: the view, with its pages and its describing page in place
 * @desc: chip, domain, nic_addr, nic_index, coord, chip_id and epoch of the view;
 *	the rest is ignored
 *
 * All registers become 0, except control registers, which enable the counters that
 * they govern. The chip's time is 0. The magic is written last. All this is one
 * batch of the owner. The feed's sequence word stays as it is, because a feed may
 * be amid a batch.
 */
void gpcd_image_init(struct gpcd_image *image, const struct gpcd_image_info *desc);

/**
 * gpcd_image_check() - copy a describing page that cannot be trusted, and check the copy
 * @info: the page, which another process may be writing
 * @copy: filled in; each member is read once
 *
 * Return: 0, also for an image whose chip is gone; -1: no image, another layout, an
 * unknown chip, a NIC that the chip does not have, nic_addr 0, no domain, or an
 * unknown state.
 */
int gpcd_image_check(const struct gpcd_image_info *info, struct gpcd_image_info *copy);

/**
 * gpcd_image_end() - mark a view's chip gone, until gpcd_image_init()
 * @image: the view
 */
void gpcd_image_end(struct gpcd_image *image);

/**
 * gpcd_image_batch_begin() - open a batch of updates on all views of a chip
 * @views: the views
 * @count: number of views
 * @writer: kind of the writer
 */
void gpcd_image_batch_begin(struct gpcd_image *views, unsigned int count,
			    enum gpcd_image_writer writer);

/**
 * gpcd_image_batch_end() - close the batch of gpcd_image_batch_begin()
 * @views: the views
 * @count: number of views
 * @writer: kind of the writer
 */
void gpcd_image_batch_end(struct gpcd_image *views, unsigned int count,
			  enum gpcd_image_writer writer);

/**
 * gpcd_image_epoch_next() - begin a new epoch of a view: its counters changed as no event does
 * @image: the view, amid a batch
 */
void gpcd_image_epoch_next(const struct gpcd_image *image);

/**
 * gpcd_image_write() - write a register, with the effect that it has on the chip
 * @views: the views of the chip
 * @count: number of views
 * @at: index of the view that is written
 * @reg: the register
 * @value: the value
 *
 * A counter takes the value modulo its width. A set-up register ignores its
 * reserved bits. Ones clear sticky flags. A control register keeps the value,
 * except the clear bits, which zero the counters and gauges of its page. If a
 * counter was written or cleared, all views enter a new epoch. The write is one
 * batch of the owner; only one owner at a time may write.
 */
void gpcd_image_write(struct gpcd_image *views, unsigned int count, unsigned int at,
		      const struct gpcd_reg *reg, __u64 value);

/**
 * struct gpcd_image_counter - a counter that events drive, resolved
 * @rule: the catalogue's rule, which stands for all counters of this kind
 * @addr: address of the counter's word
 * @control: address of the control register that governs the counter
 * @enable: the enable bit in @control; 0: the counter always counts
 * @shift: lowest bit of the counter in its word
 * @width: number of bits of the counter
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
 * gpcd_image_counter_find() - find a counter by name, and resolve it
 * @chip: an &enum gpcd_chip
 * @name: name of the counter; if its rule has subscripts, that of the first counter
 * @field: the counting field of a packed register, or NULL
 * @counter: filled in
 *
 * Return: 0, or -1: there is no such counter.
 */
int gpcd_image_counter_find(unsigned int chip, const char *name, const char *field,
			    struct gpcd_image_counter *counter);

/**
 * gpcd_image_counter_at() - return the bytes from the first counter of a rule to another one
 * @counter: the first counter of the rule
 * @i: first subscript of the other counter, from 0
 * @j: second subscript of the other counter
 * @k: third subscript of the other counter
 */
static inline __u32 gpcd_image_counter_at(const struct gpcd_image_counter *counter,
					  unsigned int i, unsigned int j, unsigned int k)
{
	const struct gpcd_dim *dim = counter->rule->dim;

	return i * dim[0].stride + j * dim[1].stride + k * dim[2].stride;
}

/**
 * gpcd_image_count() - count an event that happened @n times
 * @image: the view
 * @counter: the counter, or the first counter of its rule
 * @at: gpcd_image_counter_at() of the counter that counts
 * @n: how much the counter goes up, modulo its width; a disabled counter stays
 */
void gpcd_image_count(struct gpcd_image *image, const struct gpcd_image_counter *counter,
		      __u32 at, __u64 n);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_CHIPMODEL_H */
