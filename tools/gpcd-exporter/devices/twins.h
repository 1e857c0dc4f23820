/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef DEVICES_TWINS_H
#define DEVICES_TWINS_H

#include "table.h"

/**
 * pair_twins() - find out which names stand for one device
 * @devices: the devices
 *
 * By links and in patterns a device may have many names. It is exported as that by which it is
 * exported already, else as the first.
 */
void pair_twins(struct table *devices);

#endif /* DEVICES_TWINS_H */
