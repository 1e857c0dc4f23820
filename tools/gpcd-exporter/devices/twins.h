/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef DEVICES_TWINS_H
#define DEVICES_TWINS_H

#include "table.h"

/*
 * Find out which names refer to the same device, by links or patterns. It is exported under the
 * name under which it already is, else under the first one.
 */
void pair_twins(struct table *devices);

#endif /* DEVICES_TWINS_H */
