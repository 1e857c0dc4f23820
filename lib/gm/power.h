/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef GM_POWER_H
#define GM_POWER_H

/* Return the largest power of two that is not above @number, which is 1 or more. */
static inline int gm_power_within(int number)
{
	int power = 1;

	while (power <= number / 2)
		power *= 2;
	return power;
}

#endif /* GM_POWER_H */
