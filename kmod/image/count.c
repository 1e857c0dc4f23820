// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * Count events. This file does not depend on the type of chip; the traffic of each chip calls it.
 */
#include "image/chipmodel.h"

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
