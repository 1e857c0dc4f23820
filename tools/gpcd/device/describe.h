/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Devices as rows of a table: `gpcd list' has many, `gpcd info' one.
 */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include <gpcd/gpcd.h>

#include "cli/out/table.h"

/** DESCRIBE_COLUMNS - number of columns of such a table */
#define DESCRIBE_COLUMNS 16

/** describe_columns - the columns of such a table */
extern const struct column describe_columns[DESCRIBE_COLUMNS];

/**
 * describe_device() - add the row of a device that was opened
 * @table: the table
 * @device: the device
 * @info: what gpcd_get_info() says of it
 */
void describe_device(struct table *table, const struct gpcd *device,
		     const struct gpcd_info *info);

/**
 * describe_failed() - add the row of a device that could not be opened
 * @table: the table
 * @name: path of the device, or image:FILE
 * @err: why not, a negative errno
 */
void describe_failed(struct table *table, const char *name, int err);

#endif /* DESCRIBE_H */
