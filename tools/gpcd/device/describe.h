/* SPDX-License-Identifier: GPL-2.0-only */
/* Devices as rows of a table: several for `gpcd list', one for `gpcd info'. */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include <gpcd/gpcd.h>

#include "cli/out/table.h"

#define DESCRIBE_COLUMNS 16

extern const struct column describe_columns[DESCRIBE_COLUMNS];

/* Add the row of a device that was opened. */
void describe_device(struct table *table, const struct gpcd *device,
		     const struct gpcd_info *info);

/* Add the row of a device that could not be opened because of @err. */
void describe_failed(struct table *table, const char *name, int err);

#endif /* DESCRIBE_H */
