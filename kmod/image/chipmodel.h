/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * How a chip changes its registers: the initial image, the effect of a write by software, and
 * counting of events.
 *
 * A control register governs all counters of its own page, or some of them. Without its enable
 * bit these counters stand still. The views of one chip are an array of images that share the
 * router's pages.
 */
#ifndef GPCD_CHIPMODEL_H
#define GPCD_CHIPMODEL_H

#include "image/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An enable bit, and the counters that it governs. */
struct gpcd_gate {
	const char *control;	/* name of the register */
	const char *enable;	/* name of the field that is the enable bit */
	const char *counters;	/* glob of their names, on the register's page */
};

struct gpcd_nic_model;
struct gpcd_traffic_chip;

/*
 * How a type of chip behaves: model.c in the chip's folder. Without gates all counters always
 * count; without a NIC model packets that pass NICs are not counted; without traffic the built-in
 * source moves no counters.
 */
struct gpcd_chip_model {
	const struct gpcd_gate *gates;	/* ends with an entry without a name; or NULL */
	const struct gpcd_nic_model *nic;	/* or NULL */
	const struct gpcd_traffic_chip *traffic;	/* or NULL */
};

/* Declare gpcd_gemini_model and so on; gpcd_none_model ends the list. */
#define GPCD_LIST_MODEL(number, chip, nics, regs, pages, span) gpcd_##chip##_model,
extern const struct gpcd_chip_model
	GPCD_CHIP_LIST(GPCD_LIST_MODEL) gpcd_none_model;

/* Return the model of a known enum gpcd_chip. */
const struct gpcd_chip_model *gpcd_chip_model(unsigned int chip);

/*
 * Reset a view, whose pages and describing page are in place. @desc gives its chip, domain,
 * nic_addr, nic_index, coord, chip_id and epoch; the rest of it is ignored. All registers become 0,
 * except control registers, which enable the counters that they govern; the chip's time is 0, and
 * the magic is written last. All this is one batch of the owner. The feed's sequence word stays as
 * it is, because a feed may be in a batch.
 */
void gpcd_image_init(struct gpcd_image *image, const struct gpcd_image_info *desc);

/* Mark the view's chip as gone, until the next gpcd_image_init(). */
void gpcd_image_end(struct gpcd_image *image);

/* Open a batch of updates on all views of a chip. */
void gpcd_image_batch_begin(struct gpcd_image *views, unsigned int count,
			    enum gpcd_image_writer writer);

/* Close the batch that gpcd_image_batch_begin() opened. */
void gpcd_image_batch_end(struct gpcd_image *views, unsigned int count,
			  enum gpcd_image_writer writer);

/* Begin a new epoch of a view, in a batch: its counters have changed otherwise than by events. */
void gpcd_image_epoch_next(const struct gpcd_image *image);

/*
 * Write a register of view @at of the chip, with its effect on the chip. A counter takes the value
 * modulo its width, a set-up register ignores its reserved bits, ones clear sticky flags, and a
 * control register keeps all but the clear bits, which zero the counters and gauges of its page. If
 * a counter was written or cleared, all views enter a new epoch. The write is one batch of the
 * owner; only one owner at a time may write.
 */
void gpcd_image_write(struct gpcd_image *views, unsigned int count, unsigned int at,
		      const struct gpcd_reg *reg, __u64 value);

/* A counter that events drive, resolved. */
struct gpcd_image_counter {
	const struct gpcd_rule *rule;	/* stands for all counters of this kind */
	__u32 addr;	/* of the counter's word */
	__u32 control;	/* address of the control register */
	__u64 enable;	/* enable bit in it; 0: the counter always counts */
	__u8 shift;	/* lowest bit of the counter in its word */
	__u8 width;	/* bits */
};

/*
 * Find a counter by name; if its rule has subscripts, the name is the first counter's. @field is
 * the counting field of a packed register, or NULL. Return -1 if there is no such counter.
 */
int gpcd_image_counter_find(unsigned int chip, const char *name, const char *field,
			    struct gpcd_image_counter *counter);

/*
 * Return the distance in bytes from the first counter of a rule to the one with these subscripts,
 * which count from 0.
 */
static inline __u32 gpcd_image_counter_at(const struct gpcd_image_counter *counter,
					  unsigned int i, unsigned int j, unsigned int k)
{
	const struct gpcd_dim *dim = counter->rule->dim;

	return i * dim[0].stride + j * dim[1].stride + k * dim[2].stride;
}

/*
 * Add @n to a counter, modulo its width; a disabled counter stays as it is. @counter may be the
 * first counter of a rule: then @at is gpcd_image_counter_at() of the one that counts.
 */
void gpcd_image_count(struct gpcd_image *image, const struct gpcd_image_counter *counter,
		      __u32 at, __u64 n);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_CHIPMODEL_H */
