/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The series of a device: its metrics, bound to its registers.
 */
#ifndef DEVICES_BIND_H
#define DEVICES_BIND_H

#include "device.h"

/**
 * bind_device() - bind the metrics of a device
 * @device: a device that was opened and has said what it is
 * @choice: the metrics that are exported
 * @cables: where links lead, or NULL: unknown
 *
 * The totals of the same chip go on, totals of another one begin anew.
 *
 * Return: 0, -ENODATA there is no metric for it, -EMSGSIZE too many registers, -ENOMEM, or what
 * else libgpcd returns. After an error it may only be unbound.
 */
int bind_device(struct device *device, const struct choice *choice,
		const struct interconnect *cables);

/**
 * unbind_device() - free what bind_device() made, but not the totals
 * @device: the device
 */
void unbind_device(struct device *device);

#endif /* DEVICES_BIND_H */
