/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A chip that the test describes, like that of a network interface: its counters, a group of all of
 * them, and two readings that the test fills in.
 */
#ifndef NIC_H
#define NIC_H

#include <gpcd/gpcd.h>

#include "suite.h"

/* Most counters of such a chip. */
#define NIC_COUNTERS	16

struct nic {
	struct gpcd *dev;
	struct gpcd_group *group;
	struct gpcd_snapshot *before, *after;
	unsigned int chip, count;
	uint64_t readings;
};

/* Begin a test with a chip of @count counters, which all are in the group. */
static inline void nic_create(struct nic *nic, const struct gpcd_counter *counters,
			      unsigned int count)
{
	struct gpcd_info info = { .nic_addr = 1 };
	int chip = gpcd_chip_learn("mynic", counters, count);

	ck_assert_int_ge(chip, GPCD_CHIPS_LEARNED);
	*nic = (struct nic){ .chip = chip, .count = count };
	info.chip = chip;
	ck_assert_int_eq(gpcd_open_recorded("mynic0", &info, &nic->dev), 0);
	gpcd_chip_forget(chip);
	ck_assert_int_eq(gpcd_group_create(nic->dev, 0, &nic->group), 0);
	for (unsigned int i = 0; i < count; i++)
		ck_assert_int_eq(gpcd_group_add(nic->group, counters[i].name), 0);
	ck_assert_int_eq(gpcd_snapshot_create(nic->group, &nic->before), 0);
	ck_assert_int_eq(gpcd_snapshot_create(nic->group, &nic->after), 0);
}

static inline void nic_destroy(struct nic *nic)
{
	gpcd_snapshot_destroy(nic->before);
	gpcd_snapshot_destroy(nic->after);
	gpcd_group_destroy(nic->group);
	gpcd_close(nic->dev);
}

/*
 * Take a reading, a second after the last one; the one taken before it becomes the earlier one.
 * Without @statuses all values are good.
 */
static inline void nic_take(struct nic *nic, const uint64_t *values, const uint8_t *statuses)
{
	struct gpcd_snapshot *next = nic->before;
	const uint64_t now = 1000000000 * ++nic->readings;
	const struct gpcd_times times = {
		.sequence = nic->readings, .epoch = 1, .start_ns = now, .end_ns = now,
	};

	nic->before = nic->after;
	nic->after = next;
	ck_assert_int_eq(gpcd_snapshot_fill(next, &times, values, statuses), 0);
}

#endif /* NIC_H */
