/* SPDX-License-Identifier: GPL-2.0-only */
/* Read register images safely, although their files may shrink meanwhile. */
#ifndef CLI_GUARD_H
#define CLI_GUARD_H

#include <gpcd/gpcd.h>

/*
 * Call @read, which reads a device and returns 0 or a negative errno, and return its result. Return
 * -EFAULT if a page of the image has disappeared: @read is then left in the middle, so it must hold
 * no lock and own no memory. Call cli_begin() first.
 */
int guard_call(int (*read)(void *data), void *data);

/* Call gpcd_group_read() through guard_call(). */
int guard_read(struct gpcd_group *group, struct gpcd_snapshot *snapshot);

#endif /* CLI_GUARD_H */
