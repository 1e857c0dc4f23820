/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Devices as rows of a table: `gpcd list' has many, `gpcd info' one.
 */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include <gpcd/gpcd.h>

#include "cli/out/table.h"

#define DESCRIBE_COLUMNS 14

extern const struct column describe_columns[DESCRIBE_COLUMNS];

/* The row of a device that was opened. */
void describe_device(struct table *table, const struct gpcd *device,
		     const struct gpcd_info *info);

/* The row of a device that could not be opened. */
void describe_failed(struct table *table, const char *name, int err);

#endif /* DESCRIBE_H */
